//! Collects the body of a response, up to a limit.

use bytes::Bytes;

use crate::transport::TransportError;
#[cfg(feature = "gzip")]
use crate::transport::gzip::Unpacker;

/// A body that is being received.
pub(crate) struct ResponseBody {
    max_size: u64,
    /// The announced length, if there is one.
    length: Option<u64>,
    received: u64,
    content: Content,
}

enum Content {
    /// Most bodies are a single chunk, which is not copied.
    Single(Bytes),
    Joined(Vec<u8>),
    #[cfg(feature = "gzip")]
    Packed(Box<Unpacker>),
}

impl ResponseBody {
    /// A body that is not compressed.
    pub(crate) fn plain(max_size: u64) -> Self {
        Self {
            max_size,
            length: None,
            received: 0,
            content: Content::Single(Bytes::new()),
        }
    }

    /// A body that is compressed with gzip.
    #[cfg(feature = "gzip")]
    pub(crate) fn packed(max_size: u64) -> Self {
        Self {
            content: Content::Packed(Box::new(Unpacker::new(max_size))),
            ..Self::plain(max_size)
        }
    }

    /// Sets the announced length, which bounds the buffer. It may be wrong.
    pub(crate) fn with_length(mut self, length: Option<u64>) -> Self {
        self.length = length;
        self
    }

    /// Adds what was received. The limit applies to it before and after decompression.
    pub(crate) fn push(&mut self, chunk: Bytes) -> Result<(), TransportError> {
        self.received = self.received.saturating_add(chunk.len() as u64);
        if self.received > self.max_size {
            return Err(TransportError::over_limit(self.max_size));
        }
        match &mut self.content {
            Content::Single(first) if first.is_empty() => *first = chunk,
            Content::Single(first) => {
                let mut joined = Vec::new();
                append(&mut joined, first, self.length);
                append(&mut joined, &chunk, self.length);
                self.content = Content::Joined(joined);
            }
            Content::Joined(joined) => append(joined, &chunk, self.length),
            #[cfg(feature = "gzip")]
            Content::Packed(unpacker) => unpacker.push(&chunk)?,
        }
        Ok(())
    }

    /// The whole body.
    pub(crate) fn finish(self) -> Result<Bytes, TransportError> {
        Ok(match self.content {
            Content::Single(first) => first,
            Content::Joined(joined) => joined.into(),
            #[cfg(feature = "gzip")]
            Content::Packed(_) if self.received == 0 => Bytes::new(),
            #[cfg(feature = "gzip")]
            Content::Packed(unpacker) => unpacker.finish()?,
        })
    }
}

/// Appends a chunk. The buffer doubles, up to the announced length: nothing is reserved for a body
/// that is announced, but not sent.
fn append(joined: &mut Vec<u8>, chunk: &[u8], length: Option<u64>) {
    let needed = joined.len().saturating_add(chunk.len());
    if needed > joined.capacity() {
        let length = length.and_then(|length| usize::try_from(length).ok());
        let doubled = needed.saturating_mul(2);
        let capacity = length
            .map_or(doubled, |length| doubled.min(length))
            .max(needed);
        joined.reserve_exact(capacity - joined.len());
    }
    joined.extend_from_slice(chunk);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(length: Option<u64>, chunks: &[usize]) -> Vec<u8> {
        let mut joined = Vec::new();
        for size in chunks {
            append(&mut joined, &vec![b'x'; *size], length);
        }
        joined
    }

    #[test]
    fn buffer_is_at_most_as_long_as_announced_or_twice_what_was_received() {
        let chunks = [100, 100, 100, 100, 100];
        assert_eq!(joined(Some(500), &chunks).capacity(), 500);
        assert!(joined(None, &chunks).capacity() <= 1_000);
        assert!(joined(Some(1 << 60), &chunks).capacity() <= 1_000);
        // More than was announced.
        assert_eq!(joined(Some(100), &chunks).len(), 500);
    }

    #[test]
    fn chunks_are_joined() {
        let mut body = ResponseBody::plain(10).with_length(Some(6));
        for chunk in ["ab", "cd", "ef"] {
            body.push(Bytes::from_static(chunk.as_bytes())).unwrap();
        }
        assert_eq!(body.finish().unwrap(), "abcdef");
    }
}
