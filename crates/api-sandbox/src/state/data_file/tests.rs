//! Tests of the data file, of its errors at the start above all.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use redb::Database;

use super::database::META;
use super::start::lock;
use super::*;
use crate::state::time::Time;

const NEW: Meta = Meta {
    seed: 1,
    start: Time::EPOCH,
    next: 7,
    fixtures: None,
};

fn row(id: i64, json: &str) -> Row {
    Row {
        kind: "order",
        venue: Some(12),
        id,
        json: json.as_bytes().to_vec(),
    }
}

fn commit(file: &mut DataFile, scope: Scope, rows: &[Row]) -> Result<(), String> {
    let committed = file.commit(NEW, scope, rows);
    committed.map_err(|error| error.to_string())
}

/// The rows of a file, the later ones replacing the earlier ones.
fn rows(file: &DataFile) -> BTreeMap<i64, String> {
    let mut rows = BTreeMap::new();
    let read = file.read(|_, _, id, json| {
        rows.insert(id, String::from_utf8_lossy(json).into_owned());
        Ok(())
    });
    read.expect("records");
    rows
}

fn ids(file: &DataFile) -> Vec<i64> {
    rows(file).into_keys().collect()
}

/// The error of a start with this file.
fn start_error(path: &Path) -> String {
    let opened = DataFile::open(path.to_owned(), NEW);
    let error = opened.err().expect("no file").to_string();
    let prefix = format!("cannot open the data file `{}`: ", path.display());
    error
        .strip_prefix(&prefix)
        .expect("the name of the file")
        .to_owned()
}

#[test]
fn commits_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sandbox.data");
    let (mut file, meta) = DataFile::open(path.clone(), NEW).expect("a new file");
    assert_eq!(meta, NEW);
    assert_eq!(start_error(&path), "in use by another sandbox");
    commit(&mut file, Scope::Changed, &[row(1, "1"), row(2, "2")]).expect("a commit");
    let meta = Meta { next: 9, ..NEW };
    file.commit(meta, Scope::Changed, &[row(1, "4"), row(3, "3")])
        .expect("a commit");
    drop(file);
    let (mut file, stored) = DataFile::open(path, Meta { seed: 2, ..NEW }).expect("a file");
    assert_eq!(stored, meta);
    let expected = [(1, "4"), (2, "2"), (3, "3")].map(|(id, json)| (id, json.to_owned()));
    assert_eq!(rows(&file), BTreeMap::from(expected));
    commit(&mut file, Scope::All, &[row(5, "5")]).expect("a commit");
    assert_eq!(ids(&file), [5]);
    file.close();
    let error = commit(&mut file, Scope::Changed, &[]).expect_err("closed");
    assert!(error.ends_with("the sandbox is stopped"), "{error}");
    let entries = fs::read_dir(folder.path()).expect("a folder");
    assert_eq!(entries.count(), 1, "no other file is left");
}

#[test]
fn errors_of_the_start_name_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sandbox.data");
    let write = |content: &[u8]| fs::write(&path, content).expect("a file");
    assert_eq!(
        start_error(&folder.path().join("missing/sandbox.data")),
        "its directory does not exist"
    );
    let error = start_error(folder.path());
    assert!(error.starts_with("Is a directory"), "{error}");
    assert_eq!(start_error(Path::new("/dev/null")), "not a file");
    for content in [&b"no"[..], b"my notes", &[0; 4096]] {
        write(content);
        assert_eq!(start_error(&path), "not a data file of a sandbox");
        assert_eq!(fs::read(&path).expect("a file"), content, "it is unchanged");
    }
    write(br#"{"format":1,"seed":0}"#);
    assert_eq!(
        start_error(&path),
        "expected a database, found JSON, as of earlier versions of the sandbox: delete the file, \
         or choose another one"
    );
}

