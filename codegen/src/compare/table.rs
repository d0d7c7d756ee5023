//! What a difference means, by its path. A path without a row is a break: a new kind of fact asks for its row.

use std::collections::BTreeSet;

use serde_json::Value;

use super::level::Level::{self, Major, Minor, None as No, Patch};
use super::level::Verdict;
use super::walk::Step;
use crate::ir::{self, SET, SPAN, Spec, Usage};

/// A row of the table.
#[derive(Debug)]
pub(crate) struct Row {
    /// Paths below a package: `*` is any key, `[word]` the member of this name, `**` any keys or none.
    paths: &'static [&'static str],
    /// What is there; empty for members that have a name of their own, such as fields.
    pub(crate) noun: &'static str,
    added: Levels,
    removed: Levels,
    changed: Levels,
    /// Whether it protects money or privacy, so that less of it is told first.
    pub(crate) protects: bool,
}

/// Of Rust, requests, responses, behavior.
type Levels = [Level; 4];

const DOCS: Levels = [Patch, No, No, No];
const RUST: Levels = [Major, No, No, No];
const READ: Levels = [Patch, No, Major, No];
const SENT: Levels = [Patch, Major, No, No];
const BEHAVIOR: Levels = [Patch, No, No, Major];

/// The fields of records and bodies, and parameters.
const FIELDS: &[&str] = &[
    "records.*.fields.*",
    "bodies.*.fields.*",
    "operations.*.path.*",
    "operations.*.query.*",
    "operations.*.headers.*",
];

