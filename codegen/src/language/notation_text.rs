//! The JSON Schema of a notation, by which an editor reports a misspelled mark.

use std::ops::Deref;

use serde_json::{Value, json};

use crate::language::definitions::Definitions;
use crate::language::mark::{Argument, Mark};
use crate::language::mark_reference::reference_of_marks;
use crate::language::type_expr::scalar_words;
use crate::language::{Spanned, Wrapper};
use crate::node::Node;
use crate::source::Span;

/// A notation as a text, which is parsed later.
#[derive(Debug)]
pub(crate) struct NotationText(Spanned<String>);

impl Deref for NotationText {
    type Target = Spanned<String>;

    fn deref(&self) -> &Spanned<String> {
        &self.0
    }
}

impl Wrapper for NotationText {
    type Inner = Spanned<String>;

    fn of(inner: Spanned<String>, _: &Node, _: &Span) -> Self {
        Self(inner)
    }

    fn schema_of(definitions: &mut Definitions) -> Value {
        definitions.reference("Notation".to_owned(), |_| {
            let marks = reference_of_marks();
            json!({
                "type": "string",
                "pattern": pattern(),
                "examples": EXAMPLES,
                "markdownDescription": format!("A type, then marks:\n\n{marks}"),
            })
        })
    }
}

const EXAMPLES: [&str; 7] = [
    "string(15)",
    "integer documented_required =0",
    "string(2) =US",
    "date pii also_us_date",
    "integer unit(cents)",
    "CustomerType =recreational",
    "list(string)",
];

/// A regular expression that every notation matches. Parentheses of types are not counted, which
/// regular expressions cannot do.
fn pattern() -> String {
    let scalars: Vec<String> = scalar_words().map(escaped).collect();
    let length = r"\([0-9]+\)";
    let name = format!("[A-Z][A-Za-z0-9]*(?:{length})?");
    let types = format!("{}|string{length}|{name}", scalars.join("|"));
    let marks: Vec<String> = Mark::ALL.iter().map(|mark| pattern_of(*mark)).collect();
    let marks = marks.join("|");
    format!(r"^ *(?:(?:list|map)\()*(?:{types})\)*(?: +(?:{marks}))* *$")
}

fn pattern_of(mark: Mark) -> String {
    let row = mark.row();
    let word = escaped(row.word);
    match row.argument {
        Argument::None => word,
        Argument::InParentheses(_) => format!(r"{word}\((?:[^()]|\([^()]*\))+\)"),
        Argument::OneOf(words) => format!(r"{word}\((?:{})\)", words.join("|")),
        Argument::Value(_) => format!(r#"{word}(?:"(?:[^"\\]|\\.)*"|[^ "]+)"#),
    }
}

fn escaped(word: &str) -> String {
    word.replace('|', r"\|")
}
