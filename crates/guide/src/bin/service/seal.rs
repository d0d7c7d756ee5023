//! The encryption of requests that recovery may send again: they have personal data.

use pos_v1_client::journal::{EntryId, JournalError, Seal};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};

/// A key of AES-256-GCM. The id of the entry is authenticated, so that no request can be moved to
/// another entry.
pub(crate) struct SealKey(LessSafeKey);

impl SealKey {
    /// A key of 64 hexadecimal digits.
    pub(crate) fn from_hex(digits: &str) -> Result<Self, &'static str> {
        const INVALID: &str = "expected 64 hexadecimal digits";
        let byte = |index| u8::from_str_radix(digits.get(index..index + 2)?, 16).ok();
        let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
        let key = UnboundKey::new(&AES_256_GCM, &bytes.ok_or(INVALID)?).map_err(|_| INVALID)?;
        Ok(Self(LessSafeKey::new(key)))
    }
}

impl Seal for SealKey {
    fn seal(&self, id: &EntryId, request: &[u8]) -> Result<Vec<u8>, JournalError> {
        let mut nonce = [0; NONCE_LEN];
        let random = SystemRandom::new().fill(&mut nonce);
        random.map_err(JournalError::new)?;
        let mut sealed = request.to_vec();
        let (unique, aad) = (Nonce::assume_unique_for_key(nonce), Aad::from(id.as_str()));
        let result = self.0.seal_in_place_append_tag(unique, aad, &mut sealed);
        result.map_err(JournalError::new)?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    fn open(&self, id: &EntryId, sealed: &[u8]) -> Result<Vec<u8>, JournalError> {
        let parts = sealed.split_at_checked(NONCE_LEN);
        let (nonce, sealed) = parts.ok_or_else(|| JournalError::new("too short"))?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(JournalError::new)?;
        let mut request = sealed.to_vec();
        let aad = Aad::from(id.as_str());
        let opened = self.0.open_in_place(nonce, aad, &mut request);
        Ok(opened.map_err(JournalError::new)?.to_vec())
    }
}
