//! What OpenAPI has no words for, as `x-` members.

use crate::emit::openapi::json::{Object, Value};
use crate::emit::rust::markdown;
use crate::ir::{Deprecation, Evidence, Field, Mark, OpenQuestions, Package, Type, Unit};
use crate::names;
use crate::source::Span;

/// Notes on behavior, and open questions.
pub(crate) fn notes_and_questions(notes: &[String], about: &OpenQuestions) -> Object {
    let mut object = Object::default();
    object.put_list("x-notes", texts(notes));
    object.extend(open_questions(about));
    object
}

/// Undocumented.
pub(crate) fn open_questions(open_questions: &OpenQuestions) -> Object {
    let object_of = |conflict: &crate::ir::Conflict| {
        Object::default()
            .with("says", &conflict.says)
            .with("but", &conflict.but)
            .with("so", &conflict.so)
            .into()
    };
    let mut object = Object::default();
    object.put_list(
        "x-unknowns",
        open_questions
            .unknowns
            .iter()
            .map(|(text, _)| text.into())
            .collect(),
    );
    object.put_list(
        "x-conflicts",
        open_questions
            .conflicts
            .iter()
            .map(|(conflict, _)| object_of(conflict))
            .collect(),
    );
    object
}

/// The section of the document, and the file of the spec.
///
/// The file's line is left out: it changes with every line above it.
pub(crate) fn provenance(source: &str, span: &Span) -> Object {
    let mut object = Object::default().with("x-source", source);
    object.extend(file(span));
    object
}

/// The file that describes a thing.
pub(super) fn file(span: &Span) -> Object {
    Object::default().with("x-spec", format!("spec/{}", span.file))
}

/// The marks of a field or parameter.
pub(crate) fn field(field: &Field) -> Object {
    let mut object = Object::default();
    let aliases: Vec<Value> = field.aliases.iter().map(Value::from).collect();
    if !aliases.is_empty() {
        object.put("x-aliases", Value::row(aliases));
    }
    object.put_some(
        "x-rust-name",
        rust(&field.rust, names::field(&field.wire).ok()),
    );
    object.put_some(
        "x-documented-type",
        documented_type(&field.ty, field.documented_as).filter(|_| !field.has(Mark::Inferred)),
    );
    object.put_some("x-unit", field.unit.as_ref().map(unit));
    object.put_mark("x-documented-required", field.has(Mark::DocumentedRequired));
    object.put_mark("x-inferred", field.has(Mark::Inferred));
    object.put_some("x-observed", observed(field));
    object.put_mark(
        "x-string-or-number",
        field.has(Mark::StringOrNumber) && !field.has(Mark::Inferred),
    );
    object.put_mark("x-strict", field.has(Mark::Strict));
    object.put_mark("x-envelope-member", field.has(Mark::Envelope));
    object.put_mark("x-also-us-date", field.has(Mark::AlsoUsDate));
    object.extend(redaction(field));
    object.extend(notes_and_questions(&field.notes, &field.open_questions));
    object
}

/// Whether a value is never to be shown, and why.
pub(crate) fn redaction(field: &Field) -> Object {
    let mut object = Object::default();
    object.put_mark("x-secret", field.has(Mark::Secret));
    object.put_mark("x-pii", field.has(Mark::Pii));
    object
}

/// The documents' word for a type, where JSON Schema's word says less.
fn documented_type(ty: &Type, documented_as: Option<&'static str>) -> Option<&'static str> {
    match ty {
        Type::Text => documented_as,
        Type::Decimal => documented_as.filter(|word| *word != "number"),
        Type::Time => Some("time"),
        Type::List(inner) | Type::Map(inner) => documented_type(inner, documented_as),
        _ => None,
    }
}

fn unit(unit: &Unit) -> &str {
    match unit {
        Unit::Unknown => "unknown",
        Unit::Known(unit) => unit,
    }
}

/// The evidence of an undocumented type.
fn observed(field: &Field) -> Option<Value> {
    let observed = field.observed.as_ref()?;
    let mut object = Object::default()
        .with("count", observed.count)
        .with("of", observed.of)
        .with("venues", observed.venues)
        .with("since", &observed.since);
    for (key, number) in [("null", observed.null), ("absent", observed.absent)] {
        object.put_some(key, (number > 0).then_some(number));
    }
    object.put_some("in", field.observed_in.as_deref());
    Some(Value::row(object))
}

/// Where the documents show a field.
pub(crate) fn evidence(evidence: Evidence) -> Value {
    let words = [
        ("list", evidence.list),
        ("example", evidence.example),
        ("seen", evidence.seen),
    ];
    let words = words.into_iter().filter(|(_, shown)| *shown);
    Value::row(words.map(|(word, _)| word.into()).collect::<Vec<Value>>())
}

/// A name in Rust, unless it is the one that follows from the name on the wire.
pub(crate) fn rust(name: &str, follows: Option<String>) -> Option<&str> {
    (follows.as_deref() != Some(name)).then_some(name)
}

/// Texts as a list.
pub(crate) fn texts(texts: &[String]) -> Vec<Value> {
    texts.iter().map(Value::from).collect()
}

/// The purpose of an API, with its deprecation.
pub(crate) fn purpose(package: &Package) -> String {
    let deprecated = package.deprecated.as_ref().map(Deprecation::sentence);
    let paragraphs = [Some(package.doc.trim()), deprecated.as_deref()];
    let paragraphs: Vec<String> = paragraphs.into_iter().flatten().map(prose).collect();
    paragraphs.join("\n\n")
}

/// The description of a field or parameter, with its deprecation.
pub(crate) fn description(field: &Field) -> Option<String> {
    let deprecated = field.deprecated.as_ref().map(Deprecation::sentence);
    let observed = field.observed_sentence();
    let paragraphs = field.doc.iter().chain(&deprecated).chain(&observed);
    let paragraphs = paragraphs.map(|text| prose(text));
    let paragraphs: Vec<String> = paragraphs.collect();
    (!paragraphs.is_empty()).then(|| paragraphs.join("\n\n"))
}

/// Prose as OpenAPI's `description`, which is Markdown. The `x-` members are plain text.
pub(crate) fn prose(text: &str) -> String {
    markdown::escape_markdown(text)
}
