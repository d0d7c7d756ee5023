//! What is known of a record's fields before any value is: names, wire names, marks.

/// What a record or body looks like on the wire: one row per field, in the order of the struct.
///
/// The macros [`record!`](crate::record) and [`body!`](crate::body) make it.
#[derive(Debug)]
pub struct Schema {
    name: &'static str,
    fields: &'static [Field],
    has_wrappers: bool,
    has_second_names: bool,
    is_body: bool,
}

impl Schema {
    /// A table of a type of this name.
    pub const fn new(name: &'static str, fields: &'static [Field]) -> Self {
        let mut table = Schema {
            name,
            fields,
            has_wrappers: false,
            has_second_names: false,
            is_body: false,
        };
        let mut index = 0;
        while index < fields.len() {
            table.has_wrappers |= fields[index].is_wrapper();
            table.has_second_names |= fields[index].wire.len() > 1;
            index += 1;
        }
        table
    }

    /// A table of a body: a field without a setter is expected there.
    #[doc(hidden)]
    pub const fn new_body(name: &'static str, fields: &'static [Field]) -> Self {
        let mut table = Schema::new(name, fields);
        table.is_body = true;
        table
    }

    /// Whether a field is written even when it is an empty list or map.
    pub(crate) fn expects(&self, field: &Field) -> bool {
        field.is_wrapper() || (self.is_body && !field.is_optional())
    }

    /// The name of the type.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The fields, in the order of the struct.
    pub fn fields(&self) -> &'static [Field] {
        self.fields
    }

    pub(crate) fn has_wrappers(&self) -> bool {
        self.has_wrappers
    }

    pub(crate) fn has_second_names(&self) -> bool {
        self.has_second_names
    }
}

/// One field of a record or body: its names and marks.
///
/// It is made in constants only; each mark of the macros is a method here.
#[derive(Debug)]
pub struct Field {
    name: &'static str,
    wire: &'static [&'static str],
    marks: u8,
    max: Option<usize>,
    is_plain: bool,
}

const SECRET: u8 = 1;
const PII: u8 = 2;
const STRING_OR_NUMBER: u8 = 4;
const STRICT: u8 = 8;
const WRAPPER: u8 = 16;
const US_DATE: u8 = 32;
const OPTIONAL: u8 = 64;

impl Field {
    /// A field of this name in Rust and these wire names; the first is the one that is written.
    pub const fn new(name: &'static str, wire: &'static [&'static str]) -> Self {
        assert!(!wire.is_empty(), "a field needs a wire name");
        let bytes = wire[0].as_bytes();
        let mut is_plain = true;
        let mut index = 0;
        while index < bytes.len() {
            is_plain &= bytes[index] >= 0x20 && bytes[index] != b'"' && bytes[index] != b'\\';
            index += 1;
        }
        Field {
            name,
            wire,
            marks: 0,
            max: None,
            is_plain,
        }
    }

    const fn mark(mut self, mark: u8) -> Self {
        self.marks |= mark;
        self
    }

    /// The value is a secret: never shown by Debug, nor in what a mismatch tells.
    pub const fn secret(self) -> Self {
        self.mark(SECRET)
    }

    /// The value is personal data: hidden like a secret.
    pub const fn pii(self) -> Self {
        self.mark(PII)
    }

    /// A text also takes a JSON number or boolean, and keeps its text.
    pub const fn string_or_number(self) -> Self {
        self.mark(STRING_OR_NUMBER)
    }

    /// A mismatch here is an error in every mode: amounts, totals and limits.
    pub const fn strict(self) -> Self {
        self.mark(STRICT)
    }

    /// Absent, null or of another shape is an error in every mode: an envelope is no field.
    pub const fn wrapper(self) -> Self {
        self.mark(WRAPPER)
    }

    /// A date is also read as `MM/DD/YYYY`.
    pub const fn also_us_date(self) -> Self {
        self.mark(US_DATE)
    }

    /// A text has at most so many characters. Checked before it is sent, see [`validate`](crate::validate).
    pub const fn max(mut self, characters: usize) -> Self {
        self.max = Some(characters);
        self
    }

    /// The field has a setter that takes this type, so it may be left out.
    #[doc(hidden)]
    pub const fn with_setter(self, _type: &'static str) -> Self {
        self.mark(OPTIONAL)
    }

    /// The name in Rust.
    pub fn name(&self) -> &'static str {
        self.name.strip_prefix("r#").unwrap_or(self.name)
    }

    /// The wire name that is written.
    pub fn wire_name(&self) -> &'static str {
        self.wire.first().copied().unwrap_or(self.name)
    }

    /// All wire names; the field is read under any of them.
    pub fn wire_names(&self) -> &'static [&'static str] {
        self.wire
    }

    /// Whether the first wire name stands in JSON text as it is.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Whether the value must not be shown: a secret or personal data.
    pub const fn is_sensitive(&self) -> bool {
        self.marks & (SECRET | PII) != 0
    }

    /// Whether a text also takes a number or boolean.
    pub const fn is_string_or_number(&self) -> bool {
        self.marks & STRING_OR_NUMBER != 0
    }

    /// Whether a mismatch is an error in every mode.
    pub const fn is_strict(&self) -> bool {
        self.marks & STRICT != 0
    }

    /// Whether the field is an envelope.
    pub const fn is_wrapper(&self) -> bool {
        self.marks & WRAPPER != 0
    }

    /// Whether a date is also read month first.
    pub const fn is_also_us_date(&self) -> bool {
        self.marks & US_DATE != 0
    }

    /// Whether the field has a setter of its own and may be left out.
    pub(crate) const fn is_optional(&self) -> bool {
        self.marks & OPTIONAL != 0
    }

    /// How many characters a text may have.
    pub fn max_chars(&self) -> Option<usize> {
        self.max
    }
}

/// What a type looks like on the wire, in words.
#[derive(Debug)]
pub struct Expected {
    pub(crate) text: &'static str,
    pub(crate) is_hidden: bool,
}

impl Expected {
    /// Words such as `integer`; they are shown in mismatches.
    pub const fn new(text: &'static str) -> Self {
        Expected {
            text,
            is_hidden: false,
        }
    }

    /// The same, of a type whose values are never shown.
    pub(crate) const fn hidden(text: &'static str) -> Self {
        Expected {
            text,
            is_hidden: true,
        }
    }

    /// The words.
    pub fn text(&self) -> &'static str {
        self.text
    }
}

pub(crate) static TEXT: Expected = Expected::new("text");
pub(crate) static SECRET_TEXT: Expected = Expected::hidden("text");
pub(crate) static INTEGER: Expected = Expected::new("integer");
pub(crate) static DECIMAL: Expected = Expected::new("decimal number of at most 28 digits");
pub(crate) static BOOLEAN: Expected = Expected::new("boolean");
pub(crate) static DATE: Expected = Expected::new("date (YYYY-MM-DD)");
pub(crate) static ALSO_US_DATE: Expected = Expected::new("date (YYYY-MM-DD or MM/DD/YYYY)");
pub(crate) static TIMESTAMP: Expected = Expected::new("date and time with a zone (RFC 3339)");
pub(crate) static LOCAL: Expected = Expected::new("date and time without a zone");
pub(crate) static ID: Expected = Expected::new("integer or text");
pub(crate) static OBJECT: Expected = Expected::new("object");
pub(crate) static LIST: Expected = Expected::new("list");
pub(crate) static WRAPPED: Expected = Expected::new("object with its wrapper");
