//! Calls.

use crate::ir::{
    CallbackConfirmation, Field, FindBy, Named, OpenQuestions, PathTemplate, Response, Retry,
    Status, Sync,
};
use crate::source::Span;

/// A call.
#[derive(Debug)]
pub struct Operation {
    /// Its name.
    pub name: String,
    /// Its type in Rust.
    pub rust: String,
    /// What it does.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// `GET` and so on.
    pub method: String,
    /// Its paths; the first is the one it takes unless told otherwise.
    pub routes: Vec<Route>,
    /// The ways to authenticate that it takes, by index.
    pub auth: Vec<usize>,
    /// Path parameters.
    pub path: Vec<Field>,
    /// Path parameters that the client fills in, and from which of its values.
    pub from_client: Vec<(String, String)>,
    /// Query parameters, filters included, with their names on the wire.
    pub query: Vec<Field>,
    /// The ways to make it in place of `new`.
    pub constructors: Vec<Constructor>,
    /// The body.
    pub body: Option<RequestBody>,
    /// The reply.
    pub response: Response,
    /// The statuses that the documents show.
    pub statuses: Vec<Status>,
    /// Whether it may arrive twice.
    pub retry: Retry,
    /// The callback whose truth it reads.
    pub confirms_callback: Option<CallbackConfirmation>,
    /// How what it makes is read, if it is guarded.
    pub find_by: Option<FindBy>,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub open_questions: OpenQuestions,
    /// Where it is described.
    pub span: Span,
}

/// A way to make a list.
#[derive(Debug)]
pub struct Constructor {
    /// Its name.
    pub name: String,
    /// The filter that it sets, by its name in Rust.
    pub filter: Option<String>,
    /// Which records the list has then.
    pub doc: String,
}

/// A path of an operation.
#[derive(Debug)]
pub struct Route {
    /// Its name; empty when there is only one.
    pub name: String,
    /// Its variant in Rust.
    pub rust: String,
    /// The template.
    pub template: PathTemplate,
}

/// The body of an operation.
#[derive(Debug)]
pub struct RequestBody {
    /// The key that wraps it.
    pub key: Option<String>,
    /// The body; `None` when it is not shown.
    pub body: Option<Named>,
}

impl Operation {
    /// Whether it lists records that tell when they changed.
    pub(crate) fn supports_sync(&self) -> bool {
        matches!(&self.response, Response::Page(page) if page.sync.is_some())
    }

    /// The filter by which the list is asked for changes.
    pub(crate) fn sync_filter(&self, sync: &Sync) -> Option<&Field> {
        let wire = format!("q[{}_gt]", sync.watermark);
        self.query.iter().find(|field| field.wire == wire)
    }

    /// The name of the record of the reply, if it is one record.
    pub(crate) fn response_type(&self) -> Option<&Named> {
        match &self.response {
            Response::Record(named) | Response::Wrapped(_, named) => Some(named),
            _ => None,
        }
    }
}
