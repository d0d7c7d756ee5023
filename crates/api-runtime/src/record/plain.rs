//! Texts without values that are not known to be plain.

use api_wire::__private::masked;
use api_wire::Tree;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderName};

use crate::body::json::json_string;
use crate::head::media_type;
use crate::redact::redactor::Redactor;

/// A JSON text whose values are known to be plain, but for those that the client hides: the server may have echoed
/// credentials in any field.
pub(crate) fn without_hidden(text: &str, redactor: &Redactor) -> String {
    let mut out = String::with_capacity(text.len());
    match text.parse() {
        Ok(tree) => write(&mut out, &tree, redactor),
        Err(_) => out.push_str(&json_string(masked::text(text))),
    }
    out
}

fn write(out: &mut String, tree: &Tree, redactor: &Redactor) {
    let mut separator = "";
    match tree {
        Tree::Scalar(text) => out.push_str(&match redactor.redact(text) == **text {
            true => text.to_string(),
            false => masked::json(text).unwrap_or_default(),
        }),
        Tree::List(items) => {
            out.push('[');
            for item in items {
                out.push_str(separator);
                write(out, item, redactor);
                separator = ",";
            }
            out.push(']');
        }
        Tree::Object(members) => {
            out.push('{');
            for (key, value) in members {
                out.push_str(separator);
                out.push_str(&json_string(key));
                out.push(':');
                write(out, value, redactor);
                separator = ",";
            }
            out.push('}');
        }
    }
}

/// A text of the request: as it is if it is known to be plain, and not hidden.
pub(crate) fn text<'t>(text: &'t str, is_plain: bool, redactor: &Redactor) -> &'t str {
    match is_plain && redactor.redact(text) == text {
        true => text,
        false => masked::text(text),
    }
}

/// The headers of a response. Plain are the media types that the client knows, and a number of seconds.
pub(crate) fn headers(headers: &HeaderMap) -> Vec<(String, String)> {
    let values = headers.iter().map(|(name, value)| {
        let text = String::from_utf8_lossy(value.as_bytes());
        let is_plain = *name == RETRY_AFTER && text.parse::<u32>().is_ok();
        let shown = match known_media_type(name, headers) {
            Some(known) => known,
            None if is_plain => &text,
            None => masked::text(&text),
        };
        (name.to_string(), shown.to_owned())
    });
    values.collect()
}

fn known_media_type(name: &HeaderName, headers: &HeaderMap) -> Option<&'static str> {
    let is_known = *name == CONTENT_TYPE && media_type::is_json(headers) == Some(true);
    is_known.then_some("application/json")
}
