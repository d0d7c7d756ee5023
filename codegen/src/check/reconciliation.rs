//! The values by which people find a record elsewhere.

use crate::check::operation_check::OperationCheck;
use crate::ir::Mark;

impl OperationCheck<'_, '_> {
    /// Checks that they are single values of the request of a write, and that a journal may keep them.
    pub(crate) fn check_reconciliation(&mut self) {
        self.check_duplicates(&self.decl.reconcile_by);
        for name in &self.decl.reconcile_by {
            if !self.operation.is_write() {
                let message = format!("`reconcile_by` of a read: `{}`", self.operation.name);
                self.error(&name.span, message, "no effect", None);
            }
            self.check_echoed(name);
            let body_fields = self.body().map_or(&[][..], |body| &body.fields);
            let mut fields = self.operation.path.iter().chain(body_fields);
            let is_sensitive = fields.any(|field| {
                field.wire == **name && (field.has(Mark::Pii) || field.has(Mark::Secret))
            });
            if is_sensitive {
                self.error(
                    &name.span,
                    format!("`{name}` is a secret or personal data"),
                    "not kept in a journal",
                    None,
                );
            }
        }
    }
}
