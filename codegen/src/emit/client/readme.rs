//! The README of a client crate: a first call, its operations in a table, how they are sent.

use crate::emit::readme::deprecation;
use crate::emit::rust::manifest;
use crate::emit::rust::markdown::escape_markdown;
use crate::example::{callback_example, first_call};
use crate::file_tree::header;
use crate::ir::{Named, Operation, Package, Response, Spec};
use crate::names;

/// The README.
pub(super) fn readme(spec: &Spec, index: usize) -> String {
    let package = &spec.packages[index];
    let mut out = format!(
        "<!-- {} -->\n\n# {}\n\nA client of “{}”. {}\n{}\n\
         Each operation is a struct, and `client.send` sends it. The guide in `crates/guide/book` of the repository says how to \
         depend on the crate, and answers the questions of a service: `index.md` is its first page.\n",
        header([&*package.dir]),
        package.client_package(),
        escape_markdown(&package.title),
        escape_markdown(&package.doc),
        deprecation(package)
    );
    if let Some(example) = first_call(spec, index) {
        out.push_str(&format!("\n## First call\n\n```rust\n{example}```\n"));
    }
    out.push_str(&operation_table(package));
    out.push_str(&calls(package));
    out.push_str(&callbacks(spec, index));
    out.push_str(&features(package));
    out
}

fn operations(package: &Package) -> impl Iterator<Item = &Operation> {
    let resources = package.resources.iter();
    resources.flat_map(|resource| &resource.operations)
}

/// The operations in a table, in the order of their resources. Two columns fit on a narrow screen.
fn operation_table(package: &Package) -> String {
    let mut out = String::from("\n## Operations\n");
    let mut all = package.operations();
    let has_choice = package.auth.len() > 1 || all.any(|operation| operation.auth.is_empty());
    if let ([only], false) = (package.auth.as_slice(), has_choice) {
        let name = names::type_of(&only.name);
        out.push_str(&format!(
            "\nAll operations take the credentials `{name}`.\n"
        ));
    }
    out.push_str(match has_choice {
        true => "\n| operation | request, credentials and response |\n|---|---|\n",
        false => "\n| operation | request and response |\n|---|---|\n",
    });
    for resource in &package.resources {
        for operation in &resource.operations {
            let mut lines: Vec<String> = operation
                .routes
                .iter()
                .map(|route| format!("`{} {}`", operation.method, route.template))
                .collect();
            if operation.auth.is_empty() {
                lines.push("no credentials".to_owned());
            } else if has_choice {
                let credentials: Vec<String> = operation
                    .auth
                    .iter()
                    .map(|index| names::type_of(&package.auth[*index].name))
                    .map(|name| format!("`{name}`"))
                    .collect();
                lines.push(credentials.join(", "));
            }
            lines.push(output(operation));
            let deprecated = match operation.deprecated {
                Some(_) => "**Deprecated.** ",
                None => "",
            };
            out.push_str(&format!(
                "| `{}`<br>{deprecated}{} | {} |\n",
                operation.rust,
                escape_markdown(first_sentence(&operation.doc)),
                lines.join("<br>"),
            ));
        }
    }
    out
}

fn first_sentence(text: &str) -> &str {
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    &text[..end]
}

/// The methods that send the operations.
fn calls(package: &Package) -> String {
    let mut items = vec![
        "`client.send(operation)` returns the decoded response, `client.call().send_for_response(operation)` also its status, \
         headers and mismatches."
            .to_owned(),
    ];
    if operations(package).any(|operation| matches!(operation.response, Response::Page(_))) {
        items.push(
            "`client.items(operation)` and `client.call().pages(operation)` follow pagination."
                .to_owned(),
        );
    }
    if operations(package).any(Operation::supports_sync) {
        items.push(
            "`client.call().sync(operation, checkpoint, overlap)` yields the records that changed since the previous run; after \
             a crash it continues from the last checkpoint."
                .to_owned(),
        );
    }
    for operation in operations(package) {
        let Some(find_by) = &operation.find_by else {
            continue;
        };
        // Without a parameter for the value itself, the service determines the operation of the lookup.
        let finder = match find_by.parameter {
            Some(_) => "",
            None => " (its id is found by `ClientBuilder::finder`)",
        };
        items.push(format!(
            "`client.call().unique().send(operation)` looks up the record of `{}`{finder} if the outcome is unknown, before it \
             sends the request again, even if an earlier call created it.",
            operation.rust
        ));
    }
    if package.has_writes() {
        items.push(
            "`client.once(key).send(operation)` sends a write once under a key, even if the process crashes: the journal of \
             `ClientBuilder::journal` keeps its intent before its first byte, and its outcome after."
                .to_owned(),
        );
    }
    items.push(
        "`client.call()` sets timeouts, headers, parameters and labels of single calls.".to_owned(),
    );
    format!(
        "\n## Calls\n\n{}\n\
         Awaited calls need a Tokio runtime; `.wait()` instead of `.await` blocks. All clients return the same `Error` type. \
         `Wrapped<T>` dereferences to `T`.\n",
        items
            .iter()
            .map(|item| format!("- {item}\n"))
            .collect::<String>()
    )
}

fn features(package: &Package) -> String {
    let rows: String = manifest::features(package)
        .map(|feature| {
            let default = if feature.is_default { " (default)" } else { "" };
            format!("| `{}`{default} | {} |\n", feature.name, feature.adds)
        })
        .collect();
    format!("\n## Cargo features\n\n| feature | adds |\n|---|---|\n{rows}")
}

/// The callbacks that the package receives.
fn callbacks(spec: &Spec, index: usize) -> String {
    let package = &spec.packages[index];
    let mut out = String::new();
    for (_, callback) in spec.callbacks_of(index) {
        out.push_str(&format!(
            "\n## Callbacks\n\n{} `model::{}::from_form` parses it.\n",
            escape_markdown(&callback.doc),
            callback.record.name
        ));
        let operations = package
            .resources
            .iter()
            .flat_map(|resource| &resource.operations);
        let confirming = operations.filter(|operation| {
            let confirmation = operation.confirms_callback.as_ref();
            confirmation.is_some_and(|confirmation| {
                confirmation.callback == callback.name
                    && confirmation.callback_record == callback.record
            })
        });
        for operation in confirming {
            out.push_str(&format!(
                "\nCallbacks are unsigned, so their payload is only a hint. `{name}` reads the authoritative record: `callback::Handler` does so \
                 and reports each change once (feature `axum`: an adapter for that framework), and `callback::watch` follows one record by \
                 callbacks, polling, or both.\n",
                name = operation.rust
            ));
            if let Some(example) = callback_example(spec, index, operation) {
                out.push_str(&format!("\n```rust\n{example}```\n"));
            }
        }
    }
    out
}

fn output(operation: &Operation) -> String {
    let code = |named: &Named| format!("`{}`", named.name);
    match &operation.response {
        Response::Record(named) => code(named),
        Response::Wrapped(_, named) => format!("{} in `Wrapped`", code(named)),
        Response::Payload(ty) => ty.named().map_or("its payload".to_owned(), code),
        Response::Page(page) => format!("pages of {}", code(&page.item)),
        Response::Unknown | Response::Accepted => "`RawResponse`".to_owned(),
    }
}
