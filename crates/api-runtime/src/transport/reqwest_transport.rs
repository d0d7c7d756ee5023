//! The default transport, which uses reqwest.

use std::future::ready;
use std::sync::Arc;

use bytes::Bytes;
use http::HeaderMap;

use crate::error::invalid_field::InvalidField;
use crate::transport::classify::{read_error, send_error};
use crate::transport::framing;
#[cfg(feature = "gzip")]
use crate::transport::gzip;
use crate::transport::pool::{Pool, PoolClient, PoolConfig, Pools};
use crate::transport::progress::AttemptProgress;
use crate::transport::request_body::{BodyState, RequestBody};
use crate::transport::response_body::ResponseBody;
use crate::transport::{BoxFuture, Transport, TransportError};
use crate::{Attempt, RawResponse, Retry};

/// Sends requests with reqwest, over pooled connections.
pub(crate) struct ReqwestTransport {
    pools: Pools,
}

impl ReqwestTransport {
    pub(crate) fn new(config: PoolConfig) -> Result<Self, InvalidField> {
        Ok(Self {
            pools: Pools::new(config)?,
        })
    }

    /// Uses a client that the caller provides.
    pub(crate) fn from_client(client: reqwest::Client) -> Self {
        Self {
            pools: Pools::from_client(client),
        }
    }
}

impl Transport for ReqwestTransport {
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let pool = Arc::clone(self.pools.pool(attempt.retry));
        let client = match pool.client() {
            Ok(client) => client,
            Err(invalid) => {
                let error = TransportError::not_connected(invalid.to_string());
                return Box::pin(ready(Err(error)));
            }
        };
        let progress = request.extensions().get().cloned().unwrap_or_default();
        let exchange = Exchange {
            pool,
            client,
            body: BodyState::default(),
            progress,
            is_over: false,
        };
        let is_write = !matches!(attempt.retry, Retry::Safe | Retry::Idempotent);
        Box::pin(exchange.run(request, is_write, attempt.max_response_size))
    }

    fn discard_connections(&self) {
        self.pools.discard_connections();
    }
}

/// One exchange. When it is dropped before its end, nothing more of it is sent.
struct Exchange {
    pool: Arc<Pool>,
    client: PoolClient,
    body: BodyState,
    progress: AttemptProgress,
    is_over: bool,
}

impl Drop for Exchange {
    fn drop(&mut self) {
        // hyper sends the rest of a body even if the response was complete before.
        self.body.cancel();
        if !self.is_over && self.progress.has_timed_out() {
            self.pool.discard_after_timeout(&self.client);
        }
    }
}

impl Exchange {
    async fn run(
        mut self,
        request: http::Request<Bytes>,
        is_write: bool,
        max_size: u64,
    ) -> Result<RawResponse, TransportError> {
        let result = self.exchange(request, is_write, max_size).await;
        self.is_over = true;
        result
    }

    async fn exchange(
        &self,
        request: http::Request<Bytes>,
        is_write: bool,
        max_size: u64,
    ) -> Result<RawResponse, TransportError> {
        let request = self.request(request, is_write)?;
        let url = request.url().clone();
        let client = &self.client.client;
        let mut response = client.execute(request).await.map_err(send_error)?;
        self.client.record_version(response.version());
        if *response.url() != url {
            return Err(TransportError::redirected());
        }
        let (version, status) = (response.version(), response.status());
        let mut headers = std::mem::take(response.headers_mut());
        if framing::is_ambiguous(version, &headers) {
            self.pool.discard_connections_of(&self.client);
            let detail = "both Content-Length and Transfer-Encoding";
            return Err(TransportError::interrupted(detail));
        }
        // Without an end of its own, a body that was cut looks whole.
        let may_be_cut = self.pool.hides_truncation()
            && framing::ends_with_connection(version, status, &headers);
        let body = response_body(&mut headers, max_size);
        self.progress.record_head(status, headers);
        let body = read_body(response, body, max_size).await;
        let headers = self.progress.take_head().map(|head| head.1);
        let headers = headers.unwrap_or_default();
        let is_success = status.is_success();
        let error = match body {
            Ok(_) if is_success && may_be_cut => {
                TransportError::interrupted("body without a length, which may be truncated")
            }
            Ok(_) if is_success && !self.body.is_written() => {
                self.pool.discard_connections_of(&self.client);
                TransportError::interrupted("response before the request body was sent")
            }
            Ok(body) => return Ok(RawResponse::new(status, headers, body)),
            Err(error) => error,
        };
        Err(error.with_head(status, headers))
    }

