//! Mutations of a resource file.

use super::notation::{Section, evidence, field, notation, order};
use super::{Edits, Site};

pub(super) fn edits(site: &Site<'_>, edits: &mut Edits) {
    open_questions(site, edits);
    match site.path().as_slice() {
        ["enums", _, rest @ ..] => enumeration(site, rest, edits),
        ["records", _, rest @ ..] => record(site, rest, Section::Response, edits),
        ["bodies", _, rest @ ..] => record(site, rest, Section::Request, edits),
        ["operations", _] => {
            edits.push(("operation removed", site.remove()));
            edits.push(("operation name", site.rename("invented_operation")));
        }
        ["operations", _, rest @ ..] => operation(site, rest, edits),
        ["callbacks", _, "form", "root" | "record"] => site.other_values("callback", edits),
        ["browser_sdk", rest @ ..] => browser_sdk(site, rest, edits),
        _ => {}
    }
}

/// Removes all unknowns or conflicts of an item, or one unknown.
pub(super) fn open_questions(site: &Site<'_>, edits: &mut Edits) {
    match site.path().as_slice() {
        [.., "unknowns"] => edits.push(("unknown", site.remove())),
        [.., "unknowns", "[]"] => {
            edits.push(("unknown", site.remove()));
            edits.push(("unknown", site.replace("Invented.")));
        }
        [.., "conflicts"] => edits.push(("conflict", site.remove())),
        _ => {}
    }
}

fn enumeration(site: &Site<'_>, rest: &[&str], edits: &mut Edits) {
    match rest {
        ["values", value] => {
            edits.push((
                "enum value",
                site.rename(&format!("{value}x").replace(' ', "_")),
            ));
            edits.push(("enum value", site.remove()));
            edits.push((
                "invented enum value",
                site.insert_before("invented_value: ~"),
            ));
            if site.is_scalar() {
                edits.push(("meaning of a value", site.replace("An invented meaning.")));
            }
        }
        ["values", _, "doc"] => {
            edits.push(("meaning of a value", site.replace("An invented meaning.")));
        }
        ["transitions"] => edits.push(("unknown", site.remove())),
        ["values", _, "rename"] => site.other_values("rename", edits),
        ["case_insensitive"] => edits.push(("case_insensitive", site.remove())),
        ["doc"] => {
            edits.push((
                "case_insensitive",
                site.insert_before("case_insensitive: true"),
            ));
        }
        _ => {}
    }
}

fn record(site: &Site<'_>, rest: &[&str], section: Section, edits: &mut Edits) {
    match rest {
        ["fields", _] => {
            field(site, section, edits);
            if section == Section::Request {
                order(site, edits);
            }
        }
        ["in_list_example" | "in_message_example", _] => {
            field(site, section, edits);
            evidence(site, edits);
        }
        ["in_list_example"] => edits.push(("evidence", site.rename("in_message_example"))),
        ["in_message_example"] => edits.push(("evidence", site.rename("in_list_example"))),
        [
            "fields" | "in_list_example" | "in_message_example",
            _,
            "type",
        ] => {
            notation(site, section, edits);
        }
        ["omit", "[]"] => {
            edits.push(("omit", site.remove()));
            for other in ["created_at", "updated_at", "gender", "price", "cost"] {
                edits.push(("omit", site.replace(other)));
            }
        }
        ["extends"] => site.plain("extends", edits),
        ["update"] => edits.push(("update", site.remove())),
        _ => {}
    }
}

