//! The keys of a page's totals.

use crate::record::field::Field;
use crate::record::schema::Schema;

/// The keys of a page's totals, as far as its API returns them.
///
/// Constructed by [`total_keys!`](crate::total_keys).
#[derive(Debug)]
pub struct TotalKeys {
    schema: Schema,
}

impl TotalKeys {
    /// The keys of these fields of [`Page`](crate::Page).
    #[doc(hidden)]
    pub const fn new(fields: &'static [Field]) -> Self {
        TotalKeys {
            schema: Schema::new("Totals", fields),
        }
    }

    pub(crate) fn schema(&'static self) -> &'static Schema {
        &self.schema
    }
}
