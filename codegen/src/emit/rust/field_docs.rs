//! Docs of fields and parameters.
//!
//! The first line is the meaning, or else a constraint; rustdoc shows the type. A field of which the
//! documents show nothing but name and type has no docs.

use crate::emit::prose;
use crate::emit::rust::decisions::Subject;
use crate::emit::rust::docs::Docs;
use crate::ir::{Field, Mark, Scalar, Type, Unit};
use crate::markdown::code;

/// The docs of a field of a record: its default is also a method. Names on the wire and marks are in brackets after the
/// field, and the macro adds them to the docs.
pub(crate) fn record_field(record: &str, field: &Field) -> Docs {
    docs(
        Subject::field(record, field),
        field,
        length(field).into_iter().chain(constraints(field, true)),
    )
    .with_links("crate")
}

/// The docs of a field of a request body; its length is in brackets, too.
pub(crate) fn body_field(body: &str, field: &Field) -> Docs {
    let facts = constraints(field, false);
    docs(Subject::field(body, field), field, facts).with_links("crate")
}

/// The docs of a parameter: they name its place, such as `Path parameter`, if its name is not that of the Rust field.
pub(crate) fn parameter(operation: &str, field: &Field, place: &str) -> Docs {
    let name = (field.wire != field.rust.trim_end_matches('_'))
        .then(|| format!("{place} {}.", code(&field.wire)));
    let facts = length(field).into_iter().chain(constraints(field, false));
    let badges = prose::badges(field).map(str::to_owned);
    let facts = facts.chain(name).chain(badges);
    docs(Subject::field(operation, field), field, facts).with_links("crate::model")
}

/// The meaning, the form, behavior, what is undocumented.
fn docs(of: Subject<'_>, field: &Field, facts: impl IntoIterator<Item = String>) -> Docs {
    let mut docs = Docs::default();
    if let Some(doc) = &field.doc {
        docs.prose(doc);
    }
    let mut facts: Vec<String> = facts.into_iter().collect();
    if field.has(Mark::DocumentedRequired) {
        facts.push("Documented as required.".to_owned());
    }
    if !facts.is_empty() {
        docs.markdown(&facts.join(" "));
    }
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

/// Constraints and the format, as sentences, as far as the Rust type does not show them.
fn constraints(field: &Field, has_default_method: bool) -> Vec<String> {
    let mut facts = Vec::new();
    // Of `price_cents`, the name says it.
    facts.extend(prose::unit(field).filter(|_| match &field.unit {
        Some(Unit::Known(unit)) => !field.wire.ends_with(unit.as_str()),
        _ => true,
    }));
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
            true => format!("Defaults to [{default}](Self::{method})."),
            false => format!("Defaults to {default}."),
        });
    }
    facts
}
