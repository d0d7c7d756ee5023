//! Compares the JSON that was read with the JSON that was written.
//!
//! Parses the written text into raw values of serde_json, which keep the digits of numbers and
//! duplicate keys, whatever the features of serde_json.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::value::{Normalized, Value};

/// The first difference of the written text, if there is one.
///
/// Nulls, empty lists and absent members are the same, as are the notations of a scalar. Verbatim
/// text has to be the same text.
pub(crate) fn difference(sent: &Value, written: &str) -> Option<String> {
    compare(sent, written, "").err()
}

fn compare(sent: &Value, written: &str, pointer: &str) -> Result<(), String> {
    let differs = |why: &str| {
        Err(format!(
            "at `{pointer}`: {why}: sent {}, written {written}",
            sent.json()
        ))
    };
    match sent {
        Value::Null => match written {
            "null" => Ok(()),
            _ => differs("expected null"),
        },
        Value::Verbatim { json, .. } => match written == json {
            true => Ok(()),
            false => differs("not verbatim"),
        },
        Value::Scalar { normalized, .. } => match normalize(written) {
            Some(found) if is_same(normalized, &found) => Ok(()),
            _ => differs("different value"),
        },
        Value::List(items) => {
            let Ok(found) = serde_json::from_str::<Vec<&RawValue>>(written) else {
                return differs("expected a list");
            };
            if found.len() != items.len() {
                return differs("different number of items");
            }
            let mut pairs = items.iter().zip(found).enumerate();
            pairs.try_for_each(|(index, (item, found))| {
                compare(item, found.get(), &format!("{pointer}/{index}"))
            })
        }
        Value::Object(members) => {
            let Ok(Members(found)) = serde_json::from_str(written) else {
                return differs("expected an object");
            };
            if let Some((key, _)) = found
                .iter()
                .find(|(key, _)| members.iter().all(|(sent, _)| sent != key))
            {
                return differs(&format!("unexpected key `{key}`"));
            }
            let mut keys: Vec<&str> = members.iter().map(|(key, _)| key.as_str()).collect();
            keys.sort_unstable();
            keys.dedup();
            keys.into_iter().try_for_each(|key| {
                let sent = members
                    .iter()
                    .filter(|(sent, _)| sent == key)
                    .map(|(_, value)| value);
                let found = found
                    .iter()
                    .filter(|(found, _)| found == key)
                    .map(|(_, value)| value.get());
                compare_members(sent, found, &format!("{pointer}/{key}"))
            })
        }
    }
}

/// Compares the sent and the written values of one key.
fn compare_members<'a>(
    sent: impl Iterator<Item = &'a Value>,
    written: impl Iterator<Item = &'a str>,
    pointer: &str,
) -> Result<(), String> {
    let mut sent = sent.filter(|value| !value.is_absent()).peekable();
    for written in written {
        match sent.peek() {
            Some(next) => {
                let result = compare(next, written, pointer);
                if result.is_ok() {
                    sent.next();
                } else if !matches!(written, "null" | "[]") {
                    return result;
                }
            }
            None if matches!(written, "null" | "[]") => {}
            None => {
                return Err(format!("at `{pointer}`: unexpected {written}"));
            }
        }
    }
    match sent.next() {
        Some(missing) => Err(format!("at `{pointer}`: missing {}", missing.json())),
        None => Ok(()),
    }
}

fn normalize(written: &str) -> Option<Normalized> {
    match written.as_bytes().first()? {
        b'"' => serde_json::from_str(written).ok().map(Normalized::Text),
        b't' | b'f' => Some(Normalized::Boolean(written == "true")),
        b'-' | b'0'..=b'9' => Some(Normalized::Number(written.to_owned())),
        _ => None,
    }
}

fn is_same(sent: &Normalized, written: &Normalized) -> bool {
    match (sent, written) {
        (Normalized::Number(sent), Normalized::Number(written)) => digits(sent) == digits(written),
        _ => sent == written,
    }
}

/// A number as sign, digits without zeros at either end, and power of ten.
fn digits(number: &str) -> (bool, String, i64) {
    let (sign, magnitude) = match number.strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, number),
    };
    let (mantissa, power) = magnitude.split_once(['e', 'E']).unwrap_or((magnitude, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_end_matches('0');
    if significant.trim_start_matches('0').is_empty() {
        return (false, String::new(), 0);
    }
    let zeros = digits.len() - significant.len();
    let power: i64 = power.parse().expect("a power of ten");
    let power =
        power + i64::try_from(zeros).expect("few") - i64::try_from(fraction.len()).expect("few");
    (sign, significant.trim_start_matches('0').to_owned(), power)
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
