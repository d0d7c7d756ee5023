//! Decompresses bodies: gzip in all its spellings, with one member or more, up to a limit.
//!
//! reqwest's decoder compares the coding with `gzip` byte for byte, and ends after one member.

use std::io::{self, Write};

use bytes::Bytes;
use flate2::write::GzDecoder;
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};

use crate::head::codings;
use crate::transport::{TransportError, growth};

/// Whether the body is compressed with gzip, and with nothing else. Removes the headers that
/// describe the compressed body if so.
pub(crate) fn take_encoding(headers: &mut HeaderMap) -> bool {
    let mut codings = codings::of_content(headers);
    let (Some(coding), None) = (codings.next(), codings.next()) else {
        return false;
    };
    let is_gzip = coding.eq_ignore_ascii_case(b"gzip") || coding.eq_ignore_ascii_case(b"x-gzip");
    drop(codings);
    if is_gzip {
        headers.remove(CONTENT_ENCODING);
        headers.remove(CONTENT_LENGTH);
    }
    is_gzip
}

/// The maximum number of members. Each costs a new decoder, however short it is.
const MAX_MEMBERS: u32 = 1024;

/// The output of one step, which takes less than a millisecond: a chunk may become a thousand times as
/// large.
const STEP: usize = 256 * 1024;

/// Decompresses a body while it is received.
pub(crate) struct Unpacker {
    decoder: GzDecoder<LimitedBuffer>,
    members: u32,
}

impl Unpacker {
    pub(crate) fn new(max_size: u64) -> Self {
        Self {
            decoder: GzDecoder::new(LimitedBuffer {
                bytes: Vec::new(),
                max_size,
                is_over_limit: false,
            }),
            members: 1,
        }
    }

    /// Decompresses a chunk, or the start of it that becomes the output of one step. Returns its size.
    pub(crate) fn push(&mut self, chunk: &[u8]) -> Result<usize, TransportError> {
        let (mut taken, end) = (0, self.output() + STEP);
        while taken < chunk.len() && self.output() < end {
            match self.decoder.write(&chunk[taken..]) {
                // The member ended before these bytes.
                Ok(0) => self.next_member()?,
                Ok(count) => taken += count,
                Err(error) => return Err(self.error(error)),
            }
        }
        Ok(taken)
    }

    fn output(&self) -> usize {
        self.decoder.get_ref().bytes.len()
    }

    /// The size of the output that is in memory.
    pub(crate) fn size(&self) -> usize {
        self.decoder.get_ref().bytes.capacity()
    }

    fn next_member(&mut self) -> Result<(), TransportError> {
        self.members += 1;
        if self.members > MAX_MEMBERS {
            let detail = format!("more than {MAX_MEMBERS} gzip members");
            return Err(TransportError::too_large(detail));
        }
        let output = self.end_member()?;
        self.decoder = GzDecoder::new(output);
        Ok(())
    }

    /// Verifies the checksum, and takes the output.
    fn end_member(&mut self) -> Result<LimitedBuffer, TransportError> {
        match self.decoder.try_finish() {
            Ok(()) => Ok(std::mem::take(self.decoder.get_mut())),
            Err(error) => Err(self.error(error)),
        }
    }

    pub(crate) fn finish(mut self) -> Result<Bytes, TransportError> {
        Ok(self.end_member()?.bytes.into())
    }

    fn error(&self, error: io::Error) -> TransportError {
        let output = self.decoder.get_ref();
        match output.is_over_limit {
            true => TransportError::over_limit(output.max_size),
            false => {
                TransportError::decompression_failed("invalid or truncated gzip").with_source(error)
            }
        }
    }
}

#[derive(Default)]
struct LimitedBuffer {
    bytes: Vec<u8>,
    max_size: u64,
    is_over_limit: bool,
}

impl Write for LimitedBuffer {
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        if (self.bytes.len() + chunk.len()) as u64 > self.max_size {
            self.is_over_limit = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        growth::append(&mut self.bytes, chunk, self.max_size);
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
