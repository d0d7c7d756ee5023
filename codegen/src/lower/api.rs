//! `api.yaml`.

use std::collections::HashSet;

use super::{Context, doubts};
use crate::ir;
use crate::language::Status;
use crate::names;
use crate::node::Node;

/// What a set is but for its resources.
pub(crate) fn set(context: &mut Context<'_>, index: usize) -> ir::Set {
    let files = context.files;
    let file = &files[index].api;
    let (read, node) = (&file.read, &file.node);
    let (name, is_api) = match (&read.api, &read.shared) {
        (Some(name), None) => (name.clone(), true),
        (None, Some(name)) => (name.clone(), false),
        (first, second) => {
            let place = match first.is_some() && second.is_some() {
                true => node.place_of("shared").clone(),
                false => start(node),
            };
            context.mistakes.add(
                &place,
                "a set is either an `api` or `shared`",
                "in this file",
                "write one of the two, with the name of the crates".to_owned(),
            );
            ("nameless".to_owned(), false)
        }
    };
    if names::kebab(&name) != name || names::check_word(&name.replace('-', "_")).is_err() {
        let place = node.place_of(if is_api { "api" } else { "shared" });
        context.mistakes.add(
            place,
            format!("`{}` cannot name crates", name.escape_debug()),
            "not a name in kebab case",
            "small letters, digits and hyphens, as in `pos-v2`".to_owned(),
        );
    }
    let set = ir::Set {
        dir: files[index].dir.clone(),
        name,
        is_api,
        title: read.title.clone(),
        source: read.document.clone(),
        doc: read.doc.clone(),
        uses: context.symbols.uses(index).to_vec(),
        client_values: client_values(context, index),
        environments: environments(context, index),
        auth: auth(context, index),
        envelope: read.envelope.as_ref().map(|envelope| ir::Envelope {
            success: envelope.success.clone(),
            payload: envelope.payload.clone(),
            message: envelope.message.clone(),
        }),
        error_bodies: error_bodies(context, index),
        statuses: statuses(context, index),
        facts: read
            .notes
            .iter()
            .map(|(heading, facts)| (heading.to_owned(), facts.clone()))
            .collect(),
        doubts: doubts(node, &read.unknowns, &read.conflicts),
        resources: Vec::new(),
        place: node.place.clone(),
    };
    if is_api && (set.environments.is_empty() || set.auth.is_empty()) {
        context.mistakes.add(
            &start(node),
            "an API has environments and at least one way to authenticate",
            "in this file",
            "add `environments` and `auth`, or make it a set of `shared`".to_owned(),
        );
    }
    set
}

/// The first byte of a file, where what it lacks is noted.
fn start(node: &Node) -> crate::diagnostics::Place {
    let at = node.place.span.start;
    crate::diagnostics::Place {
        file: node.place.file.clone(),
        span: at..at,
    }
}

/// Notes names that are no words in snake case, or that make one Rust name twice.
pub(crate) fn check_words(context: &mut Context<'_>, node: &Node, key: &str) {
    let mut seen = HashSet::new();
    for entry in node.entries_of(key) {
        if let Err(wrong) = names::check_word(&entry.key) {
            context.mistakes.add(
                &entry.place,
                wrong,
                "cannot be a name here",
                "choose a name like `list_customers`".to_owned(),
            );
        } else if !seen.insert(names::type_of(&entry.key)) {
            context.mistakes.add(
                &entry.place,
                format!("`{}` makes a name that is made already", entry.key),
                "again here",
                None,
            );
        }
    }
}

fn client_values(context: &mut Context<'_>, index: usize) -> Vec<ir::ClientValue> {
    let file = &context.files[index].api;
    check_words(context, &file.node, "client_values");
    file.read
        .client_values
        .iter()
        .map(|(name, value)| ir::ClientValue {
            name: name.to_owned(),
            doc: value.doc.clone(),
            default: value.default.clone(),
        })
        .collect()
}

fn environments(context: &mut Context<'_>, index: usize) -> Vec<ir::Environment> {
    let file = &context.files[index].api;
    check_words(context, &file.node, "environments");
    let worded = file
        .read
        .environments
        .iter()
        .any(|(_, one)| one.sdk_name.is_some());
    let entries = file.node.entries_of("environments");
    for ((name, one), entry) in file.read.environments.iter().zip(entries) {
        if worded && one.sdk_name.is_none() {
            context.mistakes.add(
                &entry.place,
                format!("the environment `{name}` has no `sdk_name`, and others have"),
                "no word for this one",
                "give each environment its word, or none".to_owned(),
            );
        }
    }
    file.read
        .environments
        .iter()
        .map(|(name, one)| ir::Environment {
            name: name.to_owned(),
            doc: one.doc.clone(),
            base_url: one.base_url.clone(),
            word: one.sdk_name.clone(),
        })
        .collect()
}

