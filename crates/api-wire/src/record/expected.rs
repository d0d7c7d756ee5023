//! Descriptions of types.

/// The description of a type in errors and mismatches.
#[derive(Debug)]
pub struct Expected {
    pub(crate) text: &'static str,
    pub(crate) is_sensitive: bool,
}

impl Expected {
    /// A description such as `integer`.
    pub const fn new(text: &'static str) -> Self {
        Expected {
            text,
            is_sensitive: false,
        }
    }

    /// The description of a type whose values are never printed.
    pub(crate) const fn sensitive(text: &'static str) -> Self {
        Expected {
            text,
            is_sensitive: true,
        }
    }

    /// The description.
    pub fn text(&self) -> &'static str {
        self.text
    }
}

pub(crate) static STRING: Expected = Expected::new("string");
pub(crate) static SECRET_STRING: Expected = Expected::sensitive("string");
pub(crate) static UTF8_STRING: Expected = Expected::sensitive("string in UTF-8");
pub(crate) static INTEGER: Expected = Expected::new("integer");
pub(crate) static DECIMAL: Expected = Expected::new("decimal of at most 28 digits");
pub(crate) static BOOLEAN: Expected = Expected::new("boolean");
pub(crate) static DATE: Expected = Expected::new("date (YYYY-MM-DD)");
pub(crate) static ALSO_US_DATE: Expected = Expected::new("date (YYYY-MM-DD or MM/DD/YYYY)");
pub(crate) static TIMESTAMP: Expected = Expected::new("date and time with a time zone (RFC 3339)");
pub(crate) static LOCAL_DATE_TIME: Expected = Expected::new("date and time without a time zone");
pub(crate) static ID: Expected = Expected::new("integer or string");
pub(crate) static OBJECT: Expected = Expected::new("object");
pub(crate) static ARRAY: Expected = Expected::new("array");
pub(crate) static WRAPPED: Expected = Expected::new("object with its wrapper key");
