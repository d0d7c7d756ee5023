//! Environments as servers.

use crate::emit::openapi::extensions;
use crate::emit::openapi::json::{Object, Value};
use crate::ir::{Environment, Package};

/// The environments.
pub(super) fn servers(package: &Package) -> Vec<Value> {
    package
        .environments
        .iter()
        .map(|environment| server(package, environment).into())
        .collect()
}

fn server(package: &Package, environment: &Environment) -> Object {
    let url = environment.base_url.to_string();
    let mut variables = Object::default();
    for key in environment.base_url.variables() {
        let value = Object::default()
            .with("default", placeholder(package, environment, &url, key))
            .with("description", "Undocumented.");
        variables.put(key, value);
    }
    let mut object = Object::default().with("url", &url);
    let description = match &package.base_path {
        Some(path) => format!("{} The base URL ends with `{path}`.", environment.doc),
        None => environment.doc.clone(),
    };
    object.put("description", extensions::prose(&description));
    object.put_object("variables", variables);
    object.put("x-environment", &environment.name);
    object.put("x-base-url", &url);
    object.put_some("x-sdk-name", environment.sdk_name.as_ref());
    object
}

/// A value for a variable of an address. The documents do not show it, so it is one that leads nowhere: `.invalid` never
/// resolves.
fn placeholder(package: &Package, environment: &Environment, url: &str, key: &str) -> String {
    let word = environment.name.to_ascii_lowercase();
    let word: String = word
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let before = url.split(&format!("{{{key}}}")).next().unwrap_or_default();
    match before {
        "" => {
            let base_path = package.base_path.as_deref().unwrap_or_default();
            format!("https://{word}.invalid{base_path}")
        }
        before if before.ends_with("://") => format!("{word}.invalid"),
        _ => word,
    }
}
