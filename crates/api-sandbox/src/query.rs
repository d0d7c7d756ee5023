//! Query strings.

use crate::openapi::percent_decode;

/// Names and values, decoded.
pub(crate) fn parse(query: &str) -> Result<Vec<(String, String)>, &'static str> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let decode = |text: &str| percent_decode(&text.replace('+', " "));
            Ok((
                decode(name).ok_or("invalid escape in the name of a query parameter")?,
                decode(value).ok_or("invalid escape in the value of a query parameter")?,
            ))
        })
        .collect()
}
