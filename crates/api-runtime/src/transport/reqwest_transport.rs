//! The default transport, which uses reqwest.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, StatusCode, Version};

use crate::body::raw_response::RawResponse;
use crate::config::Config;
use crate::error::Error;
use crate::error::invalid_field::InvalidField;
use crate::future::BoxFuture;
use crate::info::operation_info::Retry;
use crate::observe::attempt::Attempt;
use crate::observe::progress::AttemptProgress;
use crate::operation::api::Api;
use crate::transport::body_budget::BodyBudget;
use crate::transport::classify::{read_error, send_error};
use crate::transport::connector::{ConnectionConfig, Connector, DEFAULT_CONNECT_TIMEOUT};
use crate::transport::framing;
#[cfg(feature = "gzip")]
use crate::transport::gzip;
use crate::transport::pool::{Pool, PoolClient, Pools};
use crate::transport::request_body::{BodyState, RequestBody};
use crate::transport::response_body::ResponseBody;
use crate::transport::{Transport, TransportError};

/// The maximum size of the body of an error status, which has messages and no list.
const MAX_ERROR_BODY: u64 = 2 * 1024 * 1024;

/// The default transport: sends requests with reqwest, over pooled connections.
///
/// Clones share the pools. A transport of your own can delegate to it; see [`Transport`].
#[derive(Clone)]
pub struct ReqwestTransport {
    pools: Pools,
    bodies: BodyBudget,
}

impl ReqwestTransport {
    /// A builder of a reqwest client with the settings of the default transport. Use it to add other
    /// settings, such as a DNS resolver, or to share the client with other requests of the application.
    ///
    /// Redirects, retries and proxies of the environment are off. The connect timeout and the keep-alive
    /// have the defaults of [`ClientBuilder`](crate::ClientBuilder). TLS is configured already, with the
    /// crypto provider of the features: settings for root certificates, client certificates and TLS
    /// versions have no effect, except `tls_backend_preconfigured`.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::net::{IpAddr, Ipv4Addr};
    ///
    /// use api_runtime::transport::ReqwestTransport;
    /// use shop_client::Client;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let config = shop_client::config();
    /// let shared = ReqwestTransport::http_client_builder(&config)?
    ///     .local_address(IpAddr::from(Ipv4Addr::LOCALHOST))
    ///     .build()?;
    /// let transport = ReqwestTransport::from_client(shared.clone());
    /// let client = Client::builder(config).transport(transport).build()?;
    /// # let _ = (client, shared);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config) if TLS cannot be set up.
    pub fn http_client_builder<A: Api, C>(
        config: &Config<A, C>,
    ) -> Result<reqwest::ClientBuilder, Error> {
        Connector::shared(default_connections(config))
            .and_then(|connector| connector.builder())
            .map_err(|invalid_field| Error::config(A::NAME, vec![invalid_field]))
    }

    /// Shares the connections and TLS settings of a reqwest client of the application.
    ///
    /// For an authority of your own, [`ClientBuilder::add_root_certificate`] is enough.
    ///
    /// The connect timeout, proxy, cookies and idle timeout of the reqwest client replace those of the
    /// [`ClientBuilder`]. Other timeouts of the reqwest client apply in addition.
    /// [`http_client_builder`](Self::http_client_builder) starts with the settings that a client needs.
    /// Without it, configure
    ///
    /// - `redirect(reqwest::redirect::Policy::none())`: if the client follows a redirect, the call
    ///   fails with kind [`Redirect`](crate::ErrorKind::Redirect), but the request has already been
    ///   sent to another URL, with the header of an API key: for another host, reqwest removes only
    ///   `Authorization`;
    /// - `retry(reqwest::retry::never())`: retries inside reqwest are not counted as attempts;
    /// - `http2_keep_alive_interval`, `http2_keep_alive_timeout` and `http2_keep_alive_while_idle`, or
    ///   a connection of HTTP/2 that does not respond any more is used again: connections of this
    ///   client are shared, so they are not given up after a timeout or an invalid response.
    ///
    /// With native TLS, a body without a length that was cut off looks whole.
    ///
    /// [`ClientBuilder`]: crate::ClientBuilder
    /// [`ClientBuilder::add_root_certificate`]: crate::ClientBuilder::add_root_certificate
    pub fn from_client(client: reqwest::Client) -> Self {
        Self {
            pools: Pools::from_client(client),
            bodies: BodyBudget::default(),
        }
    }

    pub(crate) fn with_connections(config: ConnectionConfig) -> Result<Self, InvalidField> {
        Ok(Self {
            pools: Pools::new(config)?,
            bodies: BodyBudget::default(),
        })
    }
}

