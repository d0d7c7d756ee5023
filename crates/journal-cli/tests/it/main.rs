//! The program over both engines.

use std::collections::{BTreeMap, BTreeSet};
#[cfg(unix)]
use std::os::fd::OwnedFd;
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use api_journal::rows::{At, Put, Query};
use api_journal::{
    Begun, Change, Entry, Intent, Journal, Note, RequestDigest, Scope, State, Store, Timer,
    Timestamp,
};
use serde_json::Value;
use store_postgres::PostgresStore;
use store_sqlite::SqliteStore;
use test_support::needs;
use test_support::postgres::PostgresServer;
use test_support::tls::{Authority, server_config};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_postgres::NoTls;
use tokio_rustls::TlsAcceptor;

const HOUR: Duration = Duration::from_secs(60 * 60);

fn journal(database: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_journal"));
    command.env_remove("JOURNAL_BY");
    let command = command.env("JOURNAL_DATABASE", database).args(arguments);
    command.output().unwrap()
}

/// What a command prints that succeeds.
fn said(database: &str, arguments: &[&str]) -> String {
    let output = journal(database, &[arguments, &["--by", "eve"]].concat());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Why a command fails, and how.
fn failed(database: &str, arguments: &[&str]) -> (i32, String) {
    let output = journal(database, arguments);
    let error = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), error.trim().to_owned())
}

fn intent(key: &str) -> Intent {
    let digest = RequestDigest::new("7", [], None, &[]);
    let scope = Scope::new("shop", "Test", "12");
    let mut intent = Intent::new(scope, "orders.create", key, digest, 1);
    intent.names = vec![("reference_no".to_owned(), format!("WEB-{key}"))];
    intent
}

/// An entry whose lease has expired.
async fn begin(journal: &Journal, key: &str) -> String {
    let intent = intent(key);
    let _ = journal.begin(&intent, Duration::ZERO).await.unwrap();
    intent.id.to_string()
}

/// What a person does, from the list to the erasure.
fn life_of_an_entry(database: &str, id: &str) {
    let listed = said(database, &["list", "--account", "12"]);
    assert!(
        listed.contains(id) && listed.contains("waits for person"),
        "{listed}"
    );
    assert!(listed.ends_with("\n1 listed\n"), "{listed}");

    let yes = ["resolve", id, "--took-effect", "--record-id"];
    said(database, &[&yes[..], &["77", "--why", "seen"]].concat());
    said(database, &[&yes[..], &["78", "--why", "typo"]].concat());
    let shown: Value = serde_json::from_str(&said(database, &["show", id])).unwrap();
    assert_eq!(
        (&shown["state"], &shown["record_id"]),
        (&"done".into(), &"78".into())
    );
    let history = shown["history"].as_array().unwrap();
    let words: Vec<_> = history
        .iter()
        .map(|line| line["why"].as_str().unwrap())
        .collect();
    assert_eq!(words, ["in flight", "seen", "typo"]);
    // The time by which people search.
    let all = said(database, &["list", "--list", "all", "--text", "WEB-7"]);
    assert!(all.contains(shown["updated_at"].as_str().unwrap()), "{all}");
    assert_eq!(history[2]["by"], "eve");

    said(database, &["restored", "--why", "backup of 03:00"]);
    let listed = said(database, &["list"]);
    assert_eq!(
        listed,
        "restored: nothing is sent until `journal reconciled`\n0 listed\n"
    );
    // The words with which the list prints an entry.
    let words = ["record", "shop", "Test", "12", "orders.create", "lost"];
    let recorded = [&words[..], &["--record-id", "79", "--why", "listed"]].concat();
    assert!(said(database, &recorded).contains("done"));
    let listed = said(database, &["list", "--list", "all", "--text", "79"]);
    assert!(listed.ends_with("\n1 listed\n"), "{listed}");
    let reconciled = ["reconciled", "--why", "compared", "--by", "eve"];
    let (code, error) = failed(database, &reconciled);
    assert!(code == 1 && error.ends_with("Z, or be sure"), "{error}");
    said(database, &[&reconciled[..3], &["--sure"]].concat());
    assert!(said(database, &["list"]) == "0 listed\n");

    let erase = |account: &str, more: &[&str]| {
        let text = ["--text", "WEB-7", "--why", "asked to"];
        said(
            database,
            &[&["erase", "--account", account], &text[..], more].concat(),
        )
    };
    assert_eq!(erase("99", &["--yes"]), "0 of 0 erased\n");
    let shown = erase("12", &[]);
    assert!(shown.contains(id) && shown.contains("WEB-7"), "{shown}");
    assert!(shown.ends_with("\n1 to erase; nothing is erased without `--yes`\n"));
    let all = said(database, &["list", "--list", "all", "--text", "WEB-7"]);
    assert!(all.ends_with("\n1 listed\n"), "{all}");
    let erased = erase("12", &["--yes"]);
    assert!(erased.ends_with("1 of 1 erased\n"), "{erased}");
    let all = said(database, &["list", "--list", "all", "--text", "WEB-7"]);
    assert_eq!(all, "0 listed\n");
}

