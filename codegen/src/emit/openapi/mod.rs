//! A package as an OpenAPI 3.1 document.
//!
//! What OpenAPI has no words for is in `x-` members, so that the document is as complete as the crates.

mod bodies;
mod browser_sdk;
mod call;
mod examples;
mod extensions;
mod headers;
mod json;
mod names;
mod operation;
mod pages;
mod parameters;
mod paths;
mod request_body;
mod responses;
mod samples;
mod schema;
mod schemas;
mod security;
mod servers;
mod service;
mod slot;
mod strict;
mod summary;
mod webhooks;

pub(in crate::emit) use json::{is_hidden, quoted};

use bodies::Bodies;
use json::{Object, Value};
use names::Components;

use crate::ir::{Package, Spec};

/// The version of OpenAPI.
const OPENAPI: &str = "3.1.0";

/// What the parts of one document need.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    spec: &'a Spec,
    /// The index of the package.
    index: usize,
    package: &'a Package,
    components: Components<'a>,
    bodies: Bodies<'a>,
    /// The keys of the auth schemes, in the order of the package.
    schemes: Vec<String>,
}

/// The strict edition of a package's document.
pub(crate) fn strict_document(spec: &Spec, package: usize) -> String {
    strict::document(spec, package)
}

/// The document of a package: indented, one fact a line, in the order of the spec.
pub(crate) fn document(spec: &Spec, package: usize) -> String {
    let Some(described) = spec.packages.get(package) else {
        return String::new();
    };
    Value::from(Document::new(spec, package, described).write()).document()
}

impl<'a> Document<'a> {
    fn new(spec: &'a Spec, index: usize, package: &'a Package) -> Self {
        let components = Components::collect(spec, index, package);
        Self {
            spec,
            index,
            package,
            bodies: Bodies::collect(&components, package),
            components,
            schemes: security::scheme_keys(package),
        }
    }

    fn write(&self) -> Object {
        let webhooks = webhooks::webhooks(self);
        let mut object = Object::default()
            .with("openapi", OPENAPI)
            .with(
                "x-generated",
                crate::file_tree::header([&*self.package.dir]),
            )
            .with("info", self.info());
        object.put_list("servers", servers::servers(self.package));
        object.put_list("tags", self.tags());
        let paths = paths::paths(self, |call, slots| operation::operation(self, call, slots));
        object.put("paths", paths);
        object.put_object("webhooks", webhooks);
        object.put("components", self.components());
        object.extend(service::extensions(
            self.spec,
            self.package,
            &self.components,
        ));
        object.put_list("x-browser-sdks", self.browser_sdks());
        object
    }

    fn info(&self) -> Object {
        let mut object = Object::default()
            .with("title", &self.package.title)
            .with("version", version(&self.package.name));
        object.put("description", extensions::purpose(self.package));
        object.put("x-name", &self.package.name);
        object.extend(extensions::provenance(
            &self.package.source,
            &self.package.span,
        ));
        object
    }

    /// The resources and the callbacks.
    fn tags(&self) -> Vec<Value> {
        let resources = self.package.resources.iter().map(service::tag);
        let tags = resources.chain(webhooks::tag(self));
        tags.map(Value::from).collect()
    }

    fn browser_sdks(&self) -> Vec<Value> {
        let resources = self.package.resources.iter();
        let sdks =
            resources.filter_map(|resource| Some((&resource.name, resource.browser_sdk.as_ref()?)));
        sdks.map(|(name, sdk)| browser_sdk::extension(self, name, sdk).into())
            .collect()
    }

    fn components(&self) -> Object {
        let mut object = Object::default();
        object.put_object("schemas", schemas::schemas(&self.components, self.package));
        object.put_object(
            "securitySchemes",
            security::security_schemes(self.package, &self.schemes),
        );
        object.put_object("examples", examples::examples(self));
        object
    }
}

/// The version of the *described* API, since that is what `info.version` is: the last word of the set's name if it is
/// one, as in `pos-v2`. An API that names no version is in its first. The version of the crates would change the
/// documents with every release, though nothing described had changed.
fn version(name: &str) -> &str {
    let word = name.rsplit('-').next().unwrap_or_default();
    let digits = word.strip_prefix('v').unwrap_or_default();
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        word
    } else {
        "1.0"
    }
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn the_version_is_a_word_of_the_name() {
        assert_eq!(version("pos-v2"), "v2");
        assert_eq!(version("payments"), "1.0");
        assert_eq!(version("pos-v"), "1.0");
        assert_eq!(version(""), "1.0");
    }
}
