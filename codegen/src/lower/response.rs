//! Responses of operations.

use crate::ir;
use crate::ir::{Named, NamedKind, Response};
use crate::language::{NameOrWrapped, Pagination, Spanned};
use crate::lower::operation_lowering::OperationLowering;
use crate::lower::type_expr;

impl<'a> OperationLowering<'_, 'a> {
    pub(crate) fn response(&mut self) -> Option<Response> {
        let decl = self.decl();
        match (&decl.response, &decl.payload, &decl.pagination) {
            (Some(response), None, None) => self.plain_response(response),
            (None, Some(payload), None) => self.payload(payload).map(Response::Payload),
            (None, None, Some(pagination)) => self.pagination(pagination).map(Response::Page),
            _ => {
                self.error(
                    self.entry.span(),
                    "expected one of `response`, `payload` and `pagination`",
                    "none, or several",
                    "write `response: unknown` if it is undocumented".to_owned(),
                );
                None
            }
        }
    }

    fn plain_response(&mut self, response: &'a Spanned<NameOrWrapped>) -> Option<Response> {
        match &response.value {
            NameOrWrapped::Name(name) => match name.as_str() {
                "unknown" => Some(Response::Unknown),
                "status_only" => Some(Response::Accepted),
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
        let is_record = |kind| kind == NamedKind::Record;
        let package = self.scope.package;
        self.context.named_as(package, name, "a record", is_record)
    }

    fn pagination(&mut self, decl: &Pagination) -> Option<ir::Pagination> {
        self.check_sizes(decl);
        let metadata = match &decl.metadata {
            Some(name) => self.record(name),
            None => None,
        };
        Some(ir::Pagination {
            item: self.record(&decl.item)?,
            items_key: (decl.items_key != "unknown").then(|| decl.items_key.clone()),
            item_wrapper: decl.item_wrapper.clone(),
            per_page: decl.per_page.as_deref().copied(),
            max_per_page: decl.max_per_page.as_deref().copied(),
            metadata,
            sync: decl.sync.as_ref().map(|sync| ir::Sync {
                watermark: sync.watermark.to_string(),
                id: sync.id.to_string(),
                misses: sync.misses.clone(),
            }),
        })
    }

    /// The type of the payload in a response envelope.
    fn payload(&mut self, text: &Spanned<String>) -> Option<ir::Type> {
        if self.package.envelope.is_none() {
            self.error(
                &text.span,
                "`payload` without an envelope",
                "no envelope in `api.yaml`",
                "add `envelope` to `api.yaml`".to_owned(),
            );
        }
        let notation = type_expr::notation_at(self.context, text)?;
        if text.contains(' ') {
            self.error(
                &text.span,
                "unexpected marks in `payload`",
                "no effect here",
                "remove the marks".to_owned(),
            );
        }
        let package = self.scope.package;
        type_expr::type_of(self.context, package, &notation.type_expr, text)
    }

    /// The sizes of a page: from 1, and the default is not above the maximum.
    fn check_sizes(&mut self, decl: &Pagination) {
        for size in [&decl.per_page, &decl.max_per_page].into_iter().flatten() {
            if **size == 0 {
                self.error(
                    &size.span,
                    "invalid page size 0",
                    "expected at least 1",
                    None,
                );
            }
        }
        if let (Some(default), Some(max)) = (&decl.per_page, &decl.max_per_page)
            && **default > **max
        {
            self.error(
                &default.span,
                format!("`per_page` {default} exceeds `max_per_page` {max}"),
                "too large",
                None,
            );
        }
    }
}
