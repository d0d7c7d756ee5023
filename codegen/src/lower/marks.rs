//! Marks that have no effect.

use crate::ir::{Json, NamedKind, Scalar, Type};
use crate::language::{Condition, Notation, Spanned, TypeSet};
use crate::lower::context::Context;
use crate::lower::field_context::FieldContext;

/// Reports marks of a field that have no effect: a reader would rely on them.
pub(crate) fn check_marks(
    context: &mut Context<'_>,
    (part, ty): (FieldContext, &Type),
    notation: &Notation,
    text: &Spanned<String>,
) {
    if context.inheriting {
        return;
    }
    let marks = notation.marks();
    let is_request = part.is_request();
    let meets = |condition: &Condition| match condition {
        Condition::InRequests => is_request,
        Condition::InResponses => !is_request,
        Condition::InJson => part != FieldContext::Parameter,
        Condition::InBodies => part == FieldContext::Request,
        Condition::InExamples => part == FieldContext::ListExample,
        Condition::On(types) => contains(*types, ty),
        Condition::Without(others) => !others.iter().any(|other| marks.has(*other)),
    };
    for written in &notation.written {
        let row = written.mark.row();
        let mut rules = row.rules.iter();
        if let Some(broken) = rules.find(|rule| !meets(&rule.condition)) {
            context.error(
                &text.span_of(written.range.clone()),
                format!("mark `{}` has no effect here", row.word),
                broken.why,
                "remove it",
            );
        }
    }
}

fn contains(types: TypeSet, ty: &Type) -> bool {
    match types {
        TypeSet::String => *ty == Type::Scalar(Scalar::Text),
        TypeSet::StringOrJson => matches!(ty, Type::Scalar(Scalar::Text | Scalar::Json)),
        TypeSet::StringOrStrings => match ty {
            Type::List(inner) => **inner == Type::Scalar(Scalar::Text),
            ty => *ty == Type::Scalar(Scalar::Text),
        },
        TypeSet::Boolean => *ty == Type::Scalar(Scalar::Boolean),
        TypeSet::Decimal => *ty == Type::Scalar(Scalar::Decimal),
        TypeSet::Date => *ty == Type::Scalar(Scalar::Date),
        TypeSet::Numbers => match ty {
            Type::Map(inner) | Type::List(inner) => {
                matches!(&**inner, Type::Scalar(scalar) if is_number(*scalar))
            }
            Type::Scalar(scalar) => is_number(*scalar) || scalar.row().json == Json::IntegerOrText,
            Type::Named(_) => false,
        },
        TypeSet::NumbersOrNamed => contains(TypeSet::Numbers, ty) || ty.named().is_some(),
        TypeSet::Records => {
            let named = ty.named();
            let is_record = named.is_some_and(|named| named.kind == NamedKind::Record);
            is_record && !matches!(ty, Type::Map(_))
        }
    }
}

fn is_number(scalar: Scalar) -> bool {
    matches!(scalar.row().json, Json::Integer | Json::Number)
}
