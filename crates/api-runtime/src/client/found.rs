//! What the journal keeps of a response: its status and the ids of the record.

use api_journal::{End, Evidence, Outcome};
use api_wire::Kind;

use crate::attempt::received::Received;
use crate::body::json::{Found, string_or_number};
use crate::body::raw_response::RawResponse;
use crate::info::operation_info::{Echo, OperationInfo};

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

/// An id as text: a whole number has no fraction, as in `7.0`.
fn id(json: &str) -> Option<String> {
    let text = string_or_number(json)?;
    Some(match (Kind::of(json), text.split_once('.')) {
        (Kind::Number, Some((whole, rest))) if rest.bytes().all(|digit| digit == b'0') => {
            whole.to_owned()
        }
        _ => text,
    })
}

/// The essential fields of a response, and those that repeat a value of the request: ids.
pub(crate) fn ids(info: &OperationInfo, response: &RawResponse) -> Vec<(String, String)> {
    let echoes = info.echoes.iter().flat_map(Echo::response_fields);
    let mut pointers: Vec<_> = info.essential.iter().copied().chain(echoes).collect();
    pointers.sort_unstable();
    pointers.dedup();
    let found = Found::new(
        response.text().unwrap_or_default(),
        pointers.iter().copied(),
    );
    let ids = pointers.into_iter().filter_map(|pointer| {
        let id = id(found.at(pointer).next()?)?;
        Some((pointer.to_owned(), id.chars().take(MAX_ID).collect()))
    });
    ids.collect()
}
