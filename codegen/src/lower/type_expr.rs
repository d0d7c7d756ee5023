//! The types that notations name.

use crate::ir::Type;
use crate::language::{Notation, Spanned, TypeExpr, parse_notation};
use crate::lower::context::Context;

/// A notation; each part that is not understood is noted at its place.
pub(crate) fn notation_at(context: &mut Context<'_>, text: &Spanned<String>) -> Option<Notation> {
    match parse_notation(text) {
        Ok(notation) => Some(notation),
        Err(wrong) => {
            for part in wrong {
                context.diagnostics.error(
                    &text.span_of(part.range),
                    part.message,
                    "invalid",
                    part.help,
                );
            }
            None
        }
    }
}

/// The type that a notation names.
pub(crate) fn type_of(
    context: &mut Context<'_>,
    package: usize,
    base: &TypeExpr,
    text: &Spanned<String>,
) -> Option<Type> {
    Some(match base {
        TypeExpr::Scalar(scalar, _) => Type::Scalar(*scalar),
        TypeExpr::List(inner) => Type::List(Box::new(type_of(context, package, inner, text)?)),
        TypeExpr::Map(inner) => Type::Map(Box::new(type_of(context, package, inner, text)?)),
        TypeExpr::Named(name, span) => {
            Type::Named(context.named(package, name, &text.span_of(span.clone()))?)
        }
    })
}
