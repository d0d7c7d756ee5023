//! Types that Rust cannot have: with too many fields, or endless.

use crate::ir::{Field, Mark, Named, NamedKind, Spec, Type, leads_back};
use crate::lower::Context;
use crate::source::Span;

/// Most fields of a record or body in `api_wire`.
const MAX_FIELDS: usize = 256;

/// Reports records and bodies with too many fields, and those that hold themselves where no list, no map and no box
/// ends them.
pub(super) fn sizes(context: &mut Context<'_>, spec: &Spec, index: usize) {
    for declared in spec.packages[index].declared() {
        let (name, fields) = (declared.name(), declared.fields().unwrap_or_default());
        check_number(context, name, fields, declared.span());
        let named = declared.named(index);
        for field in fields
            .iter()
            .filter(|field| leads_back(spec, &named, field, held))
        {
            let (message, help) = match named.kind {
                NamedKind::Body => (
                    format!("body `{name}` holds itself"),
                    "a body can hold itself in a list or a map only; declare the field as `json` otherwise",
                ),
                _ => (
                    format!("record `{name}` requires itself"),
                    "remove the mark `envelope` from a field on the way",
                ),
            };
            context.error(&field.span, message, "endless", help);
        }
    }
}

fn check_number(context: &mut Context<'_>, name: &str, fields: &[Field], span: &Span) {
    let count = fields.len();
    if count > MAX_FIELDS {
        context.error(
            span,
            format!("`{name}` has {count} fields"),
            format!("expected at most {MAX_FIELDS}"),
            "declare some of them as `json` in a record of their own, or leave those out that nobody reads",
        );
    }
}

/// The type of which the value of a field is a part. Other fields of records are on the heap, if they lead back.
fn held(field: &Field) -> Option<&Named> {
    match &field.ty {
        Type::Named(named) if named.kind == NamedKind::Body => Some(named),
        Type::Named(named) if field.has(Mark::Envelope) => Some(named),
        _ => None,
    }
}
