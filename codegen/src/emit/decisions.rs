//! The page of the guide with what is ours and not the documents': each fact of the spec that states a choice.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::emit::prose::{continued, one_of, sides, undocumented_success, unknown};
use crate::file_tree::{FileTree, header_of};
use crate::ir::{BrowserSdk, Echo, Mark, Operation, Package, Presence, Retry, Spec};
use crate::markdown::{code, end_sentence, escape_markdown};
use crate::unknowns::contradictions;

const PAGE: &str = "crates/guide/book/our-decisions.md";

const INTRODUCTION: &str = "# Choices beyond the documents

`spec/` states what the documents say. Where they are silent or contradict themselves, this page lists what the crates do.
The provider promises none of it: if a choice matters to your service, ask. Choices of the crates as a whole, such as that a
4xx was not executed, are in the guide. Choices about a field, such as an inferred type, are at the field.
";

/// The page: a section for each package, then the choices that are alike in several places.
pub(crate) fn page(spec: &Spec, trees: &[Map<String, Value>], tree: &mut FileTree) {
    let mut out = format!("<!-- {} -->\n\n{INTRODUCTION}", header_of("spec"));
    let mut rules = Rules::default();
    let mut is_empty = true;
    // Inherited contradictions are listed once.
    let mut known = HashSet::new();
    for (package, of_package) in spec.packages.iter().zip(trees) {
        let rows = rows(package, of_package, &mut known);
        if !rows.is_empty() {
            is_empty = false;
            out.push_str(&format!(
                "\n## {}\n\n| item | what the crates do | why |\n|---|---|---|\n{}",
                escape_markdown(&package.title),
                rows.concat()
            ));
        }
        rules.add(package);
    }
    out.push_str(&rules.text());
    if !(is_empty && rules.0.is_empty()) {
        tree.add(PAGE, out);
    }
}

/// Choices by what the crates do, then by why, then by where: the names of packages by item.
#[derive(Default)]
struct Rules(Entries<Entries<Entries<Vec<String>>>>);

/// Values by key, in the order in which the keys came.
type Entries<T> = Vec<(String, T)>;

/// The value of a key, which is added at the end if it is new.
fn entry<'e, T: Default>(entries: &'e mut Entries<T>, key: &str) -> &'e mut T {
    let index = entries.iter().position(|(other, _)| other == key);
    let index = index.unwrap_or_else(|| {
        entries.push((key.to_owned(), T::default()));
        entries.len() - 1
    });
    &mut entries[index].1
}

impl Rules {
    fn add(&mut self, package: &Package) {
        for operation in package.operations() {
            self.add_operation(package, operation);
        }
        let resources = package.resources.iter();
        for body in resources.flat_map(|resource| &resource.bodies) {
            let required = body.fields.iter();
            let required = required.filter(|field| field.presence == Presence::Required);
            let fields = required.filter(|field| !field.has(Mark::DocumentedRequired));
            let names: Vec<String> = fields.map(|field| code(&field.wire)).collect();
            if !names.is_empty() {
                let what = "The constructor of a request body requires these fields.";
                let why = "The documents do not say which fields of a request are required.";
                self.push(what, why, &body.name, &names.join(", "), package);
            }
        }
    }

    /// `detail` is what of the item it is about.
    fn push(&mut self, what: &str, why: &str, of: &str, detail: &str, package: &Package) {
        let item = match detail {
            "" => code(of),
            detail => format!("{}: {detail}", code(of)),
        };
        let of_what = entry(&mut self.0, what);
        let packages = entry(entry(of_what, &end_sentence(why)), &item);
        packages.push(package.name.clone());
    }

    /// A list for each choice: of its reasons, or of its items if they have one reason.
    fn text(&self) -> String {
        let mut out = String::new();
        if !self.0.is_empty() {
            out.push_str("\n## Operations and request bodies\n");
        }
        for (what, reasons) in &self.0 {
            let (after, lines) = match &reasons[..] {
                [(why, items)] => (format!(" {why}"), named(items)),
                reasons => {
                    let lines = reasons.iter();
                    let lines = lines.map(|(why, items)| {
                        format!("{}: {}", named(items).join(", "), continued(why))
                    });
                    (String::new(), lines.collect())
                }
            };
            out.push_str(&format!(
                "\n**{what}**{after}\n\n- {}\n",
                lines.join("\n- ")
            ));
        }
        out
    }
}

