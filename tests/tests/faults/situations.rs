//! Faults of the client's process: a runtime that ends, exhausted file descriptors.

use std::process::Command;
use std::sync::atomic::{AtomicU8, Ordering};

use api_runtime::journal::MemoryStore;
use api_runtime::{ErrorKind, Outcome};
use tokio::runtime::{Builder, Runtime};

use crate::call::{CallSettings, End};
use crate::operations::Op;
use crate::secrets;
use crate::server::{Server, good_response, respond};

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

/// A connection belongs to the runtime on which it was opened. A write takes a new one, so that it is no
/// matter on which runtime an earlier one was sent.
#[test]
fn write_after_the_end_of_an_earlier_runtime_succeeds() {
    let servers = runtime();
    for op in [Op::Write, Op::UniqueKey] {
        let server = servers.block_on(Server::start(op, None, vec![respond(good_response)]));
        let client = caller(op, &settings_for(&server).base_url);
        for _ in 0..2 {
            let error = runtime().block_on(client());
            assert!(error.is_none(), "{error:?}");
        }
        let observed = &server.observed;
        assert_eq!((observed.connections(), observed.writes()), (2, 2));
    }
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
        let client = pos_v1_client::Client::builder(crate::operations::pos_v1(base_url));
        let client = client.account("main").journal(MemoryStore::new());
        let client = client.build().unwrap();
        let calls = AtomicU8::new(0);
        Box::new(move || {
            let order = pos_v1_client::CreateIncomingOrder::new(crate::operations::order());
            let call = calls.fetch_add(1, Ordering::Relaxed);
            let call = client.once(format!("order-{call}")).send(order);
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
