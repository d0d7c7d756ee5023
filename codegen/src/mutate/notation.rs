//! Mutations of a field: its notation (`integer documented_required =0`), its name, its evidence.

use super::{Edit, Edits, Site};
use crate::load::Place;

/// Where a field is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// In `fields` of a record, or in an example.
    Response,
    /// In `fields` of a body, or the configuration of the browser SDK.
    Request,
    /// A parameter.
    Parameter,
}

/// Other types, for each type.
const TYPES: [(&str, &[&str]); 13] = [
    ("string", &["integer", "text", "json", "list(string)"]),
    ("text", &["string", "json"]),
    ("integer", &["string", "decimal", "int32"]),
    ("int32", &["integer"]),
    ("decimal", &["integer", "float", "string"]),
    ("float", &["decimal", "integer"]),
    ("number", &["decimal", "string"]),
    ("boolean", &["string", "integer"]),
    ("date", &["datetime", "string"]),
    ("datetime", &["local_datetime", "date", "string"]),
    ("local_datetime", &["datetime", "string"]),
    ("time", &["string", "datetime"]),
    ("json", &["string", "list(json)", "map(json)"]),
];

/// Marks that can be missing, each with the kind of its mutants.
const REMOVED: [(&str, &str); 14] = [
    ("documented_required", "mark documented_required"),
    ("readonly", "mark readonly"),
    ("secret", "mark secret"),
    ("pii", "mark pii"),
    ("inferred", "mark inferred"),
    ("documented", "mark documented"),
    ("string_or_number", "mark string_or_number"),
    ("strict", "mark strict"),
    ("envelope", "mark envelope"),
    ("also_us_date", "mark also_us_date"),
    ("accepts_1", "mark accepts_1"),
    ("required", "mark required"),
    ("nullable", "mark nullable"),
    ("deprecated", "mark deprecated"),
];

/// Marks that can be invented, each with the types that can have it.
const INVENTED: [(&str, &str, &[&str]); 12] = [
    ("pii", "invented mark pii", &[]),
    ("secret", "invented mark secret", &["string", "text"]),
    ("inferred", "invented mark inferred", &[]),
    ("deprecated", "invented mark deprecated", &[]),
    (
        "documented_required",
        "invented mark documented_required",
        &[],
    ),
    ("readonly", "invented mark readonly", &[]),
    (
        "strict",
        "invented mark strict",
        &["integer", "decimal", "number", "float"],
    ),
    ("required", "invented mark required", &[]),
    ("nullable", "invented mark nullable", &[]),
    ("also_us_date", "invented mark also_us_date", &["date"]),
    (
        "string_or_number",
        "invented mark string_or_number",
        &["string"],
    ),
    (
        "unit(cents)",
        "invented unit",
        &["integer", "decimal", "number", "float"],
    ),
];

/// Mutations of the field that a key declares.
pub(super) fn field(site: &Site<'_>, section: Section, edits: &mut Edits) {
    let name = site.place.path.last().map_or("", String::as_str);
    if section != Section::Parameter {
        edits.push(("field name", site.rename(&format!("{name}_x"))));
        edits.push(("field name", site.rename(&format!("{name}s"))));
        edits.push(("field removed", site.remove()));
        edits.push((
            "field invented",
            site.insert_before("invented_field: string"),
        ));
    }
    if site.is_scalar() {
        notation(site, section, edits);
    }
}

/// Mutations of a type with its marks.
pub(super) fn notation(site: &Site<'_>, section: Section, edits: &mut Edits) {
    let text = site.value();
    let quoted = text.starts_with(['"', '\'']);
    if !site.is_scalar() || text.is_empty() || quoted || text == "~" {
        return;
    }
    let words: Vec<&str> = words(text);
    let Some((ty, marks)) = words.split_first() else {
        return;
    };
    let with_type = |ty: &str| {
        let mut all = vec![ty];
        all.extend(marks);
        site.replace(all.join(" "))
    };
    types(ty, &with_type, edits);
    for (index, mark) in marks.iter().enumerate() {
        let replaced = |mark: &str| {
            let mut all = words.clone();
            match mark.is_empty() {
                true => drop(all.remove(index + 1)),
                false => all[index + 1] = mark,
            }
            site.replace(all.join(" "))
        };
        changed_mark(mark, ty, &replaced, edits);
    }
    let added = |mark: &str| site.replace(format!("{text} {mark}"));
    let base = ty.split('(').next().unwrap_or(ty);
    for (mark, kind, types) in INVENTED {
        // A string of inferred type may always be a number.
        let follows = mark == "string_or_number" && words.contains(&"inferred");
        let is_known =
            follows || words.contains(&mark) || marks.iter().any(|has| same_word(has, mark));
        let is_of_requests = matches!(mark, "required" | "nullable");
        let is_here = match section {
            Section::Response => !is_of_requests,
            Section::Request => !matches!(mark, "documented_required" | "readonly"),
            Section::Parameter => mark == "pii",
        };
        if !is_known && is_here && (types.is_empty() || types.contains(&base)) {
            edits.push((kind, added(mark)));
        }
    }
    if !marks.iter().any(|mark| mark.starts_with('=')) {
        let default = match base {
            "integer" => Some("=7"),
            "boolean" => Some("=true"),
            "string" => Some("=invented"),
            _ => None,
        };
        edits.extend(default.map(|default| ("invented default", added(default))));
    }
    if section == Section::Response {
        edits.push(("invented alias", added("alias(invented_alias)")));
    }
}

