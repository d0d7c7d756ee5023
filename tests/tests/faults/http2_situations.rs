//! Faults of HTTP/2 that concern more than one call, or the time after a call.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use api_runtime::RetryPolicy;
use test_support::shop::{Client, Config, Environment, GetOrder, VenueApiToken};
use tokio::time::{Instant, sleep};

use crate::http2::{floods_with_pings, forgets_the_second_request};
use crate::operations::Op;
use crate::server::{Scene, Server};
use crate::tls::{self, config};

/// Runs a test in a process that trusts the test authority. The folder of the certificates, in that
/// process.
fn in_own_process(test: &str) -> Option<PathBuf> {
    const FOLDER: &str = "FAULTS_HTTP2_FOLDER";
    if let Some(folder) = std::env::var_os(FOLDER) {
        return Some(PathBuf::from(folder));
    }
    let folder = tempfile::tempdir().unwrap();
    tls::create_certificates(folder.path());
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("http2_situations::{test}")])
        .env(FOLDER, folder.path())
        .env("SSL_CERT_FILE", folder.path().join(tls::AUTHORITY))
        .status()
        .unwrap();
    assert!(status.success());
    None
}

/// On one thread, so that time can be paused.
fn block_on_current_thread(future: impl Future<Output = ()>) {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().unwrap().block_on(future);
}

fn block_on(future: impl Future<Output = ()>) {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(future);
}

async fn start(op: Op, folder: &Path, scene: Scene) -> Server {
    let tls = config(folder, "good.pem", b"h2");
    Server::start(op, Some(tls), vec![scene]).await
}

fn client(server: &Server, attempt_timeout: Duration) -> Client {
    let base_url = format!("https://127.0.0.1:{}/api", server.port);
    let token = VenueApiToken::new("token");
    let config = Config::new(Environment::Staging, &base_url, token).unwrap();
    let builder = Client::builder(config).attempt_timeout(attempt_timeout);
    builder.build().unwrap()
}

/// h2 responds to every PING, without a limit. The attempt timeout ends that. If the server does
/// not read the responses, the client cannot write, and the keep-alive timeout of 20 s ends it.
#[test]
fn flood_of_pings_ends_with_the_attempt() {
    let Some(folder) = in_own_process("flood_of_pings_ends_with_the_attempt") else {
        return;
    };
    let ends = async |reads_responses| {
        let server = start(Op::Read, &folder, floods_with_pings(reads_responses)).await;
        // One attempt, with time for the handshake on a busy machine.
        let client = client(&server, Duration::from_secs(10));
        let call = client.call().retry_policy(RetryPolicy::none());
        let error = call.send(GetOrder::new(7)).await.unwrap_err();
        assert!(error.is_timeout());
        let floods = server.observed.requests().len();
        assert!(floods > 0);
        // The client, and with it its pool, is still in use.
        let deadline = Instant::now() + Duration::from_secs(60);
        while server.observed.closed() < floods {
            assert!(Instant::now() < deadline, "reads: {reads_responses}");
            sleep(Duration::from_millis(50)).await;
        }
        drop(client);
    };
    block_on(async {
        tokio::join!(ends(true), ends(false));
    });
}

/// The server may respond to nothing but PINGs for one of the requests, or for all that follow.
#[test]
fn timeout_discards_a_connection_that_responds_to_other_requests() {
    let test = "timeout_discards_a_connection_that_responds_to_other_requests";
    let Some(folder) = in_own_process(test) else {
        return;
    };
    block_on_current_thread(async {
        let server = start(Op::Read, &folder, forgets_the_second_request()).await;
        // Below the keep-alive interval: no PING ends the connection.
        let attempt_timeout = Duration::from_secs(14);
        let client = client(&server, attempt_timeout);
        client.send(GetOrder::new(7)).await.unwrap();
        let forgotten = tokio::spawn(client.send(GetOrder::new(7)));
        while server.observed.requests().len() < 2 {
            sleep(Duration::from_millis(5)).await;
        }
        client.send(GetOrder::new(7)).await.unwrap();
        assert_eq!(server.observed.connections(), 1);
        tokio::time::pause();
        tokio::time::advance(attempt_timeout).await;
        tokio::time::resume();
        // It is sent again, on another connection.
        forgotten.await.unwrap().unwrap();
        assert_eq!(server.observed.connections(), 2);
    });
}
