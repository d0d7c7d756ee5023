//! Fields that pagination by cursor needs.

use crate::check::operation_check::OperationCheck;
use crate::ir::{Mark, PaginationStyle, Response, Scalar, Type};
use crate::source::Span;

impl OperationCheck<'_, '_> {
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
