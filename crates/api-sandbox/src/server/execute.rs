//! Executes an operation: authorize, validate, call its handler.

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use serde_json::Value;

use crate::auth::{Identity, authorize};
use crate::context::Context;
use crate::credentials::PaymentEnvironment;
use crate::exact::parse_json;
use crate::handlers::{Call, handler};
use crate::openapi::{Operation, ValidationError};
use crate::query;
use crate::response::Rejection;
use crate::response::json::JsonResponse;

/// A request for an operation.
pub(super) struct OperationRequest<'r> {
    pub(super) operation: &'static Operation,
    pub(super) environment: Option<PaymentEnvironment>,
    pub(super) head: &'r Parts,
    pub(super) path_parameters: &'r [(String, String)],
    pub(super) body: &'r Bytes,
    /// The page size of a fault.
    pub(super) page_size: Option<u32>,
}

pub(super) fn execute(
    context: &Context,
    request: &OperationRequest<'_>,
) -> Result<JsonResponse, Rejection> {
    let operation = request.operation;
    let identity = authorize(
        operation,
        request.environment,
        &context.profiles,
        &request.head.headers,
        request.path_token(),
    )?;
    let deny_unknown = context.denies_unknown_fields();
    let query = query::parse(request.head.uri.query().unwrap_or_default())
        .map_err(|message| Rejection::new(400, message))?;
    let (mut parameters, mut errors) =
        operation.parse_parameters(request.path_parameters, &query, deny_unknown);
    let body = request
        .json_body()
        .map_err(|message| Rejection::new(400, &message))?;
    errors.extend(operation.validate_body(body.as_ref(), deny_unknown));
    if !errors.is_empty() {
        return Err(Rejection {
            status: operation.invalid_request_status(),
            messages: errors.iter().map(ValidationError::to_string).collect(),
        });
    }
    if let Some(records) = request.page_size {
        parameters.insert("per_page".to_owned(), records.into());
    }
    let Some(handler) = handler(operation.api(), &operation.name) else {
        // Not 404, which would mean that a record was not found.
        return Err(Rejection::new(
            501,
            "the sandbox does not implement this operation",
        ));
    };
    let response = context.transaction(|state| {
        let mut call = Call {
            operation,
            parameters,
            body: body.unwrap_or_default(),
            identity,
            now: state.now(),
        };
        handler(state, &mut call)
    })?;
    Ok(JsonResponse::ok(response))
}

/// The id of the venue of a request's credentials.
pub(super) fn venue_id(
    context: &Context,
    operation: &Operation,
    environment: Option<PaymentEnvironment>,
    head: &Parts,
    path_parameters: &[(String, String)],
) -> Option<i64> {
    let token = path_token(operation, path_parameters);
    let venues = &context.profiles;
    match authorize(operation, environment, venues, &head.headers, token) {
        Ok(Identity::Venue(index)) => Some(venues.get(index)?.id),
        _ => None,
    }
}

/// The credential in the path.
fn path_token<'p>(
    operation: &Operation,
    path_parameters: &'p [(String, String)],
) -> Option<&'p str> {
    let name = operation.path_credential.as_ref()?;
    let mut parameters = path_parameters.iter();
    let (_, value) = parameters.find(|(other, _)| other == name)?;
    Some(value)
}

impl OperationRequest<'_> {
    fn path_token(&self) -> Option<&str> {
        path_token(self.operation, self.path_parameters)
    }

    fn json_body(&self) -> Result<Option<Value>, String> {
        if self.body.is_empty() || !self.operation.has_request_body() {
            return Ok(None);
        }
        let content_type = self
            .head
            .headers
            .get(CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        let media_type = content_type.split(';').next().unwrap_or_default().trim();
        if !media_type.eq_ignore_ascii_case("application/json") {
            return Err("expected `Content-Type: application/json`".to_owned());
        }
        // Checking the whole text once is faster than checking each string.
        let text = std::str::from_utf8(self.body).map_err(|_| "invalid JSON: not UTF-8")?;
        let body = parse_json(text).map_err(|error| format!("invalid JSON: {error}"))?;
        Ok(Some(body))
    }
}
