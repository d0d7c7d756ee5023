//! Handlers as a router of axum.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use http::HeaderValue;
use http::header::{ALLOW, CONNECTION};

use crate::handlers::Handlers;
use crate::refetch::Refetch;
use crate::request::body::{MAX_BODY_SIZE, read_body};
use crate::request::disposition::Disposition;
use crate::request::response::CallbackResponse;

/// A router that receives callbacks at `/<secret>`, to be nested below another path.
///
/// Responses have no body. Each has its [`CallbackResponse`] as an extension, for a layer that logs.
/// Do not log paths: they contain the secrets.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::{CallbackResponse, Disposition, Events, Handler, Handlers, router};
/// use api_runtime::journal::MemoryStore;
/// use axum::{Router, body::Body, extract::Request};
/// use shop_client::GetOrder;
/// use tower::ServiceExt; // `oneshot`, for tests
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([]);
/// # let changes = Events::<GetOrder>::new(MemoryStore::new(), 100);
/// let handler = Handler::new(client, "d41d8cd98f00b204", changes)?;
/// let app: Router = Router::new().nest("/callbacks", router(Handlers::new([handler])));
///
/// // A callback about an order of somebody else: the response is 200, and nothing is read.
/// let request = Request::post("/callbacks/d41d8cd98f00b204")
///     .header("content-type", "application/x-www-form-urlencoded")
///     .body(Body::from("order[id]=9"))?;
/// let response = app.oneshot(request).await?;
/// assert_eq!(response.status(), 200);
/// let disposition = response.extensions().get().map(CallbackResponse::disposition);
/// assert_eq!(disposition, Some(Disposition::UnknownRecord));
/// # Ok(())
/// # }
/// ```
#[doc(alias = "webhook")]
pub fn router<R: Refetch>(handlers: Handlers<R>) -> Router {
    Router::new().fallback(move |request: Request| {
        let handlers = handlers.clone();
        async move {
            let (response, is_whole) = handle(&handlers, request).await;
            to_http(response, is_whole)
        }
    })
}

/// The response, and whether the body was read to its end.
async fn handle<R: Refetch>(handlers: &Handlers<R>, request: Request) -> (CallbackResponse, bool) {
    let (head, body) = request.into_parts();
    // No character of a secret is ever percent-encoded, so the path is compared as received.
    let segment = head.uri.path().trim_start_matches('/');
    let callback = match handlers.admit(&head.method, segment, &head.headers) {
        Ok(callback) => callback,
        Err(response) => return (response, true),
    };
    match read_body(body.into_data_stream()).await {
        Ok(body) => (callback.handle(&body).await, body.len() <= MAX_BODY_SIZE),
        Err(response) => (response, false),
    }
}

fn to_http(callback_response: CallbackResponse, is_whole: bool) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = callback_response.status();
    let headers = response.headers_mut();
    if callback_response.disposition() == Disposition::MethodNotAllowed {
        headers.insert(ALLOW, HeaderValue::from_static("POST"));
    }
    if !is_whole {
        // The rest of the body may follow.
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response.extensions_mut().insert(callback_response);
    response
}