    /// The request, with a body that records what became of it.
    fn request(
        &self,
        request: http::Request<Bytes>,
        is_write: bool,
    ) -> Result<reqwest::Request, TransportError> {
        let (mut parts, bytes) = request.into_parts();
        #[cfg(feature = "gzip")]
        parts
            .headers
            .entry(http::header::ACCEPT_ENCODING)
            .or_insert(http::HeaderValue::from_static("gzip"));
        // For the connection, a request without a body is complete with its head.
        let is_end_reported_late =
            cfg!(feature = "http2") && is_write && parts.uri.scheme_str() == Some("https");
        parts.extensions.clear();
        if bytes.is_empty() && !is_end_reported_late {
            self.body.set_written();
            let request = http::Request::from_parts(parts, Bytes::new());
            return reqwest::Request::try_from(request).map_err(send_error);
        }
        let body = RequestBody::new(bytes, is_end_reported_late, self.body.clone());
        let request = http::Request::from_parts(parts, reqwest::Body::wrap(body));
        reqwest::Request::try_from(request).map_err(send_error)
    }
}

#[cfg(feature = "gzip")]
fn response_body(headers: &mut HeaderMap, max_size: u64) -> ResponseBody {
    match gzip::take_encoding(headers) {
        true => ResponseBody::packed(max_size),
        false => ResponseBody::plain(max_size),
    }
}

#[cfg(not(feature = "gzip"))]
fn response_body(_: &mut HeaderMap, max_size: u64) -> ResponseBody {
    ResponseBody::plain(max_size)
}

async fn read_body(
    mut response: reqwest::Response,
    mut body: ResponseBody,
    max_size: u64,
) -> Result<Bytes, TransportError> {
    if response
        .content_length()
        .is_some_and(|length| length > max_size)
    {
        return Err(TransportError::over_limit(max_size));
    }
    while let Some(chunk) = response.chunk().await.map_err(read_error)? {
        body.push(chunk)?;
    }
    body.finish()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;
    use crate::{Method, Retry};

    /// A server that leaves connections open, and counts them.
    async fn open_server() -> (String, Arc<AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let connections = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(async move {
                    while stream.read(&mut [0; 4096]).await.is_ok_and(|n| n > 0) {
                        let bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
                        stream.write_all(bytes).await.unwrap();
                    }
                });
            }
        });
        (url, connections)
    }

    #[tokio::test]
    async fn discarded_connections_are_not_used_again() {
        let (url, connections) = open_server().await;
        let transport = ReqwestTransport::new(PoolConfig {
            connect_timeout: Duration::from_secs(3),
            proxy: None,
            is_plain: true,
        })
        .unwrap();
        let shared = ReqwestTransport::from_client(reqwest::Client::new());
        let attempt = Attempt {
            api: "shop",
            operation: "get",
            method: Method::Get,
            path_template: "/",
            retry: Retry::Safe,
            number: 1,
            max_response_size: 10,
        };
        let mut total = 0;
        for (transport, opened) in [(&transport, 2), (&shared, 1)] {
            for _ in 0..2 {
                let request = || http::Request::get(&url).body(Bytes::new()).unwrap();
                transport.send(request(), &attempt).await.unwrap();
                transport.send(request(), &attempt).await.unwrap();
                transport.discard_connections();
                transport.discard_connections();
            }
            total += opened;
            assert_eq!(connections.load(Ordering::SeqCst), total);
        }
    }
}
