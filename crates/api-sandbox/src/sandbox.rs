//! A sandbox, and its builder.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use tokio::task::JoinHandle;

use crate::context::Context;
use crate::control::Control;
use crate::credentials::{CREDENTIALS, Credentials, PaymentEnvironment};
use crate::openapi::tester_page;
use crate::server::{listen, serve};
use crate::state::State;
use crate::state::time::Clock;

/// A test double of the remote services, on a port of loopback. It stops on drop.
#[derive(Debug)]
#[doc(alias = "mock")]
#[doc(alias = "fake")]
pub struct Sandbox {
    control: Control,
    server: JoinHandle<()>,
}

/// Configures and starts a [`Sandbox`].
#[derive(Clone, Debug, Default)]
pub struct SandboxBuilder {
    port: u16,
    seed: u64,
    clock: Option<Timestamp>,
    data_file: Option<PathBuf>,
    allowed_callbacks: Vec<SocketAddr>,
    deny_unknown_fields: bool,
    deny_filter_times: bool,
    print_requests: bool,
}

impl Sandbox {
    /// Starts a sandbox with the default configuration: a free port, the demo data, everything in
    /// memory.
    ///
    /// Requires a Tokio runtime with the time and I/O drivers enabled, whose tasks serve the
    /// requests: code that blocks the only thread of the runtime waits in vain for a response.
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

    /// Its socket address, always on loopback.
    pub fn address(&self) -> SocketAddr {
        self.control.context().address
    }

    /// The base URL of the point-of-sale and vendor APIs. It ends with `/api`, as in the real
    /// services.
    pub fn pos_url(&self) -> String {
        format!("http://{}/api", self.address())
    }

    /// The base URL of one environment of the payments API.
    pub fn payments_url(&self, environment: PaymentEnvironment) -> String {
        format!("http://{}/payments/{}", self.address(), environment.name())
    }

    /// The URL of the tester page, for walking through a payment by hand. Only the Test environment
    /// has one.
    pub fn tester_page_url(&self) -> String {
        let environment = PaymentEnvironment::Test;
        let path = tester_page(environment).unwrap_or_default();
        format!("{}{path}", self.payments_url(environment))
    }

    /// The demo credentials of the point-of-sale and vendor APIs. For payments see
    /// [`PaymentEnvironment::credentials`].
    pub fn credentials(&self) -> Credentials {
        CREDENTIALS
    }

    /// The control handle.
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

impl SandboxBuilder {
    /// The port to listen on. Default: 0, a free port.
    pub fn port(self, port: u16) -> Self {
        Self { port, ..self }
    }

    /// The seed of the demo data. The same seed and clock generate the same data. Default: 0.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets and stops the clock. Default: the system's clock.
    pub fn clock(self, now: Timestamp) -> Self {
        Self {
            clock: Some(now),
            ..self
        }
    }

    /// Stores changes in this file, and restores them from it. Default: in memory.
    pub fn data_file(self, file: impl Into<PathBuf>) -> Self {
        Self {
            data_file: Some(file.into()),
            ..self
        }
    }

    /// Allows callbacks to this address as well, which is not on loopback.
    #[doc(alias = "webhook")]
    pub fn allow_callbacks_to(mut self, address: SocketAddr) -> Self {
        self.allowed_callbacks.push(address);
        self
    }

    /// Rejects requests with fields or parameters that the documents do not name.
    #[doc(alias = "strict")]
    pub fn deny_unknown_fields(self) -> Self {
        Self {
            deny_unknown_fields: true,
            ..self
        }
    }

    /// Rejects filters with a time, as the documents have days only. By default, filters accept the
    /// times of responses as well.
    #[doc(alias = "strict")]
    pub fn deny_filter_times(self) -> Self {
        Self {
            deny_filter_times: true,
            ..self
        }
    }

    /// Prints a line for each request.
    pub fn print_requests(self) -> Self {
        Self {
            print_requests: true,
            ..self
        }
    }

    /// Starts the sandbox.
    ///
    /// # Errors
    ///
    /// The port is in use, or the data file cannot be read, written or parsed.
    pub async fn start(self) -> std::io::Result<Sandbox> {
        let listener = listen(self.port)?;
        let address = listener.local_addr()?;
        let state = State::open(self.seed, Clock::new(self.clock), self.data_file)?;
        let context = Context::new(
            address,
            state,
            self.allowed_callbacks,
            self.deny_unknown_fields,
            self.print_requests,
            tokio::runtime::Handle::current(),
        );
        context.set_deny_filter_times(self.deny_filter_times);
        let context = Arc::new(context);
        let server = tokio::spawn(serve(listener, Arc::clone(&context)));
        Ok(Sandbox {
            control: Control::new(context),
            server,
        })
    }
}
