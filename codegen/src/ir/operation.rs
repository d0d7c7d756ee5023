//! Calls.

use serde::Serialize;

use crate::ir::set;
use crate::ir::{
    Binding, CallbackConfirmation, Deprecation, Echo, Field, FindBy, Named, OpenQuestions,
    PathTemplate, Place, Presence, Response, ResponseField, Retry, Scalar, Status, Sync, Type,
};
use crate::names;
use crate::source::Span;

/// A call.
#[derive(Debug, Serialize)]
pub(crate) struct Operation {
    pub(crate) name: String,
    /// Its type in Rust.
    pub(crate) rust: String,
    pub(crate) doc: String,
    pub(crate) deprecated: Option<Deprecation>,
    /// Its section of the document.
    pub(crate) source: String,
    /// `GET` and so on.
    pub(crate) method: String,
    /// Its paths; the first is the default.
    #[serde(serialize_with = "set")]
    pub(crate) routes: Vec<Route>,
    /// The auth schemes that it accepts, by index.
    #[serde(skip)]
    pub(crate) auth: Vec<usize>,
    /// The values in path, query (filters included) and headers, in this order, with their names on the wire.
    #[serde(skip)]
    pub(crate) bindings: Vec<Binding>,
    pub(crate) body: Option<RequestBody>,
    pub(crate) response: Response,
    /// The statuses that the documents list for it; empty if they list none.
    #[serde(serialize_with = "set")]
    pub(crate) statuses: Vec<Status>,
    /// Its retry rule.
    pub(crate) retry: Retry,
    /// The values of the request that the response repeats.
    #[serde(serialize_with = "set")]
    pub(crate) echoes: Vec<Echo>,
    /// The values of the request that the response must not repeat.
    #[serde(serialize_with = "set")]
    pub(crate) distinct: Vec<Echo>,
    /// The response fields without which the response is not a success.
    #[serde(serialize_with = "set")]
    pub(crate) essential: Vec<ResponseField>,
    /// The path parameters and body fields by which people find the record elsewhere.
    #[serde(serialize_with = "set")]
    pub(crate) reconcile_by: Vec<String>,
    /// Its name in journals, if it writes.
    pub(crate) journal_id: Option<String>,
    pub(crate) confirms_callback: Option<CallbackConfirmation>,
    /// How the created record is found, if it has a unique key.
    pub(crate) find_by: Option<FindBy>,
    /// Its names in earlier versions.
    #[serde(serialize_with = "set")]
    pub(crate) was: Vec<String>,
    /// Documented behavior.
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    #[serde(flatten)]
    pub(crate) open_questions: OpenQuestions,
    pub(crate) span: Span,
}

/// A path of an operation.
#[derive(Debug, Serialize)]
pub(crate) struct Route {
    /// Its name; empty when there is only one.
    pub(crate) name: String,
    /// Its variant in Rust.
    pub(crate) rust: String,
    pub(crate) template: PathTemplate,
}

/// The body of an operation.
#[derive(Debug, Serialize)]
pub(crate) struct RequestBody {
    /// The key that wraps it.
    pub(crate) key: Option<String>,
    /// The body; `None` when it is not shown.
    pub(crate) body: Option<Named>,
}

impl RequestBody {
    /// Its field in the operation's struct.
    pub(crate) fn rust_name(&self) -> String {
        match (&self.key, &self.body) {
            (Some(key), Some(_)) => names::field(key).unwrap_or_else(|_| "body".to_owned()),
            _ => "body".to_owned(),
        }
    }
}

impl Operation {
    /// The fields of its struct: path, query, headers, body, with the required ones first.
    pub(crate) fn fields(&self) -> Vec<Field> {
        let mut fields: Vec<Field> = self.parameters().cloned().collect();
        if let Some(body) = &self.body {
            let (ty, presence) = match &body.body {
                Some(named) => (Type::Named(named.clone()), Presence::Required),
                None => (Type::Scalar(Scalar::Json), Presence::Optional),
            };
            let doc = match &body.key {
                Some(key) => format!("The request body, wrapped in `{key}`."),
                None => "The request body.".to_owned(),
            };
            // JSON that is not described is sent as it is.
            let key = body.key.as_deref().filter(|_| body.body.is_some());
            let wire = key.unwrap_or_default();
            fields.push(Field {
                presence,
                doc: Some(doc),
                ..Field::plain(wire, body.rust_name(), ty, &self.span)
            });
        }
        fields.sort_by_key(|field| field.presence != Presence::Required);
        fields
    }

    /// Whether it has side effects.
    pub(crate) fn is_write(&self) -> bool {
        !matches!(self.retry, Retry::Safe)
    }

    /// Whether a status means that its record was not found. Of a write that names no record, "record not found" says nothing.
    pub(crate) fn reads_not_found(&self, status: &Status) -> bool {
        let has_path_parameter = self.parameters_in(Place::Path).next().is_some();
        status.not_found && (status.code != 204 || self.method == "GET" || has_path_parameter)
    }

    /// Whether it has side effects, and the body of its response is not documented.
    pub(crate) fn is_write_without_documented_body(&self) -> bool {
        self.is_write() && matches!(self.response, Response::Unknown | Response::StatusOnly)
    }

    /// Whether it supports incremental sync.
    pub(crate) fn supports_sync(&self) -> bool {
        matches!(&self.response, Response::Page(page) if page.sync.is_some())
    }

    /// The filter by which the list is asked for changes.
    pub(crate) fn sync_filter(&self, sync: &Sync) -> Option<&Field> {
        let mut query = self.parameters_in(Place::Query);
        query.find(|field| field.wire == sync.filter)
    }

    /// The type of the response, if it is one record.
    pub(crate) fn response_type(&self) -> Option<&Named> {
        match &self.response {
            Response::Record(named) | Response::Wrapped(_, named) => Some(named),
            _ => None,
        }
    }
}
