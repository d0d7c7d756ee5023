//! The `User-Agent` header: the client's name and version, and the application's suffix.

use http::HeaderValue;

use crate::error::invalid_field::InvalidField;

/// `pos-v2-client/0.1.0`, followed by a space and the suffix, if any.
pub(crate) fn user_agent(api: &str, suffix: &str) -> Result<HeaderValue, InvalidField> {
    let is_allowed = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    let suffix = Some(suffix).filter(|suffix| suffix.bytes().all(is_allowed));
    let header = suffix.and_then(|suffix| {
        let text = format!("{api}-client/{} {suffix}", env!("CARGO_PKG_VERSION"));
        HeaderValue::from_str(text.trim_end()).ok()
    });
    header.ok_or_else(|| {
        // Without the value: a character that is invalid in a header may corrupt a log, too.
        let reason = "must contain visible ASCII characters and spaces only";
        InvalidField::setting("user_agent_suffix", reason)
    })
}
