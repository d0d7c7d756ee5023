//! The control interface: the control handle over HTTP, below `/_sandbox`.

mod faults;
mod next;
mod orders;
mod overview;
mod records;
mod route;
mod scripts;
mod shop;
mod snapshots;

use std::sync::Arc;

use bytes::Bytes;
use http::Method;
use serde_json::Value;

use super::query;
use crate::context::Context;
use crate::control::Control;
use crate::exact::parse_json;
use crate::response::json::JsonResponse;
use crate::suggest::suggest;
use route::{Action, ControlRequest, ControlResult, Failure, Route, segments_of};

/// The routes, by file.
const ROUTES: &[&[Route]] = &[
    overview::ROUTES,
    next::ROUTES,
    orders::ROUTES,
    faults::ROUTES,
    records::ROUTES,
    shop::ROUTES,
    scripts::ROUTES,
    snapshots::ROUTES,
];

/// Handles a control request, below this root URL.
pub(super) async fn respond(
    context: &Arc<Context>,
    method: &Method,
    path: &str,
    query: &str,
    body: &Bytes,
    root: &str,
) -> JsonResponse {
    let response = try_respond(context, method, path, query, body, root).await;
    response.unwrap_or_else(Failure::into_response)
}

async fn try_respond(
    context: &Arc<Context>,
    method: &Method,
    path: &str,
    query: &str,
    body: &Bytes,
    root: &str,
) -> ControlResult {
    let (route, parameters) = find_route(method, path)?;
    let request = ControlRequest {
        control: Control::new(Arc::clone(context)),
        root: root.to_owned(),
        parameters,
        query: query::parse(query)?,
        body: parse_body(body)?,
    };
    route.check(&request)?;
    match route.action {
        Action::Respond(respond) => respond(&request),
        Action::Wait(wait) => wait(&request).await,
    }
}

fn parse_body(body: &Bytes) -> Result<Value, Failure> {
    if body.is_empty() {
        return Ok(Value::Null);
    }
    let text = std::str::from_utf8(body).map_err(|_| "invalid JSON: not UTF-8")?;
    // An integer is one however it is written, as in the bodies of the APIs.
    parse_json(text).map_err(|error| format!("invalid JSON: {error}").into())
}

fn find_route(method: &Method, path: &str) -> Result<(&'static Route, Vec<String>), Failure> {
    let segments = segments_of(path);
    let routes = || ROUTES.iter().copied().flatten();
    let matching = || routes().filter_map(|route| Some((route, route.match_path(&segments)?)));
    if let Some(found) = matching().find(|(route, _)| route.method == method.as_str()) {
        return Ok(found);
    }
    let methods: Vec<&str> = matching().map(|(route, _)| route.method).collect();
    let short_path = format!("/{}", segments.join("/"));
    let path = format!("/_sandbox{short_path}");
    if !methods.is_empty() {
        let methods = methods.join(", ");
        let message = format!("`{method}` is no method of `{path}`, expected {methods}");
        return Err(Failure::new(405, &message));
    }
    let paths: Vec<String> = routes().map(|route| route.path_like(&segments)).collect();
    // The prefix, which all have, does not make them similar.
    let paths = paths.iter().map(String::as_str);
    let suggestion = suggest(&short_path, paths.filter(|path| !path.is_empty()));
    let suggestion = suggestion.replace("`/", "`/_sandbox/");
    Err(Failure::not_found(&format!(
        "the control interface has no path `{path}`{suggestion}"
    )))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The functions of the control handle that have no form over HTTP, and why.
    const IN_PROCESS_ONLY: &[(&str, &str)] =
        &[("wait_for_callbacks", "`GET /callbacks/next` waits for one")];

    /// The public functions of the control handle, in all of its sources.
    fn control_functions() -> Vec<String> {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let folder = std::fs::read_dir(src.join("control")).expect("a folder");
        let files = folder.map(|entry| entry.expect("an entry").path());
        let mut functions = Vec::new();
        for file in files {
            let text = std::fs::read_to_string(file).expect("a file");
            let mut is_handle = false;
            for line in text.lines() {
                if line.starts_with("impl") {
                    is_handle = line == "impl Control {";
                }
                let line = line.trim();
                let function = line.strip_prefix("pub fn ");
                let function = function.or_else(|| line.strip_prefix("pub async fn "));
                let name = function.and_then(|rest| rest.split(['(', '<']).next());
                functions.extend(name.filter(|_| is_handle).map(str::to_owned));
            }
        }
        functions
    }

    fn routes() -> impl Iterator<Item = &'static Route> {
        ROUTES.iter().copied().flatten()
    }

    #[test]
    fn every_function_of_the_handle_has_a_route_and_the_reverse() {
        let functions = control_functions();
        assert!(functions.len() > 15, "{functions:?}");
        for function in &functions {
            let is_route = routes().any(|route| route.control.contains(&function.as_str()));
            let is_excepted = IN_PROCESS_ONLY.iter().any(|(name, _)| name == function);
            assert_ne!(is_route, is_excepted, "{function}");
        }
        for function in routes().flat_map(|route| route.control) {
            assert!(
                functions.iter().any(|other| other == function),
                "{function}"
            );
        }
        for (function, _) in IN_PROCESS_ONLY {
            assert!(
                functions.iter().any(|other| other == function),
                "{function}"
            );
        }
    }

    #[test]
    fn every_route_has_a_row_in_the_readme() {
        let readme = include_str!("../../../README.md");
        let (_, section) = readme
            .split_once("\n## The control interface\n")
            .expect("a section");
        // The request is the first text in code of its row.
        let rows: Vec<&str> = section
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
            .collect();
        for route in routes() {
            let path = format!("/_sandbox{}", route.path.trim_end_matches('/'));
            let request = format!("{} {path}", route.method);
            let rows = rows.iter().filter(|row| **row == request);
            assert_eq!(rows.count(), 1, "{request}");
        }
        let documented = rows.iter().filter(|row| row.contains(" /_sandbox"));
        // The health path has no route, since it needs no host.
        let health = rows.iter().filter(|row| row.ends_with(" /_sandbox/health"));
        assert_eq!(documented.count(), routes().count() + health.count());
    }
}
