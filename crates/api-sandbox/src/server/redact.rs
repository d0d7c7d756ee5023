//! Redacts paths and queries for the request log.

use super::query;
use crate::openapi::{Operation, operations};

/// Query parameters whose values are not personal: page numbers and times.
const SHOWN_PARAMETERS: [&str; 4] = ["page", "per_page", "q[updated_at_gt]", "q[ordered_at_gt]"];

const REDACTED: &str = "…";

/// The parameters of a query; personal values are redacted.
pub(super) fn redact_query(query: &str) -> Vec<(String, String)> {
    let redact = |(name, value): (String, String)| {
        let shown = SHOWN_PARAMETERS.contains(&name.as_str()) && value.len() <= 32;
        let value = if shown { value } else { REDACTED.to_owned() };
        (name.chars().take(64).collect(), value)
    };
    query::parse(query)
        .unwrap_or_default()
        .into_iter()
        .take(32)
        .map(redact)
        .collect()
}

/// The path with its credential redacted; without an operation, every segment that is not in the
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
    let Some(credential) = &operation.path_credential else {
        let end = path.char_indices().nth(256);
        return path[..end.map_or(path.len(), |(index, _)| index)].to_owned();
    };
    let placeholder = format!("{{{credential}}}");
    let base = path
        .split('/')
        .count()
        .saturating_sub(operation.path.split('/').count());
    let template = std::iter::repeat_n("", base).chain(operation.path.split('/'));
    path.split('/')
        .zip(template)
        .map(|(segment, template)| {
            if template == placeholder {
                template
            } else {
                segment
            }
        })
        .collect::<Vec<_>>()
        .join("/")
}
