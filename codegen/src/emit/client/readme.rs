//! The README of a client crate: a first call, its operations in a table, how they are sent.

use crate::emit::example::{callback_example, example};
use crate::emit::rust::manifest;
use crate::emit::rust::markdown::escape_markdown;
use crate::file_tree::header;
use crate::ir::{Operation, Package, Response, Spec};
use crate::names;

/// The README.
pub(super) fn readme(spec: &Spec, index: usize) -> String {
    let package = &spec.packages[index];
    let mut out = format!(
        "<!-- {} -->\n\n# {}\n\nClient for {}: operations as values, and the client that sends them.\n\n{}\n",
        header([&*package.dir]),
        package.client_package(),
        escape_markdown(&package.title),
        escape_markdown(&package.doc)
    );
    if let Some(example) = example(spec, index) {
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

fn operation_table(package: &Package) -> String {
    let mut out = String::from(
        "\n## Operations\n\n| operation | request | credentials | response |\n|---|---|---|---|\n",
    );
    for operation in operations(package) {
        let paths: Vec<String> = operation
            .routes
            .iter()
            .map(|route| format!("`{} {}`", operation.method, route.template))
            .collect();
        let credentials: Vec<String> = operation
            .auth
            .iter()
            .map(|index| format!("`{}`", names::type_of(&package.auth[*index].name)))
            .collect();
        out.push_str(&format!(
            "| `{}` | {} | {} | {} |\n",
            operation.rust,
            paths.join("<br>"),
            credentials.join(", "),
            output(operation)
        ));
    }
    out
}

/// The methods that send the operations.
fn calls(package: &Package) -> String {
    let mut items = vec![
        "`client.send(operation)` returns the decoded response, `client.send_with_response(operation)` also its status, \
         headers and mismatches."
            .to_owned(),
    ];
    if operations(package).any(|operation| matches!(operation.response, Response::Page(_))) {
        items.push(
            "`client.pages(operation)` and `client.items(operation)` follow pagination.".to_owned(),
        );
    }
    if operations(package).any(Operation::supports_sync) {
        items.push(
            "`client.sync(operation, watermark, overlap)` yields the records that changed since the previous run."
                .to_owned(),
        );
    }
    for operation in operations(package) {
        let Some(find_by) = &operation.find_by else {
            continue;
        };
        // Without a parameter for the value itself, the service determines the operation of the lookup.
        let method = match find_by.parameter {
            Some(_) => "create_once",
            None => "create_once_with",
        };
        items.push(format!(
            "`client.{method}` retries `{}` once if the outcome is unknown, and reads the record that was created.",
            operation.rust
        ));
    }
    items.push(
        "`client.with_options(options)` sets timeouts, headers and parameters of single calls."
            .to_owned(),
    );
    format!(
        "\n## Calls\n\n{}\n\
         Calls need a Tokio runtime, except those of the blocking client. All clients return the same `Error` type. \
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
    match &operation.response {
        Response::Record(named) => format!("`{}`", named.name),
        Response::Wrapped(_, named) => format!("`Wrapped<{}>`", named.name),
        Response::Payload(ty) => ty.named().map_or("its payload".to_owned(), |named| {
            format!("`{}`", named.name)
        }),
        Response::Page(page) => format!("pages of `{}`", page.item.name),
        Response::Unknown | Response::Accepted => "`RawResponse`".to_owned(),
    }
}
