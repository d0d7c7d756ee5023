//! What a response must have before it is believed.

use serde::Serialize;

/// A value of the request that the response repeats.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Echo {
    /// The wire name of the path parameter or body field.
    pub(crate) request: String,
    /// The response field that has the value.
    pub(crate) response: ResponseField,
    /// The response field that has it if it was sent as a string, if that is another one.
    pub(crate) string: Option<ResponseField>,
}

/// A field of a response, by the wire names on the way to it.
#[derive(Clone, Debug)]
pub(crate) struct ResponseField(Vec<String>);

impl ResponseField {
    /// From names that are joined by dots.
    pub(crate) fn from_dotted(dotted: &str) -> Self {
        Self(dotted.split('.').map(str::to_owned).collect())
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.0
    }

    /// As it is written in the spec.
    pub(crate) fn dotted(&self) -> String {
        self.0.join(".")
    }

    /// The JSON pointer.
    pub(crate) fn pointer(&self) -> String {
        let segments = self.0.iter();
        segments
            .map(|name| format!("/{}", name.replace('~', "~0").replace('/', "~1")))
            .collect()
    }
}
