//! A hash that stays the same in every process and version: 64-bit FNV-1a.
//!
//! Checkpoints contain fingerprints of requests and rows. They detect mistakes, not attacks.

const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// The fingerprint of a sequence of parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    pub(crate) const fn new() -> Self {
        Self(OFFSET_BASIS)
    }

    /// Adds a part. Parts are separated, so that `ab`, `c` is another sequence than `a`, `bc`.
    pub(crate) fn add(&mut self, part: &[u8]) {
        // No UTF-8 text contains this byte.
        for byte in part.iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(PRIME);
        }
    }

    pub(crate) const fn finish(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprint(parts: &[&str]) -> u64 {
        let mut fingerprint = Fingerprint::new();
        for part in parts {
            fingerprint.add(part.as_bytes());
        }
        fingerprint.finish()
    }

    #[test]
    fn fingerprints_are_those_of_kept_checkpoints() {
        assert_eq!(fingerprint(&[]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(&["GET", "/v2/stock"]), 0x1069_d5f0_caae_3ab9);
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
    }
}
