//! What an example does with a response.

use crate::emit::example::samples::snake_case;
use crate::ir::{Mark, Operation, Record, Response, Spec, Type};

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
