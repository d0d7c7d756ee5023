//! Decompresses bodies: gzip in all its spellings, with one member or more, up to a limit.
//!
//! reqwest's decoder compares the coding with `gzip` byte for byte, and ends after one member.

use std::io::{self, Write};

use bytes::Bytes;
use flate2::write::MultiGzDecoder;
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};

use crate::transport::TransportError;

/// Whether the body is compressed with gzip, and with nothing else. Removes the headers that
/// describe the compressed body if so.
pub(crate) fn take_encoding(headers: &mut HeaderMap) -> bool {
    let mut codings = headers.get_all(CONTENT_ENCODING).iter();
    let (Some(coding), None) = (codings.next(), codings.next()) else {
        return false;
    };
    let coding = coding.as_bytes().trim_ascii();
    let is_gzip = [b"gzip".as_slice(), b"x-gzip"]
        .iter()
        .any(|name| coding.eq_ignore_ascii_case(name));
    if is_gzip {
        headers.remove(CONTENT_ENCODING);
        headers.remove(CONTENT_LENGTH);
    }
    is_gzip
}

/// Decompresses a body while it is received.
pub(crate) struct Unpacker {
    decoder: MultiGzDecoder<LimitedBuffer>,
}

impl Unpacker {
    pub(crate) fn new(max_size: u64) -> Self {
        Self {
            decoder: MultiGzDecoder::new(LimitedBuffer {
                bytes: Vec::new(),
                max_size,
                is_over_limit: false,
            }),
        }
    }

    pub(crate) fn push(&mut self, chunk: &[u8]) -> Result<(), TransportError> {
        let result = self.decoder.write_all(chunk);
        result.map_err(|error| self.error(error))
    }

    pub(crate) fn finish(mut self) -> Result<Bytes, TransportError> {
        match self.decoder.try_finish() {
            Ok(()) => Ok(std::mem::take(&mut self.decoder.get_mut().bytes).into()),
            Err(error) => Err(self.error(error)),
        }
    }

    fn error(&self, error: io::Error) -> TransportError {
        let output = self.decoder.get_ref();
        match output.is_over_limit {
            true => TransportError::over_limit(output.max_size),
            false => {
                TransportError::decompression_failed(error.kind().to_string()).with_source(error)
            }
        }
    }
}

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
        self.bytes.extend_from_slice(chunk);
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
