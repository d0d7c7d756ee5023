//! Typings of a browser SDK: what the page's script offers, as far as the documents show it.
//!
//! The documents do not always show the name of the script's global object. Then the typings have the interface of the
//! object, and the page's author declares the name.

mod namespace;
mod text;
mod types;

use crate::emit::prose;
use crate::emit::typescript::namespace::namespace;
use crate::emit::typescript::text::{comment, deprecated_comment};
use crate::emit::typescript::types::{declaration, named_types, type_of};
use crate::file_tree::header;
use crate::ir::{BrowserSdk, Field, Mark, OpenQuestions, Package, Presence, Spec, Type};
use crate::json::quoted;
use crate::names::typescript_member;

/// The typings of a package's browser SDK, as a declaration file.
pub(crate) fn typings(spec: &Spec, package: usize, sdk: &BrowserSdk) -> String {
    let Some(package) = spec.packages.get(package) else {
        return String::new();
    };
    let mut out = format!("// {}\n", header([&*sdk.span.file]));
    for named in named_types(sdk) {
        declaration(spec, named, &mut out);
    }
    environments(package, &mut out);
    callback_type(sdk, &mut out);
    configuration(package, sdk, &mut out);
    namespace(sdk, &mut out);
    out
}

fn environments(package: &Package, out: &mut String) {
    let words: Vec<String> = package
        .environments
        .iter()
        .filter_map(|environment| environment.sdk_name.as_deref())
        .map(quoted)
        .collect();
    if words.is_empty() {
        return;
    }
    let mut docs = vec!["Names of the environments in the SDK.".to_owned()];
    for environment in &package.environments {
        if let Some(word) = &environment.sdk_name {
            docs.push(format!("- `{word}`: {}", environment.doc));
        }
    }
    out.push('\n');
    comment(&docs, "", out);
    out.push_str(&format!(
        "export type Environment = {};\n",
        words.join(" | ")
    ));
}

fn callback_type(sdk: &BrowserSdk, out: &mut String) {
    if sdk.event_handlers.is_empty() {
        return;
    }
    // The arguments are undocumented, so functions with and without parameters both fit.
    out.push('\n');
    comment(
        &["A function that the SDK calls. Its arguments are undocumented.".to_owned()],
        "",
        out,
    );
    out.push_str("export type Callback = (...args: unknown[]) => void;\n");
}

fn configuration(package: &Package, sdk: &BrowserSdk, out: &mut String) {
    let mut docs = vec![sdk.doc.clone()];
    docs.extend(sdk.notes.iter().cloned());
    docs.extend(open_questions(&sdk.open_questions));
    out.push('\n');
    comment(&docs, "", out);
    out.push_str("export interface BrowserSdkConfiguration {\n");
    let mut names = Vec::new();
    for field in &sdk.configuration {
        if !names.contains(&field.wire.as_str()) {
            names.push(&field.wire);
            property(package, field, out);
        }
    }
    for (name, doc) in &sdk.event_handlers {
        if !names.contains(&name.as_str()) {
            names.push(name);
            comment(std::slice::from_ref(doc), "  ", out);
            out.push_str(&format!("  {}?: Callback;\n", typescript_member(name)));
        }
    }
    out.push_str("}\n");
}

fn property(package: &Package, field: &Field, out: &mut String) {
    let mut docs: Vec<String> = field.doc.iter().cloned().collect();
    docs.extend(source_of_value(package, field));
    docs.extend(
        field
            .default
            .as_ref()
            .map(|default| format!("The documented default is `{}`.", default.text())),
    );
    docs.extend(field.max.map(|max| format!("At most {max} characters.")));
    docs.extend(field.has(Mark::Digits).then(|| "Digits only.".to_owned()));
    docs.extend(field.notes.iter().cloned());
    docs.extend(open_questions(&field.open_questions));
    deprecated_comment(&docs, field.deprecated.as_ref(), "  ", out);
    let optional = match field.presence {
        Presence::Optional | Presence::Nullable => "?",
        Presence::Required
        | Presence::FromClient(_)
        | Presence::Environment
        | Presence::Constant(_) => "",
    };
    let null = if field.presence == Presence::Nullable {
        " | null"
    } else {
        ""
    };
    out.push_str(&format!(
        "  {}{optional}: {}{null};\n",
        typescript_member(&field.wire),
        type_of_field(package, field)
    ));
}

/// The client value that it equals, if there is one.
fn source_of_value(package: &Package, field: &Field) -> Option<String> {
    let Presence::FromClient(name) = &field.presence else {
        return None;
    };
    let value = package
        .client_values
        .iter()
        .find(|value| value.name == *name)?;
    Some(match &value.default {
        Some(default) => {
            format!("The same value as the client's `{name}`, which is `{default}` unless set.")
        }
        None => format!("The same value as the client's `{name}`."),
    })
}

/// What is not documented, then contradictions of the documents.
fn open_questions(questions: &OpenQuestions) -> impl Iterator<Item = String> {
    let unknowns = questions.unknowns.iter().map(|text| prose::unknown(text));
    unknowns.chain(prose::contradictions(questions))
}

fn type_of_field(package: &Package, field: &Field) -> String {
    match (&field.presence, &field.ty) {
        (Presence::Constant(text), Type::List(_)) => format!("[{}]", quoted(text)),
        (Presence::Constant(text), _) => quoted(text),
        (Presence::Environment, _)
            if package
                .environments
                .iter()
                .any(|environment| environment.sdk_name.is_some()) =>
        {
            "Environment".to_owned()
        }
        (_, ty) => type_of(ty),
    }
}
