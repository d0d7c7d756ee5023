//! What a browser loads: the SDK script, the stand-in of the payment app that it opens, and the tester page.
//!
//! The addresses of script and tester page are those of the documents. What is behind them is the sandbox's own.

use http::{Method, Response};
use serde_json::json;

use super::page::Page;
use super::payment_app;
use crate::context::Shared;
use crate::credentials::PaymentEnvironment;
use crate::openapi::{sdk_script, sdk_word, tester_page};
use crate::response::body::ReplyBody;
use crate::response::json::{Reply, response};

/// The global object that the sandbox's SDK script makes. The documents write `<Service>` and show no name.
pub const SDK_GLOBAL: &str = "Service";

/// The version of the API, of the script and of the pages.
const VERSION: &str = "1.0";

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const IMAGE: &str = "image/svg+xml";

/// A page, or data for a page.
pub(crate) struct Answer {
    content: Content,
    /// Whether it is told in the log. Files and data that a page loads are not: the page is.
    pub(crate) told: bool,
}

enum Content {
    Page(Page),
    Data(Reply),
}

impl Answer {
    fn told(content: Content) -> Self {
        Self {
            content,
            told: true,
        }
    }

    fn silent(content: Content) -> Self {
        Self {
            content,
            told: false,
        }
    }

    pub(crate) fn status(&self) -> u16 {
        match &self.content {
            Content::Page(page) => page.status,
            Content::Data(reply) => reply.status,
        }
    }

    pub(crate) fn problems(&self) -> &[String] {
        match &self.content {
            Content::Page(_) => &[],
            Content::Data(reply) => &reply.problems,
        }
    }

    pub(crate) fn response(self) -> Response<ReplyBody> {
        match self.content {
            Content::Page(page) => page.response(),
            Content::Data(reply) => response(reply, None),
        }
    }
}

/// Whether this is the address of the SDK script, which pages of other origins load.
pub(crate) fn is_sdk_script(environment: PaymentEnvironment, path: &str) -> bool {
    sdk_script(environment) == Some(path)
}

/// Answers a request below an environment's base address; `None` if no page has to do with it.
pub(crate) fn answer(
    shared: &Shared,
    environment: PaymentEnvironment,
    method: &Method,
    path: &str,
) -> Option<Answer> {
    let get = method == Method::GET;
    let own = format!("http://{}", shared.address);
    if get && is_sdk_script(environment, path) {
        let script = sdk(environment, &own);
        return Some(Answer::told(Content::Page(Page::shared_script(script))));
    }
    let tester = tester_page(environment);
    if get && tester == Some(path) {
        let page = Page::window(include_str!("checkout/tester.html"), &own);
        return Some(Answer::told(Content::Page(page)));
    }
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    Some(match segments.as_slice() {
        ["pages", "environment"] if get && tester.is_some() => {
            Answer::silent(Content::Data(Reply::ok(json!({
                "api_version": VERSION,
                "sdk_global": SDK_GLOBAL,
                "sdk_word": sdk_word(environment),
                "credentials": environment.credentials(),
            }))))
        }
        ["pages", name] if get => Answer::silent(Content::Page(file(name)?)),
        ["app", uid] if get => {
            // The page itself tells that there is no such request, and tells the SDK.
            let status = if payment_app::knows(shared, environment, uid) {
                200
            } else {
                404
            };
            let page = Page::frame(status, include_str!("checkout/app.html"));
            Answer::told(Content::Page(page))
        }
        ["app", uid, step] if method == Method::POST => Answer::told(Content::Data(
            payment_app::step(shared, environment, uid, step)?,
        )),
        _ => return None,
    })
}

/// The script is a function of what belongs to the environment.
fn sdk(environment: PaymentEnvironment, own: &str) -> String {
    let name = environment.name();
    let facts = json!({
        "global": SDK_GLOBAL,
        "name": name,
        "word": sdk_word(environment),
        "apiVersion": VERSION,
        "publicKey": environment.credentials().public_key,
        "app": format!("{own}/payments/{name}/app/"),
    });
    format!("{}({facts});\n", include_str!("checkout/sdk.js").trim_end())
}

fn file(name: &str) -> Option<Page> {
    Some(match name {
        "style.css" => Page::file(STYLE, include_str!("checkout/style.css")),
        "app.css" => Page::file(STYLE, include_str!("checkout/app.css")),
        "app.js" => Page::file(SCRIPT, include_str!("checkout/app.js")),
        "tester.css" => Page::file(STYLE, include_str!("checkout/tester.css")),
        "tester.js" => Page::file(SCRIPT, include_str!("checkout/tester.js")),
        "journal.js" => Page::file(SCRIPT, include_str!("checkout/journal.js")),
        "icon.svg" => Page::file(IMAGE, include_str!("checkout/icon.svg")),
        _ => return None,
    })
}
