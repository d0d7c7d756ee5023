//! Marks that have no effect.

use crate::ir;
use crate::ir::Type;
use crate::language::{Notation, span_of_mark};
use crate::load::tree::Node;
use crate::lower::context::Context;
use crate::lower::field_decl::FieldContext;

/// Marks that say nothing where they stand are mistakes: they would be believed.
pub(crate) fn check_marks(
    context: &mut Context<'_>,
    part: FieldContext,
    notation: &Notation,
    ty: &Type,
    node: &Node,
) {
    if context.inheriting {
        return;
    }
    let sent = part == FieldContext::Request;
    let number = matches!(
        ty,
        Type::Integer { .. } | Type::Decimal(_) | Type::IntegerOrText
    );
    let text = matches!(ty, Type::Text { .. });
    let amount = number
        || matches!(ty, Type::Map(inner) | Type::List(inner) if matches!(**inner, Type::Integer { .. } | Type::Decimal(_)));
    let record = ty
        .named()
        .is_some_and(|named| named.kind == ir::NamedKind::Record);
    let given = [
        notation.from_client.is_some(),
        notation.constant.is_some(),
        notation.required,
        notation.nullable,
    ];
    let several = given.iter().filter(|given| **given).count() > 1;
    let wrong = [
        (
            "from_client",
            notation.from_client.is_some() && !sent,
            "only what is sent is filled in",
        ),
        (
            "constant",
            notation.constant.is_some() && !sent,
            "only what is sent can be constant",
        ),
        (
            "constant",
            notation.constant.is_some()
                && sent
                && !text
                && !matches!(ty, Type::List(inner) if matches!(**inner, Type::Text { .. })),
            "only a text or a list of texts can be constant",
        ),
        (
            "required",
            notation.required && sent && several,
            "the field is filled in, constant or nullable already",
        ),
        (
            "nullable",
            notation.nullable && sent && several && !notation.required,
            "the field is filled in or constant already",
        ),
        (
            "constant",
            notation.constant.is_some() && notation.from_client.is_some(),
            "the field is filled in already",
        ),
        (
            "envelope",
            notation.envelope && !sent && (!record || matches!(ty, Type::Map(_))),
            "only a record or a list of records is part of an envelope",
        ),
        (
            "readonly",
            notation.readonly && sent,
            "what is never sent is not listed here",
        ),
        (
            "alias",
            !notation.aliases.is_empty() && sent,
            "what is sent has one name",
        ),
        (
            "string_or_number",
            notation.string_or_number && sent && text,
            "only what is read is read leniently",
        ),
        (
            "also_us_date",
            notation.also_us_date && sent && *ty == Type::Date,
            "only what is read is read month first",
        ),
        (
            "=",
            notation.secret && notation.default.is_some(),
            "a secret has no default",
        ),
        (
            "required",
            notation.required && !sent,
            "only what is sent is expected",
        ),
        (
            "nullable",
            notation.nullable && !sent,
            "only what is sent can be an explicit null",
        ),
        (
            "envelope",
            notation.envelope && sent,
            "only what is read has an envelope",
        ),
        (
            "string_or_number",
            notation.string_or_number && !text,
            "only a text can be lenient",
        ),
        (
            "strict",
            notation.strict && !amount && ty.named().is_none(),
            "only amounts are exact",
        ),
        (
            "unit",
            notation.unit.is_some() && !amount,
            "only numbers have a unit",
        ),
        (
            "also_us_date",
            notation.also_us_date && *ty != Type::Date,
            "only a date is read month first",
        ),
        (
            "accepts_1",
            notation.accepts_1 && *ty != Type::Boolean,
            "only a boolean may be sent as 1",
        ),
        (
            "accepts_1",
            notation.accepts_1 && notation.readonly,
            "what is never sent is not sent as 1",
        ),
        (
            "documented",
            notation.documented
                && !matches!(
                    part,
                    FieldContext::ListExample | FieldContext::MessageExample
                ),
            "it says something in `in_list_example` and `in_message_example` only",
        ),
        (
            "secret",
            notation.secret && !text && !matches!(ty, Type::Json),
            "only a text can be secret",
        ),
    ];
    for (mark, is_wrong, why) in wrong {
        if is_wrong {
            let span = match &node.kind {
                crate::load::tree::Kind::Text(text, _) => {
                    span_of_mark(text, mark).unwrap_or(0..text.len())
                }
                _ => 0..0,
            };
            context.diagnostics.error(
                &node.span_in(span),
                format!("the mark `{mark}` says nothing here"),
                why,
                "remove it".to_owned(),
            );
        }
    }
}