/// The first row whose paths have one that matches.
const TABLE: &[Row] = &[
    // Docs.
    same(
        &[
            "**.doc",
            "**.source",
            "title",
            "**.example",
            "**.documented_as",
            "**.meaning",
            "**.misses",
            "**.but",
            "**.so",
            "**.evidence.**",
            "**.notes.**",
            "**.unknowns.**",
            "**.conflicts.**",
            "**.was.**",
            "**.marks.[inferred]",
            "**.marks.[documented]",
            "**.marks.[accepts_1]",
            "**.marks.[documented_required]",
            "**.marks.[readonly]",
            "resources.**",
            "operations.*.retry.*.why",
            "operations.*.default_auth",
        ],
        "docs",
        DOCS,
    ),
    same(&["**.deprecated.**"], "deprecation", [Minor, No, No, No]),
    // The package.
    row(&[""], "", [Minor, No, No, No], RUST, RUST),
    same(&["base_path"], "base path", DOCS),
    same(&["environments.*.base_url"], "base URL", DOCS),
    row(
        &["environments.*.sdk_name"],
        "name in the browser SDK",
        [Minor, Major, No, No],
        [Major, Major, No, No],
        SENT,
    ),
    same(&["environments.*"], "", RUST),
    same(&["client_values.*.default"], "default", SENT),
    row(
        &["client_values.*"],
        "",
        [Minor, Major, No, No],
        [Major, Major, No, No],
        [Major, Major, No, No],
    ),
    row(
        &["client_values_constructor"],
        "constructor of client values",
        [Minor, No, No, No],
        RUST,
        RUST,
    ),
    row(&["auth.*"], "", [Minor, No, No, No], RUST, RUST),
    same(
        &["auth.*.path"],
        "path parameter",
        [Patch, Major, No, Major],
    ),
    same(
        &["auth.*.scheme.ApiKey.header"],
        "header",
        [Patch, Major, No, Major],
    ),
    same(&["auth.*.scheme.**"], "scheme", [Major, Major, No, Major]),
    same(&["default_auth"], "default auth scheme", RUST),
    same(&["envelope.**"], "envelope", READ),
    same(
        &["error_bodies.**"],
        "error body",
        [Patch, No, Major, Major],
    ),
    same(&["statuses.**"], "status", DOCS),
    // Types.
    row(
        &["records.*", "bodies.*", "enums.*", "ids.*"],
        "",
        [Minor, No, No, No],
        RUST,
        RUST,
    ),
    row(
        &["enums.*.values.*"],
        "",
        [Minor, No, Minor, No],
        [Major, Major, Major, No],
        RUST,
    ),
    same(
        &["enums.*.values.*.text"],
        "text",
        [Patch, Major, Major, No],
    ),
    same(&["enums.*.case_insensitive"], "comparison of letters", READ),
    same(&["bodies.*.update"], "update", DOCS),
    row(
        &["browser_sdk.*.configuration.*"],
        "",
        [Minor, No, No, No],
        [Major, Major, No, No],
        RUST,
    ),
    row(
        FIELDS,
        "",
        [Minor, No, Minor, No],
        [Major, Major, Major, No],
        RUST,
    ),
    same(&["**.rust"], "Rust name", RUST),
    same(&["**.rust_type"], "Rust type", RUST),
    row(
        &["**.accessor"],
        "method of the default",
        [Minor, No, No, No],
        RUST,
        RUST,
    ),
    same(&["**.constructor"], "constructor", RUST),
    same(&["**.wire"], "name", [Patch, Major, Major, No]),
    same(&["**.type"], "type", [Patch, Major, Major, No]),
    same(&["**.presence"], "presence", [Major, Major, No, No]),
    same(&["**.unit"], "unit", [Patch, Major, Major, No]),
    // Longer texts are rejected before they are sent.
    row(
        &["**.max"],
        "maximum",
        SENT,
        [Patch, Minor, No, No],
        [Patch, Minor, No, No],
    ),
    row(
        &["**.default"],
        "default",
        [Patch, No, Minor, No],
        READ,
        READ,
    ),
    row(
        &["**.aliases.*"],
        "alias",
        [Patch, No, Minor, No],
        READ,
        READ,
    ),
    row(
        &["**.marks.[pii]", "**.marks.[secret]"],
        "mark",
        [Patch, No, No, Minor],
        BEHAVIOR,
        BEHAVIOR,
    )
    .protects(),
    row(
        &["**.marks.[strict]"],
        "mark",
        READ,
        [Patch, No, Minor, No],
        READ,
    )
    .protects(),
    row(
        &["**.marks.[string_or_number]", "**.marks.[also_us_date]"],
        "mark",
        [Patch, No, Minor, No],
        READ,
        READ,
    ),
    same(&["**.marks.[envelope]"], "mark", READ),
    // Operations.
    row(&["operations.*"], "", [Minor, No, No, No], RUST, RUST),
    same(&["operations.*.name"], "name", [Major, No, No, Major]),
    same(&["operations.*.method"], "method", [No, Major, No, Major]),
    same(&["operations.*.routes.*.template"], "path", SENT),
    same(&["operations.*.default_route"], "default path", SENT),
    same(&["operations.*.routes.**"], "path", [Major, Major, No, No]),
    row(
        &["operations.*.auth.*"],
        "auth scheme",
        [Minor, No, No, No],
        RUST,
        RUST,
    ),
    same(
        &["operations.*.body.**"],
        "request body",
        [Major, Major, No, No],
    ),
    same(&["operations.*.output"], "returned type", RUST),
    same(
        &["operations.*.response.Page.metadata"],
        "metadata",
        [Major, No, Major, No],
    ),
    same(
        &["operations.*.response.Page.per_page"],
        "default page size",
        [Patch, Major, No, Major],
    ),
    row(
        &["operations.*.response.Page.max_per_page"],
        "maximum page size",
        SENT,
        [Patch, Minor, No, No],
        [Patch, Minor, No, No],
    ),
    same(
        &[
            "operations.*.response.Page.style.*.page_parameter",
            "operations.*.response.Page.style.*.per_page_parameter",
            "operations.*.response.Page.style.*.first_page",
            "operations.*.response.Page.style.*.cursor_parameter",
        ],
        "parameter of pages",
        SENT,
    ),
    same(
        &["operations.*.response.Page.style"],
        "kind of pages",
        [Major, Major, Major, No],
    ),
    same(
        &["operations.*.response.Page.sync.filter"],
        "filter of the sync",
        BEHAVIOR,
    ),
    row(
        &["operations.*.response.Page.sync.**"],
        "sync",
        [Minor, No, No, Major],
        [Major, No, No, Major],
        [Major, No, No, Major],
    ),
    same(
        &["operations.*.response.Page.items_key"],
        "key of the list",
        READ,
    ),
    same(
        &["operations.*.response.Page.item_wrapper"],
        "key of each element",
        READ,
    ),
    same(&["operations.*.response.**"], "response", READ),
    same(
        &["operations.*.statuses.*.not_found"],
        "meaning \"not found\"",
        [Patch, No, Major, Major],
    ),
    same(&["operations.*.statuses.**"], "status", DOCS),
    same(&["operations.*.retry.**"], "retry rule", BEHAVIOR).protects(),
    row(
        &[
            "operations.*.echoes.**",
            "operations.*.distinct.**",
            "operations.*.essential.**",
        ],
        "proof",
        [Patch, No, Major, Major],
        [Patch, No, Minor, Major],
        [Patch, No, Major, Major],
    )
    .protects(),
    // Keys that were sent are new, and sent again.
    same(&["operations.*.journal_id"], "name in journals", BEHAVIOR).protects(),
    row(
        &["operations.*.reconcile_by.*"],
        "field to find it by",
        [Patch, No, No, Minor],
        BEHAVIOR,
        BEHAVIOR,
    )
    .protects(),
    row(
        &["operations.*.confirms_callback"],
        "confirmed callback",
        [Minor, No, No, Major],
        [Major, No, No, Major],
        [Major, No, No, Major],
    ),
    same(
        &["operations.*.confirms_callback.**"],
        "confirmed callback",
        BEHAVIOR,
    ),
    row(
        &["operations.*.find_by", "operations.*.find_by.parameter"],
        "lookup",
        [Minor, No, No, Major],
        [Major, No, No, Major],
        [Major, No, No, Major],
    )
    .protects(),
    same(
        &["operations.*.find_by.operation"],
        "lookup",
        [Major, No, No, Major],
    ),
    same(&["operations.*.find_by.**"], "lookup", BEHAVIOR).protects(),
    // Callbacks and the browser SDK.
    row(
        &["callbacks.*", "browser_sdk.*"],
        "",
        [Minor, No, No, No],
        RUST,
        RUST,
    ),
    same(&["callbacks.*.root"], "root", READ),
    same(&["callbacks.*.record"], "record", [Major, No, Major, No]),
    row(
        &["browser_sdk.*.event_handlers.*"],
        "event handler",
        [Minor, No, No, No],
        RUST,
        DOCS,
    ),
    same(&["browser_sdk.*.namespace"], "global object", RUST),
    same(&["browser_sdk.*.scripts.*"], "script", SENT),
    same(&["browser_sdk.*.tester_pages.*"], "tester page", SENT),
    row(
        &["browser_sdk.*.entry_points.**"],
        "function",
        [Minor, No, No, No],
        RUST,
        RUST,
    ),
    same(&["**.name"], "name", RUST),
];

