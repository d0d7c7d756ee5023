//! A changed fact in words.

use serde_json::Value;

use super::table::{Change, row_of};
use super::walk::{Difference, Step};
use crate::ir::{SET, SPAN};
use crate::markdown::code;
use crate::names;

/// The longest value that a line shows, in characters.
const MAX_VALUE: usize = 60;

/// How much a line shows before the first difference of long values.
const MAX_CONTEXT: usize = 20;

/// What has facts, by the keys of its path.
const KINDS: [(&str, &str); 13] = [
    ("records", "record"),
    ("bodies", "body"),
    ("enums", "enum"),
    ("ids", "id"),
    ("operations", "operation"),
    ("callbacks", "callback"),
    ("browser_sdk", "browser SDK"),
    ("environments", "environment"),
    ("client_values", "client value"),
    ("auth", "auth scheme"),
    ("error_bodies", "error body"),
    ("statuses", "status"),
    ("resources", "resource"),
];

/// The members of these.
const PARTS: [(&str, &str); 6] = [
    ("fields", "field"),
    ("values", "value"),
    ("path", "parameter"),
    ("query", "parameter"),
    ("headers", "header"),
    ("configuration", "field"),
];

/// A changed fact.
#[derive(Debug)]
pub(crate) struct Fact {
    /// What has it: `field`.
    pub(crate) noun: &'static str,
    /// As in `Customer.points`.
    pub(crate) name: String,
    pub(crate) is_docs: bool,
    pub(crate) change: Change,
    /// What it is: `maximum length`; empty for the end or the start of an item.
    pub(crate) aspect: String,
    protects: bool,
    /// Whether callers have to set it, if it is new.
    is_required: bool,
    old: Option<String>,
    new: Option<String>,
}

impl Fact {
    /// `path` is below the package.
    pub(crate) fn new(package: &str, path: &[Step], difference: &Difference<'_>) -> Self {
        let row = row_of(path);
        let (noun, name, rest) = subject(package, path);
        let is_docs = row.is_some_and(super::table::Row::is_docs);
        let aspect = match row {
            _ if rest.is_empty() => String::new(),
            Some(row) if !row.noun.is_empty() => row.noun.to_owned(),
            _ => rest
                .iter()
                .map(|step| step.key.as_str())
                .collect::<Vec<_>>()
                .join("."),
        };
        let member = path.last().filter(|step| step.is_member);
        let text = |key: Option<&String>, value: &Value| match key {
            // A path of a request has a name only beside others.
            Some(key) => {
                let template = value.get("template").and_then(Value::as_str);
                template.map_or_else(|| key.clone(), str::to_owned)
            }
            None => text(value),
        };
        let old = difference
            .old
            .map(|node| text(member.map(|step| &step.old_key), node.value));
        let new = difference
            .new
            .map(|node| text(member.map(|step| &step.key), node.value));
        let change = match (&old, &new) {
            (None, _) => Change::Added,
            (_, None) => Change::Removed,
            (Some(old), Some(new)) => match (old.parse::<u64>(), new.parse::<u64>()) {
                _ if !row.is_some_and(|row| row.is_limit) => Change::Changed,
                (Ok(old), Ok(new)) if new > old => Change::Raised,
                (Ok(_), Ok(_)) => Change::Lowered,
                _ => Change::Changed,
            },
        };
        // A write without a successor may be there under another name, with keys that are new.
        let is_gone_write = change == Change::Removed
            && rest.is_empty()
            && difference
                .old
                .is_some_and(|node| node.value.get("journal_id").is_some_and(|id| !id.is_null()));
        let presence = difference.new.and_then(|node| node.value.get("presence"));
        Self {
            protects: is_gone_write || row.is_some_and(|row| row.protects),
            is_required: presence.is_some_and(|presence| presence == "required"),
            noun,
            name,
            is_docs,
            change,
            aspect,
            old,
            new,
        }
    }

    /// Whether less protects money or privacy.
    pub(crate) fn is_lowered(&self, path: &[Step]) -> bool {
        let has = |key: &str| path.iter().any(|step| step.key == key);
        let is_never = self.new.as_deref() == Some("never");
        let is_less = match self.change {
            // For longer, a repetition is believed to be one.
            Change::Added | Change::Raised if has("kept_hours") => true,
            _ if has("kept_hours") => false,
            Change::Added => has("not_compared") || has("duplicate_statuses"),
            _ => true,
        };
        self.protects && !is_never && is_less
    }

