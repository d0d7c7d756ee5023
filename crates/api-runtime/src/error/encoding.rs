//! Base64 and hexadecimal digits: texts of digits that stand for bytes.

/// An encoding of bytes as digits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Encoding {
    /// Either alphabet, with or without padding, perhaps in lines.
    Base64,
    /// Digits of any case.
    Hex,
}

const NO_DIGIT: u8 = 0xff;

/// The digits of Base64, in either alphabet.
const BASE64_DIGITS: [u8; 256] = {
    let mut digits = [NO_DIGIT; 256];
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut digit = 0;
    while digit < alphabet.len() {
        digits[alphabet[digit] as usize] = digit as u8;
        digit += 1;
    }
    digits[b'-' as usize] = digits[b'+' as usize];
    digits[b'_' as usize] = digits[b'/' as usize];
    digits
};

/// Hexadecimal digits of any case.
const HEX_DIGITS: [u8; 256] = {
    let mut digits = [NO_DIGIT; 256];
    let alphabet = b"0123456789abcdef";
    let mut digit = 0;
    while digit < alphabet.len() {
        digits[alphabet[digit] as usize] = digit as u8;
        digits[alphabet[digit].to_ascii_uppercase() as usize] = digit as u8;
        digit += 1;
    }
    digits
};

/// A decoded byte, and the start and end of its digits.
pub(crate) type DecodedByte = (u8, (usize, usize));

impl Encoding {
    /// Each encoding with each number of digits that may be those of something else at the start of
    /// a run.
    pub(crate) const ALIGNED: [(Self, usize); 6] = [
        (Self::Base64, 0),
        (Self::Base64, 1),
        (Self::Base64, 2),
        (Self::Base64, 3),
        (Self::Hex, 0),
        (Self::Hex, 1),
    ];

    fn bits(self) -> u32 {
        match self {
            Self::Base64 => 6,
            Self::Hex => 4,
        }
    }

    /// The number of digits of the shortest secret.
    fn min_digits(self) -> usize {
        match self {
            Self::Base64 => 6,
            Self::Hex => 8,
        }
    }

    fn digit(self, byte: u8) -> Option<u8> {
        let digits = match self {
            Self::Base64 => &BASE64_DIGITS,
            Self::Hex => &HEX_DIGITS,
        };
        digits
            .get(usize::from(byte))
            .copied()
            .filter(|digit| *digit != NO_DIGIT)
    }

    /// Whether a text has a run of digits that is long enough for a secret. Those of hexadecimal
    /// numbers are digits of Base64, too.
    pub(crate) fn is_in(text: &[u8]) -> bool {
        let mut length = 0;
        text.iter().any(|byte| {
            length = if Self::Base64.is_in_run(*byte) {
                length + 1
            } else {
                0
            };
            length >= Self::Base64.min_digits()
        })
    }

    /// Whether a byte can be in the middle of a run: some encoders break lines.
    fn is_in_run(self, byte: u8) -> bool {
        let is_break = matches!(self, Self::Base64) && matches!(byte, b'\r' | b'\n');
        is_break || self.digit(byte).is_some()
    }

    /// Decodes all runs of digits that are long enough for a secret, without the first `skipped`
    /// digits. A zero byte follows each run.
    pub(crate) fn decode(self, skipped: usize, text: &[u8], f: &mut impl FnMut(DecodedByte)) {
        let mut position = 0;
        while let Some(rest) = text.get(position..) {
            let Some(start) = rest.iter().position(|byte| self.digit(*byte).is_some()) else {
                break;
            };
            let run = rest.get(start..).unwrap_or_default();
            let end = run.iter().position(|byte| !self.is_in_run(*byte));
            let run = run.get(..end.unwrap_or(run.len())).unwrap_or_default();
            let (start, end) = (position + start, position + start + run.len());
            if run.len() >= self.min_digits() {
                let padding = self.padding(text.get(end..).unwrap_or_default());
                self.decode_run(skipped, run, (start, end + padding), f);
            }
            position = end;
        }
    }

    /// The length of the padding after a run.
    fn padding(self, after: &[u8]) -> usize {
        match self {
            Self::Base64 => after
                .iter()
                .take(2)
                .take_while(|byte| **byte == b'=')
                .count(),
            Self::Hex => 0,
        }
    }

    /// Decodes a run, which is here in the text together with its padding.
    fn decode_run(
        self,
        skipped: usize,
        run: &[u8],
        (start, padded_end): (usize, usize),
        f: &mut impl FnMut(DecodedByte),
    ) {
        let digits = run.iter().enumerate().filter_map(|(index, byte)| {
            let digit = self.digit(*byte)?;
            Some((u32::from(digit), start + index))
        });
        let (mut bits, mut bit_count) = (0_u32, 0_u32);
        let mut first = start;
        let mut last = None;
        for (digit, position) in digits.skip(skipped) {
            bits = ((bits << self.bits()) | digit) & 0xffff;
            bit_count += self.bits();
            // A byte has bits of two digits.
            if let Some(more) = bit_count.checked_sub(8) {
                bit_count = more;
                last.take().into_iter().for_each(&mut *f);
                let [byte, ..] = (bits >> more).to_le_bytes();
                last = Some((byte, (first, position + 1)));
            }
            first = position;
        }
        let end = start + run.len();
        if let Some((byte, (first, last_end))) = last {
            let with_padding = if last_end == end {
                padded_end
            } else {
                last_end
            };
            f((byte, (first, with_padding)));
            f((0, (end - 1, end)));
        }
    }
}