#[tokio::test]
async fn a_person_works_on_a_journal_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("api.db");
    let store = SqliteStore::open(&file).await.unwrap();
    let id = begin(&Journal::new(store), "7").await;
    life_of_an_entry(file.to_str().unwrap(), &id);
}

#[needs(postgres)]
#[tokio::test]
async fn a_person_works_on_a_journal_in_postgresql() {
    let server = PostgresServer::get();
    let database = server.new_database();
    let (client, connection) = tokio_postgres::connect(&database, NoTls).await.unwrap();
    tokio::spawn(connection);
    let store = PostgresStore::new(client);
    store.migrate().await.unwrap();
    let id = begin(&Journal::new(store.clone()), "7").await;
    life_of_an_entry(&database, &id);

    let store = store.with_schema("shop").unwrap();
    store.migrate().await.unwrap();
    let id = begin(&Journal::new(store), "8").await;
    let listed = said(&database, &["list", "--schema", "shop"]);
    assert!(listed.contains(&id) && listed.ends_with("\n1 listed\n"));
}

/// Answers as a server of PostgreSQL that offers TLS, and returns the first message in it. `None`: the
/// program did not accept the certificate.
async fn first_message(listener: &TcpListener, tls: &TlsAcceptor) -> Option<String> {
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut request = [0; 8];
    stream.read_exact(&mut request).await.unwrap();
    assert_eq!(request, [0, 0, 0, 8, 4, 210, 22, 47], "no SSLRequest");
    stream.write_all(b"S").await.unwrap();
    let mut stream = tls.accept(stream).await.ok()?;
    let mut message = vec![0; 1_000];
    let length = stream.read(&mut message).await.unwrap();
    Some(String::from_utf8_lossy(&message[..length]).into_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_connection_to_postgresql_is_encrypted_and_the_server_verified() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, other) = (Authority::new("ours"), Authority::new("another"));
    let config = server_config(&ours.issue("localhost", false));
    let tls = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let url = format!("postgres://journal@localhost:{port}/shop?sslmode=require");
    let mut list = Command::new(env!("CARGO_BIN_EXE_journal"));
    list.args(["list", "--by", "eve", "--database", &url]);
    for (authority, is_known) in [(ours, true), (other, false)] {
        let file = folder.path().join("roots.pem");
        std::fs::write(&file, authority.pem()).unwrap();
        let program = list.env("SSL_CERT_FILE", &file).stderr(Stdio::piped());
        let program = program.spawn().unwrap();
        let message = first_message(&listener, &tls).await;
        let is_sent = message.is_some_and(|message| message.contains("journal"));
        assert_eq!(is_sent, is_known);
        let output = program.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error.contains("certificate"), !is_known, "{error}");
    }
}

