//! SipHash-2-4, by which venues and texts are compared without keeping them.

use std::hash::{BuildHasher, Hasher, RandomState};

/// The key of the hashes. Without it, a hash shows nothing of its text.
#[derive(Clone, Copy)]
pub(crate) struct HashKey(u64, u64);

impl HashKey {
    pub(crate) fn random() -> Self {
        HashKey(random(), random())
    }

    pub(crate) fn from_bytes(key: [u8; 16]) -> Self {
        let (low, high) = key.split_at(8);
        HashKey(word(low), word(high))
    }

    /// The hash of a text.
    pub(crate) fn hash(self, text: &[u8]) -> u64 {
        let HashKey(k0, k1) = self;
        let mut state = [
            k0 ^ 0x736f_6d65_7073_6575,
            k1 ^ 0x646f_7261_6e64_6f6d,
            k0 ^ 0x6c79_6765_6e65_7261,
            k1 ^ 0x7465_6462_7974_6573,
        ];
        let mut chunks = text.chunks_exact(8);
        for chunk in &mut chunks {
            compress(&mut state, word(chunk));
        }
        let length = u64::try_from(text.len()).unwrap_or(u64::MAX) << 56;
        compress(&mut state, word(chunks.remainder()) | length);
        state[2] ^= 0xff;
        (0..4).for_each(|_| round(&mut state));
        state[0] ^ state[1] ^ state[2] ^ state[3]
    }
}

/// The id of a run that counts this text: the same text is the same run.
pub fn fingerprint(text: &str) -> String {
    format!("{:016x}", HashKey(0, 0).hash(text.as_bytes()))
}

/// A random number, which nothing outside of the process can predict.
pub(crate) fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// At most eight bytes as a number.
fn word(bytes: &[u8]) -> u64 {
    let bytes = (0_u32..).zip(bytes);
    bytes.fold(0, |word, (index, byte)| {
        word | u64::from(*byte) << (8 * index)
    })
}

fn compress(state: &mut [u64; 4], word: u64) {
    state[3] ^= word;
    round(state);
    round(state);
    state[0] ^= word;
}

fn round([v0, v1, v2, v3]: &mut [u64; 4]) {
    *v0 = v0.wrapping_add(*v1);
    *v1 = v1.rotate_left(13) ^ *v0;
    *v0 = v0.rotate_left(32);
    *v2 = v2.wrapping_add(*v3);
    *v3 = v3.rotate_left(16) ^ *v2;
    *v0 = v0.wrapping_add(*v3);
    *v3 = v3.rotate_left(21) ^ *v0;
    *v2 = v2.wrapping_add(*v1);
    *v1 = v1.rotate_left(17) ^ *v2;
    *v2 = v2.rotate_left(32);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of the reference implementation.
    #[test]
    fn hashes_are_those_of_siphash_2_4() {
        let bytes: Vec<u8> = (0..16).collect();
        let key = HashKey::from_bytes(*bytes.first_chunk().unwrap());
        assert_eq!(key.hash(&[]), 0x726f_db47_dd0e_0e31);
        assert_eq!(key.hash(&bytes[..8]), 0x93f5_f579_9a93_2462);
        assert_eq!(key.hash(&bytes[..15]), 0xa129_ca61_49be_45e5);
    }
}
