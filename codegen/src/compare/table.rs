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
    /// Paths below a package, apart by spaces: `*` is any key, `[word]` the member of this name, `**` any keys or none.
    paths: &'static str,
    /// What is there; empty for members that have a name of their own, such as fields.
    pub(crate) noun: &'static str,
    added: Levels,
    removed: Levels,
    changed: Levels,
    /// Whether it protects money or privacy, so that less of it is told first.
    pub(crate) protects: bool,
    /// Whether it is a limit, so that a lower number is as if it were new.
    pub(crate) is_limit: bool,
}

/// Of Rust, requests, responses, behavior.
type Levels = [Level; 4];

/// The fields of records and bodies, and parameters.
const FIELDS: &str = "records.*.fields.* bodies.*.fields.* operations.*.path.* operations.*.query.* operations.*.headers.*";

/// The first row whose paths have one that matches. The levels are those of what is new, gone and changed, or of all three,
/// for Rust, requests, responses and behavior: `M`ajor, `m`inor, `p`atch or `-`, none.
const TABLE: &[Row] = &[
    // Docs.
    row(
        "**.doc **.source title **.example \
         **.documented_as **.meaning **.misses **.but \
         **.so **.is_in_example **.notes.** **.unknowns.** \
         **.conflicts.** **.was.** **.marks.[inferred] **.marks.[documented] \
         **.marks.[accepts_1] **.marks.[documented_required] **.marks.[readonly] resources.** \
         operations.*.retry.*.why operations.*.default_auth",
        "docs",
        "p---",
    ),
    row("**.deprecated.**", "deprecation", "m---"),
    // The package.
    row("", "", "m--- M--- M---"),
    row("base_path", "base path", "p---"),
    row("environments.*.base_url", "base URL", "p---"),
    row(
        "environments.*.sdk_name",
        "name in the browser SDK",
        "mM-- MM-- pM--",
    ),
    row("environments.*", "", "M---"),
    row("client_values.*.default", "default", "pM--"),
    row("client_values.*", "", "mM-- MM-- MM--"),
    row(
        "client_values_constructor",
        "constructor of client values",
        "m--- M--- M---",
    ),
    row("auth.*", "", "m--- M--- M---"),
    row("auth.*.path", "path parameter", "pM-M"),
    row("auth.*.scheme.ApiKey.header", "header", "pM-M"),
    row("auth.*.scheme.**", "scheme", "MM-M"),
    row("default_auth", "default auth scheme", "M---"),
    row("envelope.**", "envelope", "p-M-"),
    row("error_bodies.**", "error body", "p-MM"),
    row("statuses.**", "status", "p---"),
    // Types.
    row("records.* bodies.* enums.* ids.*", "", "m--- M--- M---"),
    row("enums.*.values.*", "", "m-m- MMM- M---"),
    row("enums.*.values.*.text", "text", "pMM-"),
    row("enums.*.case_insensitive", "comparison of letters", "p-M-"),
    row("bodies.*.update", "update", "p---"),
    row("browser_sdk.*.configuration.*", "", "m--- MM-- M---"),
    row(FIELDS, "", "m-m- MMM- M---"),
    row("**.rust", "Rust name", "M---"),
    row("**.rust_type", "Rust type", "M---"),
    row("**.accessor", "method of the default", "m--- M--- M---"),
    row("**.constructor", "constructor", "M---"),
    row("**.wire", "name", "pMM-"),
    row("**.type", "type", "pMM-"),
    row("**.presence", "presence", "MM--"),
    row("**.unit", "unit", "pMM-"),
    // Longer texts are rejected before they are sent.
    row("**.max", "maximum", "pM-- pm-- pm--").limit(),
    row("**.marks.[digits]", "mark", "pM-- pm-- pm--"),
    row("**.marks.[as_string]", "mark", "pM--"),
    row("**.default", "default", "p-m- p-M- p-M-"),
    row("**.aliases.*", "alias", "p-m- p-M- p-M-"),
    row("**.marks.[pii] **.marks.[secret]", "mark", "p--m p--M p--M").protects(),
    // Without it, a value that failed the call is as if it were absent.
    row("**.marks.[strict]", "mark", "p-M- p-mM p-M-").protects(),
    row(
        "**.marks.[string_or_number] **.marks.[also_us_date]",
        "mark",
        "p-m- p-M- p-M-",
    ),
    row("**.marks.[envelope]", "mark", "p-M-"),
    // Operations.
    row("operations.*", "", "m--- M--- M---"),
    row("operations.*.name", "name", "M--M"),
    row("operations.*.method", "method", "-M-M"),
    row("operations.*.routes.*.template", "path", "pM--"),
    row("operations.*.default_route", "default path", "pM--"),
    row("operations.*.routes.**", "path", "MM--"),
    row("operations.*.auth.*", "auth scheme", "m--- M--- M---"),
    row("operations.*.body.**", "request body", "MM--"),
    row("operations.*.output", "returned type", "M---"),
    row("operations.*.response.Page.metadata", "metadata", "M-M-"),
    row(
        "operations.*.response.Page.per_page",
        "default page size",
        "pM-M",
    ),
    row(
        "operations.*.response.Page.max_per_page",
        "maximum page size",
        "pM-- pm-- pm--",
    )
    .limit(),
    row("operations.*.response.Page.has_totals", "totals", "p-M-"),
    row(
        "operations.*.response.Page.sync.filter",
        "filter of the sync",
        "p--M",
    ),
    row(
        "operations.*.response.Page.sync.**",
        "sync",
        "m--M M--M M--M",
    ),
    row(
        "operations.*.response.Page.items_key",
        "key of the list",
        "p-M-",
    ),
    row(
        "operations.*.response.Page.item_wrapper",
        "key of each element",
        "p-M-",
    ),
    row("operations.*.response.**", "response", "p-M-"),
    row(
        "operations.*.statuses.*.not_found",
        "meaning \"not found\"",
        "p-MM",
    ),
    row("operations.*.statuses.**", "status", "p---"),
    row(
        "operations.*.retry.Idempotent.kept_hours",
        "hours for which keys are kept",
        "p--M",
    )
    .limit()
    .protects(),
    row("operations.*.retry.**", "retry rule", "p--M").protects(),
    row(
        "operations.*.echoes.** operations.*.distinct.** operations.*.essential.**",
        "checked value of the response",
        "p-MM p-mM p-MM",
    )
    .protects(),
    // Keys that were sent are new, and sent again.
    row("operations.*.journal_id", "name in journals", "p--M").protects(),
    row(
        "operations.*.reconcile_by.*",
        "field to find it by",
        "p--m p--M p--M",
    )
    .protects(),
    row(
        "operations.*.confirms_callback",
        "confirmed callback",
        "m--M M--M M--M",
    ),
    row(
        "operations.*.confirms_callback.**",
        "confirmed callback",
        "p--M",
    ),
    row(
        "operations.*.find_by operations.*.find_by.parameter operations.*.find_by.callback_url",
        "look-up after a lost response",
        "m--M M--M M--M",
    )
    .protects(),
    row(
        "operations.*.find_by.operation",
        "look-up after a lost response",
        "M--M",
    ),
    row(
        "operations.*.find_by.**",
        "look-up after a lost response",
        "p--M",
    )
    .protects(),
    // Callbacks and the browser SDK.
    row("callbacks.* browser_sdk.*", "", "m--- M--- M---"),
    row("callbacks.*.root", "root", "p-M-"),
    row("callbacks.*.record", "record", "M-M-"),
    row(
        "browser_sdk.*.event_handlers.*",
        "event handler",
        "m--- M--- p---",
    ),
    row(
        "browser_sdk.*.error_handler",
        "event handler of errors",
        "m--m M--M M--M",
    ),
    row("browser_sdk.*.namespace", "global object", "M---"),
    row("browser_sdk.*.scripts.*", "script", "pM--"),
    row("browser_sdk.*.tester_pages.*", "tester page", "pM--"),
    row(
        "browser_sdk.*.entry_points.**",
        "function",
        "m--- M--- M---",
    ),
    row("**.name", "name", "M---"),
];

