//! The data file: kept by processes that are killed, unchanged by a full disk, used by one sandbox.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use api_sandbox::{OrderStatus, Sandbox};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::http_client;
use crate::common::{Auth, VENUE, demo, demo_with, order};

/// A running program with a data file.
struct Program {
    process: Child,
    address: SocketAddr,
}

impl Program {
    fn start(file: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_api-sandbox"));
        Self::from_command(command.arg("--data").arg(file))
    }

    /// Starts it with files of at most this number of blocks of 512 or 1,024 bytes.
    #[cfg(target_os = "linux")]
    fn with_file_limit(file: &Path, blocks: u32) -> Self {
        let mut command = Command::new("sh");
        // The signal would end the program, unlike a full disk.
        let script = format!("ulimit -S -f {blocks}; exec \"$0\" --data \"$1\"");
        let program = env!("CARGO_BIN_EXE_api-sandbox");
        Self::from_command(command.args(["-c", &script, program]).arg(file))
    }

    fn from_command(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().expect("a process");
        let mut stdout = BufReader::new(process.stdout.take().expect("its output"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("its base URL");
        // A full pipe would block the program.
        std::thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()));
        let (_, rest) = line.split_once("http://").expect("a URL");
        let (address, _) = rest.split_once('/').expect("a path");
        Self {
            address: address.parse().expect("an address"),
            process,
        }
    }

