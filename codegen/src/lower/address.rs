//! Addresses: base URLs, and those of scripts.

use crate::ir::PathTemplate;
use crate::language::Spanned;
use crate::lower::context::Context;

/// The template of an address.
pub(crate) fn address(context: &mut Context<'_>, text: &Spanned<String>) -> Option<PathTemplate> {
    // The first variable may have the scheme.
    if !["{", "https://", "http://"]
        .iter()
        .any(|start| text.starts_with(start))
    {
        context.diagnostics.error(
            &text.span,
            "expected `https://`, `http://` or a variable at the start",
            "invalid address",
            None,
        );
        return None;
    }
    match PathTemplate::parse(text) {
        Ok(template) => Some(template),
        Err(message) => {
            let diagnostics = &mut context.diagnostics;
            diagnostics.error(&text.span, message, "invalid address", None);
            None
        }
    }
}
