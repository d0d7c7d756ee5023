//! The `User-Agent` header: who we are, and whose application it is.

use http::HeaderValue;

use crate::error::invalid_field::{FieldLocation, InvalidField};

/// `pos-v2-client/0.1.0`, and the application's suffix after a space.
pub(crate) fn user_agent(api: &str, suffix: &str) -> Result<HeaderValue, InvalidField> {
    let refuse = |reason| InvalidField::new(FieldLocation::Settings, "user_agent_suffix", reason);
    if !suffix
        .bytes()
        .all(|byte| byte == b' ' || byte.is_ascii_graphic())
    {
        // The text itself is not told: what breaks a header may break a log too.
        return Err(refuse(
            "has a line break or another character that a header cannot carry",
        ));
    }
    let text = format!("{api}-client/{} {suffix}", env!("CARGO_PKG_VERSION"));
    HeaderValue::from_str(text.trim_end()).map_err(|_| refuse("cannot be sent in a header"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suffix_with_a_line_break_is_refused_and_not_repeated() {
        for suffix in ["shop\r\nX-Other: 1", "shop\n", "shop\0", "sh\u{f6}p"] {
            let invalid_field = user_agent("pos-v2", suffix).unwrap_err();
            assert!(
                !invalid_field.to_string().contains("shop"),
                "{invalid_field}"
            );
        }
        assert_eq!(
            user_agent("pos-v2", "shop/1.2 (eu)").unwrap(),
            "pos-v2-client/0.1.0 shop/1.2 (eu)"
        );
        assert_eq!(user_agent("pos-v2", "").unwrap(), "pos-v2-client/0.1.0");
    }
}
