//! The operation that is being lowered.

use crate::ir;
use crate::language::{Entry, Operation};
use crate::lower::context::Context;
use crate::lower::file_scope::FileScope;
use crate::source::Span;

/// The operation that is being lowered.
pub(crate) struct OperationLowering<'l, 'a> {
    pub(crate) context: &'l mut Context<'a>,
    pub(crate) package: &'l ir::Package,
    pub(crate) scope: FileScope<'a>,
    pub(crate) entry: &'a Entry<Operation>,
}

impl<'a> OperationLowering<'_, 'a> {
    pub(crate) fn decl(&self) -> &'a Operation {
        &self.entry.value
    }

    /// Reports an error.
    pub(crate) fn error(
        &mut self,
        span: &Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        self.context.diagnostics.error(span, message, label, help);
    }
}
