//! Response envelopes: bodies with a success flag beside the payload.

use api_wire::Kind;

use crate::body::json::has_content;
use crate::body::raw_response::RawResponse;
use crate::info::envelope_shape::EnvelopeShape;

/// What a body says as an envelope.
#[derive(Default)]
pub(crate) struct Envelope {
    /// The flag, if it is there once, as it is spelled, and a boolean.
    flag: Option<bool>,
    /// Whether a flag is `false`, in any spelling.
    reports_failure: bool,
    has_payload: bool,
    /// Whether there are other keys than those of the envelope.
    has_others: bool,
}

impl Envelope {
    /// Reads the envelope of a body. `None` if the body is not a JSON object.
    pub(crate) fn open(response: &RawResponse, shape: &EnvelopeShape) -> Option<Self> {
        let mut envelope = Self::default();
        let mut flags = 0;
        // Nothing else is kept: the body may have millions of members.
        api_wire::for_each_member(response.text().ok()?, &mut |key, value| {
            if key.eq_ignore_ascii_case(shape.success) {
                flags += 1;
                envelope.reports_failure |= value == "false";
                let is_documented = key == shape.success && Kind::of(value) == Kind::Bool;
                envelope.flag = is_documented.then_some(value == "true");
            } else if key == shape.payload {
                envelope.has_payload |= has_content(value);
            } else if key != shape.message {
                envelope.has_others = true;
            }
        })
        .ok()?;
        envelope.flag = envelope.flag.filter(|_| flags == 1);
        Some(envelope)
    }

    /// Whether the flag reports success. Unknown keys beside it are kept, as in other bodies.
    pub(crate) fn is_success(&self) -> bool {
        self.flag == Some(true)
    }

    /// Whether the body is nothing but an envelope that reports success.
    pub(crate) fn is_success_alone(&self) -> bool {
        self.is_success() && !self.has_others
    }

    /// Whether the body is nothing but an envelope that reports failure: it has no payload, either.
    /// Among other keys, the flag may be that of another server, such as a gateway.
    pub(crate) fn is_rejection(&self) -> bool {
        self.flag == Some(false) && !self.has_payload && !self.has_others
    }

    /// Whether a flag reports failure, in whatever form.
    pub(crate) fn reports_failure(&self) -> bool {
        self.reports_failure
    }
}
