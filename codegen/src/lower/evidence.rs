//! Fields of examples, merged into the documented ones.

use std::collections::HashMap;

use crate::ir;
use crate::ir::Type;
use crate::language::{Entries, ExampleField, span_of_mark};
use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::lower::field::field;
use crate::lower::field_decl::{FieldContext, FieldDecl, mark};
use crate::lower::open_questions::open_questions;
use crate::source::Span;

/// Adds the fields of an example to a record list: a field of both has both evidences.
pub(crate) fn merge_example_fields(
    context: &mut Context<'_>,
    package: usize,
    part: FieldContext,
    fields: &mut Vec<ir::Field>,
    complete: bool,
    read: &Entries<ExampleField>,
    entries: &[Entry],
) {
    let mut known: HashMap<String, usize> = HashMap::new();
    for (index, field) in fields.iter().enumerate() {
        for name in std::iter::once(&field.wire).chain(&field.aliases) {
            known.insert(name.clone(), index);
        }
    }
    for ((wire, written), entry) in read.iter().zip(entries) {
        let written = FieldDecl::from(written);
        match (known.get(wire), written.notation) {
            (None, None) if !complete => {}
            (None, None) => {
                let near = crate::suggest::nearest(wire, known.keys().map(String::as_str));
                let help = match near {
                    Some(near) => format!("did you mean `{near}`? Otherwise add a type"),
                    None => "add a type; `json` if it is unknown".to_owned(),
                };
                context.diagnostics.error(
                    &entry.span,
                    format!("missing type of `{wire}`, which is not in `fields`"),
                    "no type",
                    help,
                );
            }
            (None, Some(_)) => fields.extend(field(context, package, part, wire, &written, entry)),
            (Some(index), notation) => {
                let added =
                    notation.and_then(|_| field(context, package, part, wire, &written, entry));
                if let Some(text) = notation {
                    check_again(context, text, entry);
                }
                let known = &mut fields[*index];
                mark(&mut known.evidence, part);
                if let Some(added) = added {
                    known.ty = unify(context, &known.ty, &added.ty, &entry.span);
                    // What is read as a number or a text needs no leniency.
                    known.string_or_number = (known.string_or_number || added.string_or_number)
                        && matches!(known.ty, Type::Text);
                }
                known.doc = known.doc.take().or_else(|| written.doc.cloned());
                known.notes.extend(written.notes.iter().cloned());
                let more = open_questions(&entry.value, written.unknowns, written.conflicts);
                known.open_questions.unknowns.extend(more.unknowns);
                known.open_questions.conflicts.extend(more.conflicts);
            }
        }
    }
}

/// One type for a field that two places type differently.
fn unify(context: &mut Context<'_>, first: &Type, second: &Type, span: &Span) -> Type {
    let number = |ty: &Type| matches!(ty, Type::Integer { .. } | Type::IntegerOrText);
    let text = |ty: &Type| matches!(ty, Type::Text | Type::IntegerOrText);
    match (first, second) {
        _ if first == second => first.clone(),
        _ if (number(first) || text(first)) && (number(second) || text(second)) => {
            Type::IntegerOrText
        }
        (Type::Json, _) | (_, Type::Json) => Type::Json,
        _ => {
            context.diagnostics.error(
                span,
                "no type covers both this one and that in `fields`",
                "differs from `fields`",
                "write `{}` and document the difference as a conflict, or make both `json`"
                    .to_owned(),
            );
            first.clone()
        }
    }
}

/// Reports marks on a field that `fields` has too: they belong there.
fn check_again(context: &mut Context<'_>, text: &str, entry: &Entry) {
    let node = entry.value.get("type").unwrap_or(&entry.value);
    for mark in [
        "=",
        "documented_required",
        "readonly",
        "secret",
        "pii",
        "unit",
        "strict",
        "envelope",
        "also_us_date",
        "accepts_1",
        "alias",
        "rename",
    ] {
        if let Some(span) = span_of_mark(text, mark) {
            context.diagnostics.error(
                &node.span_in(span),
                format!("mark `{mark}` has no effect here"),
                "this field is in `fields`",
                "move the mark there".to_owned(),
            );
        }
    }
}
