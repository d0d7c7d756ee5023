//! A connection, and whether it waits for its client.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// The time between two requests for the eviction of a connection.
const EVICTION_PAUSE_MICROS: u64 = 100_000;

/// What a connection waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(super) enum Phase {
    /// The client, to send a head or to read a response.
    Client = 0,
    /// The client, to send a body.
    Body = 1,
    /// The client, to send the rest of a large body.
    LargeBody = 2,
    /// The sandbox.
    Sandbox = 3,
}

impl Phase {
    const BITS: u32 = 2;

    fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::Client,
            1 => Self::Body,
            2 => Self::LargeBody,
            _ => Self::Sandbox,
        }
    }
}

/// The state of a connection, which its task and the pool share.
#[derive(Debug)]
pub(super) struct Connection {
    /// The address that the client has connected to.
    pub(super) local: SocketAddr,
    epoch: Instant,
    /// The phase, and the microseconds from the epoch until it began. Only the task changes it.
    phase: AtomicU64,
    /// The microseconds from the epoch until the last request for an eviction.
    evicted: AtomicU64,
    eviction: Notify,
}

impl Connection {
    pub(super) fn new(local: SocketAddr) -> Self {
        Self {
            local,
            epoch: Instant::now(),
            phase: AtomicU64::new(0),
            evicted: AtomicU64::new(0),
            eviction: Notify::new(),
        }
    }

    /// Begins a phase.
    pub(super) fn begin(&self, phase: Phase) {
        let packed = (self.micros(Instant::now()) << Phase::BITS) | phase as u64;
        self.phase.store(packed, Ordering::Release);
    }

    pub(super) fn phase(&self) -> Phase {
        Phase::from_bits(self.phase.load(Ordering::Acquire))
    }

    /// The phase, and the time since its begin; `None` shortly after a request for an eviction,
    /// which the task may not have seen yet.
    pub(super) fn waiting(&self, now: Instant) -> Option<(Phase, Duration)> {
        let evicted = self.evicted.load(Ordering::Relaxed);
        let now = self.micros(now);
        if evicted != 0 && now.saturating_sub(evicted) < EVICTION_PAUSE_MICROS {
            return None;
        }
        let packed = self.phase.load(Ordering::Acquire);
        let waited = now.saturating_sub(packed >> Phase::BITS);
        Some((Phase::from_bits(packed), Duration::from_micros(waited)))
    }

    /// Requests that the task closes the connection if it still waits for the client.
    pub(super) fn evict(&self) {
        let now = self.micros(Instant::now());
        self.evicted.store(now, Ordering::Relaxed);
        self.eviction.notify_waiters();
    }

    fn micros(&self, time: Instant) -> u64 {
        let elapsed = time.saturating_duration_since(self.epoch).as_micros();
        u64::try_from(elapsed).unwrap_or(u64::MAX)
    }

    /// Waits for a request to close the connection.
    pub(super) fn evicted(&self) -> Notified<'_> {
        self.eviction.notified()
    }
}

/// The stream of a connection. Each write restarts the wait for the client, which reads.
pub(super) struct TrackedStream {
    stream: TcpStream,
    connection: Arc<Connection>,
}

impl TrackedStream {
    pub(super) fn new(stream: TcpStream, connection: Arc<Connection>) -> Self {
        Self { stream, connection }
    }
}

impl AsyncRead for TrackedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for TrackedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note_write(&written);
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.note_write(&written);
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl TrackedStream {
    fn note_write(&self, written: &Poll<io::Result<usize>>) {
        if matches!(written, Poll::Ready(Ok(_))) && self.connection.phase() == Phase::Client {
            self.connection.begin(Phase::Client);
        }
    }
}
