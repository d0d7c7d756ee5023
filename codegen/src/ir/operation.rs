//! Calls.

use super::{Doubts, Field, House, Named, Record, Resource, Status, Type};
use crate::diagnostics::Place;

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
    pub fills: Vec<(String, String)>,
    /// Query parameters, filters included, with their names on the wire.
    pub query: Vec<Field>,
    /// The ways to make it in place of `new`.
    pub starts: Vec<Start>,
    /// The body.
    pub body: Option<BodyOf>,
    /// The reply.
    pub reply: ReplyOf,
    /// The statuses that the documents show.
    pub statuses: Vec<Status>,
    /// Whether it may arrive twice.
    pub repeat: Repeat,
    /// The callback whose truth it reads.
    pub reads_back: Option<ReadsBack>,
    /// How what it makes is read, if it is guarded.
    pub read_by: Option<ReadBy>,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// A way to make a list.
#[derive(Debug)]
pub struct Start {
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
    pub path: String,
}

/// The body of an operation.
#[derive(Debug)]
pub struct BodyOf {
    /// The key that wraps it.
    pub key: Option<String>,
    /// The body; `None` when it is not shown.
    pub body: Option<Named>,
}

/// The reply of an operation.
#[derive(Debug)]
pub enum ReplyOf {
    /// A record.
    Record(Named),
    /// A record under a key.
    Wrapped(String, Named),
    /// Not shown: returned as it came.
    Unknown,
    /// Not shown: only the status is known.
    Accepted,
    /// The payload of the envelope.
    Payload(Type),
    /// A list that comes in pages.
    Page(PageOf),
}

/// A list that comes in pages.
#[derive(Debug)]
pub struct PageOf {
    /// The record.
    pub of: Named,
    /// The key of the collection; `None` when it is not shown.
    pub key: Option<String>,
    /// The key that wraps each element.
    pub wrapped_in: Option<String>,
    /// The default size of a page.
    pub per_page: Option<u32>,
    /// The largest size of a page.
    pub max: Option<u32>,
    /// What the envelope tells beside the items.
    pub facts: Option<Named>,
    /// By what it tells what has changed.
    pub changes: Option<ChangesOf>,
}

/// By what a list tells what has changed.
#[derive(Debug)]
pub struct ChangesOf {
    /// The field that tells when a record changed, by its name on the wire.
    pub by: String,
    /// The field that identifies a record, by its name on the wire.
    pub id: String,
    /// Which changes are not told so.
    pub misses: Option<String>,
}

impl Operation {
    /// Whether it lists records that tell when they changed.
    pub(crate) fn tells_changes(&self) -> bool {
        matches!(&self.reply, ReplyOf::Page(page) if page.changes.is_some())
    }

    /// The filter by which the list is asked for changes.
    pub(crate) fn filter_after(&self, changes: &ChangesOf) -> Option<&Field> {
        let wire = format!("q[{}_gt]", changes.by);
        self.query.iter().find(|field| field.wire == wire)
    }
}

/// Whether an operation may arrive twice.
#[derive(Clone, Debug)]
pub enum Repeat {
    /// It only reads.
    Safe,
    /// It may not; why.
    Never(String),
    /// It may; why.
    Allowed(String),
    /// The service recognises a second arrival by this field; why.
    Guarded(String, String),
}

/// How an operation reads back what a callback tells of. Fields are by their names on the wire.
#[derive(Clone, Debug)]
pub struct ReadsBack {
    /// The callback.
    pub callback: String,
    /// The record of the callback's form.
    pub hint: Named,
    /// The path parameter, and the field of the callback and of the record, that identifies the record.
    pub by: String,
    /// The field of the reply that is the record; `None` when the reply itself is it.
    pub record: Option<String>,
    /// The field of the callback and of the record that is the caller's own reference.
    pub reference: String,
    /// The field of the record that tells its state.
    pub state: String,
}

impl Operation {
    /// The name of the record of the reply, if it is one record.
    pub(crate) fn replied_name(&self) -> Option<&Named> {
        match &self.reply {
            ReplyOf::Record(named) | ReplyOf::Wrapped(_, named) => Some(named),
            _ => None,
        }
    }

    /// The record of the reply, if it is one record.
    pub(crate) fn replied<'h>(&self, house: &'h House) -> Option<&'h Record> {
        house.record(self.replied_name()?)
    }
}

impl ReadsBack {
    /// The record that is read back, in the reply of `operation`.
    pub(crate) fn read<'h>(&self, house: &'h House, operation: &Operation) -> Option<&'h Record> {
        let reply = operation.replied(house)?;
        match &self.record {
            None => Some(reply),
            Some(wire) => house.record(reply.field(wire)?.ty.named()?),
        }
    }
}

/// How what a guarded operation makes is read. Fields are by their names on the wire.
#[derive(Clone, Debug)]
pub struct ReadBy {
    /// The operation, of the same resource.
    pub operation: String,
    /// The field of its reply that is the record; `None` when the reply itself is it.
    pub record: Option<String>,
    /// Its parameter that takes the value of the guard; `None` when it takes something else, such as an id.
    pub parameter: Option<String>,
}

impl ReadBy {
    /// The operation that reads.
    pub(crate) fn reading<'h>(&self, resource: &'h Resource) -> Option<&'h Operation> {
        let mut operations = resource.operations.iter();
        operations.find(|operation| operation.name == self.operation)
    }

    /// The record that `reading` gives.
    pub(crate) fn read<'h>(&self, house: &'h House, reading: &Operation) -> Option<&'h Record> {
        let reply = reading.replied(house)?;
        let Some(wire) = &self.record else {
            return Some(reply);
        };
        let wrapper = reply.field(wire)?;
        match &wrapper.ty {
            Type::Named(named) if wrapper.envelope => house.record(named),
            _ => None,
        }
    }
}
