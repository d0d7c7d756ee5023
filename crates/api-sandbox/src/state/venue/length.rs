//! Maximum lengths of fields. The documents have them in records, but not in request bodies.

use serde_json::{Map, Value};

/// Rejects strings that are longer than the field of the record is documented to be.
pub(crate) fn check_lengths(
    fields: &Map<String, Value>,
    max_lengths: &[(&str, usize)],
) -> Result<(), Vec<String>> {
    let is_longer = |(key, max): &&(&str, usize)| {
        let text = fields.get(*key).and_then(Value::as_str);
        text.is_some_and(|text| text.chars().count() > *max)
    };
    let errors: Vec<String> = max_lengths
        .iter()
        .filter(is_longer)
        .map(|(key, max)| format!("{key}: longer than {max} characters"))
        .collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}
