//! The type of a field: the first word of its notation.

use std::ops::Range;

use crate::language::limits::limit;
use crate::language::scalar::Scalar;

/// The type that a field is written with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypeExpr {
    /// A scalar, and the documents' word for it.
    Scalar(Scalar, &'static str),
    List(Box<TypeExpr>),
    Map(Box<TypeExpr>),
    /// A name, and its range in the notation.
    Named(String, Range<usize>),
}

impl TypeExpr {
    pub(crate) const JSON: Self = Self::Scalar(Scalar::Json, "json");

    /// The documents' word for the scalar, where they have several.
    pub(crate) fn documented_as(&self) -> Option<&'static str> {
        match self {
            Self::Scalar(scalar, word) => (*word != scalar.row().name).then_some(*word),
            Self::List(inner) | Self::Map(inner) => inner.documented_as(),
            _ => None,
        }
    }
}

/// A part of a notation that is not understood.
#[derive(Debug)]
pub(crate) struct NotationError {
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

/// The words of the scalar types.
pub(crate) fn scalar_words() -> impl Iterator<Item = &'static str> {
    let rows = Scalar::ALL.iter().map(|scalar| scalar.row());
    rows.flat_map(|row| row.words.iter().copied())
}

/// The type word that is meant by a word of another language, or by another case.
pub(crate) fn meant_type_word(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    let scalar = scalar_words().find(|scalar| *scalar == word);
    scalar.or(match word.as_str() {
        "array" | "list" => Some("list(…)"),
        "dict" | "map" => Some("map(…)"),
        word => Scalar::meant_by(word),
    })
}

/// The words of the type position, for suggestions.
pub(crate) fn type_words() -> impl Iterator<Item = &'static str> {
    scalar_words().chain(["list(…)", "map(…)"])
}

/// Deeper nesting than a field can need.
const DEEPEST: usize = 8;

pub(crate) fn type_expr(
    word: &str,
    start: usize,
    depth: usize,
    errors: &mut Vec<NotationError>,
) -> (TypeExpr, Option<u64>) {
    let range = start..start + word.len();
    if word.is_empty() {
        errors.push(NotationError {
            range,
            message: "missing type".to_owned(),
            help: Some("write it like `list(string)`".to_owned()),
        });
        return (TypeExpr::JSON, None);
    }
    if depth > DEEPEST {
        errors.push(NotationError {
            range,
            message: format!("type nested deeper than {DEEPEST} levels"),
            help: None,
        });
        return (TypeExpr::JSON, None);
    }
    if let Some((scalar, word)) = Scalar::of_word(word) {
        return (TypeExpr::Scalar(scalar, word), None);
    }
    if let Some((head, inner)) = word.strip_suffix(')').and_then(|word| word.split_once('(')) {
        return type_with_argument(head, inner, range, depth, errors);
    }
    (TypeExpr::Named(word.to_owned(), range), None)
}

/// `head(inner)`: a list, a map, or a text with a maximum length.
fn type_with_argument(
    head: &str,
    inner: &str,
    range: Range<usize>,
    depth: usize,
    errors: &mut Vec<NotationError>,
) -> (TypeExpr, Option<u64>) {
    let start = range.start;
    match head {
        "list" | "map" => {
            let (inner, max) = type_expr(inner, start + head.len() + 1, depth + 1, errors);
            let make = if head == "list" {
                TypeExpr::List
            } else {
                TypeExpr::Map
            };
            return (make(Box::new(inner)), max);
        }
        // An enum or an id is a text, too, and can have a maximum.
        head if head == "string" || head.starts_with(|c: char| c.is_ascii_uppercase()) => {
            match inner.parse() {
                Ok(max) if max > 0 => {
                    let type_expr = match head {
                        "string" => TypeExpr::Scalar(Scalar::Text, "string"),
                        name => TypeExpr::Named(name.to_owned(), start..start + name.len()),
                    };
                    return (type_expr, Some(max));
                }
                _ => errors.push(NotationError {
                    range,
                    message: format!("invalid maximum length `{inner}`"),
                    help: Some("write a number of characters, as in `string(15)`".to_owned()),
                }),
            }
        }
        _ => errors.push(NotationError {
            range,
            message: match scalar_words().any(|word| word == head) {
                true => format!("type `{head}` takes no argument"),
                false => format!("unknown type `{head}`"),
            },
            help: match crate::suggest::nearest(head, ["string", "list", "map"])
                .or_else(|| meant_type_word(head).filter(|meant| *meant != head))
            {
                Some(near) => Some(format!("did you mean `{near}`?")),
                None if scalar_words().any(|word| word == head) => {
                    limit("bounds").map(str::to_owned)
                }
                None if limit(head).is_some() => limit(head).map(str::to_owned),
                None => Some(
                    "types with an argument: `string(15)`, `Name(50)`, `list(T)`, `map(T)`"
                        .to_owned(),
                ),
            },
        }),
    }
    (TypeExpr::JSON, None)
}
