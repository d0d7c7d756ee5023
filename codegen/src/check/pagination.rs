//! What lists name: fields that are filtered by, and what sync needs.

use crate::check::operation_check::OperationCheck;
use crate::ir::{Field, Pagination, Response, Scalar, Sync, TOTALS, Type};
use crate::language::{self, Spanned};

impl OperationCheck<'_, '_> {
    /// Checks what a list names.
    pub(crate) fn check_list(&mut self) {
        let Response::Page(page) = &self.operation.response else {
            return;
        };
        self.check_filters(page);
        if let Some(decl) = &self.decl.pagination {
            if let (Some(sync), Some(decl)) = (&page.sync, &decl.sync) {
                self.check_sync(page, sync, decl);
            }
            self.check_metadata(page, decl);
        }
    }

    /// Reports filters on unknown fields.
    fn check_filters(&mut self, page: &Pagination) {
        let is_incomplete = self.context.is_incomplete(&page.item);
        let record = self.spec.record(&page.item).filter(|_| !is_incomplete);
        for filter in &self.decl.filters {
            record.and_then(|record| self.field_of(record, filter.name(), filter.span()));
        }
    }

    /// Checks the filter and the fields of `sync`.
    fn check_sync(&mut self, page: &Pagination, sync: &Sync, decl: &Spanned<language::Sync>) {
        if page.per_page.is_none() {
            self.context.error(
                &decl.span,
                "`sync` requires `per_page`",
                "missing `per_page`",
                "add the default page size",
            );
        }
        let watermark = &decl.watermark;
        let filter = self.operation.sync_filter(sync);
        if filter.is_none_or(|filter| filter.ty != Type::Scalar(Scalar::Date)) {
            let filters = self.package.filters.as_ref();
            let predicate = filters.and_then(|filters| filters.greater_than.as_deref());
            self.context.error(
                &watermark.span,
                format!("missing filter for `{watermark}`"),
                "not filterable",
                predicate.map(|predicate| {
                    format!("add `filters: {{ {watermark}: {{ {predicate}: date }} }}`")
                }),
            );
        }
        let Some(record) = self.spec.record(&page.item) else {
            return;
        };
        let is = |scalar| move |field: &Field| field.ty == Type::Scalar(scalar);
        self.field_that(record, &decl.id, "an integer", is(Scalar::Integer));
        self.field_that(record, watermark, "a `datetime`", is(Scalar::DateTime));
    }

    /// Checks that no field of the metadata has the key of the list or of a total.
    fn check_metadata(&mut self, page: &Pagination, decl: &language::Pagination) {
        let metadata = page.metadata.as_ref();
        let Some(record) = metadata.and_then(|named| self.spec.record(named)) else {
            return;
        };
        if record.field(&decl.items_key).is_some() {
            self.context.error(
                &decl.items_key.span,
                format!(
                    "`{}` is the key of the list and a field of record `{}`",
                    decl.items_key, record.name
                ),
                "one key, two values",
                "remove the field, or correct the key",
            );
        }
        for total in TOTALS.iter().filter_map(|total| record.field(total)) {
            self.context.error(
                &total.span,
                format!("`{}` is a field of every page", total.wire),
                "one key, two values",
                "remove the field",
            );
        }
    }
}
