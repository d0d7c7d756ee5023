//! Observations that contradict the documents: conflicts of the fields.

use crate::ir;
use crate::ir::{Conflict, Mark, NamedKind, ObservedKind, Type};
use crate::language::{Contradiction, Entries, Spanned, parse_contradiction};
use crate::lower::context::Context;
use crate::suggest::did_you_mean;

/// Adds the contradictions of a record to its fields.
pub(crate) fn contradictions(
    context: &mut Context<'_>,
    fields: &mut [ir::Field],
    observed: &Entries<Spanned<String>>,
) {
    for entry in observed {
        let text = &entry.value;
        let contradiction = match parse_contradiction(text) {
            Ok(contradiction) => contradiction,
            Err(wrong) => {
                let span = text.span_of(wrong.range);
                let diagnostics = &mut context.diagnostics;
                diagnostics.error(&span, wrong.message, "invalid", wrong.help);
                continue;
            }
        };
        let wire = entry.name();
        let Some(field) = fields.iter_mut().find(|field| field.wire == wire) else {
            let known = fields.iter().map(|field| field.wire.as_str());
            let help = did_you_mean(wire, context.diagnostics.suggestible(known));
            context.diagnostics.error(
                entry.span(),
                format!("unknown field `{wire}`"),
                "not a field of the record",
                help,
            );
            continue;
        };
        if !contradicts(field, contradiction.kind) {
            let word = contradiction.kind.word();
            context.diagnostics.error(
                &text.span,
                format!("`{word}` does not contradict what is documented of `{wire}`"),
                "no contradiction",
                "remove it; the mark `observed` is for the types that are not documented"
                    .to_owned(),
            );
            continue;
        }
        let conflict = conflict(field, &contradiction);
        let conflicts = &mut field.open_questions.conflicts;
        conflicts.push((conflict, entry.span().clone()));
    }
}

/// Whether an observation contradicts what the documents state of a field.
fn contradicts(field: &ir::Field, kind: ObservedKind) -> bool {
    match kind {
        ObservedKind::Null | ObservedKind::Absent => field.has(Mark::DocumentedRequired),
        kind => !field.has(Mark::Inferred) && !holds(&field.ty, kind),
    }
}

/// Whether values of a kind can be of a type.
fn holds(ty: &Type, kind: ObservedKind) -> bool {
    let integer = kind == ObservedKind::Integer;
    let text = kind == ObservedKind::Text;
    match ty {
        Type::Json => true,
        Type::Integer { .. } | Type::Count => integer,
        Type::Decimal => integer || kind == ObservedKind::Decimal,
        Type::Boolean => kind == ObservedKind::Boolean,
        Type::IntegerOrText => integer || text,
        // Of strings, only those of another form are observed as such.
        Type::Date | Type::DateTime | Type::LocalDateTime => false,
        Type::Text | Type::Time => text,
        Type::List(_) => kind == ObservedKind::List,
        Type::Map(_) => kind == ObservedKind::Object,
        Type::Named(named) => match named.kind {
            NamedKind::Record | NamedKind::Body => kind == ObservedKind::Object,
            NamedKind::Enum { .. } | NamedKind::Id => text,
        },
    }
}

/// A documented type in words.
fn noun(ty: &Type) -> String {
    match ty {
        Type::Text => "a string".to_owned(),
        Type::Integer { .. } | Type::Count => "an integer".to_owned(),
        Type::Decimal => "a number".to_owned(),
        Type::Boolean => "a boolean".to_owned(),
        Type::Date => "a date".to_owned(),
        Type::DateTime | Type::LocalDateTime => "a date and time".to_owned(),
        Type::Time => "a time".to_owned(),
        Type::Json => "any JSON".to_owned(),
        Type::IntegerOrText => "an integer or a string".to_owned(),
        Type::List(_) => "a list".to_owned(),
        Type::Map(_) => "a map".to_owned(),
        Type::Named(named) => format!("`{}`", named.name),
    }
}

fn conflict(field: &ir::Field, contradiction: &Contradiction) -> Conflict {
    let observed = &contradiction.observed;
    let (count, of, place) = (observed.count, observed.of, observed.place());
    let wire = &field.wire;
    let (nouns, is_type) = match contradiction.kind {
        ObservedKind::Null => ("null", false),
        ObservedKind::Absent => ("absent", false),
        ObservedKind::Boolean => ("booleans", true),
        ObservedKind::Integer => ("integers", true),
        ObservedKind::Decimal => ("decimal numbers", true),
        ObservedKind::Text => ("strings", true),
        ObservedKind::List => ("lists", true),
        ObservedKind::Object => ("objects", true),
    };
    match is_type {
        true => Conflict {
            says: format!("`{wire}` is documented as {}.", noun(&field.ty)),
            but: format!("{count} of {of} observed values are {nouns}, {place}."),
            so: format!(
                "{count} of {of} observed values were {nouns}, {place}: each is a mismatch."
            ),
        },
        false => Conflict {
            says: format!("`{wire}` is documented as required."),
            but: format!("It is {nouns} in {count} of {of} observed records, {place}."),
            so: format!(
                "It was {nouns} in {count} of {of} observed records, {place}: then it is `None`."
            ),
        },
    }
}
