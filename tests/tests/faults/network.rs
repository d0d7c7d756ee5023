//! Rows of the network, without TLS.

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use api_runtime::ErrorKind::{Connect, Interrupted, Timeout};
use api_runtime::Outcome::{NotSent, Unknown};
use api_runtime::reqwest;
use api_runtime::reqwest::dns::{Name, Resolve, Resolving};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::sleep;

use crate::calls::Op;
use crate::how::How;
use crate::kept;
use crate::row::{Row, fault, fine, story};
use crate::server::{JSON, Scene, answer, good, head, reply, scene};
use crate::want::{OK, OK_AT_2, again, once};

pub(crate) async fn rows() -> Vec<Row> {
    let broken = again(Interrupted, Unknown);
    let lost = once(Interrupted, Unknown);
    let no_connection = again(Connect, NotSent).without_a_body();
    let no_connection_in_time = again(Timeout, NotSent).without_a_body();
    let too_late = (again(Timeout, Unknown), once(Timeout, Unknown));
    let deaf = deaf().await;
    vec![
        story(
            "N01",
            "the host's name is not known (a resolver of our own says so)",
            well(),
            no_connection,
            no_connection,
        )
        .set(|how| resolve_by(how, Names::Unknown)),
        story(
            "N02",
            "name servers do not answer (nor does a resolver of our own)",
            well(),
            no_connection_in_time,
            no_connection_in_time,
        )
        .hurried()
        .set(|how| resolve_by(how, Names::Silent)),
        fine(
            "N03",
            "the name has two addresses, nobody listens at the first",
            answer(good),
        )
        .set(|how| resolve_by(how, Names::FirstIsDead)),
        story("-", "nobody listens", well(), no_connection, no_connection)
            .set(|how| how.base = format!("http://127.0.0.1:{}", dead_port())),
        story(
            "N05",
            "SYNs are dropped (a full backlog)",
            well(),
            no_connection_in_time,
            no_connection_in_time,
        )
        .hurried()
        .set(move |how| how.base = format!("http://{deaf}")),
        fault(
            "N06",
            "RST right after accept",
            scene(|connection| async move { connection.reset() }),
            broken.without_a_body().or_handed_back(),
            lost.without_a_body().or_handed_back(),
        ),
        fault(
            "N07",
            "RST after the whole request",
            after_request(|_| Vec::new(), Ending::Reset),
            broken,
            lost,
        ),
        story(
            "N09",
            "a pooled connection was closed before, FIN seen",
            vec![answer(good)],
            OK,
            OK,
        )
        .set(|how| how.warm = true),
        fault(
            "N10",
            "a pooled connection is reset while the request is written",
            warm_then_reset(),
            OK_AT_2,
            lost,
        )
        // The next connection is not a pooled one.
        .guarded_while_it_lasts(OK_AT_2)
        .set(|how| how.warm = true),
        fault(
            "N11",
            "RST within the head of the reply",
            after_request(|_| b"HTTP/1.1 200 OK\r\ncontent-ty".to_vec(), Ending::Reset),
            broken,
            lost,
        ),
        fault(
            "N13",
            "EOF before `Content-Length` is reached",
            after_request(
                |op| {
                    let bytes = good(op);
                    bytes[..bytes.len() - 5].to_vec()
                },
                Ending::Fin,
            ),
            broken,
            lost,
        ),
        fault(
            "N14",
            "chunks without the last one",
            after_request(
                |op| {
                    let body = op.good();
                    let head = head(op, 200, &[JSON, ("transfer-encoding", "chunked")]);
                    format!("{head}\r\n{:x}\r\n{body}\r\n", body.len()).into_bytes()
                },
                Ending::Fin,
            ),
            broken,
            lost,
        ),
        fault(
            "N15",
            "the head of the reply, one byte in 5 s",
            scene(|mut connection| async move {
                connection.request().await;
                for byte in good(connection.op) {
                    connection.write(&[byte]).await;
                    sleep(Duration::from_secs(5)).await;
                }
            }),
            too_late.0,
            too_late.1,
        )
        .hurried(),
        fault(
            "N17",
            "never an answer",
            scene(|mut connection| async move {
                connection.request().await;
                connection.hold().await;
            }),
            too_late.0,
            too_late.1,
        )
        .hurried(),
        fault(
            "N18",
            "the answer comes after the limit of the attempt",
            scene(|mut connection| async move {
                connection.request().await;
                sleep(Duration::from_secs(5)).await;
                connection.write(&good(connection.op)).await;
                connection.close().await;
            }),
            too_late.0,
            too_late.1,
        )
        .hurried(),
        fine(
            "N21",
            "103, then 200",
            answer(|op| {
                [
                    b"HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".as_slice(),
                    &good(op),
                ]
                .concat()
            }),
        ),
        fine(
            "N22",
            "HTTP/1.0, the body ends with the connection",
            answer(|op| {
                format!(
                    "HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{}",
                    op.good()
                )
                .into_bytes()
            }),
        ),
        fault(
            "N22",
            "the same, and the JSON is not whole",
            answer(|op| {
                let body = op.good();
                format!(
                    "HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{}",
                    &body[..body.len() - 3]
                )
                .into_bytes()
            }),
            once(api_runtime::ErrorKind::Decode, Unknown),
            once(api_runtime::ErrorKind::Decode, Unknown),
        ),
        story(
            "N23",
            "bytes after the reply; the next call gets a connection of its own",
            vec![bytes_too_many(), answer(good)],
            OK,
            OK,
        )
        .set(|how| how.warm = true)
        .check(|_, seen| seen.connections() == 2),
        fault(
            "N25",
            "two `Content-Length` that differ",
            answer(|op| reply(op, 200, &[JSON, ("content-length", "3")], op.good())),
            broken,
            lost,
        ),
        story(
            "N43",
            "a proxy answers CONNECT with 407",
            vec![answer(|op| {
                reply(
                    op,
                    407,
                    &[("proxy-authenticate", "Basic realm=\"till\"")],
                    kept::PROXY_PASSWORD,
                )
            })],
            no_connection,
            no_connection,
        )
        .set(|how| {
            by_proxy(how);
            how.base = format!("https://127.0.0.1:{}", dead_port());
        })
        .check(|_, seen| seen.tunnels() == 3),
        fine(
            "-",
            "a proxy that was set passes the request on",
            answer(good),
        )
        .set(|how| {
            by_proxy(how);
            how.base = format!("http://127.0.0.1:{}", dead_port());
        }),
        fault(
            "N33",
            "a head of 1 MiB",
            answer(|op| {
                let long = "x".repeat(16 * 1024);
                let headers: Vec<_> = (0..64).map(|_| ("x-long", long.as_str())).collect();
                reply(op, 200, &headers, op.good())
            }),
            broken,
            lost,
        ),
    ]
}

