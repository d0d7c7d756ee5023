//! The totals of a page as fields, under the keys of its API.

use crate::document::total_keys::TotalKeys;
use crate::record::extra::Extra;
use crate::record::schema::Schema;
use crate::record::traits::{Fields, FieldsMut, ReadField};

crate::record! {
    /// The totals that every page has.
    pub(crate) struct Totals {
        pub(crate) total_records: Option<i64>,
        pub(crate) current_page: Option<i64>,
        pub(crate) total_pages: Option<i64>,
        pub(crate) per_page: Option<i64>,
    }
}

/// The totals that have a key.
pub(crate) struct TotalFields<'t> {
    totals: &'t mut Totals,
    keys: Option<&'static TotalKeys>,
}

impl<'t> TotalFields<'t> {
    /// The totals under these keys, or under their own names.
    pub(crate) fn new(totals: &'t mut Totals, keys: Option<&'static TotalKeys>) -> Self {
        TotalFields { totals, keys }
    }

    pub(crate) fn schema(&self) -> &'static Schema {
        self.keys.map_or(self.totals.schema(), TotalKeys::schema)
    }

    /// Calls `f` with the fields in the order of the schema, and `extra`.
    pub(crate) fn with_fields_mut(
        &mut self,
        f: &mut dyn FnMut(&mut [&mut dyn ReadField], &mut Extra),
    ) {
        let Some(keys) = self.keys else {
            return self.totals.with_fields_mut(f);
        };
        let Totals {
            total_records,
            current_page,
            total_pages,
            per_page,
            extra,
        } = &mut *self.totals;
        let mut totals = [
            ("total_records", Some(total_records)),
            ("current_page", Some(current_page)),
            ("total_pages", Some(total_pages)),
            ("per_page", Some(per_page)),
        ];
        let mut fields: Vec<&mut dyn ReadField> = Vec::with_capacity(totals.len());
        for field in keys.schema().fields() {
            let total = totals.iter_mut().find(|(name, _)| *name == field.name());
            if let Some(total) = total.and_then(|(_, total)| total.take()) {
                fields.push(total);
            }
        }
        f(&mut fields, extra);
    }
}
