//! Typed files into the intermediate form: names are resolved, differences applied, and everything is checked that the
//! shape of the files cannot tell.

mod auth;
mod body;
mod browser_sdk;
mod callback;
mod constructors;
mod context;
mod declarations;
mod declared_names;
mod default;
mod entries;
mod enumeration;
mod evidence;
mod field;
mod field_decl;
mod field_names;
mod inherit;
mod marks;
mod open_questions;
mod operation;
mod operation_statuses;
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
mod type_expr;

pub(crate) use context::Context;

use crate::ir::House;

/// Lowers all packages.
pub(crate) fn lower(context: &mut Context<'_>) -> House {
    let files = context.files;
    let mut sets: Vec<_> = (0..files.len())
        .map(|set| package::set(context, set))
        .collect();
    for (at, set) in sets.iter_mut().enumerate() {
        set.resources = (0..files[at].resources.len())
            .map(|file| resource::resource(context, set, at, file))
            .collect();
    }
    House::of(sets)
}
