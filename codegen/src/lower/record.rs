//! Records.

use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::lower::field_decl::Part;
use crate::lower::inherit::{check_without, record_list};
use crate::lower::open_questions::doubts;
use crate::lower::{evidence, field_names};
use crate::{ir, language};

pub(crate) fn record(
    context: &mut Context<'_>,
    set: usize,
    source: &str,
    name: &str,
    one: &language::Record,
    entry: &Entry,
) -> ir::Record {
    let mut fields = record_list(context, set, name, Part::List, &mut Vec::new());
    let complete = !context.incomplete.contains(&(set, name.to_owned()));
    let node = &entry.value;
    evidence::join(
        context,
        set,
        Part::Example,
        &mut fields,
        complete,
        &one.in_list_example,
        node.entries_of("in_list_example"),
    );
    evidence::join(
        context,
        set,
        Part::Seen,
        &mut fields,
        complete,
        &one.in_message_example,
        node.entries_of("in_message_example"),
    );
    field_names::check_names(context, &fields);
    check_read(context, &fields);
    check_without(context, &one.omit, one.extends.as_deref(), entry);
    ir::Record {
        name: name.to_owned(),
        doc: one.doc.clone(),
        source: one.source.clone().unwrap_or_else(|| source.to_owned()),
        fields,
        notes: one.notes.clone(),
        doubts: doubts(node, &one.unknowns, &one.conflicts),
        place: entry.place.clone(),
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
            context.mistakes.add(
                &field.place,
                format!(
                    "`{}` is a body, and a record holds what is read",
                    named.name
                ),
                "holds a body",
                "describe what is read as a record".to_owned(),
            );
        }
    }
}
