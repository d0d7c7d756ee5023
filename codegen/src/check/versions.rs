//! Later versions: every operation, and every field of a record that differs, has a decision.

use std::collections::HashMap;

use crate::ir::{
    Field, FieldChange, LaterField, Operation, Package, Record, Spec, Successor, VersionPair,
};
use crate::lower::Context;
use crate::source::Span;
use crate::suggest::did_you_mean;

/// Checks what is stated about later versions, and reports what is not.
pub(crate) fn versions(context: &mut Context<'_>, spec: &Spec) {
    // A name may be missing because of another error.
    if context.diagnostics.len() > 0 {
        return;
    }
    for package in &spec.packages {
        for (index, later) in package.later_versions.iter().enumerate() {
            let earlier = &package.later_versions[..index];
            if earlier.iter().any(|earlier| earlier.api == later.api) {
                let message = format!("duplicate later version `{}`", later.api);
                let help = Some("remove one".to_owned());
                error(context, &later.span, message, "listed already", help);
            }
            if !is_later(spec, package, &later.api) {
                let apis = spec.packages.iter().filter(|other| other.is_api);
                let others = apis.filter(|other| other.name != package.name);
                let help = did_you_mean(&later.api, others.map(|other| other.name.as_str()));
                let message = format!("unknown later version `{}`", later.api);
                error(context, &later.span, message, "not another API", help);
            }
        }
        for operation in operations(package) {
            for successor in &operation.in_later_versions {
                let is_listed = is_listed(context, package, &successor.api, &successor.span);
                if is_listed {
                    check_successor(context, spec, operation, successor);
                }
            }
        }
        for record in records(package) {
            for later in &record.in_later_versions {
                is_listed(context, package, &later.api, &later.span);
            }
        }
    }
    if context.diagnostics.len() > 0 {
        return;
    }
    for pair in spec.version_pairs() {
        check_operations(context, pair);
        check_records(context, pair);
    }
}

fn error(
    context: &mut Context<'_>,
    span: &Span,
    message: String,
    label: &str,
    help: Option<String>,
) {
    context.diagnostics.error(span, message, label, help);
}

fn is_later(spec: &Spec, package: &Package, api: &str) -> bool {
    let mut apis = spec.packages.iter().filter(|other| other.is_api);
    api != package.name && apis.any(|other| other.name == api)
}

/// Whether an API is a later version of this one; else it is reported.
fn is_listed(context: &mut Context<'_>, package: &Package, api: &str, span: &Span) -> bool {
    let mut later = package.later_versions.iter();
    let is_listed = later.any(|later| later.api == api);
    if !is_listed {
        let later = package.later_versions.iter();
        let help = did_you_mean(api, later.map(|later| later.api.as_str()));
        let message = format!("unknown later version `{api}`");
        let label = "not in `later_versions` of `api.yaml`";
        error(context, span, message, label, help);
    }
    is_listed
}

fn check_successor(
    context: &mut Context<'_>,
    spec: &Spec,
    operation: &Operation,
    successor: &Successor,
) {
    let Some(to) = &successor.to else {
        return;
    };
    let mut packages = spec.packages.iter();
    let later = packages.find(|package| package.name == successor.api);
    let names = || later.into_iter().flat_map(operations);
    if !names().any(|operation| operation.name == *to) {
        let known = names().map(|operation| operation.name.as_str());
        let help = did_you_mean(to, context.diagnostics.suggestible(known));
        let message = format!("unknown operation `{to}` of `{}`", successor.api);
        error(context, &successor.span, message, "unknown operation", help);
    } else if *to == operation.name && successor.reason.is_none() {
        let message = format!("`{to}` has the same name in `{}`", successor.api);
        let help = Some("remove the entry".to_owned());
        error(context, &successor.span, message, "has no effect", help);
    }
}

fn check_operations(context: &mut Context<'_>, pair: VersionPair<'_>) {
    let later = &pair.new_package().name;
    for operation in pair.operations() {
        if operation.new.is_none() && operation.reason.is_none() {
            let name = &operation.old.name;
            let message = format!("missing successor of `{name}` in `{later}`");
            let help = format!(
                "add `in_later_versions: {{ {later}: {{ none: … }} }}` with the reason, or the name of an operation"
            );
            let label = "no operation has this name there";
            error(context, &operation.old.span, message, label, Some(help));
        }
    }
}

