//! Faults of HTTP/2 that concern more than one call, or the time after a call.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use api_runtime::__generated::{OperationInfo, Request, ResponseReader};
use api_runtime::api_wire::ReadError;
use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::{Method, RawResponse};
use test_support::shop::{Client, Config, Environment, GetOrder, Shop, VenueApiToken};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep};

use crate::http2::{Frames, MAX_CONCURRENT_STREAMS, floods_with_pings};
use crate::operations::Op;
use crate::server::{Scene, Server, scene};
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

/// A write without a body: its head is all of it.
struct CancelOrder;

impl Operation for CancelOrder {
    type Api = Shop;
    type Output = RawResponse;
    const INFO: OperationInfo =
        OperationInfo::new("cancel_order", Method::Post, "/orders/7/cancel");

    fn write_request(&self, _: &mut Request) {}

    fn read_response(response: &ResponseReader) -> Result<RawResponse, ReadError> {
        Ok(response.raw())
    }
}

impl AuthorizedBy<VenueApiToken> for CancelOrder {}

/// h2 responds to every PING, without a limit. The attempt timeout ends that. If the server does
/// not read the responses, the client cannot write, and the keep-alive timeout of 20 s ends it.
#[test]
fn flood_of_pings_ends_with_the_attempt() {
    let Some(folder) = in_own_process("flood_of_pings_ends_with_the_attempt") else {
        return;
    };
    let ends = async |reads_responses| {
        let server = start(Op::Read, &folder, floods_with_pings(reads_responses)).await;
        let client = client(&server, Duration::from_secs(2));
        let error = client.send(GetOrder::new(7)).await.unwrap_err();
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

/// Has one stream, and responds to each request with one of these permits.
fn one_stream(permits: &Arc<Semaphore>) -> Scene {
    let permits = Arc::clone(permits);
    scene(move |connection| {
        let permits = Arc::clone(&permits);
        async move {
            let mut client = Frames::start(connection, &[(MAX_CONCURRENT_STREAMS, 1)]).await;
            while let Some((stream, _)) = client.request().await {
                permits.acquire().await.unwrap().forget();
                client.respond(stream).await;
            }
        }
    })
}

/// hyper sends the head of a request that waits for a stream even if its call was dropped. The
/// request must not become whole.
#[test]
fn dropped_write_that_waits_for_a_stream_is_never_whole() {
    let Some(folder) = in_own_process("dropped_write_that_waits_for_a_stream_is_never_whole")
    else {
        return;
    };
    block_on(async {
        let permits = Arc::new(Semaphore::new(1));
        let server = start(Op::Write, &folder, one_stream(&permits)).await;
        let client = client(&server, Duration::from_secs(60));
        let requests = || server.observed.requests().len();
        // The client knows the settings.
        client.send(CancelOrder).await.unwrap();
        let first = client.send(CancelOrder);
        let waiting = async {
            while requests() < 2 {
                sleep(Duration::from_millis(10)).await;
            }
            let call = client.send(CancelOrder);
            let dropped = tokio::time::timeout(Duration::from_millis(500), call).await;
            assert!(dropped.is_err());
            permits.add_permits(2);
        };
        tokio::join!(first, waiting).0.unwrap();
        sleep(Duration::from_secs(1)).await;
        assert_eq!((server.observed.connections(), requests()), (1, 2));
        // The connection is still good.
        client.send(CancelOrder).await.unwrap();
        assert_eq!((server.observed.connections(), requests()), (1, 3));
    });
}
