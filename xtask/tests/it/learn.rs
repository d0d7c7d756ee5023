//! `cargo xtask learn` on disk: prints lines of the spec, and writes them with `--write`.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const ORDER: &str = "resource: order
source: Orders
doc: The orders of a shop.
records:
  Order:
    doc: An order.
    fields:
      id: integer
operations:
  get_order:
    doc: Reads an order.
    http: GET /orders/{id}
    path: { id: integer }
    response: Order
    statuses: [200]
";

/// A HAR file with one response.
const HAR: &str = r#"{"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": [
  {"startedDateTime": "2026-10-21T10:00:00.000Z", "time": 1,
   "request": {"method": "GET", "url": "https://test.invalid/orders/7", "httpVersion": "HTTP/1.1", "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
   "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [], "redirectURL": "", "headersSize": -1, "bodySize": -1,
     "content": {"size": 9, "mimeType": "application/json", "text": "{\"id\": 7, \"points\": 7}"}}}
]}}"#;

fn workspace() -> TempDir {
    let folder = TempDir::new().unwrap();
    let api = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/generator/api.yaml");
    let spec = folder.path().join("spec/shop");
    fs::create_dir_all(&spec).unwrap();
    fs::copy(api, spec.join("api.yaml")).unwrap();
    fs::write(spec.join("order.yaml"), ORDER).unwrap();
    let manifest = "[workspace.package]\nedition = \"2024\"\n";
    fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.path().join("a.har"), HAR).unwrap();
    folder
}

/// Runs a command; whether its exit code is 0, and what it printed.
fn run(folder: &TempDir, words: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(words)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

fn order(folder: &TempDir) -> String {
    fs::read_to_string(folder.path().join("spec/shop/order.yaml")).unwrap()
}

#[test]
fn lines_are_printed_then_written_then_generated() {
    let folder = workspace();
    let line =
        "spec/shop/order.yaml:8: points: integer inferred  # Order, new: 1 integer in 1 objects\n";
    let (is_success, printed) = run(&folder, &["learn", "a.har"]);
    assert!(is_success && printed.contains(line), "{printed}");
    assert_eq!(order(&folder), ORDER);
    let (is_success, printed) = run(&folder, &["learn", "a.har", "--write"]);
    assert!(is_success && printed.contains(line), "{printed}");
    let known = "      id: integer\n";
    let expected = ORDER.replace(known, &format!("{known}      points: integer inferred\n"));
    assert_eq!(order(&folder), expected);
    let (is_success, printed) = run(&folder, &["generate"]);
    assert!(is_success, "{printed}");
}

#[test]
fn files_that_cannot_be_read_change_nothing() {
    let folder = workspace();
    for (words, error) in [
        (vec!["learn", "--write"], "error: expected a HAR file"),
        (vec!["learn", "--write", "a.har", "missing"], "missing"),
        (
            vec!["learn", "--write", "a.har", "Cargo.toml"],
            "Cargo.toml:1: not an HAR file",
        ),
        (vec!["diff", "--write"], "unexpected `--write`"),
    ] {
        let (is_success, printed) = run(&folder, &words);
        assert!(
            !is_success && printed.contains(error),
            "{words:?}: {printed}"
        );
        assert_eq!(order(&folder), ORDER);
    }
}
