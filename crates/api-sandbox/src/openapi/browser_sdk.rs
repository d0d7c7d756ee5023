//! What the documents say of the browser SDK: where its script and its pages are, and what it calls an environment.

use serde_json::Value;

use super::document::documents;
use crate::credentials::PaymentEnvironment;

fn payments() -> &'static Value {
    static NOTHING: Value = Value::Null;
    let document = documents()
        .iter()
        .find(|document| document.name == "payments");
    document.map_or(&NOTHING, |document| document.root())
}

/// The path that follows the base address in an address such as `{test_base_url}/…`.
fn path_in(address: &'static Value) -> Option<&'static str> {
    address
        .as_str()?
        .split_once('}')
        .map(|(_, path)| path)
        .filter(|path| path.starts_with('/'))
}

/// The path of the SDK script below an environment's base address.
pub(crate) fn sdk_script(environment: PaymentEnvironment) -> Option<&'static str> {
    path_in(&payments()["x-browser-sdks"][0]["scripts"][environment.name()])
}

/// The path of the tester page, in an environment that has one.
pub(crate) fn tester_page(environment: PaymentEnvironment) -> Option<&'static str> {
    path_in(&payments()["x-browser-sdks"][0]["pages"][environment.name()])
}

/// What the SDK calls an environment, as in `TEST`.
pub(crate) fn sdk_word(environment: PaymentEnvironment) -> Option<&'static str> {
    let servers = payments()["servers"].as_array()?;
    let server = servers
        .iter()
        .find(|server| server["x-environment"] == environment.name())?;
    server["x-word"].as_str()
}
