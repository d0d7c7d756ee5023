//! The global object of the script.

use crate::emit::typescript::text::comment;
use crate::emit::typescript::types::type_of;
use crate::ir::{BrowserSdk, EntryPoint, Type};
use crate::names::{is_of_typescript, typescript_member};

pub(crate) fn namespace(sdk: &BrowserSdk, out: &mut String) {
    let known = sdk
        .namespace
        .as_deref()
        .filter(|name| is_of_typescript(name));
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
    let functions = sdk.entry_points.iter();
    let functions: Vec<_> = functions.map(|point| (&*point.path, point)).collect();
    members(&functions, 1, out);
    out.push_str("}\n");
    if let Some(name) = known {
        out.push_str(&format!(
            "\ndeclare global {{\n  const {name}: BrowserSdk;\n}}\n"
        ));
    }
}

/// The functions by their paths; those with a common first name are members of one object.
fn members(functions: &[(&str, &EntryPoint)], depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    let mut known = Vec::new();
    for (path, point) in functions {
        let (name, rest) = path.split_once('.').unwrap_or((path, ""));
        // Nothing can be below a function, or beside it under its name.
        if known.contains(&name) {
            continue;
        }
        known.push(name);
        if rest.is_empty() {
            let docs = [
                point.doc.clone(),
                "Its return value is undocumented.".to_owned(),
            ];
            comment(&docs, &indent, out);
            let (name, argument) = (typescript_member(name), argument(point));
            out.push_str(&format!("{indent}{name}({argument}): unknown;\n"));
        } else {
            let inner = functions.iter().filter_map(|(path, point)| {
                let (first, rest) = path.split_once('.')?;
                (first == name).then_some((rest, *point))
            });
            out.push_str(&format!(
                "{indent}readonly {}: {{\n",
                typescript_member(name)
            ));
            members(&inner.collect::<Vec<_>>(), depth + 1, out);
            out.push_str(&format!("{indent}}};\n"));
        }
    }
}

fn argument(point: &EntryPoint) -> String {
    match &point.argument {
        None => "configuration: BrowserSdkConfiguration".to_owned(),
        Some(named) => format!("id: {}", type_of(&Type::Named(named.clone()))),
    }
}
