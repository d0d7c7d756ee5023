//! Rows of the network, without TLS.

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use api_runtime::transport::reqwest;
use api_runtime::transport::reqwest::dns::{Name, Resolve, Resolving};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::sleep;

use crate::call::{CallSettings, Warm};
use crate::operations::{Op, RESOLVED_HOST};
use crate::row::{Row, fault, scripted, succeeds};
use crate::secrets;
use crate::server::{JSON, Scene, good_response, head, respond, response, scene};

pub(crate) async fn rows() -> Vec<Row> {
    let full_backlog = full_backlog().await;
    vec![
        scripted(
            "the host name is unknown (simulated by a custom resolver)",
            healthy(),
        )
        .set(|settings| use_resolver(settings, Names::Unknown)),
        scripted(
            "name servers do not respond (simulated by a custom resolver)",
            healthy(),
        )
        .with_short_connects()
        .set(|settings| use_resolver(settings, Names::Silent)),
        succeeds(
            "the name has two addresses, without a listener at the first",
            respond(good_response),
        )
        .set(|settings| use_resolver(settings, Names::FirstUnreachable)),
        scripted("no listener", healthy())
            .set(|settings| settings.base_url = format!("http://127.0.0.1:{}/api", unused_port())),
        scripted("SYNs are dropped (a full backlog)", healthy())
            .with_short_connects()
            .set(move |settings| settings.base_url = format!("http://{full_backlog}/api")),
        fault(
            "RST right after accept",
            scene(|connection| async move { connection.reset() }),
        )
        .race(),
        fault(
            "RST after the whole request",
            after_request(|_| Vec::new(), Ending::Reset),
        )
        .with_all_continuations(),
        scripted(
            "a pooled connection was closed before, and its FIN received",
            vec![respond(good_response)],
        )
        .set(|settings| settings.warm = Some(Warm::Closed)),
        fault(
            "a pooled connection is reset while the request is written",
            warm_then_reset(),
        )
        .set(|settings| settings.warm = Some(Warm::Pooled)),
        fault(
            "RST within the response head",
            after_request(|_| b"HTTP/1.1 200 OK\r\ncontent-ty".to_vec(), Ending::Reset),
        ),
        fault(
            "EOF before `Content-Length` is reached",
            after_request(
                |op| {
                    let bytes = good_response(op);
                    bytes[..bytes.len() - 5].to_vec()
                },
                Ending::Fin,
            ),
        ),
        fault(
            "a chunked body without the last chunk",
            after_request(
                |op| {
                    let body = op.good_body();
                    let head = head(op, 200, &[JSON, ("transfer-encoding", "chunked")]);
                    format!("{head}\r\n{:x}\r\n{body}\r\n", body.len()).into_bytes()
                },
                Ending::Fin,
            ),
        ),
        fault(
            "the response head, one byte a second",
            scene(|mut connection| async move {
                connection.request().await;
                for byte in good_response(connection.op) {
                    connection.write(&[byte]).await;
                    sleep(Duration::from_secs(1)).await;
                }
            }),
        )
        .with_all_continuations()
        .with_short_attempts(),
        fault("no response", after_request(|_| Vec::new(), Ending::Hold)).with_short_attempts(),
        fault(
            "the response is sent after the attempt timeout",
            scene(|mut connection| async move {
                connection.request().await;
                sleep(Duration::from_secs(30)).await;
                connection.write(&good_response(connection.op)).await;
                connection.close().await;
            }),
        )
        .with_short_attempts(),
        succeeds(
            "103, then 200",
            respond(|op| {
                [
                    b"HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".as_slice(),
                    &good_response(op),
                ]
                .concat()
            }),
        ),
        succeeds(
            "HTTP/1.0, the body ends with the connection",
            respond(|op| {
                format!(
                    "HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{}",
                    op.good_body()
                )
                .into_bytes()
            }),
        ),
        fault(
            "the same, and the JSON is truncated",
            respond(|op| {
                let body = op.good_body();
                format!(
                    "HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{}",
                    &body[..body.len() - 3]
                )
                .into_bytes()
            }),
        )
        .with_all_continuations(),
        scripted(
            "bytes after the response; the next call uses a new connection",
            vec![extra_bytes(), respond(good_response)],
        )
        .set(|settings| settings.warm = Some(Warm::Closed))
        .check(|_, observed| observed.connections() == 2),
        fault(
            "two different `Content-Length`",
            respond(|op| response(op, 200, &[JSON, ("content-length", "3")], op.good_body())),
        ),
        fault(
            "`Content-Length` and `Transfer-Encoding`; the connection is not used again",
            scene(|mut connection| async move {
                while connection.request().await.is_some() {
                    let body = connection.op.good_body();
                    let length = body.len().to_string();
                    let framing = [
                        JSON,
                        ("content-length", length.as_str()),
                        ("transfer-encoding", "chunked"),
                    ];
                    let head = head(connection.op, 200, &framing);
                    let chunks = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
                    let response = format!("{head}\r\n{chunks}");
                    connection.write(response.as_bytes()).await;
                }
            }),
        )
        .check(|_, observed| observed.connections() == observed.requests().len()),
        fault("200 whose body stalls", stalls_in_the_body(200))
            .with_short_attempts()
            .check(|result, _| result.error().unwrap().status().is_some()),
        fault("422 whose body stalls", stalls_in_the_body(422))
            .with_all_continuations()
            .with_short_attempts(),
        fault(
            "1xx without an end",
            scene(|mut connection| async move {
                connection.request().await;
                let flood = b"HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(100);
                while connection.write(&flood).await {
                    sleep(Duration::from_millis(5)).await;
                }
            }),
        )
        .with_short_attempts(),
        scripted(
            "a proxy responds to CONNECT with 407",
            vec![respond(|op| {
                response(
                    op,
                    407,
                    &[("proxy-authenticate", "Basic realm=\"till\"")],
                    secrets::PROXY_PASSWORD,
                )
            })],
        )
        .set(|settings| {
            use_proxy(settings);
            settings.base_url = format!("https://127.0.0.1:{}/api", unused_port());
        })
        .check(|_, observed| observed.tunnels() == 3),
        succeeds(
            "a configured proxy forwards the request",
            respond(good_response),
        )
        .set(|settings| {
            use_proxy(settings);
            settings.base_url = format!("http://127.0.0.1:{}/api", unused_port());
        }),
        fault(
            "a response head of 1 MiB",
            respond(|op| {
                let long = "x".repeat(16 * 1024);
                let headers: Vec<_> = (0..64).map(|_| ("x-long", long.as_str())).collect();
                response(op, 200, &headers, op.good_body())
            }),
        ),
    ]
}

