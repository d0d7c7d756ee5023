//! The browser SDK in the documents: paths of its script and pages, and its names of environments.

use serde_json::Value;

use super::document::documents;
use crate::credentials::PaymentEnvironment;

fn payments() -> &'static Value {
    static NULL: Value = Value::Null;
    let document = documents()
        .iter()
        .find(|document| document.name == "payments");
    document.map_or(&NULL, |document| document.root())
}

/// The path after the base URL, as in `{test_base_url}/…`.
fn path_in(url: &'static Value) -> Option<&'static str> {
    url.as_str()?
        .split_once('}')
        .map(|(_, path)| path)
        .filter(|path| path.starts_with('/'))
}

/// The path of the SDK script below an environment's base URL.
pub(crate) fn sdk_script(environment: PaymentEnvironment) -> Option<&'static str> {
    path_in(&payments()["x-browser-sdks"][0]["scripts"][environment.name()])
}

/// The path of the tester page, if the environment has one.
pub(crate) fn tester_page(environment: PaymentEnvironment) -> Option<&'static str> {
    path_in(&payments()["x-browser-sdks"][0]["pages"][environment.name()])
}

/// The SDK's name of an environment, as in `TEST`.
pub(crate) fn sdk_environment_name(environment: PaymentEnvironment) -> Option<&'static str> {
    let servers = payments()["servers"].as_array()?;
    let server = servers
        .iter()
        .find(|server| server["x-environment"] == environment.name())?;
    server["x-sdk-name"].as_str()
}
