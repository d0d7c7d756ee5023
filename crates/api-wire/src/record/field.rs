//! Fields of a schema: names and marks.

use crate::record::place::Place;

/// A field of a record or body, or a parameter of an operation: its names and marks.
///
/// Constructed in constants only; each mark of `#[wire(…)]` is a method.
#[derive(Debug)]
pub struct Field {
    name: &'static str,
    wire: &'static [&'static str],
    marks: u16,
    max: Option<usize>,
    unit: Option<&'static str>,
    place: Option<Place>,
    default: Option<&'static str>,
}

const SECRET: u16 = 1;
const PII: u16 = 2;
const STRING_OR_NUMBER: u16 = 4;
const STRICT: u16 = 8;
const ENVELOPE: u16 = 16;
const US_DATE: u16 = 32;
const OPTIONAL: u16 = 64;
const DIGITS: u16 = 128;
const INFERRED: u16 = 256;
const DOCUMENTED_REQUIRED: u16 = 512;
const COUNT: u16 = 1024;
const WRITE_EMPTY: u16 = 2048;
const AS_STRING: u16 = 4096;

/// The marks, by the names of the methods that set them.
const NAMES: [(u16, &str); 12] = [
    (SECRET, "secret"),
    (PII, "pii"),
    (STRING_OR_NUMBER, "string_or_number"),
    (STRICT, "strict"),
    (ENVELOPE, "envelope"),
    (US_DATE, "also_us_date"),
    (DIGITS, "digits"),
    (INFERRED, "inferred"),
    (DOCUMENTED_REQUIRED, "documented_required"),
    (COUNT, "count"),
    (WRITE_EMPTY, "write_empty"),
    (AS_STRING, "as_string"),
];

impl Field {
    /// A field with this name in Rust and these wire names, the first of which is written. Without one, it is never read.
    pub const fn new(name: &'static str, wire: &'static [&'static str]) -> Self {
        Field {
            name,
            wire,
            marks: 0,
            max: None,
            unit: None,
            place: None,
            default: None,
        }
    }

    const fn mark(mut self, mark: u16) -> Self {
        assert!(self.marks & mark == 0, "a mark is stated once");
        self.marks |= mark;
        self
    }

    /// The value is a secret: never printed by `Debug`, errors or mismatches.
    pub const fn secret(self) -> Self {
        self.mark(SECRET)
    }

    /// The value is personal data: never printed, like a secret.
    pub const fn pii(self) -> Self {
        self.mark(PII)
    }

    /// A string may also be a JSON number or boolean, whose text is kept.
    pub const fn string_or_number(self) -> Self {
        self.mark(STRING_OR_NUMBER)
    }

    /// A mismatch is an error even in tolerant reading: amounts, totals and limits.
    pub const fn strict(self) -> Self {
        self.mark(STRICT)
    }

    /// Part of the structure: an error if it is absent, null or has another type.
    pub const fn envelope(self) -> Self {
        self.mark(ENVELOPE)
    }

    /// The documents do not show the type. A string, secret or not, and the strings of a list or map may
    /// also be JSON numbers or booleans, as in [`string_or_number`](Self::string_or_number).
    pub const fn inferred(self) -> Self {
        self.mark(INFERRED)
    }

    /// Documented as required. It may still be absent: the field is an `Option` like any other.
    pub const fn documented_required(self) -> Self {
        self.mark(DOCUMENTED_REQUIRED)
    }

    /// A number in this unit, such as `cents`; `unknown` if it is not documented.
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = Some(unit);
        self
    }

    /// A list or map of a body, written even if it is empty.
    pub const fn write_empty(self) -> Self {
        self.mark(WRITE_EMPTY)
    }

    /// A date may also be `MM/DD/YYYY`.
    pub const fn also_us_date(self) -> Self {
        self.mark(US_DATE)
    }

    /// A decimal is a JSON string, such as `"12.50"`. It is read from a number, too.
    pub const fn as_string(self) -> Self {
        self.mark(AS_STRING)
    }

    /// A string consists of digits: checked by [`validate`](crate::validate).
    pub const fn digits(self) -> Self {
        self.mark(DIGITS)
    }

