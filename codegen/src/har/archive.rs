//! The parts of a HAR file that are read.

use std::borrow::Cow;

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
    #[serde(default, rename = "startedDateTime")]
    pub(crate) started: String,
    pub(crate) request: Request,
    pub(crate) response: Response,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) url: String,
    #[serde(default)]
    headers: Vec<Header>,
}

#[derive(Debug, Deserialize)]
struct Header {
    name: String,
    value: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Response {
    /// Recorders write numbers below 100 for requests without a response.
    #[serde(deserialize_with = "status")]
    pub(crate) status: u16,
    #[serde(default)]
    content: Content,
}

#[derive(Debug, Default, Deserialize)]
struct Content {
    text: Option<String>,
    encoding: Option<String>,
}

fn status<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let status = i64::deserialize(deserializer)?;
    Ok(u16::try_from(status).unwrap_or(0))
}

impl Exchange {
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
        let text = self
            .content
            .text
            .as_deref()
            .filter(|text| !text.is_empty())?;
        if self.content.encoding.as_deref() != Some("base64") {
            return Some(Cow::Borrowed(text));
        }
        String::from_utf8(base64::decode(text)?)
            .ok()
            .map(Cow::Owned)
    }
}
