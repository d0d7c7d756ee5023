//! A normal form of numbers and civil times, to compare the trees of input and output.

use api_wire::LocalDateTime;
use bigdecimal::BigDecimal;

use test_support::json::Tree;

/// The tree with each number and each time without a zone in normal form, as numbers and as
/// strings.
pub fn normalized(tree: &Tree) -> Tree {
    match tree {
        Tree::Number(text) => Tree::Number(number(text).unwrap_or_else(|| text.clone())),
        Tree::Text(text) => Tree::Text(
            number(text)
                .or_else(|| civil(text))
                .unwrap_or_else(|| text.clone()),
        ),
        Tree::List(items) => Tree::List(items.iter().map(normalized).collect()),
        Tree::Object(members) => Tree::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone(), normalized(value)))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// The number of a text in JSON's grammar; `None` for other texts, and for numbers too long to
/// write out.
fn big_decimal(text: &str) -> Option<BigDecimal> {
    serde_json::from_str::<serde_json::Number>(text).ok()?;
    if text.trim() != text {
        return None;
    }
    // Zero is zero with any exponent; bigdecimal parses exponents of 64 bits only.
    let digits = text.split(['e', 'E']).next().unwrap_or_default();
    if !digits.contains(|c: char| c.is_ascii_digit() && c != '0') {
        return Some(BigDecimal::from(0));
    }
    let number: BigDecimal = text.parse().ok()?;
    Some(number.normalized())
}

fn number(text: &str) -> Option<String> {
    let (digits, scale) = big_decimal(text)?.into_bigint_and_exponent();
    Some(if scale == 0 {
        digits.to_string()
    } else {
        // The scale may be `i64::MIN`.
        format!("{digits}e{}", -i128::from(scale))
    })
}

fn civil(text: &str) -> Option<String> {
    let time = text.get(10..)?;
    if !text.is_ascii()
        || !time.ends_with(|c: char| c.is_ascii_digit())
        || time.contains(['+', '-', '['])
    {
        return None;
    }
    Some(text.parse::<LocalDateTime>().ok()?.to_string())
}