    /// A string has at most this many characters: checked by [`validate`](crate::validate) in a body. Of a
    /// [count](Self::count), it is the greatest number; of a number in a response, the documented maximum.
    pub const fn max(mut self, max: usize) -> Self {
        self.max = Some(max);
        self
    }

    /// A number from 1 to the maximum, such as a page or a page size.
    pub const fn count(self) -> Self {
        self.mark(COUNT)
    }

    /// The documented default, as Rust writes it. It is not sent.
    pub const fn default(mut self, default: &'static str) -> Self {
        self.default = Some(default);
        self
    }

    const fn at(mut self, place: Place) -> Self {
        assert!(self.place.is_none(), "a parameter has one place");
        self.place = Some(place);
        self
    }

    /// A parameter in the [path](Place::Path).
    pub const fn path(self) -> Self {
        self.at(Place::Path)
    }

    /// A parameter in the [query](Place::Query).
    pub const fn query(self) -> Self {
        self.at(Place::Query)
    }

    /// A parameter in a [header](Place::Header).
    pub const fn header(self) -> Self {
        self.at(Place::Header)
    }

    /// The [body](Place::Body) of an operation.
    pub const fn body(self) -> Self {
        self.at(Place::Body)
    }

    /// The body of an operation, [under a key](Place::WrappedBody).
    pub const fn wrapped_body(self) -> Self {
        self.at(Place::WrappedBody)
    }

    /// The choice of a [path template](Place::Route).
    pub const fn route(self) -> Self {
        self.at(Place::Route)
    }

    /// The field of a body has a setter, and may be omitted.
    pub const fn optional(self) -> Self {
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

    /// All wire names; the field is read under each of them.
    pub const fn wire_names(&self) -> &'static [&'static str] {
        self.wire
    }

    /// The marks, by the names that they have in `#[wire(…)]`.
    pub fn marks(&self) -> impl Iterator<Item = &'static str> + use<> {
        let marks = self.marks;
        let named = NAMES.iter().filter(move |(mark, _)| marks & mark != 0);
        named.map(|(_, name)| *name)
    }

    /// Whether the value is a secret or personal data.
    pub const fn is_sensitive(&self) -> bool {
        self.marks & (SECRET | PII) != 0
    }

    /// Whether the value is a secret.
    pub const fn is_secret(&self) -> bool {
        self.marks & SECRET != 0
    }

    /// Whether a string may also be a number or boolean.
    pub const fn is_string_or_number(&self) -> bool {
        self.marks & STRING_OR_NUMBER != 0
    }

    /// Whether a mismatch is an error.
    pub const fn is_strict(&self) -> bool {
        self.marks & STRICT != 0
    }

    /// Whether the field is a part of the envelope.
    pub const fn is_envelope(&self) -> bool {
        self.marks & ENVELOPE != 0
    }

    /// Whether the documents do not show the type.
    pub const fn is_inferred(&self) -> bool {
        self.marks & INFERRED != 0
    }

    /// Whether a date may also be `MM/DD/YYYY`.
    pub(crate) const fn is_also_us_date(&self) -> bool {
        self.marks & US_DATE != 0
    }

    /// Whether the field may be omitted.
    pub(crate) const fn is_optional(&self) -> bool {
        self.marks & OPTIONAL != 0
    }

    /// Whether a decimal is written as a string.
    pub(crate) const fn is_as_string(&self) -> bool {
        self.marks & AS_STRING != 0
    }

    /// Whether a string consists of digits.
    pub(crate) const fn is_digits(&self) -> bool {
        self.marks & DIGITS != 0
    }

    /// Whether the value is a number from 1.
    pub const fn is_count(&self) -> bool {
        self.marks & COUNT != 0
    }

    /// The documented default, as Rust writes it.
    pub const fn default_text(&self) -> Option<&'static str> {
        self.default
    }

    /// Where a parameter of an operation goes; `None` for a field of a record or body.
    pub const fn place(&self) -> Option<Place> {
        self.place
    }

    /// The greatest number of characters of a string, or the greatest number.
    pub const fn maximum(&self) -> Option<usize> {
        self.max
    }

    /// The documented unit of a number, such as `cents`; `unknown` if the documents give none.
    pub const fn documented_unit(&self) -> Option<&'static str> {
        self.unit
    }
}

/// A field without marks, for values that are not in a record.
pub(crate) static UNMARKED: Field = Field::new("value", &["value"]);
