//! The configuration of a browser SDK, as a JavaScript object.

use std::fmt::Write;

use api_runtime::__generated::ClientValues;
use api_runtime::operation::Api;

use crate::error::InvalidValue;
use crate::escape::string_literal;
use crate::function::Function;
use crate::sdk::BrowserSdk;

/// The configuration of a browser SDK: a generated struct of what the page decides.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the configuration of a browser SDK",
    label = "expected the configuration that the client of the API defines"
)]
pub trait Configuration {
    /// The API that the SDK belongs to.
    type Api: Api;

    /// The documented facts about the SDK.
    const SDK: BrowserSdk<Self::Api>;

    /// Writes the fields of the configuration.
    fn write(&self, object: &mut ObjectWriter<'_>);
}

/// Writes the configuration as a JavaScript object.
pub struct ObjectWriter<'a> {
    pub(crate) text: String,
    client_values: &'a dyn ClientValues,
    environment_name: &'static str,
    pub(crate) error_handler: Option<Function>,
    pub(crate) invalid_values: Vec<InvalidValue>,
}

impl<'a> ObjectWriter<'a> {
    pub(crate) fn new(client_values: &'a dyn ClientValues, environment_name: &'static str) -> Self {
        Self {
            text: String::new(),
            client_values,
            environment_name,
            error_handler: None,
            invalid_values: Vec::new(),
        }
    }

    /// Writes a client value of the [`Config`](api_runtime::Config).
    pub fn client_value(&mut self, key: &str, name: &str) {
        match self.client_values.get(name) {
            Some(value) => {
                let value = string_literal(value);
                self.entry(key, &value);
            }
            None => self
                .invalid_values
                .push(InvalidValue::new(key, "missing client value")),
        }
    }

    /// Writes the SDK's name of the environment.
    pub fn environment(&mut self, key: &str) {
        self.string(key, self.environment_name);
    }

    /// Writes a string.
    pub fn string(&mut self, key: &str, text: &str) {
        self.entry(key, &string_literal(text));
    }

    /// Writes a list of strings.
    pub fn strings(&mut self, key: &str, texts: &[&str]) {
        let literals: Vec<String> = texts.iter().map(|text| string_literal(text)).collect();
        self.entry(key, &format!("[{}]", literals.join(", ")));
    }

    /// Writes a boolean, if it is set.
    pub fn boolean(&mut self, key: &str, value: Option<bool>) {
        if let Some(value) = value {
            self.entry(key, if value { "true" } else { "false" });
        }
    }

    /// Writes a function, if it is set. The page may define it later, or anew: it is looked up at each
    /// call.
    pub fn function(&mut self, key: &str, function: Option<&Function>) {
        if let Some(function) = function {
            // No name of its own hides the page's function.
            let call = format!(
                "function () {{ return {}(...arguments); }}",
                function.name()
            );
            self.entry(key, &call);
        }
    }

    /// Writes the function that the SDK calls when it fails. The snippet calls it if the SDK cannot be
    /// used.
    pub fn error_handler(&mut self, key: &str, function: Option<&Function>) {
        self.function(key, function);
        self.error_handler = function.cloned();
    }

    fn entry(&mut self, key: &str, value: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "    {}: {value},", string_literal(key));
    }
}