    /// As in: field `Customer.points` of pos-v2: type `integer` → `string`.
    pub(crate) fn sentence(&self, package: &str) -> String {
        let (noun, name) = (self.noun, &self.name);
        let of = match name == package {
            true => String::new(),
            false => format!(" of {package}"),
        };
        match self.aspect.is_empty() {
            true => format!("{noun} `{name}`{of} {}", self.what()),
            false => format!("{noun} `{name}`{of}: {}", self.what()),
        }
    }

    /// What is different.
    pub(crate) fn what(&self) -> String {
        let (old, new) = self.values();
        let (aspect, state) = (&self.aspect, self.state());
        match self.change {
            _ if self.is_docs => "other docs".to_owned(),
            Change::Added | Change::Removed if aspect.is_empty() => state.to_owned(),
            Change::Added => format!("{aspect} {new} {state}"),
            Change::Removed => format!("{aspect} {old} {state}"),
            _ => format!("{aspect} {old} → {new}"),
        }
    }

    /// What is said of something that one side does not have.
    pub(crate) fn state(&self) -> &'static str {
        match (self.change, self.is_required) {
            (Change::Removed, _) => "is gone",
            (_, true) => "is new and required",
            (_, false) => "is new",
        }
    }

    /// The value that is new or gone, if its aspect is.
    pub(crate) fn member(&self) -> Option<String> {
        let (old, new) = self.values();
        match self.change {
            _ if self.aspect.is_empty() => None,
            Change::Added => Some(new),
            Change::Removed => Some(old),
            _ => None,
        }
    }

    /// The values in backticks; long ones from where they differ.
    fn values(&self) -> (String, String) {
        let line = |side: &Option<String>| side.as_deref().unwrap_or_default().replace('\n', " ");
        let (old, new) = (line(&self.old), line(&self.new));
        let same = old.chars().zip(new.chars()).take_while(|(a, b)| a == b);
        let start = match same.count() {
            same if same + MAX_CONTEXT > MAX_VALUE => same - MAX_CONTEXT,
            _ => 0,
        };
        (shortened(&old, start), shortened(&new, start))
    }
}

/// What a path is of, and the rest of the path.
fn subject<'p>(package: &str, path: &'p [Step]) -> (&'static str, String, &'p [Step]) {
    let noun = |table: &[(&str, &'static str)], key: &str| {
        let row = table.iter().find(|(kind, _)| *kind == key);
        row.map(|(_, noun)| *noun)
    };
    match path {
        [kind, name, part, member, rest @ ..]
            if noun(&KINDS, &kind.key).is_some() && noun(&PARTS, &part.key).is_some() =>
        {
            (
                noun(&PARTS, &part.key).unwrap_or_default(),
                format!("{}.{}", name.key, member.key),
                rest,
            )
        }
        [kind, name, rest @ ..] if noun(&KINDS, &kind.key).is_some() => (
            noun(&KINDS, &kind.key).unwrap_or_default(),
            name.key.clone(),
            rest,
        ),
        rest => ("package", package.to_owned(), rest),
    }
}

/// A value in a line: a variant is its name, other maps and lists are their parts.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Object(members) => {
            let parts = members
                .iter()
                .filter(|(key, _)| *key != SPAN && *key != SET);
            let mut parts: Vec<(&String, &Value)> = parts.collect();
            parts.retain(|(_, value)| !value.is_null());
            match parts.as_slice() {
                [(variant, value)] if is_variant(variant) => match value {
                    Value::String(name) if !name.contains(' ') => name.clone(),
                    _ => names::kebab(variant).replace('-', "_"),
                },
                parts => {
                    let texts = parts.iter().map(|(key, value)| match value {
                        Value::Bool(true) => (*key).clone(),
                        value => text(value),
                    });
                    let texts = texts.filter(|text| !text.is_empty());
                    texts.collect::<Vec<_>>().join(", ")
                }
            }
        }
        other => other.to_string(),
    }
}

fn is_variant(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_uppercase())
}

/// A value from a character on, in backticks, with an ellipsis for what is left out.
fn shortened(line: &str, start: usize) -> String {
    let before = if start > 0 { "…" } else { "" };
    let rest = line.chars().skip(start);
    let after = if rest.clone().nth(MAX_VALUE).is_some() {
        "…"
    } else {
        ""
    };
    let shown: String = rest.take(MAX_VALUE).collect();
    code(&format!("{before}{shown}{after}"))
}