    /// Kills the process (SIGKILL).
    fn kill(mut self) {
        self.process.kill().expect("a running process");
        self.process.wait().expect("a status");
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The references of all orders.
    async fn references(&self) -> Vec<String> {
        let response = http_client().get(self.url("/_sandbox/orders")).send().await;
        let body: Value = parse(response.expect("a response")).await;
        let orders = body["orders"].as_array().expect("orders");
        let reference = |order: &Value| order["reference_no"].as_str().map(str::to_owned);
        let mut references: Vec<_> = orders.iter().filter_map(reference).collect();
        references.sort();
        references
    }

    /// Creates an order, and returns status and body.
    async fn create(&self, client: &reqwest::Client, reference: &str) -> Option<(u16, Value)> {
        let response = create(client, self.address, reference).await.ok()?;
        let status = response.status().as_u16();
        let text = response.text().await.ok()?;
        Some((status, serde_json::from_str(&text).ok()?))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn parse(response: reqwest::Response) -> Value {
    let text = response.text().await.expect("a body");
    serde_json::from_str(&text).expect("JSON")
}

async fn create(
    client: &reqwest::Client,
    address: SocketAddr,
    reference: &str,
) -> reqwest::Result<reqwest::Response> {
    let Auth::Basic(user, password) = VENUE else {
        unreachable!("the credentials of a venue");
    };
    client
        .post(format!("http://{address}/api/v3/incoming_orders"))
        .basic_auth(user, Some(password))
        .header("content-type", "application/json")
        .body(order(reference, None).to_string())
        .send()
        .await
}

fn data_file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sandbox.data");
    (folder, file)
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_orders_survive_killed_processes() {
    const CLIENTS: usize = 4;
    let (_folder, file) = data_file();
    let mut acknowledged = Vec::new();
    let mut sent = 0;
    for round in 0..5 {
        let program = Program::start(&file);
        let is_running = AtomicBool::new(true);
        let count = AtomicUsize::new(0);
        let (client, address) = (http_client(), program.address);
        let create_orders = async |number: usize| {
            let mut references = (0, Vec::new());
            while is_running.load(Ordering::Relaxed) {
                let reference = format!("R-{round}-{number}-{}", references.0);
                references.0 += 1;
                match create(&client, address, &reference).await {
                    Ok(response) if response.status() == 200 => {
                        references.1.push(reference);
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok(response) => panic!("{response:?}"),
                    Err(_) => break,
                }
            }
            references
        };
        let kill = async {
            // At another moment of another request in each round.
            while count.load(Ordering::Relaxed) < 5 + 7 * round {
                tokio::time::sleep(Duration::from_micros(700)).await;
            }
            program.kill();
            is_running.store(false, Ordering::Relaxed);
        };
        let clients = async {
            let [first, second, third, fourth]: [_; CLIENTS] = [0, 1, 2, 3];
            tokio::join!(
                create_orders(first),
                create_orders(second),
                create_orders(third),
                create_orders(fourth)
            )
        };
        let (results, ()) = tokio::join!(clients, kill);
        for (count, references) in [results.0, results.1, results.2, results.3] {
            sent += count;
            acknowledged.extend(references);
        }
    }
    let program = Program::start(&file);
    let stored = program.references().await;
    let is_stored = |reference: &&String| stored.binary_search(reference).is_ok();
    let lost: Vec<_> = acknowledged
        .iter()
        .filter(|reference| !is_stored(reference))
        .collect();
    assert!(lost.is_empty(), "{lost:?}");
    assert!(acknowledged.len() > 20, "{}", acknowledged.len());
    assert!(stored.len() <= sent, "{} and {sent}", stored.len());
}

#[tokio::test]
async fn second_process_and_second_sandbox_are_refused() {
    let (_folder, file) = data_file();
    let program = Program::start(&file);
    let expected = format!(
        "cannot open the data file `{}`: in use by another sandbox",
        file.display()
    );
    let output = Command::new(env!("CARGO_BIN_EXE_api-sandbox"))
        .arg("--data")
        .arg(&file)
        .output()
        .expect("a program");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.trim(), format!("error: {expected}"));
    program.kill();

    let first = Sandbox::builder().data_file(&file).start().await;
    let first = first.expect("a sandbox");
    let second = Sandbox::builder().data_file(&file).start().await;
    assert_eq!(second.expect_err("no sandbox").to_string(), expected);
    drop(first);
    // Its handle has the state, but not the file.
    let third = Sandbox::builder().data_file(&file).start().await;
    third.expect("a sandbox");
}

#[tokio::test]
async fn stopped_sandbox_changes_nothing() {
    let (_folder, file) = data_file();
    let demo = demo_with(Sandbox::builder().data_file(&file)).await;
    let id = demo.order("R-1", None).await;
    let control = demo.sandbox.control();
    drop(demo);
    let error = control
        .set_order_status(id, OrderStatus::Delivered)
        .expect_err("a stopped sandbox");
    assert!(
        error.to_string().ends_with("the sandbox is stopped"),
        "{error}"
    );
    assert_eq!(control.orders()[0].status, OrderStatus::Pending);
}

/// A file that cannot grow, as on a full disk, for which a test needs no permissions.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn full_disk_rejects_requests_and_changes_nothing() {
    let (_folder, file) = data_file();
    Program::start(&file).kill();
    let length = std::fs::metadata(&file).expect("a file").len();
    let blocks = u32::try_from(length / 512 + 32).expect("a small file");
    let program = Program::with_file_limit(&file, blocks);
    let client = http_client();
    let (mut accepted, mut rejected) = (Vec::new(), 0);
    for number in 0..400 {
        let reference = format!("R-{number:04}");
        let (status, body) = program
            .create(&client, &reference)
            .await
            .expect("a response");
        match status {
            200 => accepted.push(reference),
            _ => {
                assert_eq!(status, 500, "{body}");
                let reason = body["error"].as_str().expect("a reason");
                let expected = format!("cannot write the data file `{}`: ", file.display());
                assert!(reason.starts_with(&expected), "{reason}");
                rejected += 1;
            }
        }
        if rejected == 3 {
            break;
        }
    }
    assert_eq!(rejected, 3, "the file is limited");
    // Not in memory either.
    assert_eq!(program.references().await, accepted);
    // The control interface reports the failure, and changes nothing.
    let reset = client.post(program.url("/_sandbox/reset")).send().await;
    let reset = reset.expect("a response");
    if reset.status() == 200 {
        accepted.clear();
    }
    assert_eq!(program.references().await, accepted);
    // The limit goes: later requests are accepted again.
    let pid = program.process.id().to_string();
    let lifted = Command::new("prlimit")
        .args(["--pid", &pid, "--fsize=unlimited:"])
        .status();
    if lifted.is_ok_and(|status| status.success()) {
        for number in 0..50 {
            let reference = format!("S-{number:04}");
            let (status, body) = program
                .create(&client, &reference)
                .await
                .expect("a response");
            assert_eq!(status, 200, "{body}");
            accepted.push(reference);
        }
    }
    program.kill();
    let program = Program::start(&file);
    assert_eq!(program.references().await, accepted);
}

#[tokio::test]
async fn errors_of_the_start_name_the_file() {
    let (folder, file) = data_file();
    let reason = async |file: &Path| {
        let started = Sandbox::builder().data_file(file).start().await;
        let error = started.expect_err("no sandbox").to_string();
        let prefix = format!("cannot open the data file `{}`: ", file.display());
        error.strip_prefix(&prefix).map(str::to_owned).ok_or(error)
    };
    let missing = folder.path().join("missing/sandbox.data");
    assert_eq!(
        reason(&missing).await,
        Ok("its directory does not exist".to_owned())
    );
    for (content, expected) in [
        ("mine", "not a data file of a sandbox"),
        (
            r#"{"sandbox_format":7,"start":0,"fixtures":null}"#,
            "expected format 6, found 7, of another version of the sandbox",
        ),
        (
            concat!(
                r#"{"sandbox_format":6,"start":0,"fixtures":null}"#,
                "\n{}\n"
            ),
            "damaged in line 2: missing field `next` at line 1 column 2",
        ),
    ] {
        std::fs::write(&file, content).expect("a file");
        assert_eq!(reason(&file).await, Ok(expected.to_owned()));
        let kept = std::fs::read_to_string(&file).expect("a file");
        assert_eq!(kept, content, "not overwritten");
    }
    let mut permissions = std::fs::metadata(&file).expect("a file").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&file, permissions).expect("permissions");
    // The administrator may write every file.
    if std::fs::OpenOptions::new().write(true).open(&file).is_err() {
        let denied = reason(&file).await.expect("the name of the file");
        assert!(denied.starts_with("Permission denied"), "{denied}");
    }
}

#[tokio::test]
async fn snapshots_restore_the_records() {
    let (_folder, file) = data_file();
    let first = {
        let demo = demo_with(Sandbox::builder().data_file(&file)).await;
        let control = demo.sandbox.control();
        let first = demo.order("R-1", None).await;
        control.save_snapshot("one-order").expect("a snapshot");
        control
            .set_order_status(first, OrderStatus::Delivered)
            .expect("a change");
        let second = demo.order("R-2", None).await;
        control.save_snapshot("two-orders").expect("a snapshot");
        control.restore_snapshot("one-order").expect("a snapshot");
        let orders = control.orders();
        assert_eq!(orders.len(), 1);
        assert_eq!(orders[0].status, OrderStatus::Pending);
        assert!(control.requests().is_empty());
        // The reference is free again, and the id is not used again.
        let third = demo.order("R-2", None).await;
        assert!(third > second);
        control.restore_snapshot("two-orders").expect("a snapshot");
        let ids: Vec<i64> = control.orders().iter().map(|order| order.id).collect();
        assert_eq!(ids, [first, second]);
        assert_eq!(control.snapshots(), ["one-order", "two-orders"]);
        control.remove_snapshot("two-orders").expect("a snapshot");
        let error = control.restore_snapshot("two-orders").expect_err("none");
        assert_eq!(error.to_string(), "no snapshot has this name");
        control.save_snapshot("a name").expect_err("a space");
        control.restore_snapshot("one-order").expect("a snapshot");
        first
    };
    let demo = demo_with(Sandbox::builder().data_file(&file)).await;
    let control = demo.sandbox.control();
    let ids: Vec<i64> = control.orders().iter().map(|order| order.id).collect();
    assert_eq!(ids, [first]);
    assert!(control.snapshots().is_empty(), "they are in memory only");
}

#[tokio::test]
async fn reset_restores_the_time_of_the_demo_data_from_snapshots() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let path = "/api/v2/venue/users?per_page=1";
    let token = crate::common::TOKEN;
    let before = demo.get(token, path).await;
    control.save_snapshot("before").expect("a snapshot");
    let days = Duration::from_secs(40 * 24 * 60 * 60);
    control.advance_clock(days).expect("a time");
    control.reset().expect("the demo data");
    assert_ne!(demo.get(token, path).await, before);
    control.restore_snapshot("before").expect("a snapshot");
    assert_eq!(demo.get(token, path).await, before);
}

#[tokio::test]
async fn empty_file_is_new() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let start = async || demo_with(Sandbox::builder().data_file(file.path())).await;
    let demo = start().await;
    demo.order("EMPTY", None).await;
    drop(demo);
    let orders = start().await.sandbox.control().orders();
    assert_eq!(orders.len(), 1);
    assert_eq!(orders[0].reference_no, "EMPTY");
}

/// As after a process that was killed while it wrote, or on a full disk.
#[tokio::test]
async fn last_line_that_is_not_whole_is_dropped() {
    let (_folder, file) = data_file();
    let start = async || demo_with(Sandbox::builder().data_file(&file)).await;
    let demo = start().await;
    demo.order("FIRST", None).await;
    demo.order("SECOND", None).await;
    drop(demo);
    let content = std::fs::read(&file).expect("a file");
    std::fs::write(&file, &content[..content.len() - 5]).expect("a file");
    let demo = start().await;
    demo.order("THIRD", None).await;
    drop(demo);
    let orders = start().await.sandbox.control().orders();
    let references: Vec<_> = orders
        .iter()
        .map(|order| order.reference_no.as_str())
        .collect();
    assert_eq!(references, ["FIRST", "THIRD"]);
}
