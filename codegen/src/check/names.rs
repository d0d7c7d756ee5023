//! What only the whole description can get wrong: names that one crate would have twice, paths that two operations
//! have, filters on fields that no record has.

use std::collections::HashMap;

use crate::ir::{House, Operation, Set};
use crate::lower::Context;
use crate::names;
use crate::source::Place;

pub(crate) fn operations(set: &Set) -> impl Iterator<Item = &Operation> {
    set.resources
        .iter()
        .flat_map(|resource| &resource.operations)
}

/// The root of a client crate names the types of its operations beside everything else that a service needs.
pub(crate) fn types(context: &mut Context<'_>, house: &House, at: usize, set: &Set) {
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