fn types(ty: &str, with_type: &dyn Fn(&str) -> Edit, edits: &mut Edits) {
    if let Some((base, bound)) = ty.split_once('(')
        && let Ok(bound) = bound.trim_end_matches(')').parse::<u32>()
    {
        edits.push(("maximum length", with_type(base)));
        edits.push((
            "maximum length",
            with_type(&format!("{base}({})", bound + 1)),
        ));
        edits.push((
            "maximum length",
            with_type(&format!("{base}({})", bound / 2 + 1)),
        ));
        return;
    }
    if ty == "string" {
        edits.push(("invented maximum length", with_type("string(40)")));
    }
    if ty == "integer|string" {
        edits.push(("type", with_type("integer")));
        edits.push(("type", with_type("string")));
        return;
    }
    if let Some(inner) = ty
        .strip_prefix("list(")
        .and_then(|rest| rest.strip_suffix(')'))
    {
        edits.push(("type", with_type(inner)));
        let other = if inner == "string" {
            "list(integer)"
        } else {
            "list(string)"
        };
        edits.push(("type", with_type(other)));
        return;
    }
    if ty.starts_with(char::is_uppercase) || ty.contains('.') {
        edits.push(("type", with_type("string")));
        edits.push(("type", with_type("json")));
    }
    let known = TYPES.iter().find(|(known, _)| *known == ty);
    let others = known.map_or(&[][..], |(_, others)| *others);
    edits.extend(others.iter().map(|other| ("type", with_type(other))));
}

fn changed_mark(mark: &str, ty: &str, replaced: &dyn Fn(&str) -> Edit, edits: &mut Edits) {
    if let Some((_, kind)) = REMOVED.iter().find(|(word, _)| *word == mark) {
        edits.push((kind, replaced("")));
        if mark == "pii" && ty.starts_with("string") {
            edits.push(("mark pii", replaced("secret")));
        }
        if mark == "secret" {
            edits.push(("mark secret", replaced("pii")));
        }
        if mark == "required" {
            edits.push(("mark required", replaced("nullable")));
        }
    } else if let Some(default) = mark.strip_prefix('=') {
        let other = match default {
            "true" => "=false".to_owned(),
            "false" => "=true".to_owned(),
            "\"\"" => "=none".to_owned(),
            _ => match default.parse::<i64>() {
                Ok(number) => format!("={}", number + 1),
                Err(_) => format!("={default}x"),
            },
        };
        edits.push(("default", replaced(&other)));
        edits.push(("default", replaced("")));
    } else if mark.starts_with("unit(") {
        let other = if mark == "unit(unknown)" {
            "unit(cents)"
        } else {
            "unit(unknown)"
        };
        edits.push(("unit", replaced(other)));
        edits.push(("unit", replaced("")));
    } else if let Some(alias) = mark.strip_prefix("alias(") {
        edits.push(("alias", replaced("")));
        edits.push(("alias", replaced(&format!("alias(x{alias}"))));
    } else if let Some(name) = mark.strip_prefix("rename(") {
        edits.push(("rename", replaced(&format!("rename(x{name}"))));
    } else if mark.starts_with("array(") {
        let other = if mark == "array(comma)" {
            "array(repeated)"
        } else {
            "array(comma)"
        };
        edits.push(("form of a list", replaced(other)));
    } else if mark.starts_with("max_items(") {
        edits.push(("maximum number of items", replaced("")));
        edits.push(("maximum number of items", replaced("max_items(7)")));
    } else if mark.starts_with("from_client(") {
        edits.push(("from_client", replaced("")));
        edits.push(("from_client", replaced("required")));
    } else if let Some(constant) = mark.strip_prefix("constant(") {
        edits.push(("constant", replaced("")));
        edits.push(("constant", replaced(&format!("constant(x{constant}"))));
    }
}

/// An example shows fields of the record list, too: one is hidden, or one is invented.
pub(super) fn evidence(site: &Site<'_>, edits: &mut Edits) {
    let start = site.place.value.start;
    if site.text[start..].starts_with("{}") {
        edits.push(("evidence", site.remove()));
    }
}

/// Swaps two fields of one line each.
pub(super) fn order(site: &Site<'_>, edits: &mut Edits) {
    let depth = site.place.path.len();
    let is_sibling = |place: &&Place| {
        place.path.len() == depth && place.path[..depth - 1] == site.place.path[..depth - 1]
    };
    let Some(next) = site.next.iter().find(is_sibling) else {
        return;
    };
    let (Some(key), Some(next_key)) = (&site.place.key, &next.key) else {
        return;
    };
    if !super::edit::is_block_key(site.place, site.text)
        || !super::edit::is_block_key(next, site.text)
    {
        return;
    }
    let start = super::edit::line_start(site.text, key.start);
    let middle = super::edit::line_start(site.text, next_key.start);
    let end = super::edit::block_end(site.text, next_key.start);
    let swapped = [&site.text[middle..end], &site.text[start..middle]].concat();
    edits.push(("order of fields", Edit::new(start..end, swapped)));
}

/// The words of a notation. Parentheses and quotes have no spaces.
fn words(text: &str) -> Vec<&str> {
    text.split(' ').filter(|word| !word.is_empty()).collect()
}

fn same_word(first: &str, second: &str) -> bool {
    first.split('(').next() == second.split('(').next()
}
