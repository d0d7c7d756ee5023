//! What holds for a whole package, as `x-` members.

use crate::emit::openapi::extensions;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::names::Components;
use crate::ir::{House, Resource, Set, Status, StatusBody};

/// What is told of the API beyond its calls.
pub(super) fn told(house: &House, set: &Set, components: &Components<'_>) -> Object {
    let mut object = Object::default();
    object.put_list(
        "x-client-values",
        set.client_values.iter().map(client_value).collect(),
    );
    object.put_some("x-envelope", set.envelope.as_ref().map(envelope));
    object.put_list(
        "x-statuses",
        set.statuses
            .iter()
            .map(|status| self::status(status).into())
            .collect(),
    );
    object.put_object("x-facts", facts(set));
    object.extend(extensions::doubts(&set.doubts));
    object.put_list("x-uses", shared(house, set, components));
    object
}

fn client_value(value: &crate::ir::ClientValue) -> Value {
    let mut object = Object::default()
        .with("name", &value.name)
        .with("description", &value.doc);
    object.put_some("default", value.default.as_ref());
    object.into()
}

fn envelope(envelope: &crate::ir::Envelope) -> Object {
    Object::default()
        .with("success", &envelope.success)
        .with("payload", &envelope.payload)
        .with("message", &envelope.message)
}

/// What a status means wherever it comes: replies may have one that their operation does not list.
fn status(status: &Status) -> Object {
    let body = match &status.body {
        StatusBody::Resource => "resource",
        StatusBody::None => "none",
        StatusBody::Unknown => "unknown",
        StatusBody::Error(name) => name,
    };
    let mut object = Object::default()
        .with("code", u32::from(status.code))
        .with("meaning", &status.meaning)
        .with("body", body);
    object.put_mark("not-found", status.not_found);
    object
}

fn facts(set: &Set) -> Object {
    let mut object = Object::default();
    for (heading, facts) in &set.facts {
        object.put(heading, extensions::texts(facts));
    }
    object
}

/// What the sets say whose shapes the document has.
fn shared(house: &House, set: &Set, components: &Components<'_>) -> Vec<Value> {
    let borrowed = components.borrowed();
    let used = set.uses.iter().copied();
    let mut list: Vec<usize> = used.chain(borrowed.iter().map(|(at, _)| *at)).collect();
    let mut seen = std::collections::HashSet::new();
    list.retain(|at| seen.insert(*at));
    let sets = list
        .into_iter()
        .filter_map(|at| Some((at, house.sets.get(at)?)));
    sets.map(|(at, other)| {
        let resources = borrowed
            .iter()
            .find(|(set, _)| *set == at)
            .map_or(&[][..], |(_, list)| list);
        shared_set(other, resources).into()
    })
    .collect()
}

fn shared_set(set: &Set, resources: &[&Resource]) -> Object {
    let mut object = Object::default()
        .with("name", &set.name)
        .with("title", &set.title);
    object.put("description", set.doc.trim());
    object.extend(extensions::origin(&set.source, &set.place));
    if !set.is_api {
        // The facts of another API hold there, not here.
        object.put_object("x-facts", facts(set));
        object.extend(extensions::doubts(&set.doubts));
    }
    object.put_list(
        "x-resources",
        resources
            .iter()
            .map(|resource| tag(resource).into())
            .collect(),
    );
    object
}

/// A resource as a tag.
pub(super) fn tag(resource: &Resource) -> Object {
    let mut object = Object::default().with("name", &resource.name);
    object.put("description", extensions::prose(&resource.doc));
    object.extend(extensions::origin(&resource.source, &resource.place));
    object.extend(extensions::doubts(&resource.doubts));
    object
}
