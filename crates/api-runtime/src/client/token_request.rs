//! The request of an access token: client credentials of OAuth 2.

use std::time::Duration;

use api_wire::Secret;
use serde_json::Value;

use crate::auth::is_token;
use crate::auth::oauth2::{OAuth2, TokenEndpoint};
use crate::{Api, Method, Operation, OperationInfo, ReadError, Request, ResponseReader, Retry};

/// The API of token endpoints.
pub(crate) struct TokenApi;

impl Api for TokenApi {
    const NAME: &'static str = "oauth2";
    type Environment = ();
    type ClientValues = ();
}

/// Requests a token.
pub(crate) struct RequestToken(pub(crate) OAuth2);

/// A token, and for how long it is valid.
pub(crate) struct AccessToken {
    pub(crate) token: Secret,
    pub(crate) expires_in: Option<Duration>,
}

impl Operation for RequestToken {
    type Api = TokenApi;
    type Output = AccessToken;
    // A further token replaces none.
    const INFO: OperationInfo =
        OperationInfo::new("request_token", Method::Post, "/").retry(Retry::Idempotent);

    fn write_request(&self, request: &mut Request) {
        let OAuth2 { endpoint, scopes } = self.0;
        match endpoint {
            TokenEndpoint::Path(path) => request.route(path),
            TokenEndpoint::Url(origin, path) => {
                request.origin(origin);
                request.route(path);
            }
        }
        let mut form = vec![("grant_type", "client_credentials".to_owned())];
        if !scopes.is_empty() {
            form.push(("scope", scopes.join(" ")));
        }
        request.form_body(&form);
    }

    fn read_response(response: &ResponseReader) -> Result<AccessToken, ReadError> {
        // An error of serde_json may show a value.
        let body = response.json()?.parse::<Value>();
        let body = body.map_err(|_| ReadError::wrapper("the body is not JSON"))?;
        let token = body.get("access_token").and_then(Value::as_str);
        let token = token.ok_or_else(|| ReadError::wrapper("missing `access_token`"))?;
        if !is_token(token) {
            return Err(ReadError::wrapper("invalid `access_token`"));
        }
        // Required, but omitted by some servers.
        let token_type = body.get("token_type").and_then(Value::as_str);
        if token_type.is_some_and(|name| !name.eq_ignore_ascii_case("bearer")) {
            return Err(ReadError::wrapper("`token_type` is not `Bearer`"));
        }
        let seconds = body.get("expires_in").and_then(|value| match value {
            Value::String(text) => text.trim().parse::<f64>().ok(),
            value => value.as_f64(),
        });
        Ok(AccessToken {
            token: Secret::from(token),
            expires_in: seconds
                .and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok()),
        })
    }
}
