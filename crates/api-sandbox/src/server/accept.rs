//! Listens, and accepts connections within bounds.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::bounds::{Bounds, MAX_HEAD};
use super::connection::{Phase, TrackedStream};
use super::handle::handle;
use super::pool::{Pool, Slot};
use crate::context::Context;

/// How many connections wait to be accepted. The usual 1,024 are fewer than a burst can be, and a
/// client whose SYN is dropped retries after a second.
const BACKLOG: u32 = 4_096;
/// The time between evicting a connection and closing it, for the response to its request.
const LAST_RESPONSE_TIME: Duration = Duration::from_millis(20);
/// How long a connection may wait for its client after the sandbox was stopped.
const STOP_TIME: Duration = Duration::from_millis(500);

/// The response to a request without TLS.
const PLAIN_HTTP_RESPONSE: &[u8] = b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n\
    Content-Length: 35\r\nConnection: close\r\n\r\nthe sandbox serves https, not http\n";

/// Listens on an address. Port 0 is a free one.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let listen = || {
        let socket = match address {
            SocketAddr::V4(_) => TcpSocket::new_v4()?,
            SocketAddr::V6(_) => TcpSocket::new_v6()?,
        };
        // As `TcpListener::bind` does: the port of a sandbox that has just stopped can be used
        // again.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    listen().map_err(|error| {
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

/// Serves until the sender of `stop` sends `true`, and then until all requests have their
/// responses. Dropping the future closes all connections.
pub(crate) async fn serve(
    listener: TcpListener,
    context: Arc<Context>,
    bounds: Bounds,
    mut stop: watch::Receiver<bool>,
) {
    let pool = Arc::new(Pool::new(bounds.max_connections));
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(&mut stop) => break,
        };
        let local = accepted.and_then(|(stream, _)| Ok((stream.local_addr()?, stream)));
        let Ok((local, stream)) = local else {
            // Out of file descriptors, or closed by the client: the next one may succeed.
            pool.evict_longest_waiting();
            sleep(Duration::from_millis(10)).await;
            continue;
        };
        let slot = pool.add(local).await;
        while connections.try_join_next().is_some() {}
        connections.spawn(serve_connection(
            stream,
            slot,
            Arc::clone(&context),
            bounds,
            stop.clone(),
        ));
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

async fn serve_connection(
    stream: TcpStream,
    slot: Slot,
    context: Arc<Context>,
    bounds: Bounds,
    mut stop: watch::Receiver<bool>,
) {
    // Small responses must not wait for more data.
    let _ = stream.set_nodelay(true);
    let connection = Arc::clone(&slot.connection);
    let Some(tls) = context.endpoint.tls() else {
        let stream = TrackedStream::new(stream, connection);
        return serve_http(stream, &slot, &context, bounds, stop).await;
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
        tls.accept(TrackedStream::new(stream, connection)).await
    };
    let accepted = tokio::select! {
        biased;
        accepted = tokio::time::timeout(bounds.request_timeout, handshake) => accepted,
        () = slot.connection.evicted() => return,
        () = stopped(&mut stop) => return,
    };
    // The client sees the errors of its handshake.
    if let Ok(Ok(stream)) = accepted {
        serve_http(stream, &slot, &context, bounds, stop).await;
    }
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

async fn serve_http(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    slot: &Slot,
    context: &Arc<Context>,
    bounds: Bounds,
    mut stop: watch::Receiver<bool>,
) {
    let service = service_fn(|request| handle(context, slot, bounds, request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // Closes idle connections, too.
        .header_read_timeout(bounds.request_timeout)
        // What does not fit is rejected by hyper, without a body.
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    let mut is_stopped = false;
    loop {
        let evicted = slot.connection.evicted();
        // In this order: a request that has been sent is read before the connection is closed.
        let phase = tokio::select! {
            biased;
            // The client sees the errors of its connection.
            _ = connection.as_mut() => return,
            () = evicted => slot.connection.phase(),
            () = stopped(&mut stop), if !is_stopped => {
                is_stopped = true;
                connection.as_mut().graceful_shutdown();
                continue;
            }
            () = sleep(STOP_TIME), if is_stopped => slot.connection.phase(),
        };
        match phase {
            Phase::Sandbox => {}
            Phase::Client => return,
            // The handler responds to an eviction, too.
            Phase::Body | Phase::LargeBody => {
                let _ = tokio::time::timeout(LAST_RESPONSE_TIME, connection).await;
                return;
            }
        }
    }
}
