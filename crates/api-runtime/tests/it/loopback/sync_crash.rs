//! Processes that are killed in the middle of the first run of a sync.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use api_runtime::api_wire::jiff::Timestamp;
use api_runtime::{CheckpointFile, CheckpointStore};
use test_support::{Action, TestServer, json};

use super::shop::client;
use super::stock::ListStock;
use super::sync::{OVERLAP, parameter};

const SERVER: &str = "SYNC_CRASH_SERVER";
const FOLDER: &str = "SYNC_CRASH_FOLDER";

/// A list that starts with its newest record, so that each new one moves all others.
struct List {
    /// The version and the time of change of each record, by its id.
    rows: Vec<(i64, Timestamp)>,
    /// Whether no record changes anymore.
    is_quiet: bool,
    requests: usize,
    /// The number of rows before the end of the farthest page.
    farthest: i64,
    /// The number of pages that did not reach farther.
    repeated: usize,
    kill_at: usize,
    kill: mpsc::Sender<()>,
}

impl List {
    fn respond(&mut self, request: &str) -> Action {
        self.requests += 1;
        if self.requests == self.kill_at {
            let _ = self.kill.send(());
        }
        let size = parameter(request, "per_page=");
        let start = (parameter(request, "?page=") - 1) * size;
        self.repeated += usize::from(start + size <= self.farthest);
        self.farthest = self.farthest.max(start + size);
        let is_filtered = request.contains("updated_at_gt=");
        let is_listed = |id: &usize| !is_filtered || self.rows[*id].1 > long_ago();
        let ids: Vec<usize> = (0..self.rows.len()).rev().filter(is_listed).collect();
        let count = i64::try_from(ids.len()).unwrap();
        let ids = ids.into_iter().skip(usize::try_from(start).unwrap());
        let records = ids.take(usize::try_from(size).unwrap()).map(|id| {
            let (version, updated_at) = self.rows[id];
            format!(r#"{{"id":{id},"version":{version},"updated_at":"{updated_at}"}}"#)
        });
        let records: Vec<_> = records.collect();
        let body = format!(
            r#"{{"stock":[{}],"total_records":{count},"total_pages":{},"per_page":{size}}}"#,
            records.join(","),
            (count + size - 1) / size
        );
        if self.is_quiet {
            return json(200, body);
        }
        // Between two requests, two records are added and one changes.
        self.rows.extend([(1, Timestamp::now()); 2]);
        let changed = self.requests * 7919 % self.rows.len();
        let (version, updated_at) = &mut self.rows[changed];
        (*version, *updated_at) = (*version + 1, Timestamp::now());
        json(200, body)
    }
}

/// 4,000 records in pages of 100 and 3 kills; with `LONG_TESTS`, 500,000 in pages of 1,000 and 8.
fn size() -> (usize, u32, usize) {
    match std::env::var_os("LONG_TESTS") {
        Some(_) => (500_000, 1_000, 8),
        None => (4_000, 100, 3),
    }
}

fn long_ago() -> Timestamp {
    "2025-03-01T00:00:00Z".parse().unwrap()
}

/// The base URL of a server of the list, on a thread of its own.
fn start(list: &Arc<Mutex<List>>) -> String {
    let list = Arc::clone(list);
    let (sender, base_url) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let respond = move |request: &str| list.lock().unwrap().respond(request);
            let server = TestServer::with_handler(respond).await;
            sender.send(server.base_url().to_owned()).unwrap();
            std::future::pending::<()>().await;
        });
    });
    base_url.recv().unwrap()
}

fn spawn(server: &str, folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "--ignored",
            "loopback::sync_crash::process_of_a_sync",
        ])
        .env(SERVER, server)
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
    let records = folder.join("records");
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(records)
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

/// The latest version of each record in the file.
fn stored(folder: &Path) -> HashMap<i64, i64> {
    let mut versions = HashMap::new();
    for line in fs::read_to_string(folder.join("records")).unwrap().lines() {
        let Some((id, version)) = line.strip_suffix(';').and_then(|line| line.split_once(' '))
        else {
            continue;
        };
        let version: i64 = version.parse().unwrap();
        let latest = versions.entry(id.parse().unwrap()).or_insert(version);
        *latest = version.max(*latest);
    }
    versions
}

#[test]
fn killed_first_run_continues_and_loses_no_record() {
    let (rows, page_size, kills) = size();
    let folder = std::env::temp_dir().join(format!("sync-crash-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    File::create(folder.join("records")).unwrap();
    let (kill, killed) = mpsc::channel();
    let list = Arc::new(Mutex::new(List {
        rows: vec![(1, long_ago()); rows],
        is_quiet: false,
        requests: 0,
        farthest: 0,
        repeated: 0,
        kill_at: 0,
        kill,
    }));
    let server = start(&list);

    let mut checkpoints = HashSet::new();
    let mut file = CheckpointFile::new(folder.join("checkpoint"));
    let step = rows / (kills + 1) / page_size as usize;
    for number in 0..kills {
        {
            let mut list = list.lock().unwrap();
            list.kill_at = list.requests + step + number % 3;
        }
        let mut process = spawn(&server, &folder);
        killed.recv_timeout(Duration::from_secs(60)).unwrap();
        // SIGKILL, anywhere between the request and the end of the next page.
        std::thread::sleep(Duration::from_micros(fastrand::u64(..4_000)));
        process.kill().unwrap();
        assert!(!process.wait().unwrap().success());
        let checkpoint = file.load().unwrap().unwrap();
        assert!(checkpoint.is_unfinished() && checkpoints.insert(checkpoint.to_string()));
    }
    list.lock().unwrap().kill_at = 0;
    assert!(spawn(&server, &folder).wait().unwrap().success());
    assert!(!file.load().unwrap().unwrap().is_unfinished());

    // After each crash: the page that overlaps with that of the checkpoint, and the page after it,
    // which was requested before the signal.
    let (repeated, requests) = {
        let list = list.lock().unwrap();
        (list.repeated, list.requests)
    };
    assert!(
        repeated <= 3 * kills,
        "{repeated} of {requests} pages are repeated, {kills} kills"
    );

    // The changes since the run started.
    list.lock().unwrap().is_quiet = true;
    assert!(spawn(&server, &folder).wait().unwrap().success());
    let stored = stored(&folder);
    let list = list.lock().unwrap();
    let is_lost = |(id, (version, _)): &(i64, &(i64, Timestamp))| stored.get(id) != Some(version);
    let lost: Vec<_> = (0..).zip(&list.rows).filter(is_lost).collect();
    assert_eq!(lost, []);
    fs::remove_dir_all(&folder).unwrap();
}
