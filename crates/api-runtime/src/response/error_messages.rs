//! The error messages in the body of a response.

use api_wire::Kind;

use crate::body::json::{items, string};
use crate::body::raw_response::RawResponse;
use crate::info::envelope_shape::EnvelopeShape;

/// The maximum number of messages of a key.
const MAX_MESSAGES: usize = 100;

/// The keys of messages, in the order in which they are read: those of the documents, and `message`.
const KEYS: [&str; 3] = ["errors", "error", "message"];

/// The error messages of a body: the strings under these keys and that of the envelope, alone or in lists.
pub(crate) fn read(response: &RawResponse, envelope: Option<&EnvelopeShape>) -> Vec<String> {
    let keys = KEYS.into_iter().chain(envelope.map(|shape| shape.message));
    let mut messages: Vec<_> = keys.map(|key| (key, Vec::new())).collect();
    let text = response.text().unwrap_or_default();
    // Nothing else is kept: the body may have millions of members.
    let is_object = api_wire::for_each_member(text, &mut |key, value| {
        let mut empty = messages
            .iter_mut()
            .filter(|(_, messages)| messages.is_empty());
        if let Some((_, messages)) = empty.find(|(known, _)| *known == key) {
            *messages = strings(value);
        }
    });
    let messages = messages.into_iter().flat_map(|(_, messages)| messages);
    is_object.map(|()| messages.collect()).unwrap_or_default()
}

fn strings(json: &str) -> Vec<String> {
    let values = match Kind::of(json) {
        Kind::String => vec![json],
        Kind::Array => items(json, MAX_MESSAGES).0,
        _ => Vec::new(),
    };
    let texts = values.into_iter().filter_map(string);
    texts.filter(|text| !text.is_empty()).collect()
}