#[tokio::test]
async fn what_cannot_be_done_is_said_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("api.db");
    let store = SqliteStore::open(&file).await.unwrap();
    let id = begin(&Journal::new(store), "7").await;
    let file = file.to_str().unwrap();
    let id = id.as_str();
    let typo = folder.path().join("typo.db");
    let typo = typo.to_str().unwrap();
    let by = ["--by", "eve"];
    let resolve =
        |arguments: &[&'static str]| -> Vec<&str> { [&["resolve", id], arguments, &by].concat() };
    assert_eq!(
        failed(typo, &["list", "--by", "eve"]),
        (1, format!("journal: no such file: {typo}"))
    );
    assert!(!folder.path().join("typo.db").exists());
    for (arguments, code) in [
        (vec!["list"], 2),
        (vec!["list", "--lists", "all", "--by", "eve"], 2),
        (resolve(&["--took-effect", "--did-not", "--why", "seen"]), 2),
        (
            resolve(&["--did-not", "--record-id", "7", "--why", "seen"]),
            2,
        ),
        (resolve(&["--why", "seen"]), 2),
        (resolve(&["--did-not"]), 2),
        (resolve(&["--did-not", "--why", "seen"]), 1),
        (resolve(&["--did-not", "--why", "seen", "--why", "seen"]), 2),
        (resolve(&["--sure", "--why", "seen"]), 2),
        (resolve(&["--took-effect", "--sure", "--why", "seen"]), 2),
        (vec!["erase", id, "--why", "asked to", "--by", "eve"], 1),
        (
            vec![
                "erase",
                "--account",
                "12",
                "--text",
                "WEB-7",
                "--why",
                "asked to",
                "--yes",
                "--by",
                "eve",
            ],
            1,
        ),
        (vec!["show", "--by", "eve"], 2),
        (vec!["list", "--schema", "shop", "--by", "eve"], 2),
        (vec!["drop", "--by", "eve"], 2),
    ] {
        let (found, error) = failed(file, &arguments);
        assert_eq!(found, code, "{arguments:?}: {error}");
        assert!(error.starts_with("journal: "), "{arguments:?}: {error}");
    }
    let shown: Value = serde_json::from_str(&said(file, &["show", id])).unwrap();
    assert_eq!(shown["history"].as_array().unwrap().len(), 1);
}

/// Inserts the entry of a write that was begun so long ago. Its lease was as long.
async fn begun(store: &SqliteStore, intent: &Intent, ago: Duration, lease: Duration) -> String {
    let entry = Entry::from_intent(intent, Timestamp::now() - ago, lease);
    assert!(store.put(&entry.begins(1)).await.unwrap().is_some());
    intent.id.to_string()
}

/// A file with an entry for each word that the program has for what an entry waits for, and two whose last send was
/// an hour less than a day ago, and a day ago. Returns the ids by key.
async fn fill(file: &Path) -> BTreeMap<&'static str, String> {
    let store = SqliteStore::open(file).await.unwrap();
    let day = 24 * HOUR;
    let mut ids = BTreeMap::new();
    for (key, ago, lease) in [
        ("sending", Duration::ZERO, HOUR),
        ("recent", 23 * HOUR, Duration::ZERO),
        ("old", day, Duration::ZERO),
        ("look-up", HOUR, Duration::ZERO),
        ("prepared", HOUR, Duration::ZERO),
        ("done", HOUR, Duration::ZERO),
    ] {
        let mut intent = intent(key);
        match key {
            "look-up" => intent.can_look_up = true,
            "prepared" => intent = intent.prepared(),
            "done" => intent.state = State::Done,
            _ => {}
        }
        ids.insert(key, begun(&store, &intent, ago, lease).await);
    }
    ids
}

type Commands = &'static [(&'static str, i32, &'static str)];

