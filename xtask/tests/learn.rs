//! `cargo xtask learn` on disk: edits the spec once, and reports what is missing.

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
      id: integer inferred  # of the shop
      points: json
      total: integer
operations:
  get_order:
    doc: Reads an order.
    http: GET /orders/{id}
    path: { id: integer }
    response: Order
    statuses: [200]
";

const OBSERVATIONS: &str = "observations 1
run 5f3c since=2026-10-21 venue_key=a venues=1,2
shop get_order 200
\"\" objects=60 at=3
/id numbers=60 i32=60 at=3
/points numbers=12 i32=12 at=3
/total strings=60 other=60 at=3
";

/// A HAR file with one response.
const HAR: &str = r#"{"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": [
  {"startedDateTime": "2026-10-21T10:00:00.000Z", "time": 1,
   "request": {"method": "GET", "url": "https://test.invalid/orders/7", "httpVersion": "HTTP/1.1", "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
   "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [], "redirectURL": "", "headersSize": -1, "bodySize": -1,
     "content": {"size": 9, "mimeType": "application/json", "text": "{\"points\": 7}"}}}
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
    fs::write(folder.path().join("a.observations"), OBSERVATIONS).unwrap();
    fs::write(folder.path().join("a.har"), HAR).unwrap();
    folder
}

/// Runs a command; its exit code 0, and what it printed.
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
fn learn_edits_the_spec_once_and_prints_each_line() {
    let folder = workspace();
    let (is_success, printed) = run(&folder, &["learn", "a.observations"]);
    assert!(is_success, "{printed}");
    let expected = ORDER
        .replace(
            "integer inferred  #",
            "integer inferred observed(60 of 60 at 2 venues since 2026-10)  #",
        )
        .replace(
            "total: integer\n",
            "total: integer\n    observed:\n      total: string 60 of 60 at 2 venues since 2026-10\n",
        );
    assert_eq!(order(&folder), expected);
    assert_eq!(
        printed,
        "spec/shop/order.yaml:8: Order.id: `integer` confirmed: 60 of 60 at 2 venues since 2026-10 (patch, at most 4.9 % exceptions)
spec/shop/order.yaml:12: Order.total: contradiction: string 60 of 60 at 2 venues since 2026-10 (patch, at most 4.9 % as documented)

Not learned (1):
spec/shop/order.yaml:9: Order.points: 12 of 50 values: 12 integer
learn: 2 facts in 1 file
review the diff, then run `cargo xtask generate`
"
    );
    let (_, printed) = run(&folder, &["learn", "a.observations", "a.observations"]);
    assert!(
        printed.ends_with("learn: 0 facts in 0 files\n"),
        "{printed}"
    );
    assert_eq!(order(&folder), expected);
    let (is_success, printed) = run(&folder, &["generate"]);
    assert!(is_success, "{printed}");
    let (is_success, printed) = run(&folder, &["generate", "--check"]);
    assert!(is_success, "{printed}");
}

#[test]
fn unknowns_lists_what_is_observed_of_untyped_fields() {
    let folder = workspace();
    let words = [
        "unknowns",
        "shop",
        "--observed",
        "a.observations",
        "--observed",
        "a.har",
    ];
    let (is_success, printed) = run(&folder, &words);
    assert!(is_success, "{printed}");
    let untyped = "Types not documented (2):
spec/shop/order.yaml:8: Order.id: 60 integer
spec/shop/order.yaml:9: Order.points: 13 integer; 13 of 50 values
";
    assert!(printed.contains(untyped), "{printed}");
    let summary = "\nshop: 2 untyped fields: 2 in responses\n";
    assert!(printed.contains(summary), "{printed}");
    assert_eq!(order(&folder), ORDER);
}

#[test]
fn har_files_are_found_by_their_content() {
    let folder = workspace();
    let path = folder.path().join("saved.json");
    fs::write(path, format!("\u{feff}\n{HAR}")).unwrap();
    let (is_success, printed) = run(&folder, &["learn", "saved.json"]);
    assert!(is_success, "{printed}");
    assert!(printed.contains("saved.json: 1 response\n"), "{printed}");
    let elsewhere = ["learn", "saved.json", "--base-url", "https://other.invalid"];
    let (is_success, printed) = run(&folder, &elsewhere);
    assert!(is_success, "{printed}");
    let hint = "1 request of no operation; expected URLs as in `https://other.invalid/PATH`\n";
    assert!(printed.contains(hint), "{printed}");
}

#[cfg(unix)]
#[test]
fn learn_keeps_the_permissions_of_files() {
    use std::os::unix::fs::PermissionsExt;

    let folder = workspace();
    let path = folder.path().join("spec/shop/order.yaml");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let (is_success, printed) = run(&folder, &["learn", "a.observations"]);
    assert!(is_success && order(&folder) != ORDER, "{printed}");
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn files_that_cannot_be_read_change_nothing() {
    let folder = workspace();
    fs::write(
        folder.path().join("b.observations"),
        "observations 1\nshop\n",
    )
    .unwrap();
    fs::create_dir(folder.path().join("missing-spec")).unwrap();
    for (words, error) in [
        (vec!["learn"], "error: expected a file of observations"),
        (vec!["learn", "a.observations", "missing"], "missing"),
        (
            vec!["learn", "a.observations", "b.observations"],
            "b.observations:2: expected `run ID`",
        ),
        (
            vec!["diff", "missing-spec"],
            "folder `missing-spec` is no spec: expected `spec/` in it, or folders with `api.yaml`",
        ),
        (vec!["diff", "--observed", "a"], "unexpected `--observed`"),
        (vec!["diff", "--base-url", "a"], "unexpected `--base-url`"),
    ] {
        let (is_success, printed) = run(&folder, &words);
        assert!(
            !is_success && printed.contains(error),
            "{words:?}: {printed}"
        );
        assert_eq!(order(&folder), ORDER);
    }
}
