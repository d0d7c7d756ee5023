//! The service as a whole: environments, credentials, and what holds for every call.

use crate::emit::openapi::components::{Components, plain, unique};
use crate::emit::openapi::marks;
use crate::emit::openapi::template::Template;
use crate::emit::openapi::value::{Object, Value};
use crate::ir::{Auth, Environment, House, Resource, Scheme, Set, Status, StatusBody};

/// The environments.
pub(super) fn servers(set: &Set) -> Vec<Value> {
    set.environments
        .iter()
        .map(|environment| server(environment).into())
        .collect()
}

fn server(environment: &Environment) -> Object {
    let template = Template::parse(&environment.base_url);
    let keys = template.keys();
    let mut variables = Object::default();
    let url = template.text(&keys);
    for key in &keys {
        let value = Object::default()
            .with("default", placeholder(environment, &url, key))
            .with("description", "Not shown in the documents.");
        variables.put(key, value);
    }
    let mut object = Object::default().with("url", url);
    object.put("description", marks::prose(&environment.doc));
    object.put_object("variables", variables);
    object.put("x-environment", &environment.name);
    object.put("x-base-url", &environment.base_url);
    object.put_some("x-word", environment.word.as_ref());
    object
}

/// A value for a variable of an address. The documents do not show it, so it is one that leads nowhere: `.invalid` never
/// resolves.
fn placeholder(environment: &Environment, url: &str, key: &str) -> String {
    let word = environment.name.to_ascii_lowercase();
    let word: String = word
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let before = url.split(&format!("{{{key}}}")).next().unwrap_or_default();
    match before {
        "" => format!("https://{word}.invalid"),
        before if before.ends_with("://") => format!("{word}.invalid"),
        _ => word,
    }
}

/// The keys of the ways to authenticate, in their order.
pub(super) fn scheme_keys(set: &Set) -> Vec<String> {
    let mut taken = std::collections::HashSet::new();
    set.auth
        .iter()
        .map(|auth| unique(&plain(&auth.name), &mut taken))
        .collect()
}

/// The ways to authenticate, by key.
pub(super) fn security_schemes(set: &Set, keys: &[String]) -> Object {
    let mut object = Object::default();
    for (auth, key) in set.auth.iter().zip(keys) {
        object.put(key, security_scheme(auth));
    }
    object
}

fn security_scheme(auth: &Auth) -> Object {
    let (scheme, credentials) = match &auth.scheme {
        Scheme::Basic { user, password } => ("basic", basic(user, password.as_deref())),
        Scheme::Bearer(token) => ("bearer", vec![credential("token", Some(token))]),
    };
    let mut object = Object::default()
        .with("type", "http")
        .with("scheme", scheme);
    object.put("description", marks::prose(&auth.doc));
    object.put("x-credentials", credentials);
    object.put_some("x-path", auth.path.as_ref());
    object
}

fn basic(user: &str, password: Option<&str>) -> Vec<Value> {
    vec![
        credential("user", Some(user)),
        credential("password", password),
    ]
}

/// A part of a header. One without a name is empty, and its separator stays.
fn credential(part: &str, name: Option<&str>) -> Value {
    let object = Object::default().with("part", part);
    Value::row(match name {
        Some(name) => object.with("name", name),
        None => object.with("empty", true),
    })
}

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
    object.extend(marks::doubts(&set.doubts));
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
        object.put(heading, marks::texts(facts));
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
    object.extend(marks::origin(&set.source, &set.place));
    if !set.is_api {
        // The facts of another API hold there, not here.
        object.put_object("x-facts", facts(set));
        object.extend(marks::doubts(&set.doubts));
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
    object.put("description", marks::prose(&resource.doc));
    object.extend(marks::origin(&resource.source, &resource.place));
    object.extend(marks::doubts(&resource.doubts));
    object
}
