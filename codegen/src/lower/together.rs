//! What only the whole description can get wrong: names that one crate would have twice, paths that two operations
//! have, filters on fields that no record has.

use std::collections::HashMap;

use super::operations::variables;
use super::{Context, listings, read_back};
use crate::diagnostics::{Place, did_you_mean};
use crate::ir::{self, House, Operation, ReplyOf, Set};
use crate::names;
use crate::node::Entry;

/// Checks every set.
pub(crate) fn check(context: &mut Context<'_>, house: &House) {
    let records = records(house);
    for (at, set) in house.sets.iter().enumerate() {
        types(context, house, at, set);
        paths(context, set);
        scripts(context, set);
        for (resource, file) in set.resources.iter().zip(&context.files[at].resources) {
            // An operation with mistakes is left out, so the two lists are joined by name.
            let by_name: HashMap<&str, &Operation> = resource
                .operations
                .iter()
                .map(|operation| (operation.name.as_str(), operation))
                .collect();
            for entry in file.node.entries_of("operations") {
                if let Some(operation) = by_name.get(entry.key.as_str()) {
                    filters(context, &records, operation, entry);
                    listings::check_changes(context, &records, operation, entry);
                    read_back::check(context, house, operation, entry);
                }
            }
        }
    }
}

/// The records of all sets, by set and name.
pub(super) type Records<'a> = HashMap<(usize, &'a str), &'a ir::Record>;

fn records(house: &House) -> Records<'_> {
    let sets = house.sets.iter().enumerate();
    sets.flat_map(|(at, set)| set.resources.iter().map(move |resource| (at, resource)))
        .flat_map(|(at, resource)| resource.records.iter().map(move |record| (at, record)))
        .map(|(at, record)| ((at, record.name.as_str()), record))
        .collect()
}

fn operations(set: &Set) -> impl Iterator<Item = &Operation> {
    set.resources
        .iter()
        .flat_map(|resource| &resource.operations)
}

/// The root of a client crate names the types of its operations beside everything else that a service needs.
fn types(context: &mut Context<'_>, house: &House, at: usize, set: &Set) {
    let mut known: HashMap<String, String> = HashMap::new();
    let own = std::iter::once(at).chain(set.uses.iter().copied());
    for resource in own.flat_map(|at| &house.sets[at].resources) {
        let names = resource
            .records
            .iter()
            .map(|one| &one.name)
            .chain(resource.bodies.iter().map(|one| &one.name))
            .chain(resource.enums.iter().map(|one| &one.name))
            .chain(resource.ids.iter().map(|one| &one.name));
        known.extend(names.map(|name| (name.clone(), format!("the type `{name}`"))));
    }
    known.insert(
        names::marker(&set.name),
        format!("the type of the API `{}`", set.name),
    );
    let mut clash = |name: String, what: String, place: &Place| {
        if let Some(earlier) = known.get(&name) {
            context.mistakes.add(
                place,
                format!("{what} and {earlier} have one name in Rust, `{name}`"),
                "the second of the two",
                "give one of them another name".to_owned(),
            );
        } else {
            known.insert(name, what);
        }
    };
    let places = context.files[at].api.node.entries_of("auth");
    for auth in &set.auth {
        let place = places.iter().find(|entry| entry.key == auth.name);
        clash(
            names::type_of(&auth.name),
            format!("the way to authenticate `{}`", auth.name),
            place.map_or(&set.place, |entry| &entry.place),
        );
    }
    let mut own = std::collections::HashSet::new();
    for operation in operations(set) {
        // Two operations of one name are noted already.
        if own.insert(&operation.rust) {
            let what = format!("the operation `{}`", operation.name);
            clash(operation.rust.clone(), what, &operation.place);
            if operation.routes.len() > 1 {
                let what = format!("the choice of paths of `{}`", operation.name);
                clash(format!("{}Route", operation.rust), what, &operation.place);
            }
        }
    }
}

/// Two operations on one path would be one operation for the service, and for every reader of the OpenAPI document.
fn paths(context: &mut Context<'_>, set: &Set) {
    let mut known: HashMap<(&str, String), &Operation> = HashMap::new();
    for operation in operations(set) {
        for route in &operation.routes {
            if variables(&route.path).is_err() {
                continue;
            }
            // What a variable is called makes no difference on the wire.
            let shape: Vec<&str> = route
                .path
                .split('/')
                .map(|part| if part.starts_with('{') { "{}" } else { part })
                .collect();
            let key = (operation.method.as_str(), shape.join("/"));
            match known.get(&key) {
                Some(earlier) => context.mistakes.add(
                    &operation.place,
                    format!(
                        "`{}` and `{}` are both `{} {}`",
                        earlier.name, operation.name, operation.method, route.path
                    ),
                    "the second of the two",
                    "make them one operation, or mend the path of one".to_owned(),
                ),
                None => {
                    known.insert(key, operation);
                }
            }
        }
    }
}

/// A client crate has one file of typings, and a module is either the script's or that of operations.
fn scripts(context: &mut Context<'_>, set: &Set) {
    let mut earlier: Option<&str> = None;
    for resource in &set.resources {
        let Some(sdk) = &resource.browser_sdk else {
            continue;
        };
        if let Some(earlier) = earlier {
            context.mistakes.add(
                &sdk.place,
                format!("`{earlier}` describes the browser SDK of this set already"),
                "a second one",
                "describe one script a set".to_owned(),
            );
        }
        if !resource.operations.is_empty() {
            context.mistakes.add(
                &sdk.place,
                "the browser SDK stands in a file without operations",
                "beside operations",
                "move it into a file of its own".to_owned(),
            );
        }
        if !set.is_api {
            context.mistakes.add(
                &sdk.place,
                "a set of shapes has no browser SDK",
                "in this set",
                "move it to the API that it belongs to".to_owned(),
            );
        }
        earlier = Some(&resource.name);
    }
}

/// A list is filtered by fields of its records.
fn filters(context: &mut Context<'_>, records: &Records<'_>, operation: &Operation, entry: &Entry) {
    let ReplyOf::Page(page) = &operation.reply else {
        return;
    };
    let incomplete = context
        .incomplete
        .contains(&(page.of.set, page.of.name.clone()));
    let record = records.get(&(page.of.set, page.of.name.as_str()));
    let Some(record) = record.filter(|_| !incomplete) else {
        return;
    };
    for filter in entry.value.entries_of("filters") {
        let names = |field: &ir::Field| -> Vec<String> {
            std::iter::once(field.wire.clone())
                .chain(field.aliases.iter().cloned())
                .collect()
        };
        let known: Vec<String> = record.fields.iter().flat_map(names).collect();
        if !known.contains(&filter.key) {
            context.mistakes.add(
                &filter.place,
                format!(
                    "`{}` has no field `{}` to filter by",
                    record.name, filter.key
                ),
                "not a field of the record",
                did_you_mean(&filter.key, known.iter().map(String::as_str)),
            );
        }
    }
}