const fn row(paths: &'static str, noun: &'static str, levels: &str) -> Row {
    let (added, removed, changed) = match levels.as_bytes() {
        [a, b, c, d] => ([*a, *b, *c, *d], [*a, *b, *c, *d], [*a, *b, *c, *d]),
        [a, b, c, d, b' ', e, f, g, h, b' ', i, j, k, l] => {
            ([*a, *b, *c, *d], [*e, *f, *g, *h], [*i, *j, *k, *l])
        }
        _ => panic!("expected levels as in `p-M-` or `m--- M--- M---`"),
    };
    Row {
        paths,
        noun,
        added: four(added),
        removed: four(removed),
        changed: four(changed),
        protects: false,
        is_limit: false,
    }
}

const fn four([rust, sent, read, behavior]: [u8; 4]) -> Levels {
    [level(rust), level(sent), level(read), level(behavior)]
}

const fn level(letter: u8) -> Level {
    match letter {
        b'M' => Major,
        b'm' => Minor,
        b'p' => Patch,
        b'-' => No,
        _ => panic!("expected `M`, `m`, `p` or `-`"),
    }
}

impl Row {
    const fn protects(mut self) -> Self {
        self.protects = true;
        self
    }

    const fn limit(mut self) -> Self {
        self.is_limit = true;
        self
    }

    /// Whether it is only in docs.
    pub(crate) fn is_docs(&self) -> bool {
        self.noun == "docs"
    }
}

/// How a fact differs. A limit that is lower is as if it were new.
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
        let mut patterns = row.paths.split(' ');
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
    if row.paths == FIELDS && presence.contains('(') {
        // The client sets it: it is no member of the struct.
        rust = Patch;
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