/// Each line of the help with commands, of which each has an exit status and says this; and which use each option
/// and each value of the line.
const LINES: [(&str, Commands); 15] = [
    (
        "journal list [--list for_people|due|never_sent|all] [--account ACCOUNT] [--text TEXT] [--limit 50] [--after CURSOR]",
        &[
            ("list", 0, "2 listed"),
            ("list --list for_people", 0, "2 listed"),
            (
                "list --list due",
                0,
                "look-up  reference_no=WEB-look-up\n1 listed",
            ),
            ("list --list never_sent", 0, "WEB-prepared\n1 listed"),
            ("list --list all --account 12", 0, "6 listed"),
            ("list --list all --account 13", 0, "0 listed"),
            ("list --list all --text WEB-o", 0, "1 listed"),
            (
                "list --limit 1",
                0,
                "old  reference_no=WEB-old\n1 listed\nmore: --after",
            ),
            (
                "list --limit 1 --after AFTER",
                0,
                "recent  reference_no=WEB-recent\n1 listed",
            ),
        ],
    ),
    (
        "journal show ID",
        &[
            ("show recent", 0, "\"key\": \"recent\""),
            ("show recent", 0, "\"why\": \"in flight\""),
            ("show recent", 0, "\"generation\": 1"),
        ],
    ),
    (
        "journal resolve ID --took-effect [--record-id ID] --why TEXT",
        &[
            (
                "resolve recent --took-effect --why seen",
                0,
                "done       waits for nothing",
            ),
            (
                "resolve recent --took-effect --record-id 77 --why seen",
                0,
                "done ",
            ),
            ("list --list all --text 77", 0, "1 listed"),
            (
                "resolve sending --took-effect --why seen",
                1,
                "the request may be on its way",
            ),
        ],
    ),
    (
        "journal resolve ID --did-not [--sure] --why TEXT",
        &[
            (
                "resolve old --did-not --why absent",
                0,
                "reference_no=WEB-old\nits key can be sent again\n",
            ),
            ("resolve recent --did-not --why absent", 1, "wait until 20"),
            (
                "resolve recent --did-not --sure --why absent",
                0,
                "not_sent   waits for nothing",
            ),
            (
                "resolve sending --did-not --sure --why absent",
                1,
                "the request may be on its way",
            ),
        ],
    ),
    (
        "journal record API ENVIRONMENT ACCOUNT OPERATION KEY [--record-id ID] [--new] --why TEXT",
        &[
            (
                "record shop Test 12 orders.create lost --why listed",
                0,
                "done ",
            ),
            (
                "record shop Test 12 orders.create lost --record-id 79 --why listed",
                0,
                "done ",
            ),
            ("list --list all --text 79", 0, "1 listed"),
            (
                "record shop Test 12 orders.refund lost --why listed",
                1,
                "or say that they are new",
            ),
            (
                "record shop Test 12 orders.refund lost --new --why listed",
                0,
                "done ",
            ),
        ],
    ),
    (
        "journal withdraw ID --why TEXT",
        &[
            ("resolve old --took-effect --why seen", 0, "done "),
            ("withdraw old --why typo", 0, "unknown    waits for person"),
            (
                "withdraw old --why typo",
                1,
                "no person has had the last word",
            ),
            (
                "resolve old --did-not --why absent",
                0,
                "not_sent   waits for nothing",
            ),
        ],
    ),
    (
        "journal erase ID --why TEXT",
        &[
            ("erase old --why asked", 0, "orders.create  (erased)\n"),
            ("list --list all --text old", 0, "0 listed"),
        ],
    ),
    (
        "journal erase --account ACCOUNT --text TEXT --why TEXT [--yes]",
        &[
            (
                "erase --account 12 --text WEB-recent --why asked",
                0,
                "1 to erase; nothing is erased",
            ),
            (
                "erase --account 12 --text WEB-recent --why asked --yes",
                0,
                "1 of 1 erased",
            ),
            ("list --list all --text WEB-recent", 0, "0 listed"),
        ],
    ),
    (
        "journal restored --why TEXT",
        &[
            (
                "restored --why backup",
                0,
                "restored: nothing is sent until `journal reconciled`",
            ),
            (
                "list",
                0,
                "restored: nothing is sent until `journal reconciled`",
            ),
        ],
    ),
    (
        "journal reconcile API ENVIRONMENT ACCOUNT OPERATION FILE",
        &[
            (
                "reconcile shop Test 12 orders.create FILE",
                1,
                "A-1  not in the journal",
            ),
            (
                "reconcile shop Test 12 points.add FILE",
                1,
                "`--new`, if these are the first writes of the operation",
            ),
        ],
    ),
    (
        "journal reconcile API ENVIRONMENT ACCOUNT OPERATION FILE --record [--new] --why TEXT",
        &[
            (
                "reconcile shop Test 12 orders.create FILE --record --why listed",
                0,
                "1 recorded, 0 left",
            ),
            (
                "reconcile shop Test 12 points.add FILE --record --why listed",
                1,
                "0 recorded, 1 left",
            ),
            (
                "reconcile shop Test 12 points.add FILE --record --new --why listed",
                0,
                "1 recorded, 0 left",
            ),
        ],
    ),
    (
        "journal reconciled [--sure] --why TEXT",
        &[
            ("reconciled --why compared", 1, "wait until 20"),
            (
                "reconciled --sure --why compared",
                0,
                "reconciled: calls send again",
            ),
            ("list", 0, "0 listed"),
        ],
    ),
    (
        "--database FILE-OR-URL  or JOURNAL_DATABASE: a file of SQLite, or the URL of a PostgreSQL server",
        &[("list --database typo.db", 1, "no such file: typo.db")],
    ),
    // Used in the test with PostgreSQL.
    (
        "--schema NAME           the schema in PostgreSQL, if it is not `api_store`",
        &[("list --schema shop", 2, "`--schema` of a file")],
    ),
    (
        "--by NAME               or JOURNAL_BY: who you are, for the history",
        &[
            (
                "resolve look-up --took-effect --why seen --by bob",
                0,
                "done ",
            ),
            ("show look-up", 0, "\"by\": \"bob\""),
        ],
    ),
];

