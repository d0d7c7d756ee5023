//! JSON as a tree that keeps the text of numbers and duplicate keys.
//!
//! Its own parser, since the code under test cannot check itself, and the features of serde_json
//! change numbers.

use std::fmt;

use api_wire::Timestamp;
use api_wire::rust_decimal::Decimal;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// The text of a number.
    Number(String),
    /// A text without its quotes and escapes.
    Text(String),
    /// A list.
    List(Vec<Tree>),
    /// The members of an object, in their order.
    Object(Vec<(String, Tree)>),
}

impl Tree {
    /// Reads one JSON value.
    ///
    /// # Errors
    ///
    /// When the text is something else.
    pub fn read(text: &str) -> Result<Tree, String> {
        let mut parser = Parser { text, offset: 0 };
        let tree = parser.value()?;
        parser.skip_whitespace();
        if parser.offset == text.len() {
            Ok(tree)
        } else {
            Err(parser.error("the end of the text"))
        }
    }

    /// The first value under a key of an object.
    pub fn get(&self, key: &str) -> Option<&Tree> {
        match self {
            Tree::Object(members) => members
                .iter()
                .find(|(name, _)| name == key)
                .map(|(_, tree)| tree),
            _ => None,
        }
    }

    /// The value at a JSON pointer.
    pub fn at(&self, pointer: &str) -> Option<&Tree> {
        let mut segments = pointer.split('/').skip(1);
        segments.try_fold(self, |tree, segment| match tree {
            Tree::List(items) => items.get(segment.parse::<usize>().ok()?),
            _ => tree.get(segment),
        })
    }

    /// The items of a list.
    pub fn items(&self) -> &[Tree] {
        match self {
            Tree::List(items) => items,
            _ => &[],
        }
    }

    /// The members of an object.
    pub fn members(&self) -> &[(String, Tree)] {
        match self {
            Tree::Object(members) => members,
            _ => &[],
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Null => f.write_str("null"),
            Tree::Bool(value) => value.fmt(f),
            Tree::Number(text) => f.write_str(text),
            Tree::Text(text) => write!(f, "{text:?}"),
            Tree::List(items) => write!(f, "a list of {}", items.len()),
            Tree::Object(members) => write!(f, "an object of {}", members.len()),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    offset: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.offset..]
    }

    fn error(&self, expected: &str) -> String {
        let near: String = self.rest().chars().take(20).collect();
        format!("expected {expected} at byte {}: {near:?}", self.offset)
    }

    fn skip_whitespace(&mut self) {
        self.offset += self.rest().len() - self.rest().trim_start().len();
    }

    fn consume(&mut self, token: &str) -> bool {
        self.skip_whitespace();
        let found = self.rest().starts_with(token);
        self.offset += if found { token.len() } else { 0 };
        found
    }

    fn value(&mut self) -> Result<Tree, String> {
        if self.consume("null") {
            Ok(Tree::Null)
        } else if self.consume("true") {
            Ok(Tree::Bool(true))
        } else if self.consume("false") {
            Ok(Tree::Bool(false))
        } else if self.consume("[") {
            let mut items = Vec::new();
            self.separated("]", |parser| {
                items.push(parser.value()?);
                Ok(())
            })?;
            Ok(Tree::List(items))
        } else if self.consume("{") {
            let mut members = Vec::new();
            self.separated("}", |parser| {
                let key = parser.string()?;
                if !parser.consume(":") {
                    return Err(parser.error("a colon"));
                }
                members.push((key, parser.value()?));
                Ok(())
            })?;
            Ok(Tree::Object(members))
        } else if self.rest().starts_with('"') {
            Ok(Tree::Text(self.string()?))
        } else {
            let digits = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
            let end = self
                .rest()
                .find(|c| !digits(c))
                .unwrap_or(self.rest().len());
            let number = self.rest()[..end].to_owned();
            self.offset += end;
            if number.is_empty() {
                return Err(self.error("a value"));
            }
            Ok(Tree::Number(number))
        }
    }

