//! JSON for the generated model crates: tolerant of single bad values, lossless, exact.
//!
//! A generated crate declares records, which are read and written, bodies, which are sent, and the
//! parameters of operations. This crate reads and writes records and bodies. It sends nothing and knows
//! no HTTP library; it only says where a parameter goes.
//!
//! ```
//! use api_wire::{Body, Extra, Record, Setters, from_str, mismatches, to_string};
//!
//! #[derive(Clone, Default, PartialEq, Record)]
//! pub struct Customer {
//!     #[wire(pii)]
//!     pub name: Option<String>,
//!     pub points: Option<i64>,
//!     pub extra: Extra,
//! }
//!
//! let text = r#"{"name":"Ada","points":"many","tier":7}"#;
//! let mut customer: Customer = from_str(text)?;
//! assert_eq!(customer.name.as_deref(), Some("Ada"));
//!
//! // A mismatched value does not fail the record. It is reported and kept, like an unknown field.
//! assert_eq!(
//!     mismatches(&customer)[0].to_string(),
//!     r#"/points: expected integer, found string "many""#
//! );
//! assert_eq!(to_string(&customer), text);
//!
//! customer.points = Some(3);
//! assert_eq!(to_string(&customer), r#"{"name":"Ada","points":3,"tier":7}"#);
//! assert_eq!(
//!     format!("{customer:?}"),
//!     r#"Customer { name: [hidden], points: 3, extra: {"points", 1 more} }"#
//! );
//! # Ok::<(), api_wire::ReadError>(())
//! ```
//!
//! # Wire rules
//!
//! 1. **One bad value never fails a document, and is never hidden.** Every field of a record is an
//!    `Option`, a list or a map, unless it is marked `envelope`; absent and null are the same. A value of
//!    another type is kept in [`Extra`] and its field is `None`; a list keeps its valid items. Unknown
//!    fields are kept, too. [`mismatches`] reports what did not fit. Two things are always errors: a
//!    missing or mismatched wrapper (a field marked `envelope`, or the collection of a page), and a
//!    mismatch in a field marked `strict`.
//! 2. **Defaults are explicit**: a field keeps what was received; `…_or_default` has the documented
//!    default. If the value cannot be read, `…_or_default` is an error.
//! 3. **Scalars are read in the notations that APIs use.** Integers: `3`, `"3"`, `3.0`. Decimals:
//!    `3.5`, `"3.5"`. Booleans: `true`, `1`, `"1"`, `"true"` and the same for false. An integer of
//!    more than 64 bits, `12.5` for an integer, `1e400`, and a string with half of a surrogate pair
//!    (`"\ud83d"`), or with bytes that are not UTF-8 (see [`text_of`]), are mismatches. In a field
//!    marked `string_or_number` or `inferred`, a string is also read from a number or a boolean. Dates:
//!    `YYYY-MM-DD`, and in a field marked `also_us_date` also `MM/DD/YYYY`.
//! 4. **Decimals are exact, or a mismatch.** Numbers are parsed from their text. There is no `f64`,
//!    so features of serde_json make no difference. See [below](#data-formats) for formats that
//!    have floats.
//! 5. **A record that is read and written is the same JSON**, except for nulls, absent or empty
//!    lists, and the notation of scalars. Unreadable items keep their index, values keep the alias under
//!    which they were read, and unknown values keep their text. A duplicate key is a mismatch: the field
//!    has the first value, and the others are kept. (A null in a map is like an absent key.)
//! 6. **Enums are open**: see [`open_enum!`]. Where case is ignored, [`CaseInsensitive`] keeps the
//!    original text.
//! 7. **Bodies are validated before they are sent**: [`validate`] reports every string that is too
//!    long. A field of a body is required, optional, or a [`Change`], which can keep, set or clear.
//! 8. **Secrets and personal data are never printed** by `Debug`, errors or mismatches, nor are
//!    values of unknown fields; they are only written. See [`Secret`] and [`Redacted`].
//! 9. **Records are plain structs with public fields**, including `extra`. A [`Timestamp`] is read in
//!    RFC 3339 or as Ruby prints it, and written in UTC. A [`Date`] and a [`LocalDateTime`] have no time
//!    zone.
//!
//! # Data formats
//!
//! Records, bodies, enums, [`Id`], [`Change`] and [`Json`] implement serde's traits for JSON,
//! `serde_json::Value` and YAML. They can be alone, flattened, or in an enum that is untagged or
//! tagged in any way.
//!
//! - Decimals are serialized as strings. [`to_string`] writes numbers.
//! - JSON text in memory is read and written digit by digit. Values from a stream or another format, and
//!   values that serde buffers for an untagged, flattened or tagged type, are a `serde_json::Value` first,
//!   whose fractional numbers are binary floats. A decimal from such a float is an error, as are an
//!   integer from 2^53 on and the text of a number. A number in an unknown field is no error: it has the
//!   shortest digits of the float, such as `1.2345678901234568e22` for `12345678901234567890123`. NaN is
//!   null, and a repeated key has its last value.
//! - Of a repeated key, the first value is serialized. A number beyond the range of floats, such as
//!   `1e400`, and a string with half of a surrogate pair are errors in a `serde_json::Value`, in a value
//!   that serde buffers, and in PostgreSQL's `jsonb`. With serde_json's feature `arbitrary_precision`, the
//!   number is no error in a `Value`.
//! - A body cannot keep unknown fields and mismatches: they are errors. A record accepts any object, so
//!   make it the last variant of an untagged enum.
//! - Dates and times have these traits, too. For amounts in structs of your own, see [`as_wire`].
//!
//! # Design
//!
//! A record, a body, and the parameters of an operation are plain structs. The [`Schema`] of a struct is
//! what the attributes of the fields say. A [`Cursor`] reads the text, and each value is stored in its
//! field through [`ReadField`]. Nothing is generic over formats: serde's traits pass through JSON text,
//! too. So a record has one reader and one writer, numbers are parsed from their text, and kept values
//! are slices of the original. The derives define `#[inline]` functions, which are compiled where they
//! are used: a service compiles only the records of its own calls. For writing, every value has a
//! [`WireValue`], which `Debug`, validation and mismatches use as well.
//!
//! Arrays and objects are nested at most 127 deep, and values take no more memory than a
//! [`MemoryBudget`] allows: by default eight times the text, and at least 32 MiB. Invalid input leads to
//! an error or a mismatch, never to a panic.

