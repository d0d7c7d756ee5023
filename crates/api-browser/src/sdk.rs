//! The browser SDK of an API.

use api_runtime::operation::Api;

/// The documented facts about the browser SDK of an API.
#[derive(Debug)]
pub struct BrowserSdk<A: Api> {
    /// The path of the script in each environment, below its base URL.
    pub scripts: &'static [(A::Environment, &'static str)],
    /// What the SDK calls an environment in its configuration.
    pub environment_name: fn(A::Environment) -> &'static str,
    /// The function that takes the configuration, below the global object of the script.
    pub init: &'static str,
    /// The function that opens the app, below the global object of the script.
    pub open: &'static str,
}
