//! The setters of a transport other than the default one.

use crate::client::builder::ClientBuilder;
use crate::operation::api::Api;
use crate::transport::Transport;
use crate::transport::reqwest_transport::ReqwestTransport;

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
    /// timeout and the proxy of this builder, or the one set by [`transport`](Self::transport) or
    /// [`http_client`](Self::http_client). A wrapper that is added later is outside of earlier ones.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::sync::Arc;
    /// use std::time::Duration;
    ///
    /// use api_runtime::http::Request;
    /// use api_runtime::{Attempt, BoxFuture, Bytes, RawResponse, Transport, TransportError};
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

    /// Sets the reqwest client, to share the connections and TLS settings of the application.
    ///
    /// For an authority of your own, [`add_root_certificate`](Self::add_root_certificate) is enough.
    ///
    /// Its connect timeout, proxy, cookies and idle timeout are used instead of those of this
    /// builder, and its other timeouts apply in addition.
    /// [`ReqwestTransport::http_client_builder`] starts with the settings that a client needs. Without
    /// it, configure
    ///
    /// - `redirect(reqwest::redirect::Policy::none())`: if the client follows a redirect, the call
    ///   fails with kind [`Redirect`](crate::ErrorKind::Redirect), but the request has already been
    ///   sent to another URL, with the header of an API key: for another host, reqwest removes only
    ///   `Authorization`;
    /// - `retry(reqwest::retry::never())`: retries inside reqwest are not counted as attempts;
    /// - `http2_keep_alive_interval`, `http2_keep_alive_timeout` and `http2_keep_alive_while_idle`, or
    ///   a connection of HTTP/2 that does not respond any more is used again: connections of this
    ///   client are shared, so they are not given up after a timeout or an invalid response;
    /// - a `CryptoProvider` of rustls, or `reqwest::Client::new` panics, here and in every crate that
    ///   uses the same version of reqwest: install one with `CryptoProvider::install_default`, or
    ///   enable the feature `rustls-aws-lc`, or `rustls` or `native-tls` of reqwest.
    ///
    /// With native TLS, a body without a length that was cut off looks whole.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::ReqwestTransport;
    /// use shop_client::{Client, GetOrder};
    /// # use shop_client::{Config, Environment, VenueToken};
    /// # use std::{io, net::TcpListener, thread};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let listener = TcpListener::bind("127.0.0.1:0")?;
    /// # let address = format!("http://{}/api", listener.local_addr()?);
    /// # let config = Config::new(Environment::Staging, &address, VenueToken::new("word"))?;
    /// # let server = thread::spawn(move || -> io::Result<()> {
    /// #     let mut stream = listener.accept()?.0;
    /// #     let response = b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id\":7}";
    /// #     io::Read::read(&mut stream, &mut [0; 4096])?; // a small request: a single segment
    /// #     io::Write::write_all(&mut stream, response)
    /// # });
    /// let shared = ReqwestTransport::http_client_builder(&config)?.build()?;
    /// let client = Client::builder(config).http_client(shared.clone()).build()?;
    /// assert_eq!(client.send(GetOrder::new(7)).await?.id, Some(7));
    /// # server.join().unwrap()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn http_client(self, client: reqwest::Client) -> Self {
        self.transport(ReqwestTransport::from_client(client))
    }
}
