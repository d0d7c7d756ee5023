//! Records.

use crate::ir;
use crate::language::{self, Entry};
use crate::lower::context::Context;
use crate::lower::evidence::ExampleFields;
use crate::lower::field_decl::FieldContext;
use crate::lower::field_names;
use crate::lower::file_scope::FileScope;
use crate::lower::inherit::{Inheritance, check_omit};
use crate::lower::open_questions::open_questions;

pub(crate) fn record(
    context: &mut Context<'_>,
    scope: FileScope<'_>,
    entry: &Entry<language::Record>,
) -> ir::Record {
    let (package, name, decl) = (scope.package, entry.name(), &entry.value);
    let mut fields = Inheritance::new(context, FieldContext::List).fields_of(package, name);
    let is_complete = !context.incomplete.contains(&(package, name.to_owned()));
    let example = FieldContext::ListExample.in_package(package);
    ExampleFields::new(context, example, is_complete)
        .merge_into(&mut fields, &decl.in_list_example);
    field_names::check_names(context, &fields);
    check_read(context, &fields);
    check_omit(context, decl.extends.as_ref(), &decl.omit);
    ir::Record {
        name: name.to_owned(),
        doc: decl.doc.clone(),
        source: scope.source(decl.source.as_ref()),
        fields,
        was: decl.was.iter().map(ToString::to_string).collect(),
        notes: decl.notes.clone(),
        open_questions: open_questions(&decl.unknowns, &decl.conflicts),
        span: entry.span().clone(),
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
