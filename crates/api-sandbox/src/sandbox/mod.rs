//! A sandbox, and its builder.

mod builder;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;

use crate::control::Control;
use crate::credentials::{CREDENTIALS, Credentials, PaymentEnvironment};
use crate::openapi::tester_page;
use crate::venue_access::VenueAccess;

pub use builder::SandboxBuilder;

/// A test double of the remote services, by default on a port of loopback. It stops on drop.
#[derive(Debug)]
#[doc(alias = "mock")]
#[doc(alias = "fake")]
pub struct Sandbox {
    control: Control,
    server: JoinHandle<()>,
}

impl Sandbox {
    /// Starts a sandbox with the default configuration: a free port, the demo data, everything in
    /// memory.
    ///
    /// Requires a Tokio runtime with the time and I/O drivers enabled, whose tasks serve the
    /// requests: code that blocks the only thread of the runtime gets no response.
    ///
    /// # Errors
    ///
    /// No port is free.
    pub async fn start() -> std::io::Result<Self> {
        Self::builder().start().await
    }

    /// A builder, for another configuration.
    pub fn builder() -> SandboxBuilder {
        SandboxBuilder::default()
    }

    /// The IP address and the port where the sandbox listens.
    pub fn address(&self) -> SocketAddr {
        self.control.context().endpoint.address
    }

    /// The root URL of the sandbox on this machine, without a path, such as `http://127.0.0.1:4000`.
    pub fn root_url(&self) -> String {
        self.control.context().endpoint.root_url()
    }

    /// The base URL of the point-of-sale and vendor APIs. It ends with `/api`, as in the real
    /// services.
    pub fn pos_url(&self) -> String {
        format!("{}/api", self.root_url())
    }

    /// The base URL of one environment of the payments API.
    pub fn payments_url(&self, environment: PaymentEnvironment) -> String {
        format!("{}/payments/{}", self.root_url(), environment.name())
    }

    /// The URL of the tester page, for walking through a payment by hand. Only the Test environment
    /// has one.
    pub fn tester_page_url(&self) -> String {
        let environment = PaymentEnvironment::Test;
        let path = tester_page(environment).unwrap_or_default();
        format!("{}{path}", self.payments_url(environment))
    }

    /// The demo credentials of the point-of-sale and vendor APIs. With fixtures, a venue without tokens of
    /// its own has demo tokens, see [`venues`](Self::venues). For payments, see
    /// [`PaymentEnvironment::credentials`].
    pub fn credentials(&self) -> Credentials {
        CREDENTIALS
    }

    /// Stops accepting connections, and waits at most this long until all requests have their
    /// responses and all callbacks an outcome. A drop without this call aborts them.
    pub async fn shutdown(mut self, timeout: Duration) {
        self.control.context().stopped.send_replace(true);
        let dispatcher = Arc::clone(&self.control.context().dispatcher);
        let finished = async {
            let _ = (&mut self.server).await;
            dispatcher.wait_until_idle().await;
        };
        let _ = tokio::time::timeout(timeout, finished).await;
    }

    /// The venues with their credentials: those of the fixtures, or the demo venues.
    pub fn venues(&self) -> Vec<VenueAccess> {
        let profiles = self.control.context().profiles.iter();
        profiles.map(|profile| profile.access.clone()).collect()
    }

    /// A handle to change and to read the state of the sandbox: orders, payments, faults, the clock.
    pub fn control(&self) -> Control {
        self.control.clone()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.server.abort();
        self.control.context().stop();
    }
}
