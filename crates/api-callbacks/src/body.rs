//! A callback's body, read within limits.

use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_core::Stream;
use tokio::time::timeout;

use super::{CallbackResponse, Disposition};

/// The largest body of a callback, in bytes.
pub const BODY_LIMIT: usize = api_wire::form::MAX_BYTES;

/// How long a body may take to come.
pub const BODY_TIME: Duration = Duration::from_secs(10);

/// Reads a body of at most [`BODY_LIMIT`] bytes within [`BODY_TIME`].
///
/// It is for frameworks that have no adapter here; they all give a body as a stream of pieces. After an error the
/// connection is best closed, since the rest of the body may be on its way.
///
/// ```
/// use api_runtime::Bytes;
/// use api_callbacks::{BODY_LIMIT, Disposition, read_body};
/// # use std::pin::Pin;
/// # use std::task::{Context, Poll};
/// # struct Pieces(std::vec::IntoIter<Bytes>);
/// # impl api_runtime::Stream for Pieces {
/// #     type Item = std::io::Result<Bytes>;
/// #     fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
/// #         Poll::Ready(self.0.next().map(Ok))
/// #     }
/// # }
/// # fn pieces<const N: usize>(pieces: [Bytes; N]) -> Pieces { Pieces(Vec::from(pieces).into_iter()) }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_callbacks::CallbackResponse> {
/// let body = pieces([Bytes::from("order[id]=7&"), Bytes::from("order[state]=delivered")]);
/// assert_eq!(read_body(body).await?, "order[id]=7&order[state]=delivered");
///
/// let huge = pieces([Bytes::from(vec![b'x'; BODY_LIMIT]), Bytes::from("x")]);
/// assert_eq!(read_body(huge).await.unwrap_err().disposition(), Disposition::TooLarge);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// The answer to give: the body is too large or too slow, or breaks off.
pub async fn read_body<E>(
    body: impl Stream<Item = Result<Bytes, E>>,
) -> Result<Bytes, CallbackResponse> {
    match timeout(BODY_TIME, collect(body)).await {
        Ok(read) => read,
        Err(_) => Err(CallbackResponse::new(Disposition::TooSlow, "")),
    }
}

async fn collect<E>(body: impl Stream<Item = Result<Bytes, E>>) -> Result<Bytes, CallbackResponse> {
    let mut body = pin!(body);
    let mut all = BytesMut::new();
    while let Some(piece) = poll_fn(|context| body.as_mut().poll_next(context)).await {
        let Ok(piece) = piece else {
            return Err(CallbackResponse::new(
                Disposition::BadForm,
                "the body breaks off",
            ));
        };
        if all.len() + piece.len() > BODY_LIMIT {
            return Err(CallbackResponse::new(Disposition::TooLarge, ""));
        }
        all.extend_from_slice(&piece);
    }
    Ok(all.freeze())
}
