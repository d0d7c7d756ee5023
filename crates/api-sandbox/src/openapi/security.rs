//! Security schemes of operations.

use serde_json::Value;

/// A security scheme that an operation accepts.
pub(crate) struct SecurityScheme {
    pub(crate) auth_scheme: AuthScheme,
    pub(crate) parts: Vec<CredentialPart>,
}

/// The scheme of an `Authorization` header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AuthScheme {
    Basic,
    Bearer,
}

impl AuthScheme {
    /// The name in a header.
    fn name(self) -> &'static str {
        match self {
            Self::Basic => "Basic",
            Self::Bearer => "Bearer",
        }
    }
}

/// One part of the credentials, such as the user name.
pub(crate) struct CredentialPart {
    /// The name of the credential, as in `venue_token`; `None` for a part that is always empty.
    pub(crate) name: Option<String>,
}

impl SecurityScheme {
    /// The alternatives of an operation.
    pub(crate) fn all_of(root: &Value, operation: &Value) -> Vec<Self> {
        let named = |requirement: &Value| {
            let name = requirement.as_object()?.keys().next()?.clone();
            Self::from_json(root.pointer(&format!("/components/securitySchemes/{name}"))?)
        };
        let alternatives = operation["security"].as_array();
        let alternatives = alternatives.into_iter().flatten();
        alternatives.filter_map(named).collect()
    }

    /// The value of `WWW-Authenticate` for an operation of an API, as RFC 9110 requires it with
    /// status 401: a challenge for each kind of credentials.
    pub(super) fn challenges(alternatives: &[Self], api: &str) -> String {
        let mut names: Vec<&str> = alternatives
            .iter()
            .map(|scheme| scheme.auth_scheme.name())
            .collect();
        names.dedup();
        let challenge = |name: &str| format!("{name} realm=\"{api}\"");
        let challenges: Vec<String> = names.into_iter().map(challenge).collect();
        challenges.join(", ")
    }

    fn from_json(scheme: &Value) -> Option<Self> {
        let auth_scheme = match scheme.get("scheme")?.as_str()? {
            "basic" => AuthScheme::Basic,
            "bearer" => AuthScheme::Bearer,
            _ => return None,
        };
        let parts = scheme.get("x-credentials")?.as_array()?;
        let part = |part: &Value| CredentialPart {
            name: part["name"].as_str().map(str::to_owned),
        };
        Some(Self {
            auth_scheme,
            parts: parts.iter().map(part).collect(),
        })
    }
}
