//! Filters.

use crate::check::operation_check::OperationCheck;
use crate::ir::{Field, Response};

impl OperationCheck<'_, '_> {
    /// Reports filters on unknown fields.
    pub(crate) fn check_filters(&mut self) {
        let Response::Page(page) = &self.operation.response else {
            return;
        };
        let is_incomplete = self.context.is_incomplete(&page.item);
        let Some(record) = self.spec.record(&page.item).filter(|_| !is_incomplete) else {
            return;
        };
        let names = |field: &Field| -> Vec<String> {
            std::iter::once(field.wire.clone())
                .chain(field.aliases.iter().cloned())
                .collect()
        };
        let known: Vec<String> = record.fields.iter().flat_map(names).collect();
        for filter in &self.decl.filters {
            if !known.contains(&filter.key) {
                let name = filter.name();
                self.unknown_field(
                    filter.span(),
                    format!("no field `{name}` in record `{}`", record.name),
                    name,
                    known.iter().map(String::as_str),
                );
            }
        }
    }
}
