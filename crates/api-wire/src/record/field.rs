//! One field of a record: its names and marks.

/// One field of a record or body: its names and marks.
///
/// It is made in constants only; each mark of the macros is a method here.
#[derive(Debug)]
pub struct Field {
    name: &'static str,
    wire: &'static [&'static str],
    marks: u8,
    max: Option<usize>,
    is_unescaped: bool,
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
        let mut is_unescaped = true;
        let mut index = 0;
        while index < bytes.len() {
            is_unescaped &= bytes[index] >= 0x20 && bytes[index] != b'"' && bytes[index] != b'\\';
            index += 1;
        }
        Field {
            name,
            wire,
            marks: 0,
            max: None,
            is_unescaped,
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
    pub const fn wire_names(&self) -> &'static [&'static str] {
        self.wire
    }

    /// Whether the first wire name stands in JSON text as it is.
    pub(crate) fn is_unescaped(&self) -> bool {
        self.is_unescaped
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
