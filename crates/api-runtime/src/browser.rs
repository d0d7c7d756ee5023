//! Pages that load a browser SDK: the snippet that a backend writes into them.
//!
//! Everything that belongs to one environment comes from its [`Config`]: the address of the script, the word
//! by which the script calls the environment, the version and the public key. So a page cannot mix two of them.

use std::fmt::Write as _;

use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::{Api, ClientValues, Config, Error};

/// What is known of an API's browser SDK.
#[derive(Debug)]
pub struct BrowserSdk<A: Api> {
    /// The address of the script below the environment's base address.
    pub scripts: &'static [(A::Environment, &'static str)],
    /// The name of the environment in the script.
    pub environment_name: fn(A::Environment) -> &'static str,
    /// The function that takes the configuration, below the script's global object.
    pub init: &'static str,
    /// The function that opens the app, below the script's global object.
    pub open: &'static str,
}

/// The configuration of a browser SDK: a generated struct, with what the page itself decides.
pub trait Configuration {
    /// The API that the script belongs to.
    type Api: Api;

    /// The script.
    const SDK: BrowserSdk<Self::Api>;

    /// Writes the fields of the configuration.
    fn write(&self, object: &mut Object<'_>);
}

/// The name of a function of the page: `closed`, or `handlers.closed`.
///
/// It stands in the page as it is, so anything but a name is refused.
///
/// ```
/// use api_runtime::browser::Function;
///
/// # fn main() -> Result<(), ()> {
/// assert!(Function::named("handlers.closed").is_ok());
/// assert!(Function::named("() => alert(1)").is_err());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function(String);

impl Function {
    /// A function by its name.
    ///
    /// # Errors
    ///
    /// When the text is not a name of JavaScript, or several joined by dots.
    pub fn named(name: &str) -> Result<Self, Error> {
        if is_path(name) {
            return Ok(Self(name.to_owned()));
        }
        let invalid_field = InvalidField::new(
            FieldLocation::Page,
            "function",
            "is not the name of a JavaScript function",
        );
        Err(Error::config("browser", vec![invalid_field]))
    }
}

/// The configuration object that is being written.
pub struct Object<'a> {
    text: String,
    values: &'a dyn ClientValues,
    environment: &'static str,
    invalid_fields: Vec<InvalidField>,
}

impl Object<'_> {
    /// One of the client's values.
    pub fn value(&mut self, key: &str, name: &str) {
        match self.values.get(name) {
            Some(value) => {
                let value = script_text(value);
                self.entry(key, &value);
            }
            None => self.invalid_fields.push(InvalidField::new(
                FieldLocation::Page,
                key,
                "has no value in the environment",
            )),
        }
    }

    /// The word for the environment.
    pub fn environment(&mut self, key: &str) {
        let word = script_text(self.environment);
        self.entry(key, &word);
    }

    /// A text.
    pub fn text(&mut self, key: &str, text: &str) {
        self.entry(key, &script_text(text));
    }

    /// Texts that are always the same.
    pub fn words(&mut self, key: &str, words: &[&str]) {
        let words: Vec<String> = words.iter().map(|word| script_text(word)).collect();
        self.entry(key, &format!("[{}]", words.join(", ")));
    }

    /// A flag, if it is set.
    pub fn flag(&mut self, key: &str, flag: Option<bool>) {
        if let Some(flag) = flag {
            self.entry(key, if flag { "true" } else { "false" });
        }
    }

    /// A function, if there is one.
    pub fn function(&mut self, key: &str, function: Option<&Function>) {
        if let Some(function) = function {
            self.entry(key, &function.0);
        }
    }

    fn entry(&mut self, key: &str, value: &str) {
        // Writing to a text cannot fail.
        let _ = writeln!(self.text, "    {}: {value},", script_text(key));
    }
}

