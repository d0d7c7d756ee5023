//! Packages: an API, or types that several APIs share.

use crate::ir::{Auth, ErrorBody, OpenQuestions, PathTemplate, Resource, Status};
use crate::source::Span;

/// A set: an API, or shapes that several share.
#[derive(Debug)]
pub struct Package {
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
    pub imports: Vec<usize>,
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
    pub notes: Vec<(String, Vec<String>)>,
    /// What the documents leave open.
    pub open_questions: OpenQuestions,
    /// The resources, in the order of their files.
    pub resources: Vec<Resource>,
    /// The set's `api.yaml`.
    pub span: Span,
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
    pub base_url: PathTemplate,
    /// What the browser SDK calls it.
    pub sdk_name: Option<String>,
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

impl Package {
    /// What the documents leave open, with the name of what it is about. What a record takes over from another stands
    /// there once more, at the same place.
    pub(crate) fn all_open_questions(&self) -> Vec<(String, &OpenQuestions)> {
        let mut all = vec![(self.name.clone(), &self.open_questions)];
        for resource in &self.resources {
            all.push((resource.name.clone(), &resource.open_questions));
            all.extend(resource.nested_open_questions());
        }
        all
    }

    /// Whether an operation of it reads back what a callback tells of.
    pub fn confirms_callbacks(&self) -> bool {
        let mut operations = self.resources.iter().flat_map(|one| &one.operations);
        operations.any(|operation| operation.confirms_callback.is_some())
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
