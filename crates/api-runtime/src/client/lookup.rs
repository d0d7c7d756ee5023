//! The record that an operation of [`create_once`](crate::Client::create_once) looks up.

use crate::error::ErrorContext;
use crate::response::decode::ReceivedResponse;
use crate::transport::BoxFuture;
use crate::{Error, ErrorKind, RawResponse, ReadError, ResponseReader};

/// A record that was looked up.
pub(crate) struct Found<R> {
    pub(crate) record: R,
    pub(crate) response: RawResponse,
    pub(crate) context: ErrorContext,
    pub(crate) attempts: u32,
}

/// Decodes the record. A response about another record is repeated, as that of every read.
pub(crate) async fn look_up<R>(
    received: BoxFuture<Result<ReceivedResponse, Error>>,
    read_response: fn(&ResponseReader) -> Result<R, ReadError>,
) -> Result<Found<R>, Error> {
    let mut attempts = received;
    loop {
        let mut received = attempts.await?;
        let (response, context) = (received.response.raw(), received.context().clone());
        let attempts_made = received.attempts();
        let repeat = received.take_repeat();
        attempts = match (received.decode(read_response), repeat) {
            (Err(error), Some(repeat)) if error.kind() == ErrorKind::WrongRecord => repeat(error)?,
            (decoded, _) => {
                return decoded.map(|found| Found {
                    record: found.value,
                    response,
                    context,
                    attempts: attempts_made,
                });
            }
        };
    }
}
