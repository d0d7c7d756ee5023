//! Requests as commands of curl.

use crate::emit::openapi::json::quoted;
use crate::emit::openapi::samples::body::Json;
use crate::emit::openapi::samples::request::{Authorization, Part, SampleRequest};

/// The longest value on one line, in characters.
const MAX_LINE: usize = 76;

/// The command that sends a request. Its variables are those of a shell.
pub(super) fn curl(request: &SampleRequest) -> String {
    let default_method = match request.body {
        Some(_) => "POST",
        None => "GET",
    };
    let method = match request.method == default_method {
        true => String::new(),
        false => format!("-X {} ", request.method),
    };
    let mut lines = vec![format!("curl {method}\"{}\"", url(&request.url))];
    match &request.authorization {
        Some(Authorization::Basic { user, password }) => {
            let password = password
                .as_ref()
                .map_or(String::new(), |name| format!("${name}"));
            lines.push(format!("  -u \"${user}:{password}\""));
        }
        Some(Authorization::Bearer(token)) => {
            lines.push(format!("  -H \"Authorization: Bearer ${token}\""));
        }
        Some(Authorization::Header { name, value }) => {
            lines.push(format!("  -H \"{name}: ${value}\""));
        }
        None => {}
    }
    for (name, value) in &request.headers {
        let value = value.replace('\'', "'\\''");
        lines.push(format!("  -H '{name}: {value}'"));
    }
    if let Some(body) = &request.body {
        lines.push(format!("  --json '{}'", json(body, 0)));
    }
    lines.join(" \\\n") + "\n"
}

fn url(parts: &[Part]) -> String {
    let mut out = String::new();
    for (index, part) in parts.iter().enumerate() {
        match part {
            Part::Literal(text) => out.push_str(text),
            Part::Variable(name) if continues_name(parts.get(index + 1)) => {
                out.push_str(&format!("${{{name}}}"));
            }
            Part::Variable(name) => out.push_str(&format!("${name}")),
        }
    }
    out
}

/// Whether the text after a variable could be a part of its name.
fn continues_name(next: Option<&Part>) -> bool {
    let Some(Part::Literal(text)) = next else {
        return false;
    };
    let first = text.chars().next();
    first.is_some_and(|first| first.is_ascii_alphanumeric() || first == '_')
}

/// A value within single quotes.
fn json(value: &Json, depth: usize) -> String {
    let quote = |text: &str| quoted(text).replace('\'', "'\\''");
    match value {
        Json::Variable(name) => format!("\"'\"${name}\"'\""),
        Json::Text(text) => quote(text),
        Json::Literal(text) => text.clone(),
        Json::List(elements) => {
            let elements = elements.iter().map(|element| json(element, depth + 1));
            layout(('[', ']'), elements.collect(), depth)
        }
        Json::Object(members) => {
            let members = members
                .iter()
                .map(|(key, value)| format!("{}: {}", quote(key), json(value, depth + 1)));
            layout(('{', '}'), members.collect(), depth)
        }
    }
}

/// Elements on one line if they fit, else one below the other.
fn layout((open, close): (char, char), elements: Vec<String>, depth: usize) -> String {
    let line = format!("{open}{}{close}", elements.join(", "));
    if line.len() + 2 * depth <= MAX_LINE && !line.contains('\n') {
        return line;
    }
    let indent = "  ".repeat(depth);
    let elements: Vec<String> = elements
        .iter()
        .map(|element| format!("{indent}  {element}"))
        .collect();
    format!("{open}\n{}\n{indent}{close}", elements.join(",\n"))
}
