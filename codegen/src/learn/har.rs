//! HAR files (HTTP archives), as browsers and proxies record them.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::Deserialize;
use serde_json::Value;

use crate::ir::Spec;
use crate::learn::matched::Matcher;
use crate::learn::seen::Seen;

/// A HAR file.
#[derive(Debug)]
pub struct Archive {
    name: String,
    entries: Vec<Exchange>,
}

#[derive(Deserialize)]
struct File {
    log: Log,
}

#[derive(Deserialize)]
struct Log {
    entries: Vec<Exchange>,
}

/// A request and its response.
#[derive(Debug, Deserialize)]
struct Exchange {
    #[serde(default, deserialize_with = "or_default", rename = "startedDateTime")]
    started: String,
    request: Request,
    /// Some recorders write none, or null, for requests that failed.
    #[serde(default, deserialize_with = "or_default")]
    response: Response,
}

#[derive(Debug, Deserialize)]
struct Request {
    method: String,
    url: String,
}

#[derive(Debug, Default, Deserialize)]
struct Response {
    /// Recorders write numbers below 100 for requests without a response.
    #[serde(default, deserialize_with = "status")]
    status: u16,
    #[serde(default, deserialize_with = "or_default")]
    content: Content,
}

#[derive(Debug, Default, Deserialize)]
struct Content {
    text: Option<String>,
    encoding: Option<String>,
}

fn status<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let status: i64 = or_default(deserializer)?;
    Ok(u16::try_from(status).unwrap_or(0))
}

/// A value, or the default for null.
fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

impl Archive {
    /// Parses an archive. `name` is that of its file.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let file: File = serde_json::from_str(text.trim_start_matches('\u{feff}'))
            .map_err(|error| format!("{name}:{}: not an HAR file: {error}", error.line()))?;
        Ok(Self {
            name: name.to_owned(),
            entries: file.log.entries,
        })
    }
}

/// What the successes of all archives show, and a line for each archive. Browsers save what they have recorded since the
/// start, so that an exchange may be in several.
pub(super) fn read<'s>(spec: &'s Spec, archives: &[Archive]) -> (Seen<'s>, String) {
    let matcher = Matcher::new(spec);
    let mut seen = Seen::new(spec);
    let mut known = HashSet::new();
    let mut report = String::new();
    for archive in archives {
        let (mut counted, mut repeated, mut unmatched, mut ambiguous, mut unread) = (0, 0, 0, 0, 0);
        for exchange in &archive.entries {
            let Exchange {
                started,
                request,
                response,
            } = exchange;
            let operations = matcher.operations(&request.method, request.path());
            let text = response.text().unwrap_or_default();
            let id = (started, &request.method, &request.url, text.clone());
            match (operations.as_slice(), serde_json::from_str::<Value>(&text)) {
                _ if !started.is_empty() && !known.insert(id) => repeated += 1,
                ([], _) => unmatched += 1,
                ([(package, operation)], Ok(body)) if response.is_success() => {
                    counted += 1;
                    seen.body(package, operation, &body);
                }
                ([_], _) => unread += 1,
                _ => ambiguous += 1,
            }
        }
        report.push_str(&format!("{}: {counted} responses", archive.name));
        let mut separator = "; not counted: ";
        for (count, what) in [
            (unmatched, "of no operation"),
            (ambiguous, "of several operations"),
            (unread, "without a success of JSON"),
            (repeated, "that were counted before"),
        ] {
            if count > 0 {
                report.push_str(&format!("{separator}{count} {what}"));
                separator = ", ";
            }
        }
        report.push('\n');
    }
    (seen, report)
}

impl Request {
    /// The URL without query and fragment.
    fn path(&self) -> &str {
        let end = self.url.find(['?', '#']).unwrap_or(self.url.len());
        &self.url[..end]
    }
}

impl Response {
    fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body, if there is one and it is text.
    fn text(&self) -> Option<Cow<'_, str>> {
        let text = self.content.text.as_deref()?;
        if self.content.encoding.as_deref() != Some("base64") {
            return Some(Cow::Borrowed(text));
        }
        String::from_utf8(base64(text)?).ok().map(Cow::Owned)
    }
}

/// The bytes of a text. `None` if it is no base64.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text.trim_end().trim_end_matches('=').bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'\r' | b'\n' => continue,
            _ => return None,
        };
        bits = bits << 6 | u32::from(digit);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    Some(bytes)
}
