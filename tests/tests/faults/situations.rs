//! Faults of the client's process: a runtime that ends, exhausted file descriptors.

use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use api_runtime::{ErrorKind, Outcome};
use tokio::runtime::{Builder, Runtime};
use tokio::time::sleep;

use crate::call::{CallSettings, End};
use crate::operations::Op;
use crate::secrets;
use crate::server::{Connection, Server, good_response, respond, scene};

fn runtime() -> Runtime {
    Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

fn settings_for(server: &Server) -> CallSettings {
    CallSettings::new(format!("http://127.0.0.1:{}/api", server.port))
}

async fn wait_for_requests(server: &Server, requests: usize) {
    while server.observed.requests().len() < requests {
        sleep(Duration::from_millis(10)).await;
    }
}

/// A connection belongs to the runtime on which it was opened. A call on another runtime takes it
/// from the pool; then the first runtime ends. `unique` looks the record up on a connection of the
/// other runtime.
#[test]
fn runtime_that_ends_in_flight_is_an_error() {
    let servers = runtime();
    for op in [Op::Write, Op::UniqueKey] {
        // On a busy machine, the connection may be idle for too long to be used.
        let mut ends = (0..3).filter_map(|_| end_runtime_in_flight(&servers, op));
        let (result, server) = ends.next().expect("no call used the connection");
        if op == Op::UniqueKey {
            assert!(result.is_none(), "{result:?}");
            assert_eq!((server.observed.writes(), server.observed.reads()), (2, 1));
            continue;
        }
        let error = result.unwrap();
        secrets::search_error("runtime that ends", &error);
        assert_eq!(
            (error.kind(), error.outcome()),
            (ErrorKind::Interrupted, Outcome::Unknown),
            "{error:?}"
        );
        assert_eq!(
            (error.attempts(), server.observed.writes()),
            (1, 2),
            "{error:?}"
        );
    }
    assert_eq!(secrets::search_result().leaks.len(), 0);
}

/// The result of the second call, and its server. `None` if it used another connection.
fn end_runtime_in_flight(
    servers: &Runtime,
    op: Op,
) -> Option<(Option<api_runtime::Error>, Server)> {
    let warm_then_silent = scene(|mut connection: Connection| async move {
        connection.request().await;
        let response = good_response(connection.op);
        connection.write(&response).await;
        connection.request().await;
        connection.hold().await;
    });
    let server = servers.block_on(Server::start(
        op,
        None,
        vec![warm_then_silent, respond(good_response)],
    ));
    let client = caller(op, &settings_for(&server).base_url);
    let ending = runtime();
    assert!(ending.block_on(client()).is_none());
    // Until the connection is in the pool.
    ending.block_on(sleep_until_pooled());
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        let _ = sender.send(runtime().block_on(client()));
    });
    servers.block_on(wait_for_requests(&server, 2));
    let used_connections = server.observed.connections();
    ending.shutdown_background();
    let result = receiver.recv_timeout(Duration::from_secs(60)).unwrap();
    thread.join().unwrap();
    (used_connections == 1).then_some((result, server))
}

/// Nothing reports that a connection was put back. Writes do not use one that is idle for 3 s.
async fn sleep_until_pooled() {
    sleep(Duration::from_millis(500)).await;
}

type CallFuture = std::pin::Pin<Box<dyn Future<Output = Option<api_runtime::Error>> + Send>>;

/// A function that calls the operation, with one client, and returns the error.
fn caller(op: Op, base_url: &str) -> Box<dyn Fn() -> CallFuture + Send> {
    if op == Op::Write {
        let client = payments_client::Client::new(crate::operations::payments(base_url)).unwrap();
        Box::new(move || {
            let call = client.send(payments_client::CreateRequest::new(
                crate::operations::payment(),
            ));
            Box::pin(async move { call.await.err() })
        })
    } else {
        let client = pos_v1_client::Client::new(crate::operations::pos_v1(base_url)).unwrap();
        Box::new(move || {
            let order = pos_v1_client::CreateIncomingOrder::new(crate::operations::order());
            let call = client.call().unique().send(order);
            Box::pin(async move { call.await.err() })
        })
    }
}

/// Runs itself in a process with a low limit of file descriptors, and exhausts them.
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
            servers.push((
                op,
                Server::start(op, None, vec![respond(good_response)]).await,
            ));
        }
        let mut files = Vec::new();
        while let Ok(file) = std::fs::File::open("/dev/null") {
            files.push(file);
        }
        for (op, server) in &servers {
            let result = settings_for(server).call(*op, &server.observed).await;
            assert_eq!(
                result.end(),
                End::Failed(ErrorKind::Connect, Outcome::NotSent),
                "{:?}",
                result.error()
            );
            assert_eq!(
                (result.attempts(), server.observed.requests().len()),
                (3, 0)
            );
        }
        drop(files);
        // With free file descriptors, calls succeed again.
        for (op, server) in &servers {
            assert_eq!(
                settings_for(server).call(*op, &server.observed).await.end(),
                End::Confirmed
            );
        }
    });
    assert_eq!(secrets::search_result().leaks.len(), 0);
}
