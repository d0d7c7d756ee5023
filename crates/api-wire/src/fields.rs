//! The traits of records and bodies: a table, and access to all fields at once.

use crate::extra::Extra;
use crate::shape::ToWire;
use crate::slot::{FromWire, ReadField};
use crate::table::Schema;

/// A struct whose fields are known by a table. The macros implement it.
///
/// All code that shows, writes, checks or compares works on `&dyn Fields`, so that it exists once
/// and not once per record.
pub trait Fields {
    /// The names and marks of the fields.
    fn schema(&self) -> &'static Schema;

    /// Lends all fields, in the order of the table, and what came beside them.
    fn with_fields(&self, f: &mut dyn FnMut(&[&dyn ToWire], &Extra));
}

/// [`Fields`] that can be filled in from the wire. The macro [`record!`](crate::record) implements it.
pub trait FieldsMut: Fields {
    /// Lends all fields to be filled in, in the order of the table, and a place for the rest.
    fn with_fields_mut(&mut self, f: &mut dyn FnMut(&mut [&mut dyn ReadField], &mut Extra));
}

/// What is read from the wire: see the macro [`record!`](crate::record).
pub trait Record: FieldsMut + FromWire + Default {}
