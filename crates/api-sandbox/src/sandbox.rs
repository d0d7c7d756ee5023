//! A sandbox, and how it starts.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinHandle;

use crate::context::Shared;
use crate::control::Control;
use crate::credentials::{CREDENTIALS, Credentials, PaymentEnvironment};
use crate::openapi::tester_page;
use crate::server::accept::serve;
use crate::state::World;
use crate::state::time::Clock;

/// The remote services, on a port of loopback. It stops when it is dropped.
#[derive(Debug)]
pub struct Sandbox {
    control: Control,
    server: JoinHandle<()>,
}

/// How a sandbox starts.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    port: u16,
    seed: u64,
    clock: Option<Timestamp>,
    data: Option<PathBuf>,
    allowed: Vec<SocketAddr>,
    refuse_unknown_fields: bool,
    show: bool,
}

impl Sandbox {
    /// A sandbox on a free port, with the demo data, and nothing kept.
    ///
    /// It needs a tokio runtime with its time and its I/O enabled.
    ///
    /// # Errors
    ///
    /// There is no free port.
    pub async fn start() -> std::io::Result<Self> {
        Self::builder().start().await
    }

    /// A sandbox with other settings.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// The address that it listens on, always on loopback.
    pub fn address(&self) -> SocketAddr {
        self.control.shared.address
    }

    /// The base address of the point-of-sale and vendor APIs. It ends with `/api`, as the real ones do.
    pub fn pos_url(&self) -> String {
        format!("http://{}/api", self.address())
    }

    /// The base address of one environment of the payments API.
    pub fn payments_url(&self, environment: PaymentEnvironment) -> String {
        format!("http://{}/payments/{}", self.address(), environment.name())
    }

    /// The address of the tester page, on which one walks through a payment. The Test environment alone has one.
    pub fn tester_page_url(&self) -> String {
        let environment = PaymentEnvironment::Test;
        let path = tester_page(environment).unwrap_or_default();
        format!("{}{path}", self.payments_url(environment))
    }

    /// The demo credentials of the point-of-sale and vendor APIs. Those of payments are
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
        self.control.shared.courier.stop();
    }
}

impl Builder {
    /// Listens on this port; 0 is a free one.
    pub fn port(self, port: u16) -> Self {
        Self { port, ..self }
    }

    /// Makes other demo data. The same seed and clock make the same data.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the clock, which then stands still until it is moved. Otherwise it is the system's.
    pub fn clock(self, now: Timestamp) -> Self {
        Self {
            clock: Some(now),
            ..self
        }
    }

    /// Keeps what requests change in this file, and goes on with what it holds.
    pub fn data(self, file: impl Into<PathBuf>) -> Self {
        Self {
            data: Some(file.into()),
            ..self
        }
    }

    /// Lets callbacks go to this address, too, which is not on loopback.
    pub fn allow_callbacks_to(mut self, address: SocketAddr) -> Self {
        self.allowed.push(address);
        self
    }

    /// Refuses requests with fields or parameters that the description does not name.
    pub fn refuse_unknown_fields(self) -> Self {
        Self {
            refuse_unknown_fields: true,
            ..self
        }
    }

    /// Prints a line for each request.
    pub fn show_requests(self) -> Self {
        Self { show: true, ..self }
    }

    /// Starts it.
    ///
    /// # Errors
    ///
    /// The port is taken, or the data file cannot be read or written, or is none of a sandbox.
    pub async fn start(self) -> std::io::Result<Sandbox> {
        let listener = listen(self.port)?;
        let address = listener.local_addr()?;
        let world = World::open(self.seed, Clock::new(self.clock), self.data)?;
        let runtime = tokio::runtime::Handle::current();
        let shared = Shared::new(
            address,
            world,
            self.allowed,
            self.refuse_unknown_fields,
            self.show,
            runtime,
        );
        let shared = Arc::new(shared);
        let server = tokio::spawn(serve(listener, Arc::clone(&shared)));
        Ok(Sandbox {
            control: Control { shared },
            server,
        })
    }
}

/// How many connections may wait to be accepted. The usual 1,024 are fewer than a burst can be, and a client whose
/// first packet finds no place waits for a second before it tries again.
const WAITING: u32 = 4_096;

/// A port of loopback, and of nothing else.
fn listen(port: u16) -> std::io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    // As a listener has it by default on such systems: the port of a sandbox that was just stopped is free.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind((Ipv4Addr::LOCALHOST, port).into())?;
    socket.listen(WAITING)
}
