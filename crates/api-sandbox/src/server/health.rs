//! The health path, for probes of containers.

use http::{Method, Response};
use serde_json::json;

use crate::context::Context;
use crate::response::body::ResponseBody;
use crate::response::json::JsonResponse;

/// The path, which no host is required for: a probe has an address of its own choice.
const PATH: &str = "/_sandbox/health";

/// Responds to a probe, which is neither logged nor printed; `None` for another request.
pub(super) fn respond(
    context: &Context,
    method: &Method,
    path: &str,
) -> Option<Response<ResponseBody>> {
    let is_probe = path == PATH && (method == Method::GET || method == Method::HEAD);
    is_probe.then(|| {
        let body = json!({
            "status": "ok",
            "version": env!("CARGO_PKG_VERSION"),
            "uptime_seconds": context.started.elapsed().as_secs(),
        });
        JsonResponse::ok(body).into_http(None)
    })
}
