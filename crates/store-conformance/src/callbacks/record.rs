//! The records of the checks.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use api_callbacks::Refetch;
use api_runtime::__generated::{OperationInfo, ResponseReader};
use api_runtime::Method;
use api_runtime::api_wire::form::FormError;
use api_runtime::api_wire::{Parameters, ReadError};
use api_runtime::operation::{Api, Operation};

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
    type Output = ();
    const INFO: OperationInfo = OperationInfo::new("read_record", Method::Get, "/records");

    fn read_response(_: &ResponseReader) -> Result<(), ReadError> {
        Ok(())
    }
}

impl Refetch for ReadRecord {
    type Callback = ();
    type Id = String;
    type State = TestState;

    fn parse_callback(_: &[u8]) -> Result<(), FormError> {
        Ok(())
    }

    fn callback_id((): &()) -> Option<&String> {
        None
    }

    fn callback_reference((): &()) -> Option<&str> {
        None
    }

    fn for_id(_: String) -> Self {
        Self {}
    }

    fn id((): &()) -> Option<&String> {
        None
    }

    fn reference((): &()) -> Option<&str> {
        None
    }

    fn state((): &()) -> Option<&TestState> {
        None
    }
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
