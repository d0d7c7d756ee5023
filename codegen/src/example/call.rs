//! The example of an operation, and what it does with the response.

use crate::example::rust::{RustCode, snake_case};
use crate::ir::{
    Field, Mark, NamedKind, Operation, Package, Place, Record, Response, Scalar, Spec, Type,
};
use crate::names;

/// The example of an operation: a call, with a client; of a write, with a client that has a journal.
pub(crate) fn operation_example(spec: &Spec, package: &Package, operation: &Operation) -> String {
    let crate_name = names::crate_ident(&package.client_package());
    let name = &operation.rust;
    let mut used = vec!["Client".to_owned()];
    let credentials = match package.accepted_by(operation).next() {
        Some(first) if !operation.auth.contains(&0) => {
            let credentials = names::type_of(&first.name);
            used.push(credentials.clone());
            format!("<{credentials}>")
        }
        _ => String::new(),
    };
    let mut code = RustCode::new(spec, package);
    let call = code.call(operation);
    let (parameter, call) = match call {
        Some(call) => (String::new(), call),
        // A value that holds itself has no example.
        None => {
            code = RustCode::new(spec, package);
            used.push(name.clone());
            (format!(", operation: {name}"), "operation".to_owned())
        }
    };
    let (parameter, call) = match patches_with_any_json(operation) {
        true => {
            used.push("Json".to_owned());
            (
                format!("{parameter}, body: Json"),
                format!("{call}.body(body)"),
            )
        }
        false => (parameter, call),
    };
    used.extend(code.operations().iter().cloned());
    used.extend(code.field_types());
    let (before, call) = match call.len() > MAX_INLINE_CALL {
        true => (format!("let operation = {call};\n"), "operation"),
        false => (String::new(), call.as_str()),
    };
    let before = code.statements() + &before;
    let is_once = is_sent_once(operation);
    let (client, before) = match is_once {
        true => (
            format!(
                "config: {crate_name}::Config{credentials}, journal: {crate_name}::journal::MemoryStore"
            ),
            client_with_journal("journal") + &before,
        ),
        false => (format!("client: Client{credentials}"), before),
    };
    let send = send(spec, package, operation, call);
    used.sort_unstable();
    format!(
        "{}use {crate_name}::{{{}}};\n\n\
         # async fn run({client}{parameter}) -> Result<(), Box<dyn std::error::Error>> {{\n\
         {before}{send}# Ok(())\n# }}\n",
        code.imports(&format!("{crate_name}::model")),
        used.join(", "),
    )
}

/// Whether it changes what an undocumented body says: without one, it would change nothing.
fn patches_with_any_json(operation: &Operation) -> bool {
    let body = operation.body.as_ref();
    operation.method == "PATCH" && body.is_some_and(|body| body.body.is_none())
}

/// The longest call that is an argument, in characters.
const MAX_INLINE_CALL: usize = 60;

/// Whether the example sends it under a key, because the client does not repeat it.
pub(super) fn is_sent_once(operation: &Operation) -> bool {
    !operation.retry.may_be_repeated()
}

/// The statement that builds a client with this journal.
pub(super) fn client_with_journal(journal: &str) -> String {
    format!("let client = Client::builder(config).account(\"main\").journal({journal}).build()?;\n")
}

/// The statements that send a call, and use the response.
pub(super) fn send(spec: &Spec, package: &Package, operation: &Operation, call: &str) -> String {
    if !is_sent_once(operation) {
        let (variable, member, after) = result(spec, package, operation);
        return format!("let {variable} = client.send({call}).await?{member};\n{after}");
    }
    let once = format!("client.once(\"{}\").send({call}).await?;\n", key(operation));
    let creates = operation.parameters_in(Place::Path).next().is_none();
    let is_decoded = !matches!(operation.response, Response::Unknown | Response::StatusOnly);
    match (creates, operation.essential.is_empty()) {
        (true, false) => {
            let id = match &operation.response {
                Response::Payload(Type::Named(named)) => snake_case(&named.name),
                _ => "id".to_owned(),
            };
            let check = match operation.find_by {
                Some(_) => {
                    "if sent.needs_person() {\n    println!(\"for a person: {sent:?}\");\n}\n"
                }
                None => "",
            };
            format!(
                "let sent = {once}{check}let {id} = sent.record_id().ok_or(\"missing id\")?;\nprintln!(\"{{{id}}}\");\n"
            )
        }
        // `None` if an earlier call had sent it.
        (true, true) if is_decoded => {
            format!("let sent = {once}println!(\"{{:?}}\", sent.record);\n")
        }
        _ => once,
    }
}

