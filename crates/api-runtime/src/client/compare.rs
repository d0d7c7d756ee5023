//! Compares a record with the request that was sent to create it, as far as both show the values.

use std::fmt;

use crate::FoundRecord;
use crate::client::comparison::Comparison;
use crate::client::difference::Difference;
use crate::error::redactor::Redactor;
use crate::request::sent_body::SentBody;

/// The record in a response, compared with the body that was sent.
#[derive(Debug, PartialEq)]
pub(crate) struct Compared {
    pub(crate) differences: Vec<Difference>,
    /// Whether the record has the unique key under the name that it has in the body.
    pub(crate) has_key: bool,
    /// Whether the record has an id or fields of the body besides its unique key.
    pub(crate) has_values: bool,
}

/// Why a record does not prove that it was created by the body that was sent.
#[derive(Debug, PartialEq)]
pub(crate) enum Unproven {
    /// Duplicate keys contradict each other, and which one the server means is unknown.
    DuplicateKey(String),
    /// The response has no record at the place.
    NoRecord,
    OtherUniqueKey,
    NoUniqueKey,
    /// The unique key alone may be that of the request.
    OnlyUniqueKey,
}

impl fmt::Display for Unproven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateKey(pointer) => write!(f, "duplicate key {pointer}"),
            Self::NoRecord => f.write_str("the record cannot be compared"),
            Self::OtherUniqueKey => f.write_str("the record has another unique key"),
            Self::NoUniqueKey => f.write_str("the record does not show its unique key"),
            Self::OnlyUniqueKey => f.write_str("the record has nothing but the unique key"),
        }
    }
}

/// Compares the body that was sent with the record in a response.
///
/// A value that is missing or null on either side is no difference. Numbers are compared by value,
/// and may be strings, as in every response; times by the instant or the date; texts but for case
/// and white space; items in any order; and hidden texts that may be telephone numbers by their
/// digits.
pub(crate) fn compare(
    sent: &SentBody<'_>,
    response: &str,
    place: &FoundRecord,
    redactor: &Redactor,
) -> Result<Compared, Unproven> {
    let mut comparison = Comparison::new(sent, place, redactor);
    let is_compared = comparison.response(response).is_some();
    match comparison.duplicate {
        Some(pointer) => Err(Unproven::DuplicateKey(pointer)),
        None if !is_compared => Err(Unproven::NoRecord),
        None if comparison.has_other_key => Err(Unproven::OtherUniqueKey),
        None => Ok(Compared {
            differences: comparison.differences,
            has_key: comparison.has_key,
            has_values: comparison.has_values,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::comparison::MAX_DIFFERENCES;
    use crate::request::sent_body::BodyShape;

    fn compare_with(body: &str, response: &str) -> Result<Compared, Unproven> {
        let shape = BodyShape::default();
        let sent = SentBody::new(body.as_bytes(), &shape, "key", "k-1").unwrap();
        let place = FoundRecord::new(&[]);
        compare(&sent, response, &place, &Redactor::default())
    }

    #[test]
    fn other_unique_key_in_the_text_of_a_record_proves_nothing() {
        let compare = |response: &str| compare_with(r#"{"key":"k-1","total":1}"#, response);
        let same = compare(r#"{"key":"k-1","total":1}"#).unwrap();
        assert!(same.differences.is_empty() && same.has_key && same.has_values);
        // The key may be read from a field of another name.
        let renamed = compare(r#"{"id":"k-1"}"#).unwrap();
        assert!(renamed.differences.is_empty() && !renamed.has_key && renamed.has_values);
        for other in [
            r#"{"id":"k-1","key":"k-2"}"#,
            r#"{"key":["k-1"]}"#,
            r#"{"key":true}"#,
        ] {
            assert_eq!(compare(other), Err(Unproven::OtherUniqueKey), "{other}");
        }
        let other_total = compare(r#"{"key":"k-1","total":2}"#).unwrap();
        assert_eq!(other_total.differences.len(), 1);
        assert_eq!(compare("[]"), Err(Unproven::NoRecord));
        assert_eq!(compare(""), Err(Unproven::NoRecord));
    }

    #[test]
    fn record_needs_values() {
        let compare = |response: &str| compare_with(r#"{"key":"k-1","total":1}"#, response);
        for only in [
            r#"{"key":"k-1"}"#,
            r#"{"key":"k-1","total":null,"message":"not found","status":"open","errors":[]}"#,
            // None of them was sent.
            r#"{"key":"k-1","found":false,"state":"pending","items":[{"id":1}],"created_at":null}"#,
            r#"{"key":"k-1","total":"","count":7}"#,
        ] {
            assert!(!compare(only).unwrap().has_values, "{only}");
        }
        for saved in [r#""total":2"#, r#""id":7"#] {
            let record = format!(r#"{{"key":"k-1",{saved}}}"#);
            assert!(compare(&record).unwrap().has_values, "{saved}");
        }
    }

    #[test]
    fn items_are_compared_in_any_order() {
        let compare = |sent: &str, found: &str| {
            let body = format!(r#"{{"key":"k-1","items":{sent}}}"#);
            let response = format!(r#"{{"key":"k-1","id":7,"items":{found}}}"#);
            compare_with(&body, &response).unwrap().differences.len()
        };
        for (sent, found) in [
            ("[1,2,3]", "[3,1,2]"),
            (r#"[{"a":1},{"a":2}]"#, r#"[{"a":"2.0"},{"a":1}]"#),
            // The item without a value may be any, but only one of them.
            (r#"[{"a":1},{"a":2},{"a":3}]"#, r#"[{},{"a":1},{"a":2}]"#),
            ("[[1,2],[3]]", "[[3],[2,1]]"),
        ] {
            assert_eq!(compare(sent, found), 0, "{sent} {found}");
        }
        for (sent, found, count) in [
            ("[1,1,2]", "[1,2,2]", 1),
            ("[1,2,3]", "[3,1,4]", 3),
            (r#"[{"a":1},{"a":2}]"#, r#"[{"a":1},{"a":3}]"#, 1),
        ] {
            assert_eq!(compare(sent, found), count, "{sent} {found}");
        }
    }

    #[test]
    fn differences_are_limited() {
        let list = |item: &str| vec![item; 1_000].join(",");
        let body = format!(r#"{{"key":"k-1","list":[{}]}}"#, list("1"));
        let response = format!(r#"{{"list":[{}]}}"#, list("2"));
        let compared = compare_with(&body, &response).unwrap();
        assert_eq!(compared.differences.len(), MAX_DIFFERENCES);
    }
}
