//! Faults around a call rather than of a server: a caller that drops it, a runtime that ends, a process without files.

use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use api_runtime::{ErrorKind, Outcome};
use tokio::runtime::{Builder, Runtime};
use tokio::time::sleep;

use crate::calls::Op;
use crate::how::{End, How};
use crate::kept;
use crate::server::{Connection, JSON, Scene, Server, answer, good, reply, scene};

fn runtime() -> Runtime {
    Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

fn to(server: &Server) -> How {
    How::to(format!("http://127.0.0.1:{}/api", server.port))
}

fn silent() -> Scene {
    scene(|mut connection: Connection| async move {
        connection.request().await;
        connection.hold().await;
    })
}

#[test]
fn dropped_call_sends_nothing_more() {
    runtime().block_on(async {
        for op in Op::ALL {
            let server = Server::start(op, None, vec![silent(), answer(good)]).await;
            let how = to(&server);
            let dropped = tokio::select! {
                _ = how.call(op) => false,
                () = arrived(&server, 1) => true,
            };
            assert!(dropped);
            // Longer than the longest wait before a second attempt.
            sleep(Duration::from_millis(1_200)).await;
            assert_eq!(
                (server.seen.connections(), server.seen.requests().len()),
                (1, 1),
                "{op:?}"
            );
        }
    });
}

async fn arrived(server: &Server, requests: usize) {
    while server.seen.requests().len() < requests {
        sleep(Duration::from_millis(10)).await;
    }
}

/// A connection belongs to the runtime on which it was made. A call on another one takes it from the pool; then the first
/// runtime ends. The guarded write goes out once more, on a connection of the runtime that goes on.
#[test]
fn runtime_that_ends_in_flight_is_an_error() {
    let servers = runtime();
    for op in [Op::Write, Op::UniqueKey] {
        let warm_then_silent = scene(|mut connection: Connection| async move {
            connection.request().await;
            let reply = good(connection.op);
            connection.write(&reply).await;
            connection.request().await;
            connection.hold().await;
        });
        let server = servers.block_on(Server::start(
            op,
            None,
            vec![warm_then_silent, answer(good)],
        ));
        let client = pos_or_payments(op, &to(&server).base);
        let ending = runtime();
        assert!(ending.block_on(client()).is_none());
        let (sender, receiver) = mpsc::channel();
        let caller = std::thread::spawn(move || {
            let _ = sender.send(runtime().block_on(client()));
        });
        servers.block_on(arrived(&server, 2));
        assert_eq!(
            server.seen.connections(),
            1,
            "it takes the connection of the other runtime"
        );
        ending.shutdown_background();
        let came = receiver.recv_timeout(Duration::from_secs(60)).unwrap();
        caller.join().unwrap();
        if op == Op::UniqueKey {
            assert!(came.is_none(), "{came:?}");
            assert_eq!((server.seen.writes(), server.seen.reads()), (3, 0));
            continue;
        }
        let error = came.unwrap();
        kept::keep_error("n47", &error);
        assert_eq!(
            (error.kind(), error.outcome()),
            (ErrorKind::Interrupted, Outcome::Unknown),
            "{error:?}"
        );
        assert_eq!(
            (error.attempts(), server.seen.writes()),
            (1, 2),
            "{error:?}"
        );
    }
    assert_eq!(kept::found().leaks.len(), 0);
}

type Called = std::pin::Pin<Box<dyn Future<Output = Option<api_runtime::Error>> + Send>>;

/// A client that makes the operation's call each time, and gives the error.
fn pos_or_payments(op: Op, base: &str) -> Box<dyn Fn() -> Called + Send> {
    if op == Op::Write {
        let client = payments_client::Client::new(crate::calls::payments(base)).unwrap();
        Box::new(move || {
            let call = client.send(payments_client::CreateRequest::new(crate::calls::payment()));
            Box::pin(async move { call.await.err() })
        })
    } else {
        let client = pos_v1_client::Client::new(crate::calls::pos_v1(base)).unwrap();
        Box::new(move || {
            let order = pos_v1_client::CreateIncomingOrder::new(crate::calls::order());
            let call = client.create_once(order);
            Box::pin(async move { call.await.err() })
        })
    }
}

/// Runs itself again with few files to open, and uses them up.
#[test]
fn exhausted_file_descriptors_are_an_error() {
    const INSIDE: &str = "FAULTS_WITHOUT_FILES";
    if std::env::var_os(INSIDE).is_none() {
        let status = Command::new("sh")
            .args(["-c", "ulimit -n 64 && exec \"$0\" \"$@\""])
            .arg(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "situations::exhausted_file_descriptors_are_an_error",
            ])
            .env(INSIDE, "1")
            .status()
            .unwrap();
        assert!(status.success());
        return;
    }
    runtime().block_on(async {
        let mut servers = Vec::new();
        for op in Op::ALL {
            servers.push((op, Server::start(op, None, vec![answer(good)]).await));
        }
        let mut files = Vec::new();
        while let Ok(file) = std::fs::File::open("/dev/null") {
            files.push(file);
        }
        for (op, server) in &servers {
            let came = to(server).call(*op).await;
            assert_eq!(
                came.end(),
                End::Failed(ErrorKind::Connect, Outcome::NotSent),
                "{:?}",
                came.error()
            );
            assert_eq!((came.attempts(), server.seen.requests().len()), (3, 0));
        }
        drop(files);
        // With files to open, all is well again.
        for (op, server) in &servers {
            assert_eq!(to(server).call(*op).await.end(), End::Confirmed);
        }
    });
    assert_eq!(kept::found().leaks.len(), 0);
}

#[test]
fn status_429_on_a_page_is_retried_after_a_wait() {
    use pos_v1_client::{Client, ListCoupons};
    let page = |number: u32| {
        answer(move |op| {
            let body = format!(
                "{{\"coupons\":[{{\"id\":{number}}}],\"current_page\":\"{number}\",\"total_pages\":\"2\",\"per_page\":\"1\"}}"
            );
            reply(op, 200, &[JSON, ("connection", "close")], body)
        })
    };
    let wait = answer(|op| {
        reply(
            op,
            429,
            &[("retry-after", "1"), ("connection", "close")],
            "",
        )
    });
    runtime().block_on(async {
        let server = Server::start(Op::Read, None, vec![page(1), wait, page(2)]).await;
        let config = crate::calls::pos_v1(&to(&server).base);
        let mut coupons = Client::new(config).unwrap().items(ListCoupons::new());
        let mut ids = Vec::new();
        while let Some(coupon) = coupons.next().await {
            ids.push(coupon.unwrap().id);
        }
        assert_eq!(ids, [Some(1), Some(2)]);
        let asked: Vec<_> = server
            .seen
            .requests()
            .iter()
            .map(|text| page_of(text))
            .collect();
        assert_eq!(asked, ["1", "2", "2"]);
    });
}

/// The number of the page that a request asks for.
fn page_of(request: &str) -> String {
    let line = request.lines().next().unwrap();
    let (_, number) = line.split_once("page=").unwrap();
    number.chars().take_while(char::is_ascii_digit).collect()
}
