//! Scanners over bytes: the unescaped part of a string, an escape, a number.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = ONES << 7;

/// The number of bytes before the first quote, backslash or control character.
///
/// Finds such a byte in eight bytes at once, after Mycroft's test for a zero byte, as `serde_json`
/// does (<https://graphics.stanford.edu/~seander/bithacks.html#ValueInWord>): in `x - 1` a byte
/// borrows from its high bit only if it is zero. False positives are only above a true one, so the
/// lowest is right.
#[inline(never)]
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
        if count == LONG {
            // Called last, so that this function saves no registers.
            return long_unescaped_len(bytes);
        }
    }
    let tail = bytes.get(count..).unwrap_or(&[]).iter();
    count + tail.take_while(|byte| !is_special(**byte)).count()
}

/// Strings of this length are scanned in larger blocks.
const LONG: usize = 32;

/// The same for a text that starts with [`LONG`] such bytes.
#[inline(never)]
fn long_unescaped_len(bytes: &[u8]) -> usize {
    let blocks = unescaped_blocks_len(bytes.get(LONG..).unwrap_or(&[]));
    let count = LONG + blocks;
    // The byte is in the next block, or the text ends there.
    count + unescaped_len(bytes.get(count..).unwrap_or(&[]))
}

/// The length of the blocks at the start that have no quote, backslash or control character.
///
/// The compiler makes vector instructions of it.
#[inline(never)]
fn unescaped_blocks_len(bytes: &[u8]) -> usize {
    let blocks = bytes.chunks_exact(16);
    let is_plain = |block: &Option<&[u8; 16]>| {
        block.is_some_and(|block| {
            let specials = block.iter().map(|byte| is_special(*byte));
            !specials.fold(false, |any, special| any | special)
        })
    };
    16 * blocks.map(<[u8]>::first_chunk).take_while(is_plain).count()
}

fn is_special(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\')
}

/// Whether two texts of the same length are the same. They are keys, which are too short for a call
/// of the C library's `memcmp`.
#[inline]
pub(crate) fn is_same(left: &[u8], right: &[u8]) -> bool {
    /// Compares the first and the last `N` bytes, which may overlap.
    #[inline]
    fn ends<const N: usize>(left: &[u8], right: &[u8]) -> bool {
        left.first_chunk::<N>() == right.first_chunk::<N>()
            && left.last_chunk::<N>() == right.last_chunk::<N>()
    }
    match left.len() {
        0..2 => left.first() == right.first(),
        2..4 => ends::<2>(left, right),
        4..8 => ends::<4>(left, right),
        8..=16 => ends::<8>(left, right),
        17..=32 => ends::<16>(left, right),
        _ => words(left).eq(words(right)) && ends::<8>(left, right),
    }
}

/// The whole words of a text. Arrays, which are compared without a call.
#[inline]
fn words(bytes: &[u8]) -> impl Iterator<Item = Option<&[u8; 8]>> {
    bytes.chunks_exact(8).map(<[u8]>::first_chunk)
}

/// The character of the escape at the start and its length, or the length of its valid part. `None` is
/// half of a surrogate pair: an escape that is no character.
pub(crate) fn escape(bytes: &[u8]) -> Result<(Option<char>, usize), usize> {
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
    Ok((Some(character), 2))
}

fn unicode(bytes: &[u8]) -> Result<(Option<char>, usize), usize> {
    let first = hex(bytes, 2).ok_or(2_usize)?;
    if let Some(character) = char::from_u32(first) {
        return Ok((Some(character), 6));
    }
    // A surrogate is a character only together with the other half of its pair.
    let pair = first < 0xdc00 && bytes.get(6) == Some(&b'\\') && bytes.get(7) == Some(&b'u');
    let second = if pair { hex(bytes, 8) } else { None };
    Ok(match second {
        Some(second @ 0xdc00..=0xdfff) => {
            let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            (char::from_u32(code), 12)
        }
        _ => (None, 6),
    })
}

fn hex(bytes: &[u8], from: usize) -> Option<u32> {
    let digits = bytes.get(from..from + 4)?;
    digits.iter().try_fold(0, |code, digit| {
        Some(code * 16 + (*digit as char).to_digit(16)?)
    })
}

/// The length of the number at the start, or that of its valid part.
#[inline]
pub(crate) fn number_len(bytes: &[u8]) -> Result<usize, usize> {
    let mut end = usize::from(bytes.first() == Some(&b'-'));
    if bytes.get(end) == Some(&b'0') {
        end += 1;
        if matches!(bytes.get(end), Some(b'0'..=b'9')) {
            return Err(end);
        }
    } else {
        end = digits(bytes, end)?;
    }
    if bytes.get(end) == Some(&b'.') {
        end = digits(bytes, end + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        end += 1;
        if let Some(b'+' | b'-') = bytes.get(end) {
            end += 1;
        }
        end = digits(bytes, end)?;
    }
    Ok(end)
}

/// The end of at least one digit.
#[inline]
fn digits(bytes: &[u8], from: usize) -> Result<usize, usize> {
    let mut end = from;
    while let Some(b'0'..=b'9') = bytes.get(end) {
        end += 1;
    }
    if end == from { Err(end) } else { Ok(end) }
}
