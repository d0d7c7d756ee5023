//! The strict edition, for client generators: one type for each value, one name for each field, and
//! named schemas for all bodies.
//!
//! It has no callbacks, since generators make operations of them, and few `x-` members. What the exact
//! edition has as `x-` members for tools is prose here.

mod bodies;
mod errors;
mod operation;
mod parameters;
mod prose;
mod responses;
mod schema;
mod schemas;
mod security;

use errors::Errors;

use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::{Document, OPENAPI, examples, extensions, paths, servers, version};
use crate::ir::{Package, Resource, Spec};
use crate::names;

/// The edition of one document.
#[derive(Debug)]
pub(crate) struct Strict<'a> {
    document: Document<'a>,
    errors: Errors,
}

/// The document of a package.
pub(crate) fn document(spec: &Spec, package: usize) -> String {
    let Some(described) = spec.packages.get(package) else {
        return String::new();
    };
    let document = Document::new(spec, package, described);
    let errors = Errors::new(&document);
    let object = Strict { document, errors }.write();
    Value::from(object).document()
}

impl Strict<'_> {
    fn write(&self) -> Object {
        let package = self.document.package;
        let mut object = Object::default()
            .with("openapi", OPENAPI)
            .with("x-generated", crate::file_tree::header([&*package.dir]))
            .with("info", info(package));
        let servers = servers::servers(package).into_iter();
        object.put_list("servers", servers.map(Value::without_extensions).collect());
        let resources = package.resources.iter().map(tag);
        let notes = package
            .notes
            .iter()
            .map(|(heading, facts)| note(heading, facts));
        object.put_list("tags", resources.chain(notes).map(Value::from).collect());
        let paths = paths::paths(&self.document, |call, slots| {
            operation::operation(self, call, slots)
        });
        object.put("paths", paths);
        object.put_object("components", self.components());
        object
    }

    fn components(&self) -> Object {
        let mut object = Object::default();
        object.put_object("schemas", schemas::schemas(self));
        object.put_object("responses", responses::shared(self));
        object.put_object("examples", examples::examples(&self.document));
        object.put_object("securitySchemes", security::security_schemes(self));
        object
    }
}

fn info(package: &Package) -> Object {
    Object::default()
        .with("title", &package.title)
        .with("version", version(&package.name))
        .with("description", extensions::purpose(package))
}

fn tag(resource: &Resource) -> Object {
    Object::default()
        .with("name", &resource.name)
        .with("x-displayName", display_name(&resource.name))
        .with("description", prose::resource(resource))
}

/// Rules, limits and the like, which documentation tools show as a page. In `info`, generators
/// would repeat them in each file.
fn note(heading: &str, facts: &[String]) -> Object {
    Object::default()
        .with("name", heading)
        .with("description", prose::bullets(facts))
        .with("x-traitTag", true)
}

/// A name in words, with a capital.
fn display_name(name: &str) -> String {
    prose::capitalized(&names::kebab(name).replace('-', " "))
}
