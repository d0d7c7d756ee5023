//! The page of the guide with what is ours and not the documents': each fact of the spec that states a choice.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::emit::prose::{
    is_not_repeated, is_repeated, lacks_id, sides, undocumented_success, unknown,
};
use crate::file_tree::{FileTree, header_of};
use crate::ir::{BrowserSdk, Mark, Operation, Package, Presence, Retry, Spec};
use crate::markdown::{code, end_sentence, escape_markdown};
use crate::unknowns::contradictions;

const PAGE: &str = "crates/guide/book/our-decisions.md";

const INTRODUCTION: &str = "# Choices beyond the documents

`spec/` states what the documents say. Where they are silent or contradict themselves, this page lists what the crates do.
Choices of the crates as a whole, such as that a 4xx was not executed, are in the guide. Choices about a field, such as an
inferred type or an amount that is read strictly, are at the field, and in the table `FIELDS` of its record. The provider
promises none of these choices: if one matters to your service, ask. `cargo xtask unknowns` prints the open questions behind them.
";

/// The page, with a section for each package.
pub(crate) fn page(spec: &Spec, trees: &[Map<String, Value>], tree: &mut FileTree) {
    let mut out = format!("<!-- {} -->\n\n{INTRODUCTION}", header_of("spec"));
    let mut is_empty = true;
    // Inherited contradictions are listed once.
    let mut known = HashSet::new();
    for (package, of_package) in spec.packages.iter().zip(trees) {
        let choices = choices(package, of_package, &mut known);
        if !choices.is_empty() {
            is_empty = false;
            out.push_str(&format!(
                "\n## {}\n\n| item | what the crates do | why |\n|---|---|---|\n{}",
                escape_markdown(&package.title),
                choices.concat()
            ));
        }
    }
    if !is_empty {
        tree.add(PAGE, out);
    }
}

/// The rows of a package: contradictions, then operations, then bodies.
fn choices(
    package: &Package,
    tree: &Map<String, Value>,
    known: &mut HashSet<String>,
) -> Vec<String> {
    let mut rows = Vec::new();
    for found in contradictions(&package.name, tree) {
        let why = sides(&found.says, &found.but);
        if known.insert(format!("{why}{}", found.so)) {
            let subject = rust_name(package, &found.subject);
            rows.push(row(&subject, &end_sentence(&found.so), &why));
        }
    }
    let resources = package.resources.iter();
    for declared in resources.flat_map(|resource| &resource.enums) {
        // A text that is no word says nothing of its meaning.
        let values = declared.values.iter();
        let values = values.filter(|value| !value.text.starts_with(char::is_alphabetic));
        let named = values.map(|value| format!("{} is {}", code(&value.text), code(&value.rust)));
        let named: Vec<String> = named.collect();
        let unknowns = declared.open_questions.unknowns.iter();
        let why: Vec<String> = unknowns.map(|text| unknown(text)).collect();
        if !named.is_empty() && !why.is_empty() {
            let what = format!("{}.", named.join(", "));
            rows.push(row(&declared.name, &what, &why.join(" ")));
        }
    }
    for (name, field) in package.fields() {
        if let Presence::Constant(text) = &field.presence {
            let what = format!("The value is always {}.", code(&text.to_string()));
            let why = "The documents name no other value.";
            rows.push(row(&format!("{name}.{}", field.wire), &what, why));
        }
    }
    for resource in &package.resources {
        if let Some(sdk) = &resource.browser_sdk {
            rows.extend(of_browser_sdk(&resource.name, sdk));
        }
    }
    for operation in package.operations() {
        rows.extend(of_operation(package, operation));
    }
    let bodies = package
        .resources
        .iter()
        .flat_map(|resource| &resource.bodies);
    for body in bodies {
        let required = body.fields.iter();
        let required = required.filter(|field| field.presence == Presence::Required);
        let fields = required.filter(|field| !field.has(Mark::DocumentedRequired));
        let names: Vec<String> = fields.map(|field| code(&field.wire)).collect();
        if !names.is_empty() {
            let what = format!("The constructor requires {}.", names.join(", "));
            let why = "The documents do not say which fields of a request are required.";
            rows.push(row(&body.name, &what, why));
        }
    }
    rows
}