#[tokio::test]
async fn each_line_of_the_help_does_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("api.db");
    let ids = fill(&file).await;
    let list = folder.path().join("orders.txt");
    std::fs::write(&list, "A-1\t48210\n").unwrap();
    let database = file.to_str().unwrap();
    let first = said(database, &["list", "--limit", "1"]);
    let (_, after) = first.trim().rsplit_once(' ').unwrap();

    let help = said("", &["--help"]);
    let lines: Vec<_> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .collect();
    assert_eq!(lines, LINES.map(|(line, _)| line));
    for (line, commands) in LINES {
        for (command, status, expected) in commands {
            let word = |word| match word {
                "AFTER" => after,
                "FILE" => list.to_str().unwrap(),
                word => ids.get(word).map_or(word, String::as_str),
            };
            let words: Vec<_> = command.split(' ').map(word).collect();
            let mut program = Command::new(env!("CARGO_BIN_EXE_journal"));
            program
                .env("JOURNAL_DATABASE", database)
                .env("JOURNAL_BY", "eve");
            let output = program.args(words).output().unwrap();
            let text = [output.stdout, output.stderr].concat();
            let text = String::from_utf8(text).unwrap();
            assert_eq!(output.status.code(), Some(*status), "{command}: {text}");
            assert!(text.contains(expected), "{command}: {text}");
        }
        let used: Vec<_> = commands
            .iter()
            .flat_map(|(text, ..)| text.split(' '))
            .collect();
        let words = line.split("  ").next().unwrap().split([' ', '|', '[', ']']);
        let is_given = |word: &&str| word.starts_with("--") || LISTS.contains(word);
        for word in words.filter(is_given) {
            assert!(used.contains(&word), "{word}: {line}");
        }
    }
}