// The derives name this crate, in this crate as well.
extern crate self as api_wire;

mod data_format;
mod document;
mod json;
mod read;
mod record;
mod report;
mod types;
mod write;

/// Makes a struct a record: it is read, and can be written back.
///
/// A field is an `Option`, a list or a map, unless it is marked `envelope`; one is `extra: Extra`. What is
/// known of a field beyond its name and type stands in an attribute: its name on the wire, if it is not
/// that of the field, other names that are read, and marks.
///
/// | mark | the field |
/// |---|---|
/// | `secret` | is never printed |
/// | `pii` | is personal data, never printed |
/// | `inferred` | has a type that the documents do not show; a string may also be a number or boolean |
/// | `string_or_number` | is documented as a string that may also be a number or boolean |
/// | `strict` | makes a mismatch an error: amounts, totals, limits |
/// | `envelope` | must be there: an error if absent, null or of another type, so that it is no `Option` |
/// | `also_us_date` | is a date that may also be `MM/DD/YYYY` |
/// | `as_string` | is a decimal that is a JSON string: written as one, and read from both |
/// | `documented_required` | is documented as required, but may be absent like any other |
/// | `unit = "cents"` | is a number in this unit; `"unknown"` if the documents give none |
/// | `max = 15` | has at most this many characters, or is at most this number, as documented |
/// | `default = 0` | has a method `…_or_default` with the value, or this documented default if it is absent; a decimal is a number, `0.5` |
///
/// The derive makes them a constant of the struct, `FIELDS`, by the methods of [`Field`] with these names,
/// and implements [`Fields`], [`FieldsMut`], the trait [`Record`](trait@Record), [`ToWire`],
/// [`FromWire`], `Debug`, and serde's `Serialize` and `Deserialize`.
///
/// ```
/// use api_wire::{Extra, Record, from_str, to_string};
///
/// /// A customer of the shop.
/// #[derive(Clone, Default, PartialEq, Record)]
/// pub struct Customer {
///     #[wire(pii)]
///     pub name: Option<String>,
///     /// Loyalty points.
///     #[wire("points", "loyaltyPoints", default = 0)]
///     pub points: Option<i64>,
///     pub extra: Extra,
/// }
///
/// let customer: Customer = from_str(r#"{"loyaltyPoints": "3", "level": 7}"#)?;
/// assert_eq!(customer.points, Some(3));
/// assert_eq!(to_string(&customer), r#"{"loyaltyPoints":3,"level":7}"#);
///
/// assert_eq!(Customer::default().points_or_default()?, 0);
/// // The default is for an absent value, not for one that cannot be read.
/// let customer: Customer = from_str(r#"{"points": "many"}"#)?;
/// assert!(customer.points_or_default().is_err());
/// // What is known of the fields.
/// let points = &Customer::FIELDS[1];
/// assert_eq!(points.wire_names(), ["points", "loyaltyPoints"]);
/// assert_eq!(points.default_text(), Some("0"));
/// assert_eq!(Customer::FIELDS[0].marks().collect::<Vec<_>>(), ["pii"]);
/// # Ok::<(), api_wire::ReadError>(())
/// ```
///
/// A derive names `api_wire`. Where it is not a dependency, import it: `use pos_v2_client::api_wire;`.
pub use api_wire_derive::Record;

