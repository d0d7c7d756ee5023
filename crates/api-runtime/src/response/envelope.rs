//! Response envelopes: bodies with a success flag beside the payload.

use crate::body::json::{has_content, string};
use crate::body::raw_response::body_text;
use crate::body::scalar::flag;
use crate::info::envelope_shape::EnvelopeShape;

/// The members of an envelope other than its payload.
pub(crate) struct Envelope {
    /// `None` if the flag is missing, or not a boolean.
    success: Option<bool>,
    has_flag: bool,
    /// Whether a flag is not false, or a payload is not empty.
    is_contradictory: bool,
    message: Option<String>,
}

impl Envelope {
    /// Reads the envelope of a body. `None` if the body is not a JSON object.
    pub(crate) fn open(body: &[u8], shape: &EnvelopeShape) -> Option<Self> {
        let text = body_text(body).ok()?;
        let mut flags = Vec::new();
        let mut message = None;
        let mut has_payload = false;
        // Nothing else is kept: the body may have millions of members.
        api_wire::for_each_member(text, &mut |key, value| {
            if key.eq_ignore_ascii_case(shape.success) {
                flags.push(flag(value));
            } else if key.eq_ignore_ascii_case(shape.message) && message.is_none() {
                message = string(value);
            } else if key.eq_ignore_ascii_case(shape.payload) {
                has_payload |= has_content(value);
            }
        })
        .ok()?;
        let is_contradictory = has_payload || flags.iter().any(|flag| *flag != Some(false));
        // Of duplicate flags, any `false` is a failure, and only a single `true` is a success.
        let success = if flags.contains(&Some(false)) {
            Some(false)
        } else {
            (flags == [Some(true)]).then_some(true)
        };
        Some(Self {
            success,
            has_flag: !flags.is_empty(),
            is_contradictory,
            message,
        })
    }

    pub(crate) fn is_success(&self) -> bool {
        self.success == Some(true)
    }

    /// Whether the success flag is there, and is not a success.
    pub(crate) fn denies_success(&self) -> bool {
        self.has_flag && !self.is_success()
    }

    /// Whether the envelope reports failure, and nothing else: no other flag and no payload contradicts it.
    pub(crate) fn is_definite_failure(&self) -> bool {
        self.success == Some(false) && !self.is_contradictory
    }

    /// The error messages, if the envelope reports failure.
    pub(crate) fn failure(&self) -> Option<Vec<String>> {
        let message = self.message.iter().filter(|message| !message.is_empty());
        (self.success == Some(false)).then(|| message.cloned().collect())
    }
}
