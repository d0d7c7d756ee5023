//! Accepts connections, within bounds.

use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::exchange::exchange;
use crate::shared::Shared;

/// The most connections at a time; others wait to be accepted.
const CONNECTIONS: usize = 256;
/// How long a request's head may take. A connection without a request closes after it, too.
const HEAD_TIME: Duration = Duration::from_secs(8);
/// The most of a request's head.
const HEAD: usize = 64 * 1024;

/// Serves until it is dropped, and closes its connections then.
pub(crate) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    let mut connections = JoinSet::new();
    loop {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else {
            return;
        };
        let stream = loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => break stream,
                    // Out of descriptors, or gone before it was accepted: others may do better.
                    Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
                },
                Some(_) = connections.join_next() => {}
            }
        };
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
    let service = service_fn(move |request| exchange(Arc::clone(&shared), request));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service);
    // What goes wrong here is between the client and the socket: the client sees it.
    let _ = served.await;
}
