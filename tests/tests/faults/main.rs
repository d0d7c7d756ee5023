//! Faults of the network, TLS, HTTP and bodies, over sockets, and the outcome of each: `cargo test -p tests --features faults
//! --test faults`. The snapshot has the table.
//!
//! A server on loopback does what the first column says, to a read (`list_venues` of version 3), a write that is not
//! idempotent (`create_request` of payments), and a create with a unique key (`create_incoming_order` of version 1), which is
//! sent with `once`. The next three columns say how each ends while the fault lasts: the kind of the error, its outcome, and
//! the number of attempts if it is not one.
//!
//! The fifth column is for a fault of the first connection alone: the end of the create, and in parentheses the requests that
//! the server received whole, as creates + look-ups. If the outcome of the create is unknown, the record is looked up after a
//! backoff, and again when the time of the attempt is over; only if there is none then, the create is sent once more. After a
//! status that may mean a duplicate (409, 422), the record is looked up at once, and five seconds later. One row of each kind
//! of error tries five continuations, in this order: the create had no effect; it had, and the record has our reference; the
//! record has another reference; our reference and another price; our reference twice. The other rows try the second one.
//!
//! The last column counts the requests that the server received whole while the fault lasted: of the read, of the write, and
//! of the create with `once`. After an RST right after accept, it depends on a race whether the connection hands the request
//! back unsent; if so, it is sent again.
//!
//! The table is what happened, and its snapshot is reviewed. What holds in all rows is checked apart from it: how many writes
//! there may be, what an error reports, and how a call ends when the server recovers.
//!
//! Seven secrets are planted, which the servers echo wherever they can. All output is searched for them: errors, responses,
//! clients, hooks, panics, the output of the process, and the events of `tracing` and `log` of all crates at all levels.
#![allow(
    clippy::disallowed_methods,
    reason = "a fault is the network's time, not ours"
)]

mod body;
mod call;
mod end;
mod http;
mod http2;
mod http2_situations;
mod network;
mod observed;
mod once;
mod operations;
mod row;
mod secrets;
mod server;
mod situations;
mod tls;

use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::row::Row;

/// The variable with the folder of the certificates and of the rows' lines, set in the run's own
/// process.
const FOLDER: &str = "FAULTS_FOLDER";
const LINES: &str = "lines";

/// The reviewed table.
const REVIEWED: &str = include_str!("snapshots/faults__outcomes.snap");

/// The head of the table.
const HEAD: &str = "\
| what the server does | read | write | `once` | `once`, one fault | requests |
|---|---|---|---|---|---|
";

/// The permits of all concurrent rows. With more of them, a slow machine would need longer for a handshake than the short
/// timeouts of some rows.
const PERMITS: u32 = 80;

/// A row that failed, or has another line than the reviewed one, is retried, with time limits that are
/// longer by these factors, and beside fewer other rows. Attempts of 6 s must still end before the
/// keep-alive of 20 s.
const PATIENCE: [u32; 2] = [2, 3];

/// The run has a process of its own, since it needs other environment variables: clients must
/// ignore the proxies and `SSLKEYLOGFILE`, and must trust the authority of `SSL_CERT_FILE`.
#[test]
fn every_fault_has_the_documented_outcome() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return run(&PathBuf::from(folder));
    }
    let folder = tempfile::tempdir().unwrap();
    tls::create_certificates(folder.path());
    let proxy = TcpListener::bind("127.0.0.1:0").unwrap();
    proxy.set_nonblocking(true).unwrap();
    let address = format!(
        "http://till:{}@{}",
        secrets::PROXY_PASSWORD,
        proxy.local_addr().unwrap()
    );
    let keys = folder.path().join("keys");
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args([
            "--exact",
            "every_fault_has_the_documented_outcome",
            "--nocapture",
        ])
        .env(FOLDER, folder.path())
        .env("SSL_CERT_FILE", folder.path().join(tls::AUTHORITY))
        .env("SSLKEYLOGFILE", &keys)
        .env_remove("NO_PROXY")
        .env_remove("no_proxy");
    for name in [
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
        "http_proxy",
        "https_proxy",
        "all_proxy",
    ] {
        command.env(name, &address);
    }
    let output = command.output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}");
    assert!(
        !secrets::has_secret(&printed),
        "the output of the process contains a secret"
    );
    // With the rows that were retried: they may be fragile.
    println!("{printed}");
    assert_eq!(
        proxy.accept().unwrap_err().kind(),
        ErrorKind::WouldBlock,
        "a proxy of the environment was used"
    );
    assert!(!keys.exists(), "TLS keys were written");
    let lines = std::fs::read_to_string(folder.path().join(LINES)).unwrap();
    insta::assert_snapshot!("outcomes", format!("{HEAD}{lines}"));
}

fn run(folder: &Path) {
    secrets::capture_output();
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(4).enable_all().build().unwrap();
    let (lines, failures) = runtime.block_on(run_all(folder));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    std::fs::write(folder.join(LINES), lines.join("\n")).unwrap();

    let found = secrets::search_result();
    println!(
        "{} texts were searched for secrets; crates that log: {:?}",
        found.texts, found.crates
    );
    assert!(
        found.leaks.is_empty(),
        "{} secrets are shown: {:#?}",
        found.leaks.len(),
        found.leaks
    );
    assert!(
        found.other_crates.is_empty(),
        "other crates show secrets: {:#?}",
        found.other_crates
    );
    // The search is not vacuous: these crates log.
    for name in ["api_runtime", "h2", "hyper_util", "reqwest"] {
        assert!(found.crates.contains(name), "{name} logged nothing");
    }
    assert!(found.texts > 5_000);
}

/// Runs a row. A panic is a failure.
async fn run_row(row: Row) -> Result<String, String> {
    let running = tokio::spawn(async move { row.run().await });
    running.await.unwrap_or_else(|panic| Err(panic.to_string()))
}

/// Runs all rows, some of them concurrently. Returns the lines of the table, and the failures.
async fn run_all(folder: &Path) -> (Vec<String>, Vec<String>) {
    // The longest row is the first one.
    let mut rows = http2::rows(folder);
    rows.extend(network::rows().await);
    rows.extend(tls::rows(folder));
    rows.extend(http::rows());
    rows.extend(body::rows());

    let permits = Arc::new(Semaphore::new(PERMITS as usize));
    let start = |row: Row| {
        let permits = Arc::clone(&permits);
        tokio::spawn(async move {
            let permit = permits.acquire_many(row.permits(PERMITS)).await;
            let mut result = run_row(row.clone()).await;
            drop(permit);
            // Rows measure time, so that one may fail on a busy machine.
            for patience in PATIENCE {
                match &result {
                    Ok(line) if REVIEWED.contains(line) => break,
                    Ok(text) | Err(text) => println!("retried: {text}"),
                }
                let wanted = PERMITS.min(row.permits(PERMITS) * patience);
                let _permit = permits.acquire_many(wanted).await;
                result = run_row(row.clone().with_patience(patience)).await;
            }
            result
        })
    };
    let running: Vec<_> = rows.into_iter().map(start).collect();
    let (mut lines, mut failures) = (Vec::new(), Vec::new());
    for row in running {
        match row.await {
            Ok(Ok(line)) => lines.push(line),
            Ok(Err(text)) => failures.push(text),
            Err(panic) => failures.push(panic.to_string()),
        }
    }
    (lines, failures)
}
