//! Whether each documented success can be read.

use crate::check::operation_check::OperationCheck;
use crate::ir::{Field, NamedKind, Record, Response, StatusBody};
use crate::language::Spanned;

impl<'c> OperationCheck<'c, '_> {
    /// Reports a success that is an error to the client, whatever the server says.
    pub(crate) fn check_success(&mut self) {
        let operation = self.operation;
        if matches!(operation.response, Response::Unknown | Response::StatusOnly) {
            return;
        }
        let mut statuses = operation.statuses.iter();
        let empty = statuses.find(|status| {
            let is_success = (200..300).contains(&status.code) && !status.not_found;
            is_success && (status.code == 204 || status.body == StatusBody::None)
        });
        if let Some(status) = empty {
            self.context.error(
                self.decl.statuses.span_or(&operation.span),
                format!("status {} has no body, and the response is one", status.code),
                "a success that cannot be read",
                "write `response: unknown`, which may be empty, or `not_found: true` if a 204 says that there is no record",
            );
        }
        self.check_error_keys();
    }

    /// A success with a value under the key of an error body is an error.
    fn check_error_keys(&mut self) {
        let keys = self.package.error_keys();
        let fields = self.outermost().map_or(&[][..], |record| &record.fields);
        let field = fields.iter().find(|field| {
            let mut names = field.aliases.iter().chain([&field.wire]);
            names.any(|name| keys.contains(&name.as_str()))
        });
        if let Some(field) = field {
            self.context.error(
                &field.span,
                format!("`{}` is a field of a success, and the key of an error body", field.wire),
                "a success with it would be an error",
                "give the error body in `error_bodies` another name, as in `error_list`: then only statuses tell errors",
            );
        }
    }

    /// The record whose fields are the outermost keys of the response.
    fn outermost(&self) -> Option<&'c Record> {
        match &self.operation.response {
            Response::Record(named) => self.spec.record(named),
            Response::Page(page) => self.spec.record(page.metadata.as_ref()?),
            _ => None,
        }
    }

    /// Of a value of an enum, nothing tells that it is an id.
    pub(super) fn check_is_id(&mut self, field: &Field, dotted: &Spanned<String>) {
        let is_enum = |kind: &NamedKind| matches!(kind, NamedKind::Enum { .. });
        if field.ty.named().is_some_and(|named| is_enum(&named.kind)) {
            self.context.error(
                &dotted.span,
                format!("expected an id, found the enum `{}`", **dotted),
                "each record has such a value",
                "name the id of the record; its state is the caller's to read",
            );
        }
    }
}
