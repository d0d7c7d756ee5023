//! Documented defaults.

use crate::ir;
use crate::ir::Type;
use crate::lower::context::Context;
use crate::source::Span;
use crate::suggest::did_you_mean;

pub(crate) fn default(
    context: &mut Context<'_>,
    ty: &Type,
    text: &str,
    max: Option<u64>,
    span: &Span,
) -> Option<ir::Default> {
    let mut help = None;
    let (expected, value) = match ty {
        Type::Text | Type::Time => {
            let fits = max.is_none_or(|max| text.chars().count() as u64 <= max);
            (
                "a string of this length",
                fits.then(|| ir::Default::Text(text.to_owned())),
            )
        }
        Type::Integer { bits } => {
            let number = text.parse::<i64>().ok();
            let fits = number.filter(|number| *bits == 64 || i32::try_from(*number).is_ok());
            ("an integer of this size", fits.map(ir::Default::Integer))
        }
        Type::Decimal => {
            let value = is_decimal(text).then(|| ir::Default::Decimal(text.to_owned()));
            ("a decimal number", value)
        }
        Type::Boolean => (
            "`true` or `false`",
            text.parse().ok().map(ir::Default::Boolean),
        ),
        Type::Named(named) if matches!(named.kind, ir::NamedKind::Enum { .. }) => {
            let decl = context.files[named.package]
                .resources
                .iter()
                .find_map(|file| file.read.enums.iter().find(|(name, _)| *name == named.name));
            // It is in an invalid file, so its values are unknown.
            let (_, decl) = decl?;
            help = did_you_mean(text, decl.values.iter().map(|(known, _)| known));
            let value = decl
                .values
                .iter()
                .find(|(known, _)| *known == text)
                .and_then(|(known, value)| {
                    crate::lower::enumeration::variant_name(known, value.as_ref()).ok()
                });
            (
                "a value of this enum",
                value.map(|rust| ir::Default::Variant(text.to_owned(), rust)),
            )
        }
        _ => ("no default for this type", None),
    };
    if value.is_none() {
        context.diagnostics.error(
            span,
            format!("invalid default `{text}`"),
            format!("expected {expected}"),
            help,
        );
    }
    value
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
