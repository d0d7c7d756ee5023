//! Scalar's page, with a script that gives it the documents and this sandbox's URLs and credentials.

use std::sync::LazyLock;

use bytes::Bytes;
use http::header::LOCATION;
use http::{HeaderValue, Response, StatusCode};

use super::file;
use crate::response::body::ResponseBody;

const PATH: &str = "/reference";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// Scalar itself: 5 MB.
static SCALAR: LazyLock<Bytes> = LazyLock::new(|| {
    scalar_api_reference::get_asset("scalar.js")
        .unwrap_or_default()
        .into()
});

/// The page and its files; `None` for other paths.
pub(super) fn respond(path: &str) -> Option<Response<ResponseBody>> {
    Some(match path {
        "/" => {
            let mut response = Response::new(ResponseBody::complete(Bytes::new()));
            *response.status_mut() = StatusCode::SEE_OTHER;
            let location = HeaderValue::from_static(PATH);
            response.headers_mut().insert(LOCATION, location);
            response
        }
        PATH => file("text/html; charset=utf-8", include_str!("index.html")),
        "/reference/init.js" => file(JAVASCRIPT, include_str!("init.js")),
        "/reference/scalar.js" => file(JAVASCRIPT, SCALAR.clone()),
        _ => return None,
    })
}
