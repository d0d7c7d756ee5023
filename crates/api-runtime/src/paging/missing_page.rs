//! Responses of servers that have no page after the last one.

use http::StatusCode;

use crate::body::raw_response::RawResponse;
use crate::error::Error;
use crate::error::kind::ErrorKind;

/// A response in place of a page that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MissingPage {
    /// Status 404.
    NotFound,
    /// Status 204, or an object without records.
    NoContent,
}

impl MissingPage {
    /// The response of an error, if it is one for a page that does not exist.
    pub(crate) fn from_error(error: &Error) -> Option<Self> {
        if error.status() == Some(StatusCode::NOT_FOUND) {
            return Some(Self::NotFound);
        }
        let response = error.response()?;
        (error.kind() == ErrorKind::Decode && has_no_content(response)).then_some(Self::NoContent)
    }
}

fn has_no_content(response: &RawResponse) -> bool {
    match response.status() {
        StatusCode::NO_CONTENT => !response.has_or_announces_body(),
        StatusCode::OK => response.text().is_ok_and(is_without_records),
        _ => false,
    }
}

/// Whether all members of an object are null or numbers.
fn is_without_records(text: &str) -> bool {
    let mut is_without = true;
    let result = api_wire::for_each_member(text, &mut |_, value| {
        let is_number = value.starts_with(|first: char| first == '-' || first.is_ascii_digit());
        is_without &= value == "null" || is_number;
    });
    result.is_ok() && is_without
}

#[cfg(test)]
mod tests {
    use super::is_without_records;

    #[test]
    fn an_object_without_records_has_only_nulls_and_numbers() {
        for text in [
            "{}",
            r#"{"things":null}"#,
            r#"{"things": null, "total_records": 9}"#,
        ] {
            assert!(is_without_records(text), "{text}");
        }
        for text in [
            "",
            "null",
            "[]",
            "<html>",
            r#"{"things":{}}"#,
            r#"{"things":[1}"#,
            r#"{"error":"overloaded"}"#,
            r#"{"success":false}"#,
        ] {
            assert!(!is_without_records(text), "{text}");
        }
    }
}
