//! Steps over bytes: the plain part of a string, an escape, a number.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = ONES << 7;

/// How many bytes come before the first quote, backslash or control character.
///
/// Eight bytes are looked at together: in `x - 1` a byte borrows from its high bit only if it was
/// zero, so that zero bytes (after an exclusive or with what is looked for) show there. A wrong
/// hit can only stand above a true one, and the lowest is taken.
#[inline]
pub(crate) fn unescaped_len(bytes: &[u8]) -> usize {
    let mut count = 0;
    while let Some(chunk) = bytes.get(count..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        let quote = word ^ (ONES * b'"' as u64);
        let slash = word ^ (ONES * b'\\' as u64);
        let hits = (quote.wrapping_sub(ONES) & !quote)
            | (slash.wrapping_sub(ONES) & !slash)
            | (word.wrapping_sub(ONES * 0x20) & !word);
        let hits = hits & HIGHS;
        if hits != 0 {
            return count + hits.trailing_zeros() as usize / 8;
        }
        count += 8;
    }
    let tail = bytes.get(count..).unwrap_or(&[]).iter();
    count
        + tail
            .take_while(|byte| **byte >= 0x20 && **byte != b'"' && **byte != b'\\')
            .count()
}

/// The character of the escape at the start, and its length; or how far it could be read.
pub(crate) fn escape(bytes: &[u8]) -> Result<(char, usize), usize> {
    let character = match bytes.get(1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode(bytes),
        _ => return Err(1),
    };
    Ok((character, 2))
}

fn unicode(bytes: &[u8]) -> Result<(char, usize), usize> {
    let first = hex(bytes, 2).ok_or(2_usize)?;
    if let Some(character) = char::from_u32(first) {
        return Ok((character, 6));
    }
    // Half of a pair: only the other half makes it a character.
    let pair = first < 0xdc00 && bytes.get(6) == Some(&b'\\') && bytes.get(7) == Some(&b'u');
    let second = if pair { hex(bytes, 8) } else { None };
    match second {
        Some(second @ 0xdc00..=0xdfff) => {
            let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            char::from_u32(code)
                .map(|character| (character, 12))
                .ok_or(6)
        }
        _ => Err(6),
    }
}

fn hex(bytes: &[u8], from: usize) -> Option<u32> {
    let digits = bytes.get(from..from + 4)?;
    digits.iter().try_fold(0, |code, digit| {
        Some(code * 16 + (*digit as char).to_digit(16)?)
    })
}

/// The length of the number at the start, as JSON's grammar has it; or how far it went well.
#[inline]
pub(crate) fn number_len(bytes: &[u8]) -> Result<usize, usize> {
    let mut at = usize::from(bytes.first() == Some(&b'-'));
    if bytes.get(at) == Some(&b'0') {
        at += 1;
        if matches!(bytes.get(at), Some(b'0'..=b'9')) {
            return Err(at);
        }
    } else {
        at = digits(bytes, at)?;
    }
    if bytes.get(at) == Some(&b'.') {
        at = digits(bytes, at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at += 1;
        if let Some(b'+' | b'-') = bytes.get(at) {
            at += 1;
        }
        at = digits(bytes, at)?;
    }
    Ok(at)
}

/// At least one digit.
#[inline]
fn digits(bytes: &[u8], from: usize) -> Result<usize, usize> {
    let mut at = from;
    while let Some(b'0'..=b'9') = bytes.get(at) {
        at += 1;
    }
    if at == from { Err(at) } else { Ok(at) }
}
