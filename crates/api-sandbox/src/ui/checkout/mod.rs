//! Pages of the payments API: the SDK script, the simulated payment app that it opens, and the
//! tester page.
//!
//! The URLs of script and tester page are documented, their content is the sandbox's own.

use http::{Method, Response};
use serde_json::json;

use super::page::{CSS, JAVASCRIPT, Page, SVG};
use super::payment_app;
use crate::context::Context;
use crate::credentials::PaymentEnvironment;
use crate::openapi::{sdk_environment_name, sdk_script, tester_page};
use crate::response::body::ResponseBody;
use crate::response::json::JsonResponse;

/// The global object of the sandbox's SDK script. The documents write `<Service>`, without a name.
pub const SDK_GLOBAL: &str = "Service";

/// The version of the API, of the script and of the pages.
const VERSION: &str = "1.0";

/// The response to a request of a browser for a page.
pub(crate) struct UiResponse {
    pub(crate) status: u16,
    pub(crate) errors: Vec<String>,
    pub(crate) http: Response<ResponseBody>,
    /// Whether the request is logged. Files and data that a page loads are not, the page is.
    pub(crate) is_logged: bool,
}

impl UiResponse {
    fn page(page: Page, is_logged: bool) -> Self {
        Self {
            status: page.status,
            errors: Vec::new(),
            http: page.into_http(),
            is_logged,
        }
    }

    fn json(response: JsonResponse, is_logged: bool) -> Self {
        Self {
            status: response.status,
            errors: response.errors.clone(),
            http: response.into_http(None),
            is_logged,
        }
    }
}

/// Whether this is the path of the SDK script, which pages of other origins load.
pub(crate) fn is_sdk_script(environment: PaymentEnvironment, path: &str) -> bool {
    sdk_script(environment) == Some(path)
}

/// Handles a request below an environment's base URL and this root URL; `None` if the path is not that of a page.
pub(crate) fn respond(
    context: &Context,
    environment: PaymentEnvironment,
    method: &Method,
    path: &str,
    root: &str,
) -> Option<UiResponse> {
    let is_get = method == Method::GET;
    if is_get && is_sdk_script(environment, path) {
        let script = Page::shared_script(sdk(environment, root));
        return Some(UiResponse::page(script, true));
    }
    let tester = tester_page(environment);
    if is_get && tester == Some(path) {
        let page = Page::window(include_str!("tester.html"), root);
        return Some(UiResponse::page(page, true));
    }
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    Some(match segments.as_slice() {
        ["pages", "environment"] if is_get && tester.is_some() => {
            let configuration = json!({
                "api_version": VERSION,
                "sdk_global": SDK_GLOBAL,
                "sdk_environment": sdk_environment_name(environment),
                "credentials": environment.credentials(),
            });
            UiResponse::json(JsonResponse::ok(configuration), false)
        }
        ["pages", name] if is_get => UiResponse::page(file(name)?, false),
        ["app", uid] if is_get => {
            // The page shows the error, and reports it to the SDK.
            let status = if payment_app::exists(context, environment, uid) {
                200
            } else {
                404
            };
            let page = Page::frame(status, include_str!("app.html"));
            UiResponse::page(page, true)
        }
        ["app", uid, action] if method == Method::POST => {
            UiResponse::json(payment_app::act(context, environment, uid, action)?, true)
        }
        _ => return None,
    })
}

/// The script is a function, called with the environment's configuration.
fn sdk(environment: PaymentEnvironment, origin: &str) -> String {
    let name = environment.name();
    let configuration = json!({
        "global": SDK_GLOBAL,
        "name": name,
        "environment": sdk_environment_name(environment),
        "apiVersion": VERSION,
        "publicKey": environment.credentials().public_key,
        "app": format!("{origin}/payments/{name}/app/"),
    });
    format!("{}({configuration});\n", include_str!("sdk.js").trim_end())
}

fn file(name: &str) -> Option<Page> {
    Some(match name {
        "style.css" => Page::file(CSS, include_str!("style.css")),
        "app.css" => Page::file(CSS, include_str!("app.css")),
        "app.js" => Page::file(JAVASCRIPT, include_str!("app.js")),
        "tester.css" => Page::file(CSS, include_str!("tester.css")),
        "tester.js" => Page::file(JAVASCRIPT, include_str!("tester.js")),
        "requests.js" => Page::file(JAVASCRIPT, include_str!("requests.js")),
        "journal.js" => Page::file(JAVASCRIPT, include_str!("journal.js")),
        "icon.svg" => Page::file(SVG, include_str!("icon.svg")),
        _ => return None,
    })
}
