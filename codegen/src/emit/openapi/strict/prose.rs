//! Descriptions: what the spec says besides types, as Markdown.

use crate::emit::openapi::extensions;
use crate::emit::rust::markdown::end_sentence;
use crate::ir::{Deprecation, Enum, Field, OpenQuestions, Resource, Unit};

/// A text with a capital and a full stop.
pub(super) fn sentence(text: &str) -> String {
    capitalized(&end_sentence(text))
}

/// A text with a capital.
pub(super) fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// Facts as a list.
pub(super) fn bullets(facts: &[String]) -> String {
    let facts = facts
        .iter()
        .map(|fact| format!("- {}", extensions::prose(fact)));
    facts.collect::<Vec<_>>().join("\n")
}

/// The description of a resource.
pub(super) fn resource(resource: &Resource) -> String {
    described(&resource.doc, &[], &resource.open_questions)
}

/// A description with notes and open questions, as paragraphs.
pub(super) fn described(doc: &str, notes: &[String], questions: &OpenQuestions) -> String {
    let doc = std::iter::once(end_sentence(doc));
    let paragraphs = doc.chain(details(notes, questions));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// The description of an open enum.
pub(super) fn open_enum(declared: &Enum) -> String {
    let values = declared.values.iter().map(|value| {
        let deprecated = value.deprecated.as_ref().map(Deprecation::sentence);
        let texts = value.doc.iter().chain(&deprecated);
        let sentences: Vec<String> = texts.map(|text| end_sentence(text)).collect();
        match sentences.is_empty() {
            true => format!("- `{}`", value.text),
            false => format!("- `{}`: {}", value.text, sentences.join(" ")),
        }
    });
    let known = values.collect::<Vec<_>>().join("\n");
    let mut out = described(&declared.doc, &declared.notes, &declared.open_questions);
    if !known.is_empty() {
        out.push_str(&format!(
            "\n\nKnown values, besides which there may be others:\n\n{known}"
        ));
    }
    out
}

/// The description of a field or parameter, on one line. `types` is a sentence about its types.
pub(super) fn field(field: &Field, types: Option<&str>) -> Option<String> {
    let mut sentences: Vec<String> = field.doc.iter().map(|doc| end_sentence(doc)).collect();
    let deprecated = field.deprecated.as_ref().map(Deprecation::sentence);
    sentences.extend(deprecated.map(|text| end_sentence(&text)));
    sentences.extend(types.map(str::to_owned));
    if let Some(Unit::Known(unit)) = &field.unit {
        sentences.push(end_sentence(&format!("Unit: {unit}")));
    }
    sentences.extend(field.observed_sentence());
    sentences.extend(details(&field.notes, &field.open_questions));
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Notes, contradictions of the documents, and what is not documented. How the clients of this project
/// treat them is for their own docs.
pub(super) fn details(notes: &[String], questions: &OpenQuestions) -> Vec<String> {
    let notes = notes.iter().map(|note| end_sentence(note));
    let conflicts = questions.conflicts.iter();
    let conflicts = conflicts.map(|(conflict, _)| {
        let (says, but) = (end_sentence(&conflict.says), end_sentence(&conflict.but));
        format!("Contradiction: {says} {but}")
    });
    let unknowns = questions.unknowns.iter();
    let unknowns = unknowns.map(|(text, _)| format!("Not documented: {}", end_sentence(text)));
    notes.chain(conflicts).chain(unknowns).collect()
}
