//! The data file: kept by processes that are killed, unchanged by a full disk, used by one sandbox.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api_sandbox::{OrderStatus, Sandbox};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{TOKEN, demo_with, http_client, order};
use crate::program::{PROGRAM, Program, failure};

/// A running program with a data file, and its URL.
struct Server {
    program: Program,
    url: String,
}

impl Server {
    fn start(file: &Path) -> Self {
        Self::from_command(Command::new(PROGRAM).arg("--data").arg(file))
    }

    /// Starts it with files of at most this number of blocks of 512 or 1,024 bytes.
    #[cfg(target_os = "linux")]
    fn with_file_limit(file: &Path, blocks: u32) -> Self {
        // The signal would end the program, unlike a full disk.
        let script = format!("trap '' XFSZ; ulimit -S -f {blocks}; exec \"$0\" --data \"$1\"");
        let mut command = Command::new("sh");
        Self::from_command(command.args(["-c", &script, PROGRAM]).arg(file))
    }

    fn from_command(command: &mut Command) -> Self {
        let mut program = Program::from_command(command);
        let url = program.root_url();
        Self { program, url }
    }

    /// The references of all orders.
    async fn references(&self) -> Vec<String> {
        let url = format!("{}/_sandbox/orders", self.url);
        let response = http_client().get(url).send().await.expect("a response");
        let body: Value =
            serde_json::from_str(&response.text().await.expect("a body")).expect("JSON");
        let orders = body["orders"].as_array().expect("orders").iter();
        let reference = |order: &Value| order["reference_no"].as_str().map(str::to_owned);
        let mut references: Vec<_> = orders.filter_map(reference).collect();
        references.sort();
        references
    }
}

/// Creates an order, and returns status and body.
async fn create(client: &reqwest::Client, url: &str, reference: &str) -> Option<(u16, String)> {
    let request = client
        .post(format!("{url}/api/v3/incoming_orders"))
        .basic_auth("demo-integrator-token", Some("demo-venue-token"))
        .header("content-type", "application/json")
        .body(order(reference, None).to_string());
    let response = request.send().await.ok()?;
    Some((response.status().as_u16(), response.text().await.ok()?))
}

fn data_file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sandbox.data");
    (folder, file)
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_orders_survive_killed_processes() {
    let (_folder, file) = data_file();
    let mut acknowledged: Vec<String> = Vec::new();
    for round in 0..3 {
        let server = Server::start(&file);
        let mut clients = tokio::task::JoinSet::new();
        let count = Arc::new(AtomicUsize::new(0));
        for number in 0..4 {
            let (client, url, count) = (http_client(), server.url.clone(), Arc::clone(&count));
            clients.spawn(async move {
                let mut references = Vec::new();
                loop {
                    let reference = format!("R-{round}-{number}-{}", references.len());
                    match create(&client, &url, &reference).await {
                        Some((200, _)) => {
                            references.push(reference);
                            count.fetch_add(1, Ordering::Relaxed);
                        }
                        Some(rejected) => panic!("{rejected:?}"),
                        None => return references,
                    }
                }
            });
        }
        // At another moment of another request in each round.
        let enough = async {
            while count.load(Ordering::Relaxed) < 5 + 7 * round {
                tokio::time::sleep(Duration::from_micros(700)).await;
            }
        };
        let enough = tokio::time::timeout(Duration::from_secs(30), enough).await;
        enough.expect("orders are created until the program is killed");
        server.program.kill();
        acknowledged.extend(clients.join_all().await.concat());
    }
    let stored = Server::start(&file).references().await;
    let is_stored = |reference: &String| stored.binary_search(reference).is_ok();
    acknowledged.retain(|reference| !is_stored(reference));
    assert!(acknowledged.is_empty(), "{acknowledged:?}");
    assert!(stored.len() > 20, "{}", stored.len());
}

#[tokio::test]
async fn second_process_and_second_sandbox_are_refused() {
    let (_folder, file) = data_file();
    let server = Server::start(&file);
    let path = file.display().to_string();
    let expected = format!("cannot open the data file `{path}`: in use by another sandbox");
    let (code, error) = failure(&["--data", &path]);
    assert_eq!((code, error), (Some(1), format!("error: {expected}\n")));
    server.program.kill();

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
    Server::start(&file).program.kill();
    let length = std::fs::metadata(&file).expect("a file").len();
    let blocks = u32::try_from(length / 512 + 32).expect("a small file");
    let server = Server::with_file_limit(&file, blocks);
    let client = http_client();
    let (mut accepted, mut rejected) = (Vec::new(), 0);
    for number in 0..400 {
        let reference = format!("R-{number:04}");
        let response = create(&client, &server.url, &reference).await;
        let (status, body) = response.expect("a response");
        if status == 200 {
            accepted.push(reference);
            continue;
        }
        let expected = format!(
            "{{\"error\":\"cannot write the data file `{}`: ",
            file.display()
        );
        assert!(
            status == 500 && body.starts_with(&expected),
            "{status} {body}"
        );
        rejected += 1;
        if rejected == 3 {
            break;
        }
    }
    assert_eq!(rejected, 3, "the file is limited");
    // Not in memory either, nor after the next start.
    assert_eq!(server.references().await, accepted);
    server.program.kill();
    assert_eq!(Server::start(&file).references().await, accepted);
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
async fn reset_restores_the_demo_data_and_keeps_ids() {
    let (_folder, file) = data_file();
    let (first, second) = {
        let demo = demo_with(Sandbox::builder().data_file(&file)).await;
        let control = demo.sandbox.control();
        let path = "/api/v2/venue/users?per_page=1";
        let before = demo.get(TOKEN, path).await;
        let first = demo.order("R-1", None).await;
        let days = Duration::from_secs(40 * 24 * 60 * 60);
        control.advance_clock(days).expect("a time");
        control.reset().expect("the demo data");
        assert!(control.orders().is_empty() && control.requests().is_empty());
        // Its times are those of the reset.
        assert_ne!(demo.get(TOKEN, path).await, before);
        // The reference is free again.
        (first, demo.order("R-1", None).await)
    };
    assert!(second > first, "{second}");
    let demo = demo_with(Sandbox::builder().data_file(&file)).await;
    let orders = demo.sandbox.control().orders();
    let ids: Vec<i64> = orders.iter().map(|order| order.id).collect();
    assert_eq!(ids, [second]);
}

/// An empty file is new, and a last line that is not whole is dropped: as after a process that was
/// killed while it wrote, or on a full disk.
#[tokio::test]
async fn incomplete_files_are_opened() {
    let (_folder, file) = data_file();
    std::fs::write(&file, "").expect("a file");
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
