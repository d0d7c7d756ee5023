//! Sentences about what is described, as Markdown, for rustdoc and OpenAPI alike.

use crate::ir::{
    Deprecation, Echo, Enum, Envelope, Field, Mark, OpenQuestions, Package, ResponseField, Retry,
    Scalar, Type, Unit,
};
use crate::markdown::{code, end_sentence, escape_markdown};

/// A text with a capital and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    capitalized(&end_sentence(text))
}

/// A text with a capital.
pub(crate) fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// The purpose of an API, with its deprecation.
pub(crate) fn purpose(package: &Package) -> String {
    let deprecated = package.deprecated.as_ref().map(Deprecation::sentence);
    let paragraphs = [Some(package.doc.trim()), deprecated.as_deref()];
    let paragraphs = paragraphs.into_iter().flatten().map(escape_markdown);
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Alternatives.
pub(crate) fn or(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" or ")
}

/// An enumeration: `a and b`, or `a, b, and c`.
pub(crate) fn and(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    match &parts[..] {
        [first, second] => format!("{first} and {second}"),
        [first @ .., last] if !first.is_empty() => format!("{}, and {last}", first.join(", ")),
        _ => parts.concat(),
    }
}

/// Fields of a response, of which one has a value.
pub(crate) fn one_of(fields: &[ResponseField]) -> String {
    or(fields.iter().map(|field| code(&field.dotted())))
}

/// That a response has no id where it must have one.
pub(crate) fn lacks_id(essential: &[ResponseField]) -> String {
    format!("shows no {}, or shows it twice", one_of(essential))
}

/// The only bodies that prove the success of a write whose response is not documented.
pub(crate) fn undocumented_success(envelope: Option<&Envelope>) -> String {
    match envelope {
        None => "empty".to_owned(),
        Some(envelope) => format!(
            "empty or the envelope alone, with {}",
            code(&format!("{}: true", envelope.success))
        ),
    }
}

/// That a response repeats another value than was sent.
pub(crate) fn is_not_repeated(echo: &Echo) -> String {
    let (response, request) = (code(&echo.response.dotted()), code(&echo.request));
    let string = echo.string.as_ref().map_or(String::new(), |string| {
        format!(", or for a string {},", code(&string.dotted()))
    });
    format!("{response}{string} is not the {request} of the request")
}

/// That a response repeats a value, and is not about a new record.
pub(crate) fn is_repeated(echo: &Echo) -> String {
    let (response, request) = (code(&echo.response.dotted()), code(&echo.request));
    format!("{response} is the {request} of the request")
}

/// The unit of a number, as a sentence.
pub(crate) fn unit(field: &Field) -> Option<String> {
    Some(match field.unit.as_ref()? {
        Unit::Known(unit) => format!("In {}.", escape_markdown(unit)),
        Unit::Unknown => "The unit is not documented.".to_owned(),
    })
}

/// What a summary does not say of something: tools show both, one after the other.
pub(crate) fn after_summary(doc: &str) -> Option<String> {
    let (_, rest) = first_sentence(doc.trim());
    (!rest.is_empty()).then(|| end_sentence(rest))
}