fn well() -> Vec<Scene> {
    vec![answer(good)]
}

#[derive(Clone, Copy)]
enum Ending {
    Fin,
    Reset,
}

/// Reads the request, writes this, and ends the connection in one way or the other.
fn after_request(bytes: fn(Op) -> Vec<u8>, ending: Ending) -> Scene {
    scene(move |mut connection| async move {
        connection.request().await;
        let bytes = bytes(connection.op);
        connection.write(&bytes).await;
        match ending {
            Ending::Fin => connection.close().await,
            Ending::Reset => {
                // Time to read what came before: an RST may overtake it.
                sleep(Duration::from_millis(50)).await;
                connection.reset();
            }
        }
    })
}

fn warm_then_reset() -> Scene {
    scene(|mut connection| async move {
        connection.request().await;
        let reply = good(connection.op);
        connection.write(&reply).await;
        connection.request().await;
        connection.reset();
    })
}

fn bytes_too_many() -> Scene {
    scene(|mut connection| async move {
        connection.request().await;
        let op = connection.op;
        connection.write(&[good(op), good(op)].concat()).await;
        // Should the client come back on this connection, it finds the second reply, which answers nothing.
        connection.request().await;
        connection.hold().await;
    })
}

#[derive(Clone, Copy)]
enum Names {
    Unknown,
    Silent,
    FirstIsDead,
}

impl Resolve for Names {
    fn resolve(&self, _: Name) -> Resolving {
        let names = *self;
        Box::pin(async move {
            match names {
                Self::Unknown => Err("no such name".into()),
                Self::Silent => std::future::pending().await,
                Self::FirstIsDead => {
                    let at = |last| SocketAddr::from(([127, 0, 0, last], 0));
                    let addresses: reqwest::dns::Addrs = Box::new([at(2), at(1)].into_iter());
                    Ok(addresses)
                }
            }
        })
    }
}

/// Our own transport over a client of reqwest with this resolver: ours takes no resolver, and no test asks a name server.
fn resolve_by(how: &mut How, names: Names) {
    how.base = how.base.replace("127.0.0.1", "localhost");
    let client = reqwest::Client::builder()
        .dns_resolver(Arc::new(names))
        .connect_timeout(how.connect_timeout)
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .no_proxy()
        .tls_certs_only([]);
    how.http_client = Some(client.build().unwrap());
}

/// The server is a proxy, with a password.
fn by_proxy(how: &mut How) {
    let host = how
        .base
        .trim_start_matches("http://")
        .trim_end_matches("/api");
    how.proxy = Some(format!("http://till:{}@{host}", kept::PROXY_PASSWORD));
}

/// A port at which nobody listens, and at which nobody else can: it is taken.
fn dead_port() -> u16 {
    static TAKEN: LazyLock<TcpSocket> = LazyLock::new(|| {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        socket
    });
    TAKEN.local_addr().unwrap().port()
}

/// An address where SYNs are dropped, since nobody accepts and the backlog is full.
async fn deaf() -> SocketAddr {
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
