//! Requests in TypeScript, with `fetch`.

use crate::example::literal::{MAX_LINE, Style};
use crate::example::request::{Authorization, Part, SampleRequest};
use crate::json::quoted;
use crate::names::typescript_member;

/// TypeScript as Prettier lays it out.
pub(super) const TYPESCRIPT: Style = Style {
    variable: str::to_owned,
    text: quoted,
    key: typescript_member,
    space: " ",
    last_comma: ",",
};

/// A module that sends a request. Its variables are those of the environment.
pub(crate) fn fetch(request: &SampleRequest<'_>) -> String {
    let mut members = Vec::new();
    if request.method != "GET" {
        members.push(format!("method: {}", quoted(&request.method)));
    }
    let headers = headers(request);
    if !headers.is_empty() {
        members.push(format!(
            "headers: {}",
            TYPESCRIPT.layout(('{', '}'), &headers, 1)
        ));
    }
    if let Some(body) = &request.body {
        members.push(format!(
            "body: JSON.stringify({})",
            body.literal(&TYPESCRIPT, 1)
        ));
    }
    let url = url(&request.url);
    let options = match members.as_slice() {
        [] => String::new(),
        members => {
            let line = TYPESCRIPT.layout(('{', '}'), members, 0);
            let fits = !line.contains('\n') && line.len() + url.len() <= MAX_LINE;
            let lines = || TYPESCRIPT.lines(('{', '}'), members, 0);
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

fn headers(request: &SampleRequest<'_>) -> Vec<String> {
    let authorization = request.authorization.as_ref().map(|header| match header {
        Authorization::Basic { user, password } => {
            let password = password
                .as_ref()
                .map_or(String::new(), |name| format!("${{{name}}}"));
            format!("Authorization: \"Basic \" + btoa(`${{{user}}}:{password}`)")
        }
        Authorization::Bearer(token) => format!("Authorization: `Bearer ${{{token}}}`"),
        Authorization::Header { name, value } => {
            format!("{}: `${{{value}}}`", typescript_member(name))
        }
    });
    let body = request.body.as_ref();
    let content_type = body.map(|_| "\"Content-Type\": \"application/json\"".to_owned());
    let headers = request.headers.iter();
    let headers = headers.map(|(name, value)| match value {
        Part::Variable(variable) => format!("{}: {variable}", typescript_member(name)),
        Part::Literal(text) => format!("{}: {}", typescript_member(name), quoted(text)),
    });
    let authorization = authorization.into_iter();
    authorization.chain(headers).chain(content_type).collect()
}
