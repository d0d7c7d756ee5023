//! The browser SDK.

use serde::Serialize;

use crate::ir::set;
use crate::ir::{Field, Named, OpenQuestions, PathTemplate};
use crate::source::Span;

#[derive(Debug, Serialize)]
pub(crate) struct BrowserSdk {
    /// Its section of the document.
    pub(crate) source: String,
    pub(crate) doc: String,
    /// The global object; `None` when it is not shown.
    pub(crate) namespace: Option<String>,
    /// The address of the script, by environment.
    #[serde(serialize_with = "set")]
    pub(crate) scripts: Vec<(String, PathTemplate)>,
    /// The address of the tester page, by environment.
    #[serde(serialize_with = "set")]
    pub(crate) tester_pages: Vec<(String, String)>,
    /// The functions of the global object.
    #[serde(serialize_with = "set")]
    pub(crate) entry_points: Vec<EntryPoint>,
    #[serde(serialize_with = "set")]
    pub(crate) configuration: Vec<Field>,
    /// The functions of the configuration, and when each is called.
    #[serde(serialize_with = "set")]
    pub(crate) event_handlers: Vec<(String, String)>,
    /// The function of the configuration that is called when the SDK fails.
    pub(crate) error_handler: Option<String>,
    /// Documented behavior.
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    #[serde(flatten)]
    pub(crate) open_questions: OpenQuestions,
    pub(crate) span: Span,
}

impl BrowserSdk {
    /// The type of the configuration.
    pub(crate) const CONFIGURATION: &str = "PageConfiguration";
}

/// A function of the script.
#[derive(Debug, Serialize)]
pub(crate) struct EntryPoint {
    /// Its path below the global object.
    pub(crate) path: String,
    pub(crate) doc: String,
    /// The id that it takes; `None` when it takes the configuration.
    pub(crate) argument: Option<Named>,
}
