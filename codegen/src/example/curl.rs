//! Requests as commands of curl.

use crate::example::literal::Style;
use crate::example::request::{Authorization, Part, SampleRequest};
use crate::json::quoted;

/// JSON within single quotes.
const JSON: Style = Style {
    variable: |name| format!("\"'\"${name}\"'\""),
    text: in_quotes,
    key: in_quotes,
    space: "",
    last_comma: "",
};

fn in_quotes(text: &str) -> String {
    quoted(text).replace('\'', "'\\''")
}

/// The command that sends a request. Its variables are those of a shell.
pub(crate) fn curl(request: &SampleRequest<'_>) -> String {
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
        lines.push(match value {
            Part::Variable(variable) => format!("  -H \"{name}: ${variable}\""),
            Part::Literal(value) => {
                let value = value.replace('\'', "'\\''");
                format!("  -H '{name}: {value}'")
            }
        });
    }
    if let Some(body) = &request.body {
        lines.push(format!("  --json '{}'", body.literal(&JSON, 0)));
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
