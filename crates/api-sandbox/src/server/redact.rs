//! Redacts the credentials in paths and headers for the request log.

use http::{HeaderMap, HeaderName, HeaderValue};

use crate::openapi::{Operation, operations};

/// Parts of the names of headers with credentials.
const CREDENTIAL_WORDS: [&str; 8] = [
    "auth",
    "cookie",
    "key",
    "password",
    "secret",
    "session",
    "signature",
    "token",
];

const REDACTED: &str = "…";

/// The headers; the values of those whose name is that of a credential are redacted.
pub(super) fn redact_headers(headers: &HeaderMap) -> Vec<(String, String)> {
    let redact = |(name, value): (&HeaderName, &HeaderValue)| {
        let value = String::from_utf8_lossy(value.as_bytes());
        let value = if is_credential(name.as_str()) {
            REDACTED.to_owned()
        } else {
            value.into_owned()
        };
        (name.as_str().to_owned(), value)
    };
    headers.iter().map(redact).collect()
}

fn is_credential(name: &str) -> bool {
    name != "idempotency-key" && CREDENTIAL_WORDS.iter().any(|word| name.contains(word))
}

/// The path with its secrets redacted; without an operation, every segment that is not in the
/// documents is.
pub(super) fn redact_path(path: &str, operation: Option<&Operation>) -> String {
    let Some(operation) = operation else {
        let is_known = |segment: &str| {
            segment.is_empty()
                || segment == "api"
                || operations()
                    .any(|operation| operation.path.split('/').any(|other| other == segment))
        };
        let segments = path
            .split('/')
            .take(12)
            .map(|segment| if is_known(segment) { segment } else { REDACTED });
        return segments.collect::<Vec<_>>().join("/");
    };
    let base = path
        .split('/')
        .count()
        .saturating_sub(operation.path.split('/').count());
    let template = std::iter::repeat_n("", base).chain(operation.path.split('/'));
    let segments = path.split('/').zip(template).map(|(segment, template)| {
        let is_secret = operation.is_secret(template);
        if is_secret { template } else { segment }
    });
    let path = segments.collect::<Vec<_>>().join("/");
    path.chars().take(256).collect()
}
