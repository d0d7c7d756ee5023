//! The fingerprint of a page, by which the same page is recognized.

use std::hash::{DefaultHasher, Hasher};

use api_wire::{FromWire, Page, WireValue};

/// A hash of the ids of the records, in any order, or of the whole content of those without one. If
/// there are no records, or they cannot be compared, that of the response.
pub(crate) fn of<T: FromWire, F>(
    page: &Page<T, F>,
    id: fn(&T) -> Option<i64>,
    response: &[u8],
) -> u64 {
    let mut hashes = page
        .items
        .iter()
        .map(|item| match (id(item), item.to_wire()) {
            (Some(id), _) => Some(hash(&id.to_be_bytes())),
            (None, WireValue::Record(fields)) => Some(hash(api_wire::to_string(fields).as_bytes())),
            (None, _) => None,
        });
    let of_records = hashes
        .next()
        .flatten()
        .and_then(|first| hashes.try_fold(first, |sum, hash| Some(sum.wrapping_add(hash?))));
    of_records.unwrap_or_else(|| hash(response))
}

/// A hash that is not cryptographic.
fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}
