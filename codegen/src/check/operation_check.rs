//! The operation that is being checked.

use crate::ir::{Body, Operation, Package, Resource, Spec};
use crate::language;
use crate::lower::Context;
use crate::source::Span;
use crate::suggest::did_you_mean;

/// The operation that is being checked, with its declaration.
pub(crate) struct OperationCheck<'c, 'a> {
    pub(crate) context: &'c mut Context<'a>,
    pub(crate) spec: &'c Spec,
    pub(crate) package: &'c Package,
    pub(crate) resource: &'c Resource,
    pub(crate) operation: &'c Operation,
    pub(crate) file: &'a language::ResourceFile,
    pub(crate) decl: &'a language::Operation,
}

impl<'c> OperationCheck<'c, '_> {
    pub(crate) fn error(
        &mut self,
        span: &Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        self.context.diagnostics.error(span, message, label, help);
    }

    /// Reports a name that nothing has.
    pub(crate) fn unknown_field<'n>(
        &mut self,
        span: &Span,
        message: String,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        self.error(span, message, "unknown field", did_you_mean(name, known));
    }

    /// The declared request body.
    pub(crate) fn body(&self) -> Option<&'c Body> {
        let named = self.operation.body.as_ref()?.body.as_ref()?;
        self.spec.body(named)
    }
}
