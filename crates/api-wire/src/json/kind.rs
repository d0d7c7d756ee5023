//! Kinds of JSON values.

/// The six kinds of JSON values, which differ in their first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// The kind of a JSON value, by its first character; [`Null`](Self::Null) if the text is none.
    pub fn of(json: &str) -> Self {
        let first = json.trim_start().bytes().next();
        first.and_then(Kind::starting_with).unwrap_or(Kind::Null)
    }

    #[inline]
    pub(crate) fn starting_with(byte: u8) -> Option<Self> {
        match byte {
            b'"' => Some(Kind::String),
            b'0'..=b'9' | b'-' => Some(Kind::Number),
            b'n' => Some(Kind::Null),
            b't' | b'f' => Some(Kind::Bool),
            b'{' => Some(Kind::Object),
            b'[' => Some(Kind::Array),
            _ => None,
        }
    }

    /// Its name in errors: `boolean`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "boolean",
            Kind::Number => "number",
            Kind::String => "string",
            Kind::Array => "array",
            Kind::Object => "object",
        }
    }
}
