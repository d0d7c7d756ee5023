//! A page or a file of a page, with the headers that bound what a browser does with it.

use bytes::Bytes;
use http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderName, HeaderValue, Response, StatusCode};

use crate::response::body::ReplyBody;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Pages of this machine, which may show the payment app. A policy cannot name an address of IPv6.
const LOCAL_PAGES: &str = "http://127.0.0.1:* http://localhost:* http://*.localhost:* \
                           https://127.0.0.1:* https://localhost:* https://*.localhost:*";

/// A page, or a file of a page.
pub(crate) struct Page {
    pub(super) status: u16,
    kind: &'static str,
    text: Bytes,
    policy: Option<HeaderValue>,
    for_other_origins: bool,
}

impl Page {
    /// A file that only the sandbox's own pages use: a script, a style sheet or an image.
    pub(super) fn file(kind: &'static str, text: &'static str) -> Self {
        Self {
            status: 200,
            kind,
            text: Bytes::from_static(text.as_bytes()),
            policy: None,
            for_other_origins: false,
        }
    }

    /// A script that pages of other origins load.
    pub(super) fn shared_script(text: String) -> Self {
        Self {
            text: text.into(),
            for_other_origins: true,
            ..Self::file("text/javascript; charset=utf-8", "")
        }
    }

    /// A page that is a window of its own. It shows the payment app, which always has the address with the number.
    pub(super) fn window(text: &'static str, app: &str) -> Self {
        Self::html(text, &format!("frame-src {app}; frame-ancestors 'none'"))
    }

    /// A page that pages of this machine show in a frame.
    pub(super) fn frame(status: u16, text: &'static str) -> Self {
        let page = Self::html(text, &format!("frame-ancestors {LOCAL_PAGES}"));
        Self { status, ..page }
    }

    /// Nothing in a page's text runs or styles: all of that is in files of the page's own origin.
    fn html(text: &'static str, frames: &str) -> Self {
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
             base-uri 'none'; form-action 'none'; {frames}"
        );
        Self {
            policy: HeaderValue::from_str(&policy).ok(),
            ..Self::file("text/html; charset=utf-8", text)
        }
    }

    pub(super) fn response(self) -> Response<ReplyBody> {
        let length = self.text.len();
        let mut response = Response::new(ReplyBody::whole(self.text));
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or_default();
        let headers = response.headers_mut();
        let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
        set(CONTENT_TYPE, self.kind);
        // The next start of the sandbox may be another version.
        set(CACHE_CONTROL, "no-store");
        set(X_CONTENT_TYPE_OPTIONS, "nosniff");
        set(REFERRER_POLICY, "no-referrer");
        if self.for_other_origins {
            set(RESOURCE_POLICY, "cross-origin");
            set(ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        } else {
            set(RESOURCE_POLICY, "same-origin");
        }
        headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
        headers.extend(self.policy.map(|policy| (CONTENT_SECURITY_POLICY, policy)));
        response
    }
}
