//! The example of an operation, and what it does with the response.

use crate::example::rust::{RustCode, snake_case};
use crate::ir::{Mark, Operation, Package, Record, Response, Retry, Spec, Type};
use crate::names;

/// The example of an operation: a call, with a client.
pub(crate) fn operation_example(spec: &Spec, package: &Package, operation: &Operation) -> String {
    let crate_name = names::crate_ident(&package.client_package());
    let name = &operation.rust;
    let mut used = vec!["Client".to_owned()];
    let client = match package.accepted_by(operation).next() {
        Some(first) if !operation.auth.contains(&0) => {
            let credentials = names::type_of(&first.name);
            used.push(credentials.clone());
            format!("Client<{credentials}>")
        }
        _ => "Client".to_owned(),
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
    let (send, after) = match operation.retry {
        Retry::Never { .. } | Retry::UniqueKey { .. } => {
            let send = format!("let sent = client.once(\"cart-7\").send({call}).await?;\n");
            (send, "println!(\"{:?}\", sent.known);\n".to_owned())
        }
        Retry::Safe | Retry::Idempotent { .. } => {
            let (variable, after) = result(spec, operation);
            let send = format!("let {variable} = client.send({call}).await?;\n");
            (send, after)
        }
    };
    used.sort_unstable();
    format!(
        "{}use {crate_name}::{{{}}};\n\n\
         # async fn run(client: {client}{parameter}) -> Result<(), Box<dyn std::error::Error>> {{\n\
         {before}{send}{after}# Ok(())\n# }}\n",
        code.imports(&format!("{crate_name}::model")),
        used.join(", "),
    )
}

/// The longest call that is an argument, in characters.
const MAX_INLINE_CALL: usize = 60;

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
    let after = match spec.response_record(operation).and_then(shown_field) {
        Some(field) => format!("println!(\"{{:?}}\", {variable}.{field});\n"),
        None => format!("# let _ = {variable};\n"),
    };
    (variable, after)
}

/// The field of a record that an example prints.
fn shown_field(record: &Record) -> Option<&str> {
    let id = record.field("id")?;
    let hidden = [Mark::Pii, Mark::Secret, Mark::Deprecated];
    let is_shown = !hidden.into_iter().any(|mark| id.has(mark));
    is_shown.then_some(&*id.rust)
}