#[test]
fn newer_formats_and_other_databases_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sandbox.data");
    let create = |row: Option<&[u8]>| {
        let _ = fs::remove_file(&path);
        let database = Database::create(&path).expect("a database");
        let transaction = database.begin_write().expect("a transaction");
        if let Some(row) = row {
            let mut table = transaction.open_table(META).expect("a table");
            table.insert((), row).expect("a row");
        }
        transaction.commit().expect("a commit");
    };
    create(Some(br#"{"format":4,"unknown":true}"#));
    assert_eq!(
        start_error(&path),
        "expected format 3, found 4: start the newer version of the sandbox that wrote it, or \
         choose another file"
    );
    for format in [1, 2, 3] {
        let row = format!(r#"{{"format":{format}}}"#);
        create(Some(row.as_bytes()));
        assert_eq!(start_error(&path), format!("unknown format {format}"));
    }
    create(Some(b"[]"));
    assert!(start_error(&path).starts_with("invalid metadata: "));
    create(None);
    assert_eq!(start_error(&path), "not a data file of a sandbox");
}

#[test]
fn damaged_files_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sandbox.data");
    let (mut file, _) = DataFile::open(path.clone(), NEW).expect("a new file");
    let rows: Vec<Row> = (0..500).map(|id| row(id, &"x".repeat(1_000))).collect();
    commit(&mut file, Scope::Changed, &rows).expect("a commit");
    drop(file);
    let content = fs::read(&path).expect("a file");
    let mut lengths = vec![4, 100, 4_096, content.len() / 2, content.len() - 4_096];
    lengths.push(content.len() - 1);
    for length in lengths {
        fs::write(&path, &content[..length]).expect("a file");
        // The database would assert the length, and print the failed assertion.
        let backend = lock(&path, false).map_err(|error| error.to_string());
        let checked = check_header(&backend.expect("a lock"));
        assert_eq!(checked, Err("damaged".to_owned()), "{length}");
        assert_eq!(start_error(&path), "damaged", "{length}");
    }
    // Numbers of the header that no database has.
    for number in [12, 20] {
        let mut content = content.clone();
        content[number..number + 4].fill(0);
        fs::write(&path, &content).expect("a file");
        assert_eq!(start_error(&path), "damaged", "{number}");
    }
    let mut zeroed = content.clone();
    zeroed[content.len() / 2..].fill(0);
    fs::write(&path, &zeroed).expect("a file");
    let opened = DataFile::open(path.clone(), NEW);
    let read = opened.and_then(|(file, _)| file.read(|_, _, _, _| Ok(())));
    let error = read.expect_err("a damaged file").to_string();
    assert!(error.contains("sandbox.data`: "), "{error}");
}

#[test]
fn rows_are_kept_when_recent_ones_are_moved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sandbox.data");
    let (mut file, _) = DataFile::open(path.clone(), NEW).expect("a new file");
    let mut expected = BTreeMap::new();
    for number in 0..300 {
        // Some rows replace recent ones, others moved ones.
        let id = number * 7 % 150;
        let json = number.to_string();
        commit(&mut file, Scope::Changed, &[row(id, &json)]).expect("a commit");
        expected.insert(id, json);
        assert_eq!(rows(&file), expected);
    }
    commit(&mut file, Scope::All, &[row(1, "1")]).expect("a commit");
    drop(file);
    let (file, _) = DataFile::open(path, NEW).expect("a file");
    assert_eq!(rows(&file), BTreeMap::from([(1, "1".to_owned())]));
}

#[test]
fn file_of_a_killed_start_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sandbox.data");
    fs::write(folder.path().join("sandbox.data.new"), [0; 8_192]).expect("a file");
    let (file, meta) = DataFile::open(path.clone(), NEW).expect("a new file");
    assert_eq!((meta, ids(&file)), (NEW, Vec::new()));
    assert!(!folder.path().join("sandbox.data.new").exists());
}

#[test]
fn file_is_unchanged_by_failed_commits_and_accepts_later_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sandbox.data");
    let (mut file, _) = DataFile::open(path.clone(), NEW).expect("a new file");
    let mut disk = file.disk();
    let mut expected = Vec::new();
    let (mut failed, mut succeeded) = (0, 0);
    for id in 0..120 {
        disk.fail_after(id % 12);
        let json = format!("\"{}\"", "x".repeat(id as usize * 100));
        match commit(&mut file, Scope::Changed, &[row(id, &json)]) {
            Ok(()) => {
                succeeded += 1;
                expected.push(id);
                expected.sort_unstable();
            }
            Err(error) => {
                failed += 1;
                assert!(error.contains("sandbox.data`: "), "{error}");
            }
        }
        disk.repair();
        if id % 3 == 0 {
            commit(&mut file, Scope::Changed, &[row(1_000 + id, "1")]).expect("a commit");
            expected.push(1_000 + id);
            expected.sort_unstable();
            assert_eq!(ids(&file), expected);
        }
        if id % 7 == 0 {
            drop(file);
            file = DataFile::open(path.clone(), NEW).expect("a file").0;
            disk = file.disk();
            assert_eq!(ids(&file), expected);
        }
    }
    assert!(failed > 10 && succeeded > 10, "{failed} and {succeeded}");
}

#[test]
fn cost_of_a_commit_does_not_grow_with_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sandbox.data");
    let (mut file, _) = DataFile::open(path, NEW).expect("a new file");
    let json = format!("\"{}\"", "x".repeat(1_000));
    // The mean of some commits, with the move of their rows.
    let mut cost = |size: i64| {
        let rows: Vec<Row> = (0..size).map(|id| row(id, &json)).collect();
        commit(&mut file, Scope::Changed, &rows).expect("a commit");
        // Moves these rows.
        commit(&mut file, Scope::Changed, &[]).expect("a commit");
        let before = file.disk().written();
        for id in size..size + 128 {
            commit(&mut file, Scope::Changed, &[row(id, &json)]).expect("a commit");
        }
        (file.disk().written() - before) / 128
    };
    let (few, many) = (cost(10), cost(10_000));
    assert!(many < few + few / 20, "{few} and {many} bytes");
    assert!(many < 32 * 1_024, "{many} bytes");
}
