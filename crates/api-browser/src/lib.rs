//! HTML snippets for pages that load the browser SDK of an API.
//!
//! The script URL, the SDK's name of the environment, the API version and the public key come from
//! one [`Config`](api_runtime::Config), so a page cannot mix two environments. No text can leave its
//! place in the page: strings are escaped, and names are checked. A [`Snippet`] has a nonce for a
//! `Content-Security-Policy`, and its parts for pages without inline scripts.
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
//! # struct PageConfiguration { name: String, on_success: Option<Function> }
//! # impl PageConfiguration {
//! #     fn new(name: &str) -> Self { Self { name: name.to_owned(), on_success: None } }
//! #     fn on_success(self, function: Function) -> Self { Self { on_success: Some(function), ..self } }
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
//! #         object.function("onSuccess", self.on_success.as_ref());
//! #     }
//! # }
//!
//! # fn main() -> Result<(), api_browser::SnippetError> {
//! # let config = shop_client::config();
//! // A generated struct. The page has to define `checkout.paid`.
//! let page = PageConfiguration::new("Lamps </script>").on_success(Function::new("checkout.paid")?);
//! let html = Snippet::new(&config, "Shop", &page, "request-1")?.to_string();
//! assert_eq!(
//!     html,
//!     r#"<script src="https://shop.example/api/pay.js"></script>
//! <script>
//!   Shop.init({
//!     "env": "staging",
//!     "name": "Lamps \u003c/script\u003e",
//!     "onSuccess": checkout.paid,
//!   });
//!   Shop.open("request-1");
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