/// As of `journal reconcile … | head`: what a program writes to a pipe without a reader is lost, and nothing else.
#[cfg(unix)]
#[tokio::test]
async fn without_a_reader_a_command_says_nothing_and_does_all_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("api.db");
    let ids = fill(&file).await;
    let list = folder.path().join("orders.txt");
    std::fs::write(&list, "A-1\t48210\nA-2\t48211\nA-3\t48212\n").unwrap();
    let list = list.to_str().unwrap();
    let reconcile = ["reconcile", "shop", "Test", "12", "orders.create", list];
    let record = [&reconcile[..], &["--record", "--why", "listed"]].concat();
    for arguments in [&["show", &ids["old"]][..], &["list"], &["--help"], &record] {
        let (reader, writer) = UnixStream::pair().unwrap();
        drop(reader);
        let mut program = Command::new(env!("CARGO_BIN_EXE_journal"));
        let program = program.args(arguments).env("JOURNAL_DATABASE", &file);
        let program = program.env("JOURNAL_BY", "eve").stderr(Stdio::piped());
        let program = program.stdout(OwnedFd::from(writer)).spawn().unwrap();
        let output = program.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), &*error), (Some(0), ""));
    }
    let recorded = ["list", "--list", "all", "--text", "A-"];
    let recorded = said(file.to_str().unwrap(), &recorded);
    assert!(recorded.ends_with("3 listed\n"), "{recorded}");
}

/// A person who recorded or resolved a write may not have known its id.
#[tokio::test]
async fn a_write_that_a_person_has_said_to_be_done_gets_the_id_of_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("api.db");
    fill(&file).await;
    let database = file.to_str().unwrap();
    let list = folder.path().join("orders.txt");
    let reconcile = ["reconcile", "shop", "Test", "12", "orders.create"];
    let reconcile = [&reconcile[..], &[list.to_str().unwrap()]].concat();
    let record = [&reconcile[..], &["--record", "--why", "listed"]].concat();
    std::fs::write(&list, "A-1\n").unwrap();
    said(database, &record);
    std::fs::write(&list, "A-1\t48210\n").unwrap();
    let compare = [&reconcile[..], &["--by", "eve"]].concat();
    let (code, error) = failed(database, &compare);
    assert_eq!(code, 1, "{error}");
    let recorded = said(database, &record);
    assert!(
        recorded.starts_with("A-1  done without its id\n"),
        "{recorded}"
    );
    let found = said(database, &["list", "--list", "all", "--text", "48210"]);
    assert!(found.ends_with("1 listed\n"), "{found}");
    assert_eq!(said(database, &reconcile), "1 listed, 0 recorded, 0 left\n");
}

const LISTS: [&str; 4] = ["for_people", "due", "never_sent", "all"];

#[test]
fn without_a_command_the_program_prints_its_help() {
    let help = said("", &["--help"]);
    for arguments in [&[][..], &["-h"], &["list", "--help"]] {
        assert_eq!(said("", arguments), help);
    }
}

/// `journal erase --text 7 --account 99` would erase entries of all accounts, if it did not use the account.
#[test]
fn a_command_refuses_each_word_and_option_that_it_does_not_use() {
    let help = said("", &["--help"]);
    let options = [
        "list",
        "account",
        "text",
        "limit",
        "after",
        "record-id",
        "why",
    ]
    .map(|name| format!("--{name}"));
    let commands = help
        .lines()
        .filter_map(|line| line.strip_prefix("  journal "));
    for usage in commands {
        let given: Vec<&str> = usage
            .split_whitespace()
            .filter(|word| !word.contains('['))
            .collect();
        let given: Vec<&str> = given
            .into_iter()
            .filter(|word| !word.contains(']'))
            .collect();
        let refused = |more: &[&str]| {
            let arguments = [&given[..], more, &["--by", "eve"]].concat();
            let (code, error) = failed("no-such-file", &arguments);
            assert_eq!(code, 2, "{arguments:?}: {error}");
            assert!(
                error.starts_with("journal: expected `journal "),
                "{arguments:?}: {error}"
            );
        };
        let (code, error) = failed("no-such-file", &[&given[..], &["--by", "eve"]].concat());
        assert_eq!(
            (code, &*error),
            (1, "journal: no such file: no-such-file"),
            "{usage}"
        );
        refused(&["7", "7", "7", "7", "7", "7", "7"]);
        let command = given[0];
        let lines = help
            .lines()
            .filter(|line| line.starts_with(&format!("  journal {command} ")));
        let own: String = lines.collect();
        for option in options
            .iter()
            .filter(|option| !own.contains(option.as_str()))
        {
            refused(&[option, "7"]);
        }
    }
}

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../guide/book/operator.md");

