//! The records of the checks.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use api_callbacks::Refetch;
use api_journal::{End, Evidence, Intent, Outcome, RequestDigest, Scope, State};
use api_runtime::__generated::{OperationInfo, ResponseReader};
use api_runtime::Method;
use api_runtime::api_wire::form::FormError;
use api_runtime::api_wire::{Extra, Fields, Parameters, ReadError, Record, Timestamp};
use api_runtime::operation::{Api, Operation};

/// The `journal_id` of the writes that create records.
pub(crate) const CREATE: &str = "create_record";

/// An operation that reads a record of the checks. It is not sent.
#[derive(Clone, Copy, Parameters)]
#[non_exhaustive]
pub struct ReadRecord {}

/// The API of the records.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TestApi;

impl Api for TestApi {
    const NAME: &'static str = "conformance";
    type Environment = ();
    type ClientValues = ();
}

impl Operation for ReadRecord {
    type Api = TestApi;
    type Output = TestRecord;
    const INFO: OperationInfo = OperationInfo::new("read_record", Method::Get, "/records");

    fn read_response(response: &ResponseReader) -> Result<TestRecord, ReadError> {
        response.record()
    }
}

impl Refetch for ReadRecord {
    type Callback = ();
    type Id = String;
    type State = TestState;
    type Hint = TestState;

    fn parse_callback(_: &[u8]) -> Result<(), FormError> {
        Ok(())
    }

    fn callback_id((): &()) -> Option<&String> {
        None
    }

    fn callback_reference((): &()) -> Option<&str> {
        None
    }

    fn callback_hint((): &()) -> Option<&TestState> {
        None
    }

    fn for_id(_: String) -> Self {
        Self {}
    }

    fn record(output: &TestRecord) -> &dyn Fields {
        output
    }

    fn id(_: &TestRecord) -> Option<&String> {
        None
    }

    fn reference(_: &TestRecord) -> Option<&str> {
        None
    }

    fn state(_: &TestRecord) -> Option<&TestState> {
        None
    }

    fn updated_at(output: &TestRecord) -> Option<Timestamp> {
        output.updated_at
    }

    fn is_created_by(journal_id: &str) -> bool {
        journal_id == CREATE
    }
}

/// A record of the checks, besides its id, its reference and its state.
#[derive(Clone, Default, PartialEq, Record)]
pub struct TestRecord {
    /// A value that can change.
    pub note: Option<String>,
    /// When it was changed last.
    pub updated_at: Option<Timestamp>,
    /// Values without a field.
    pub extra: Extra,
}

/// The state of a record, whose comparison ignores case.
#[derive(Clone, Debug)]
pub struct TestState(String);

impl TestState {
    /// A state with this text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl PartialEq for TestState {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl fmt::Display for TestState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for TestState {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::new(text))
    }
}

/// The intent of a create whose record has this reference: on its way, or done with this id of the record.
pub fn created(scope: &Scope, operation: &str, reference: &str, id: Option<&str>) -> Intent {
    let digest = RequestDigest::new(operation, [], None, &[]);
    let key = format!("{reference} {}", id.unwrap_or_default());
    let mut intent = Intent::new(scope.clone(), operation, key, digest, 1);
    intent.names = vec![("reference".to_owned(), reference.to_owned())];
    intent.unique_key = Some(reference.to_owned());
    if let Some(id) = id {
        let mut end = End::new(Outcome::Done, Evidence::Sent);
        end.ids = vec![("/id".to_owned(), id.to_owned())];
        (intent.state, intent.end) = (State::Done, Some(end));
    }
    intent
}
