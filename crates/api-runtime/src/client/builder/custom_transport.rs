//! The setters of a transport other than the default one.

use crate::client::builder::ClientBuilder;
use crate::operation::api::Api;
use crate::transport::Transport;

impl<A: Api, C> ClientBuilder<A, C> {
    /// Sets the transport, which sends each attempt. Credentials, timeouts and retries are above
    /// it.
    ///
    /// The connect timeout and the proxy of this builder are not used, and a root certificate is an
    /// error. To delegate to the default transport, use [`wrap_transport`](Self::wrap_transport).
    pub fn transport(mut self, transport: impl Transport) -> Self {
        self.transport = Some(Box::new(transport));
        self
    }

    /// Wraps the transport in another one, such as a circuit breaker, a limit of requests in flight or an
    /// audit log.
    ///
    /// `wrap` is called by [`build`](Self::build) with the default transport, which has the connect
    /// timeout and the proxy of this builder, or the one set by [`transport`](Self::transport). A wrapper that is added later is outside of earlier ones.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::sync::Arc;
    /// use std::time::Duration;
    ///
    /// use api_runtime::http::Request;
    /// use api_runtime::{BoxFuture, RawResponse};
    /// use api_runtime::observe::Attempt;
    /// use api_runtime::transport::{Bytes, Transport, TransportError};
    /// use shop_client::{Client, GetOrder};
    /// use tokio::sync::Semaphore;
    ///
    /// /// At most so many requests are in flight.
    /// struct Limited<T> {
    ///     inner: T,
    ///     permits: Arc<Semaphore>,
    /// }
    ///
    /// impl<T: Transport> Transport for Limited<T> {
    ///     fn send(
    ///         &self,
    ///         request: Request<Bytes>,
    ///         attempt: &Attempt<'_>,
    ///     ) -> BoxFuture<Result<RawResponse, TransportError>> {
    ///         let permits = Arc::clone(&self.permits);
    ///         let progress = attempt.progress();
    ///         let sent = self.inner.send(request, attempt); // starts when it is polled
    ///         Box::pin(async move {
    ///             progress.record_waiting(); // a timeout or a drop here: not sent
    ///             let closed = |_| TransportError::not_sent("shutting down");
    ///             let _permit = permits.acquire_owned().await.map_err(closed)?;
    ///             progress.record_sending();
    ///             sent.await // errors are classified by the inner transport
    ///         })
    ///     }
    ///
    ///     fn discard_connections(&self) {
    ///         self.inner.discard_connections();
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let config = shop_client::config();
    /// let permits = Arc::new(Semaphore::new(10));
    /// let client = Client::builder(config)
    ///     .connect_timeout(Duration::from_secs(1))
    /// #   .transport(shop_client::responses([(200, r#"{"id": 7}"#)]))
    ///     .wrap_transport(move |inner| Limited { inner, permits })
    ///     .build()?;
    /// assert_eq!(client.send(GetOrder::new(7)).await?.id, Some(7));
    /// # Ok(())
    /// # }
    /// ```
    #[doc(alias = "middleware")]
    #[doc(alias = "interceptor")]
    #[doc(alias = "circuit breaker")]
    pub fn wrap_transport<T: Transport>(
        mut self,
        wrap: impl FnOnce(Box<dyn Transport>) -> T + Send + Sync + 'static,
    ) -> Self {
        self.wrappers.push(Box::new(|inner| Box::new(wrap(inner))));
        self
    }
}
