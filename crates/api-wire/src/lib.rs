//! Hand-written. This crate is written by hand, and the generated crates lean on it: they declare
//! records and bodies, and here is how these are read and written. There is no HTTP in it.
//!
//! # The wire rules
//!
//! 1. **Reading never loses a page to one bad value, and never hides one.** Every field is an
//!    `Option`, or a list or map; absent and null read alike. A value of another shape than expected is
//!    kept as it came in [`Extra`], its field stays `None`, and a list keeps its good items. So
//!    are unknown fields kept. [`mismatches`] lists what did not fit. Two things are errors in every
//!    mode: an envelope (a wrapper, the collection of a page) that is missing or misshapen, and a
//!    mismatch in a field marked `strict`.
//! 2. **A default is not filled in.** Absent stays distinguishable from present.
//! 3. **Scalars are read from the spellings that APIs use.** Integers: `3`, `"3"`, `3.0`. Decimals:
//!    `3.5`, `"3.5"`. Booleans: `true`, `1`, `"1"`, `"true"` and the like. An integer past 64 bits, `12.5`
//!    for an integer, `1e400`: mismatches. A text is a JSON string, and in a field marked `string_or_number`
//!    also a number or boolean.
//! 4. **Decimals are exact, or a mismatch.** A number is read from its text. There is no `f64`, so no
//!    feature of serde_json makes a difference.
//! 5. **Read, then written, a record gives the same JSON**, up to nulls, absent or empty lists, and the
//!    spelling of scalars. Bad items go back to their places, values to the wire name that they came
//!    under, and unknown values verbatim. A key that comes twice is a mismatch: the first value is in
//!    the field, the others are kept. (A null leaves a map as if its key were absent.)
//! 6. **Enums are open**: see [`open_enum!`]. Where case is ignored, [`CaseInsensitive`] keeps the text.
//! 7. **What we send is checked first**: [`validate`] lists all that is too long. A field of a body is
//!    expected, optional, or a [`Change`] that can leave, set or clear.
//! 8. **Secrets and personal data are never shown** by Debug, Display, errors or mismatches, nor are
//!    values of unknown fields. Writing alone shows them. See [`Secret`].
//! 9. **Records are plain public structs**, `extra` included. Instants are [`Timestamp`]s, and written
//!    in UTC; dates and times without a zone are civil: [`Date`] and [`LocalDateTime`].
//!
//! # How
//!
//! A record is a struct and a table ([`record!`]); a body is one that is only written ([`body!`]).
//! A [`Cursor`] goes through the text, and each value is stored straight into its field by way of
//! [`ReadField`]. None of this is generic over formats, so that a record's code is compiled once, in its own
//! crate; a number's text is at hand; and what is kept is the very slice that came. On the way out
//! every value has a [`WireValue`], which writing, Debug and all checks share.
//!
//! Lists and objects nest at most 127 deep, and one document is read at a time. Hostile text leads to
//! an error or a mismatch, never to a panic.

mod document;
mod json;
mod read;
mod record;
mod report;
mod types;
mod write;

pub use jiff;
pub use jiff::Timestamp;
pub use jiff::civil::{Date, DateTime as LocalDateTime};
pub use rust_decimal;
pub use rust_decimal::Decimal;

pub use document::form;
pub use document::page::{NoMetadata, Page, PageShape};
pub use document::wrapped::Wrapped;
pub use json::cursor::{Cursor, DEPTH_LIMIT, Kind};
pub use json::error::{ReadError, ReadErrorKind};
pub use json::value::Json;
pub use read::record::{
    from_slice, from_str, from_utf8, read_optional_record, read_record, read_record_item,
};
pub use read::string::read_string;
pub use record::expected::Expected;
pub use record::extra::Extra;
pub use record::field::Field;
pub use record::leftover::Leftovers;
pub use record::schema::Schema;
pub use record::traits::{
    Fields, FieldsMut, FromWire, ReadField, ReadResult, Record, ToWire, WireList, WireMap,
    WireValue,
};
pub use report::mismatch::{Mismatch, mismatches};
pub use report::validate::{ValidationError, validate};
pub use types::case_insensitive::CaseInsensitive;
pub use types::change::Change;
pub use types::id::Id;
pub use types::open_enum::{OpenEnum, UnknownText};
pub use types::secret::Secret;
pub use write::record::to_string;

/// What the macros need and nobody else.
#[doc(hidden)]
pub mod __private {
    pub use crate::document::serde::{deserialize, serialize};
    pub use crate::write::debug::debug;
    pub use serde;
}
