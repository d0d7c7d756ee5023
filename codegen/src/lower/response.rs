//! Responses of operations.

use crate::ir;
use crate::ir::{Named, NamedKind, Response};
use crate::language::{NameOrWrapped, Pagination, Spanned, Sync, limit};
use crate::lower::context::OperationLowering;
use crate::lower::resolve;
use crate::source::Span;

impl<'a> OperationLowering<'_, 'a> {
    pub(crate) fn response(&mut self) -> Option<Response> {
        let decl = self.decl();
        match (&decl.response, &decl.payload, &decl.pagination) {
            (Some(response), None, None) => self.plain_response(response),
            (None, Some(payload), None) => self.payload(payload).map(Response::Payload),
            (None, None, Some(pagination)) => {
                let page = self.pagination(pagination)?;
                Some(Response::Page(Box::new(page)))
            }
            _ => {
                self.context.error(
                    self.entry.span(),
                    "expected one of `response`, `payload` and `pagination`",
                    "none, or several",
                    "write `response: unknown` if it is undocumented",
                );
                None
            }
        }
    }

    fn plain_response(&mut self, response: &'a Spanned<NameOrWrapped>) -> Option<Response> {
        match &response.value {
            NameOrWrapped::Name(name) => match name.as_str() {
                "unknown" => Some(Response::Unknown),
                "status_only" => Some(Response::StatusOnly),
                word if word.chars().all(|c| c.is_ascii_lowercase() || c == '_') => {
                    let form = "write the name of a record, `status_only` if no body is returned, or `unknown` if it is undocumented";
                    self.context.error(
                        &name.span,
                        format!("unknown response `{word}`"),
                        "not a record",
                        limit(word).unwrap_or(form),
                    );
                    None
                }
                _ => self.record(name).map(Response::Record),
            },
            NameOrWrapped::Wrapped(map) => {
                let entry = self.single(map, &response.span, "response")?;
                let record = self.record(&entry.value)?;
                Some(Response::Wrapped(entry.name().to_owned(), record))
            }
        }
    }

    fn record(&mut self, name: &Spanned<String>) -> Option<Named> {
        if name.contains('(') {
            self.context.error(
                &name.span,
                format!("expected the name of a record, found `{name}`"),
                "not a name",
                "a list under a key is a record with a field of this type, or described by `pagination`; a list that is the whole response cannot be described: \
                 write `response: unknown`"
                    .to_owned(),
            );
            return None;
        }
        let is_record = |kind| kind == NamedKind::Record;
        let package = self.scope.package;
        self.context.named_as(package, name, "a record", is_record)
    }

    fn pagination(&mut self, decl: &Spanned<Pagination>) -> Option<ir::Pagination> {
        self.check_sizes(decl);
        let Some(convention) = &self.package.pagination else {
            self.report_missing_convention(&decl.span, "pagination", "pagination");
            return None;
        };
        let has_totals = convention.totals;
        let metadata = match &decl.metadata {
            Some(name) => self.record(name),
            None => None,
        };
        let sync = match &decl.sync {
            Some(sync) => self.sync(sync),
            None => None,
        };
        Some(ir::Pagination {
            has_totals,
            item: self.record(&decl.item)?,
            items_key: self.items_key(&decl.items_key),
            item_wrapper: decl.item_wrapper.clone(),
            per_page: decl.per_page.as_ref().map(|size| size.get()),
            max_per_page: decl.max_per_page.as_ref().map(|size| size.get()),
            metadata,
            sync,
        })
    }

    /// The key of the list; `None` if it is unknown.
    fn items_key(&mut self, key: &Spanned<String>) -> Option<String> {
        if key.contains('.') {
            self.context.error(
                &key.span,
                format!("expected one key, found `{key}`"),
                "a list within another object",
                "a list below several keys cannot be described: write `response` with a record that has the list",
            );
        }
        (**key != "unknown").then(|| key.to_string())
    }

    /// How incremental sync reads the list; `None` if changes cannot be filtered.
    fn sync(&mut self, decl: &Spanned<Sync>) -> Option<ir::Sync> {
        let filters = self.package.filters.as_ref();
        let filter = filters.and_then(|filters| {
            let predicate = filters.greater_than.as_ref()?;
            Some(filters.parameter(&decl.watermark, predicate))
        });
        if filter.is_none() {
            self.report_missing_convention(&decl.span, "sync", "filters/greater_than");
        }
        Some(ir::Sync {
            watermark: decl.watermark.to_string(),
            filter: filter?,
            id: decl.id.to_string(),
            misses: decl.misses.clone(),
        })
    }

    /// Reports a key of an operation whose convention is missing.
    pub(crate) fn report_missing_convention(&mut self, span: &Span, key: &str, convention: &str) {
        self.context.error(
            span,
            format!("`{key}` without a convention"),
            format!("no `{convention}` in `api.yaml`"),
            format!("add `{convention}` to `api.yaml`"),
        );
    }

    /// The type of the payload in a response envelope.
    fn payload(&mut self, text: &Spanned<String>) -> Option<ir::Type> {
        if self.package.envelope.is_none() {
            self.context.error(
                &text.span,
                "`payload` without an envelope",
                "no envelope in `api.yaml`",
                "add `envelope` to `api.yaml`",
            );
        }
        let notation = resolve::notation_at(self.context, text)?;
        if text.contains(' ') {
            self.context.error(
                &text.span,
                "unexpected marks in `payload`",
                "no effect here",
                "remove the marks",
            );
        }
        let package = self.scope.package;
        resolve::type_of(self.context, package, &notation.type_expr, text)
    }

    /// The default size of a page is not above the maximum.
    fn check_sizes(&mut self, decl: &Pagination) {
        if let (Some(default), Some(max)) = (&decl.per_page, &decl.max_per_page)
            && **default > **max
        {
            self.context.error(
                &default.span,
                format!("`per_page` {default} exceeds `max_per_page` {max}"),
                "too large",
                None,
            );
        }
    }
}
