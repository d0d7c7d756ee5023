//! The snippet of a page.

use api_runtime::{Api, Config};

use crate::configuration::{Configuration, ObjectWriter};
use crate::error::{InvalidValue, SnippetError};
use crate::escape::{attribute, string_literal};
use crate::identifier::is_identifier;

/// The HTML that loads the script of the environment, initializes the SDK, and opens the app for
/// `identifier`.
///
/// `namespace` is the global object of the script, which the documents of the API do not name. The
/// [front page](crate) has an example.
///
/// # Errors
///
/// `namespace` is not a JavaScript identifier, the environment has no script, or a client value is
/// missing.
pub fn snippet<C: Configuration, K>(
    config: &Config<C::Api, K>,
    namespace: &str,
    configuration: &C,
    identifier: &str,
) -> Result<String, SnippetError>
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
    let (script_url, identifier) = (attribute(&script_url), string_literal(identifier));
    let (init, open) = (C::SDK.init, C::SDK.open);
    Ok(format!(
        "<script src=\"{script_url}\"></script>\n<script>\n  {namespace}.{init}({{\n{entries}  }});\n  \
         {namespace}.{open}({identifier});\n</script>\n"
    ))
}

/// The URL of the script in the environment of `config`, as [`snippet`] writes it.
pub fn script_url<C: Configuration, K>(config: &Config<C::Api, K>) -> Option<String>
where
    <C::Api as Api>::Environment: PartialEq,
{
    let (_, path) = C::SDK
        .scripts
        .iter()
        .find(|(environment, _)| *environment == config.environment())?;
    Some(format!("{}{path}", config.base_url()))
}
