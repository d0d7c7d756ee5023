//! What was committed survives a power cut: of the writes that a process made, only those count that
//! it synced. strace records them, and the files are made anew without the others.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use api_journal::{Begun, Intent, Journal, RequestDigest, Scope};
use store_sqlite::{SqliteStore, StoreError};
use test_support::needs;

/// The folder of the process that is traced.
const DIRECTORY: &str = "POWER_CUT_DIRECTORY";

const FILE: &str = "api.db";

/// Enough pages for several checkpoints of a log of this many pages.
const ENTRIES: usize = 40;
const NOTE_SIZE: usize = 8_000;
const LOG_PAGES: i64 = 50;

fn intent(number: usize) -> Intent {
    let digest = RequestDigest::new("7", [], None, &[]);
    let scope = Scope::new("shop", "Staging", "12");
    let mut intent = Intent::new(scope, "create_order", format!("order-{number}"), digest, 1);
    intent.names = vec![("note".to_owned(), "x".repeat(NOTE_SIZE))];
    intent
}

#[tokio::test]
#[ignore = "a child process of the test below"]
async fn process() {
    let Some(directory) = env::var_os(DIRECTORY) else {
        return;
    };
    let path = Path::new(&directory).join(FILE);
    let store = SqliteStore::open(path).await.unwrap();
    let shortened = store.transaction(|transaction| {
        let set =
            transaction.pragma_update_and_check(None, "wal_autocheckpoint", LOG_PAGES, |_| Ok(()));
        set.unwrap();
        Ok::<_, StoreError>(())
    });
    shortened.await.unwrap();
    let journal = Journal::new(store);
    for number in 0..ENTRIES {
        let begun = journal
            .begin(&intent(number), Duration::from_secs(60))
            .await;
        assert!(matches!(begun.unwrap(), Begun::New(_)));
        println!("\ncommitted {number}");
    }
}

/// A file, as it is after a power cut.
#[derive(Default)]
struct File {
    synced: Vec<u8>,
    unsynced: Vec<Change>,
}

enum Change {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

impl File {
    fn sync(&mut self) {
        for change in self.unsynced.drain(..) {
            match change {
                Change::Truncate(size) => self.synced.resize(size, 0),
                Change::Write(offset, bytes) => {
                    let end = offset + bytes.len();
                    self.synced.resize(self.synced.len().max(end), 0);
                    self.synced[offset..end].copy_from_slice(&bytes);
                }
            }
        }
    }
}

/// The bytes of a string of strace, all of which are `\xNN`.
fn bytes(text: &str) -> Vec<u8> {
    let (_, text) = text.split_once('"').unwrap();
    let (text, _) = text.split_once('"').unwrap();
    let digits = text.split("\\x").skip(1);
    digits
        .map(|digits| u8::from_str_radix(digits, 16).unwrap())
        .collect()
}

/// The last argument of a call, as a number.
fn last_number(arguments: &str) -> usize {
    arguments.rsplit(", ").next().unwrap().parse().unwrap()
}

/// The files of a process, and what it reported.
#[derive(Default)]
struct Replay {
    paths: HashMap<String, String>,
    files: HashMap<String, File>,
    /// Pages that were copied from the log to the file.
    copied: usize,
    committed: Option<usize>,
}

impl Replay {
    fn call(&mut self, name: &str, arguments: &str, result: &str) {
        let descriptor = arguments.split(", ").next().unwrap().to_owned();
        if name == "openat" {
            let path = String::from_utf8(bytes(arguments)).unwrap();
            let descriptor = result.split(' ').next().unwrap().to_owned();
            self.paths.insert(descriptor, path);
            return;
        }
        if name == "write" {
            let text = String::from_utf8_lossy(&bytes(arguments)).into_owned();
            if let Some((_, number)) = text.split_once("committed ") {
                self.committed = number.trim().parse().ok();
            }
            return;
        }
        let Some(path) = self.paths.get(&descriptor) else {
            return;
        };
        let file = self.files.entry(path.clone()).or_default();
        match name {
            "pwrite64" => {
                self.copied += usize::from(path.ends_with(FILE));
                let change = Change::Write(last_number(arguments), bytes(arguments));
                file.unsynced.push(change);
            }
            "ftruncate" => file.unsynced.push(Change::Truncate(last_number(arguments))),
            "fdatasync" | "fsync" => file.sync(),
            _ => {}
        }
    }

    /// Writes the synced parts of the files of this folder to another one.
    fn write_files(&self, from: &Path, to: &Path) {
        for name in [FILE, "api.db-wal"] {
            let path = from.join(name).to_str().unwrap().to_owned();
            if let Some(file) = self.files.get(&path) {
                fs::write(to.join(name), &file.synced).unwrap();
            }
        }
    }
}

#[needs(strace)]
#[tokio::test]
async fn commits_survive_the_loss_of_unsynced_writes() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path().canonicalize().unwrap();
    let trace = directory.join("trace");
    let calls = "trace=openat,pwrite64,write,ftruncate,fdatasync,fsync";
    let status = Command::new("strace")
        .args(["-f", "-xx", "-s", "1000000", "-e", calls, "-o"])
        .arg(&trace)
        .arg(env::current_exe().unwrap())
        .args(["power_cut::process", "--exact", "--ignored", "--nocapture"])
        .env(DIRECTORY, &directory)
        .stdout(Stdio::null())
        .status();
    assert!(status.unwrap().success());

    let trace = fs::read_to_string(trace).unwrap();
    let mut replay = Replay::default();
    // The starts of calls that other threads interrupted in the trace.
    let mut unfinished: HashMap<&str, String> = HashMap::new();
    let mut checked = 0;
    for line in trace.lines() {
        let (thread, call) = line.split_once(' ').unwrap();
        let mut call = call.trim().to_owned();
        if let Some(start) = call.strip_suffix(" <unfinished ...>") {
            unfinished.insert(thread, start.to_owned());
            continue;
        }
        if call.starts_with("<... ") {
            let (_, end) = call.split_once(" resumed>").unwrap();
            call = unfinished.remove(thread).unwrap() + end;
        }
        let Some((name, rest)) = call.split_once('(') else {
            continue;
        };
        let Some((arguments, result)) = rest.rsplit_once(" = ") else {
            continue;
        };
        if result.starts_with('-') {
            continue;
        }
        let arguments = arguments.trim_end().strip_suffix(')').unwrap();
        replay.call(name, arguments, result);
        let Some(number) = replay.committed.take() else {
            continue;
        };
        if number % 10 != 9 {
            continue;
        }
        // The power cut.
        let after = tempfile::tempdir().unwrap();
        replay.write_files(&directory, after.path());
        let store = SqliteStore::open(after.path().join(FILE)).await.unwrap();
        let journal = Journal::new(store);
        for number in 0..=number {
            let found = journal.entry(&intent(number).id).await.unwrap();
            assert!(found.is_some(), "order-{number} is lost");
        }
        checked += 1;
    }
    assert_eq!(checked, ENTRIES / 10);
    let (copied, log) = (replay.copied, usize::try_from(LOG_PAGES).unwrap());
    assert!(copied > 2 * log, "{copied} pages were copied");
}
