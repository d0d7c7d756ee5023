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
/// [`Content-Security-Policy`](Self::csp), both have a [`nonce`](Self::with_nonce), or the page puts
/// the parts together in another way: [`script_url`](Self::script_url) in an element of its own, and
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
/// // Random, and another one for each response.
/// let snippet = snippet.with_nonce("9RmO3bQwT1eXf0aUuJ7kZA==")?;
/// let html = snippet.to_string();
/// assert_eq!(html.matches("<script nonce=\"9RmO3bQwT1eXf0aUuJ7kZA==\"").count(), 2);
/// assert_eq!(
///     snippet.csp(),
///     "script-src 'nonce-9RmO3bQwT1eXf0aUuJ7kZA==' https://shop.example; \
///      frame-src https://shop.example; connect-src https://shop.example"
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
        let ObjectWriter {
            text: entries,
            error_handler,
            mut invalid_values,
            ..
        } = object;
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
        let opened = string_literal(&format!("{namespace}.{} {identifier}", C::SDK.open));
        let identifier = string_literal(identifier);
        let (init, open) = (C::SDK.init, C::SDK.open);
        let failed = error_handler.map(|function| format!(" {}(); ", function.name()));
        let failed = failed.unwrap_or_default();
        Ok(Self {
            // The names of the page are outside of the function, so that none of its own hides them.
            inline_script: format!(
                r#"
((open, failed, opened) => {{
  if (window[opened]) return;
  window[opened] = true;
  const run = () => {{
    try {{
      open();
    }} catch (error) {{
      window[opened] = false;
      failed();
      throw error;
    }}
  }};
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", run);
  else run();
}})(() => {{
  {namespace}.{init}({configuration});
  {namespace}.{open}({identifier});
}}, () => {{{failed}}}, Symbol.for({opened}));
"#
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

    /// The directives of a `Content-Security-Policy` that the snippet needs: `script-src`, `frame-src`
    /// and `connect-src`, joined by `; `.
    ///
    /// They are added to those of the page. A browser ignores the second directive of one name, so a
    /// page that has a `script-src` adds the sources to it. Without a nonce, the inline script is to be
    /// allowed too: by its hash, or with `'self'` as a file of the page's own.
    ///
    /// That the app and its requests have the origin of the script is our assumption: no document says
    /// so. Try the policy as `Content-Security-Policy-Report-Only` in a test environment first.
    pub fn csp(&self) -> String {
        let nonce = self.nonce.as_ref().map(Nonce::source).unwrap_or_default();
        let origin = origin(&self.script_url);
        format!("script-src {nonce}{origin}; frame-src {origin}; connect-src {origin}")
    }

    /// The URL of the script, not escaped.
    pub fn script_url(&self) -> &str {
        &self.script_url
    }

    /// The configuration of the SDK, as a JavaScript object. It has names of functions, so it is not
    /// JSON.
    pub fn configuration(&self) -> &str {
        &self.configuration
    }

    /// The inline script, without its element: it initializes the SDK and opens the app, once in a page
    /// for each identifier. If the page is still loading, it waits for `DOMContentLoaded`.
    ///
    /// If that throws, as without the script of the SDK or with another version of it, the script calls
    /// the page's function for errors, throws, and may run again.
    ///
    /// It is exactly what is between the tags, so that a policy can allow it by its hash. A page
    /// without inline scripts can load it from a URL of its own, which must not be cached: the
    /// script has the identifier. A deferred file stands after the scripts that it needs.
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

/// The origin of a URL with a path.
fn origin(url: &str) -> &str {
    let path = url.match_indices('/').nth(2);
    path.map_or(url, |(start, _)| &url[..start])
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
