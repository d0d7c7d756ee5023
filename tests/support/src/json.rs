//! JSON as a tree that keeps the text of numbers and duplicate keys, read by raw values of serde_json: these are the same
//! whatever its features.

use std::fmt;
use std::str::FromStr;

use api_wire::{LocalDateTime, Timestamp};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// The text of a number.
    Number(String),
    /// A text without its quotes and escapes; or as it is written, with half of a surrogate pair, of which there is no `String`.
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
        serde_json::from_str::<&RawValue>(text)
            .and_then(Self::of_raw)
            .map_err(|error| error.to_string())
    }

    fn of_raw(raw: &RawValue) -> serde_json::Result<Tree> {
        let text = raw.get();
        Ok(match text.as_bytes()[0] {
            b'n' => Tree::Null,
            b't' | b'f' => Tree::Bool(text == "true"),
            b'"' => Tree::Text(serde_json::from_str(text).unwrap_or_else(|_| text.to_owned())),
            b'[' => {
                let items: Vec<&RawValue> = serde_json::from_str(text)?;
                Tree::List(
                    items
                        .into_iter()
                        .map(Self::of_raw)
                        .collect::<Result<_, _>>()?,
                )
            }
            b'{' => {
                let Members(members) = serde_json::from_str(text)?;
                let members = members.into_iter();
                let members = members.map(|(key, value)| Ok((key, Self::of_raw(value)?)));
                Tree::Object(members.collect::<serde_json::Result<_>>()?)
            }
            _ => Tree::Number(text.to_owned()),
        })
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

/// The members of an object in their order, with duplicate keys.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;

        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(MembersVisitor)
    }
}

/// When two values are the same.
struct Rules {
    is_same: fn(&Tree, &Tree) -> bool,
    /// Whether a member with this value counts as absent.
    is_absent: fn(&Tree) -> bool,
}

/// The differences of two values. The order of keys is free; numbers are compared by their text.
pub fn differences(expected: &Tree, actual: &Tree) -> Vec<String> {
    let is_same = |expected: &Tree, actual: &Tree| expected == actual;
    let is_absent = |_: &Tree| false;
    Rules { is_same, is_absent }.differences(expected, actual)
}

/// The differences other than nulls, absent or empty lists, and the notation of numbers.
pub fn changes(expected: &Tree, actual: &Tree) -> Vec<String> {
    let is_same = |expected: &Tree, actual: &Tree| match (expected, actual) {
        (Tree::Number(expected), Tree::Number(actual)) => is_same_number(expected, actual),
        _ => expected == actual,
    };
    let is_absent = |tree: &Tree| matches!(tree, Tree::Null) || *tree == Tree::List(vec![]);
    Rules { is_same, is_absent }.differences(expected, actual)
}

/// The differences other than nulls, absent or empty lists and maps, and the notation of scalars.
pub fn losses(expected: &Tree, actual: &Tree) -> Vec<String> {
    let is_same =
        |expected: &Tree, actual: &Tree| expected == actual || is_same_scalar(expected, actual);
    Rules {
        is_same,
        is_absent: is_empty,
    }
    .differences(expected, actual)
}

impl Rules {
    fn differences(&self, expected: &Tree, actual: &Tree) -> Vec<String> {
        let mut differences = Vec::new();
        self.compare(expected, actual, "", &mut differences);
        differences
    }

    fn compare(
        &self,
        expected: &Tree,
        actual: &Tree,
        pointer: &str,
        differences: &mut Vec<String>,
    ) {
        match (expected, actual) {
            (Tree::List(expected), Tree::List(actual)) if expected.len() == actual.len() => {
                for (index, (expected, actual)) in expected.iter().zip(actual).enumerate() {
                    self.compare(expected, actual, &format!("{pointer}/{index}"), differences);
                }
            }
            (Tree::Object(expected), Tree::Object(actual)) => {
                let mut keys: Vec<&String> =
                    expected.iter().chain(actual).map(|(key, _)| key).collect();
                keys.sort();
                keys.dedup();
                for key in keys {
                    let pointer = format!("{pointer}/{key}");
                    let (expected, actual) = (self.values(expected, key), self.values(actual, key));
                    if expected.len() != actual.len() {
                        differences.push(format!(
                            "{pointer}: expected {}, found {}",
                            describe(&expected),
                            describe(&actual)
                        ));
                        continue;
                    }
                    for (expected, actual) in expected.iter().zip(&actual) {
                        self.compare(expected, actual, &pointer, differences);
                    }
                }
            }
            _ if (self.is_same)(expected, actual) => {}
            _ => differences.push(format!("{pointer}: expected {expected}, found {actual}")),
        }
    }

    /// All values of a key that count as present.
    fn values<'a>(&self, members: &'a [(String, Tree)], key: &str) -> Vec<&'a Tree> {
        let values = members.iter().filter(|(name, _)| name == key);
        let values = values.map(|(_, tree)| tree);
        values.filter(|tree| !(self.is_absent)(tree)).collect()
    }
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
                || is_same_as::<Timestamp>(expected, actual)
                || is_same_as::<LocalDateTime>(expected, actual)
                || is_same_number(expected, actual)
        }
        (
            Tree::Number(expected) | Tree::Text(expected),
            Tree::Number(actual) | Tree::Text(actual),
        ) => expected == actual || is_same_number(expected, actual),
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

fn is_same_number(expected: &str, actual: &str) -> bool {
    number(expected).is_some_and(|number| self::number(actual) == Some(number))
}

/// A number of JSON as sign, digits without zeros at either end, and power of ten.
fn number(text: &str) -> Option<(bool, String, i128)> {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let magnitude = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, power) = magnitude.split_once(['e', 'E']).unwrap_or((magnitude, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_leading_zero = whole.len() > 1 && whole.starts_with('0');
    if whole.is_empty() || mantissa.ends_with('.') || has_leading_zero {
        return None;
    }
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_end_matches('0');
    if !is_digits(&digits) || !is_digits(power.trim_start_matches(['+', '-'])) {
        return None;
    }
    // Zero is zero with any power.
    if significant.is_empty() {
        return Some((false, String::new(), 0));
    }
    let zeros = i128::try_from(digits.len() - significant.len()).ok()?;
    let power = power.parse::<i128>().ok()? + zeros - i128::try_from(fraction.len()).ok()?;
    let is_negative = text.starts_with('-');
    Some((
        is_negative,
        significant.trim_start_matches('0').to_owned(),
        power,
    ))
}

/// A `MM/DD/YYYY` date as `YYYY-MM-DD`.
fn us_date(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split('/').collect();
    match parts[..] {
        [month, day, year] if year.len() == 4 => Some(format!("{year}-{month}-{day}")),
        _ => None,
    }
}

fn is_same_as<T: FromStr + PartialEq>(expected: &str, actual: &str) -> bool {
    let expected = expected.parse::<T>().ok();
    expected.is_some() && expected == actual.parse().ok()
}
