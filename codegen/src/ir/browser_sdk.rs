//! The browser SDK.

use crate::ir::{Field, Named, OpenQuestions, PathTemplate};
use crate::source::Span;

/// The browser SDK.
#[derive(Debug)]
pub(crate) struct BrowserSdk {
    /// Its section of the document.
    pub(crate) source: String,
    pub(crate) doc: String,
    /// The global object; `None` when it is not shown.
    pub(crate) namespace: Option<String>,
    /// The address of the script, by environment.
    pub(crate) scripts: Vec<(String, PathTemplate)>,
    /// The address of the tester page, by environment.
    pub(crate) tester_pages: Vec<(String, String)>,
    /// The functions of the global object.
    pub(crate) entry_points: Vec<EntryPoint>,
    /// The fields of the configuration.
    pub(crate) configuration: Vec<Field>,
    /// The functions of the configuration, and when each is called.
    pub(crate) event_handlers: Vec<(String, String)>,
    /// Documented behavior.
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    pub(crate) open_questions: OpenQuestions,
    pub(crate) span: Span,
}

/// A function of the script.
#[derive(Debug)]
pub(crate) struct EntryPoint {
    /// Its path below the global object.
    pub(crate) path: String,
    pub(crate) doc: String,
    /// The id that it takes; `None` when it takes the configuration.
    pub(crate) argument: Option<Named>,
}
