//! A service with a durable store is killed (SIGKILL): no callback that it acknowledged is lost, and
//! no change is reported twice.

use std::env;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use pos_v3_client::callback::{Handler, Handlers, router};
use pos_v3_client::{Client, Config, Environment, IntegratorAndVenue};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::file_store::{CrashPoint, FileStore, is_queued, reported};
use super::remote::{Remote, VENUE};
use super::service::{SECRET, form};

/// The file of the store, the address of the remote service and the crash point of a child process.
const STORE_VARIABLE: &str = "CALLBACK_TEST_STORE";
const REMOTE_VARIABLE: &str = "CALLBACK_TEST_REMOTE";
const CRASH_VARIABLE: &str = "CALLBACK_TEST_CRASH";

/// The process that the tests of this file start and kill.
#[tokio::test]
#[ignore = "a child process of the other tests"]
async fn service_process() {
    let (Ok(path), Ok(base)) = (env::var(STORE_VARIABLE), env::var(REMOTE_VARIABLE)) else {
        return;
    };
    let crash_point = env::var(CRASH_VARIABLE).ok();
    let crash_point = crash_point.map(|name| CrashPoint::from_name(&name).unwrap());
    let store = FileStore::open(Path::new(&path), crash_point).unwrap();
    let credentials = IntegratorAndVenue::new("integrator-token", VENUE);
    let config = Config::new(Environment::Staging, &base, credentials).unwrap();
    let handler = Handler::new(Client::new(config).unwrap(), SECRET, store).unwrap();
    let app = router(Handlers::new([handler.clone()]));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("\nlistening {}", listener.local_addr().unwrap());
    tokio::spawn(async move { handler.run().await });
    axum::serve(listener, app).await.unwrap();
}

/// A running service. Dropping it kills it, too.
struct ServiceProcess {
    child: Child,
    lines: mpsc::UnboundedReceiver<String>,
    address: SocketAddr,
}

impl ServiceProcess {
    async fn start(path: &Path, remote: &Remote, crash_point: Option<CrashPoint>) -> Self {
        let mut command = Command::new(env::current_exe().unwrap());
        command
            .args([
                "callbacks::crash::service_process",
                "--exact",
                "--ignored",
                "--nocapture",
            ])
            .env(STORE_VARIABLE, path)
            .env(REMOTE_VARIABLE, remote.base())
            .stdout(Stdio::piped());
        if let Some(point) = crash_point {
            command.env(CRASH_VARIABLE, format!("{point:?}"));
        }
        let mut child = command.spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::unbounded_channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        let mut process = Self {
            child,
            lines,
            address: ([127, 0, 0, 1], 0).into(),
        };
        process.address = process.line("listening ").await.parse().unwrap();
        process
    }

    /// Waits for a line with this start, and returns its rest.
    async fn line(&mut self, start: &str) -> String {
        let waiting = async {
            loop {
                let line = self.lines.recv().await.expect("the process ended");
                if let Some(rest) = line.strip_prefix(start) {
                    return rest.to_owned();
                }
            }
        };
        timeout(Duration::from_secs(30), waiting).await.unwrap()
    }

    /// Sends a callback. The status, unless the process is killed before it responds.
    fn callback(&self, id: i64) -> impl Future<Output = Option<u16>> + Send + use<> {
        let address = self.address;
        async move {
            let body = form(id, &format!("WEB-{id}"), "Changed");
            let head = format!(
                "POST /{SECRET} HTTP/1.1\r\nHost: service\r\n\
                 Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\
                 Content-Length: {}\r\n\r\n",
                body.len()
            );
            let mut stream = TcpStream::connect(address).await.ok()?;
            stream.write_all((head + &body).as_bytes()).await.ok()?;
            let mut response = Vec::new();
            let _ = stream.read_to_end(&mut response).await;
            let status = response.get(9..12)?;
            std::str::from_utf8(status).ok()?.parse().ok()
        }
    }

