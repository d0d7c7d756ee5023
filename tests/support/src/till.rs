//! An example API whose client adds values to requests: the till of the shop. Its operations are
//! those of the tests.

#![allow(missing_docs, reason = "an example of a generated crate")]

use api_runtime::__generated::{ClientValues, EnvelopeShape};
use api_runtime::operation::Api;
use api_runtime::{Config, Credentials, Error};

use crate::shop::{ENVELOPE, Environment};

#[derive(Clone, Copy, Debug)]
pub struct Till;

impl Api for Till {
    const NAME: &'static str = "till";
    const ENVELOPE: Option<EnvelopeShape> = Some(ENVELOPE);
    type Environment = Environment;
    type ClientValues = Settings;
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub api_version: String,
    pub client_pub_key: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            api_version: "1.0".to_owned(),
            client_pub_key: "pub-key".to_owned(),
        }
    }
}

impl ClientValues for Settings {
    fn get(&self, name: &str) -> Option<&str> {
        match name {
            "api_version" => Some(&self.api_version),
            "client_pub_key" => Some(&self.client_pub_key),
            _ => None,
        }
    }
}

/// A configuration, valid if the base URL and the credentials are.
///
/// # Errors
///
/// When one of them is invalid.
pub fn config<C: Credentials>(base_url: &str, credentials: C) -> Result<Config<Till, C>, Error> {
    let settings = Settings::default();
    Config::with_client_values(Environment::Staging, base_url, credentials, settings)
}
