//! JSON as a tree that keeps the text of numbers and keys that come twice.
//!
//! It is read here and not by the code under test, and not by serde_json, whose features change what a number is.

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
        let mut reader = Reader { text, at: 0 };
        let tree = reader.value()?;
        reader.space();
        if reader.at == text.len() {
            Ok(tree)
        } else {
            Err(reader.wrong("the end"))
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

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn wrong(&self, due: &str) -> String {
        let near: String = self.rest().chars().take(20).collect();
        format!("{due} is due at byte {}: {near:?}", self.at)
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn takes(&mut self, word: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn value(&mut self) -> Result<Tree, String> {
        if self.takes("null") {
            Ok(Tree::Null)
        } else if self.takes("true") {
            Ok(Tree::Bool(true))
        } else if self.takes("false") {
            Ok(Tree::Bool(false))
        } else if self.takes("[") {
            let mut items = Vec::new();
            self.each("]", |reader| {
                items.push(reader.value()?);
                Ok(())
            })?;
            Ok(Tree::List(items))
        } else if self.takes("{") {
            let mut members = Vec::new();
            self.each("}", |reader| {
                let key = reader.string()?;
                if !reader.takes(":") {
                    return Err(reader.wrong("a colon"));
                }
                members.push((key, reader.value()?));
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
            self.at += end;
            if number.is_empty() {
                return Err(self.wrong("a value"));
            }
            Ok(Tree::Number(number))
        }
    }

    fn each(
        &mut self,
        end: &str,
        mut one: impl FnMut(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        if self.takes(end) {
            return Ok(());
        }
        loop {
            one(self)?;
            if self.takes(end) {
                return Ok(());
            }
            if !self.takes(",") {
                return Err(self.wrong("a comma"));
            }
        }
    }

    fn string(&mut self) -> Result<String, String> {
        if !self.takes("\"") {
            return Err(self.wrong("a text"));
        }
        let start = self.at;
        let bytes = self.text.as_bytes();
        while *bytes.get(self.at).ok_or("a text does not end")? != b'"' {
            self.at += if bytes[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        // Escapes alone are left to serde_json: no feature changes what a text is.
        serde_json::from_str(&self.text[start - 1..self.at]).map_err(|error| error.to_string())
    }
}

/// What differs between two values: the order of keys is free, numbers are compared by their text.
pub fn differences(due: &Tree, came: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    compare(due, came, false, "", &mut found);
    found
}

/// What differs but for nulls, absent or empty lists, and the spelling of scalars.
pub fn losses(due: &Tree, came: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    compare(due, came, true, "", &mut found);
    found
}

fn compare(due: &Tree, came: &Tree, is_loose: bool, at: &str, found: &mut Vec<String>) {
    match (due, came) {
        (Tree::List(due), Tree::List(came)) if due.len() == came.len() => {
            for (index, (due, came)) in due.iter().zip(came).enumerate() {
                compare(due, came, is_loose, &format!("{at}/{index}"), found);
            }
        }
        (Tree::Object(due), Tree::Object(came)) => {
            let mut keys: Vec<&String> = due.iter().chain(came).map(|(key, _)| key).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let at = format!("{at}/{key}");
                let (due, came) = (all(due, key, is_loose), all(came, key, is_loose));
                if due.len() != came.len() {
                    found.push(format!("{at}: due {}, came {}", told(&due), told(&came)));
                    continue;
                }
                for (due, came) in due.iter().zip(&came) {
                    compare(due, came, is_loose, &at, found);
                }
            }
        }
        _ if due == came || (is_loose && is_same_scalar(due, came)) => {}
        _ => found.push(format!("{at}: due {due}, came {came}")),
    }
}

/// All the values of a key. Where spelling is free, nulls and empty lists and maps count as absent.
fn all<'a>(members: &'a [(String, Tree)], key: &str, is_loose: bool) -> Vec<&'a Tree> {
    members
        .iter()
        .filter(|(name, _)| name == key)
        .map(|(_, tree)| tree)
        .filter(|tree| !(is_loose && is_nothing(tree)))
        .collect()
}

fn is_nothing(tree: &Tree) -> bool {
    match tree {
        Tree::Null => true,
        Tree::List(items) => items.is_empty(),
        Tree::Object(members) => members.is_empty(),
        _ => false,
    }
}

fn told(trees: &[&Tree]) -> String {
    let texts: Vec<String> = trees.iter().map(ToString::to_string).collect();
    if texts.is_empty() {
        "nothing".to_owned()
    } else {
        texts.join(" and ")
    }
}

fn is_same_scalar(due: &Tree, came: &Tree) -> bool {
    match (due, came) {
        (Tree::Bool(flag), other) | (other, Tree::Bool(flag)) => boolean(other) == Some(*flag),
        (Tree::Text(due), Tree::Text(came)) => {
            day(due).is_some_and(|day| *came == day)
                || instant(due).is_some_and(|instant| self::instant(came) == Some(instant))
        }
        (Tree::Number(due) | Tree::Text(due), Tree::Number(came) | Tree::Text(came)) => {
            due == came || number(due).is_some_and(|number| self::number(came) == Some(number))
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

/// A date whose month comes first, as it is written otherwise.
fn day(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split('/').collect();
    match parts[..] {
        [month, day, year] if year.len() == 4 => Some(format!("{year}-{month}-{day}")),
        _ => None,
    }
}

fn instant(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Tree {
        Tree::read(text).unwrap()
    }

    #[test]
    fn numbers_keep_their_text_and_keys_may_come_twice() {
        let tree = read(r#" {"a": 1.50, "a": -0e1, "b\u00e9": ["x\"", null, true, {}, []]} "#);
        assert_eq!(tree.members()[0].1, Tree::Number("1.50".to_owned()));
        assert_eq!(tree.members()[1].1, Tree::Number("-0e1".to_owned()));
        assert_eq!(tree.get("bé").unwrap().items().len(), 5);
    }

    #[test]
    fn invalid_json_is_rejected() {
        for text in ["", "received", "{", "[1,]", "{} 1", "\"a", "[1 2]", "{1:2}"] {
            assert!(Tree::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn exact_comparison_ignores_the_order_of_keys() {
        assert!(
            differences(
                &read(r#"{"a":1.0,"b":2}"#),
                &read(r#"{ "b" : 2 , "a" : 1.0 }"#)
            )
            .is_empty()
        );
        for other in [
            r#"{"a":1,"b":2}"#,
            r#"{"a":1.0}"#,
            r#"{"a":1.0,"b":2,"c":null}"#,
            r#"{"a":1.0,"b":"2"}"#,
        ] {
            assert_eq!(
                differences(&read(r#"{"a":1.0,"b":2}"#), &read(other)).len(),
                1
            );
        }
    }

    #[test]
    fn loose_comparison_ignores_notation_and_absent_keys() {
        let due = read(
            r#"{"a":"1.50","b":1,"c":null,"d":[],"e":"07/04/1988","f":"2026-01-31T00:00:00+00:00"}"#,
        );
        let came =
            read(r#"{"a":1.5,"b":true,"e":"1988-07-04","f":"2026-01-31T00:00:00.000Z","g":{}}"#);
        assert_eq!(losses(&due, &came), [""; 0]);
        for (due, came) in [
            ("[\"01\"]", "[\"1\"]"),
            ("[1]", "[1.1]"),
            ("[null]", "[]"),
            ("{\"a\":0}", "{}"),
            ("{\"a\":1,\"a\":2}", "{\"a\":1}"),
        ] {
            assert_eq!(losses(&read(due), &read(came)).len(), 1, "{due}");
        }
    }
}
