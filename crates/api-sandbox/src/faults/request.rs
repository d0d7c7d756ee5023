//! The requests that faults are matched with.

use serde_json::Value;

use crate::openapi::Operation;

/// The members of request bodies that are references, at the top or in a wrapper.
const REFERENCE_KEYS: [&str; 2] = ["reference_no", "RequestUid"];

/// A request for an operation, as faults see it.
pub(crate) struct FaultRequest<'r> {
    pub(crate) operation: &'r Operation,
    pub(crate) path_parameters: &'r [(String, String)],
    pub(crate) body: &'r [u8],
    /// The id of the venue of the credentials, which is looked up only for faults of a venue.
    pub(crate) venue: &'r dyn Fn() -> Option<i64>,
}

impl FaultRequest<'_> {
    /// Ids in the path, and the references of the body.
    pub(super) fn references(&self) -> Vec<String> {
        let credential = self.operation.path_credential.as_deref();
        let parameters = self.path_parameters.iter();
        let mut references: Vec<String> = parameters
            .filter(|(name, _)| Some(name.as_str()) != credential)
            .map(|(_, value)| value.clone())
            .collect();
        let body: Value = serde_json::from_slice(self.body).unwrap_or_default();
        if let Value::Object(members) = &body {
            push_references(&body, &mut references);
            let wrapped = members.values();
            wrapped.for_each(|member| push_references(member, &mut references));
        }
        references
    }
}

fn push_references(object: &Value, references: &mut Vec<String>) {
    for key in REFERENCE_KEYS {
        match object.get(key) {
            Some(Value::String(text)) => references.push(text.clone()),
            Some(Value::Number(number)) => references.push(number.to_string()),
            _ => {}
        }
    }
}
