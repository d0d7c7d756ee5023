//! Documented defaults, and values of examples.

use crate::ir;
use crate::ir::{Scalar, Type};
use crate::language::Spanned;
use crate::lower::context::Context;
use crate::lower::enumeration::variant_name;
use crate::suggest::did_you_mean;

/// A documented default.
pub(crate) fn default(
    context: &mut Context<'_>,
    ty: &Type,
    max: Option<u64>,
    value: &Spanned<String>,
) -> Option<ir::Default> {
    literal(context, "default", ty, max, value)
}

/// A value of an example, or of the elements of a list or map. It may be of types that have no default.
pub(crate) fn example(
    context: &mut Context<'_>,
    ty: &Type,
    max: Option<u64>,
    value: &Spanned<String>,
) -> Option<ir::Default> {
    let (scalar, forms) = match ty {
        Type::Scalar(scalar) if !scalar.row().forms.is_empty() => (*scalar, scalar.row().forms),
        Type::List(inner) | Type::Map(inner) => return example(context, inner, max, value),
        Type::Scalar(Scalar::IntegerOrText) => {
            let integer = value.parse().ok().map(ir::Default::Integer);
            return integer.or_else(|| Some(ir::Default::Text(value.to_string())));
        }
        Type::Named(named) if named.kind == ir::NamedKind::Id => {
            return literal(context, "example", &Type::Scalar(Scalar::Text), max, value);
        }
        ty => return literal(context, "example", ty, max, value),
    };
    let label = match forms.iter().any(|form| has_form(value, form)) {
        true if is_read(scalar, value) => return Some(ir::Default::Text(value.to_string())),
        true => "no such day or time".to_owned(),
        false => format!("expected the form `{}`", forms.join("` or `")),
    };
    context.error(
        &value.span,
        format!("invalid example `{value}`"),
        label,
        None,
    );
    None
}

/// Whether a client reads a text as a value of a scalar with a form.
fn is_read(scalar: Scalar, text: &str) -> bool {
    match scalar {
        Scalar::Date => text.parse::<api_wire::Date>().is_ok(),
        Scalar::DateTime => text.parse::<api_wire::Timestamp>().is_ok(),
        Scalar::LocalDateTime => text.parse::<api_wire::LocalDateTime>().is_ok(),
        _ => true,
    }
}

/// Whether a text has a digit for every `0` of the form, and is the form elsewhere.
fn has_form(text: &str, form: &str) -> bool {
    let fits = |(byte, form): (u8, u8)| match form {
        b'0' => byte.is_ascii_digit(),
        form => byte == form,
    };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(fits)
}

/// A value of a type. `role` is its name in errors.
fn literal(
    context: &mut Context<'_>,
    role: &str,
    ty: &Type,
    max: Option<u64>,
    value: &Spanned<String>,
) -> Option<ir::Default> {
    let text = value.as_str();
    let mut help = None;
    let (expected, default) = match ty {
        Type::Scalar(Scalar::Text | Scalar::Time) => {
            let fits = max.is_none_or(|max| text.chars().count() as u64 <= max);
            let longest = max.unwrap_or_default();
            (
                &*format!("a string of at most {longest} characters"),
                fits.then(|| ir::Default::Text(text.to_owned())),
            )
        }
        Type::Scalar(scalar) if scalar.is_integer() => {
            let number = text.parse::<i64>().ok();
            let is_short = *scalar == Scalar::Int32;
            let fits = number.filter(|number| !is_short || i32::try_from(*number).is_ok());
            let bits = if is_short { 32 } else { 64 };
            (
                &*format!("an integer of {bits} bits"),
                fits.map(ir::Default::Integer),
            )
        }
        Type::Scalar(Scalar::Decimal) => {
            let decimal = is_decimal(text).then(|| ir::Default::Decimal(text.to_owned()));
            ("a decimal number", decimal)
        }
        Type::Scalar(Scalar::Boolean) => (
            "`true` or `false`",
            text.parse().ok().map(ir::Default::Boolean),
        ),
        Type::Named(named) if matches!(named.kind, ir::NamedKind::Enum { .. }) => {
            let decl = context.files[named.package]
                .resources
                .iter()
                .find_map(|file| file.enums.get(&named.name));
            // It is in an invalid file, so its values are unknown.
            let values = &decl?.value.values;
            help = did_you_mean(text, context.diagnostics.suggestible(values.names()));
            let known = values.get(text);
            let variant = known.and_then(|known| variant_name(known).ok());
            (
                "a value of this enum",
                variant.map(|rust| ir::Default::Variant(text.to_owned(), rust)),
            )
        }
        _ => (no_literal(role), None),
    };
    if default.is_none() {
        context.error(
            &value.span,
            format!("invalid {role} `{text}`"),
            format!("expected {expected}"),
            help,
        );
    }
    default
}

fn no_literal(role: &str) -> &'static str {
    match role {
        "default" => "no default for this type",
        _ => "a string, number, boolean, date, enum or id",
    }
}

/// Whether a text is a decimal number without an exponent, of at most 18 characters after the sign.
fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.split('.').count() <= 2
        && digits.split('.').all(|part| !part.is_empty())
        && digits.len() <= 18
}
