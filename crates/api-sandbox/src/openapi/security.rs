//! How an operation is authorised.

use serde_json::Value;

/// One security scheme that an operation accepts.
pub(crate) struct Scheme {
    /// How the credentials are sent.
    pub(crate) way: Way,
    /// What is sent.
    pub(crate) parts: Vec<Part>,
}

/// How credentials are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Basic,
    Bearer,
}

/// One part of the credentials: the name of the value that is due, or nothing where it stays empty.
pub(crate) struct Part {
    /// The name of the credential, as in `venue_token`.
    pub(crate) name: Option<String>,
}

impl Scheme {
    /// The alternatives of an operation.
    pub(crate) fn all_of(root: &Value, operation: &Value) -> Vec<Self> {
        let named = |requirement: &Value| {
            let name = requirement.as_object()?.keys().next()?.clone();
            Self::of(root.pointer(&format!("/components/securitySchemes/{name}"))?)
        };
        let alternatives = operation.get("security").and_then(Value::as_array);
        alternatives
            .into_iter()
            .flatten()
            .filter_map(named)
            .collect()
    }

    fn of(scheme: &Value) -> Option<Self> {
        let way = match scheme.get("scheme")?.as_str()? {
            "basic" => Way::Basic,
            "bearer" => Way::Bearer,
            _ => return None,
        };
        let parts = scheme.get("x-credentials")?.as_array()?;
        let name = |part: &Value| Part {
            name: part.get("name").and_then(Value::as_str).map(str::to_owned),
        };
        Some(Self {
            way,
            parts: parts.iter().map(name).collect(),
        })
    }
}
