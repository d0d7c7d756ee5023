//! The example of an operation, and what it does with the response.

use crate::example::rust::{RustCode, snake_case};
use crate::ir::{Field, Mark, Operation, Package, Place, Record, Response, Retry, Spec, Type};
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
                "config: {crate_name}::Config{credentials}, journal: {crate_name}::journal::MemoryJournal"
            ),
            client_with_journal("journal") + &before,
        ),
        false => (format!("client: Client{credentials}"), before),
    };
    let send = send(spec, operation, call);
    used.sort_unstable();
    format!(
        "{}use {crate_name}::{{{}}};\n\n\
         # async fn run({client}{parameter}) -> Result<(), Box<dyn std::error::Error>> {{\n\
         {before}{send}# Ok(())\n# }}\n",
        code.imports(&format!("{crate_name}::model")),
        used.join(", "),
    )
}

/// The longest call that is an argument, in characters.
const MAX_INLINE_CALL: usize = 60;

/// Whether the example sends it under a key, because the client does not repeat it.
pub(super) fn is_sent_once(operation: &Operation) -> bool {
    matches!(
        operation.retry,
        Retry::Never { .. } | Retry::UniqueKey { .. }
    )
}

/// The statement that builds a client with this journal.
pub(super) fn client_with_journal(journal: &str) -> String {
    format!(
        "let client = Client::builder(config).label(\"venue\", 12).journal({journal}).build()?;\n"
    )
}

/// The statements that send a call, and use the response.
pub(super) fn send(spec: &Spec, operation: &Operation, call: &str) -> String {
    if !is_sent_once(operation) {
        let (variable, after) = result(spec, operation);
        return format!("let {variable} = client.send({call}).await?;\n{after}");
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
            format!(
                "let sent = {once}let {id} = sent.record_id().ok_or(\"missing id\")?;\nprintln!(\"{{{id}}}\");\n"
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

/// The variable of a response, and what the example does with it.
pub(super) fn result(spec: &Spec, operation: &Operation) -> (String, String) {
    if let Response::Page(page) = &operation.response {
        let item = snake_case(&page.item.name);
        let body = match spec.record(&page.item).and_then(shown_field) {
            Some(field) => format!("println!(\"{{:?}}\", {item}.{field});"),
            None => format!("println!(\"{{{item}:?}}\");"),
        };
        let text = format!("for {item} in &page.items {{\n    {body}\n}}\n");
        return ("page".to_owned(), text);
    }
    let variable = match &operation.response {
        Response::Record(named)
        | Response::Wrapped(_, named)
        | Response::Payload(Type::Named(named)) => snake_case(&named.name),
        _ => "response".to_owned(),
    };
    let shown = match &operation.response {
        Response::Unknown | Response::StatusOnly => Some("text()?".to_owned()),
        _ => spec
            .response_record(operation)
            .and_then(|record| shown_value(spec, record)),
    };
    let shown = shown.map_or(variable.clone(), |shown| format!("{variable}.{shown}"));
    let after = format!("println!(\"{{:?}}\", {shown});\n");
    (variable, after)
}

/// The value of a record that an example prints: its id, else that of the record in it, else its first plain value.
fn shown_value(spec: &Spec, record: &Record) -> Option<String> {
    if let Some(id) = shown_field(record) {
        return Some(id.to_owned());
    }
    let mut fields = record.fields.iter();
    if let Some(field) = fields.find(|field| field.has(Mark::Envelope)) {
        return match &field.ty {
            Type::Named(named) => {
                let value = shown_value(spec, spec.record(named)?)?;
                Some(format!("{}.{value}", field.rust))
            }
            Type::List(_) => Some(format!("{}.len()", field.rust)),
            _ => None,
        };
    }
    let mut fields = record.fields.iter();
    let field = fields.find(|field| matches!(field.ty, Type::Scalar(_)) && is_shown(field));
    field.map(|field| field.rust.clone())
}

/// The id of a record, if an example prints it.
fn shown_field(record: &Record) -> Option<&str> {
    let id = record.field("id")?;
    is_shown(id).then_some(&*id.rust)
}

fn is_shown(field: &Field) -> bool {
    let hidden = [Mark::Pii, Mark::Secret, Mark::Deprecated];
    !hidden.into_iter().any(|mark| field.has(mark))
}