fn check_records(context: &mut Context<'_>, pair: VersionPair<'_>) {
    let later = &pair.new_package().name;
    let pairs = pair.records();
    for records in &pairs {
        let (Some(old), Some(new)) = (
            pair.spec.record(&records.old),
            pair.spec.record(&records.new),
        ) else {
            continue;
        };
        for stated in stated(old, later) {
            check_later_field(context, stated, old, new);
        }
        let mut counterparts: HashMap<&str, &Field> = HashMap::new();
        for field in pair.fields(old, new) {
            let wire = &field.old.wire;
            let span = span_of(old, later, field.old);
            match field.new {
                Some(counterpart) => {
                    if let Some(earlier) = counterparts.insert(&counterpart.wire, field.old) {
                        let message = format!(
                            "fields `{}` and `{wire}` of `{}` are both `{}` of `{later}`",
                            earlier.wire, old.name, counterpart.wire
                        );
                        let help = Some("rename one of them, or list it in `absent`".to_owned());
                        error(context, span, message, "the same field", help);
                    }
                }
                None if field.reason.is_none()
                    && stated(old, later).all(|stated| stated.wire != *wire) =>
                {
                    let message = format!(
                        "missing decision about field `{wire}` of `{}` in `{later}`",
                        old.name
                    );
                    let help = format!(
                        "add it to `renamed` or `absent` of `{later}` in `in_later_versions` of `{}`",
                        old.name
                    );
                    let label = format!("`{}` of `{later}` has no such field", new.name);
                    error(context, &old.span, message, &label, Some(help));
                }
                None => {}
            }
        }
    }
    for record in records(pair.old_package()) {
        let mut compared = pairs.iter();
        let is_compared = compared
            .any(|records| records.old.package == pair.old && records.old.name == record.name);
        if let Some(stated) = stated(record, later).next().filter(|_| !is_compared) {
            let message = format!("`{}` has no counterpart in `{later}`", record.name);
            let help = Some(format!("remove `{later}` from its `in_later_versions`"));
            error(context, &stated.span, message, "has no effect", help);
        }
    }
}

/// What is stated about the fields of a record in a later version.
fn stated<'s>(record: &'s Record, later: &'s str) -> impl Iterator<Item = &'s LaterField> {
    let all = record.in_later_versions.iter();
    all.filter(move |stated| stated.api == later)
}

/// Where a field is stated to be in a later version, or else the record.
fn span_of<'s>(record: &'s Record, later: &'s str, field: &Field) -> &'s Span {
    let mut stated = stated(record, later);
    let stated = stated.find(|stated| stated.wire == field.wire);
    stated.map_or(&record.span, |stated| &stated.span)
}

fn check_later_field(context: &mut Context<'_>, stated: &LaterField, old: &Record, new: &Record) {
    let later = &stated.api;
    let has = |record: &Record, name: &str| record.fields.iter().any(|field| field.wire == name);
    let unknown = |context: &mut Context<'_>, name: &str, record: &Record| {
        let known = record.fields.iter().map(|field| field.wire.as_str());
        let help = did_you_mean(name, context.diagnostics.suggestible(known));
        let message = format!("unknown field `{name}` of `{}`", record.name);
        error(context, &stated.span, message, "unknown field", help);
    };
    if !has(old, &stated.wire) {
        unknown(context, &stated.wire, old);
        return;
    }
    match &stated.change {
        FieldChange::Renamed(name) if !has(new, name) => unknown(context, name, new),
        FieldChange::Renamed(name) if *name == stated.wire => {
            let message = format!("field `{name}` has the same name in `{later}`");
            let help = Some("remove the entry".to_owned());
            error(context, &stated.span, message, "has no effect", help);
        }
        FieldChange::Renamed(_) | FieldChange::Absent(_) => {}
    }
}

fn operations(package: &Package) -> impl Iterator<Item = &Operation> {
    let resources = package.resources.iter();
    resources.flat_map(|resource| &resource.operations)
}

fn records(package: &Package) -> impl Iterator<Item = &Record> {
    let resources = package.resources.iter();
    resources.flat_map(|resource| &resource.records)
}