/// Each item with its packages.
fn named(items: &Entries<Vec<String>>) -> Vec<String> {
    let items = items.iter();
    items
        .map(|(item, packages)| format!("{item} ({})", packages.join(", ")))
        .collect()
}

/// The rows of a package: contradictions, then what is about one item alone.
fn rows(package: &Package, tree: &Map<String, Value>, known: &mut HashSet<String>) -> Vec<String> {
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

impl Rules {
    fn add_operation(&mut self, package: &Package, operation: &Operation) {
        let name = &operation.rust;
        if let Some((what, why)) = retry(operation) {
            self.push(&what, why, name, "", package);
        }
        let found_by = operation.find_by.iter();
        for (path, why) in found_by.flat_map(|find_by| &find_by.not_compared) {
            let what = "This field is not compared with the record that a look-up finds.";
            self.push(what, why, name, &code(path), package);
        }
        for echo in &operation.echoes {
            let what = "A response that shows another value than was sent is an error.";
            let why = "The documents show both values, but do not say that they are equal.";
            self.push(what, why, name, &places(echo), package);
        }
        for echo in &operation.distinct {
            let what = "A response that shows the value that was sent is an error.";
            let why = "The response is about a new record.";
            self.push(what, why, name, &places(echo), package);
        }
        if !operation.essential.is_empty() {
            let what = "A response that does not show this id, or shows it twice, is an error.";
            let why = "Field lists do not promise that a response has every field, and show no format of an id.";
            self.push(what, why, name, &one_of(&operation.essential), package);
        }
        if operation.is_write_without_documented_body() {
            let success = undocumented_success(package.envelope.as_ref());
            let what = format!(
                "A response with a successful status is a success if its body is {success}. After any other, the outcome \
                 is unknown, and the error has the response."
            );
            let why =
                "The documents do not show the body of a success, so it might report a failure.";
            self.push(&what, why, name, "", package);
        }
    }
}

/// Where a request and its response have the same value.
fn places(echo: &Echo) -> String {
    let string = echo.string.as_ref().map_or(String::new(), |string| {
        format!(", or for a string {}", code(&string.dotted()))
    });
    let (response, request) = (code(&echo.response.dotted()), code(&echo.request));
    format!("{request} and {response}{string}")
}

/// When a write is sent again, and why.
fn retry(operation: &Operation) -> Option<(String, &str)> {
    const NEVER: &str = "The call is not retried if it may have taken effect.";
    Some(match &operation.retry {
        Retry::Safe => return None,
        Retry::Never { why } => (NEVER.to_owned(), &**why),
        Retry::Harmless { why } => (
            "The call is retried after a failure, but not under `once`.".to_owned(),
            &**why,
        ),
        Retry::Idempotent { why, .. } => (
            "The call is retried after a failure, with the same idempotency key.".to_owned(),
            &**why,
        ),
        Retry::UniqueKey { field, why } => {
            let field = code(field);
            let find_by = operation.find_by.as_ref();
            let what = match find_by.map(|by| (by.parameter.is_some(), &by.callback_url)) {
                Some((true, _)) => format!(
                    "After an unknown outcome, the call is sent again only if there is no record with the {field}."
                ),
                Some((false, Some(url))) => format!(
                    "After an unknown outcome, the call is sent again only if it has a {}, and no callback has named an id \
                     for the {field}.",
                    code(url)
                ),
                _ => NEVER.to_owned(),
            };
            (what, &**why)
        }
    })
}

/// A row of Markdown.
fn row(of: &str, what: &str, why: &str) -> String {
    let cell = |text: &str| text.replace('|', "\\|");
    format!("| {} | {} | {} |\n", cell(&code(of)), cell(what), cell(why))
}
