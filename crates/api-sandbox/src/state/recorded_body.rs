//! Recorded bodies.

use std::collections::HashMap;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// How much of a body is recorded.
const MAX_RECORDED: usize = 64 * 1024;

/// The body of a recorded request or of its response: exactly its bytes, up to 64 KiB.
///
/// Serialized, a JSON body is that JSON, with the digits of its numbers. Other text is a string,
/// and other bytes are `{"base64": "…"}`.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct RecordedBody {
    bytes: Bytes,
    len: usize,
}

impl RecordedBody {
    pub(crate) fn new(bytes: &Bytes) -> Self {
        let recorded = &bytes[..bytes.len().min(MAX_RECORDED)];
        Self {
            // A slice would keep the whole buffer alive.
            bytes: Bytes::copy_from_slice(recorded),
            len: bytes.len(),
        }
    }

    /// The first 64 KiB, as they were on the wire.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The length of the whole body.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there was no body.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether bytes at the end of a long body are missing.
    pub fn is_truncated(&self) -> bool {
        self.bytes.len() < self.len
    }

    /// The body as text, if it is UTF-8.
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    /// The text of a JSON body; its numbers have the digits of the body.
    pub fn raw(&self) -> Option<&RawValue> {
        serde_json::from_slice(&self.bytes).ok()
    }

    /// The text of a value in a JSON body, by its JSON Pointer (RFC 6901).
    ///
    /// ```
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
    /// # let sandbox = api_sandbox::Sandbox::start().await?;
    /// # for request in sandbox.control().requests() {
    /// let amount = request.body.pointer("/Amount").ok_or("missing amount")?;
    /// assert_eq!(amount.get(), "12345678901234567.89");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pointer(&self, pointer: &str) -> Option<&RawValue> {
        let value = self.raw()?;
        if pointer.is_empty() {
            return Some(value);
        }
        let segments = pointer.strip_prefix('/')?.split('/');
        segments.into_iter().try_fold(value, |value, segment| {
            if value.get().starts_with('[') {
                let elements: Vec<&RawValue> = serde_json::from_str(value.get()).ok()?;
                return elements.get(segment.parse::<usize>().ok()?).copied();
            }
            let members: HashMap<String, &RawValue> = serde_json::from_str(value.get()).ok()?;
            let key = segment.replace("~1", "/").replace("~0", "~");
            members.get(&key).copied()
        })
    }

    /// Parses a JSON body.
    ///
    /// # Errors
    ///
    /// The body is not JSON, or is that of another type.
    pub fn json<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_slice(&self.bytes)
    }
}

impl fmt::Debug for RecordedBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", String::from_utf8_lossy(&self.bytes))?;
        if self.is_truncated() {
            write!(f, " of {} bytes", self.len)?;
        }
        Ok(())
    }
}

/// Bytes that are not text.
#[derive(Serialize)]
struct Base64 {
    base64: String,
}

impl Serialize for RecordedBody {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.bytes.is_empty() {
            return serializer.serialize_none();
        }
        match (self.raw(), self.text()) {
            (Some(raw), _) => raw.serialize(serializer),
            (None, Some(text)) => serializer.serialize_str(text),
            (None, None) => Base64 {
                base64: STANDARD.encode(&self.bytes),
            }
            .serialize(serializer),
        }
    }
}
