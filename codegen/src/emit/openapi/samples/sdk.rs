//! The sample of a browser SDK: a configuration and its calls, with the types of the typings.

use crate::emit::example::{ExampleValue, example_value};
use crate::emit::openapi::document::Document;
use crate::emit::openapi::json::{Object, Value, quoted};
use crate::emit::openapi::samples::fetch::{key, layout};
use crate::ir::{BrowserSdk, Field, Presence, Type};

/// The samples of a browser SDK; empty if it has no functions.
pub(crate) fn sdk_sample(document: &Document<'_>, sdk: &BrowserSdk) -> Vec<Value> {
    if sdk.entry_points.is_empty() {
        return Vec::new();
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
    for field in &sdk.configuration {
        if let Some(text) = configuration_value(document, field) {
            members.push(format!("{}: {text}", key(&field.wire)));
        }
    }
    for (name, _) in &sdk.event_handlers {
        members.push(format!(
            "{}: () => console.log({})",
            key(name),
            quoted(name)
        ));
    }
    let source = format!(
        "import type {{ {} }} from \"./browser-sdk\";\n\n{declarations}\n\
         const configuration: BrowserSdkConfiguration = {};\n{calls}",
        types.join(", "),
        layout(('{', '}'), &members, 0),
    );
    let object = Object::default()
        .with("lang", "TypeScript")
        .with("label", "browser SDK")
        .with("source", source);
    vec![object.into()]
}

/// The value of a field that every configuration has.
fn configuration_value(document: &Document<'_>, field: &Field) -> Option<String> {
    let package = document.package;
    let text = match &field.presence {
        Presence::Constant(text) => text.clone(),
        Presence::Environment => {
            let mut environments = package.environments.iter();
            environments
                .find_map(|environment| environment.sdk_name.as_ref())?
                .clone()
        }
        Presence::FromClient(name) => {
            let mut values = package.client_values.iter();
            let known = values.find(|known| known.name == *name);
            let default = known.and_then(|known| known.default.clone());
            default.unwrap_or_else(|| format!("<{name}>"))
        }
        Presence::Required => match example_value(field)? {
            ExampleValue::Text(text) => text,
            ExampleValue::Integer(number) | ExampleValue::Decimal(number) => {
                return Some(number.to_string());
            }
            ExampleValue::Boolean(value) => return Some(value.to_string()),
            ExampleValue::Date | ExampleValue::LocalDateTime => return None,
        },
        Presence::Optional | Presence::Nullable => return None,
    };
    Some(match field.ty {
        Type::List(_) => format!("[{}]", quoted(&text)),
        _ => quoted(&text),
    })
}