/// A description with notes and open questions, as paragraphs.
pub(crate) fn described(doc: &str, notes: &[String], questions: &OpenQuestions) -> String {
    let doc = std::iter::once(end_sentence(doc));
    let paragraphs = doc.chain(details(notes, questions));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// The description of an open enum.
pub(crate) fn open_enum(declared: &Enum) -> String {
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
    if declared.case_insensitive {
        out.push_str("\n\nUpper and lower case mean the same.");
    }
    if !known.is_empty() {
        out.push_str(&format!(
            "\n\nKnown values, besides which there may be others:\n\n{known}"
        ));
    }
    out
}

/// The description of a field or parameter, on one line.
pub(crate) fn field(field: &Field) -> Option<String> {
    let mut sentences: Vec<String> = field.doc.iter().map(|doc| end_sentence(doc)).collect();
    let deprecated = field.deprecated.as_ref().map(Deprecation::sentence);
    sentences.extend(deprecated.map(|text| end_sentence(&text)));
    sentences.extend(form(field));
    sentences.extend(details(&field.notes, &field.open_questions));
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// What the schema does not say about the values of a field.
fn form(field: &Field) -> Vec<String> {
    let mut sentences = Vec::new();
    sentences.extend(unit(field));
    if field.has(Mark::DocumentedRequired) {
        sentences.push("Documented as required.".to_owned());
    }
    if field.ty == Type::Scalar(Scalar::Time) && !field.has(Mark::Inferred) {
        sentences.push("The format of the time is not documented.".to_owned());
    }
    if field.has(Mark::Inferred) {
        sentences.push("The type is inferred.".to_owned());
    }
    sentences
}

/// The retry rule, as a sentence.
pub(crate) fn retry(retry: &Retry) -> String {
    end_sentence(&match retry {
        Retry::Safe => "A retry is safe.".to_owned(),
        Retry::Never { why } => format!("A retry is not safe. {why}"),
        Retry::Harmless { why } => format!("A retry does no harm. {why}"),
        Retry::UniqueKey { field, why } => format!("Unique key: `{field}`. {why}"),
        Retry::Idempotent { why, kept_hours } => {
            let kept = kept_hours.map_or(String::new(), |hours| {
                format!(" within {}", hours_text(hours))
            });
            format!("A retry with the same idempotency key is safe{kept}. {why}")
        }
    })
}

/// As in `24 hours`.
pub(crate) fn hours_text(hours: u32) -> String {
    match hours {
        1 => "an hour".to_owned(),
        hours => format!("{hours} hours"),
    }
}

/// Notes, contradictions of the documents, and what is not documented.
pub(crate) fn details(notes: &[String], questions: &OpenQuestions) -> Vec<String> {
    let notes = notes.iter().map(|note| end_sentence(note));
    notes.chain(open_questions(questions)).collect()
}

/// Contradictions of the documents, and what is not documented.
pub(crate) fn open_questions(questions: &OpenQuestions) -> Vec<String> {
    let unknowns = questions.unknowns.iter();
    let unknowns = unknowns.map(|text| unknown(text));
    contradictions(questions).chain(unknowns).collect()
}

/// What is not documented, as a sentence: of `Whether it is an id.`, `The documents do not say whether it is an id.`
pub(crate) fn unknown(text: &str) -> String {
    const QUESTIONS: [&str; 8] = [
        "Whether ", "Which ", "What ", "How ", "When ", "Where ", "Who ", "Why ",
    ];
    let is_question = QUESTIONS.iter().any(|word| text.starts_with(word));
    let verb = if is_question { "say" } else { "show" };
    let text = continued(text).replacen(", and ", ", nor ", 1);
    end_sentence(&format!("The documents do not {verb} {text}"))
}

/// A text within a sentence: its first word begins with a small letter, unless it is all capitals.
pub(crate) fn continued(text: &str) -> String {
    let mut characters = text.chars();
    let first: String = characters.next().into_iter().collect();
    let rest = characters.as_str();
    match rest.starts_with(|second: char| !second.is_uppercase()) {
        true => first.to_lowercase() + rest,
        false => first + rest,
    }
}

/// Contradictions of the documents: what the clients of this project make of them, then both sides.
pub(crate) fn contradictions(questions: &OpenQuestions) -> impl Iterator<Item = String> {
    let conflicts = questions.conflicts.iter();
    conflicts.map(|conflict| {
        let (so, sides) = (
            end_sentence(&conflict.so),
            sides(&conflict.says, &conflict.but),
        );
        format!("{so} (The documents disagree: {})", continued(&sides))
    })
}

/// Both sides of a contradiction, as a sentence.
pub(crate) fn sides(says: &str, but: &str) -> String {
    let says = says.trim().trim_end_matches('.');
    end_sentence(&format!("{says}, but {}", continued(but.trim())))
}

/// Names of operations as those of their types, as in the text of a client: `ListVenues` for `list_venues`.
pub(crate) fn with_rust_names(package: &Package, text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(index, part)| {
        let mut named = package.operations().filter(|_| index % 2 == 1);
        let operation = named.find(|operation| operation.name == part);
        operation.map_or(part, |operation| operation.rust.as_str())
    });
    parts.collect::<Vec<_>>().join("`")
}

/// Splits after the first full stop that a capital or code follows.
pub(crate) fn first_sentence(doc: &str) -> (&str, &str) {
    let end = doc
        .match_indices(". ")
        .map(|(index, _)| index + 1)
        .find(|index| {
            let next = doc[*index..].trim_start().chars().next();
            next.is_some_and(|next| next.is_uppercase() || next == '`')
        });
    let (first, rest) = doc.split_at(end.unwrap_or(doc.len()));
    (first, rest.trim())
}

/// The first sentence as a title, without a full stop.
pub(crate) fn summary(doc: &str) -> String {
    let (first, _) = first_sentence(doc.trim());
    let words: Vec<&str> = first.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_owned()
}
