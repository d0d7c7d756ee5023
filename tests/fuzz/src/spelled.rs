//! One spelling for each number and each civil time, so that the trees of what came and of what was written compare.

use api_wire::LocalDateTime;
use bigdecimal::BigDecimal;

use crate::json::Tree;

/// The tree with one spelling for each number and each time without a zone, as numbers and as texts.
pub fn alike(tree: &Tree) -> Tree {
    match tree {
        Tree::Number(text) => Tree::Number(number(text).unwrap_or_else(|| text.clone())),
        Tree::Text(text) => Tree::Text(
            number(text)
                .or_else(|| civil(text))
                .unwrap_or_else(|| text.clone()),
        ),
        Tree::List(items) => Tree::List(items.iter().map(alike).collect()),
        Tree::Object(members) => Tree::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone(), alike(value)))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// The number that a text of JSON's grammar stands for; `None` for other texts, and for those that nobody can write out.
pub fn big(text: &str) -> Option<BigDecimal> {
    serde_json::from_str::<serde_json::Number>(text).ok()?;
    if text.trim() != text {
        return None;
    }
    // Nought stays nought, whatever its exponent is; bigdecimal reads exponents of 64 bits only.
    let digits = text.split(['e', 'E']).next().unwrap_or_default();
    if !digits.contains(|c: char| c.is_ascii_digit() && c != '0') {
        return Some(BigDecimal::from(0));
    }
    let number: BigDecimal = text.parse().ok()?;
    Some(number.normalized())
}

fn number(text: &str) -> Option<String> {
    let (digits, scale) = big(text)?.into_bigint_and_exponent();
    Some(if scale == 0 {
        digits.to_string()
    } else {
        // The scale may be the least integer there is.
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

/// The integer of 64 bits that a number's text stands for.
pub fn integer(text: &str) -> Option<i64> {
    let (digits, scale) = big(text)?.into_bigint_and_exponent();
    let zeros = scale.checked_neg()?;
    let zeros = usize::try_from(zeros).ok().filter(|zeros| *zeros < 20)?;
    format!("{digits}{}", "0".repeat(zeros)).parse().ok()
}
