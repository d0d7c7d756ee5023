//! Fields of examples, merged into the documented ones.

use std::collections::HashMap;

use crate::ir;
use crate::language::{Entries, FieldOrType, Spanned};
use crate::lower::context::Context;
use crate::lower::field::field;
use crate::lower::field_context::FieldScope;
use crate::suggest::nearest;

/// Adds the fields of an example to those of the list, which are all known if it `is_complete`.
pub(crate) fn merge(
    context: &mut Context<'_>,
    scope: FieldScope,
    (fields, is_complete): (&mut Vec<ir::Field>, bool),
    examples: &Entries<Option<FieldOrType>>,
) {
    let mut known: HashMap<String, usize> = HashMap::new();
    for (index, field) in fields.iter().enumerate() {
        for name in std::iter::once(&field.wire).chain(&field.aliases) {
            known.insert(name.clone(), index);
        }
    }
    for entry in examples {
        let wire = &entry.key;
        match (known.get(wire.as_str()), &entry.value) {
            (Some(index), None) => fields[*index].is_in_example = true,
            (Some(_), Some(_)) => context.error(
                &wire.span,
                format!("the type of `{wire}` is in `fields`"),
                "typed twice",
                "write `~`; where the example shows another type, `fields` has one that covers both, as `integer|string` does",
            ),
            (None, Some(decl)) => fields.push(field(context, scope, wire, &decl.into())),
            (None, None) if !is_complete => {}
            (None, None) => {
                report_missing_type(context, wire, known.keys().map(String::as_str));
            }
        }
    }
}

fn report_missing_type<'n>(
    context: &mut Context<'_>,
    wire: &Spanned<String>,
    known: impl Iterator<Item = &'n str>,
) {
    let known = context.diagnostics.suggestible(known);
    let help = match nearest(wire, known) {
        Some(near) => format!("did you mean `{near}`? Otherwise add a type"),
        None => "add a type; `json` if it is unknown".to_owned(),
    };
    context.error(
        &wire.span,
        format!("missing type of `{wire}`, which is not in `fields`"),
        "no type",
        help,
    );
}