    fn separated(
        &mut self,
        end: &str,
        mut parse_item: impl FnMut(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        if self.consume(end) {
            return Ok(());
        }
        loop {
            parse_item(self)?;
            if self.consume(end) {
                return Ok(());
            }
            if !self.consume(",") {
                return Err(self.error("a comma"));
            }
        }
    }

    fn string(&mut self) -> Result<String, String> {
        if !self.consume("\"") {
            return Err(self.error("a string"));
        }
        let start = self.offset;
        let bytes = self.text.as_bytes();
        while *bytes.get(self.offset).ok_or("unterminated string")? != b'"' {
            self.offset += if bytes[self.offset] == b'\\' { 2 } else { 1 };
        }
        self.offset += 1;
        // Only escapes are left to serde_json: no feature of it changes a string.
        serde_json::from_str(&self.text[start - 1..self.offset]).map_err(|error| error.to_string())
    }
}

/// The differences of two values. The order of keys is free; numbers are compared by their text.
pub fn differences(expected: &Tree, actual: &Tree) -> Vec<String> {
    let mut differences = Vec::new();
    compare(expected, actual, false, "", &mut differences);
    differences
}

/// The differences other than nulls, absent or empty lists, and the notation of scalars.
pub fn losses(expected: &Tree, actual: &Tree) -> Vec<String> {
    let mut differences = Vec::new();
    compare(expected, actual, true, "", &mut differences);
    differences
}

fn compare(
    expected: &Tree,
    actual: &Tree,
    is_lenient: bool,
    pointer: &str,
    differences: &mut Vec<String>,
) {
    match (expected, actual) {
        (Tree::List(expected), Tree::List(actual)) if expected.len() == actual.len() => {
            for (index, (expected, actual)) in expected.iter().zip(actual).enumerate() {
                compare(
                    expected,
                    actual,
                    is_lenient,
                    &format!("{pointer}/{index}"),
                    differences,
                );
            }
        }
        (Tree::Object(expected), Tree::Object(actual)) => {
            let mut keys: Vec<&String> =
                expected.iter().chain(actual).map(|(key, _)| key).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let pointer = format!("{pointer}/{key}");
                let (expected, actual) = (
                    values(expected, key, is_lenient),
                    values(actual, key, is_lenient),
                );
                if expected.len() != actual.len() {
                    differences.push(format!(
                        "{pointer}: expected {}, found {}",
                        describe(&expected),
                        describe(&actual)
                    ));
                    continue;
                }
                for (expected, actual) in expected.iter().zip(&actual) {
                    compare(expected, actual, is_lenient, &pointer, differences);
                }
            }
        }
        _ if expected == actual || (is_lenient && is_same_scalar(expected, actual)) => {}
        _ => differences.push(format!("{pointer}: expected {expected}, found {actual}")),
    }
}

/// All values of a key. In a lenient comparison nulls, empty lists and empty maps count as absent.
fn values<'a>(members: &'a [(String, Tree)], key: &str, is_lenient: bool) -> Vec<&'a Tree> {
    members
        .iter()
        .filter(|(name, _)| name == key)
        .map(|(_, tree)| tree)
        .filter(|tree| !(is_lenient && is_empty(tree)))
        .collect()
}

fn is_empty(tree: &Tree) -> bool {
    match tree {
        Tree::Null => true,
        Tree::List(items) => items.is_empty(),
        Tree::Object(members) => members.is_empty(),
        _ => false,
    }
}

fn describe(trees: &[&Tree]) -> String {
    let texts: Vec<String> = trees.iter().map(ToString::to_string).collect();
    if texts.is_empty() {
        "nothing".to_owned()
    } else {
        texts.join(" and ")
    }
}

fn is_same_scalar(expected: &Tree, actual: &Tree) -> bool {
    match (expected, actual) {
        (Tree::Bool(flag), other) | (other, Tree::Bool(flag)) => boolean(other) == Some(*flag),
        (Tree::Text(expected), Tree::Text(actual)) => {
            us_date(expected).is_some_and(|date| *actual == date)
                || instant(expected).is_some_and(|instant| self::instant(actual) == Some(instant))
        }
        (
            Tree::Number(expected) | Tree::Text(expected),
            Tree::Number(actual) | Tree::Text(actual),
        ) => {
            expected == actual
                || number(expected).is_some_and(|number| self::number(actual) == Some(number))
        }
        _ => false,
    }
}

fn boolean(tree: &Tree) -> Option<bool> {
    match tree {
        Tree::Bool(flag) => Some(*flag),
        Tree::Number(text) | Tree::Text(text) => match text.as_str() {
            "1" | "true" => Some(true),
            "0" | "false" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn number(text: &str) -> Option<Decimal> {
    Decimal::from_str_exact(text)
        .ok()
        .map(|number| number.normalize())
}

/// A `MM/DD/YYYY` date as `YYYY-MM-DD`.
fn us_date(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split('/').collect();
    match parts[..] {
        [month, day, year] if year.len() == 4 => Some(format!("{year}-{month}-{day}")),
        _ => None,
    }
}

fn instant(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}
