//! An API, its client's values, and its page in a browser.

use std::fmt::{Debug, Display};

use api_browser::{Configuration, Function, Snippet};
use api_runtime::__generated::{Authorization, ClientValues};
use api_runtime::operation::Api;
use api_runtime::{Config, Credentials};

use super::Facts;
use super::name::short;

impl Facts {
    pub(crate) fn api<A: Api>(&mut self, environments: &[A::Environment])
    where
        A::Environment: Display,
    {
        let api = &short::<A>();
        self.line(api, format_args!("api {}", A::NAME));
        let base_path = Some(A::BASE_PATH).filter(|path| !path.is_empty());
        self.list(api, "base_path", base_path);
        self.list(api, "environment", environments);
        self.list(api, "error body", A::ERROR_KEYS);
        if let Some(envelope) = A::ENVELOPE {
            self.line(api, format_args!("envelope success {}", envelope.success));
            self.line(api, format_args!("envelope payload {}", envelope.payload));
            self.line(api, format_args!("envelope message {}", envelope.message));
        }
    }

    /// What credentials send, of which each is its own name.
    pub(crate) fn credentials<C: Credentials>(&mut self, credentials: &C) {
        let (name, mut sent) = (&short::<C>(), Authorization::default());
        credentials.authorize(&mut sent);
        for (header, value) in sent.headers() {
            let value = value.to_str().unwrap();
            let value = match value.strip_prefix("Basic ") {
                Some(encoded) => format!("Basic base64({})", from_base64(encoded)),
                None => value.to_owned(),
            };
            self.line(name, format_args!("sends {header}: {value}"));
        }
        for (variable, value) in sent.path_values() {
            self.line(
                name,
                format_args!("sends {value} as {{{variable}}} in paths"),
            );
        }
    }

    /// The values of a client, of which those without a default are their own names.
    pub(crate) fn client_values<V: ClientValues>(&mut self, values: &V, names: &[&str]) {
        for name in names {
            let fact = match values.get(name) {
                Some(default) if default != *name => format!("= {default:?}"),
                _ => "given".to_owned(),
            };
            self.line(format_args!("{}.{name}", short::<V>()), fact);
        }
    }

    /// A page that sets all fields, of which texts and functions are their own names.
    pub(crate) fn browser_sdk<C: Configuration>(
        &mut self,
        page: &C,
        values: <C::Api as Api>::ClientValues,
    ) where
        <C::Api as Api>::Environment: Debug + PartialEq,
    {
        let name = &short::<C>();
        for (environment, path) in C::SDK.scripts {
            let sdk_name = (C::SDK.environment_name)(*environment);
            self.line(name, format_args!("{environment:?} is {sdk_name}"));
            self.line(name, format_args!("{environment:?} script {path}"));
        }
        self.line(name, format_args!("init {}", C::SDK.init));
        self.line(name, format_args!("open {}", C::SDK.open));
        let base_url = format!("https://shop.example{}", <C::Api as Api>::BASE_PATH);
        let (environment, _) = C::SDK.scripts[0];
        let config =
            Config::<C::Api, Nobody>::with_client_values(environment, &*base_url, Nobody, values);
        let snippet = Snippet::new(&config.unwrap(), "Sdk", page, "id").unwrap();
        for entry in snippet
            .configuration()
            .trim_matches(['{', '}'])
            .trim()
            .lines()
        {
            self.line(
                name,
                format_args!("writes {}", entry.trim().trim_end_matches(',')),
            );
        }
    }
}

/// The text that base64 encodes.
fn from_base64(encoded: &str) -> String {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut text, mut bits, mut count) = (String::new(), 0_usize, 0);
    for digit in encoded.trim_end_matches('=').chars() {
        bits = bits % 256 * 64 + DIGITS.find(digit).unwrap();
        count += 6;
        if count >= 8 {
            count -= 8;
            text.push(char::from(u8::try_from(bits >> count & 255).unwrap()));
        }
    }
    text
}

/// Nobody's credentials.
struct Nobody;

impl Credentials for Nobody {
    fn authorize(&self, _: &mut Authorization) {}
}

/// A function of the page.
pub(crate) fn function(name: &str) -> Function {
    Function::new(name).unwrap()
}
