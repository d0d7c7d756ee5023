//! What the journal keeps of a response: its status and the ids of the record.

use api_journal::{End, Evidence, Outcome};

use crate::attempt::received::Received;
use crate::body::raw_response::RawResponse;
use crate::info::operation_info::OperationInfo;

/// How many characters of an id are kept.
const MAX_ID: usize = 256;

/// The end of a look-up that has found the record: with the ids that the description of the look-up
/// names, or else that of the write.
pub(crate) fn found(lookup: &OperationInfo, write: &OperationInfo, received: &Received) -> End {
    let mut end = End::new(Outcome::Done, Evidence::Found);
    end.status = Some(received.response.status().as_u16());
    end.ids = ids(lookup, &received.response);
    if end.ids.is_empty() {
        end.ids = ids(write, &received.response);
    }
    end
}

/// The essential fields of a response, and those that repeat a value of the request: ids.
pub(crate) fn ids(info: &OperationInfo, response: &RawResponse) -> Vec<(String, String)> {
    let echoes = info.echoes.iter().flat_map(|echo| echo.response_fields);
    let mut pointers: Vec<&str> = info.essential.iter().chain(echoes).copied().collect();
    pointers.sort_unstable();
    pointers.dedup();
    let body: Option<serde_json::Value> = match pointers.is_empty() {
        true => None,
        false => serde_json::from_slice(response.body()).ok(),
    };
    let body = body.unwrap_or_default();
    let id = |pointer: &str| match body.pointer(pointer)? {
        serde_json::Value::String(text) => Some(text.chars().take(MAX_ID).collect()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let ids = pointers.into_iter();
    ids.filter_map(|pointer| Some((pointer.to_owned(), id(pointer)?)))
        .collect()
}