const fn row(
    paths: &'static [&'static str],
    noun: &'static str,
    added: Levels,
    removed: Levels,
    changed: Levels,
) -> Row {
    Row {
        paths,
        noun,
        added,
        removed,
        changed,
        protects: false,
    }
}

const fn same(paths: &'static [&'static str], noun: &'static str, levels: Levels) -> Row {
    row(paths, noun, levels, levels, levels)
}

impl Row {
    const fn protects(mut self) -> Self {
        self.protects = true;
        self
    }

    /// Whether it is only in docs.
    pub(crate) fn is_docs(&self) -> bool {
        self.noun == "docs"
    }
}

/// How a fact differs. A number that is lower is as if the limit were new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Added,
    Removed,
    Changed,
    Raised,
    Lowered,
}

/// The row of a path below a package.
pub(crate) fn row_of(path: &[Step]) -> Option<&'static Row> {
    TABLE.iter().find(|row| {
        let mut patterns = row.paths.iter();
        patterns.any(|pattern| matches(pattern, path))
    })
}

fn matches(pattern: &str, path: &[Step]) -> bool {
    if pattern.is_empty() {
        return path.is_empty();
    }
    let (first, rest) = pattern.split_once('.').unwrap_or((pattern, ""));
    match (first, path) {
        ("**", _) if rest.is_empty() => true,
        ("**", _) => (0..path.len()).any(|skipped| matches(rest, &path[skipped..])),
        (_, []) => false,
        (first, [step, below @ ..]) => {
            is_key(first, step) && {
                // `a.**` is `a`, too.
                match rest {
                    "**" => true,
                    rest => matches(rest, below),
                }
            }
        }
    }
}