    fn kill(mut self) {
        // SIGKILL.
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for ServiceProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn store_path() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("store.log");
    (directory, path)
}

/// Waits until these states were reported, in this order.
async fn wait_for(path: &Path, expected: &[(i64, &str)]) {
    let expected = expected
        .iter()
        .map(|(id, state)| (*id, (*state).to_owned()));
    let expected: Vec<_> = expected.collect();
    let waiting = async {
        while reported(path) != expected {
            sleep(Duration::from_millis(20)).await;
        }
    };
    if timeout(Duration::from_secs(30), waiting).await.is_err() {
        assert_eq!(reported(path), expected);
    }
}

#[tokio::test]
async fn callback_acknowledged_before_a_crash_is_read_after_it() {
    let (_directory, path) = store_path();
    let remote = Remote::start().await;
    remote.set(7, "WEB-7", "processing");
    // A status that clients do not retry.
    remote.fail(501);
    let service = ServiceProcess::start(&path, &remote, None).await;
    assert_eq!(service.callback(7).await, Some(202));
    service.kill();
    assert_eq!(reported(&path), []);
    remote.recover();
    let service = ServiceProcess::start(&path, &remote, None).await;
    wait_for(&path, &[(7, "processing")]).await;
    let waiting = async {
        while is_queued(&path) {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(30), waiting).await.unwrap();
    // And no more: the queue is empty, also after another crash.
    let reads = remote.reads();
    service.kill();
    let service = ServiceProcess::start(&path, &remote, None).await;
    assert_eq!(service.callback(7).await, Some(200));
    assert_eq!(remote.reads(), reads + 1);
    assert_eq!(reported(&path).len(), 1);
}

#[tokio::test]
async fn crash_at_any_point_loses_and_repeats_no_change() {
    for point in CrashPoint::ALL {
        let (_directory, path) = store_path();
        let remote = Remote::start().await;
        remote.set(7, "WEB-7", "processing");
        let mut service = ServiceProcess::start(&path, &remote, Some(point)).await;
        let callback = tokio::spawn(service.callback(7));
        assert_eq!(service.line("reached ").await, format!("{point:?}"));
        service.kill();
        assert_eq!(callback.await.unwrap(), None, "{point:?}");
        let service = ServiceProcess::start(&path, &remote, None).await;
        if point == CrashPoint::BeforeEnqueue {
            // It was not acknowledged: the remote service may deliver it again.
            assert_eq!(service.callback(7).await, Some(200));
        }
        wait_for(&path, &[(7, "processing")]).await;
        // A later change is another one.
        remote.set(7, "WEB-7", "pending");
        assert_eq!(service.callback(7).await, Some(200), "{point:?}");
        wait_for(&path, &[(7, "processing"), (7, "pending")]).await;
    }
}

#[tokio::test]
async fn crash_during_a_read_loses_no_change() {
    let (_directory, path) = store_path();
    let remote = Remote::start().await;
    remote.set(7, "WEB-7", "processing");
    remote.close();
    let service = ServiceProcess::start(&path, &remote, None).await;
    let callback = tokio::spawn(service.callback(7));
    remote.read(1).await;
    service.kill();
    assert_eq!(callback.await.unwrap(), None);
    remote.open();
    let _service = ServiceProcess::start(&path, &remote, None).await;
    wait_for(&path, &[(7, "processing")]).await;
}

#[tokio::test]
async fn random_crashes_lose_no_acknowledged_callback() {
    let (_directory, path) = store_path();
    let remote = Remote::start().await;
    let mut acknowledged = Vec::new();
    for round in 0..15 {
        let service = ServiceProcess::start(&path, &remote, None).await;
        // Some reads fail, some are in progress when the process is killed.
        match round % 3 {
            0 => remote.fail(501),
            _ => remote.recover(),
        }
        let mut callbacks = tokio::task::JoinSet::new();
        for id in round * 10..round * 10 + 10 {
            remote.set(id, &format!("WEB-{id}"), "processing");
            let callback = service.callback(id);
            callbacks.spawn(async move { (id, callback.await) });
        }
        sleep(Duration::from_millis(u64::try_from(round).unwrap() * 20)).await;
        service.kill();
        while let Some(callback) = callbacks.join_next().await {
            if let (id, Some(status)) = callback.unwrap() {
                assert!(matches!(status, 200 | 202), "{status}");
                acknowledged.push(id);
            }
        }
    }
    remote.recover();
    let _service = ServiceProcess::start(&path, &remote, None).await;
    let waiting = async {
        loop {
            let ids: Vec<i64> = reported(&path).iter().map(|(id, _)| *id).collect();
            if acknowledged.iter().all(|id| ids.contains(id)) {
                return ids;
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    let mut ids = timeout(Duration::from_secs(60), waiting).await.unwrap();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "reported twice");
    assert!(!acknowledged.is_empty());
}
