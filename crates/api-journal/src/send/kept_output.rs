//! Operations whose output is kept with the status and the ids of its response.

use api_runtime::__generated::{FoundRecord, KeptRequest, OperationInfo, Request, ResponseReader};
use api_runtime::{AuthorizedBy, Operation, ReadError, UniqueKey};
use serde_json::Value;

/// How many characters of an id are kept.
const MAX_ID: usize = 256;

/// An operation as it is journaled. Its output has what the entry keeps of the response.
pub(crate) enum Journaling<O> {
    Operation(O),
    /// The kept request of an operation of this type.
    Replay(KeptRequest),
}

/// A decoded output, with what an entry keeps of its response.
pub(crate) struct KeptOutput<T> {
    pub(crate) value: T,
    pub(crate) status: u16,
    pub(crate) attempts: u32,
    pub(crate) ids: Vec<(String, String)>,
}

impl<O: Operation> Operation for Journaling<O> {
    type Api = O::Api;
    type Output = KeptOutput<O::Output>;
    const INFO: OperationInfo = O::INFO;

    fn write_request(&self, request: &mut Request) {
        match self {
            Self::Operation(operation) => operation.write_request(request),
            Self::Replay(kept) => request.replay(kept),
        }
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        Ok(KeptOutput {
            value: O::read_response(response)?,
            status: response.status().as_u16(),
            attempts: response.attempt(),
            ids: ids(&O::INFO, response),
        })
    }
}

impl<O: AuthorizedBy<C>, C> AuthorizedBy<C> for Journaling<O> {}

impl<O: UniqueKey> UniqueKey for Journaling<O> {
    type Lookup = Journaling<O::Lookup>;
    const FOUND: FoundRecord = O::FOUND;
    const DUPLICATE_STATUSES: &'static [u16] = O::DUPLICATE_STATUSES;

    fn lookup(key: String) -> Option<Self::Lookup> {
        O::lookup(key).map(Journaling::Operation)
    }

    fn unique_key(output: &KeptOutput<<O::Lookup as Operation>::Output>) -> Option<&str> {
        O::unique_key(&output.value)
    }
}

/// The essential fields of a response, and those that repeat a value of the request: ids.
fn ids(info: &OperationInfo, response: &ResponseReader) -> Vec<(String, String)> {
    let echoes = info.echoes.iter().flat_map(|echo| echo.response_fields);
    let mut pointers: Vec<&str> = info.essential.iter().chain(echoes).copied().collect();
    pointers.sort_unstable();
    pointers.dedup();
    let body: Option<Value> = match pointers.is_empty() {
        true => None,
        false => serde_json::from_slice(response.body()).ok(),
    };
    let body = body.unwrap_or_default();
    let id = |pointer: &str| match body.pointer(pointer)? {
        Value::String(text) => Some(text.chars().take(MAX_ID).collect()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    let ids = pointers.into_iter();
    ids.filter_map(|pointer| Some((pointer.to_owned(), id(pointer)?)))
        .collect()
}