fn healthy() -> Vec<Scene> {
    vec![respond(good_response)]
}

#[derive(Clone, Copy)]
enum Ending {
    Fin,
    Reset,
    Hold,
}

/// Reads the request, writes these bytes, and ends the connection or holds it.
fn after_request(bytes: impl Fn(Op) -> Vec<u8> + Send + Sync + 'static, ending: Ending) -> Scene {
    scene(move |mut connection| {
        let bytes = bytes(connection.op);
        async move {
            connection.request().await;
            connection.write(&bytes).await;
            match ending {
                Ending::Fin => connection.close().await,
                Ending::Hold => connection.hold().await,
                Ending::Reset => {
                    // Time to read the bytes before: an RST may overtake them.
                    sleep(Duration::from_millis(50)).await;
                    connection.reset();
                }
            }
        }
    })
}

/// The head of a response and a part of its body.
fn stalls_in_the_body(status: u16) -> Scene {
    let cut = move |op| {
        let head = head(op, status, &[JSON, ("content-length", "1000")]);
        format!("{head}\r\n{{").into_bytes()
    };
    after_request(cut, Ending::Hold)
}

fn warm_then_reset() -> Scene {
    scene(|mut connection| async move {
        connection.request().await;
        let response = good_response(connection.op);
        connection.write(&response).await;
        connection.request().await;
        connection.reset();
    })
}

fn extra_bytes() -> Scene {
    scene(|mut connection| async move {
        connection.request().await;
        let op = connection.op;
        connection
            .write(&[good_response(op), good_response(op)].concat())
            .await;
        // A client that reused this connection would read the second response, which belongs to no
        // request.
        if connection.request().await.is_none() {
            connection.observed.count_closed();
        }
        connection.hold().await;
    })
}

#[derive(Clone, Copy)]
enum Names {
    Unknown,
    Silent,
    FirstUnreachable,
}

impl Resolve for Names {
    fn resolve(&self, _: Name) -> Resolving {
        let names = *self;
        Box::pin(async move {
            match names {
                Self::Unknown => Err("no such name".into()),
                Self::Silent => std::future::pending().await,
                Self::FirstUnreachable => {
                    let address = |last| SocketAddr::from(([127, 0, 0, last], 0));
                    let addresses: reqwest::dns::Addrs =
                        Box::new([address(2), address(1)].into_iter());
                    Ok(addresses)
                }
            }
        })
    }
}

/// Uses this resolver, since no test may query a name server.
fn use_resolver(settings: &mut CallSettings, names: Names) {
    settings.base_url = settings.base_url.replace("127.0.0.1", RESOLVED_HOST);
    settings.resolver = Some(Arc::new(names));
}

/// Uses the server as a proxy with a password.
fn use_proxy(settings: &mut CallSettings) {
    let host = settings
        .base_url
        .trim_start_matches("http://")
        .trim_end_matches("/api");
    settings.proxy = Some(format!("http://till:{}@{host}", secrets::PROXY_PASSWORD));
}

/// A port without a listener. It stays bound, so that no other process can listen.
fn unused_port() -> u16 {
    static BOUND: LazyLock<TcpSocket> = LazyLock::new(|| {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        socket
    });
    BOUND.local_addr().unwrap().port()
}

/// An address where SYNs are dropped: no connection is accepted, and the backlog is full.
async fn full_backlog() -> SocketAddr {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    let listener = socket.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    let mut waiting = Vec::new();
    while let Ok(stream) =
        tokio::time::timeout(Duration::from_secs(1), TcpStream::connect(address)).await
    {
        waiting.push(stream.unwrap());
    }
    tokio::spawn(async move {
        sleep(Duration::from_secs(600)).await;
        drop((listener, waiting));
    });
    address
}
