//! The default transport, which uses reqwest.

use bytes::{Bytes, BytesMut};

use crate::error::invalid_field::InvalidField;
use crate::transport::classify::{read_error, send_error};
use crate::transport::pool::{PoolConfig, Pools};
use crate::transport::{BoxFuture, Transport, TransportError};
use crate::{Attempt, RawResponse};

/// Sends requests with reqwest, over pooled connections.
pub(crate) struct ReqwestTransport {
    pools: Pools,
}

impl ReqwestTransport {
    pub(crate) fn new(config: &PoolConfig) -> Result<Self, InvalidField> {
        Ok(Self {
            pools: config.build()?,
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
        let client = self.pools.client(attempt.retry).clone();
        let max_size = attempt.max_response_size;
        Box::pin(async move {
            let request = reqwest::Request::try_from(request).map_err(send_error)?;
            let url = request.url().clone();
            let mut response = client.execute(request).await.map_err(send_error)?;
            if *response.url() != url {
                return Err(TransportError::redirected());
            }
            let status = response.status();
            let headers = std::mem::take(response.headers_mut());
            match read_body(response, max_size).await {
                Ok(body) => Ok(RawResponse::new(status, headers, body)),
                Err(error) => Err(error.with_head(status, headers)),
            }
        })
    }
}

async fn read_body(
    mut response: reqwest::Response,
    max_size: u64,
) -> Result<Bytes, TransportError> {
    if response
        .content_length()
        .is_some_and(|length| length > max_size)
    {
        return Err(TransportError::over_limit(max_size));
    }
    // Most bodies are a single chunk, which is not copied.
    let mut first = Bytes::new();
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(read_error)? {
        if (first.len() + body.len() + chunk.len()) as u64 > max_size {
            return Err(TransportError::over_limit(max_size));
        }
        if first.is_empty() && body.is_empty() {
            first = chunk;
        } else {
            body.extend_from_slice(&std::mem::take(&mut first));
            body.extend_from_slice(&chunk);
        }
    }
    Ok(if body.is_empty() {
        first
    } else {
        body.freeze()
    })
}