fn is_key(pattern: &str, step: &Step) -> bool {
    match pattern.strip_prefix('[') {
        Some(name) => step.is_member && name.strip_suffix(']') == Some(&step.key),
        None => pattern == "*" || (!step.is_member && pattern == step.key),
    }
}

/// What a change of a path means. `member` is what is new or gone, if it is a field or a status.
pub(crate) fn verdict(
    path: &[Step],
    change: Change,
    usage: Usage,
    member: Option<&Value>,
) -> Verdict {
    let Some(row) = row_of(path) else {
        return Verdict {
            rust: Major,
            sent: Major,
            read: Major,
            behavior: Major,
        };
    };
    let [mut rust, mut sent, mut read, mut behavior] = match change {
        Change::Added | Change::Lowered => row.added,
        Change::Removed | Change::Raised => row.removed,
        Change::Changed => row.changed,
    };
    let member = |key: &str| member.and_then(|member| member.get(key));
    let presence = member("presence")
        .and_then(Value::as_str)
        .unwrap_or("optional");
    if std::ptr::eq(row.paths, FIELDS) {
        if presence.contains('(') {
            // The client sets it: it is no member of the struct.
            rust = Patch;
        }
    }
    if change == Change::Added && !matches!(presence, "optional" | "nullable") {
        sent = Major;
    }
    if member("not_found").is_some_and(|is| *is == true) {
        (read, behavior) = (Major, Major);
    }
    Verdict {
        rust,
        sent: if usage.sent { sent } else { No },
        read: if usage.read { read } else { No },
        behavior,
    }
}

/// The kinds of paths of a spec that have no row, with `*` for names of members.
pub(crate) fn paths_without_row(spec: &Spec) -> Vec<String> {
    let mut found = BTreeSet::new();
    if let Value::Object(packages) = ir::tree(spec) {
        for package in packages.values() {
            collect(package, &mut Vec::new(), &mut found);
        }
    }
    found.into_iter().collect()
}

fn collect(value: &Value, path: &mut Vec<Step>, found: &mut BTreeSet<String>) {
    let (parts, is_set) = match value {
        Value::Object(parts) => (Some(parts), parts.contains_key(SET)),
        _ => (None, false),
    };
    let is_member = path.last().is_some_and(|step| step.is_member);
    let is_absent = matches!(value, Value::Null | Value::Bool(false));
    if (is_member || parts.is_none()) && !is_absent && row_of(path).is_none() {
        let keys = path
            .iter()
            .map(|step| if step.is_member { "*" } else { &step.key });
        found.insert(keys.collect::<Vec<_>>().join("."));
    }
    for (key, part) in parts.into_iter().flatten() {
        if key == SET || key == SPAN {
            continue;
        }
        path.push(Step {
            key: key.clone(),
            old_key: key.clone(),
            is_member: is_set,
        });
        collect(part, path, found);
        path.pop();
    }
}
