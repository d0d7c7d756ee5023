//! HTML snippets for pages that load the browser SDK of an API.
//!
//! The script URL, the SDK's name of the environment, the API version and the public key come from
//! one [`Config`](api_runtime::Config), so a page cannot mix two environments. No text can leave its
//! place in the page: strings are escaped, and names are checked. A [`Snippet`] has a nonce for a
//! `Content-Security-Policy`, the directives that it needs there, and its parts for pages without
//! inline scripts. If the script of the SDK is missing or has another version, the page's function for
//! errors is called.
//!
//! A generated client whose API has a browser SDK re-exports this crate as `browser`, and has a
//! struct that implements [`Configuration`]. In the example, `shop_client` is such a client.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../api-runtime/docs/shop_client.rs"));
//! use api_browser::{Function, Snippet};
//! # use api_browser::{BrowserSdk, Configuration, ObjectWriter};
//! # use shop_client::{Environment, Shop};
//! # #[derive(Default)]
//! # struct PageConfiguration { name: String, on_error: Option<Function> }
//! # impl PageConfiguration {
//! #     fn new(name: &str) -> Self { Self { name: name.to_owned(), on_error: None } }
//! #     fn on_error(self, function: Function) -> Self { Self { on_error: Some(function), ..self } }
//! # }
//! # impl Configuration for PageConfiguration {
//! #     type Api = Shop;
//! #     const SDK: BrowserSdk<Shop> = BrowserSdk {
//! #         scripts: &[(Environment::Staging, "/pay.js")],
//! #         environment_name: |_| "staging",
//! #         init: "init",
//! #         open: "open",
//! #     };
//! #     fn write(&self, object: &mut ObjectWriter<'_>) {
//! #         object.environment("env");
//! #         object.string("name", &self.name);
//! #         object.error_handler("onError", self.on_error.as_ref());
//! #     }
//! # }
//!
//! # fn main() -> Result<(), api_browser::SnippetError> {
//! # let config = shop_client::config();
//! // A generated struct. The page has to define `checkout.failed`.
//! let page = PageConfiguration::new("Lamps </script>").on_error(Function::new("checkout.failed")?);
//! let html = Snippet::new(&config, "Shop", &page, "request-1")?.to_string();
//! assert_eq!(
//!     html,
//!     r#"<script src="https://shop.example/api/pay.js"></script>
//! <script>
//! ((open, failed, opened) => {
//!   if (window[opened]) return;
//!   window[opened] = true;
//!   const run = () => {
//!     try {
//!       open();
//!     } catch (error) {
//!       window[opened] = false;
//!       failed();
//!       throw error;
//!     }
//!   };
//!   if (document.readyState === "loading") addEventListener("DOMContentLoaded", run);
//!   else run();
//! })(() => {
//!   Shop.init({
//!     "env": "staging",
//!     "name": "Lamps \u003c/script\u003e",
//!     "onError": function () { return checkout.failed(...arguments); },
//!   });
//!   Shop.open("request-1");
//! }, () => { checkout.failed(); }, Symbol.for("Shop.open request-1"));
//! </script>
//! "#
//! );
//! # Ok(())
//! # }
//! ```

mod configuration;
mod error;
mod escape;
mod function;
mod identifier;
mod nonce;
mod sdk;
mod snippet;

pub use configuration::{Configuration, ObjectWriter};
pub use error::{InvalidValue, SnippetError};
pub use function::Function;
pub use sdk::BrowserSdk;
pub use snippet::Snippet;
