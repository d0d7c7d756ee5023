//! The parts of a HAR file that are read.

use std::borrow::Cow;

use api_observations::fingerprint;
use serde::Deserialize;

use crate::har::base64;

/// A HAR file.
#[derive(Debug, Deserialize)]
pub(crate) struct Archive {
    pub(crate) log: Log,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Log {
    pub(crate) entries: Vec<Exchange>,
}

/// A request and its response.
#[derive(Debug, Deserialize)]
pub(crate) struct Exchange {
    #[serde(default, deserialize_with = "or_default", rename = "startedDateTime")]
    pub(crate) started: String,
    pub(crate) request: Request,
    /// Some recorders write none, or null, for requests that failed.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) response: Response,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) url: String,
    #[serde(default, deserialize_with = "or_default")]
    headers: Vec<Header>,
}

#[derive(Debug, Deserialize)]
struct Header {
    name: String,
    value: String,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Response {
    /// Recorders write numbers below 100 for requests without a response.
    #[serde(default, deserialize_with = "status")]
    pub(crate) status: u16,
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

impl Exchange {
    /// What identifies it in all archives that have it; `None` if its time is unknown.
    pub(crate) fn id(&self) -> Option<String> {
        let Self {
            started,
            request,
            response,
        } = self;
        let Request { method, url, .. } = request;
        let text = response.text().unwrap_or_default();
        let credentials = request.credentials();
        let parts = [started, method, url, &credentials, &*text];
        (!started.is_empty()).then(|| fingerprint(&parts.join("\n")))
    }

    /// The day of the request: `2026-11-21`.
    pub(crate) fn day(&self) -> Option<&str> {
        let day = self.started.get(..10)?;
        let is_day = day.bytes().enumerate().all(|(index, byte)| match index {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
        is_day.then_some(day)
    }
}

impl Request {
    /// The URL without query and fragment.
    pub(crate) fn path(&self) -> &str {
        let end = self.url.find(['?', '#']).unwrap_or(self.url.len());
        &self.url[..end]
    }

    /// The values of headers that have credentials.
    pub(crate) fn credentials(&self) -> String {
        let is_credential = |header: &&Header| {
            let name = header.name.to_ascii_lowercase();
            name == "authorization" || name.contains("token") || name.contains("api-key")
        };
        let credentials = self.headers.iter().filter(is_credential);
        credentials
            .map(|header| header.value.as_str())
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl Response {
    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body, if there is one and it is text.
    pub(crate) fn text(&self) -> Option<Cow<'_, str>> {
        let text = self.content.text.as_deref();
        let text = text.filter(|text| !text.is_empty() && self.status >= 100)?;
        if self.content.encoding.as_deref() != Some("base64") {
            return Some(Cow::Borrowed(text));
        }
        String::from_utf8(base64::decode(text)?)
            .ok()
            .map(Cow::Owned)
    }
}
