//! READMEs of generated crates: what the crate is, its operations in a table, a first call.

use crate::emit::example::{body_sample, callback_example, example};
use crate::emit::rust::markdown::escape_markdown;
use crate::file_tree::GENERATED_HEADER;
use crate::ir::{Named, NamedKind, Operation, Package, Presence, Response, Spec, Type};
use crate::names;

/// The README of a model crate.
pub(crate) fn model(spec: &Spec, index: usize) -> String {
    let package = &spec.packages[index];
    let mut out = format!(
        "<!-- {GENERATED_HEADER} -->\n\n# {}\n\n{}: records, request bodies and enums.\n\n{}\n\n| module | types |\n|---|---|\n",
        package.model_package(),
        escape_markdown(&package.title),
        escape_markdown(&package.doc)
    );
    for resource in &package.resources {
        let types = [
            resource
                .records
                .iter()
                .map(|declared| &declared.name)
                .collect::<Vec<_>>(),
            resource
                .bodies
                .iter()
                .map(|declared| &declared.name)
                .collect(),
            resource
                .enums
                .iter()
                .map(|declared| &declared.name)
                .collect(),
            resource.ids.iter().map(|declared| &declared.name).collect(),
        ];
        let types: Vec<String> = types
            .concat()
            .iter()
            .map(|name| format!("`{name}`"))
            .collect();
        if !types.is_empty() {
            out.push_str(&format!("| `{}` | {} |\n", resource.name, types.join(", ")));
        }
    }
    for (used, names) in spec.imported_types(index) {
        let types: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        out.push_str(&format!(
            "| from `{}` | {} |\n",
            spec.packages[used].model_package(),
            types.join(", ")
        ));
    }
    if let Some(example) = model_example(spec, index) {
        out.push_str(&format!("\n```rust\n{example}```\n"));
    }
    out.push_str(
        "\nRecords are plain structs of public fields; every field of a response is an `Option` or a list. Unknown fields, and \
         values of another type, are in `extra`. The crate depends on no HTTP client and no procedural macro.\n",
    );
    out
}

/// An example of the types of a package: a record that is decoded, or a body that is encoded.
fn model_example(spec: &Spec, index: usize) -> Option<String> {
    let package = &spec.packages[index];
    let krate = names::crate_ident(&package.model_package());
    let records = package
        .resources
        .iter()
        .flat_map(|resource| &resource.records);
    let readable = records.filter(|record| record.fields.iter().all(|field| !field.envelope));
    let read = readable
        .flat_map(|record| record.fields.iter().map(move |field| (record, field)))
        .find_map(|(record, field)| match field.ty {
            Type::Integer { .. } => Some((record, field, "7", "Some(7)")),
            Type::Text if !field.secret => Some((record, field, "\"seven\"", "Some(\"seven\")")),
            _ => None,
        });
    if let Some((record, field, json, value)) = read {
        let (name, wire, rust) = (&record.name, &field.wire, &field.rust);
        let view = if value.contains('"') {
            ".as_deref()"
        } else {
            ""
        };
        return Some(format!(
            "use {krate}::{name};\nuse {krate}::api_wire::{{from_str, mismatches, to_string}};\n\n\
             # fn main() -> Result<(), {krate}::api_wire::ReadError> {{\n\
             let text = r#\"{{\"{wire}\":{json},\"not_described\":[1.50]}}\"#;\n\
             let record: {name} = from_str(text)?;\n\
             assert_eq!(record.{rust}{view}, {value});\n\
             assert!(record.extra.get(\"not_described\").is_some());\n\
             assert!(mismatches(&record).is_empty());\n\
             assert_eq!(to_string(&record), text);\n# Ok(())\n# }}\n"
        ));
    }
    let mut bodies = package
        .resources
        .iter()
        .flat_map(|resource| &resource.bodies);
    let body = bodies.find(|body| {
        let expected = body
            .fields
            .iter()
            .filter(|field| field.presence == Presence::Required);
        (1..=3).contains(&expected.count())
    })?;
    let named = Named {
        package: index,
        name: body.name.clone(),
        kind: NamedKind::Body,
    };
    let mut models = Vec::new();
    let value = body_sample(spec, &named, &mut models)?;
    models.dedup();
    let imports: String = models
        .iter()
        .map(|name| format!("use {krate}::{name};\n"))
        .collect();
    Some(format!(
        "{imports}use {krate}::api_wire::to_string;\n\nlet body = {value};\nassert!(to_string(&body).starts_with('{{'));\n"
    ))
}

