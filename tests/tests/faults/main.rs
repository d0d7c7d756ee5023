//! Faults of the network, of HTTP and of bodies, over sockets, for a read, a write and `create_once`; and planted
//! secrets, searched for in everything that is printed meanwhile. The run writes `crates/api-runtime/FAULTS.md`.
//!
//! `cargo test -p tests --features faults --test faults`, with `UPDATE_FAULTS=1` to write the page.

mod body;
mod calls;
mod create_once;
mod elsewhere;
mod how;
mod http;
mod http2;
mod kept;
mod network;
mod row;
mod seen;
mod server;
mod situations;
mod table;
mod tls;
mod want;

use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::row::Row;

/// Where the run, in a process of its own, finds its certificates and leaves its lines.
const FOLDER: &str = "FAULTS_FOLDER";
const LINES: &str = "lines";

/// How many rows are tried at a time.
const AT_A_TIME: u32 = 40;

/// The run is in a process of its own, whose environment says things that clients must not listen to, and one that they
/// must: which authority is trusted.
#[test]
fn every_fault_has_the_documented_outcome() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return run(&PathBuf::from(folder));
    }
    let folder = tempfile::tempdir().unwrap();
    tls::make(folder.path());
    let proxy = TcpListener::bind("127.0.0.1:0").unwrap();
    proxy.set_nonblocking(true).unwrap();
    let address = format!(
        "http://till:{}@{}",
        kept::PROXY_PASSWORD,
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
    println!("{printed}");
    assert!(output.status.success());
    assert!(
        !kept::has_secret(&printed),
        "what the process prints has a secret in it"
    );
    assert_eq!(
        proxy.accept().unwrap_err().kind(),
        ErrorKind::WouldBlock,
        "N42: a proxy of the environment was used"
    );
    assert!(!keys.exists(), "S35: keys were written");
    let lines = std::fs::read_to_string(folder.path().join(LINES)).unwrap();
    let lines: Vec<_> = lines.lines().map(str::to_owned).collect();
    let page = table::page(&lines);
    if std::env::var_os("UPDATE_FAULTS").is_some() {
        std::fs::write(table::path(), &page).unwrap();
    }
    let kept = std::fs::read_to_string(table::path()).unwrap_or_default();
    assert!(
        page == kept,
        "FAULTS.md is not what came out: run it with UPDATE_FAULTS=1 and look at the difference"
    );
}

fn run(folder: &Path) {
    kept::listen();
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(4).enable_all().build().unwrap();
    let (lines, wrong) = runtime.block_on(try_all(folder));
    for line in &lines {
        println!("{line}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    std::fs::write(folder.join(LINES), lines.join("\n")).unwrap();

    let found = kept::found();
    println!(
        "{} texts were searched for secrets; told to logs by {:?}",
        found.texts, found.crates
    );
    assert!(
        found.leaks.is_empty(),
        "{} secrets are shown: {:#?}",
        found.leaks.len(),
        found.leaks
    );
    assert!(
        found.of_others.is_empty(),
        "other crates show secrets: {:#?}",
        found.of_others
    );
    // The ear hears: these have something to say.
    for name in ["api_runtime", "h2", "hyper_util", "reqwest"] {
        assert!(found.crates.contains(name), "{name} told nothing");
    }
    assert!(found.texts > 5_000);
}

/// Tries every row, some at a time. Gives the lines of the table, and what was not as it has to be.
async fn try_all(folder: &Path) -> (Vec<String>, Vec<String>) {
    let mut rows = network::rows().await;
    rows.extend(tls::rows(folder));
    rows.extend(http2::rows(folder));
    rows.extend(http::rows());
    rows.extend(body::rows());
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let missing = table::missing(&ids);
    assert!(missing.is_empty(), "nothing is told of {missing:?}");

    let turns = Arc::new(Semaphore::new(AT_A_TIME as usize));
    let start = |row: Row| {
        let turns = Arc::clone(&turns);
        tokio::spawn(async move {
            let alone = if row.is_heavy { AT_A_TIME } else { 1 };
            let turn = turns.acquire_many(alone).await;
            match row.run().await {
                Ok(line) => Ok(line),
                // Rows look at the clock. What a busy machine made of one, it is given another chance to make better:
                // by itself, and once.
                Err(first) => {
                    println!("once more, alone: {first}");
                    drop(turn);
                    let _alone = turns.acquire_many(AT_A_TIME).await;
                    row.run().await
                }
            }
        })
    };
    let running: Vec<_> = rows.into_iter().map(start).collect();
    let (mut lines, mut wrong) = (Vec::new(), Vec::new());
    for row in running {
        match row.await {
            Ok(Ok(line)) => lines.push(line),
            Ok(Err(text)) => wrong.push(text),
            Err(panic) => wrong.push(panic.to_string()),
        }
    }
    (lines, wrong)
}

#[test]
fn every_test_named_on_the_page_exists() {
    for shown in elsewhere::SHOWN {
        assert!(shown.is_true(), "{}", shown.line());
    }
}
