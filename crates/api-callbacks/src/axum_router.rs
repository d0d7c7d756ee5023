//! Handlers as a router of axum.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use http::HeaderValue;
use http::header::{ALLOW, CONNECTION};

use super::{CallbackResponse, CallbackStore, Disposition, Handlers, read_body};
use crate::Refetch;

/// A router that takes callbacks at `/<secret>`, to be nested: `Router::new().nest("/callbacks", router(handlers))`.
///
/// Answers have no body. Each has its [`CallbackResponse`] among its extensions, for a layer that logs. A layer that logs paths
/// would log the secrets.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::{self, MemoryStore, CallbackResponse, Handler, Handlers, Disposition};
/// use axum::{Router, body::Body, extract::Request};
/// use shop_client::GetOrder;
/// use tower::ServiceExt; // `oneshot`, for tests
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([]);
/// let handler = Handler::new(client, "d41d8cd98f00b204", MemoryStore::<GetOrder>::new(10_000))?;
/// let app: Router = Router::new().nest("/callbacks", api_callbacks::router(Handlers::new([handler])));
///
/// // A callback for an order that nobody made: it is answered, and nothing is read.
/// let request = Request::post("/callbacks/d41d8cd98f00b204")
///     .header("content-type", "application/x-www-form-urlencoded")
///     .body(Body::from("order[id]=9"))?;
/// let response = app.oneshot(request).await?;
/// assert_eq!(response.status(), 200);
/// let received = response.extensions().get::<CallbackResponse>().map(CallbackResponse::disposition);
/// assert_eq!(received, Some(Disposition::Unknown));
/// # Ok(())
/// # }
/// ```
pub fn router<R: Refetch, K: CallbackStore<R>>(handlers: Handlers<R, K>) -> Router {
    Router::new().fallback(move |request: Request| {
        let handlers = handlers.clone();
        async move { answer(receive(&handlers, request).await) }
    })
}

async fn receive<R: Refetch, K: CallbackStore<R>>(
    handlers: &Handlers<R, K>,
    request: Request,
) -> CallbackResponse {
    let (head, body) = request.into_parts();
    // The secret is of letters that are never escaped in a path, so the path is compared as it came.
    let path = head.uri.path().trim_start_matches('/');
    let admitted = match handlers.admit(&head.method, path, &head.headers) {
        Ok(admitted) => admitted,
        Err(received) => return received,
    };
    match read_body(body.into_data_stream()).await {
        Ok(body) => admitted.handle(&body).await,
        Err(received) => received,
    }
}

fn answer(received: CallbackResponse) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = received.status();
    let headers = response.headers_mut();
    match received.disposition() {
        Disposition::WrongMethod => {
            headers.insert(ALLOW, HeaderValue::from_static("POST"));
        }
        // The rest of the body may be on its way.
        Disposition::TooLarge | Disposition::TooSlow => {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        _ => {}
    }
    response.extensions_mut().insert(received);
    response
}
