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
