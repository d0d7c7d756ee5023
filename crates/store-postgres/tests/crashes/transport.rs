//! A transport over plain sockets that stops at a point.

use std::net::SocketAddr;

use api_runtime::http::{HeaderMap, HeaderValue, Request, StatusCode};
use api_runtime::{Attempt, BoxFuture, Bytes, RawResponse, Transport, TransportError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::point::{Point, reach};

pub(crate) struct StoppingTransport {
    pub(crate) address: SocketAddr,
    pub(crate) stop: Option<Point>,
}

impl Transport for StoppingTransport {
    fn send(
        &self,
        request: Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let (address, stop) = (self.address, self.stop);
        let is_look_up = attempt.operation == "get_order";
        Box::pin(async move {
            let connected = TcpStream::connect(address).await;
            let mut stream =
                connected.map_err(|error| TransportError::not_connected(error.to_string()))?;
            let exchanged = exchange(&mut stream, request, stop, is_look_up).await;
            exchanged.map_err(|error| TransportError::interrupted(error.to_string()))
        })
    }
}

async fn exchange(
    stream: &mut TcpStream,
    request: Request<Bytes>,
    stop: Option<Point>,
    is_look_up: bool,
) -> std::io::Result<RawResponse> {
    reach(Point::Connected, stop).await;
    let target = request
        .uri()
        .path_and_query()
        .map_or("/", |target| target.as_str());
    let length = request.body().len();
    let head = format!(
        "{} {target} HTTP/1.1\r\ncontent-length: {length}\r\n\r\n",
        request.method()
    );
    let bytes = [head.as_bytes(), request.body()].concat();
    let (first, rest) = bytes.split_at(bytes.len() / 2);
    stream.write_all(first).await?;
    reach(Point::MidWrite, stop).await;
    stream.write_all(rest).await?;
    if is_look_up {
        reach(Point::LookUp, stop).await;
    }
    reach(Point::Sent, stop).await;

    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    reach(Point::HeadWithoutBody, stop).await;
    let head = String::from_utf8_lossy(&head).into_owned();
    let status: Option<u16> = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let mut lines = head.lines();
    let length = lines.find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).await?;
    let status = status.and_then(|status| StatusCode::from_u16(status).ok());
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    let status = status.ok_or_else(|| std::io::Error::other("invalid status"))?;
    Ok(RawResponse::new(status, headers, body))
}
