//! Fields and filters that incremental sync needs.

use crate::check::operation_check::OperationCheck;
use crate::ir::{Record, Response, Scalar, Type};
use crate::language::Spanned;

impl OperationCheck<'_, '_> {
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
        match record.field(name) {
            Some(field) if fits(&field.ty) => {}
            Some(_) => self.error(
                &name.span,
                format!(
                    "expected {expected} as `{name}` of record `{}`",
                    record.name
                ),
                "expected another type",
                None,
            ),
            None => self.unknown_field(
                &name.span,
                format!("no field `{name}` in record `{}`", record.name),
                name,
                record.fields.iter().map(|field| field.wire.as_str()),
            ),
        }
    }
}
