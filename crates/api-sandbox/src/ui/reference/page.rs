//! Scalar's page, with a script that gives it the documents and this sandbox's URLs and credentials.

use std::sync::LazyLock;

use bytes::Bytes;
use http::header::LOCATION;
use http::{HeaderValue, Response, StatusCode};

use crate::response::body::ResponseBody;
use crate::ui::page::{JAVASCRIPT, Page};

const PATH: &str = "/reference";

/// Scalar needs inline styles. Everything is loaded from the sandbox, and the page cannot be framed.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
    img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Scalar itself: 5 MB.
static SCALAR: LazyLock<Bytes> = LazyLock::new(|| {
    scalar_api_reference::get_asset("scalar.js")
        .unwrap_or_default()
        .into()
});

/// The page and its files; `None` for other paths.
pub(super) fn respond(path: &str) -> Option<Response<ResponseBody>> {
    let page = match path {
        "/" => {
            let mut response = Response::new(ResponseBody::complete(Bytes::new()));
            *response.status_mut() = StatusCode::SEE_OTHER;
            let location = HeaderValue::from_static(PATH);
            response.headers_mut().insert(LOCATION, location);
            return Some(response);
        }
        PATH => Page::html(include_str!("index.html")).with_policy(POLICY),
        "/reference/init.js" => Page::file(JAVASCRIPT, include_str!("init.js")),
        "/reference/scalar.js" => Page::file(JAVASCRIPT, SCALAR.clone()),
        _ => return None,
    };
    Some(page.into_http())
}