/// The snippet of a page: loads the environment's script, starts it, and opens the app for `identifier`.
///
/// `namespace` is the global object that the script makes. The API's documents do not show its name.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::browser::snippet;
/// # use api_runtime::browser::{BrowserSdk, Configuration, Object, script_address};
/// # use shop_client::{Config, Environment, Shop, VenueToken};
/// # struct PageConfiguration(&'static str);
/// # impl PageConfiguration { fn new(name: &'static str) -> Self { Self(name) } }
/// # impl Configuration for PageConfiguration {
/// #     type Api = Shop;
/// #     const SDK: BrowserSdk<Shop> = BrowserSdk {
/// #         scripts: &[(Environment::Staging, "/pay.js")],
/// #         environment_name: |_| "staging",
/// #         init: "init",
/// #         open: "open",
/// #     };
/// #     fn write(&self, object: &mut Object<'_>) { object.environment("env"); object.text("name", self.0); }
/// # }
///
/// # fn main() -> Result<(), api_runtime::Error> {
/// # let config = shop_client::config();
/// let page = PageConfiguration::new("Lamps </script>"); // a generated struct
/// let html = snippet(&config, "Shop", &page, "request-1")?;
/// assert!(html.starts_with(r#"<script src="https://shop.example/api/pay.js"></script>"#));
/// assert!(html.contains(r#""name": "Lamps \u003c/script\u003e""#)); // no text ends the script
/// assert!(html.contains(r#"Shop.open("request-1");"#));
/// # let address = script_address::<PageConfiguration, _>(&config);
/// # assert_eq!(address.as_deref(), Some("https://shop.example/api/pay.js"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// When `namespace` is not a name of JavaScript, the environment has no script, or a value is missing.
pub fn snippet<C: Configuration, K>(
    config: &Config<C::Api, K>,
    namespace: &str,
    configuration: &C,
    identifier: &str,
) -> Result<String, Error>
where
    <C::Api as Api>::Environment: PartialEq,
{
    let mut object = Object {
        text: String::new(),
        values: config.client_values(),
        environment: (C::SDK.environment_name)(config.environment()),
        invalid_fields: Vec::new(),
    };
    configuration.write(&mut object);
    let Object {
        text,
        mut invalid_fields,
        ..
    } = object;
    if !is_name(namespace) {
        invalid_fields.push(InvalidField::new(
            FieldLocation::Page,
            "namespace",
            "is not a JavaScript identifier",
        ));
    }
    let script = script_address::<C, K>(config);
    if script.is_none() {
        invalid_fields.push(InvalidField::new(
            FieldLocation::Page,
            "script",
            "has no address in this environment",
        ));
    }
    let (true, Some(script)) = (invalid_fields.is_empty(), script) else {
        return Err(Error::config(C::Api::NAME, invalid_fields));
    };
    let (script, identifier) = (attribute(&script), script_text(identifier));
    let (init, open) = (C::SDK.init, C::SDK.open);
    Ok(format!(
        "<script src=\"{script}\"></script>\n<script>\n  {namespace}.{init}({{\n{text}  }});\n  \
         {namespace}.{open}({identifier});\n</script>\n"
    ))
}

/// The address of the script in an environment, as [`snippet`] writes it.
pub fn script_address<C: Configuration, K>(config: &Config<C::Api, K>) -> Option<String>
where
    <C::Api as Api>::Environment: PartialEq,
{
    let (_, path) = C::SDK
        .scripts
        .iter()
        .find(|(environment, _)| *environment == config.environment())?;
    Some(format!("{}{path}", config.base_url().trim_end_matches('/')))
}

/// A text as a JavaScript literal that can stand inside a `<script>` element.
fn script_text(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            character => out.push(character),
        }
    }
    out
}

/// A text as the value of an HTML attribute in double quotes.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}

fn is_path(text: &str) -> bool {
    text.split('.').all(is_name)
}

/// Whether a text is an identifier of JavaScript. Only ASCII is taken: it is enough, and cannot look like another.
fn is_name(text: &str) -> bool {
    const RESERVED: [&str; 48] = [
        "arguments",
        "await",
        "break",
        "case",
        "catch",
        "class",
        "const",
        "continue",
        "debugger",
        "default",
        "delete",
        "do",
        "else",
        "enum",
        "eval",
        "export",
        "extends",
        "false",
        "finally",
        "for",
        "function",
        "if",
        "implements",
        "import",
        "in",
        "instanceof",
        "interface",
        "let",
        "new",
        "null",
        "package",
        "private",
        "protected",
        "public",
        "return",
        "static",
        "super",
        "switch",
        "this",
        "throw",
        "true",
        "try",
        "typeof",
        "var",
        "void",
        "while",
        "with",
        "yield",
    ];
    let mut characters = text.chars();
    let starts = characters
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_' || c == '$');
    starts
        && characters.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
        && text.len() <= 100
        && !RESERVED.contains(&text)
}
