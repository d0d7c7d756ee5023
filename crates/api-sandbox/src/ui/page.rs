//! Pages and their files, with the headers that restrict them in a browser.

use bytes::Bytes;
use http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderName, HeaderValue, Response, StatusCode};

use crate::response::body::ResponseBody;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

pub(super) const CSS: &str = "text/css; charset=utf-8";
pub(super) const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
pub(super) const SVG: &str = "image/svg+xml";

/// Scripts and styles are files of the page's own origin, never inline, and nothing else is loaded.
pub(super) const OWN_FILES: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/// The origins of this machine, which may frame the payment app. A policy cannot name an IPv6
/// address.
const LOCAL_ORIGINS: &str = "http://127.0.0.1:* http://localhost:* http://*.localhost:* \
                           https://127.0.0.1:* https://localhost:* https://*.localhost:*";

/// A page, or a file that a page loads.
pub(crate) struct Page {
    pub(super) status: u16,
    content_type: &'static str,
    body: Bytes,
    /// The policy of a page's content.
    policy: Option<HeaderValue>,
    is_cross_origin: bool,
}

impl Page {
    /// A script, style sheet or image of the sandbox's own pages, or a page with a policy of its
    /// own.
    pub(super) fn file(content_type: &'static str, body: impl Into<Bytes>) -> Self {
        Self {
            status: 200,
            content_type,
            body: body.into(),
            policy: None,
            is_cross_origin: false,
        }
    }

    /// A script that pages of other origins load.
    pub(super) fn shared_script(script: String) -> Self {
        Self {
            is_cross_origin: true,
            ..Self::file(JAVASCRIPT, script)
        }
    }

    /// A top-level page, which frames the payment app of this origin.
    pub(super) fn window(html: &'static str, app_origin: &str) -> Self {
        Self::html(html).with_policy(&format!(
            "{OWN_FILES}; frame-src {app_origin}; frame-ancestors 'none'"
        ))
    }

    /// A page that pages of this machine may frame.
    pub(super) fn frame(status: u16, html: &'static str) -> Self {
        let policy = format!("{OWN_FILES}; frame-ancestors {LOCAL_ORIGINS}");
        let page = Self::html(html).with_policy(&policy);
        Self { status, ..page }
    }

    pub(super) fn html(html: &'static str) -> Self {
        Self::file("text/html; charset=utf-8", html)
    }

    pub(super) fn with_policy(self, policy: &str) -> Self {
        Self {
            policy: HeaderValue::from_str(policy).ok(),
            ..self
        }
    }

    pub(super) fn into_http(self) -> Response<ResponseBody> {
        let length = self.body.len();
        let mut response = Response::new(ResponseBody::complete(self.body));
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or_default();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
        if let Some(policy) = self.policy {
            headers.insert(CONTENT_SECURITY_POLICY, policy);
        }
        let mut response = restricted(response);
        if self.is_cross_origin {
            let headers = response.headers_mut();
            headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        }
        response
    }
}

/// Adds the headers of everything that the sandbox's pages load.
pub(super) fn restricted(mut response: Response<ResponseBody>) -> Response<ResponseBody> {
    for (name, value) in [
        // Another version of the sandbox may run on the same port later.
        (CACHE_CONTROL, "no-store"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (RESOURCE_POLICY, "same-origin"),
    ] {
        let headers = response.headers_mut();
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
