//! Collects the body of a response, up to a limit.

use bytes::Bytes;
use http::HeaderMap;

#[cfg(feature = "gzip")]
use crate::transport::gzip::{self, Unpacker};
use crate::transport::{TransportError, growth};

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
    /// A body of an announced length, if there is one. Of one that is compressed with gzip, the headers that say so
    /// are removed.
    #[cfg_attr(not(feature = "gzip"), expect(unused_variables))]
    pub(crate) fn new(headers: &mut HeaderMap, length: Option<u64>, max_size: u64) -> Self {
        #[cfg_attr(not(feature = "gzip"), expect(unused_mut))]
        let mut content = Content::Single(Bytes::new());
        #[cfg(feature = "gzip")]
        if gzip::take_encoding(headers) {
            content = Content::Packed(Box::new(Unpacker::new(max_size)));
        }
        Self {
            max_size,
            length,
            received: 0,
            content,
        }
    }

    /// Takes what was received, or the start of it if all would take long to decompress. The limit applies
    /// before and after decompression.
    pub(crate) fn push(&mut self, received: &mut Bytes) -> Result<(), TransportError> {
        let chunk = match &mut self.content {
            #[cfg(feature = "gzip")]
            Content::Packed(unpacker) => received.split_to(unpacker.push(received)?),
            _ => std::mem::take(received),
        };
        self.received = self.received.saturating_add(chunk.len() as u64);
        if self.received > self.max_size {
            return Err(TransportError::over_limit(self.max_size));
        }
        // The announced length bounds the buffer, but nothing is reserved for it: it may be wrong.
        let limit = self
            .length
            .map_or(self.max_size, |length| length.min(self.max_size));
        match &mut self.content {
            Content::Single(first) if first.is_empty() => *first = chunk,
            Content::Single(first) => {
                let mut joined = Vec::new();
                growth::append(&mut joined, first, limit);
                growth::append(&mut joined, &chunk, limit);
                self.content = Content::Joined(joined);
            }
            Content::Joined(joined) => growth::append(joined, &chunk, limit),
            #[cfg(feature = "gzip")]
            Content::Packed(_) => {}
        }
        Ok(())
    }

    /// The size of what is in memory.
    pub(crate) fn size(&self) -> u64 {
        let size = match &self.content {
            Content::Single(first) => first.len(),
            Content::Joined(joined) => joined.capacity(),
            #[cfg(feature = "gzip")]
            Content::Packed(unpacker) => unpacker.size(),
        };
        size as u64
    }

    /// The whole body, unless it ended before the announced length.
    pub(crate) fn finish(self) -> Result<Bytes, TransportError> {
        if self.length.is_some_and(|length| length > self.received) {
            return Err(TransportError::interrupted("body shorter than its length"));
        }
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
