//! What lists name: fields that are filtered by, and what sync and cursors need.

use crate::check::operation_check::OperationCheck;
use crate::ir::{Cursor, Field, Mark, Pagination, PaginationStyle, Response, Scalar, Sync, Type};
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
            self.check_items_key(page, decl);
            if let PaginationStyle::Cursor(style) = &page.style {
                self.check_cursor(page, style, decl);
            }
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

    /// Checks that the list and a field of the metadata do not have one key.
    fn check_items_key(&mut self, page: &Pagination, decl: &language::Pagination) {
        let metadata = page.metadata.as_ref();
        let metadata = metadata.and_then(|named| self.spec.record(named));
        if let Some(record) = metadata
            && record.field(&decl.items_key).is_some()
        {
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
    }

    /// Checks that the metadata of a list by cursor has the next cursor.
    fn check_cursor(
        &mut self,
        page: &Pagination,
        style: &Cursor,
        decl: &Spanned<language::Pagination>,
    ) {
        if let Some(sync) = &decl.sync {
            self.context.error(
                &sync.span,
                "`sync` requires pagination by page number",
                "paginated by cursor",
                "remove `sync`",
            );
        }
        let Some(metadata) = &decl.metadata else {
            self.context.error(
                &decl.span,
                format!("missing `{}` in the metadata", style.next_cursor),
                "paginated by cursor",
                format!(
                    "add `metadata`, a record with `{}: string`",
                    style.next_cursor
                ),
            );
            return;
        };
        // An unknown record is reported as such.
        let record = page
            .metadata
            .as_ref()
            .and_then(|named| self.spec.record(named));
        let has_more = style.has_more.iter().map(|key| (key, Scalar::Boolean));
        for (key, scalar) in std::iter::once((&style.next_cursor, Scalar::Text)).chain(has_more) {
            let name = Spanned::new(key.value.clone(), metadata.span.clone());
            record.and_then(|record| {
                self.field_that(record, &name, &format!("`{scalar}`"), |field| {
                    field.ty == Type::Scalar(scalar) && !field.has(Mark::Secret)
                })
            });
        }
    }
}
