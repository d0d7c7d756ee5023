//! A service in a process of its own, which is killed. Its store is a file of SQLite, and each change
//! is a row of the service, committed with it.
#![allow(clippy::disallowed_methods, reason = "processes have no paused time")]

use std::env;
use std::future::Future;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use pos_v3_client::callback::{Handler, Handlers, OnChange, RecordChanged, router};
use pos_v3_client::journal::{Scope, begin_in};
use pos_v3_client::{Client, Config, Environment, GetIncomingOrder, IntegratorAndVenue};
use store_sqlite::SqliteStore;
use store_sqlite::rusqlite::{Connection, Transaction};
use tempfile::TempDir;
use test_support::created;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use super::remote::{Remote, VENUE};
use super::service::{SECRET, form};

/// The file of the store and the address of the remote service, for the child process.
const STORE_VARIABLE: &str = "CALLBACK_TEST_STORE";
const REMOTE_VARIABLE: &str = "CALLBACK_TEST_REMOTE";

async fn on_change(path: &Path) -> (SqliteStore, impl OnChange<GetIncomingOrder>) {
    let store = SqliteStore::open(path).await.unwrap();
    let connection = store.connect().unwrap();
    let sql = "CREATE TABLE IF NOT EXISTS changes (id INTEGER, state TEXT)";
    connection.execute_batch(sql).unwrap();
    let on_change = |transaction: &Transaction<'_>, change: &RecordChanged<GetIncomingOrder>| {
        let row = (change.id, change.state.to_string());
        transaction.execute("INSERT INTO changes VALUES (?1, ?2)", row)?;
        Ok(())
    };
    let on_change = store.on_change(on_change);
    (store, on_change)
}

/// The process that the tests of this file start and kill.
#[tokio::test]
#[ignore = "a child process of the other tests"]
async fn service_process() {
    let (Ok(path), Ok(base)) = (env::var(STORE_VARIABLE), env::var(REMOTE_VARIABLE)) else {
        return;
    };
    let credentials = IntegratorAndVenue::new("integrator-token", VENUE);
    let config = Config::new(Environment::Staging, &base, credentials).unwrap();
    let client = Client::builder(config).account(12).build().unwrap();
    let (_, on_change) = on_change(Path::new(&path)).await;
    let handler = Handler::new(client, SECRET, on_change).unwrap();
    let app = router(Handlers::new([handler.clone()]));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("\nlistening {}", listener.local_addr().unwrap());
    tokio::spawn(async move { handler.run_forever().await });
    axum::serve(listener, app).await.unwrap();
}

/// A running service. Dropping it kills it.
struct ServiceProcess {
    child: Child,
    address: SocketAddr,
}

impl ServiceProcess {
    /// Starts the service, more than a minute after it was killed: the leases have ended.
    fn start(path: &Path, remote: &Remote) -> Self {
        let connection = Connection::open(path).unwrap();
        connection.busy_timeout(Duration::from_secs(10)).unwrap();
        let end_leases = "UPDATE api_store_rows SET body = json_set(body, '$.lease_until', 0), \
             waits_from = json_extract(body, '$.due_at') WHERE waits_for IN ('read', 'reread')";
        connection.execute(end_leases, ()).unwrap();
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
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut lines = lines.map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("listening ")?.parse().ok());
        // What it prints later must not block it.
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            child,
            address: address.unwrap(),
        }
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
}

impl Drop for ServiceProcess {
    fn drop(&mut self) {
        // SIGKILL.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A journal that has the orders 0 to 149.
async fn store() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let (store, _) = on_change(&path).await;
    let scope = Scope::new("pos-v3", "Staging", "12");
    for id in 0..150 {
        let (reference, id) = (format!("WEB-{id}"), id.to_string());
        let order = created(&scope, "create_incoming_order", &reference, Some(&id));
        begin_in(&store, &order).await.unwrap();
    }
    (directory, path)
}

/// The changes, in order.
fn reported(path: &Path) -> Vec<(i64, String)> {
    let connection = Connection::open(path).unwrap();
    connection.busy_timeout(Duration::from_secs(10)).unwrap();
    let mut select = connection
        .prepare("SELECT id, state FROM changes ORDER BY rowid")
        .unwrap();
    let rows = select
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

/// Waits until the changes are what they should be.
async fn wait_for(path: &Path, is_expected: impl Fn(&[(i64, String)]) -> bool) {
    let waiting = async {
        while !is_expected(&reported(path)) {
            sleep(Duration::from_millis(20)).await;
        }
    };
    let waited = timeout(Duration::from_secs(60), waiting).await;
    assert!(waited.is_ok(), "{:?}", reported(path));
}

#[tokio::test]
async fn a_callback_acknowledged_before_a_crash_is_read_after_it() {
    let (_directory, path) = store().await;
    let remote = Remote::start().await;
    remote.set(7, "WEB-7", "processing");
    // Its read fails, or is in progress.
    for (state, is_failing) in [("processing", true), ("delivered", false)] {
        remote.set(7, "WEB-7", state);
        let before = (remote.reads(), reported(&path));
        match is_failing {
            // A status that clients do not retry.
            true => remote.fail(501),
            false => remote.close(),
        }
        let service = ServiceProcess::start(&path, &remote);
        assert_eq!(service.callback(7).await, Some(202));
        remote.read(before.0 + 1).await;
        drop(service);
        assert_eq!(reported(&path), before.1);
        remote.recover();
        remote.open();
        let _service = ServiceProcess::start(&path, &remote);
        wait_for(&path, |changes| {
            changes.last() == Some(&(7, state.to_owned()))
        })
        .await;
    }
    assert_eq!(reported(&path).len(), 2);
}

#[tokio::test]
async fn random_crashes_lose_no_acknowledged_callback_and_repeat_no_change() {
    let (_directory, path) = store().await;
    let remote = Remote::start().await;
    let mut acknowledged = Vec::new();
    // 15 with `LONG_TESTS`.
    let rounds = match env::var_os("LONG_TESTS") {
        Some(_) => 15,
        None => 6,
    };
    for round in 0..rounds {
        let service = ServiceProcess::start(&path, &remote);
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
        // Killed after none to nine of them are acknowledged, in every third round after a change, too.
        let before = reported(&path).len();
        for _ in 0..10 * round / rounds {
            let (id, status) = callbacks.join_next().await.unwrap().unwrap();
            assert_eq!(status, Some(202));
            acknowledged.push(id);
        }
        if round % 3 == 2 {
            wait_for(&path, |changes| changes.len() > before).await;
        }
        drop(service);
        while let Some(callback) = callbacks.join_next().await {
            if let (id, Some(status)) = callback.unwrap() {
                assert_eq!(status, 202);
                acknowledged.push(id);
            }
        }
    }
    remote.recover();
    let _service = ServiceProcess::start(&path, &remote);
    wait_for(&path, |changes| {
        let is_reported = |id: &i64| changes.iter().any(|(changed, _)| changed == id);
        acknowledged.iter().all(is_reported)
    })
    .await;
    let mut ids: Vec<i64> = reported(&path).iter().map(|(id, _)| *id).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "reported twice");
}
