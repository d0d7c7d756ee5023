//! Converts records between versions of an API, and lists what the other version cannot keep.
//!
//! ```
//! use api_versions::{FieldMap, RecordMap, convert};
//! use api_wire::{Extra, from_str, record, to_string};
//!
//! #[derive(Clone, Default, PartialEq)]
//! pub struct Ticket {
//!     pub ticket_id: Option<i64>,
//!     pub kind: Option<String>,
//!     pub extra: Extra,
//! }
//! record! { Ticket { ticket_id: "ticketId", kind: "kind", } }
//!
//! #[derive(Clone, Default, PartialEq)]
//! pub struct Sale {
//!     pub id: Option<i64>,
//!     pub extra: Extra,
//! }
//! record! { Sale { id: "id", } }
//!
//! static TICKET_TO_SALE: RecordMap = RecordMap::new(&[
//!     FieldMap::renamed("ticketId", "id"),
//!     FieldMap::lost("kind", "Version 2 does not document it."),
//! ]);
//!
//! let ticket: Ticket = from_str(r#"{"ticketId":7,"kind":"medical","added_later":[1.50]}"#)?;
//! let sale = convert::<Sale>(&ticket, &TICKET_TO_SALE)?;
//! assert_eq!(to_string(&sale.value), r#"{"id":7,"added_later":[1.50]}"#);
//! assert_eq!(sale.lost[0].pointer, "/kind");
//! assert_eq!(sale.lost[0].value.as_str(), r#""medical""#);
//! # Ok::<(), api_wire::ReadError>(())
//! ```

mod conversion;
mod converted;
mod map;
mod pointer;

pub use api_wire;
pub use conversion::convert;
pub use converted::{Converted, Lost};
pub use map::{FieldMap, Nesting, RecordMap};
