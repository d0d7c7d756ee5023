//! The types that notations name.

use crate::ir::Type;
use crate::language::{Base, Notation, parse_notation};
use crate::load::tree::Node;
use crate::lower::context::Context;

/// A notation; each part that is not understood is noted at its place.
pub(crate) fn notation_at(context: &mut Context<'_>, text: &str, node: &Node) -> Option<Notation> {
    match parse_notation(text) {
        Ok(notation) => Some(notation),
        Err(wrong) => {
            for part in wrong {
                context.mistakes.add(
                    &node.place_in(part.at),
                    part.message,
                    "not understood",
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
    set: usize,
    base: &Base,
    node: &Node,
) -> Option<Type> {
    Some(match base {
        Base::Text { long } => Type::Text { long: *long },
        Base::Integer { bits } => Type::Integer { bits: *bits },
        Base::Decimal(word) => Type::Decimal(word),
        Base::Boolean => Type::Boolean,
        Base::Date => Type::Date,
        Base::DateTime => Type::DateTime,
        Base::LocalDateTime => Type::LocalDateTime,
        Base::Time => Type::Time,
        Base::Json => Type::Json,
        Base::IntegerOrText => Type::IntegerOrText,
        Base::List(inner) => Type::List(Box::new(type_of(context, set, inner, node)?)),
        Base::Map(inner) => Type::Map(Box::new(type_of(context, set, inner, node)?)),
        Base::Named(name, span) => {
            Type::Named(context.named(set, name, &node.place_in(span.clone()))?)
        }
    })
}
