//! A client of reqwest 0.12, in place of that of the crates, which is of reqwest 0.13.

use std::time::Duration;

use pos_v3_client::observe::Attempt;
use pos_v3_client::transport::{Bytes, Transport, TransportError};
use pos_v3_client::{BoxFuture, RawResponse, http};

/// Sends by reqwest 0.12.
pub struct Reqwest012(reqwest::Client);

impl Reqwest012 {
    /// Each request has a connection of its own: on a used one, a write may meet the response to another request.
    pub fn new(builder: reqwest::ClientBuilder) -> Result<Self, reqwest::Error> {
        let builder = builder.redirect(reqwest::redirect::Policy::none());
        let builder = builder.connect_timeout(Duration::from_secs(3));
        builder.pool_max_idle_per_host(0).build().map(Self)
    }
}

impl Transport for Reqwest012 {
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let (client, max_size) = (self.0.clone(), attempt.max_response_size);
        Box::pin(async move {
            let request = request.try_into().map_err(not_sent)?;
            let mut response = client.execute(request).await.map_err(|error| {
                if error.is_connect() {
                    not_sent(error)
                } else {
                    lost(error)
                }
            })?;
            let (status, headers) = (response.status(), response.headers().clone());
            let mut body = Vec::new();
            while let Some(chunk) = response.chunk().await.map_err(lost)? {
                body.extend_from_slice(&chunk);
                if body.len() as u64 > max_size {
                    return Err(TransportError::too_large("the response is too large"));
                }
            }
            Ok(RawResponse::new(status, headers, body))
        })
    }
}

fn not_sent(error: reqwest::Error) -> TransportError {
    TransportError::not_connected("not connected").with_source(error.without_url())
}

fn lost(error: reqwest::Error) -> TransportError {
    TransportError::interrupted("the connection was lost").with_source(error.without_url())
}