fn operation(site: &Site<'_>, rest: &[&str], edits: &mut Edits) {
    match rest {
        ["http"] => http(site, edits),
        ["variants", _] => site.plain("path variant", edits),
        ["auth"] => edits.push(("credentials", site.remove())),
        ["auth", "[]"] => {
            site.plain("credentials", edits);
        }
        ["path", _] | ["path" | "query" | "headers" | "response_headers", _, "type"] => {
            notation(site, Section::Parameter, edits);
        }
        ["headers" | "response_headers", _] => {
            edits.push(("header", site.rename("X-Invented")));
            edits.push(("header", site.remove()));
            notation(site, Section::Parameter, edits);
        }
        ["statuses"] => {
            for header in [
                "headers: { X-Invented: string }",
                "response_headers: { X-Invented: string }",
            ] {
                edits.push(("invented header", site.insert_before(header)));
            }
            statuses(site, &[], edits);
        }
        ["query", _] => {
            edits.push(("query parameter", site.rename("invented_parameter")));
            edits.push(("query parameter", site.remove()));
            edits.push((
                "invented query parameter",
                site.insert_before("invented: string"),
            ));
            notation(site, Section::Parameter, edits);
        }
        ["filters", field] => {
            edits.push(("filter", site.rename(&format!("{field}_x"))));
            edits.push(("filter", site.remove()));
            edits.push((
                "invented filter",
                site.insert_before("invented: { eq: string }"),
            ));
        }
        ["filters", _, predicate] => {
            let other = if *predicate == "gt" { "eq" } else { "gt" };
            edits.push(("filter", site.rename(other)));
            notation(site, Section::Parameter, edits);
        }
        ["from_client", _] => site.plain("from_client", edits),
        ["constructors", _, "filter"] => edits.push(("constructor", site.remove())),
        ["constructors", _] => edits.push(("constructor", site.remove())),
        ["request_body"] => site.plain("request body", edits),
        ["request_body", _] => wrapped(site, "request body", edits),
        ["response"] => {
            site.plain("response", edits);
            if site.is_scalar() {
                edits.push(("response", site.replace("unknown")));
                edits.push(("response", site.replace("status_only")));
            }
        }
        ["response", _] => wrapped(site, "response", edits),
        ["payload"] => site.plain("response", edits),
        ["pagination", rest @ ..] => pagination(site, rest, edits),
        ["statuses", ..] => statuses(site, &rest[1..], edits),
        ["retry", ..] => retry(site, &rest[1..], edits),
        ["echoes" | "distinct", _] => {
            let kind = if rest[0] == "echoes" {
                "echo"
            } else {
                "distinct"
            };
            site.plain(kind, edits);
        }
        ["echoes", _, "[]"] => edits.push(("echo", site.remove())),
        ["essential", "[]"] => site.plain("essential field", edits),
        ["reconcile_by", "[]"] => site.plain("reconcile_by", edits),
        ["essential" | "reconcile_by"] => edits.push((
            if rest[0] == "essential" {
                "essential field"
            } else {
                "reconcile_by"
            },
            site.remove(),
        )),
        ["confirms_callback"] => edits.push(("confirms_callback", site.remove())),
        ["confirms_callback", "state" | "updated_at" | "reference"] => {
            for field in ["source", "order_type", "created_at"] {
                edits.push(("confirms_callback", site.replace(field)));
            }
        }
        ["confirms_callback", _] => site.plain("confirms_callback", edits),
        ["doc"] => {
            edits.push((
                "invented filter",
                site.insert_before("filters: { invented: { eq: string } }"),
            ));
            edits.push((
                "invented query parameter",
                site.insert_before("query: { invented: string }"),
            ));
            edits.push((
                "invented credentials",
                site.insert_before("auth: [integrator]"),
            ));
            edits.push((
                "invented deprecation",
                site.insert_before("deprecated: Use another operation."),
            ));
        }
        _ => {}
    }
}

fn http(site: &Site<'_>, edits: &mut Edits) {
    let Some((method, path)) = site.value().split_once(' ') else {
        return;
    };
    for other in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
        if other != method {
            edits.push(("method", site.replace(format!("{other} {path}"))));
        }
    }
    edits.push(("path", site.replace(format!("{method} {path}s"))));
    edits.push((
        "path",
        site.replace(format!("{method} {}", path.replacen("/v", "/w", 1))),
    ));
    edits.push((
        "path",
        site.replace(format!("{method} {}", path.replace("venue/", "venues/"))),
    ));
    edits.push((
        "path",
        site.replace(format!("{method} {}", path.replace("/{token}", ""))),
    ));
}

/// A key with a type: the key, the type, or the wrapper as a whole.
fn wrapped(site: &Site<'_>, kind: &'static str, edits: &mut Edits) {
    let key = site.place.path.last().map_or("", String::as_str);
    edits.push(("wrapper", site.rename(&format!("{key}s"))));
    site.other_values(kind, edits);
}

