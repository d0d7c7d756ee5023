//! The certificate to trust, for clients that have no access to its file.

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Method, Response};

use crate::context::Context;
use crate::response::body::ResponseBody;

/// The path of the certificate.
const PATH: &str = "/_sandbox/ca.pem";

/// Responds with the certificate of the sandbox's own authority; `None` for another request, and if
/// there is no authority.
pub(super) fn respond(
    context: &Context,
    method: &Method,
    path: &str,
) -> Option<Response<ResponseBody>> {
    if path != PATH || method != Method::GET {
        return None;
    }
    let pem = context.endpoint.tls()?.ca_certificate();
    let mut response = Response::new(ResponseBody::complete(Bytes::copy_from_slice(
        pem.as_bytes(),
    )));
    let content_type = HeaderValue::from_static("application/x-pem-file");
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    Some(response)
}
