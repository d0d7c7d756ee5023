//! READMEs of generated crates: what the crate is, its operations in a table, a first call.

use super::client::is_text;
use super::docs::harmless;
use super::model::shared;
use crate::files::MARK;
use crate::ir::{Field, House, Named, NamedKind, Operation, Presence, ReplyOf, Scheme, Set, Type};
use crate::names;

/// The README of a model crate.
pub(crate) fn model(house: &House, at: usize) -> String {
    let set = &house.sets[at];
    let mut out = format!(
        "<!-- {MARK} -->\n\n# {}\n\n{}: what is read and what is sent.\n\n{}\n\n| module | types |\n|---|---|\n",
        set.model_package(),
        harmless(&set.title),
        harmless(&set.doc)
    );
    for resource in &set.resources {
        let types = [
            resource
                .records
                .iter()
                .map(|one| &one.name)
                .collect::<Vec<_>>(),
            resource.bodies.iter().map(|one| &one.name).collect(),
            resource.enums.iter().map(|one| &one.name).collect(),
            resource.ids.iter().map(|one| &one.name).collect(),
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
    for (used, names) in shared(house, at) {
        let types: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        out.push_str(&format!(
            "| from `{}` | {} |\n",
            house.sets[used].model_package(),
            types.join(", ")
        ));
    }
    if let Some(example) = model_example(house, at) {
        out.push_str(&format!("\n```rust\n{example}```\n"));
    }
    out.push_str(
        "\nRecords are plain structs of public fields; every field that is read is an `Option` or a list. What came beside \
         them, or in another shape, is in `extra`. The crate has no HTTP and no procedural macro in its tree.\n",
    );
    out
}

/// How the types of a set are used: a record that is read, or a body that is written.
fn model_example(house: &House, at: usize) -> Option<String> {
    let set = &house.sets[at];
    let krate = names::crate_ident(&set.model_package());
    let records = set.resources.iter().flat_map(|resource| &resource.records);
    let readable = records.filter(|record| record.fields.iter().all(|field| !field.envelope));
    let read = readable
        .flat_map(|record| record.fields.iter().map(move |field| (record, field)))
        .find_map(|(record, field)| match field.ty {
            Type::Integer { .. } => Some((record, field, "7", "Some(7)")),
            Type::Text { .. } if !field.secret => {
                Some((record, field, "\"seven\"", "Some(\"seven\")"))
            }
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
    let mut bodies = set.resources.iter().flat_map(|resource| &resource.bodies);
    let body = bodies.find(|body| {
        let expected = body
            .fields
            .iter()
            .filter(|field| field.presence == Presence::Required);
        (1..=3).contains(&expected.count())
    })?;
    let named = Named {
        set: at,
        name: body.name.clone(),
        kind: NamedKind::Body,
    };
    let mut models = Vec::new();
    let value = body_sample(house, &named, &mut models)?;
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
pub(crate) fn client(house: &House, at: usize) -> String {
    let set = &house.sets[at];
    let mut out = format!(
        "<!-- {MARK} -->\n\n# {}\n\n{}: its operations as values, and the client that sends them.\n\n{}\n",
        set.client_package(),
        harmless(&set.title),
        harmless(&set.doc)
    );
    if let Some(example) = example(house, at) {
        out.push_str(&format!("\n## A first call\n\n```rust\n{example}```\n"));
    }
    out.push_str("\n## Operations\n\n| operation | request | takes | gives |\n|---|---|---|---|\n");
    for operation in set
        .resources
        .iter()
        .flat_map(|resource| &resource.operations)
    {
        let paths: Vec<String> = operation
            .routes
            .iter()
            .map(|route| format!("`{} {}`", operation.method, route.path))
            .collect();
        let takes: Vec<String> = operation
            .auth
            .iter()
            .map(|at| format!("`{}`", names::type_of(&set.auth[*at].name)))
            .collect();
        out.push_str(&format!(
            "| `{}` | {} | {} | {} |\n",
            operation.rust,
            paths.join("<br>"),
            takes.join(", "),
            gives(operation)
        ));
    }
    let operations = || set.resources.iter().flat_map(|one| &one.operations);
    let pages = if operations().any(|operation| matches!(operation.reply, ReplyOf::Page(_))) {
        ". `client.pages(operation)` and `client.items(operation)` follow pagination"
    } else {
        ""
    };
    let changes = if operations().any(Operation::tells_changes) {
        ", and `client.sync(operation, watermark, overlap)` yields the records that changed since the previous run"
    } else {
        ""
    };
    let guarded: String = operations()
        .filter_map(|operation| Some((operation, operation.read_by.as_ref()?)))
        .map(|(operation, read_by)| {
            // Without a parameter that takes the value itself, the service has to say where the record can be read.
            let method = match read_by.parameter {
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
         mismatches{pages}{changes}.{guarded} \
         `Wrapped<T>` gives the fields of a `T` as its own, and the `T` as `.value`. Every failure is an `Error`, the same in \
         all clients. With the feature `blocking`, `blocking::Client` does the same for code that does not await.\n",
    ));
    out.push_str(&callbacks(house, at));
    out
}

/// What the service sends to us, of the set and of those that it uses.
fn callbacks(house: &House, at: usize) -> String {
    let set = &house.sets[at];
    let mut out = String::new();
    for at in std::iter::once(&at).chain(&set.uses) {
        for callback in house.sets[*at]
            .resources
            .iter()
            .flat_map(|resource| &resource.callbacks)
        {
            out.push_str(&format!(
                "\n## Callbacks\n\n{} `model::{}::from_form` reads it.\n",
                harmless(&callback.doc),
                callback.record.name
            ));
            let reading = set.resources.iter().flat_map(|one| &one.operations);
            let reading = reading.filter(|operation| {
                let back = operation.reads_back.as_ref();
                back.is_some_and(|back| {
                    back.callback == callback.name && back.hint == callback.record
                })
            });
            for operation in reading {
                out.push_str(&format!(
                    "\nCallbacks are unsigned, so their payload is only a hint. `{name}` reads the authoritative record: `callback::Handler` does so \
                     and reports each change once (feature `axum`: an adapter for that framework), and `callback::watch` follows one record \
                     by callbacks, polling, or both.\n",
                    name = operation.rust
                ));
            }
        }
    }
    out
}

fn gives(operation: &Operation) -> String {
    match &operation.reply {
        ReplyOf::Record(named) => format!("`{}`", named.name),
        ReplyOf::Wrapped(_, named) => format!("`Wrapped<{}>`", named.name),
        ReplyOf::Payload(ty) => ty.named().map_or("its payload".to_owned(), |named| {
            format!("`{}`", named.name)
        }),
        ReplyOf::Page(page) => format!("pages of `{}`", page.of.name),
        ReplyOf::Unknown => "the reply as it came".to_owned(),
        ReplyOf::Accepted => "its status".to_owned(),
    }
}

/// The README of the crate of the OpenAPI documents.
pub(crate) fn description(apis: &[(usize, &Set)]) -> String {
    let mut out = format!(
        "<!-- {MARK} -->\n\n# api-description\n\nThe APIs as OpenAPI 3.1 documents, made from the same description as the clients.\n\n\
         | document | API |\n|---|---|\n"
    );
    for (_, set) in apis {
        out.push_str(&format!(
            "| [`{0}.json`](openapi/{0}.json) | {1} |\n",
            set.name,
            harmless(&set.title)
        ));
    }
    out
}

/// A first call: the environment, the client, and the simplest operation that the first credentials can send.
fn example(house: &House, at: usize) -> Option<String> {
    let set = &house.sets[at];
    let auth = set.auth.first()?;
    let environment = set.environments.first()?;
    let operation = set
        .resources
        .iter()
        .flat_map(|resource| &resource.operations)
        .filter(|operation| operation.auth.contains(&0))
        .min_by_key(|operation| {
            (
                operation.method != "GET",
                !matches!(operation.reply, ReplyOf::Page(_)),
                operation.path.len(),
            )
        })?;
    let credentials = names::type_of(&auth.name);
    let parts: Vec<String> = match &auth.scheme {
        Scheme::Basic { user, password } => std::iter::once(user)
            .chain(password)
            .map(|part| format!("\"<{part}>\""))
            .collect(),
        Scheme::Bearer(token) => vec![format!("\"<{token}>\"")],
    };
    let values: Vec<String> = set
        .client_values
        .iter()
        .filter(|value| value.default.is_none())
        .map(|value| format!("\"<{}>\"", value.name))
        .collect();
    let (settings, values) = if set.client_values.is_empty() {
        ("", String::new())
    } else {
        (
            ", ClientValues",
            format!(", ClientValues::new({})", values.join(", ")),
        )
    };
    let constructor = match values.is_empty() {
        true => "new",
        false => "with_client_values",
    };
    let mut models = Vec::new();
    let call = call(house, operation, &mut models)?;
    let imports = match models.as_slice() {
        [] => String::new(),
        [one] => format!(
            "use {}::model::{one};\n",
            names::crate_ident(&set.client_package())
        ),
        models => format!(
            "use {}::model::{{{}}};\n",
            names::crate_ident(&set.client_package()),
            models.join(", ")
        ),
    };
    let crate_name = names::crate_ident(&set.client_package());
    let mut used = [
        "Client",
        "Config",
        "Environment",
        &credentials,
        &operation.rust,
    ];
    used.sort_unstable();
    Some(format!(
        "{imports}use {crate_name}::{{{}{settings}}};\n\n\
         # async fn run() -> Result<(), {crate_name}::Error> {{\n\
         let credentials = {credentials}::new({});\n\
         let config = Config::{constructor}(Environment::{}, \"https://api.example\", credentials{values})?;\n\
         let client = Client::new(config)?;\n\
         let response = client.send({call}).await?;\n\
         # let _ = response;\n# Ok(())\n# }}\n",
        used.join(", "),
        parts.join(", "),
        names::type_of(&environment.name),
    ))
}

fn call(house: &House, operation: &Operation, models: &mut Vec<String>) -> Option<String> {
    if !operation.starts.is_empty() {
        let plain = operation
            .starts
            .iter()
            .find(|start| start.filter.is_none())?;
        return Some(format!("{}::{}()", operation.rust, plain.name));
    }
    let mut arguments: Vec<String> = Vec::new();
    for field in operation.path.iter().chain(&operation.query) {
        if field.presence == Presence::Required {
            arguments.push(sample(house, field, models)?);
        }
    }
    if let Some(named) = operation.body.as_ref().and_then(|body| body.body.as_ref()) {
        arguments.push(body_sample(house, named, models)?);
    }
    Some(format!("{}::new({})", operation.rust, arguments.join(", ")))
}

/// A value of a field as an expression.
fn sample(house: &House, field: &Field, models: &mut Vec<String>) -> Option<String> {
    Some(match &field.ty {
        Type::Integer { .. } | Type::Count => "1".to_owned(),
        Type::Boolean => "true".to_owned(),
        Type::Decimal(_) => "1.into()".to_owned(),
        Type::List(_) => "Vec::new()".to_owned(),
        Type::Named(named) if matches!(named.kind, NamedKind::Body) => {
            body_sample(house, named, models)?
        }
        ty if is_text(ty) => format!("\"<{}>\"", field.wire),
        _ => return None,
    })
}

fn body_sample(house: &House, named: &Named, models: &mut Vec<String>) -> Option<String> {
    models.push(named.name.clone());
    let body = house.body(named)?;
    let expected: Vec<&Field> = body
        .fields
        .iter()
        .filter(|field| field.presence == Presence::Required)
        .collect();
    if expected.len() <= 3 {
        let arguments: Option<Vec<String>> = expected
            .iter()
            .map(|field| sample(house, field, models))
            .collect();
        return Some(format!("{}::new({})", named.name, arguments?.join(", ")));
    }
    let mut out = format!("{} {{\n", named.name);
    for field in expected {
        let value = sample(house, field, models)?;
        let value = if is_text(&field.ty) {
            format!("{value}.into()")
        } else {
            value
        };
        out.push_str(&format!("    {}: {value},\n", field.rust));
    }
    out.push('}');
    Some(out)
}
