//! Marks that have no effect.

use crate::ir;
use crate::ir::Type;
use crate::language::{Notation, Spanned, span_of_mark};
use crate::lower::context::Context;
use crate::lower::field_decl::FieldContext;

/// Reports marks that have no effect: a reader would rely on them.
pub(crate) fn check_marks(
    context: &mut Context<'_>,
    part: FieldContext,
    notation: &Notation,
    ty: &Type,
    text: &Spanned<String>,
) {
    if context.inheriting {
        return;
    }
    let rules = presence_rules(part, notation, ty)
        .into_iter()
        .chain(direction_rules(part, notation, ty))
        .chain(type_rules(notation, ty));
    for (mark, has_no_effect, why) in rules {
        if has_no_effect {
            let range = span_of_mark(text, mark).unwrap_or(0..text.len());
            context.diagnostics.error(
                &text.span_of(range),
                format!("mark `{mark}` has no effect here"),
                why,
                "remove it".to_owned(),
            );
        }
    }
}

/// A mark, whether it has no effect, and why.
type MarkRule = (&'static str, bool, &'static str);

/// Marks of how a field is sent.
fn presence_rules(part: FieldContext, notation: &Notation, ty: &Type) -> [MarkRule; 7] {
    let sent = part == FieldContext::Request;
    let text = *ty == Type::Text;
    let exclusive = [
        notation.from_client.is_some(),
        notation.constant.is_some(),
        notation.required,
        notation.nullable,
    ];
    let several = exclusive.iter().filter(|is_set| **is_set).count() > 1;
    [
        (
            "from_client",
            notation.from_client.is_some() && !sent,
            "only request fields are set by the client",
        ),
        (
            "constant",
            notation.constant.is_some() && !sent,
            "only request fields can be constant",
        ),
        (
            "constant",
            notation.constant.is_some()
                && sent
                && !text
                && !matches!(ty, Type::List(inner) if matches!(**inner, Type::Text)),
            "only a string or a list of strings can be constant",
        ),
        (
            "required",
            notation.required && sent && several,
            "the field has `from_client`, `constant` or `nullable`",
        ),
        (
            "nullable",
            notation.nullable && sent && several && !notation.required,
            "the field has `from_client` or `constant`",
        ),
        (
            "required",
            notation.required && !sent,
            "only request fields can be required",
        ),
        (
            "nullable",
            notation.nullable && !sent,
            "only request fields can be null",
        ),
    ]
}

/// Marks of requests or responses only.
fn direction_rules(part: FieldContext, notation: &Notation, ty: &Type) -> [MarkRule; 8] {
    let sent = part == FieldContext::Request;
    let text = *ty == Type::Text;
    let named = ty.named();
    let record = named.is_some_and(|named| named.kind == ir::NamedKind::Record);
    [
        (
            "envelope",
            notation.envelope && !sent && (!record || matches!(ty, Type::Map(_))),
            "only a record or a list of records can be an envelope",
        ),
        (
            "readonly",
            notation.readonly && sent,
            "a request has no read-only fields",
        ),
        (
            "alias",
            !notation.aliases.is_empty() && sent,
            "a request field has one name",
        ),
        (
            "string_or_number",
            notation.string_or_number && sent && text,
            "only response fields accept numbers",
        ),
        (
            "also_us_date",
            notation.also_us_date && sent && *ty == Type::Date,
            "only response fields accept `MM/DD/YYYY`",
        ),
        (
            "envelope",
            notation.envelope && sent,
            "only responses have an envelope",
        ),
        (
            "accepts_1",
            notation.accepts_1 && notation.readonly,
            "a read-only field is not sent",
        ),
        (
            "documented",
            notation.documented
                && !matches!(
                    part,
                    FieldContext::ListExample | FieldContext::MessageExample
                ),
            "only fields of examples can be documented",
        ),
    ]
}

/// Marks of some types only.
fn type_rules(notation: &Notation, ty: &Type) -> [MarkRule; 8] {
    let text = *ty == Type::Text;
    let amount = is_number(ty)
        || matches!(ty, Type::Map(inner) | Type::List(inner) if matches!(**inner, Type::Integer { .. } | Type::Decimal));
    [
        (
            "constant",
            notation.constant.is_some() && notation.from_client.is_some(),
            "the field has `from_client`",
        ),
        (
            "=",
            notation.secret && notation.default.is_some(),
            "a secret has no default",
        ),
        (
            "string_or_number",
            notation.string_or_number && !text,
            "only a string accepts numbers",
        ),
        (
            "strict",
            notation.strict && !amount && ty.named().is_none(),
            "only amounts can be strict",
        ),
        (
            "unit",
            notation.unit.is_some() && !amount,
            "only numbers have a unit",
        ),
        (
            "also_us_date",
            notation.also_us_date && *ty != Type::Date,
            "only a date accepts `MM/DD/YYYY`",
        ),
        (
            "accepts_1",
            notation.accepts_1 && *ty != Type::Boolean,
            "only a boolean accepts 1",
        ),
        (
            "secret",
            notation.secret && !text && !matches!(ty, Type::Json),
            "only a string can be secret",
        ),
    ]
}

fn is_number(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Integer { .. } | Type::Decimal | Type::IntegerOrText
    )
}
