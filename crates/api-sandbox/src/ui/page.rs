//! Pages and their files, with the headers that restrict them in a browser.

use bytes::Bytes;
use http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderName, HeaderValue, Response, StatusCode};

use crate::response::body::ResponseBody;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The origins of this machine, which may frame the payment app. A policy cannot name an IPv6
/// address.
const LOCAL_ORIGINS: &str = "http://127.0.0.1:* http://localhost:* http://*.localhost:* \
                           https://127.0.0.1:* https://localhost:* https://*.localhost:*";

/// A page, or a file that a page loads.
pub(crate) struct Page {
    pub(super) status: u16,
    content_type: &'static str,
    body: Bytes,
    content_security_policy: Option<HeaderValue>,
    is_cross_origin: bool,
}

impl Page {
    /// A script, style sheet or image of the sandbox's own pages.
    pub(super) fn file(content_type: &'static str, text: &'static str) -> Self {
        Self {
            status: 200,
            content_type,
            body: Bytes::from_static(text.as_bytes()),
            content_security_policy: None,
            is_cross_origin: false,
        }
    }

    /// A script that pages of other origins load.
    pub(super) fn shared_script(script: String) -> Self {
        Self {
            body: script.into(),
            is_cross_origin: true,
            ..Self::file("text/javascript; charset=utf-8", "")
        }
    }

    /// A top-level page, which frames the payment app of this origin.
    pub(super) fn window(html: &'static str, app_origin: &str) -> Self {
        let frames = format!("frame-src {app_origin}; frame-ancestors 'none'");
        Self::html(html, &frames)
    }

    /// A page that pages of this machine may frame.
    pub(super) fn frame(status: u16, html: &'static str) -> Self {
        let page = Self::html(html, &format!("frame-ancestors {LOCAL_ORIGINS}"));
        Self { status, ..page }
    }

    /// Scripts and styles are files of the page's own origin, never inline.
    fn html(html: &'static str, frames: &str) -> Self {
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
             base-uri 'none'; form-action 'none'; {frames}"
        );
        Self {
            content_security_policy: HeaderValue::from_str(&policy).ok(),
            ..Self::file("text/html; charset=utf-8", html)
        }
    }

    pub(super) fn into_http(self) -> Response<ResponseBody> {
        let length = self.body.len();
        let mut response = Response::new(ResponseBody::complete(self.body));
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or_default();
        let headers = response.headers_mut();
        let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
        set(CONTENT_TYPE, self.content_type);
        // Another version of the sandbox may run on the same port later.
        set(CACHE_CONTROL, "no-store");
        set(X_CONTENT_TYPE_OPTIONS, "nosniff");
        set(REFERRER_POLICY, "no-referrer");
        if self.is_cross_origin {
            set(RESOURCE_POLICY, "cross-origin");
            set(ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        } else {
            set(RESOURCE_POLICY, "same-origin");
        }
        headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
        if let Some(policy) = self.content_security_policy {
            headers.insert(CONTENT_SECURITY_POLICY, policy);
        }
        response
    }
}
