//! Counts of the shapes of responses: what a remote API really sends, without any value of it.
//!
//! For each operation, status and JSON pointer, [`Observations`] count how often a value was seen,
//! null, a boolean, a number, a string, an array or an object, and which numbers and texts there
//! were: integers that fit 32 or 64 bits, decimal places, forms of dates, numeric texts, lengths in
//! powers of two. They are kept in a sorted text file with a line for each place, so that files compare well:
//!
//! ```
//! use api_observations::Observations;
//!
//! let file = "\
//! observations 1
//! run 5f3c since=2026-11-21 until=2026-11-22 responses=40 places=2
//! shop get_order 200
//! \"\" objects=40
//! /points nulls=2 numbers=36 i32=36
//! ";
//! let observations = Observations::parse("shop.observations", file)?;
//! assert_eq!(observations.to_text(), file);
//!
//! let (key, shape) = observations.iter().last().unwrap();
//! assert_eq!((&*key.operation, key.status, &*key.pointer), ("get_order", 200, "/points"));
//! assert_eq!((shape.seen, shape.of, shape.absent()), (38, 40, 2));
//! # Ok::<(), api_observations::ParseError>(())
//! ```
//!
//! Files of several processes are merged by [`Observations::merge`], or concatenated. Each run of a
//! process has an id and is counted once, whatever the order and however often a file is merged.
//!
//! # Pointers
//!
//! JSON pointers, in which the indices of arrays and the keys of maps are `*`, and keys that cannot
//! be names of fields are `?`.

mod collect;
mod counts;
mod escape;
mod key;
mod keyed_hash;
mod observations;
mod parse;
mod parse_error;
mod run;
mod shape;
mod write;

pub use collect::collector::{Body, Collector};
pub use collect::description::Description;
pub use counts::{LENGTHS, NumberCounts, TextCounts, length_bucket};
pub use key::Key;
pub use keyed_hash::fingerprint;
pub use observations::Observations;
pub use parse_error::ParseError;
pub use run::{MAX_VENUES, Run};
pub use shape::Shape;
