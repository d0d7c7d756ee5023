//! Records.

use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::lower::field_decl::FieldContext;
use crate::lower::inherit::{check_without, own_and_inherited_fields};
use crate::lower::open_questions::open_questions;
use crate::lower::{evidence, field_names};
use crate::{ir, language};

pub(crate) fn record(
    context: &mut Context<'_>,
    package: usize,
    source: &str,
    name: &str,
    decl: &language::Record,
    entry: &Entry,
) -> ir::Record {
    let mut fields =
        own_and_inherited_fields(context, package, name, FieldContext::List, &mut Vec::new());
    let complete = !context.incomplete.contains(&(package, name.to_owned()));
    let node = &entry.value;
    evidence::merge_example_fields(
        context,
        package,
        FieldContext::ListExample,
        &mut fields,
        complete,
        &decl.in_list_example,
        node.entries_of("in_list_example"),
    );
    evidence::merge_example_fields(
        context,
        package,
        FieldContext::MessageExample,
        &mut fields,
        complete,
        &decl.in_message_example,
        node.entries_of("in_message_example"),
    );
    field_names::check_names(context, &fields);
    check_read(context, &fields);
    check_without(context, &decl.omit, decl.extends.as_deref(), entry);
    ir::Record {
        name: name.to_owned(),
        doc: decl.doc.clone(),
        source: decl.source.clone().unwrap_or_else(|| source.to_owned()),
        fields,
        notes: decl.notes.clone(),
        open_questions: open_questions(node, &decl.unknowns, &decl.conflicts),
        span: entry.span.clone(),
    }
}

/// Notes fields of a record that hold what is only sent.
pub(crate) fn check_read(context: &mut Context<'_>, fields: &[ir::Field]) {
    for field in fields {
        if let Some(named) = field
            .ty
            .named()
            .filter(|named| named.kind == ir::NamedKind::Body)
        {
            context.diagnostics.error(
                &field.span,
                format!("expected a record, found body `{}`", named.name),
                "expected a record",
                "declare the response as a record".to_owned(),
            );
        }
    }
}
