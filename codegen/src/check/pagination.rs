//! What lists name: fields that are filtered by, and what sync and cursors need.

use crate::check::operation_check::OperationCheck;
use crate::ir::{Mark, PaginationStyle, Record, Response, Scalar, Type};
use crate::language::Spanned;
use crate::source::Span;

impl OperationCheck<'_, '_> {
    /// Reports filters on unknown fields.
    pub(crate) fn check_filters(&mut self) {
        let Response::Page(page) = &self.operation.response else {
            return;
        };
        let is_incomplete = self.context.is_incomplete(&page.item);
        let record = self.spec.record(&page.item).filter(|_| !is_incomplete);
        for filter in &self.decl.filters {
            record.and_then(|record| self.field_of(record, filter.name(), filter.span()));
        }
    }

    /// Checks the filter and the fields of `sync`.
    pub(crate) fn check_sync(&mut self) {
        let (Response::Page(page), Some(pagination)) =
            (&self.operation.response, &self.decl.pagination)
        else {
            return;
        };
        let (Some(sync), Some(decl)) = (&page.sync, &pagination.sync) else {
            return;
        };
        if page.per_page.is_none() {
            self.error(
                &decl.span,
                "`sync` requires `per_page`",
                "missing `per_page`",
                "add the default page size".to_owned(),
            );
        }
        let watermark = &decl.watermark;
        let filter = self.operation.sync_filter(sync);
        if filter.is_none_or(|filter| filter.ty != Type::Scalar(Scalar::Date)) {
            let filters = self.package.filters.as_ref();
            let predicate = filters.and_then(|filters| filters.greater_than.as_deref());
            self.error(
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
        self.check_sync_field(record, &decl.id, "an integer", |ty| {
            matches!(ty, Type::Scalar(Scalar::Integer))
        });
        self.check_sync_field(record, watermark, "a `datetime`", |ty| {
            *ty == Type::Scalar(Scalar::DateTime)
        });
    }

    fn check_sync_field(
        &mut self,
        record: &Record,
        name: &Spanned<String>,
        expected: &str,
        fits: fn(&Type) -> bool,
    ) {
        if let Some(field) = self.field_of(record, name, &name.span)
            && !fits(&field.ty)
        {
            self.error(
                &name.span,
                format!(
                    "expected {expected} as `{name}` of record `{}`",
                    record.name
                ),
                "expected another type",
                None,
            );
        }
    }

    /// Checks that the metadata of a list by cursor has the next cursor.
    pub(crate) fn check_cursor(&mut self) {
        let (Response::Page(page), Some(decl)) = (&self.operation.response, &self.decl.pagination)
        else {
            return;
        };
        let PaginationStyle::Cursor(style) = &page.style else {
            return;
        };
        if let Some(sync) = &decl.sync {
            self.error(
                &sync.span,
                "`sync` requires pagination by page number",
                "paginated by cursor",
                "remove `sync`".to_owned(),
            );
        }
        let span = decl
            .metadata
            .as_ref()
            .map_or(&decl.span, |metadata| &metadata.span);
        self.check_metadata(
            span,
            &style.next_cursor,
            "string",
            &Type::Scalar(Scalar::Text),
        );
        if let Some(has_more) = &style.has_more {
            self.check_metadata(span, has_more, "boolean", &Type::Scalar(Scalar::Boolean));
        }
    }

    fn check_metadata(&mut self, span: &Span, key: &str, notation: &str, ty: &Type) {
        let Response::Page(page) = &self.operation.response else {
            return;
        };
        let metadata = page.metadata.as_ref();
        let record = metadata.and_then(|metadata| self.spec.record(metadata));
        match record.and_then(|record| record.field(key)) {
            Some(field) if field.ty == *ty && !field.has(Mark::Secret) => {}
            Some(_) => self.error(
                span,
                format!("expected `{key}: {notation}` in the metadata"),
                "another type",
                None,
            ),
            // An unknown record is reported as such.
            None if metadata.is_none() && self.decl_has_metadata() => {}
            None => self.error(
                span,
                format!("missing `{key}` in the metadata"),
                "paginated by cursor",
                format!("add `{key}: {notation}` to the record in `metadata`"),
            ),
        }
    }

    fn decl_has_metadata(&self) -> bool {
        let pagination = self.decl.pagination.as_ref();
        pagination.is_some_and(|pagination| pagination.metadata.is_some())
    }
}
