//! `api.yaml`: what holds for a whole set.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::language::{Conflict, Entries};

/// `api.yaml`: what holds for a whole set.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApiFile {
    /// Names the crates of an API: `pos-v2` makes `pos-v2-model` and `pos-v2-client`.
    pub(crate) api: Option<String>,
    /// Names the crate of a set of shared shapes: `pos` makes `pos-model`.
    pub(crate) shared: Option<String>,
    /// What the API is called, in a few words.
    pub(crate) title: String,
    /// The document that every `source` of this set speaks of.
    pub(crate) document: String,
    /// What the API is for.
    pub(crate) doc: String,
    /// Sets whose records can be named here as if they were our own.
    #[serde(default)]
    pub(crate) imports: Vec<String>,
    /// Values that every client fills in by itself.
    #[serde(default)]
    pub(crate) client_values: Entries<ClientValue>,
    /// The environments, by name.
    #[serde(default)]
    pub(crate) environments: Entries<Environment>,
    /// The ways to authenticate; an operation that names none takes the first.
    #[serde(default)]
    pub(crate) auth: Entries<Auth>,
    /// The keys of the envelope that any reply may be.
    pub(crate) envelope: Option<Envelope>,
    /// The shapes of error bodies, by name.
    #[serde(default)]
    pub(crate) error_bodies: Entries<ErrorBody>,
    /// What a status means wherever an operation names it.
    #[serde(default)]
    pub(crate) statuses: Entries<Status>,
    /// Rules, limits, versioning and the like, by heading.
    #[serde(default)]
    pub(crate) notes: Entries<Vec<String>>,
    /// What the documents do not show.
    #[serde(default)]
    pub(crate) unknowns: Vec<String>,
    /// What the documents say in two ways.
    #[serde(default)]
    pub(crate) conflicts: Vec<Conflict>,
}

/// A value that every client fills in by itself.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClientValue {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// The value when the caller sets none.
    pub(crate) default: Option<String>,
}

/// One environment of the service.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Environment {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// Its base address, as the documents write it.
    pub(crate) base_url: String,
    /// What the browser SDK calls it.
    pub(crate) sdk_name: Option<String>,
}

/// A way to authenticate.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Auth {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// HTTP Basic authentication.
    pub(crate) basic: Option<Basic>,
    /// Bearer authentication: the name of the credential.
    pub(crate) bearer: Option<String>,
    /// The path parameter that carries the same credential.
    pub(crate) path_parameter: Option<String>,
}

/// The two parts of HTTP Basic authentication.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Basic {
    /// The credential that is the user name.
    pub(crate) user: String,
    /// The credential that is the password; absent when the part is empty.
    pub(crate) password: Option<String>,
}

/// The keys of an envelope.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Envelope {
    /// The key of the flag that tells success.
    pub(crate) success: String,
    /// The key of what was asked for.
    pub(crate) payload: String,
    /// The key of the text that tells a failure.
    pub(crate) message: String,
}

/// A shape of error bodies.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ErrorBody {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// An example, as JSON.
    pub(crate) example: String,
}

/// What a status means.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Status {
    /// What it means.
    pub(crate) meaning: String,
    /// `response`, `none`, `unknown`, or the name of an error body.
    pub(crate) body: String,
    /// Whether it says that the record was not found, though it is no error by its number.
    #[serde(default)]
    pub(crate) not_found: bool,
}