/// Makes a struct a body: it is sent, and no response contains it.
///
/// A field is required, or it is an `Option`, a [`Change`], a list or a map, which are omitted if they are
/// unset or empty, and have a setter: see [`Setters`]. An attribute has its name on the wire, if it
/// is not that of the field, and marks.
///
/// | mark | the field |
/// |---|---|
/// | `write_empty` | is written even if it is an empty list or map, and has no setter |
/// | `max = 64` | has at most this many characters: checked by [`validate`] |
/// | `digits` | consists of digits: checked by [`validate`] |
/// | `as_string` | is a decimal that is a JSON string |
/// | `secret`, `pii`, `inferred`, `documented_required`, `unit` | are those of a [`Record`](derive@Record) |
///
/// The derive makes the constant `FIELDS`, and implements [`Fields`], [`ToWire`], `Debug`, and serde's
/// `Serialize` and `Deserialize`, so that a service can keep the body in a queue. For the latter it also
/// implements [`FieldsMut`] and [`FromWire`]. A body has no room for values that do not fit: an unknown
/// field and a mismatch are errors.
///
/// ```
/// use api_wire::{Body, Change, to_string};
///
/// #[derive(Clone, Default, PartialEq, Body)]
/// pub struct CustomerUpdate {
///     #[wire(max = 64)]
///     pub name: Option<String>,
///     #[wire(pii)]
///     pub notes: Change<String>,
/// }
///
/// let update = CustomerUpdate::default().name("Ada").notes(Change::Clear);
/// assert_eq!(to_string(&update), r#"{"name":"Ada","notes":null}"#);
/// ```
pub use api_wire_derive::Body;

