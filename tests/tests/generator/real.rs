//! Parts of the real output, small enough to be read: a change of the generator shows here what it does to all.

use std::collections::BTreeMap;

use codegen::{FileTree, Sources};
use similar::TextDiff;

use crate::support::{between, described, generated, generated_of_described, shown, snapshot};

#[test]
fn real_output_is_that_of_the_snapshots() {
    let FileTree(files) = generated_of_described();
    let shown = |name: &str, path: &str, start: &str, end: &str| {
        let text = between(&files[path], start, end);
        snapshot("real", name, &format!("{path}\n\n{text}"));
    };
    let till = "crates/pos-v2-model/src/terminal_till.rs";
    shown("record", till, "/// A till", "\u{0}");
    let order = "crates/pos-model/src/incoming_order.rs";
    shown("body", order, "/// One product", "\n/// An order to create");
    let tills = "crates/pos-v2-client/src/terminal_till.rs";
    shown("list", tills, "/// Lists", "\u{0}");
    let venue = "crates/pos-v3-client/src/venue.rs";
    shown("read", venue, "/// Reads", "\u{0}");
    let orders = "crates/pos-v3-client/src/incoming_order.rs";
    shown("create", orders, "/// Submits", "\n/// Reads");
    let payments = "crates/payments-client/src/payment_request.rs";
    shown("never_repeated", payments, "/// Refunds", "\n/// Adjusts");
    shown("manifest", "crates/payments-client/Cargo.toml", "", "\u{0}");
    let openapi = "crates/api-description/openapi/payments.json";
    let path = "    \"/thirdparty/payments/v{apiVersion}/RefundRequest\": {";
    shown("openapi_path", openapi, path, "\n    },");
}

/// What a change of the spec changes, file by file, as diffs without context.
fn changes(file: &str, old: &str, new: &str) -> BTreeMap<String, String> {
    let sources = described();
    let mut changed = sources.0.clone();
    let text = &sources.0[file];
    assert_eq!(text.matches(old).count(), 1, "{file}: {old}");
    let new = text.replace(old, new);
    let spec = TextDiff::from_lines(text.as_str(), new.as_str());
    let mut diffs = BTreeMap::from([(format!("spec/{file}"), lines(&spec))]);
    changed.insert(file.to_owned(), new.clone());
    let FileTree(after) = generated(&Sources(changed));
    let FileTree(before) = generated_of_described();
    for (path, text) in after {
        let old = before.get(&path).map_or("", String::as_str);
        if old != text {
            let diff = TextDiff::from_lines(old, text.as_str());
            diffs.insert(path, lines(&diff));
        }
    }
    diffs
}

fn lines<'a>(diff: &'a TextDiff<'a, 'a, 'a, str>) -> String {
    let hunks = diff.unified_diff().context_radius(0).to_string();
    let lines = hunks.lines().filter(|line| !line.starts_with("@@"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Compares a block of CONTRIBUTING with what a change makes.
fn shown_in_contributing(name: &str, diffs: &BTreeMap<String, String>) {
    let files = diffs.iter();
    let diffs = files.map(|(path, diff)| format!("{path}\n{diff}"));
    let block = diffs.collect::<Vec<_>>().join("\n");
    let name = format!("diff of {name}");
    shown(
        ".github/CONTRIBUTING.md",
        &name,
        &format!("```diff\n{block}```\n"),
    );
}

/// How many lines a diff adds and removes.
fn counts(diff: &str) -> (usize, usize) {
    let lines = || diff.lines();
    let added = lines().filter(|line| line.starts_with('+')).count();
    (added, lines().count() - added)
}

#[test]
fn a_new_field_is_one_line_of_the_spec_and_of_rust() {
    let diffs = changes(
        "pos/v2/terminal_till.yaml",
        "      open_notes: text\n",
        "      open_notes: text\n      drawer_serial: string\n",
    );
    let files: Vec<&String> = diffs.keys().collect();
    let expected = [
        "crates/api-description/openapi/pos-v2.json",
        "crates/pos-v2-model/src/terminal_till.rs",
        "spec/pos/v2/terminal_till.yaml",
    ];
    assert_eq!(files, expected);
    assert_eq!(counts(&diffs[expected[1]]), (1, 0));
    assert_eq!(counts(&diffs[expected[2]]), (1, 0));
    shown_in_contributing("a field", &diffs);
}

#[test]
fn a_default_a_wire_name_and_a_mark_change_their_field_alone() {
    let model = "crates/pos-v2-model/src/terminal_till.rs";
    for (old, new, rust) in [
        (
            "expected_amount: integer =0 unit(unknown)",
            "expected_amount: integer =5 unit(unknown)",
            "-    /// Documented default: [`0`](Self::expected_amount_or_default).
-    #[wire(unit = \"unknown\", default = 0)]
+    /// Documented default: [`5`](Self::expected_amount_or_default).
+    #[wire(unit = \"unknown\", default = 5)]
",
        ),
        (
            "review_later: boolean",
            "reviewLater: boolean",
            "+    #[wire(\"reviewLater\")]\n",
        ),
        (
            "open_notes: text",
            "open_notes: text pii",
            "+    #[wire(pii)]\n",
        ),
    ] {
        let diffs = changes("pos/v2/terminal_till.yaml", old, new);
        let files: Vec<&str> = diffs.keys().map(String::as_str).collect();
        let expected = [
            "crates/api-description/openapi/pos-v2.json",
            model,
            "spec/pos/v2/terminal_till.yaml",
        ];
        assert_eq!((files, &*diffs[model]), (expected.to_vec(), rust));
    }
}

#[test]
fn a_new_parameter_is_in_one_place_of_rust() {
    let diffs = changes(
        "pos/v2/terminal_till.yaml",
        "    filters: { updated_at: { gt: date } }\n",
        "    filters: { updated_at: { gt: date }, opened_by: { eq: string pii } }\n",
    );
    let files: Vec<&String> = diffs.keys().collect();
    let expected = [
        "crates/api-description/openapi/pos-v2.json",
        "crates/pos-v2-client/src/terminal_till.rs",
        "spec/pos/v2/terminal_till.yaml",
        "tests/tests/facts/list.rs",
    ];
    assert_eq!(files, expected);
    assert_eq!(counts(&diffs[expected[1]]), (3, 0));
}

#[test]
fn a_new_operation_is_its_block() {
    let block = "  get_terminal_till:
    doc: Reads one till.
    http: GET /v2/venue/terminal_tills/{id}
    path: { id: integer }
    response: { terminal_till: TerminalTill }
    statuses: [200, 401]
";
    let old = "operations:\n";
    let diffs = changes("pos/v2/terminal_till.yaml", old, &format!("{old}{block}"));
    let sizes = diffs.into_iter().map(|(path, diff)| {
        let (added, removed) = counts(&diff);
        (path, format!("+{added} -{removed}\n"))
    });
    shown_in_contributing("an operation", &sizes.collect());
}
