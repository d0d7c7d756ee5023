//! Processes that are killed in the middle of the first run of a sync.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use api_runtime::{CheckpointFile, CheckpointStore};

use super::shop::client;
use super::stock::{Event, ListStock, Order, StockServer, World};
use super::sync::OVERLAP;

const SERVER: &str = "SYNC_CRASH_SERVER";
const FOLDER: &str = "SYNC_CRASH_FOLDER";

/// 4,000 records in pages of 100 and 3 kills; with `LONG_TESTS`, 50,000 in pages of 1,000 and 8.
fn size() -> (usize, u32, usize) {
    match std::env::var_os("LONG_TESTS") {
        Some(_) => (50_000, 1_000, 8),
        None => (4_000, 100, 3),
    }
}

/// A server of the list, on a thread of its own.
fn start(world: World) -> Arc<StockServer> {
    let (sender, server) = mpsc::channel();
    std::thread::spawn(move || {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_all().build().unwrap().block_on(async {
            let server = StockServer::start(world).await;
            sender.send(Arc::new(server)).unwrap();
            std::future::pending::<()>().await;
        });
    });
    server.recv().unwrap()
}

fn spawn(server: &StockServer, folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "--ignored",
            "loopback::sync_crash::process_of_a_sync",
        ])
        .env(SERVER, server.server.base_url())
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// The process that is killed: it appends records to a file, and then saves the checkpoint.
#[tokio::test]
#[ignore = "started by the test below"]
async fn process_of_a_sync() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).unwrap());
    let client = client(&std::env::var(SERVER).unwrap());
    let list = ListStock {
        per_page: Some(size().1),
        ..ListStock::default()
    };
    let store = CheckpointFile::new(folder.join("checkpoint"));
    let mut run = client.call().sync(list, store, OVERLAP).unwrap();
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(folder.join("records"))
        .unwrap();
    // The last line may be cut.
    let mut lines = "\n".to_owned();
    let mut count = 0_u32;
    while let Some(stock) = run.next().await {
        let stock = stock.unwrap();
        lines += &format!("{} {};\n", stock.id.unwrap(), stock.version.unwrap());
        count += 1;
        if count.is_multiple_of(50) {
            file.write_all(lines.as_bytes()).unwrap();
            lines.clear();
            run.checkpoint().unwrap();
        }
    }
    file.write_all(lines.as_bytes()).unwrap();
    run.commit().unwrap();
}

/// The versions of records in the file.
fn stored(folder: &Path) -> HashSet<(i64, i64)> {
    let text = fs::read_to_string(folder.join("records")).unwrap();
    let record = |line: &str| {
        let (id, version) = line.strip_suffix(';')?.split_once(' ')?;
        Some((id.parse().ok()?, version.parse().ok()?))
    };
    text.lines().filter_map(record).collect()
}

/// Waits until the server has received this number of requests.
#[allow(clippy::disallowed_methods, reason = "processes have no paused time")]
fn wait_for(server: &StockServer, requests: usize) {
    let start = Instant::now();
    while server.server.requests().len() < requests {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn killed_first_run_continues_and_loses_no_record() {
    let (rows, page_size, kills) = size();
    let folder = std::env::temp_dir().join(format!("sync-crash-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    // The list starts with its newest record, so that each new one moves all others. Between two
    // requests, two records are added and one changes.
    let mut world = World::new(Order::IdBackwards, rows);
    world.events = (0..rows)
        .map(|index| vec![Event::Add, Event::Add, Event::Change(index * 7919)])
        .collect();
    let server = start(world);

    let mut checkpoints = HashSet::new();
    let mut file = CheckpointFile::new(folder.join("checkpoint"));
    let step = rows / (kills + 1) / page_size as usize;
    for _ in 0..kills {
        let requests = server.server.requests().len() + step;
        let mut process = spawn(&server, &folder);
        wait_for(&server, requests);
        // SIGKILL, anywhere between the request and the end of the next page.
        process.kill().unwrap();
        assert!(!process.wait().unwrap().success());
        let checkpoint = file.load().unwrap().unwrap();
        assert!(checkpoint.is_unfinished() && checkpoints.insert(checkpoint.to_string()));
    }
    assert!(spawn(&server, &folder).wait().unwrap().success());
    assert!(!file.load().unwrap().unwrap().is_unfinished());

    // The changes since the run started.
    server.come_to_rest();
    assert!(spawn(&server, &folder).wait().unwrap().success());
    assert_eq!(server.lost(&stored(&folder)), []);
    fs::remove_dir_all(&folder).unwrap();
}