/// A key for one write of this kind: `refund-7` for the body `Refund`.
fn key(operation: &Operation) -> String {
    let body = operation.body.as_ref().and_then(|body| body.body.as_ref());
    let name = body.map_or(&operation.name, |named| &named.name);
    let name = name.strip_prefix("New").unwrap_or(name);
    format!("{}-7", names::kebab(name))
}

/// The variable of a response, the member of the response that it is bound to, and what the example does with it.
fn result(spec: &Spec, package: &Package, operation: &Operation) -> (String, String, String) {
    let noun = noun(package, operation);
    match &operation.response {
        Response::Page(page) => {
            let id = page.sync.as_ref().map(|sync| sync.id.as_str());
            let item = spec.record(&page.item);
            let shown = item.and_then(|record| shown_field(record, id));
            (
                "page".to_owned(),
                String::new(),
                in_loop(&noun, "page.items", shown),
            )
        }
        Response::Unknown | Response::StatusOnly => {
            let after = "println!(\"{:?}\", response.text()?);\n".to_owned();
            ("response".to_owned(), String::new(), after)
        }
        Response::Payload(Type::Named(named)) if spec.record(named).is_none() => {
            let variable = snake_case(&named.name);
            let after = format!("println!(\"{{{variable}:?}}\");\n");
            (variable, String::new(), after)
        }
        _ => {
            let record = spec.response_record(operation);
            let fields = record.map_or(&[][..], |record| &record.fields);
            let inner = fields.iter().find(|field| field.has(Mark::Envelope));
            let Some(inner) = inner else {
                let shown = record.and_then(|record| shown_field(record, None));
                let after = shown_value(&noun, shown);
                return (noun, String::new(), after);
            };
            let record = inner.ty.named().and_then(|named| spec.record(named));
            let shown = record.and_then(|record| shown_field(record, None));
            let member = format!(".{}", inner.rust);
            match &inner.ty {
                Type::List(_) => (
                    inner.rust.clone(),
                    member,
                    in_loop(&noun, &inner.rust, shown),
                ),
                _ => {
                    let after = shown_value(&noun, shown);
                    (noun, member, after)
                }
            }
        }
    }
}

/// What a record of the operation's resource is called: the last word of its name.
fn noun(package: &Package, operation: &Operation) -> String {
    let mut resources = package.resources.iter();
    let resource = resources.find(|resource| resource.operation(&operation.name).is_some());
    let name = resource.map_or("record", |resource| resource.name.as_str());
    let (_, word) = name.rsplit_once('_').unwrap_or(("", name));
    match names::check_word(word) {
        Ok(()) => word.to_owned(),
        Err(_) => name.to_owned(),
    }
}

fn in_loop(item: &str, list: &str, shown: Option<&str>) -> String {
    let value = shown_value(item, shown);
    format!("for {item} in &{list} {{\n    {value}}}\n")
}

fn shown_value(variable: &str, shown: Option<&str>) -> String {
    match shown {
        Some(field) => format!("println!(\"{{:?}}\", {variable}.{field});\n"),
        None => format!("println!(\"{{{variable}:?}}\");\n"),
    }
}

/// Names of fields that tell a reader what a record is.
const TELLING: [&str; 3] = ["name", "title", "state"];

/// The field of a record that an example prints: one with an example of its own, else what tells what the record is, else what
/// identifies it, else the first plain one.
fn shown_field<'r>(record: &'r Record, id: Option<&str>) -> Option<&'r str> {
    let fields = || record.fields.iter().filter(|field| is_shown(field));
    let named = |name: &str| fields().find(|field| field.wire == name);
    let shown = fields()
        .find(|field| field.example.is_some())
        .or_else(|| TELLING.iter().find_map(|name| named(name)))
        .or_else(|| named(id.unwrap_or("id")))
        .or_else(|| fields().next());
    shown.map(|field| field.rust.as_str())
}

/// Whether a field is a plain value that may be printed.
fn is_shown(field: &Field) -> bool {
    let hidden = [Mark::Pii, Mark::Secret, Mark::Deprecated];
    let is_plain = match &field.ty {
        Type::Scalar(scalar) => *scalar != Scalar::Json,
        Type::Named(named) => !matches!(named.kind, NamedKind::Record | NamedKind::Body),
        Type::List(_) | Type::Map(_) => false,
    };
    is_plain && !hidden.into_iter().any(|mark| field.has(mark))
}