/// The commands in the blocks and the spans of code of a page.
fn commands_in(page: &str) -> Vec<&str> {
    let is_command = |text: &&str| text.starts_with("journal ") && *text != "journal --help";
    let parts = page.split("```").enumerate();
    let code = parts.flat_map(|(number, part)| match number % 2 {
        0 => part.split('`').skip(1).step_by(2).collect::<Vec<_>>(),
        _ => part.lines().map(str::trim).collect(),
    });
    code.filter(is_command).collect()
}

/// What the guide and the READMEs tell a person to type, the program takes; and the page has all commands.
#[test]
fn the_page_and_the_program_have_the_same_commands() {
    let program = Path::new(env!("CARGO_BIN_EXE_journal")).parent().unwrap();
    let help = said("", &["--help"]);
    let lines = help
        .lines()
        .filter_map(|line| line.strip_prefix("  journal "));
    let lines: Vec<_> = lines.collect();
    let name = |line: &str| line.split(' ').next().unwrap().to_owned();
    let names: BTreeSet<_> = lines.iter().map(|line| name(line)).collect();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let book = crates.join("guide/book").read_dir().unwrap();
    let readmes = crates.read_dir().unwrap();
    let book = book.map(|page| page.unwrap().path());
    let readmes = readmes.map(|folder| folder.unwrap().path().join("README.md"));
    for page in book.chain(readmes) {
        let Ok(text) = std::fs::read_to_string(&page) else {
            continue;
        };
        for command in commands_in(&text) {
            let (_, line) = command.split_once(' ').unwrap();
            // The name alone, or with what follows elsewhere.
            if names.contains(line) || names.contains(&name(line)) && line.ends_with('…') {
                continue;
            }
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", command]).env("PATH", program);
            shell.env("JOURNAL_DATABASE", "no-such-file");
            let output = shell.env("JOURNAL_BY", "eve").output().unwrap();
            let error = String::from_utf8(output.stderr).unwrap();
            let expected = "journal: no such file: no-such-file";
            assert_eq!(error.trim(), expected, "{page:?}: {command}");
        }
    }
    let page = std::fs::read_to_string(PAGE).unwrap();
    let commands = commands_in(&page).into_iter();
    let shown = commands.filter_map(|command| Some(name(command.split_once(' ')?.1)));
    assert_eq!(shown.collect::<BTreeSet<_>>(), names);
    // A list is filtered by what the routes have, too.
    let others = lines.iter().filter(|line| !line.starts_with("list"));
    let options = others.flat_map(|line| line.split([' ', '[', ']']));
    for option in options.filter(|word| word.starts_with("--")) {
        assert!(page.contains(option), "{option}");
    }
}

#[tokio::test]
async fn the_page_explains_each_word_for_what_an_entry_waits_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("api.db");
    fill(&file).await;
    let all = said(file.to_str().unwrap(), &["list", "--list", "all"]);
    let waits = all
        .lines()
        .filter_map(|line| line.split_once("  waits for "));
    let waits = waits.filter_map(|(_, rest)| rest.split(' ').next());
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (_, table) = page.split_once("\n| `waits for` |").unwrap();
    let rows = table
        .lines()
        .skip(2)
        .map_while(|line| line.strip_prefix("| `"));
    let words = rows.filter_map(|row| row.split('`').next());
    let words: BTreeSet<_> = words.collect();
    assert_eq!(waits.collect::<BTreeSet<_>>(), words);
}

/// The commands of a section of the page, in the order of the page.
fn commands_of_the_page(section: &str) -> Vec<String> {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let section = page.split("\n## ").find(|text| text.starts_with(section));
    let lines = section.unwrap().lines().map(str::trim);
    let commands = lines.filter(|line| line.starts_with("journal "));
    commands.map(str::to_owned).collect()
}

