//! Accepts connections, within bounds.

use std::sync::Arc;
use std::time::Duration;

use http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::body::{Cut, ReplyBody};
use crate::exchange::exchange;
use crate::seats::{Seat, Seats};
use crate::shared::Shared;

/// How long a request's head may take. A connection without a request closes after it, too.
const HEAD_TIME: Duration = Duration::from_secs(8);
/// The most of a request's head.
const HEAD: usize = 64 * 1024;

/// Serves until it is dropped, and closes its connections then.
pub(crate) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let seats = Seats::new();
    let mut connections = JoinSet::new();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                // Out of descriptors, or gone before it was accepted: others may do better.
                seats.close_oldest();
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            }
        };
        let seat = seats.take().await;
        while connections.try_join_next().is_some() {}
        connections.spawn(connection(stream, Arc::clone(&shared), seat));
    }
}

async fn connection(stream: TcpStream, shared: Arc<Shared>, seat: Seat) {
    // Small replies are sent at once.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request| answered(&shared, &seat, request));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        // A request that has come goes before a seat that is wanted.
        biased;
        // What goes wrong here is between the client and the socket: the client sees it.
        _ = served => {}
        () = seat.wanted() => {}
    }
}

async fn answered(
    shared: &Arc<Shared>,
    seat: &Seat,
    request: Request<Incoming>,
) -> Result<Response<ReplyBody>, Cut> {
    let busy = seat.busy();
    let reply = exchange(Arc::clone(shared), request).await;
    reply.map(|reply| reply.map(|body| body.keeping(busy)))
}
