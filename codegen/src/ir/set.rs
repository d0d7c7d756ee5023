//! Sets: what holds for a whole API.

use super::{Doubts, Resource};
use crate::diagnostics::Place;

/// A set: an API, or shapes that several share.
#[derive(Debug)]
pub struct Set {
    /// The folder below `spec/`.
    pub dir: String,
    /// `pos-v2`: the crates are called after it.
    pub name: String,
    /// Whether it is an API, with operations, and not only shapes.
    pub is_api: bool,
    /// What it is called, in a few words.
    pub title: String,
    /// The document that it describes.
    pub source: String,
    /// What it is for.
    pub doc: String,
    /// The sets whose names it can use, by index.
    pub uses: Vec<usize>,
    /// What every client fills in.
    pub client_values: Vec<ClientValue>,
    /// The environments.
    pub environments: Vec<Environment>,
    /// The ways to authenticate.
    pub auth: Vec<Auth>,
    /// The envelope of replies.
    pub envelope: Option<Envelope>,
    /// The shapes of error bodies.
    pub error_bodies: Vec<ErrorBody>,
    /// What statuses mean.
    pub statuses: Vec<Status>,
    /// Rules, limits and the like, by heading.
    pub facts: Vec<(String, Vec<String>)>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// The resources, in the order of their files.
    pub resources: Vec<Resource>,
    /// The set's `api.yaml`.
    pub place: Place,
}

/// A value that every client fills in.
#[derive(Debug)]
pub struct ClientValue {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// The value when the caller sets none.
    pub default: Option<String>,
}

/// An environment.
#[derive(Debug)]
pub struct Environment {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Its base address, as the documents write it.
    pub base_url: String,
    /// What the browser SDK calls it.
    pub word: Option<String>,
}

/// A way to authenticate.
#[derive(Debug)]
pub struct Auth {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Which header it makes.
    pub scheme: Scheme,
    /// The path parameter that carries the same credential.
    pub path: Option<String>,
}

/// The header of a way to authenticate.
#[derive(Debug)]
pub enum Scheme {
    /// Basic, with a second part that may be empty.
    Basic {
        /// The credential that is the user name.
        user: String,
        /// The credential that is the password.
        password: Option<String>,
    },
    /// Bearer, with the name of the credential.
    Bearer(String),
}

/// The keys of an envelope.
#[derive(Debug)]
pub struct Envelope {
    /// The flag.
    pub success: String,
    /// What was asked for.
    pub payload: String,
    /// The text that tells a failure.
    pub message: String,
}

/// A shape of error bodies.
#[derive(Debug)]
pub struct ErrorBody {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// An example, as JSON.
    pub example: serde_json::Value,
}

/// What a status means.
#[derive(Clone, Debug)]
pub struct Status {
    /// The number.
    pub code: u16,
    /// What it means.
    pub meaning: String,
    /// What its body is.
    pub body: StatusBody,
    /// Whether it says that the record was not found.
    pub not_found: bool,
}

/// The body of a status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatusBody {
    /// The operation's reply.
    Resource,
    /// No body.
    None,
    /// Not shown.
    Unknown,
    /// An error body, by name.
    Error(String),
}

impl Set {
    /// What the documents leave open, with the name of what it is about. What a record takes over from another stands
    /// there once more, at the same place.
    pub(crate) fn all_doubts(&self) -> Vec<(String, &Doubts)> {
        let mut all = vec![(self.name.clone(), &self.doubts)];
        for resource in &self.resources {
            all.push((resource.name.clone(), &resource.doubts));
            all.extend(resource.doubts_inside());
        }
        all
    }

    /// Whether an operation of it reads back what a callback tells of.
    pub fn reads_back(&self) -> bool {
        let mut operations = self.resources.iter().flat_map(|one| &one.operations);
        operations.any(|operation| operation.reads_back.is_some())
    }

    /// Whether one of its resources has a browser SDK.
    pub fn has_browser_sdk(&self) -> bool {
        let mut resources = self.resources.iter();
        resources.any(|resource| resource.browser_sdk.is_some())
    }

    /// The package of its models.
    pub fn model_package(&self) -> String {
        format!("{}-model", self.name)
    }

    /// The package of its client.
    pub fn client_package(&self) -> String {
        format!("{}-client", self.name)
    }
}
