//! The type of a field: the first word of its notation.

use std::ops::Range;

/// The type that a field is written with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// `string`, or `text`, which the documents use for long ones.
    Text {
        long: bool,
    },
    Integer {
        bits: u8,
    },
    /// `decimal`, `float` or `number`: the word of the documents.
    Decimal(&'static str),
    Boolean,
    Date,
    DateTime,
    LocalDateTime,
    Time,
    Json,
    IntegerOrText,
    List(Box<Base>),
    Map(Box<Base>),
    /// A name, and where it stands in the notation.
    Named(String, Range<usize>),
}

/// A part of a notation that is not understood.
#[derive(Debug)]
pub(crate) struct Misspelt {
    pub(crate) at: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

/// The scalar types, by their words.
const TYPES: [(&str, Base); 15] = [
    ("string", Base::Text { long: false }),
    ("text", Base::Text { long: true }),
    ("integer", Base::Integer { bits: 64 }),
    ("int32", Base::Integer { bits: 32 }),
    ("decimal", Base::Decimal("decimal")),
    ("float", Base::Decimal("float")),
    ("number", Base::Decimal("number")),
    ("boolean", Base::Boolean),
    ("date", Base::Date),
    ("datetime", Base::DateTime),
    ("local_datetime", Base::LocalDateTime),
    ("time", Base::Time),
    ("json", Base::Json),
    ("integer|string", Base::IntegerOrText),
    ("string|integer", Base::IntegerOrText),
];

/// The words of the type position, for suggestions.
pub(crate) fn type_words() -> impl Iterator<Item = &'static str> {
    TYPES
        .iter()
        .map(|(word, _)| *word)
        .chain(["list(…)", "map(…)"])
}

/// Deeper nesting than a field can need.
const DEEPEST: usize = 8;

pub(crate) fn base(
    word: &str,
    at: usize,
    depth: usize,
    wrong: &mut Vec<Misspelt>,
) -> (Base, Option<u64>) {
    let span = at..at + word.len();
    if depth > DEEPEST {
        wrong.push(Misspelt {
            at: span,
            message: format!("a type is nested at most {DEEPEST} levels deep"),
            help: None,
        });
        return (Base::Json, None);
    }
    if let Some((_, base)) = TYPES.iter().find(|(name, _)| *name == word) {
        return (base.clone(), None);
    }
    if let Some((head, inner)) = word.strip_suffix(')').and_then(|word| word.split_once('(')) {
        match head {
            "list" | "map" => {
                let (inner, max) = base(inner, at + head.len() + 1, depth + 1, wrong);
                let make = if head == "list" {
                    Base::List
                } else {
                    Base::Map
                };
                return (make(Box::new(inner)), max);
            }
            // An enum or an id is a text, too, and can have a maximum.
            head if head == "string" || head.starts_with(|c: char| c.is_ascii_uppercase()) => {
                match inner.parse() {
                    Ok(max) if max > 0 => {
                        let base = match head {
                            "string" => Base::Text { long: false },
                            name => Base::Named(name.to_owned(), at..at + name.len()),
                        };
                        return (base, Some(max));
                    }
                    _ => wrong.push(Misspelt {
                        at: span,
                        message: format!("`{inner}` is no maximum length"),
                        help: Some("write a number of characters, as in `string(15)`".to_owned()),
                    }),
                }
            }
            _ => wrong.push(Misspelt {
                at: span,
                message: format!("`{head}` takes nothing in parentheses"),
                help: match crate::suggest::nearest(head, ["string", "list", "map"]) {
                    Some(near) => Some(format!("did you mean `{near}`?")),
                    None => Some("`string(15)`, `Name(50)`, `list(T)` and `map(T)` do".to_owned()),
                },
            }),
        }
        return (Base::Json, None);
    }
    (Base::Named(word.to_owned(), span), None)
}
