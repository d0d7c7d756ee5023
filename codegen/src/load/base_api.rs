//! `extends` of `api.yaml`: an API inherits the `base_api` of a shared package. Trees are merged, so
//! that later phases read inherited values, with their spans, as if the file had them.

use std::collections::BTreeMap;

use crate::diagnostics::DiagnosticSink;
use crate::load::tree::{Entry, Kind, Node};
use crate::suggest::did_you_mean;

/// Merges inherited values into each `api.yaml`, by folder; removes those that cannot inherit.
/// `keys` are those of `base_api`. Returns whether all could.
pub(super) fn inherit(
    apis: &mut BTreeMap<&str, Node>,
    keys: &[&str],
    is_incomplete: bool,
    diagnostics: &mut DiagnosticSink,
) -> bool {
    let packages: Vec<Node> = apis.values().cloned().collect();
    let before = apis.len();
    apis.retain(|_, api| {
        let base = match api.get("extends") {
            None => None,
            Some(name) => match find(&packages, name, is_incomplete, diagnostics) {
                None => return false,
                base => base,
            },
        };
        merge(api, base, keys, diagnostics)
    });
    apis.len() == before
}

/// The `base_api` that an `extends` names.
fn find<'a>(
    packages: &'a [Node],
    extended: &Node,
    is_incomplete: bool,
    diagnostics: &mut DiagnosticSink,
) -> Option<&'a Node> {
    let name = extended.text()?;
    let has_name = |package: &&Node, key| package.get(key).and_then(Node::text) == Some(name);
    let shared = packages.iter().find(|package| has_name(package, "shared"));
    if let Some(base) = shared.and_then(|package| package.get("base_api")) {
        return Some(base);
    }
    let is_api = packages.iter().any(|package| has_name(&package, "api"));
    let (message, help) = if shared.is_some() {
        let help = "add `base_api` to its `api.yaml`, with what its APIs share".to_owned();
        (
            format!("missing `base_api` of shared package `{name}`"),
            Some(help),
        )
    } else if is_api {
        let help = "move what the APIs share to the `base_api` of a shared package".to_owned();
        (
            format!("expected a shared package, found API `{name}`"),
            Some(help),
        )
    } else if is_incomplete {
        return None;
    } else {
        let bases = packages
            .iter()
            .filter(|package| package.get("base_api").is_some());
        let names = bases.filter_map(|package| package.get("shared")?.text());
        (
            format!("unknown package `{name}`"),
            did_you_mean(name, names),
        )
    };
    diagnostics.error(&extended.span, message, "nothing to inherit", help);
    None
}

/// Adds the keys that an `api.yaml` lacks, and the values of entries without one.
fn merge(
    api: &mut Node,
    base: Option<&Node>,
    keys: &[&str],
    diagnostics: &mut DiagnosticSink,
) -> bool {
    let Kind::Map(entries) = &mut api.kind else {
        return true;
    };
    let mut is_complete = true;
    for entry in entries
        .iter_mut()
        .filter(|entry| keys.contains(&&*entry.key))
    {
        let inherited = base.map(|base| base.entries_of(&entry.key));
        is_complete &= fill(entry, inherited, diagnostics);
    }
    for entry in base.map_or(&[][..], Node::entries) {
        if !entries.iter().any(|own| own.key == entry.key) {
            entries.push(entry.clone());
        }
    }
    is_complete
}

/// Replaces each entry without a value by the inherited one.
fn fill(
    section: &mut Entry,
    inherited: Option<&[Entry]>,
    diagnostics: &mut DiagnosticSink,
) -> bool {
    let Kind::Map(entries) = &mut section.value.kind else {
        return true;
    };
    let mut is_complete = true;
    for entry in entries
        .iter_mut()
        .filter(|entry| matches!(entry.value.kind, Kind::Null))
    {
        let known = inherited.unwrap_or_default();
        if let Some(found) = known.iter().find(|known| known.key == entry.key) {
            entry.value = found.value.clone();
            continue;
        }
        is_complete = false;
        let help = match inherited {
            Some(_) => did_you_mean(&entry.key, known.iter().map(|known| known.key.as_str())),
            None => Some("add a value, or inherit it by `extends`".to_owned()),
        };
        diagnostics.error(
            &entry.span,
            format!("missing value of `{}` in `{}`", entry.key, section.key),
            match inherited {
                Some(_) => "not in the `base_api` that is inherited",
                None => "nothing to inherit",
            },
            help,
        );
    }
    is_complete
}
