//! Requests in TypeScript, with `fetch`.

use crate::emit::openapi::json::quoted;
use crate::emit::openapi::samples::body::Json;
use crate::emit::openapi::samples::request::{Authorization, Part, SampleRequest};

/// The longest value on one line, in characters.
const MAX_LINE: usize = 76;

/// A module that sends a request. Its variables are those of the environment.
pub(super) fn fetch(request: &SampleRequest) -> String {
    let mut members = Vec::new();
    if request.method != "GET" {
        members.push(format!("method: {}", quoted(&request.method)));
    }
    let headers = headers(request);
    if !headers.is_empty() {
        members.push(format!("headers: {}", layout(('{', '}'), &headers, 1)));
    }
    if let Some(body) = &request.body {
        members.push(format!("body: JSON.stringify({})", value(body, 1)));
    }
    let url = url(&request.url);
    let options = match members.as_slice() {
        [] => String::new(),
        members => {
            let line = layout(('{', '}'), members, 0);
            let fits = !line.contains('\n') && line.len() + url.len() <= MAX_LINE;
            let lines = || lines(('{', '}'), members, 0);
            format!(", {}", if fits { line } else { lines() })
        }
    };
    let read = match request.returns_json {
        true => "json",
        false => "text",
    };
    format!(
        "const {{ {} }} = process.env;\n\n\
         const response = await fetch(`{}`{options});\n\
         if (!response.ok) throw new Error(`status ${{response.status}}`);\n\
         console.log(await response.{read}());\n",
        request.variables().join(", "),
        url,
    )
}

fn url(parts: &[Part]) -> String {
    let parts = parts.iter().map(|part| match part {
        Part::Literal(text) => text.clone(),
        Part::Variable(name) => format!("${{{name}}}"),
    });
    parts.collect()
}

fn headers(request: &SampleRequest) -> Vec<String> {
    let authorization = request.authorization.as_ref().map(|header| match header {
        Authorization::Basic { user, password } => {
            let password = password
                .as_ref()
                .map_or(String::new(), |name| format!("${{{name}}}"));
            format!("Authorization: \"Basic \" + btoa(`${{{user}}}:{password}`)")
        }
        Authorization::Bearer(token) => format!("Authorization: `Bearer ${{{token}}}`"),
        Authorization::Header { name, value } => format!("{}: `${{{value}}}`", key(name)),
    });
    let body = request.body.as_ref();
    let content_type = body.map(|_| "\"Content-Type\": \"application/json\"".to_owned());
    let headers = request.headers.iter();
    let headers = headers.map(|(name, value)| format!("{}: {}", key(name), quoted(value)));
    let authorization = authorization.into_iter();
    authorization.chain(headers).chain(content_type).collect()
}

fn value(value: &Json, depth: usize) -> String {
    match value {
        Json::Variable(name) => name.clone(),
        Json::Text(text) => quoted(text),
        Json::Literal(text) => text.clone(),
        Json::List(elements) => {
            let elements: Vec<String> = elements
                .iter()
                .map(|element| self::value(element, depth + 1))
                .collect();
            layout(('[', ']'), &elements, depth)
        }
        Json::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, member)| format!("{}: {}", key(name), self::value(member, depth + 1)))
                .collect();
            layout(('{', '}'), &members, depth)
        }
    }
}

/// A member's name, quoted unless it is an identifier.
pub(super) fn key(name: &str) -> String {
    let is_start = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_identifier =
        name.starts_with(is_start) && name.chars().all(|c| is_start(c) || c.is_ascii_digit());
    match is_identifier {
        true => name.to_owned(),
        false => quoted(name),
    }
}

/// Elements on one line if they fit, else one below the other.
pub(super) fn layout((open, close): (char, char), elements: &[String], depth: usize) -> String {
    let space = if open == '{' && !elements.is_empty() {
        " "
    } else {
        ""
    };
    let line = format!("{open}{space}{}{space}{close}", elements.join(", "));
    if line.len() + 2 * depth <= MAX_LINE && !line.contains('\n') {
        return line;
    }
    lines((open, close), elements, depth)
}

fn lines((open, close): (char, char), elements: &[String], depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let lines: String = elements
        .iter()
        .map(|element| format!("{indent}  {element},\n"))
        .collect();
    format!("{open}\n{lines}{indent}{close}")
}