fn auth(context: &mut Context<'_>, index: usize) -> Vec<ir::Auth> {
    let file = &context.files[index].api;
    check_words(context, &file.node, "auth");
    let mut list = Vec::new();
    for ((name, one), entry) in file.read.auth.iter().zip(file.node.entries_of("auth")) {
        let scheme = match (&one.basic, &one.bearer) {
            (Some(basic), None) => ir::Scheme::Basic {
                user: basic.user.clone(),
                password: basic.password.clone(),
            },
            (None, Some(bearer)) => ir::Scheme::Bearer(bearer.clone()),
            _ => {
                context.mistakes.add(
                    &entry.place,
                    format!("`{name}` is either `basic` or `bearer`"),
                    "this way to authenticate",
                    "write one of the two, as in `bearer: api_token`".to_owned(),
                );
                ir::Scheme::Bearer(name.to_owned())
            }
        };
        let credentials = match &scheme {
            ir::Scheme::Basic { user, password } => [Some(user), password.as_ref()],
            ir::Scheme::Bearer(token) => [Some(token), None],
        };
        for credential in credentials.into_iter().flatten() {
            if let Err(wrong) = names::check_word(credential) {
                let parts = entry.value.get("basic").map_or(&[][..], Node::entries);
                let place = parts
                    .iter()
                    .map(|part| &part.value)
                    .chain(entry.value.get("bearer"))
                    .find(|node| matches!(&node.kind, crate::node::Kind::Text(text, _) if text == credential))
                    .map_or(&entry.place, |node| &node.place);
                context.mistakes.add(
                    place,
                    wrong,
                    "cannot name a credential",
                    "choose a name like `venue_token`".to_owned(),
                );
            }
        }
        if let ir::Scheme::Basic {
            user,
            password: Some(password),
        } = &scheme
            && user == password
        {
            context.mistakes.add(
                entry
                    .value
                    .get("basic")
                    .map_or(&entry.place, |node| node.place_of("password")),
                format!("`{user}` is the user name already"),
                "again here",
                "leave `password` out where the part is empty".to_owned(),
            );
        }
        list.push(ir::Auth {
            name: name.to_owned(),
            doc: one.doc.clone(),
            scheme,
            path: one.path_parameter.clone(),
        });
    }
    list
}

fn error_bodies(context: &mut Context<'_>, index: usize) -> Vec<ir::ErrorBody> {
    let file = &context.files[index].api;
    let mut list = Vec::new();
    for ((name, one), entry) in file
        .read
        .error_bodies
        .iter()
        .zip(file.node.entries_of("error_bodies"))
    {
        match serde_json::from_str::<serde_json::Value>(&one.example) {
            Ok(mut example) => {
                // One order, whatever the build asks of serde_json's maps.
                example.sort_all_objects();
                list.push(ir::ErrorBody {
                    name: name.to_owned(),
                    doc: one.doc.clone(),
                    example,
                });
            }
            Err(error) => context.mistakes.add(
                entry.value.place_of("example"),
                format!("the example is not JSON: {error}"),
                "not JSON",
                None,
            ),
        }
    }
    list
}

fn statuses(context: &mut Context<'_>, index: usize) -> Vec<ir::Status> {
    let file = &context.files[index].api;
    let mut list = Vec::new();
    for ((code, one), entry) in file
        .read
        .statuses
        .iter()
        .zip(file.node.entries_of("statuses"))
    {
        list.extend(status(context, index, code, one, entry));
    }
    list
}

/// A status with its number and body.
fn status(
    context: &mut Context<'_>,
    index: usize,
    code: &str,
    one: &Status,
    entry: &crate::node::Entry,
) -> Option<ir::Status> {
    let code = status_code(context, code, &entry.place)?;
    let body = status_body(context, index, &one.body, entry.value.place_of("body"))
        .unwrap_or(ir::StatusBody::Unknown);
    Some(ir::Status {
        code,
        meaning: one.meaning.clone(),
        body,
        not_found: one.not_found,
    })
}

pub(crate) fn status_code(
    context: &mut Context<'_>,
    code: &str,
    place: &crate::diagnostics::Place,
) -> Option<u16> {
    let number = code.parse().ok().filter(|code| (100..600).contains(code));
    if number.is_none() {
        context.mistakes.add(
            place,
            format!("`{code}` is no HTTP status"),
            "not from 100 to 599",
            None,
        );
    }
    number
}

pub(crate) fn status_body(
    context: &mut Context<'_>,
    index: usize,
    body: &str,
    place: &crate::diagnostics::Place,
) -> Option<ir::StatusBody> {
    let names = &context.files[index].api.read.error_bodies;
    Some(match body {
        "response" => ir::StatusBody::Resource,
        "none" => ir::StatusBody::None,
        "unknown" => ir::StatusBody::Unknown,
        name if names.iter().any(|(known, _)| known == name) => {
            ir::StatusBody::Error(name.to_owned())
        }
        name => {
            let known = names
                .iter()
                .map(|(name, _)| name)
                .chain(["response", "none", "unknown"]);
            let help = crate::diagnostics::did_you_mean(name, known);
            context.mistakes.add(
                place,
                format!("there is no error body `{name}`"),
                "unknown",
                help,
            );
            return None;
        }
    })
}
