//! Accepts connections, within bounds.

use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::context::Shared;
use crate::server::handle::exchange;

/// How many connections are served at a time; more wait in the listener's backlog. A test whose client runs in the
/// same process needs two file descriptors per connection, and 1,024 descriptors are a usual limit.
const MAX_CONNECTIONS: usize = 256;
/// How long a request's head may take. A connection without a request closes after it, too.
const HEAD_TIME: Duration = Duration::from_secs(8);
/// The most of a request's head.
const HEAD: usize = 64 * 1024;

/// Serves until it is dropped, and closes its connections then.
pub(crate) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let free = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut connections = JoinSet::new();
    loop {
        let Ok(permit) = Arc::clone(&free).acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            // Out of descriptors, or gone before it was accepted: others may do better.
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        while connections.try_join_next().is_some() {}
        let shared = Arc::clone(&shared);
        connections.spawn(async move {
            connection(stream, shared).await;
            drop(permit);
        });
    }
}

async fn connection(stream: TcpStream, shared: Arc<Shared>) {
    // Small replies are sent at once.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request| exchange(Arc::clone(&shared), request));
    // What goes wrong here is between the client and the socket: the client sees it.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}
