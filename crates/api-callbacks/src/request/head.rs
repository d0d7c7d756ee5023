//! Checks of a request's method and headers, before its body is read.

use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, Method};

use crate::request::disposition::Disposition;
use crate::request::response::CallbackResponse;

/// Rejects a request that cannot be a callback.
pub(crate) fn check(method: &Method, headers: &HeaderMap) -> Result<(), CallbackResponse> {
    if method != Method::POST {
        return Err(CallbackResponse::new(Disposition::MethodNotAllowed));
    }
    if !is_form(headers) {
        return Err(CallbackResponse::new(Disposition::UnsupportedMediaType));
    }
    Ok(())
}

/// Whether the headers announce an uncompressed form in UTF-8. Without a type, it is a form.
fn is_form(headers: &HeaderMap) -> bool {
    let mut content_types = headers.get_all(CONTENT_TYPE).iter();
    is_uncompressed(headers)
        && match (content_types.next(), content_types.next()) {
            (None, _) => true,
            (Some(value), None) => value.to_str().is_ok_and(is_form_in_utf8),
            (Some(_), Some(_)) => false,
        }
}

fn is_uncompressed(headers: &HeaderMap) -> bool {
    let mut encodings = headers.get_all(CONTENT_ENCODING).iter();
    encodings.all(|encoding| encoding.as_bytes().eq_ignore_ascii_case(b"identity"))
}

fn is_form_in_utf8(content_type: &str) -> bool {
    let mut parts = content_type.split(';').map(str::trim);
    let media_type = parts.next().unwrap_or_default();
    let is_utf8 = parts.filter(|part| !part.is_empty()).all(|parameter| {
        match parameter.split_once('=') {
            Some((name, value)) if name.trim().eq_ignore_ascii_case("charset") => {
                let charset = value.trim().trim_matches('"').trim();
                // `utf8` is not registered, but an alias in the Encoding Standard and common.
                ["utf-8", "utf8"]
                    .iter()
                    .any(|name| charset.eq_ignore_ascii_case(name))
            }
            // Other parameters mean nothing for a form.
            _ => true,
        }
    });
    media_type.eq_ignore_ascii_case("application/x-www-form-urlencoded") && is_utf8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disposition(headers: &[(http::HeaderName, &'static str)]) -> Option<Disposition> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, http::HeaderValue::from_static(value));
        }
        check(&Method::POST, &map)
            .err()
            .map(|response| response.disposition())
    }

    #[test]
    fn accepts_uncompressed_utf8_forms_only() {
        for valid in [
            "application/x-www-form-urlencoded",
            "Application/X-WWW-Form-Urlencoded; charset=UTF-8",
            "application/x-www-form-urlencoded;charset=\"utf-8\";",
            "application/x-www-form-urlencoded; charset=utf8",
            "application/x-www-form-urlencoded; Charset = \"UTF8\"",
            "application/x-www-form-urlencoded; charset=\"Utf-8\"; boundary=x",
        ] {
            assert_eq!(disposition(&[(CONTENT_TYPE, valid)]), None, "{valid}");
        }
        for invalid in [
            "application/json",
            "multipart/form-data; boundary=x",
            "application/x-www-form-urlencoded; charset=iso-8859-1",
            "application/x-www-form-urlencoded; charset=utf-16",
            "application/x-www-form-urlencoded; charset=utf-8-mac",
            "application/x-www-form-urlencoded; charset=",
            "application/x-www-form-urlencoded; charset=utf8; charset=latin1",
            "application/x-www-form-urlencoded2",
            "",
        ] {
            let disposition = disposition(&[(CONTENT_TYPE, invalid)]);
            assert_eq!(
                disposition,
                Some(Disposition::UnsupportedMediaType),
                "{invalid}"
            );
        }
        let form = (CONTENT_TYPE, "application/x-www-form-urlencoded");
        assert_eq!(disposition(&[]), None);
        assert_eq!(
            disposition(&[form.clone(), form.clone()]),
            Some(Disposition::UnsupportedMediaType)
        );
        assert_eq!(
            disposition(&[form, (CONTENT_ENCODING, "gzip")]),
            Some(Disposition::UnsupportedMediaType)
        );
        assert_eq!(
            disposition(&[(CONTENT_ENCODING, "gzip")]),
            Some(Disposition::UnsupportedMediaType)
        );
    }
}
