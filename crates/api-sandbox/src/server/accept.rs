//! Listens, and serves connections.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::handle::{Connection, handle};
use crate::context::Context;

/// The bytes of the longest head. Longer ones are rejected by hyper, without a body.
const MAX_HEAD: usize = 64 * 1024;

/// Listens on an address. Port 0 is a free one.
pub(crate) async fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| {
        let reason = match error.kind() {
            io::ErrorKind::AddrInUse => format!("port {} is in use", address.port()),
            io::ErrorKind::AddrNotAvailable => "no interface has this address".to_owned(),
            _ => error.to_string(),
        };
        io::Error::new(
            error.kind(),
            format!("cannot listen on {address}: {reason}"),
        )
    })
}

/// Serves until the sandbox is stopped, and then until all requests have their
/// responses. Dropping the future closes all connections.
pub(crate) async fn serve(listener: TcpListener, context: Arc<Context>, request_timeout: Duration) {
    let mut stop = context.stopped.subscribe();
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(&mut stop) => break,
        };
        let local = accepted.and_then(|(stream, _)| Ok((stream.local_addr()?, stream)));
        let Ok((local, stream)) = local else {
            // Out of file descriptors, or closed by the client: the next one may succeed.
            sleep(Duration::from_millis(10)).await;
            continue;
        };
        while connections.try_join_next().is_some() {}
        let connection = Connection {
            context: Arc::clone(&context),
            local,
            request_timeout,
        };
        connections.spawn(serve_connection(stream, connection, stop.clone()));
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

async fn serve_connection(
    stream: TcpStream,
    connection: Connection,
    mut stop: watch::Receiver<bool>,
) {
    // Small responses must not wait for more data.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request| handle(&connection, request));
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        // Closes idle connections, too.
        .header_read_timeout(connection.request_timeout)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut serving = std::pin::pin!(serving);
    // The client sees the errors of its connection.
    tokio::select! {
        // In this order: a request that has been sent has its response before a stop.
        biased;
        _ = serving.as_mut() => return,
        () = stopped(&mut stop) => {}
    }
    serving.as_mut().graceful_shutdown();
    let _ = serving.await;
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}
