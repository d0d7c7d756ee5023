//! `cargo xtask facts` and `cargo xtask mutate` on disk.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const ORDER: &str = "\
resource: order
source: Orders
doc: The orders of a shop.
records:
  Order:
    doc: An order.
    fields:
      id: integer documented_required
      name: string pii
operations:
  get_order:
    doc: Reads an order.
    http: GET /orders/{id}
    path: { id: integer }
    response: { order: Order }
    statuses: [200, 401]
";

const LIST: &str = "\
record Order
  list: id integer req; name string
  pii: name

operation get_order
  http: GET /orders/{id}
  path: id integer
  response: {order: Order}
  statuses: 200 401
";

/// A workspace with a spec and the list of its facts: those of `api.yaml`, then of the resource.
fn workspace(order: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/generator");
    let api = fs::read_to_string(fixtures.join("api.yaml")).unwrap();
    let api_facts = fs::read_to_string(fixtures.join("api_facts.txt")).unwrap();
    let list = format!("{api_facts}\n{LIST}");
    for (path, text) in [
        ("Cargo.toml", "[workspace.package]\nedition = \"2024\"\n"),
        ("spec/shop/api.yaml", &api),
        ("spec/shop/order.yaml", order),
        ("tests/facts/shop.txt", &list),
        ("tests/facts/README.md", "Not a list."),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn run(folder: &TempDir, words: &[&str]) -> (bool, String) {
    let output: Output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(words)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    (output.status.success(), stdout + &stderr)
}

#[test]
fn facts_prints_each_difference_with_both_lines() {
    assert_eq!(run(&workspace(ORDER), &["facts"]), (true, String::new()));
    let changed = workspace(&ORDER.replace("name: string pii", "name: string"));
    let (success, text) = run(&changed, &["facts"]);
    assert!(!success);
    assert!(
        text.starts_with(
            "record Order of shop: expected `field: name string pii [list]` (tests/facts/shop.txt:17), \
             found `field: name string [list]` (spec/shop/order.yaml:9)\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("1 fact differs between tests/facts and spec."),
        "{text}"
    );
}

#[test]
fn mutate_counts_the_mutants_of_each_kind() {
    let (success, text) = run(
        &workspace(ORDER),
        &["mutate", "--count", "20", "--seed", "3"],
    );
    assert!(success, "{text}");
    assert!(
        text.contains("caught: 20 of 20 with an effect, 100 %"),
        "{text}"
    );
    assert!(
        text.contains("rejected  caught  no effect  survived"),
        "{text}"
    );
}

#[test]
fn mutate_needs_lists_that_agree_with_the_spec() {
    let changed = workspace(&ORDER.replace("[200, 401]", "[200]"));
    let (success, text) = run(&changed, &["mutate"]);
    assert!(!success);
    assert!(
        text.contains("missing in the spec: `status: 401` (tests/facts/shop.txt:24)"),
        "{text}"
    );
    assert!(!text.contains("caught"), "{text}");
}

#[test]
fn options_of_mutate_are_rejected_elsewhere() {
    let (success, text) = run(&workspace(ORDER), &["facts", "--seed", "3"]);
    assert!(!success);
    assert!(
        text.contains("unexpected `--seed`; it is an option of `mutate`"),
        "{text}"
    );
}
