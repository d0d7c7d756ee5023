//! Mutations of an `api.yaml`.

use super::resource::open_questions;
use super::{Edits, Site};

pub(super) fn edits(site: &Site<'_>, edits: &mut Edits) {
    open_questions(site, edits);
    let path = site.path();
    let path = match path.as_slice() {
        ["base_api", rest @ ..] => rest,
        path => path,
    };
    match path {
        ["base_path"] => {
            edits.push(("base address", site.replace("/apis")));
            edits.push(("base address", site.remove()));
        }
        ["environments", name] => {
            edits.push(("environment", site.rename(&format!("{name}x"))));
            edits.push(("environment", site.remove()));
        }
        ["environments", _, "base_url"] => site.other_values("base address", edits),
        ["environments", _, "sdk_name"] => site.plain("environment", edits),
        ["client_values", _, "default"] => {
            edits.push(("client value", site.replace("\"2.0\"")));
            edits.push(("client value", site.remove()));
        }
        ["client_values", name] => edits.push(("client value", site.rename(&format!("{name}_x")))),
        ["auth", name] if !site.is_scalar() => {
            edits.push(("auth scheme", site.rename(&format!("{name}_x"))));
        }
        ["auth", _] => edits.push(("auth scheme", site.remove())),
        ["auth", _, "bearer"] => {
            edits.push(("auth scheme", site.replace("other_token")));
            edits.push(("auth scheme", site.rename("basic")));
        }
        ["auth", _, "path_parameter"] => edits.push(("auth scheme", site.remove())),
        ["auth", _, "basic", "user" | "password"] => {
            edits.push(("auth scheme", site.replace("other_token")));
            edits.push(("auth scheme", site.remove()));
        }
        ["envelope", _] => site.other_values("envelope", edits),
        ["envelope"] => edits.push(("envelope", site.remove())),
        ["pagination", "page_number", "first_page"] => {
            edits.push(("page number", site.replace("0")));
        }
        [
            "pagination",
            "page_number",
            "page_parameter" | "per_page_parameter",
        ] => {
            site.other_values("page number", edits);
        }
        ["pagination", "page_number", "totals", _] => site.plain("totals", edits),
        ["filters", "parameter"] => {
            edits.push(("filter syntax", site.replace("\"f[{field}_{predicate}]\"")));
            edits.push(("filter syntax", site.replace("\"q[{field}.{predicate}]\"")));
        }
        ["filters", "predicates", name] => {
            edits.push(("filter syntax", site.rename(&format!("{name}x"))));
            edits.push(("filter syntax", site.remove()));
            edits.push(("filter syntax", site.insert_before("lt: is less than this")));
        }
        ["filters", "greater_than"] => edits.push(("filter syntax", site.replace("eq"))),
        ["error_bodies", name] => {
            edits.push(("error body", site.rename(&format!("{name}s"))));
            edits.push(("error body", site.remove()));
        }
        ["error_bodies", _, "example"] => {
            edits.push(("error body", site.replace("'{\"failure\": \"…\"}'")));
        }
        ["statuses", code] => {
            let other = if *code == "500" { "503" } else { "409" };
            edits.push(("status", site.rename(other)));
            edits.push(("status", site.remove()));
            edits.push((
                "invented status",
                site.insert_before("418: { body: unknown }"),
            ));
        }
        ["statuses", _, "meaning"] => {
            edits.push(("status meaning", site.replace("an invented meaning")));
            edits.push(("status meaning", site.remove()));
        }
        ["statuses", _, "body"] => {
            for other in ["none", "unknown", "response"] {
                edits.push(("status body", site.replace(other)));
            }
        }
        ["statuses", _, "not_found"] => edits.push(("status meaning", site.remove())),
        ["deprecated"] => edits.push(("deprecation of an API", site.remove())),
        ["doc"] => edits.push((
            "deprecation of an API",
            site.insert_before("deprecated: Use another version."),
        )),
        _ => {}
    }
}