/// The README of a client crate.
pub(crate) fn client(spec: &Spec, index: usize) -> String {
    let package = &spec.packages[index];
    let mut out = format!(
        "<!-- {GENERATED_HEADER} -->\n\n# {}\n\nClient for {}: operations as values, and the client that sends them.\n\n{}\n",
        package.client_package(),
        escape_markdown(&package.title),
        escape_markdown(&package.doc)
    );
    if let Some(example) = example(spec, index) {
        out.push_str(&format!("\n## First call\n\n```rust\n{example}```\n"));
    }
    out.push_str(
        "\n## Operations\n\n| operation | request | credentials | response |\n|---|---|---|---|\n",
    );
    for operation in package
        .resources
        .iter()
        .flat_map(|resource| &resource.operations)
    {
        let paths: Vec<String> = operation
            .routes
            .iter()
            .map(|route| format!("`{} {}`", operation.method, route.template))
            .collect();
        let takes: Vec<String> = operation
            .auth
            .iter()
            .map(|index| format!("`{}`", names::type_of(&package.auth[*index].name)))
            .collect();
        out.push_str(&format!(
            "| `{}` | {} | {} | {} |\n",
            operation.rust,
            paths.join("<br>"),
            takes.join(", "),
            gives(operation)
        ));
    }
    let operations = || {
        package
            .resources
            .iter()
            .flat_map(|declared| &declared.operations)
    };
    let pages = if operations().any(|operation| matches!(operation.response, Response::Page(_))) {
        ". `client.pages(operation)` and `client.items(operation)` follow pagination"
    } else {
        ""
    };
    let changes = if operations().any(Operation::supports_sync) {
        ", and `client.sync(operation, watermark, overlap)` yields the records that changed since the previous run"
    } else {
        ""
    };
    let create_once: String = operations()
        .filter_map(|operation| Some((operation, operation.find_by.as_ref()?)))
        .map(|(operation, find_by)| {
            // Without a parameter that takes the value itself, the service has to say where the record can be read.
            let method = match find_by.parameter {
                Some(_) => "create_once",
                None => "create_once_with",
            };
            format!(
                " `client.{method}` retries `{}` once if the outcome is unknown, and reads the record that was created.",
                operation.rust
            )
        })
        .collect();
    out.push_str(&format!(
        "\n`client.send(operation)` returns the decoded response, `client.send_with_response(operation)` also its status, headers and \
         mismatches{pages}{changes}.{create_once} \
         `Wrapped<T>` dereferences to `T`. All clients return the same `Error` type. The feature `blocking` adds `blocking::Client`, with the same methods. \
         The feature `testing`, for dev-dependencies, adds `testing::ScriptedTransport`, a transport without a server.\n",
    ));
    out.push_str(&callbacks(spec, index));
    out
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

fn gives(operation: &Operation) -> String {
    match &operation.response {
        Response::Record(named) => format!("`{}`", named.name),
        Response::Wrapped(_, named) => format!("`Wrapped<{}>`", named.name),
        Response::Payload(ty) => ty.named().map_or("its payload".to_owned(), |named| {
            format!("`{}`", named.name)
        }),
        Response::Page(page) => format!("pages of `{}`", page.item.name),
        Response::Unknown => "the raw response".to_owned(),
        Response::Accepted => "the status".to_owned(),
    }
}

/// The README of the crate of the OpenAPI documents.
pub(crate) fn description(apis: &[(usize, &Package)]) -> String {
    let mut out = format!(
        "<!-- {GENERATED_HEADER} -->\n\n# api-description\n\nOpenAPI 3.1 documents of the APIs, generated from the same spec as the clients.\n\n\
         | document | API |\n|---|---|\n"
    );
    for (_, package) in apis {
        out.push_str(&format!(
            "| [`{0}.json`](openapi/{0}.json) | {1} |\n",
            package.name,
            escape_markdown(&package.title)
        ));
    }
    out
}
