//! Typed files to the IR: names are resolved, inherited fields merged, and everything is checked that a
//! JSON Schema cannot check.

mod auth;
mod browser_sdk;
mod callback;
mod clashes;
mod context;
mod convention;
mod default;
mod enumeration;
mod evidence;
mod field;
mod field_context;
mod headers;
mod inherit;
mod marks;
mod operation;
mod package;
mod parameters;
mod record;
mod request_body;
mod resolve;
mod resource;
mod response;
mod retry;
mod route;
mod status;
mod symbols;

pub(crate) use context::Context;
pub(crate) use inherit::base_of;

use crate::ir::Spec;

/// Lowers all packages.
pub(crate) fn lower(context: &mut Context<'_>) -> Spec {
    let files = context.files;
    let mut packages: Vec<_> = (0..files.len())
        .map(|package| package::package(context, package))
        .collect();
    for (index, package) in packages.iter_mut().enumerate() {
        package.resources = (0..files[index].resources.len())
            .map(|file| resource::resource(context, package, index, file))
            .collect();
    }
    Spec::of(packages)
}
