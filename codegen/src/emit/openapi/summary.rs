//! `summary` and `description` from prose.

use crate::emit::openapi::extensions;
use crate::emit::openapi::json::Object;

/// The first sentence, which is plain text in OpenAPI, and the rest as Markdown, followed by `more`
/// paragraphs.
pub(crate) fn summary_and_description(doc: &str, more: &[String]) -> Object {
    let (first, rest) = first_sentence(doc.trim());
    let mut object = Object::default().with(
        "summary",
        first.split_whitespace().collect::<Vec<_>>().join(" "),
    );
    let paragraphs = std::iter::once(rest).chain(more.iter().map(String::as_str));
    let paragraphs: Vec<String> = paragraphs
        .filter(|paragraph| !paragraph.is_empty())
        .map(extensions::prose)
        .collect();
    if !paragraphs.is_empty() {
        object.put("description", paragraphs.join("\n\n"));
    }
    object
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

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn the_first_sentence_ends_before_a_capital_or_code() {
        assert_eq!(first_sentence("One. Two. Three."), ("One.", "Two. Three."));
        assert_eq!(
            first_sentence("As in v1. or so. `x` is y."),
            ("As in v1. or so.", "`x` is y.")
        );
        assert_eq!(first_sentence("Only one"), ("Only one", ""));
        assert_eq!(first_sentence(""), ("", ""));
    }
}
