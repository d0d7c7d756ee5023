//! A relay between a client and the server, in the client's process. It stops at a point of a
//! request, so that the server receives what the killed process had sent until then.

use std::net::SocketAddr;
use std::time::Duration;

use test_support::{accept, read_request};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::stop::Point;

/// How much of a request is not sent before [`Point::InRequest`]: a part of its body, if it has one.
const UNSENT: usize = 10;

/// Starts a relay to this server. Returns its address.
pub(crate) async fn start(server: String, point: Point) -> SocketAddr {
    let relay = move |client| {
        let server = server.clone();
        async move { relay(client, &server, point).await }
    };
    accept(relay).await
}

async fn relay(mut client: TcpStream, server: &str, point: Point) {
    let Some(request) = read_request(&mut client).await else {
        return;
    };
    let is_look_up = request.starts_with("GET ");
    // The other points are those of writes.
    let is_at = |stop| point == stop && is_look_up == (stop == Point::LookUp);
    let mut upstream = TcpStream::connect(server).await.unwrap();
    if is_at(Point::Connected) {
        point.stop();
    }
    if is_at(Point::InRequest) {
        let sent = &request.as_bytes()[..request.len() - UNSENT];
        upstream.write_all(sent).await.unwrap();
        point.stop();
    }
    upstream.write_all(request.as_bytes()).await.unwrap();
    let mut response = Vec::new();
    // Now the server has made its change.
    let _ = upstream.read_to_end(&mut response).await;
    if is_at(Point::NoHead) || is_at(Point::LookUp) {
        point.stop();
    }
    if is_at(Point::HeadOnly) {
        let text = String::from_utf8_lossy(&response);
        let head = text.find("\r\n\r\n").unwrap() + 4;
        client.write_all(&response[..head]).await.unwrap();
        // Until the client has read it.
        sleep(Duration::from_millis(20)).await;
        point.stop();
    }
    let _ = client.write_all(&response).await;
    let _ = client.shutdown().await;
}
