//! Routes of the control interface.

use std::pin::Pin;

use serde_json::Value;

use crate::control::{Control, ControlError};
use crate::response::json::JsonResponse;
use crate::suggest::suggest;

/// A method and a path below `/_sandbox`, and the functions of the control handle that do the same.
pub(super) struct Route {
    pub(super) method: &'static str,
    /// Segments in braces are parameters.
    pub(super) path: &'static str,
    /// The keys of its JSON body, which may be missing; `None` if the body is checked later.
    pub(super) keys: Option<&'static [&'static str]>,
    /// The parameters of its query.
    pub(super) parameters: &'static [&'static str],
    /// The functions of the control handle.
    #[cfg_attr(
        not(test),
        allow(dead_code, reason = "documents the routes, for tests")
    )]
    pub(super) control: &'static [&'static str],
    pub(super) action: Action,
}

/// What a route does.
pub(super) enum Action {
    Respond(fn(&ControlRequest) -> ControlResult),
    /// Waits for something, without a lock.
    Wait(for<'r> fn(&'r ControlRequest) -> ControlFuture<'r>),
}

pub(super) type ControlResult = Result<JsonResponse, Failure>;
pub(super) type ControlFuture<'r> = Pin<Box<dyn Future<Output = ControlResult> + Send + 'r>>;

impl Route {
    pub(super) const fn get(
        path: &'static str,
        control: &'static [&'static str],
        respond: fn(&ControlRequest) -> ControlResult,
    ) -> Self {
        Self::new("GET", path, control, Action::Respond(respond))
    }

    pub(super) const fn wait(
        path: &'static str,
        control: &'static [&'static str],
        wait: for<'r> fn(&'r ControlRequest) -> ControlFuture<'r>,
    ) -> Self {
        Self::new("GET", path, control, Action::Wait(wait))
            .with_parameters(&["cursor", "timeout_seconds"])
    }

    pub(super) const fn post(
        path: &'static str,
        control: &'static [&'static str],
        respond: fn(&ControlRequest) -> ControlResult,
    ) -> Self {
        Self::new("POST", path, control, Action::Respond(respond))
    }

    pub(super) const fn delete(
        path: &'static str,
        control: &'static [&'static str],
        respond: fn(&ControlRequest) -> ControlResult,
    ) -> Self {
        Self::new("DELETE", path, control, Action::Respond(respond))
    }

    const fn new(
        method: &'static str,
        path: &'static str,
        control: &'static [&'static str],
        action: Action,
    ) -> Self {
        Self {
            method,
            path,
            keys: Some(&[]),
            parameters: &[],
            control,
            action,
        }
    }

    pub(super) const fn with_keys(self, keys: &'static [&'static str]) -> Self {
        Self {
            keys: Some(keys),
            ..self
        }
    }

    /// The body is checked by the action.
    pub(super) const fn with_any_body(self) -> Self {
        Self { keys: None, ..self }
    }

    pub(super) const fn with_parameters(self, parameters: &'static [&'static str]) -> Self {
        Self { parameters, ..self }
    }

    /// The parameters of a path; `None` if it is another one.
    pub(super) fn match_path(&self, segments: &[&str]) -> Option<Vec<String>> {
        let template: Vec<&str> = segments_of(self.path);
        if template.len() != segments.len() {
            return None;
        }
        let mut parameters = Vec::new();
        for (template, segment) in template.iter().zip(segments) {
            if template.starts_with('{') {
                parameters.push((*segment).to_owned());
            } else if template != segment {
                return None;
            }
        }
        Some(parameters)
    }

    /// The path with the parameters of another one, for suggestions.
    pub(super) fn path_like(&self, segments: &[&str]) -> String {
        let mut path = String::new();
        for (index, template) in segments_of(self.path).into_iter().enumerate() {
            let segment = segments.get(index).filter(|_| template.starts_with('{'));
            path.push('/');
            path.push_str(segment.copied().unwrap_or(template));
        }
        path
    }

    /// Checks the keys of body and query.
    pub(super) fn check(&self, request: &ControlRequest) -> Result<(), Failure> {
        for (name, _) in &request.query {
            if !self.parameters.contains(&name.as_str()) {
                let suggestion = suggest(name, self.parameters.iter().copied());
                return Err(format!("unknown parameter `{name}`{suggestion}").into());
            }
        }
        let Some(keys) = self.keys else {
            return Ok(());
        };
        match &request.body {
            Value::Null => Ok(()),
            Value::Object(members) => {
                let unknown = members.keys().find(|key| !keys.contains(&key.as_str()));
                let Some(key) = unknown else { return Ok(()) };
                let suggestion = suggest(key, keys.iter().copied());
                Err(format!("unknown key `{key}`{suggestion}").into())
            }
            _ => Err("expected an object".into()),
        }
    }
}

/// The segments of a path.
pub(super) fn segments_of(path: &str) -> Vec<&str> {
    let segments = path.split('/');
    segments.filter(|segment| !segment.is_empty()).collect()
}

/// A control request.
pub(super) struct ControlRequest {
    pub(super) control: Control,
    /// The root URL of the sandbox, as the client knows it.
    pub(super) root: String,
    /// The parameters of its path.
    pub(super) parameters: Vec<String>,
    pub(super) query: Vec<(String, String)>,
    /// Null without a body.
    pub(super) body: Value,
}

impl ControlRequest {
    /// A parameter of the path.
    pub(super) fn parameter(&self, index: usize) -> &str {
        self.parameters.get(index).map_or("", String::as_str)
    }

    /// The id in the path; 404 if it is no number.
    pub(super) fn id<T: std::str::FromStr>(&self, noun: &str) -> Result<T, Failure> {
        let id = self.parameter(0).parse();
        id.map_err(|_| Failure::not_found(&format!("no {noun} has this id")))
    }

    /// A parameter of the query.
    pub(super) fn query(&self, name: &str) -> Option<&str> {
        let mut query = self.query.iter();
        let (_, value) = query.find(|(other, _)| other == name)?;
        Some(value)
    }

    /// A member of the body; null if it is missing.
    pub(super) fn member(&self, key: &str) -> &Value {
        self.body.get(key).unwrap_or(&Value::Null)
    }
}

/// Why a control request fails.
pub(super) struct Failure {
    status: u16,
    message: String,
}

impl Failure {
    pub(super) fn new(status: u16, message: &str) -> Self {
        Self {
            status,
            message: message.to_owned(),
        }
    }

    pub(super) fn not_found(message: &str) -> Self {
        Self::new(404, message)
    }

    pub(super) fn into_response(self) -> JsonResponse {
        JsonResponse::error(self.status, &self.message)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self {
            status: 400,
            message,
        }
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

impl From<ControlError> for Failure {
    fn from(error: ControlError) -> Self {
        Self {
            status: error.status(),
            message: error.to_string(),
        }
    }
}
