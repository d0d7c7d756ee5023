//! The global object of the script.

use crate::emit::typescript::text::{comment, is_identifier, key};
use crate::emit::typescript::types::type_of;
use crate::ir::{BrowserSdk, EntryPoint, Type};

/// A function of the global object, or an object that holds more of them.
#[derive(Debug)]
pub(crate) enum Member<'a> {
    Function(&'a EntryPoint),
    Object(Vec<(&'a str, Member<'a>)>),
}

pub(crate) fn namespace(sdk: &BrowserSdk, out: &mut String) {
    let known = sdk.namespace.as_deref().filter(|name| is_identifier(name));
    let mut docs = vec!["The global object of the script.".to_owned()];
    if known.is_none() {
        docs.push("Its name is undocumented: declare it with this type.".to_owned());
    }
    docs.extend(
        sdk.scripts
            .iter()
            .map(|(environment, address)| format!("Script of `{environment}`: `{address}`.")),
    );
    docs.extend(
        sdk.tester_pages
            .iter()
            .map(|(environment, address)| format!("Tester page of `{environment}`: `{address}`.")),
    );
    out.push('\n');
    comment(&docs, "", out);
    out.push_str("export interface BrowserSdk {\n");
    let mut root = Vec::new();
    for point in &sdk.entry_points {
        let path: Vec<&str> = point.path.split('.').collect();
        insert(&mut root, &path, point);
    }
    members(&root, 1, out);
    out.push_str("}\n");
    if let Some(name) = known {
        out.push_str(&format!(
            "\ndeclare global {{\n  const {name}: BrowserSdk;\n}}\n"
        ));
    }
}

/// Inserts a function at its path. Nothing can be below another function.
pub(crate) fn insert<'a>(
    members: &mut Vec<(&'a str, Member<'a>)>,
    path: &[&'a str],
    point: &'a EntryPoint,
) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    let known = members.iter_mut().find(|(name, _)| name == first);
    match (known, rest.is_empty()) {
        (None, true) => members.push((first, Member::Function(point))),
        (None, false) => {
            let mut inner = Vec::new();
            insert(&mut inner, rest, point);
            members.push((first, Member::Object(inner)));
        }
        (Some((_, Member::Object(inner))), false) => insert(inner, rest, point),
        (Some(_), _) => {}
    }
}

fn members(list: &[(&str, Member<'_>)], depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    for (name, member) in list {
        match member {
            Member::Function(point) => {
                comment(
                    &[
                        point.doc.clone(),
                        "Its return value is undocumented.".to_owned(),
                    ],
                    &indent,
                    out,
                );
                out.push_str(&format!(
                    "{indent}{}({}): unknown;\n",
                    key(name),
                    argument(point)
                ));
            }
            Member::Object(inner) => {
                out.push_str(&format!("{indent}readonly {}: {{\n", key(name)));
                members(inner, depth + 1, out);
                out.push_str(&format!("{indent}}};\n"));
            }
        }
    }
}

pub(crate) fn argument(point: &EntryPoint) -> String {
    match &point.argument {
        None => "configuration: BrowserSdkConfiguration".to_owned(),
        Some(named) => format!("id: {}", type_of(&Type::Named(named.clone()))),
    }
}
