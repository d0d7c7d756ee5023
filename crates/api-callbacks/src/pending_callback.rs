//! The head of a request, and what it must be like.

use std::fmt;

use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, Method};

use super::{BODY_LIMIT, CallbackResponse, CallbackStore, Disposition, Handler};
use crate::Refetch;

/// A callback whose head is as it must be, and whose body is to be read.
#[must_use = "the callback is taken by `receive`"]
pub struct PendingCallback<R: Refetch, K>(pub(super) Handler<R, K>);

impl<R: Refetch, K: CallbackStore<R>> PendingCallback<R, K> {
    /// Takes the body. The record that it tells of is read back before this returns, or queued after four seconds.
    ///
    /// Dropped in between, as when the remote service closes the connection, the record stays queued, if the store has
    /// said by then that it knows it.
    pub async fn handle(self, body: &[u8]) -> CallbackResponse {
        self.0.take(body).await
    }
}

impl<R: Refetch, K> fmt::Debug for PendingCallback<R, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingCallback").finish_non_exhaustive()
    }
}

/// What is wrong with a head, of which the path was right.
pub(super) fn check(method: &Method, headers: &HeaderMap) -> Result<(), CallbackResponse> {
    if method != Method::POST {
        return Err(CallbackResponse::new(Disposition::WrongMethod, ""));
    }
    if !is_form(headers) {
        return Err(CallbackResponse::new(Disposition::WrongType, ""));
    }
    let length = headers.get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > BODY_LIMIT as u64) {
        return Err(CallbackResponse::new(Disposition::TooLarge, ""));
    }
    Ok(())
}

/// Whether the body says that it is a form in UTF-8, as it is.
fn is_form(headers: &HeaderMap) -> bool {
    let mut types = headers.get_all(CONTENT_TYPE).iter();
    let (Some(Ok(text)), None) = (types.next().map(|value| value.to_str()), types.next()) else {
        return false;
    };
    let mut parts = text.split(';').map(str::trim);
    let media = parts.next().unwrap_or_default();
    let utf8 = parts.filter(|part| !part.is_empty()).all(|parameter| {
        match parameter.split_once('=') {
            Some((name, value)) if name.trim().eq_ignore_ascii_case("charset") => {
                value.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
            }
            // Other parameters have no meaning for a form.
            _ => true,
        }
    });
    media.eq_ignore_ascii_case("application/x-www-form-urlencoded")
        && utf8
        && headers
            .get_all(CONTENT_ENCODING)
            .iter()
            .all(|coding| coding.as_bytes().eq_ignore_ascii_case(b"identity"))
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
            .map(|received| received.disposition())
    }

    #[test]
    fn a_form_in_utf8_is_taken_and_nothing_else() {
        for fine in [
            "application/x-www-form-urlencoded",
            "Application/X-WWW-Form-Urlencoded; charset=UTF-8",
            "application/x-www-form-urlencoded;charset=\"utf-8\";",
        ] {
            assert_eq!(disposition(&[(CONTENT_TYPE, fine)]), None, "{fine}");
        }
        for wrong in [
            "application/json",
            "multipart/form-data; boundary=x",
            "application/x-www-form-urlencoded; charset=iso-8859-1",
            "application/x-www-form-urlencoded2",
            "",
        ] {
            let disposition = disposition(&[(CONTENT_TYPE, wrong)]);
            assert_eq!(disposition, Some(Disposition::WrongType), "{wrong}");
        }
        let form = (CONTENT_TYPE, "application/x-www-form-urlencoded");
        assert_eq!(disposition(&[]), Some(Disposition::WrongType));
        assert_eq!(
            disposition(&[form.clone(), form.clone()]),
            Some(Disposition::WrongType)
        );
        assert_eq!(
            disposition(&[form.clone(), (CONTENT_ENCODING, "gzip")]),
            Some(Disposition::WrongType)
        );
        assert_eq!(
            disposition(&[form.clone(), (CONTENT_LENGTH, "65537")]),
            Some(Disposition::TooLarge)
        );
        assert_eq!(disposition(&[form, (CONTENT_LENGTH, "65536")]), None);
    }
}
