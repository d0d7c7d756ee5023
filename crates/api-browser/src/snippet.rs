//! The snippet of a page.

use std::fmt;

use api_runtime::Config;
use api_runtime::operation::Api;

use crate::configuration::{Configuration, ObjectWriter};
use crate::error::{InvalidValue, SnippetError};
use crate::escape::{attribute, string_literal};
use crate::identifier::is_identifier;
use crate::nonce::Nonce;

/// The parts of a page that load the script of the environment, initialize the SDK, and open the app.
///
/// `Display` writes them as HTML: an element that loads the script, and an inline script. Under a
/// `Content-Security-Policy`, both have a [`nonce`](Self::with_nonce), or the page puts the parts
/// together in another way: [`script_url`](Self::script_url) in an element of its own, and
/// [`inline_script`](Self::inline_script) in a file, or allowed by its hash.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../api-runtime/docs/shop_client.rs"));
/// use api_browser::Snippet;
/// # use api_browser::{BrowserSdk, Configuration, ObjectWriter};
/// # use shop_client::{Environment, Shop};
/// # struct PageConfiguration;
/// # impl Configuration for PageConfiguration {
/// #     type Api = Shop;
/// #     const SDK: BrowserSdk<Shop> = BrowserSdk {
/// #         scripts: &[(Environment::Staging, "/pay.js")],
/// #         environment_name: |_| "staging",
/// #         init: "init",
/// #         open: "open",
/// #     };
/// #     fn write(&self, object: &mut ObjectWriter<'_>) {
/// #         object.environment("env");
/// #     }
/// # }
///
/// # fn main() -> Result<(), api_browser::SnippetError> {
/// # let config = shop_client::config();
/// # let page = PageConfiguration;
/// let snippet = Snippet::new(&config, "Shop", &page, "request-1")?;
/// assert_eq!(snippet.script_url(), "https://shop.example/api/pay.js");
/// assert_eq!(snippet.configuration(), "{\n    \"env\": \"staging\",\n  }");
///
/// // Random, and another one for each response: `Content-Security-Policy: script-src 'nonce-…'`
/// let html = snippet.with_nonce("9RmO3bQwT1eXf0aUuJ7kZA==")?.to_string();
/// assert_eq!(
///     html,
///     r#"<script nonce="9RmO3bQwT1eXf0aUuJ7kZA==" src="https://shop.example/api/pay.js"></script>
/// <script nonce="9RmO3bQwT1eXf0aUuJ7kZA==">
///   Shop.init({
///     "env": "staging",
///   });
///   Shop.open("request-1");
/// </script>
/// "#
/// );
/// # Ok(())
/// # }
/// ```
#[doc(alias = "CSP")]
#[doc(alias = "Content-Security-Policy")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    script_url: String,
    configuration: String,
    inline_script: String,
    nonce: Option<Nonce>,
}

impl Snippet {
    /// The snippet that opens the app for `identifier`.
    ///
    /// `namespace` is the global object of the script, which the documents of the API do not name.
    ///
    /// # Errors
    ///
    /// `namespace` is not a JavaScript identifier, the environment has no script, or a client value
    /// is missing.
    pub fn new<C: Configuration, K>(
        config: &Config<C::Api, K>,
        namespace: &str,
        configuration: &C,
        identifier: &str,
    ) -> Result<Self, SnippetError>
    where
        <C::Api as Api>::Environment: PartialEq,
    {
        let environment_name = (C::SDK.environment_name)(config.environment());
        let mut object = ObjectWriter::new(config.client_values(), environment_name);
        configuration.write(&mut object);
        let (entries, mut invalid_values) = object.finish();
        if !is_identifier(namespace) {
            let reason = "expected a JavaScript identifier";
            invalid_values.push(InvalidValue::new("namespace", reason));
        }
        let script_url = script_url::<C, K>(config);
        if script_url.is_none() {
            let reason = "missing script of this environment";
            invalid_values.push(InvalidValue::new("environment", reason));
        }
        let (true, Some(script_url)) = (invalid_values.is_empty(), script_url) else {
            return Err(SnippetError::new(invalid_values));
        };
        let configuration = format!("{{\n{entries}  }}");
        let identifier = string_literal(identifier);
        let (init, open) = (C::SDK.init, C::SDK.open);
        Ok(Self {
            inline_script: format!(
                "\n  {namespace}.{init}({configuration});\n  {namespace}.{open}({identifier});\n"
            ),
            script_url,
            configuration,
            nonce: None,
        })
    }

    /// Adds the nonce of the response's `Content-Security-Policy` to both elements.
    ///
    /// Each response needs another one, of at least 128 random bits: a nonce that can be guessed, or
    /// is in a cached page, allows the scripts of an attacker.
    ///
    /// # Errors
    ///
    /// It is not Base64, of either alphabet, or has fewer than 22 characters.
    pub fn with_nonce(mut self, nonce: &str) -> Result<Self, SnippetError> {
        let nonce = Nonce::new(nonce).map_err(|invalid| SnippetError::new(vec![invalid]))?;
        self.nonce = Some(nonce);
        Ok(self)
    }

    /// The URL of the script, not escaped. Its origin is what `script-src` allows if there is no
    /// nonce.
    pub fn script_url(&self) -> &str {
        &self.script_url
    }

    /// The configuration of the SDK, as a JavaScript object. It has names of functions, so it is not
    /// JSON.
    pub fn configuration(&self) -> &str {
        &self.configuration
    }

    /// The inline script, without its element: it initializes the SDK and opens the app.
    ///
    /// It is exactly what is between the tags, so that a policy can allow it by its hash. A page
    /// without inline scripts can load it from a URL of its own, which must not be cached: the
    /// script has the identifier.
    pub fn inline_script(&self) -> &str {
        &self.inline_script
    }
}

/// The HTML.
impl fmt::Display for Snippet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nonce = self.nonce.as_ref().map(Nonce::attribute);
        let nonce = nonce.unwrap_or_default();
        let (script_url, inline_script) = (attribute(&self.script_url), &self.inline_script);
        write!(
            f,
            "<script{nonce} src=\"{script_url}\"></script>\n<script{nonce}>{inline_script}</script>\n"
        )
    }
}

/// The URL of the script in the environment of `config`.
fn script_url<C: Configuration, K>(config: &Config<C::Api, K>) -> Option<String>
where
    <C::Api as Api>::Environment: PartialEq,
{
    let (_, path) = C::SDK
        .scripts
        .iter()
        .find(|(environment, _)| *environment == config.environment())?;
    Some(format!("{}{path}", config.base_url()))
}
