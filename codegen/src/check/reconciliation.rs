//! What a journal of writes keeps.

use crate::check::operation_check::OperationCheck;
use crate::ir::{Field, Mark};
use crate::source::Span;

impl OperationCheck<'_, '_> {
    /// Checks that the name in journals is that of one write.
    pub(crate) fn check_journal_id(&mut self) {
        let is_taken = self.package.operations().any(|other| {
            other.name != self.operation.name && other.journal_id == self.operation.journal_id
        });
        let Some(journal_id) = &self.decl.journal_id else {
            return;
        };
        let name = &self.operation.name;
        let (message, label) = match self.operation.is_write() {
            true if is_taken => (
                format!("`journal_id` of two operations: `{journal_id}`"),
                "a key of one would be that of the other",
            ),
            true => return,
            false => (format!("`journal_id` of a read: `{name}`"), "no effect"),
        };
        self.context.error(&journal_id.span, message, label, None);
    }

    /// Checks that they are single values of the request of a write, and that a journal may keep them.
    pub(crate) fn check_reconciliation(&mut self) {
        self.check_duplicates(&self.decl.reconcile_by);
        for name in &self.decl.reconcile_by {
            if !self.operation.is_write() {
                let message = format!("`reconcile_by` of a read: `{}`", self.operation.name);
                self.context.error(&name.span, message, "no effect", None);
            }
            if let Some(field) = self.check_echoed(name) {
                self.check_kept(field, &name.span);
            }
        }
    }

    /// Checks that a journal may keep the value of a field.
    pub(super) fn check_kept(&mut self, field: &Field, span: &Span) {
        if field.has(Mark::Pii) || field.has(Mark::Secret) {
            self.context.error(
                span,
                format!("`{}` is a secret or personal data", field.wire),
                "not kept in a journal",
                None,
            );
        }
    }
}
