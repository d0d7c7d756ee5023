//! The traits of records and bodies: a table, and access to all fields at once.

use crate::extra::Extra;
use crate::shape::Show;
use crate::slot::{Readable, Slot};
use crate::table::Table;

/// A struct whose fields are known by a table. The macros implement it.
///
/// All code that shows, writes, checks or compares works on `&dyn Fields`, so that it exists once
/// and not once per record.
pub trait Fields {
    /// The names and marks of the fields.
    fn table(&self) -> &'static Table;

    /// Lends all fields, in the order of the table, and what came beside them.
    fn each(&self, f: &mut dyn FnMut(&[&dyn Show], &Extra));
}

/// [`Fields`] that can be filled in from the wire. The macro [`record!`](crate::record) implements it.
pub trait FieldsMut: Fields {
    /// Lends all fields to be filled in, in the order of the table, and a place for the rest.
    fn each_mut(&mut self, f: &mut dyn FnMut(&mut [&mut dyn Slot], &mut Extra));
}

/// What is read from the wire: see the macro [`record!`](crate::record).
pub trait Record: FieldsMut + Readable + Default {}
