//! The default transport, which uses reqwest.

use std::sync::Arc;

use bytes::Bytes;
use http::{StatusCode, Version};
use tokio::task::yield_now;

use crate::body::raw_response::RawResponse;
use crate::error::invalid_field::InvalidField;
use crate::future::BoxFuture;
use crate::observe::attempt::Attempt;
use crate::observe::progress::AttemptProgress;
use crate::transport::body_budget::BodyBudget;
use crate::transport::classify::{read_error, send_error};
use crate::transport::connections::{Connections, Taken};
use crate::transport::connector::ConnectionConfig;
use crate::transport::framing;
use crate::transport::request_body::{BodyState, RequestBody};
use crate::transport::response_body::ResponseBody;
use crate::transport::{Transport, TransportError};

/// The maximum size of the body of an error status, which has messages and no list.
const MAX_ERROR_BODY: u64 = 2 * 1024 * 1024;

/// The default transport: sends requests with reqwest.
pub(crate) struct ReqwestTransport {
    connections: Arc<Connections>,
    bodies: BodyBudget,
}

impl ReqwestTransport {
    pub(crate) fn new(config: ConnectionConfig) -> Result<Self, InvalidField> {
        Ok(Self {
            connections: Connections::new(config)?,
            bodies: BodyBudget::default(),
        })
    }
}

impl Transport for ReqwestTransport {
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let connections = Arc::clone(&self.connections);
        let may_be_used = attempt.retry.may_be_repeated() || request.method().is_safe();
        let progress = attempt.progress();
        let max_size = attempt.max_response_size;
        let bodies = self.bodies.clone();
        Box::pin(async move {
            let taken = connections
                .take(may_be_used)
                .map_err(|invalid| TransportError::not_connected(invalid.to_string()))?;
            let exchange = Exchange {
                taken,
                body: (!request.body().is_empty()).then(Arc::default),
                bodies,
                progress,
            };
            exchange.run(request, max_size).await
        })
    }

    fn discard_connections(&self) {
        self.connections.discard_connections();
    }
}

/// One exchange. When it is dropped before its end, nothing more of it is sent.
struct Exchange {
    taken: Taken,
    /// `None` if the request is sent without a body.
    body: Option<Arc<BodyState>>,
    bodies: BodyBudget,
    progress: AttemptProgress,
}

impl Drop for Exchange {
    fn drop(&mut self) {
        // hyper sends the rest of a body even if the response was complete before.
        if let Some(body) = &self.body {
            body.cancel();
        }
        if self.progress.has_timed_out() {
            self.taken.discard_after_timeout();
        }
    }
}

impl Exchange {
    async fn run(
        self,
        request: http::Request<Bytes>,
        max_size: u64,
    ) -> Result<RawResponse, TransportError> {
        let request = self.request(request)?;
        let client = self.taken.client();
        let mut response = client.execute(request).await.map_err(send_error)?;
        self.taken.record_response(response.version());
        let (version, status) = (response.version(), response.status());
        let mut headers = std::mem::take(response.headers_mut());
        if framing::is_ambiguous(version, &headers) {
            self.taken.discard();
            let detail = "both Content-Length and Transfer-Encoding";
            return Err(TransportError::interrupted(detail));
        }
        if framing::has_unknown_coding(version, &headers) {
            let detail = "unknown Transfer-Encoding";
            return Err(TransportError::interrupted(detail).with_head(status, headers));
        }
        if framing::announces_body_in_vain(version, status, &headers) {
            self.taken.discard();
        }
        // A body that has no length ends with the connection or, in HTTP/2, when the server says that it has
        // no error; a body that was cut may end so, too.
        let has_no_end = framing::ends_with_connection(version, status, &headers);
        let has_no_length = version >= Version::HTTP_2
            && status != StatusCode::NO_CONTENT
            && response.content_length().is_none();
        let max_size = match status.is_success() {
            true => max_size,
            false => max_size.min(MAX_ERROR_BODY),
        };
        let body = ResponseBody::new(&mut headers, response.content_length(), max_size);
        self.progress.record_head(status, headers);
        let body = read_body(response, body, max_size, &self.bodies).await;
        let headers = self.progress.take_head().map(|head| head.1);
        let headers = headers.unwrap_or_default();
        let is_success = status.is_success();
        let error = match body {
            // JSON has an end of its own, unless all of it is missing.
            Ok(body)
                if is_success
                    && (has_no_end || has_no_length)
                    && body.iter().all(u8::is_ascii_whitespace) =>
            {
                TransportError::interrupted("body without a length, which may be truncated")
            }
            Ok(_) if is_success && !self.is_request_written(version) => {
                self.taken.discard();
                TransportError::interrupted("response before the request body was sent")
            }
            Ok(body) => return Ok(RawResponse::new(status, headers, body)),
            Err(error) => error,
        };
        Err(error.with_head(status, headers))
    }

    fn is_request_written(&self, version: Version) -> bool {
        let body = self.body.as_ref();
        body.is_none_or(|body| body.is_written(version))
    }

    /// The request, with a body that records what became of it.
    fn request(&self, request: http::Request<Bytes>) -> Result<reqwest::Request, TransportError> {
        #[cfg_attr(not(feature = "gzip"), expect(unused_mut))]
        let (mut parts, bytes) = request.into_parts();
        #[cfg(feature = "gzip")]
        parts
            .headers
            .entry(http::header::ACCEPT_ENCODING)
            .or_insert(http::HeaderValue::from_static("gzip"));
        let body = match &self.body {
            Some(state) => reqwest::Body::wrap(RequestBody::new(bytes, Arc::clone(state))),
            None => reqwest::Body::from(bytes),
        };
        let request = http::Request::from_parts(parts, body);
        reqwest::Request::try_from(request).map_err(send_error)
    }
}

async fn read_body(
    mut response: reqwest::Response,
    mut body: ResponseBody,
    max_size: u64,
    bodies: &BodyBudget,
) -> Result<Bytes, TransportError> {
    let mut share = bodies.share();
    if response
        .content_length()
        .is_some_and(|length| length > max_size)
    {
        return Err(TransportError::over_limit(max_size));
    }
    while let Some(mut received) = response.chunk().await.map_err(read_error)? {
        loop {
            body.push(&mut received)?;
            share.grow_to(body.size(), max_size)?;
            if received.is_empty() {
                break;
            }
            // It is the turn of other tasks, and of the timeout.
            yield_now().await;
        }
    }
    body.finish()
}
