//! Numbers that no data format but JSON text can hold.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::json::number::{NUMBER_KEY, ScientificParts};

/// Whether serde_json has its feature `arbitrary_precision`, with which its values keep the text of
/// numbers. Another crate of the tree may turn it on.
pub(crate) fn has_arbitrary_precision() -> bool {
    serde_json::from_str::<serde_json::Number>("1e400").is_ok()
}

/// Serializes the text of a number: as an integer, as a float that has the same digits, or else as
/// a map with [`NUMBER_KEY`].
pub(crate) fn serialize_number<S: Serializer>(
    text: &str,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if let Ok(integer) = text.parse() {
        return serializer.serialize_i64(integer);
    }
    if let Ok(integer) = text.parse() {
        return serializer.serialize_u64(integer);
    }
    if let Some(float) = exact_float(text) {
        return serializer.serialize_f64(float);
    }
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(NUMBER_KEY, &Text(text))?;
    map.end()
}

struct Text<'a>(&'a str);

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

/// The float that is printed with the digits of this number.
fn exact_float(text: &str) -> Option<f64> {
    let float = text.parse::<f64>().ok().filter(|float| float.is_finite())?;
    let same = ScientificParts::parse(text)? == ScientificParts::parse(&float_text(float))?;
    same.then_some(float)
}

/// The JSON text of a finite float, which always has a fraction or an exponent.
pub(crate) fn float_text(float: f64) -> String {
    let text = format!("{float:?}");
    match text.contains(['.', 'e']) {
        true => text,
        false => format!("{text}.0"),
    }
}
