//! The body of a callback, read within limits.

use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_core::Stream;
use tokio::time::timeout;

use crate::request::disposition::Disposition;
use crate::request::response::CallbackResponse;

/// So many bytes of a callback's body are read. What follows is not.
pub const MAX_BODY_SIZE: usize = api_wire::form::MAX_BYTES;

/// The time limit for receiving a body.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Reads a body until its end or over [`MAX_BODY_SIZE`] bytes, within [`BODY_TIMEOUT`].
///
/// For web frameworks without an adapter here: all of them offer the body as a stream of chunks.
/// If they do not close the connection after a body that was not read to its end, close it: the rest
/// may follow.
///
/// ```
/// use api_callbacks::{MAX_BODY_SIZE, read_body};
/// use api_runtime::transport::Bytes;
/// # use std::pin::Pin;
/// # use std::task::{Context, Poll};
/// # struct Chunks(std::vec::IntoIter<Bytes>);
/// # impl futures_core::Stream for Chunks {
/// #     type Item = std::io::Result<Bytes>;
/// #     fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
/// #         Poll::Ready(self.0.next().map(Ok))
/// #     }
/// # }
/// # fn chunks<const N: usize>(chunks: [Bytes; N]) -> Chunks { Chunks(Vec::from(chunks).into_iter()) }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_callbacks::CallbackResponse> {
/// let body = chunks([Bytes::from("order[id]=7&"), Bytes::from("order[state]=delivered")]);
/// assert_eq!(read_body(body).await?, "order[id]=7&order[state]=delivered");
///
/// let huge = chunks([Bytes::from(vec![b'x'; MAX_BODY_SIZE]), Bytes::from("x"), Bytes::from("y")]);
/// assert_eq!(read_body(huge).await?.len(), MAX_BODY_SIZE + 1); // handle cuts it
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// The response to send: the body timed out, or ended early.
pub async fn read_body<E>(
    body: impl Stream<Item = Result<Bytes, E>>,
) -> Result<Bytes, CallbackResponse> {
    match timeout(BODY_TIMEOUT, collect(body)).await {
        Ok(read) => read,
        Err(_) => Err(CallbackResponse::new(Disposition::BodyTimeout)),
    }
}

async fn collect<E>(body: impl Stream<Item = Result<Bytes, E>>) -> Result<Bytes, CallbackResponse> {
    let mut body = pin!(body);
    let mut bytes = BytesMut::new();
    // An empty chunk counts as a byte: a stream of them that is always ready is never preempted by
    // the timeout.
    let mut size = 0;
    while let Some(chunk) = poll_fn(|context| body.as_mut().poll_next(context)).await {
        let Ok(chunk) = chunk else {
            let detail = "unexpected end of the body";
            return Err(CallbackResponse::with_detail(
                Disposition::InvalidForm,
                detail,
            ));
        };
        size += chunk.len().max(1);
        bytes.extend_from_slice(&chunk);
        if size > MAX_BODY_SIZE {
            // One byte more shows the form that it is cut.
            bytes.truncate(MAX_BODY_SIZE + 1);
            break;
        }
    }
    Ok(bytes.freeze())
}
