//! The example of an operation.

use crate::emit::example::result::result;
use crate::emit::example::samples::Samples;
use crate::ir::{Operation, Package, Retry, Spec};
use crate::names;

/// The example of an operation: a call, with a client.
pub(crate) fn operation_example(spec: &Spec, package: &Package, operation: &Operation) -> String {
    let crate_name = names::crate_ident(&package.client_package());
    let name = &operation.rust;
    let mut used = vec!["Client".to_owned()];
    let client = match operation.auth.first() {
        Some(first) if !operation.auth.contains(&0) => {
            let credentials = names::type_of(&package.auth[*first].name);
            used.push(credentials.clone());
            format!("Client<{credentials}>")
        }
        _ => "Client".to_owned(),
    };
    let mut samples = Samples::default();
    let call = samples.call(spec, operation);
    let (parameter, call) = match call {
        Some(call) => (String::new(), call),
        // A value that has no example.
        None => {
            samples = Samples::default();
            used.push(name.clone());
            (format!(", operation: {name}"), "operation".to_owned())
        }
    };
    used.extend(samples.operations().iter().cloned());
    let (before, call) = match call.len() > MAX_INLINE_CALL {
        true => (format!("let operation = {call};\n"), "operation"),
        false => (String::new(), call.as_str()),
    };
    let before = samples.statements() + &before;
    let (send, after) = match operation.retry {
        Retry::UniqueKey(..) if is_found_by_key(operation) => {
            let send = format!("let created = client.call().unique().send({call}).await?;\n");
            (send, "println!(\"{created:?}\");\n".to_owned())
        }
        _ => {
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
        samples.imports(&crate_name, &format!("{crate_name}::model")),
        used.join(", "),
    )
}

/// Whether the record is found without a function of the caller.
fn is_found_by_key(operation: &Operation) -> bool {
    let find_by = operation.find_by.as_ref();
    find_by.is_some_and(|find_by| find_by.parameter.is_some())
}

/// The longest call that is an argument, in characters.
const MAX_INLINE_CALL: usize = 60;
