//! The query of a request, and what of a request is shown.

use crate::openapi::{Operation, operations};

/// The parameters of a query, decoded.
pub(crate) fn read(query: &str) -> Result<Vec<(String, String)>, String> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let decoded = |text: &str| crate::openapi::percent_decoded(&text.replace('+', " "));
            Ok((
                decoded(name).ok_or("a name of the query is badly escaped")?,
                decoded(value).ok_or("a value of the query is badly escaped")?,
            ))
        })
        .collect()
}

/// The parameters of a query with what may be shown of them: numbers of pages, and times.
pub(crate) fn masked(query: &str) -> Vec<(String, String)> {
    let shown = |(name, value): (String, String)| {
        let plain =
            ["page", "per_page", "q[updated_at_gt]", "q[ordered_at_gt]"].contains(&name.as_str());
        let value = if plain && value.len() <= 32 {
            value
        } else {
            "…".to_owned()
        };
        (name.chars().take(64).collect(), value)
    };
    read(query)
        .unwrap_or_default()
        .into_iter()
        .take(32)
        .map(shown)
        .collect()
}

/// The path with its credential hidden; without an operation, all that is no word of the documents.
pub(crate) fn masked_path(path: &str, operation: Option<&Operation>) -> String {
    let Some(operation) = operation else {
        let known = |segment: &str| {
            segment.is_empty()
                || segment == "api"
                || operations()
                    .any(|operation| operation.path.split('/').any(|word| word == segment))
        };
        let segments = path
            .split('/')
            .take(12)
            .map(|segment| if known(segment) { segment } else { "…" });
        return segments.collect::<Vec<_>>().join("/");
    };
    let Some(credential) = &operation.path_credential else {
        let end = path.char_indices().nth(256);
        return path[..end.map_or(path.len(), |(place, _)| place)].to_owned();
    };
    let hidden = format!("{{{credential}}}");
    let before = path
        .split('/')
        .count()
        .saturating_sub(operation.path.split('/').count());
    let template = std::iter::repeat_n("", before).chain(operation.path.split('/'));
    let shown = path.split('/').zip(template);
    shown
        .map(|(segment, template)| {
            if template == hidden {
                template
            } else {
                segment
            }
        })
        .collect::<Vec<_>>()
        .join("/")
}
