//! The browser SDK.

use crate::ir::{Field, Named, OpenQuestions, PathTemplate};
use crate::source::Span;

/// The script that a page loads.
#[derive(Debug)]
pub struct BrowserSdk {
    /// Where it stands in the document.
    pub source: String,
    /// What it is.
    pub doc: String,
    /// The global object; `None` when it is not shown.
    pub namespace: Option<String>,
    /// The address of the script, by environment.
    pub scripts: Vec<(String, PathTemplate)>,
    /// The address of the tester page, by environment.
    pub tester_pages: Vec<(String, String)>,
    /// The functions of the global object.
    pub entry_points: Vec<EntryPoint>,
    /// The fields of the configuration.
    pub configuration: Vec<Field>,
    /// The functions of the configuration, and when each is called.
    pub event_handlers: Vec<(String, String)>,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub open_questions: OpenQuestions,
    /// Where it is described.
    pub span: Span,
}

/// A function of the script.
#[derive(Debug)]
pub struct EntryPoint {
    /// Its path below the global object.
    pub path: String,
    /// What it does.
    pub doc: String,
    /// The id that it takes; `None` when it takes the configuration.
    pub argument: Option<Named>,
}
