//! The body of a create as it was sent: its record, its unique key, and what of it may be shown.

use std::collections::BTreeMap;
use std::fmt;

use api_wire::Fields;

use crate::body::fields::for_each_value;
use crate::body::json::values;

/// What is known of a body besides its text.
#[derive(Clone, Default)]
pub(crate) struct BodyShape {
    /// The key around the fields.
    wrapper: Option<&'static str>,
    /// The wire names that only fields have that are neither secret nor personal data.
    shown: Vec<&'static str>,
}

impl BodyShape {
    /// A body of these fields.
    pub(crate) fn new(wrapper: Option<&'static str>, fields: &dyn Fields) -> Self {
        let mut names = BTreeMap::<_, bool>::new();
        for_each_value(wrapper, fields, &mut |value| {
            if let Some(name) = value.name {
                *names.entry(name).or_default() |= value.is_sensitive;
            }
        });
        let shown = names.into_iter().filter(|(_, is_sensitive)| !is_sensitive);
        Self {
            wrapper,
            shown: shown.map(|(name, _)| name).collect(),
        }
    }
}

impl fmt::Debug for BodyShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BodyShape").finish_non_exhaustive()
    }
}

/// A body that was sent.
pub(crate) struct SentBody<'a> {
    shape: &'a BodyShape,
    record: &'a str,
    unique_key_field: &'a str,
}

impl<'a> SentBody<'a> {
    /// `None` if the body does not have the unique key exactly once, with this value: the server
    /// might use another one.
    pub(crate) fn new(
        body: &'a [u8],
        shape: &'a BodyShape,
        field: &'a str,
        unique_key: &str,
    ) -> Option<Self> {
        let text = std::str::from_utf8(body).ok()?;
        let record = match shape.wrapper {
            Some(wrapper) => single_value(text, wrapper)?,
            None => text,
        };
        let value: String = serde_json::from_str(single_value(record, field)?).ok()?;
        (value == unique_key).then_some(Self {
            shape,
            record,
            unique_key_field: field,
        })
    }

    pub(crate) fn unique_key_field(&self) -> &'a str {
        self.unique_key_field
    }

    /// The key around the record.
    pub(crate) fn wrapper(&self) -> Option<&'a str> {
        self.shape.wrapper
    }

    /// The JSON text of the record.
    pub(crate) fn record(&self) -> &'a str {
        self.record
    }

    /// Whether the values under this key may be shown.
    pub(crate) fn is_shown(&self, key: &str) -> bool {
        self.shape.shown.contains(&key)
    }
}

fn single_value<'a>(json: &'a str, key: &str) -> Option<&'a str> {
    match values(json, key)[..] {
        [value] => Some(value),
        _ => None,
    }
}
