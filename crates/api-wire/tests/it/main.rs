//! Reading and writing of JSON, records, enums, dates and forms.
#![allow(missing_docs, unreachable_pub)]

mod bodies;
mod common;
mod dates;
mod derives;
mod error_texts;
mod extra;
mod forms;
mod key_order;
mod marks;
mod masked;
mod open_enums;
mod pages;
mod properties;
mod scalars;
mod secrets;
mod syntax;
