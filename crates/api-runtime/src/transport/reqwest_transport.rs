//! The default transport, which uses reqwest.

use std::future::ready;

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
        let client = match self.pools.pool(attempt.retry).client() {
            Ok(client) => client,
            Err(invalid) => {
                let error = TransportError::not_connected(invalid.to_string());
                return Box::pin(ready(Err(error)));
            }
        };
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

    fn discard_connections(&self) {
        self.pools.discard_connections();
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