/// Makes a struct the parameters of an operation of `api_runtime`, which writes the request from their
/// table.
///
/// A field is required, or it may be unset and has a setter, as in a [`Body`]. An attribute has the place
/// of the value in the request, its name there, if it is not that of the field, and marks.
///
/// | place | the value |
/// |---|---|
/// | `path` | is that of a variable of the path |
/// | `query` | is added to the query |
/// | `header` | is sent in a header |
/// | `body` | is the body: a [`Body`], or [`Json`] if it is not documented |
/// | `wrapped_body` | is the only member of the body: its name is the key |
/// | `route` | is a path template, in place of that of the operation |
///
/// | mark | the value |
/// |---|---|
/// | `count` | is a number from 1 |
/// | `max = 100` | has at most this many characters, or is a count of at most this |
/// | `secret`, `pii` | is never printed |
/// | `default = 50` | is this if none is sent, as documented |
/// | `inferred`, `documented_required`, `unit` | is as in a [`Record`](derive@Record) |
///
/// The derive makes the constant `FIELDS`, and implements [`Fields`] and `Debug`.
///
/// ```
/// use api_wire::{Parameters, Place};
///
/// #[derive(Clone, Default, Parameters)]
/// pub struct ListCustomers {
///     #[wire(query, count, default = 50)]
///     pub page_size: Option<u32>,
///     #[wire(query, "q[telephone_eq]", pii)]
///     pub telephone_eq: Option<String>,
/// }
///
/// let list = ListCustomers::default().telephone_eq("5550100");
/// assert_eq!(format!("{list:?}"), "ListCustomers { telephone_eq: [hidden] }");
/// assert_eq!(ListCustomers::FIELDS[1].place(), Some(Place::Query));
/// ```
///
/// A parameter without a place does not compile:
///
/// ```compile_fail,E0080
/// #[derive(api_wire::Parameters)]
/// struct GetCustomer {
///     id: i64,
/// }
/// ```
pub use api_wire_derive::Parameters;

/// Makes a chainable setter for each field that is an `Option`, a [`Change`], a list or a map.
///
/// Its docs are those of the field. It takes numbers, booleans, dates, JSON, lists and maps as they are,
/// and of other types what converts into them.
///
/// ```
/// use api_wire::Setters;
///
/// #[derive(Default, Setters)]
/// pub struct ListCustomers {
///     pub page: Option<u32>,
///     pub telephone_eq: Option<String>,
/// }
///
/// let list = ListCustomers::default().telephone_eq("5550100").page(3);
/// assert_eq!(list.page, Some(3));
/// ```
pub use api_wire_derive::Setters;

pub use rust_decimal;
pub use rust_decimal::Decimal;

pub use data_format::as_wire;
pub use data_format::redacted::Redacted;
pub use document::form;
pub use document::members::{for_each_item, for_each_member};
pub use document::page::{NoMetadata, Page};
pub use document::page_shape::PageShape;
pub use document::wrapped::Wrapped;
pub use json::budget::MemoryBudget;
pub use json::bytes::text_of;
pub use json::cursor::{Cursor, DEPTH_LIMIT};
pub use json::error::{ReadError, ReadErrorKind};
pub use json::kind::Kind;
pub use json::tree::Tree;
pub use json::value::Json;
pub use read::record::{
    from_slice, from_str, from_str_within, read_optional_record, read_record, read_record_item,
};
pub use read::string::read_string;
pub use record::expected::Expected;
pub use record::extra::Extra;
pub use record::field::Field;
pub use record::leftover::Leftovers;
pub use record::place::Place;
pub use record::schema::Schema;
pub use record::traits::{
    Fields, FieldsMut, FromWire, ReadField, ReadResult, Record, ToWire, WireList, WireMap,
    WireValue,
};
pub use report::mismatch::{Mismatch, mismatches, mismatches_within};
pub use report::validate::{ValidationError, validate};
pub use types::case_insensitive::CaseInsensitive;
pub use types::change::Change;
pub use types::closed_enum::ParseEnumError;
pub use types::date::Date;
pub use types::date::error::DateError;
pub use types::date::local_date_time::LocalDateTime;
pub use types::date::timestamp::Timestamp;
pub use types::id::Id;
pub use types::open_enum::{OpenEnum, UnknownText};
pub use types::secret::Secret;
pub use write::record::to_string;

/// For the macros and sister crates.
#[doc(hidden)]
pub mod __private {
    pub use crate::data_format::record::{deserialize, serialize};
    pub use crate::data_format::scalar::deserialize_from_str;
    pub use crate::json::pointer::segment;
    pub use crate::record::default::{Stated, decimal, or_default};
    pub use crate::record::traits::has_table;
    pub use crate::types::date::text::us_date;
    pub use crate::write::debug::debug;
    pub use crate::write::masked;
    pub use serde;
}
