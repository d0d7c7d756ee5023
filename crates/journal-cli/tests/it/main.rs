//! The program over both engines.

use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use api_journal::{Intent, Journal, RequestDigest, Scope};
use serde_json::Value;
use store_postgres::PostgresStore;
use store_sqlite::SqliteStore;
use test_support::postgres::PostgresServer;
use test_support::tls::{Authority, server_config};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_postgres::NoTls;
use tokio_rustls::TlsAcceptor;

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

/// An entry whose lease has expired.
async fn begin(journal: &Journal, key: &str) -> String {
    let digest = RequestDigest::from_stored(1, &[7; 32]).unwrap();
    let scope = Scope::new("shop", "Test", "12");
    let mut intent = Intent::new(scope, "orders.create", key, digest, 1);
    intent.names = vec![("reference_no".to_owned(), format!("WEB-{key}"))];
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
    said(database, &["reconciled", "--why", "compared"]);
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

#[tokio::test]
async fn a_person_works_on_a_journal_in_postgresql() {
    let Some(server) = PostgresServer::get() else {
        return;
    };
    let database = server.new_database();
    let (client, connection) = tokio_postgres::connect(&database, NoTls).await.unwrap();
    tokio::spawn(connection);
    let store = PostgresStore::new(client);
    store.migrate().await.unwrap();
    let id = begin(&Journal::new(store), "7").await;
    life_of_an_entry(&database, &id);
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
        (vec!["drop", "--by", "eve"], 2),
    ] {
        let (found, error) = failed(file, &arguments);
        assert_eq!(found, code, "{arguments:?}: {error}");
        assert!(error.starts_with("journal: "), "{arguments:?}: {error}");
    }
    let shown: Value = serde_json::from_str(&said(file, &["show", id])).unwrap();
    assert_eq!(shown["history"].as_array().unwrap().len(), 1);
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
