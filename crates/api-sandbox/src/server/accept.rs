//! Listens, and serves connections.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::handle::{Connection, handle};
use crate::context::Context;

/// The bytes of the longest head. Longer ones are rejected by hyper, without a body.
const MAX_HEAD: usize = 64 * 1024;
/// The response to a request without TLS.
const PLAIN_HTTP_RESPONSE: &[u8] = b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n\
    Content-Length: 35\r\nConnection: close\r\n\r\nthe sandbox serves https, not http\n";

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
    let Some(tls) = connection.context.endpoint.tls() else {
        return serve_http(stream, &connection, stop).await;
    };
    let handshake = async {
        // A record of a handshake.
        let mut first = [0];
        if stream.peek(&mut first).await? == 1 && first != [0x16] {
            // A connection with unread bytes is reset, which discards the response.
            let _ = stream.try_read(&mut [0; 4_096]);
            let _ = stream.try_write(PLAIN_HTTP_RESPONSE);
            return Err(io::ErrorKind::InvalidData.into());
        }
        tls.accept(stream).await
    };
    let accepted = tokio::select! {
        accepted = timeout(connection.request_timeout, handshake) => accepted,
        () = stopped(&mut stop) => return,
    };
    // The client sees the errors of its handshake.
    if let Ok(Ok(stream)) = accepted {
        serve_http(stream, &connection, stop).await;
    }
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

async fn serve_http(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    connection: &Connection,
    mut stop: watch::Receiver<bool>,
) {
    let service = service_fn(|request| handle(connection, request));
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
