//! The body of a request: JSON text, with the values that the client fills in.

use api_wire::NoMetadata;

use crate::ClientValues;
use crate::error::invalid_field::{FieldLocation, InvalidField};

/// A JSON body, if there is one.
#[derive(Default)]
pub(crate) struct Body {
    text: Option<String>,
    /// The key that what was written is under.
    under: Option<&'static str>,
    fills: Vec<(&'static str, &'static str)>,
}

impl Body {
    pub(crate) fn set(&mut self, text: String) {
        self.under = None;
        self.text = Some(text);
    }

    pub(crate) fn set_under(&mut self, key: &'static str, text: &str) {
        self.under = Some(key);
        self.text = Some(format!("{{{}:{text}}}", quoted(key)));
    }

    pub(crate) fn from_client(&mut self, key: &'static str, value_name: &'static str) {
        self.fills.push((key, value_name));
    }

    /// The text of one field of what was written.
    pub(crate) fn field(&self, name: &str) -> Option<String> {
        let member = |text: &str, key: &str| {
            let members = api_wire::from_str::<NoMetadata>(text).ok()?.extra;
            members.get(key).map(|value| value.as_str().to_owned())
        };
        let text = self.text.as_deref()?;
        let value = match self.under {
            Some(key) => member(&member(text, key)?, name)?,
            None => member(text, name)?,
        };
        serde_json::from_str(&value).ok()
    }

    /// The text to send.
    pub(crate) fn finish(
        self,
        values: &dyn ClientValues,
        invalid_fields: &mut Vec<InvalidField>,
    ) -> Option<String> {
        if self.fills.is_empty() {
            return self.text;
        }
        let text = self.text.unwrap_or_else(|| "{}".to_owned());
        let Ok(known) = api_wire::from_str::<NoMetadata>(&text).map(|object| object.extra) else {
            invalid_fields.push(InvalidField::new(
                FieldLocation::Body,
                "",
                "is not an object, so the client's values have no place in it",
            ));
            return None;
        };
        let mut parts = Vec::new();
        for (key, value_name) in self.fills {
            if known.get(key).is_some() {
                invalid_fields.push(InvalidField::new(
                    FieldLocation::Body,
                    format!("/{key}"),
                    "is filled in by the client",
                ));
            } else if let Some(value) = values.get(value_name) {
                parts.push(format!("{}:{}", quoted(key), quoted(value)));
            } else {
                invalid_fields.push(InvalidField::new(
                    FieldLocation::Settings,
                    value_name,
                    "has no value",
                ));
            }
        }
        // The text is one object, so what stands between its outer braces is its members.
        let inner = text
            .trim()
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'))
            .unwrap_or_default();
        if !known.is_empty() {
            parts.push(inner.to_owned());
        }
        Some(format!("{{{}}}", parts.join(",")))
    }
}

fn quoted(text: &str) -> String {
    // A text always has a JSON form.
    serde_json::to_string(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Settings;

    impl ClientValues for Settings {
        fn get(&self, name: &str) -> Option<&str> {
            (name == "api_version").then_some("1.0\"")
        }
    }

    fn finished(text: Option<&str>) -> Result<String, Vec<InvalidField>> {
        let mut body = Body {
            text: text.map(str::to_owned),
            ..Body::default()
        };
        body.from_client("ApiVersion", "api_version");
        let mut invalid_fields = Vec::new();
        let text = body.finish(&Settings, &mut invalid_fields);
        text.filter(|_| invalid_fields.is_empty())
            .ok_or(invalid_fields)
    }

    #[test]
    fn values_go_before_what_the_operation_wrote() {
        assert_eq!(
            finished(Some("{\"Amount\":1}")).unwrap(),
            "{\"ApiVersion\":\"1.0\\\"\",\"Amount\":1}"
        );
        assert_eq!(
            finished(Some(" { } ")).unwrap(),
            "{\"ApiVersion\":\"1.0\\\"\"}"
        );
        assert_eq!(finished(None).unwrap(), "{\"ApiVersion\":\"1.0\\\"\"}");
    }

    #[test]
    fn a_field_is_found_where_it_was_written() {
        let mut body = Body::default();
        assert_eq!(body.field("reference_no"), None);
        body.set("{\"reference_no\":\"r-\\\"1\",\"id\":7}".to_owned());
        assert_eq!(body.field("reference_no").unwrap(), "r-\"1");
        assert_eq!((body.field("id"), body.field("notes")), (None, None));
        body.set_under("order", "{\"reference_no\":\"r-2\"}");
        assert_eq!(body.field("reference_no").unwrap(), "r-2");
        assert_eq!(body.field("order"), None);
    }

    #[test]
    fn a_value_has_one_source() {
        assert!(finished(Some("{\"ApiVersion\":\"2.0\"}")).is_err());
        assert!(finished(Some("[]")).is_err());
    }
}
