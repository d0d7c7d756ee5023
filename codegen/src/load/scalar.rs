//! Plain scalars, and characters that an editor does not show.

/// Whether a character is not seen: it controls something, has no width, looks like a space, or turns the direction of
/// what follows.
pub(crate) fn is_hidden(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{a0}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}' => {
            true
        }
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{3000}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}' => {
            true
        }
        character => character.is_control(),
    }
}

/// A decimal integer as everybody writes it: no sign but `-`, no leading zero, no separators.
pub(crate) fn integer(value: &str) -> Option<i64> {
    is_plain(value).then(|| value.parse().ok()).flatten()
}

/// Whether it is one of more than 64 bits.
pub(crate) fn is_long_integer(value: &str) -> bool {
    is_plain(value) && integer(value).is_none()
}

fn is_plain(value: &str) -> bool {
    let digits = value.strip_prefix('-').unwrap_or(value);
    !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'))
}

/// Whether YAML 1.1 and 1.2 readers, or strict and lax ones, differ about a plain scalar.
pub(crate) fn ambiguous(value: &str) -> bool {
    const WORDS: [&str; 10] = [
        "yes", "no", "on", "off", "y", "n", "true", "false", "null", "nan",
    ];
    let lower = value.to_ascii_lowercase();
    let digits = lower.trim_start_matches(['+', '-']);
    let digits = ["0x", "0o"]
        .iter()
        .find_map(|base| digits.strip_prefix(base))
        .unwrap_or(digits);
    let is_digit = |c: char| c.is_ascii_hexdigit() || "_+-.:tz".contains(c);
    let number = lower.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'))
        && digits.chars().all(is_digit)
        && digits.contains(|c: char| c.is_ascii_digit());
    WORDS.contains(&lower.as_str())
        || number
        || matches!(lower.trim_start_matches(['+', '-']), ".inf" | ".nan")
}
