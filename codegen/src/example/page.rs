//! The sample of a browser SDK: a configuration and its calls, with the types of the typings.

use crate::example::fetch::TYPESCRIPT;
use crate::example::literal::Style;
use crate::example::tree::{Examples, Extent};
use crate::ir::{BrowserSdk, Package, Presence, Spec};
use crate::json::quoted;
use crate::names::typescript_member;

/// TypeScript on a page, which has no environment to take values from.
const PAGE: Style = Style {
    variable: |name| quoted(&format!("<{name}>")),
    ..TYPESCRIPT
};

/// The sample of a browser SDK, if it has functions.
pub(crate) fn page_example(spec: &Spec, package: &Package, sdk: &BrowserSdk) -> Option<String> {
    if sdk.entry_points.is_empty() {
        return None;
    }
    let mut types = vec![
        "BrowserSdk".to_owned(),
        "BrowserSdkConfiguration".to_owned(),
    ];
    let (global, mut declarations) = match &sdk.namespace {
        Some(name) => (name.as_str(), String::new()),
        None => (
            "sdk",
            "// The global object of the script.\ndeclare const sdk: BrowserSdk;\n".to_owned(),
        ),
    };
    let mut calls = String::new();
    for point in &sdk.entry_points {
        let argument = match &point.argument {
            None => "configuration",
            Some(named) => {
                if !types.contains(&named.name) {
                    types.push(named.name.clone());
                    declarations.push_str(&format!("declare const id: {};\n", named.name));
                }
                "id"
            }
        };
        calls.push_str(&format!("{global}.{}({argument});\n", point.path));
    }
    if sdk.namespace.is_some() {
        types.remove(0);
    }
    let mut members: Vec<String> = Vec::new();
    let mut examples = Examples::new(spec, package, Extent::Call);
    for field in &sdk.configuration {
        let is_sent = field.presence == Presence::Required || !field.is_set_by_caller();
        if let Some(value) = is_sent.then(|| examples.field(field)).flatten() {
            members.push(format!(
                "{}: {}",
                typescript_member(&field.wire),
                PAGE.literal(&value, 1)
            ));
        }
    }
    for (name, _) in &sdk.event_handlers {
        members.push(format!(
            "{}: () => console.log({})",
            typescript_member(name),
            quoted(name)
        ));
    }
    Some(format!(
        "import type {{ {} }} from \"./browser-sdk\";\n\n{declarations}\n\
         const configuration: BrowserSdkConfiguration = {};\n{calls}",
        types.join(", "),
        PAGE.layout(('{', '}'), &members, 0),
    ))
}
