//! The members of the whole document.

use crate::emit::openapi::document::Document;
use crate::emit::openapi::{
    body_schemas, declared, examples, extensions, operation, paths, responses, security, webhooks,
};
use crate::emit::prose;
use crate::ir::{Environment, Package, Resource};
use crate::json::{Object, Value};
use crate::markdown::escape_markdown;
use crate::names;

/// The version of OpenAPI.
const OPENAPI: &str = "3.1.0";

/// The document as JSON.
pub(super) fn text(document: &Document<'_>) -> String {
    let package = document.package;
    let mut object = Object::default()
        .with("openapi", OPENAPI)
        .with("x-generated", crate::file_tree::header([&*package.dir]))
        .with("info", info(package));
    let servers = package.environments.iter();
    let servers = servers.map(|environment| server(package, environment).into());
    object.put_list("servers", servers.collect());
    object.put_list("tags", tags(document));
    object.put("paths", paths::paths(document, operation::operation));
    object.put_object("webhooks", webhooks::webhooks(document));
    object.put("components", components(document));
    object.put_some(
        "x-envelope",
        package.envelope.as_ref().map(extensions::envelope),
    );
    let statuses = package.statuses.iter().map(extensions::status);
    object.put_list("x-statuses", statuses.collect());
    object.put_list("x-browser-sdks", extensions::browser_sdks(document));
    Value::from(object).document()
}

/// The resources, the callbacks, and what holds for the whole API: documentation tools show it as pages. In `info`,
/// generators of clients would repeat it in each file.
fn tags(document: &Document<'_>) -> Vec<Value> {
    let resources = document.package.resources.iter().map(resource_tag);
    let shared = document.package.imports.iter();
    let shared = shared.map(|index| &document.spec.packages[*index]);
    let shared = shared.filter(|package| !package.is_api);
    let pages = std::iter::once(document.package)
        .chain(shared)
        .flat_map(pages);
    let tags = resources
        .chain(webhooks::tag(document))
        .chain(merged(pages));
    tags.map(Value::from).collect()
}

fn components(document: &Document<'_>) -> Object {
    let mut object = Object::default();
    object.put_object("schemas", schemas(document));
    object.put_object("responses", responses::shared(document));
    object.put_object("examples", examples::body_examples(document));
    object.put_object("securitySchemes", security::security_schemes(document));
    object
}

/// The declared types, the bodies and the errors.
fn schemas(document: &Document<'_>) -> Object {
    let components = &document.components;
    let flattened = document.bodies.flattened(components);
    let mut object = declared::schemas(components, &flattened);
    object.extend(body_schemas::schemas(document));
    object.extend(responses::error_schemas(document));
    object
}

/// The version is that of the *described* API, since that is what `info.version` is; an API that names none is in its
/// first. The version of the crates would change the documents with every release, though nothing described had changed.
fn info(package: &Package) -> Object {
    let version = package.version();
    let version = version.map_or("1.0".to_owned(), |(_, version)| format!("v{version}"));
    Object::default()
        .with("title", &package.title)
        .with("version", version)
        .with("description", prose::purpose(package))
}

fn server(package: &Package, environment: &Environment) -> Object {
    let url = environment.base_url.to_string();
    let mut variables = Object::default();
    for key in environment.base_url.variables() {
        let value = Object::default()
            .with("default", placeholder(package, environment, &url, key))
            .with("description", "Undocumented.");
        variables.put(key, value);
    }
    let mut object = Object::default().with("url", &url);
    let description = match &package.base_path {
        Some(path) => format!("{} The base URL ends with `{path}`.", environment.doc),
        None => environment.doc.clone(),
    };
    object.put("description", escape_markdown(&description));
    object.put_object("variables", variables);
    object.put("x-environment", &environment.name);
    object.put_some("x-sdk-name", environment.sdk_name.as_ref());
    object
}

/// A value for a variable of an address. The documents do not show it, so it is one that leads nowhere: `.invalid` never
/// resolves.
fn placeholder(package: &Package, environment: &Environment, url: &str, key: &str) -> String {
    let word = environment.name.to_ascii_lowercase();
    let word: String = word
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let before = url.split(&format!("{{{key}}}")).next().unwrap_or_default();
    match before {
        "" => {
            let base_path = package.base_path.as_deref().unwrap_or_default();
            format!("https://{word}.invalid{base_path}")
        }
        before if before.ends_with("://") => format!("{word}.invalid"),
        _ => word,
    }
}

fn resource_tag(resource: &Resource) -> Object {
    let name = names::kebab(&resource.name).replace('-', " ");
    Object::default()
        .with("name", &resource.name)
        .with("x-displayName", prose::capitalized(&name))
        .with(
            "description",
            prose::described(&resource.doc, &[], &resource.open_questions),
        )
}

/// Rules, limits and the like by heading, and what the documents leave open.
fn pages(package: &Package) -> impl Iterator<Item = (String, Vec<String>)> {
    let notes = package.notes.iter().map(|(heading, facts)| {
        let facts = facts.iter().map(|fact| escape_markdown(fact));
        (heading.clone(), facts.collect())
    });
    let open = prose::open_questions(&package.open_questions);
    let open = (!open.is_empty()).then(|| ("Open questions".to_owned(), open));
    notes.chain(open)
}

/// The pages as tags, those of one heading together: names of tags are unique.
fn merged(pages: impl Iterator<Item = (String, Vec<String>)>) -> Vec<Object> {
    let mut merged: Vec<(String, Vec<String>)> = Vec::new();
    for (heading, facts) in pages {
        match merged.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, known)) => known.extend(facts),
            None => merged.push((heading, facts)),
        }
    }
    let tag = |(heading, facts): (String, Vec<String>)| {
        let facts: Vec<String> = facts.iter().map(|fact| format!("- {fact}")).collect();
        Object::default()
            .with("name", heading)
            .with("description", facts.join("\n"))
            .with("x-traitTag", true)
    };
    merged.into_iter().map(tag).collect()
}