fn default_connections<A: Api, C>(config: &Config<A, C>) -> ConnectionConfig {
    ConnectionConfig {
        connect_timeout: DEFAULT_CONNECT_TIMEOUT,
        proxy: None,
        roots: Vec::new(),
        is_plain: config.base.is_plain,
    }
}

impl fmt::Debug for ReqwestTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReqwestTransport").finish_non_exhaustive()
    }
}

impl Transport for ReqwestTransport {
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let pool = Arc::clone(self.pools.pool(attempt.retry));
        let is_read = matches!(attempt.retry, Retry::Safe | Retry::Idempotent);
        let progress = attempt.progress();
        let max_size = attempt.max_response_size;
        let bodies = self.bodies.clone();
        Box::pin(async move {
            // Not before: a transport around this one may wait before it polls the future.
            let client = pool
                .client()
                .map_err(|invalid| TransportError::not_connected(invalid.to_string()))?;
            let exchange = Exchange {
                pool,
                responses_before: client.responses(),
                client,
                body: has_body(&request, is_read).then(BodyState::default),
                bodies,
                progress,
                is_over: false,
            };
            exchange.run(request, max_size).await
        })
    }

    fn discard_connections(&self) {
        self.pools.discard_connections();
    }
}

/// Whether the request is sent with a body, which can be canceled. It may be empty: HTTP/2 would end
/// a request without a body with its head, and that is never canceled.
fn has_body(request: &http::Request<Bytes>, is_read: bool) -> bool {
    let may_be_http2 = cfg!(feature = "http2") && request.uri().scheme_str() == Some("https");
    !request.body().is_empty() || may_be_http2 && !is_read
}

/// One exchange. When it is dropped before its end, nothing more of it is sent.
struct Exchange {
    pool: Arc<Pool>,
    client: PoolClient,
    responses_before: u64,
    /// `None` if the request is sent without a body.
    body: Option<BodyState>,
    bodies: BodyBudget,
    progress: AttemptProgress,
    is_over: bool,
}

impl Drop for Exchange {
    fn drop(&mut self) {
        // hyper sends the rest of a body even if the response was complete before.
        if let Some(body) = &self.body {
            body.cancel();
        }
        if !self.is_over && self.progress.has_timed_out() {
            let Self { pool, client, .. } = self;
            pool.discard_after_timeout(client, self.responses_before);
        }
    }
}

impl Exchange {
    async fn run(
        mut self,
        request: http::Request<Bytes>,
        max_size: u64,
    ) -> Result<RawResponse, TransportError> {
        let result = self.exchange(request, max_size).await;
        self.is_over = true;
        result
    }

    async fn exchange(
        &self,
        request: http::Request<Bytes>,
        max_size: u64,
    ) -> Result<RawResponse, TransportError> {
        let request = self.request(request)?;
        let url = request.url().clone();
        let client = &self.client.client;
        let mut response = client.execute(request).await.map_err(send_error)?;
        self.client.record_response(response.version());
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
        if framing::has_unknown_coding(version, &headers) {
            let detail = "unknown Transfer-Encoding";
            return Err(TransportError::interrupted(detail).with_head(status, headers));
        }
        if framing::announces_body_in_vain(version, status, &headers) {
            self.pool.discard_connections_of(&self.client);
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
        let body = response_body(&mut headers, max_size);
        self.progress.record_head(status, headers);
        let body = read_body(response, body, max_size, &self.bodies).await;
        let headers = self.progress.take_head().map(|head| head.1);
        let headers = headers.unwrap_or_default();
        let is_success = status.is_success();
        let error = match body {
            // JSON has an end of its own, unless all of it is missing.
            Ok(body)
                if is_success && (has_no_end || has_no_length) && body.trim_ascii().is_empty() =>
            {
                TransportError::interrupted("body without a length, which may be truncated")
            }
            Ok(_) if is_success && !self.is_request_written(version) => {
                self.pool.discard_connections_of(&self.client);
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
            Some(state) => reqwest::Body::wrap(RequestBody::new(bytes, state.clone())),
            None => reqwest::Body::from(bytes),
        };
        let request = http::Request::from_parts(parts, body);
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
    bodies: &BodyBudget,
) -> Result<Bytes, TransportError> {
    let mut share = bodies.share();
    if response
        .content_length()
        .is_some_and(|length| length > max_size)
    {
        return Err(TransportError::over_limit(max_size));
    }
    body = body.with_length(response.content_length());
    while let Some(chunk) = response.chunk().await.map_err(read_error)? {
        body.push(chunk)?;
        share.grow_to(body.size(), max_size)?;
    }
    body.finish()
}