/// Sends a write as a call does, and says how it ends.
async fn send(journal: &Journal, intent: &Intent, state: State) {
    let begun = journal
        .begin(intent, Duration::from_secs(60))
        .await
        .unwrap();
    let Begun::New(mut entry) = begun else {
        panic!("expected a new entry, found {begun:?}");
    };
    entry.state = state;
    let mut change = Change::new(entry, Note::new(1, "ended"));
    change.lease = Timer::In(Duration::ZERO);
    journal.change(&change).await.unwrap().unwrap();
}

/// What the page says about a restore, to the letter: no write that took effect is sent again.
#[tokio::test]
async fn the_page_about_a_restore_leaves_nothing_that_took_effect_to_be_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("api.db");
    let journal_of_service = Journal::new(SqliteStore::open(&file).await.unwrap());
    let scope = Scope::new("pos-v3", "Production", "12");
    let intent = |key: &str| {
        let digest = RequestDigest::new("7", [], None, &[]);
        Intent::new(scope.clone(), "create_incoming_order", key, digest, 1)
    };
    // The backup has the first as done, and was made before three others took effect.
    let backup = [
        ("A-1", State::Done),
        ("A-2", State::Rejected),
        ("A-3", State::Unknown),
    ];
    for (key, state) in backup {
        send(&journal_of_service, &intent(key), state).await;
    }
    let list = "\u{feff}A-1\t48210\r\nA-2\t48211\r\n\r\nA-3\r\nA-4\t48213\r\n";
    std::fs::write(folder.path().join("orders.txt"), list).unwrap();

    let program = Path::new(env!("CARGO_BIN_EXE_journal")).parent().unwrap();
    let run = |command: &str| {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", command]).current_dir(&folder);
        shell
            .env("PATH", program)
            .env("JOURNAL_DATABASE", "api.db")
            .env("JOURNAL_BY", "eve");
        let output = shell.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (
            output.status.code().unwrap(),
            String::from_utf8(text).unwrap(),
        )
    };
    let commands = commands_of_the_page("Backups");
    let [restored, compare, record, reconciled] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(run(restored).0, 0);
    assert_eq!(
        run(compare),
        (
            1,
            "A-2  rejected\nA-3  unknown\nA-4  not in the journal\n4 listed, 0 recorded, 3 left\n\
             journal: 3 writes are not as the list says; `--record` records those that are not done\n"
                .to_owned()
        )
    );
    let (code, recorded) = run(record);
    assert!(
        code == 0 && recorded.ends_with("\n4 listed, 3 recorded, 0 left\n"),
        "{recorded}"
    );
    assert_eq!(
        run(compare),
        (0, "4 listed, 0 recorded, 0 left\n".to_owned())
    );
    // The page waits for an hour.
    assert_eq!(run(reconciled).0, 1);
    let store = journal_of_service.store();
    let mark = Query::One(At::restored());
    let mut mark = store.read(&mark).await.unwrap().into_first().unwrap();
    let (waits, from) = mark.waits.unwrap();
    mark.waits = Some((waits, Timestamp::from_millis(from.millis() - 3_600_000)));
    assert!(store.put(&Put::new(mark)).await.unwrap().is_some());
    assert_eq!(run(reconciled).0, 0);
    for key in ["A-1", "A-2", "A-3", "A-4"] {
        let begun = journal_of_service
            .begin(&intent(key), Duration::ZERO)
            .await
            .unwrap();
        let Begun::Existing {
            entry, is_restored, ..
        } = begun
        else {
            panic!("{key} is sent again");
        };
        assert_eq!((entry.state, is_restored), (State::Done, false), "{key}");
    }
    // Another id of a write that is done is told, and recorded nowhere.
    std::fs::write(folder.path().join("orders.txt"), "A-2\t48299\n").unwrap();
    let (code, other) = run(record);
    assert!(
        code == 1
            && other.starts_with("A-2  done with the id 48211, listed with 48299")
            && other.contains("\n1 listed, 0 recorded, 1 left\n"),
        "{other}"
    );
    // Somebody corrects it, and deletes the line.
    std::fs::write(folder.path().join("orders.txt"), "").unwrap();
    assert_eq!(
        run(record),
        (0, "0 listed, 0 recorded, 0 left\n".to_owned())
    );
}
