//! Docs of fields and parameters.
//!
//! A field says what a caller acts on: its meaning, or else a constraint, comes first; rustdoc shows the type. What the
//! documents say of the type is in the table of the fields, which the derive makes of their attributes. A field of which
//! there is nothing else has no docs.

use crate::emit::prose;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::subject::Subject;
use crate::ir::{Field, Mark, Scalar, Type, Unit};
use crate::markdown::code;

/// The docs of a field of a record: its default is also a method.
pub(crate) fn record_field(record: &str, field: &Field) -> Docs {
    let unit = unit(field).filter(|_| field.unit != Some(Unit::Unknown));
    let facts = unit.into_iter().chain(constraints(field, true));
    docs(Subject::field(record, field), field, facts).with_links("crate")
}

/// The docs of what is sent, a field of a request body or a parameter, with its limits.
pub(crate) fn sent_field(owner: &str, field: &Field) -> Docs {
    let unit = unit(field).filter(|_| field.unit != Some(Unit::Unknown));
    let digits = field.has(Mark::Digits).then(|| "Digits only.".to_owned());
    let accepts_1 = field.has(Mark::Accepts1);
    let accepts_1 = accepts_1.then(|| "The API also accepts 1; `true` is sent.".to_owned());
    let facts = length(field).into_iter().chain(digits).chain(unit);
    let facts = facts.chain(accepts_1);
    let facts = facts.chain(constraints(field, false));
    docs(Subject::field(owner, field), field, facts)
}

/// What is uncertain about the fields of a struct, and marked in their table, as a sentence; empty if nothing is.
pub(crate) fn marks<'a>(fields: impl IntoIterator<Item = &'a Field> + Clone) -> String {
    let has = |is_marked: fn(&Field) -> bool| fields.clone().into_iter().any(is_marked);
    let marks = [
        ("inferred types", has(|field| field.has(Mark::Inferred))),
        (
            "numbers without a documented unit",
            has(|field| field.unit == Some(Unit::Unknown)),
        ),
    ];
    let marks = marks.into_iter().filter(|(_, is_marked)| *is_marked);
    match prose::and(marks.map(|(mark, _)| mark.to_owned())) {
        marks if marks.is_empty() => marks,
        marks => format!("[`FIELDS`](Self::FIELDS) marks {marks}."),
    }
}

/// The meaning, the form, behavior, what is undocumented.
fn docs(of: Subject<'_>, field: &Field, facts: impl IntoIterator<Item = String>) -> Docs {
    let mut docs = Docs::default();
    if let Some(doc) = &field.doc {
        docs.prose(doc);
    }
    let facts: Vec<String> = facts.into_iter().collect();
    docs.markdown(&facts.join(" "));
    docs.behavior(of, &field.notes, &field.open_questions);
    for text in &field.open_questions.unknowns {
        docs.markdown(&prose::unknown(text));
    }
    docs
}

/// The maximum, as a sentence.
fn length(field: &Field) -> Option<String> {
    let max = field.max?;
    Some(match &field.ty {
        Type::Scalar(scalar) if scalar.is_integer() => format!("At most {max}."),
        _ => format!("At most {max} characters."),
    })
}

/// The unit, as a sentence, unless the name says it, as `price_cents` does.
fn unit(field: &Field) -> Option<String> {
    prose::unit(field).filter(|_| match &field.unit {
        Some(Unit::Known(unit)) => !field.wire.ends_with(unit.as_str()),
        _ => true,
    })
}

/// Constraints and the format, as sentences, as far as the Rust type does not show them.
fn constraints(field: &Field, has_default_method: bool) -> Vec<String> {
    let mut facts = Vec::new();
    match &field.ty {
        Type::Scalar(Scalar::Time) => {
            facts.push("A time of day whose format is not documented.".to_owned())
        }
        Type::Scalar(Scalar::Json) => facts.push("The type is not documented.".to_owned()),
        _ => {}
    }
    if field.documented_as == Some("float") {
        facts.push("Documented as a float.".to_owned());
    }
    if let Some(default) = &field.default {
        let default = match default.text().as_str() {
            "" => "the empty string".to_owned(),
            text => code(text),
        };
        let method = field.default_method();
        facts.push(match has_default_method {
            true => format!("Documented default: [{default}](Self::{method})."),
            false => format!("Documented default: {default}."),
        });
    }
    facts
}
