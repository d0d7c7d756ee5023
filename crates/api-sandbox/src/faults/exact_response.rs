//! An exact response of a fault.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::header::{CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};

/// A response with exactly this status, these headers and these bytes.
///
/// `Content-Length` and `Date` are added. Without a `Content-Type` header, the response has none.
///
/// ```
/// use api_sandbox::{Effect, ExactResponse, Fault};
///
/// let page = ExactResponse::new(502).header("Content-Type", "text/html").body("<h1>Bad Gateway");
/// let fault = Fault::new("create_incoming_order", Effect::Replace(page));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExactResponse {
    status: u16,
    #[serde(default)]
    headers: Vec<(String, String)>,
    #[serde(default)]
    body: Body,
}

/// In JSON a text, or `{"base64": "…"}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "BodyJson", try_from = "BodyJson")]
struct Body(Vec<u8>);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum BodyJson {
    Text(String),
    Bytes { base64: String },
}

impl From<Body> for BodyJson {
    fn from(body: Body) -> Self {
        match String::from_utf8(body.0) {
            Ok(text) => Self::Text(text),
            Err(error) => Self::Bytes {
                base64: STANDARD.encode(error.into_bytes()),
            },
        }
    }
}

impl TryFrom<BodyJson> for Body {
    type Error = base64::DecodeError;

    fn try_from(json: BodyJson) -> Result<Self, Self::Error> {
        match json {
            BodyJson::Text(text) => Ok(Self(text.into_bytes())),
            BodyJson::Bytes { base64 } => STANDARD.decode(base64).map(Self),
        }
    }
}

impl ExactResponse {
    /// A response without headers and body. The status is one of 200 to 599.
    pub fn new(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: Body::default(),
        }
    }

    /// A response with the headers of a JSON body. The text is sent as it is, valid or not.
    pub fn json(status: u16, body: &str) -> Self {
        Self::new(status)
            .header("Content-Type", "application/json")
            .body(body)
    }

    /// Adds a header. The same name can be added several times.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sets the body, which is sent as it is, under a `Content-Length` of its own.
    pub fn body(self, body: impl Into<Vec<u8>>) -> Self {
        Self {
            body: Body(body.into()),
            ..self
        }
    }

    pub(crate) fn status(&self) -> u16 {
        self.status
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.body.0
    }

    /// The headers, all of which [`validate`](Self::validate) has checked.
    pub(crate) fn header_values(&self) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
        let parse = |(name, value): &(String, String)| parse_header(name, value).ok();
        self.headers.iter().filter_map(parse)
    }

    pub(super) fn validate(&self) -> Result<(), String> {
        if !(200..=599).contains(&self.status) {
            return Err("the `status` of an exact response must be 200 to 599".to_owned());
        }
        if matches!(self.status, 204 | 304) && !self.body.0.is_empty() {
            return Err(format!(
                "a response with status {} has no body",
                self.status
            ));
        }
        for (name, value) in &self.headers {
            let (name, _) = parse_header(name, value)?;
            if [CONTENT_LENGTH, TRANSFER_ENCODING, CONNECTION].contains(&name) {
                return Err(format!("header `{name}` is that of the connection"));
            }
        }
        Ok(())
    }
}

fn parse_header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), String> {
    let invalid = || format!("invalid header `{}`", name.escape_debug());
    let parsed_name = HeaderName::try_from(name).map_err(|_| invalid())?;
    let value =
        HeaderValue::try_from(value).map_err(|_| format!("invalid value of header `{name}`"))?;
    Ok((parsed_name, value))
}