/// What a contradiction is about, with an operation by its type.
fn rust_name(package: &Package, subject: &str) -> String {
    let (name, rest) = subject.split_at(subject.find('.').unwrap_or(subject.len()));
    let mut operations = package.operations();
    let operation = operations.find(|operation| operation.name == name);
    operation.map_or(subject.to_owned(), |operation| {
        format!("{}{rest}", operation.rust)
    })
}

fn of_browser_sdk(name: &str, sdk: &BrowserSdk) -> Vec<String> {
    let handler = sdk.error_handler.iter().map(|handler| {
        row(
            &format!("{name}.{handler}"),
            "The snippet calls it if the script is missing or does not have the functions of the SDK.",
            "The documents do not say what a page does then.",
        )
    });
    let origin = row(
        name,
        "`Snippet::csp` allows frames and connections of the script's origin alone.",
        "The documents do not name the origins of the app and of the script's requests.",
    );
    handler.chain([origin]).collect()
}

fn of_operation(package: &Package, operation: &Operation) -> Vec<String> {
    let name = &operation.rust;
    let mut rows = Vec::new();
    let (what, why) = match &operation.retry {
        Retry::Safe => (None, ""),
        Retry::Never { why } => (
            Some("The call is not retried if it may have taken effect.".to_owned()),
            &**why,
        ),
        Retry::Harmless { why } => (
            Some("The call is retried after a failure, but not under `once`.".to_owned()),
            &**why,
        ),
        Retry::Idempotent { why, .. } => (
            Some("The call is retried after a failure, with the same idempotency key.".to_owned()),
            &**why,
        ),
        Retry::UniqueKey { field, why } => {
            let field = code(field);
            let what = match &operation.find_by {
                None => "The call is not retried if it may have taken effect.".to_owned(),
                Some(find_by) if find_by.parameter.is_none() => match &find_by.callback_url {
                    Some(url) => format!(
                        "After an unknown outcome, the call is sent again only if it has a {}, and no callback has named an id \
                         for the {field}.",
                        code(url)
                    ),
                    None => "The call is not retried if it may have taken effect.".to_owned(),
                },
                Some(_) => format!(
                    "After an unknown outcome, the call is sent again only if there is no record with the {field}."
                ),
            };
            (Some(what), &**why)
        }
    };
    rows.extend(what.map(|what| row(name, &what, &end_sentence(why))));
    let compared = operation
        .find_by
        .iter()
        .flat_map(|find_by| &find_by.not_compared);
    for (path, why) in compared {
        let what = format!(
            "{} is not compared with the record that a look-up finds.",
            code(path)
        );
        rows.push(row(name, &what, &end_sentence(why)));
    }
    for echo in &operation.echoes {
        let what = format!("A response whose {} is an error.", is_not_repeated(echo));
        let why = "The documents show both values, but do not say that they are equal.";
        rows.push(row(name, &what, why));
    }
    for echo in &operation.distinct {
        let what = format!("A response whose {} is an error.", is_repeated(echo));
        rows.push(row(name, &what, "The response is about a new record."));
    }
    if !operation.essential.is_empty() {
        let what = format!(
            "A response is an error if it {}.",
            lacks_id(&operation.essential)
        );
        let why = "Field lists do not promise that a response has every field, and show no format of an id.";
        rows.push(row(name, &what, why));
    }
    if operation.is_write_without_documented_body() {
        let success = undocumented_success(package.envelope.as_ref());
        let what = format!(
            "A response with a successful status is a success if its body is {success}. After any other, the \
             outcome is unknown, and the error has the response."
        );
        let why = "The documents do not show the body of a success, so it might report a failure.";
        rows.push(row(name, &what, why));
    }
    rows
}

/// A row of Markdown.
fn row(of: &str, what: &str, why: &str) -> String {
    let cell = |text: &str| text.replace('|', "\\|");
    format!("| {} | {} | {} |\n", cell(&code(of)), cell(what), cell(why))
}