fn pagination(site: &Site<'_>, rest: &[&str], edits: &mut Edits) {
    match rest {
        ["item"] => site.other_values("response", edits),
        ["items_key"] => {
            site.other_values("wrapper", edits);
            edits.push(("wrapper", site.replace("unknown")));
            edits.push(("wrapper", site.insert_before("item_wrapper: invented")));
            edits.push((
                "invented maximum page size",
                site.insert_before("max_per_page: 1000"),
            ));
        }
        ["item_wrapper"] => site.plain("wrapper", edits),
        ["per_page" | "max_per_page"] => {
            let kind = match rest {
                ["per_page"] => "page size",
                _ => "maximum page size",
            };
            for other in ["50", "100", "1000", "2000"] {
                edits.push((kind, site.replace(other)));
            }
            edits.push((kind, site.remove()));
        }
        ["metadata"] => site.plain("list metadata", edits),
        ["sync"] => edits.push(("sync", site.remove())),
        ["sync", "watermark" | "id"] => {
            site.other_values("sync", edits);
            edits.push(("sync", site.replace("created_at")));
        }
        ["sync", "misses"] => edits.push(("sync misses", site.remove())),
        _ => {}
    }
}

fn statuses(site: &Site<'_>, rest: &[&str], edits: &mut Edits) {
    match rest {
        ["[]"] => {
            edits.push(("status", site.remove()));
            edits.push(("status", site.replace("409")));
            edits.push(("invented status", site.insert_before("404")));
            edits.push(("invented status", site.insert_before("422")));
        }
        [_] => {
            edits.push(("status", site.remove()));
            edits.push(("status", site.rename("409")));
            edits.push(("invented status", site.insert_before("403: ~")));
            if site.value() == "~" {
                edits.push((
                    "status meaning",
                    site.replace("{ meaning: an invented meaning }"),
                ));
                edits.push(("status body", site.replace("{ body: none }")));
            }
        }
        [_, "meaning"] => {
            edits.push(("status meaning", site.replace("an invented meaning")));
            edits.push(("status meaning", site.remove()));
        }
        [_, "body"] => {
            for other in ["none", "unknown", "response", "errors", "error", "message"] {
                edits.push(("status body", site.replace(other)));
            }
            edits.push(("status body", site.remove()));
        }
        _ => {}
    }
}

fn retry(site: &Site<'_>, rest: &[&str], edits: &mut Edits) {
    match rest {
        [] => edits.push(("retry", site.remove())),
        ["never"] => edits.push(("retry", site.rename("idempotent"))),
        ["idempotent"] => edits.push(("retry", site.rename("never"))),
        ["unique_key"] => {
            for other in ["first_name", "telephone"] {
                edits.push(("retry", site.replace(other)));
            }
        }
        ["duplicate_statuses"] => edits.push(("duplicate status", site.remove())),
        ["duplicate_statuses", "[]"] => {
            edits.push(("duplicate status", site.replace("409")));
            edits.push(("duplicate status", site.insert_before("400")));
        }
        ["find_by"] => edits.push(("lookup", site.remove())),
        ["find_by", "operation" | "response_field" | "parameter"] => site.plain("lookup", edits),
        ["find_by", "renamed", _] | ["find_by", "not_compared", _] => {
            edits.push(("lookup", site.remove()));
        }
        _ => {}
    }
}

fn browser_sdk(site: &Site<'_>, rest: &[&str], edits: &mut Edits) {
    match rest {
        ["namespace"] => site.plain("browser SDK", edits),
        ["scripts" | "tester_pages", _] => {
            edits.push((
                "script address",
                site.replace(site.value().replacen("/t", "/u", 1).replacen("/T", "/t", 1)),
            ));
            edits.push(("script address", site.remove()));
            edits.push((
                "script address",
                site.replace(site.value().replace("sdk-1.0", "sdk-2.0")),
            ));
        }
        ["entry_points", name] => {
            edits.push(("entry point", site.rename(&format!("{name}s"))));
            edits.push(("entry point", site.remove()));
        }
        ["entry_points", _, "argument"] => {
            let other = if site.value() == "configuration" {
                "RequestUid"
            } else {
                "configuration"
            };
            edits.push(("entry point", site.replace(other)));
        }
        ["event_handlers", name] => {
            edits.push(("event handler", site.rename(&format!("{name}s"))));
            edits.push(("event handler", site.remove()));
            edits.push((
                "event handler",
                site.insert_before("onInvented: It is invented."),
            ));
            edits.push(("event handler", site.replace("It is invented.")));
        }
        ["configuration", _] => {
            field(site, Section::Request, edits);
            order(site, edits);
        }
        ["configuration", _, "type"] => notation(site, Section::Request, edits),
        _ => {}
    }
}
