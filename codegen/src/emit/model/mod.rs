//! Model crates: records, bodies, enums and ids, a module for each resource.

mod body;
mod callback;
mod enumeration;
mod module;
mod record;

use crate::emit::model::module::module;
use crate::emit::readme;
use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::decisions::Decisions;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::{crate_root, deprecation, manifest};
use crate::file_tree::FileTree;
use crate::ir::{Body, Named, NamedKind, Scalar, Spec};

/// The model crate of a package.
pub(crate) fn emit_crate(spec: &Spec, index: usize, tree: &mut FileTree) {
    let package = &spec.packages[index];
    let root = format!("crates/{}", package.model_package());
    let mut own = Vec::new();
    for resource in &package.resources {
        let names = resource
            .declared()
            .map(|declared| declared.name().to_owned());
        let mut names: Vec<String> = names.collect();
        names.extend(resource.bodies.iter().filter_map(Body::required_struct));
        if names.is_empty() {
            continue;
        }
        tree.add(
            format!("{root}/src/{}.rs", resource.name),
            module(spec, index, resource),
        );
        own.push((resource.name.clone(), names));
    }
    // The types of fields, so that a service can name them.
    let scalars = Scalar::ALL.iter().map(|scalar| scalar.row());
    let scalars = scalars.filter(|row| row.is_of_wire).map(|row| row.rust);
    let others = ["CaseInsensitive", "Change", "Extra", "Redacted", "Secret"];
    let mut types: Vec<&str> = others.into_iter().chain(scalars).collect();
    types.sort_unstable();
    let mut others = vec![
        (
            "api_wire".to_owned(),
            types.into_iter().map(str::to_owned).collect(),
        ),
        (String::new(), vec!["api_wire".to_owned()]),
    ];
    for (used, mut names) in spec.imported_types(index) {
        let path = crate::names::crate_ident(&spec.packages[used].model_package());
        names.extend(required_structs(spec, used, &names));
        others.push((path, names));
    }
    let readme = readme::model(spec, index);
    // The notes of an API are in the docs of its client.
    let docs = match package.is_api {
        true => Docs::default(),
        false => crate_root::notes(package),
    };
    let mut chunks: Vec<Chunk> = deprecation::allow(spec, index).into_iter().collect();
    let modules = own
        .iter()
        .map(|(module, _): &(String, Vec<String>)| module.clone());
    chunks.push(Chunk::Modules(modules.collect()));
    chunks.extend(Decisions::of_types(package).emit(package, &root, "crate", tree));
    for names_by_path in [own, others] {
        chunks.push(Chunk::Uses {
            public: true,
            names_by_path,
        });
    }
    tree.add(
        format!("{root}/src/lib.rs"),
        crate_root::root(package, &docs, chunks, &[]),
    );
    tree.add(format!("{root}/Cargo.toml"), manifest::model(spec, index));
    tree.add(format!("{root}/README.md"), readme);
}

/// The structs of required fields of the bodies among some types of a package.
fn required_structs(spec: &Spec, package: usize, names: &[String]) -> Vec<String> {
    let bodies = names.iter().filter_map(|name| {
        spec.body(&Named {
            package,
            name: name.clone(),
            kind: NamedKind::Body,
        })
    });
    bodies.filter_map(Body::required_struct).collect()
}
