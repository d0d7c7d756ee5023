//! Receivers as a router of axum.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use http::HeaderValue;
use http::header::{ALLOW, CONNECTION};

use super::{Received, Receivers, Registry, Verdict, read_body};
use crate::ReadBack;

/// A router that takes callbacks at `/<secret>`, to be nested: `Router::new().nest("/callbacks", router(receivers))`.
///
/// Answers have no body. Each has its [`Received`] among its extensions, for a layer that logs. A layer that logs paths
/// would log the secrets.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::callback::{self, Memory, Received, Receiver, Receivers, Verdict};
/// use axum::{Router, body::Body, extract::Request};
/// use shop_client::GetOrder;
/// use tower::ServiceExt; // `oneshot`, for tests
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([]);
/// let receiver = Receiver::new(client, "d41d8cd98f00b204", Memory::<GetOrder>::new(10_000))?;
/// let app: Router = Router::new().nest("/callbacks", callback::router(Receivers::new([receiver])));
///
/// // A callback for an order that nobody made: it is answered, and nothing is read.
/// let request = Request::post("/callbacks/d41d8cd98f00b204")
///     .header("content-type", "application/x-www-form-urlencoded")
///     .body(Body::from("order[id]=9"))?;
/// let response = app.oneshot(request).await?;
/// assert_eq!(response.status(), 200);
/// let received = response.extensions().get::<Received>().map(Received::verdict);
/// assert_eq!(received, Some(Verdict::Unknown));
/// # Ok(())
/// # }
/// ```
pub fn router<R: ReadBack, K: Registry<R>>(receivers: Receivers<R, K>) -> Router {
    Router::new().fallback(move |request: Request| {
        let receivers = receivers.clone();
        async move { answer(receive(&receivers, request).await) }
    })
}

async fn receive<R: ReadBack, K: Registry<R>>(
    receivers: &Receivers<R, K>,
    request: Request,
) -> Received {
    let (head, body) = request.into_parts();
    // The secret is of letters that are never escaped in a path, so the path is compared as it came.
    let path = head.uri.path().trim_start_matches('/');
    let admitted = match receivers.admit(&head.method, path, &head.headers) {
        Ok(admitted) => admitted,
        Err(received) => return received,
    };
    match read_body(body.into_data_stream()).await {
        Ok(body) => admitted.receive(&body).await,
        Err(received) => received,
    }
}

fn answer(received: Received) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = received.status();
    let headers = response.headers_mut();
    match received.verdict() {
        Verdict::WrongMethod => {
            headers.insert(ALLOW, HeaderValue::from_static("POST"));
        }
        // The rest of the body may be on its way.
        Verdict::TooLarge | Verdict::TooSlow => {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        _ => {}
    }
    response.extensions_mut().insert(received);
    response
}
