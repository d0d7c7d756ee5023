//! Listens on loopback, and accepts connections within bounds.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::handle::handle;
use crate::context::Context;

/// How many connections wait to be accepted. The usual 1,024 are fewer than a burst can be, and a
/// client whose SYN is dropped retries after a second.
const BACKLOG: u32 = 4_096;
/// How many connections are served at a time; more wait in the backlog. A test whose client runs in
/// the same process needs two file descriptors per connection, and 1,024 descriptors are a usual
/// limit.
const MAX_CONNECTIONS: usize = 256;
/// The time limit for a request's head, which closes idle connections, too.
const HEAD_TIMEOUT: Duration = Duration::from_secs(8);
/// The largest request head.
const MAX_HEAD: usize = 64 * 1024;

/// Listens on a port of loopback; 0 is a free one.
pub(crate) fn listen(port: u16) -> std::io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    // As `TcpListener::bind` does: the port of a sandbox that has just stopped can be used again.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind((Ipv4Addr::LOCALHOST, port).into())?;
    socket.listen(BACKLOG)
}

/// Serves until the future is dropped, which closes all connections.
pub(crate) async fn serve(listener: TcpListener, context: Arc<Context>) {
    let semaphore = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut connections = JoinSet::new();
    loop {
        let Ok(permit) = Arc::clone(&semaphore).acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors, or closed by the client: the next one may succeed.
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        while connections.try_join_next().is_some() {}
        let context = Arc::clone(&context);
        connections.spawn(async move {
            serve_connection(stream, context).await;
            drop(permit);
        });
    }
}

async fn serve_connection(stream: TcpStream, context: Arc<Context>) {
    // Small responses must not wait for more data.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request| handle(Arc::clone(&context), request));
    // The client sees the errors of its connection.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}
