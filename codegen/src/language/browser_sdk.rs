//! The script that a page loads.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::language::{Conflict, Entries, FieldOrType};

/// The script that a page loads, with what it offers.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BrowserSdk {
    /// Where it stands in the document, when that is not the place of the file.
    pub(crate) source: Option<String>,
    /// The global object that the script makes, or `unknown`.
    pub(crate) namespace: String,
    /// The address of the script, by environment.
    #[serde(default)]
    pub(crate) scripts: Entries<String>,
    /// The address of the tester page, by environment.
    #[serde(default)]
    pub(crate) tester_pages: Entries<String>,
    /// The functions of the global object.
    #[serde(default)]
    pub(crate) entry_points: Entries<EntryPoint>,
    /// The fields of the configuration.
    #[serde(default)]
    pub(crate) configuration: Entries<FieldOrType>,
    /// The functions of the configuration, and when each is called.
    #[serde(default)]
    pub(crate) event_handlers: Entries<String>,
    /// Behaviour that the documents tell beside the shape.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// What the documents do not show.
    #[serde(default)]
    pub(crate) unknowns: Vec<String>,
    /// What the documents say in two ways.
    #[serde(default)]
    pub(crate) conflicts: Vec<Conflict>,
}

/// A function of the script.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryPoint {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// `configuration`, or the name of an id.
    pub(crate) argument: String,
}
