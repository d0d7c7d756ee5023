//! Reads faults from the bodies of control requests.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

use super::{Effect, ExactResponse, Fault};
use crate::suggest::suggest;

const FAULT_KEYS: [&str; 9] = [
    "operation",
    "api",
    "venue",
    "reference",
    "headers",
    "after",
    "times",
    "retry_after",
    "sequence",
];
/// The keys of each effect.
const EFFECTS: [(&str, &[&str]); 16] = [
    ("pass", &[]),
    ("status", &["status"]),
    ("respond", &RESPONSE_KEYS),
    ("replace", &RESPONSE_KEYS),
    ("delay", &["delay_milliseconds"]),
    ("slow_bytes", &["delay_milliseconds"]),
    ("drop_before", &[]),
    ("drop_after", &[]),
    ("truncated", &[]),
    ("wrong_shape", &[]),
    ("wrong_type", &["field"]),
    ("unknown_value", &["field"]),
    ("missing", &["field"]),
    ("value", &["field", "value"]),
    ("unknown_field", &[]),
    ("page_size", &["records"]),
];
const RESPONSE_KEYS: [&str; 4] = ["status", "response_headers", "body", "body_base64"];

type Members = Map<String, Value>;

impl Fault {
    /// Reads a fault from the body of a control request.
    pub(crate) fn from_json(body: &Value) -> Result<Self, String> {
        let body = body.as_object().ok_or("expected an object")?;
        let sequence = match body.get("sequence") {
            None => None,
            Some(sequence) => Some(
                sequence
                    .as_array()
                    .ok_or("`sequence` must be a list of effects")?,
            ),
        };
        let effects = match sequence {
            None => vec![effect(body, &FAULT_KEYS)?],
            Some(_) if body.contains_key("effect") => {
                return Err("expected either `effect` or `sequence`".to_owned());
            }
            Some(sequence) => {
                check_keys(body, &FAULT_KEYS)?;
                let element = |(index, element): (usize, &Value)| {
                    let element = element.as_object();
                    let element = element.ok_or_else(|| "expected an object".to_owned());
                    let read = element.and_then(|element| effect(element, &[]));
                    read.map_err(|error| format!("`sequence[{index}]`: {error}"))
                };
                sequence
                    .iter()
                    .enumerate()
                    .map(element)
                    .collect::<Result<_, _>>()?
            }
        };
        let operation = string(body, "operation")?.ok_or("missing `operation`")?;
        let fault = Self {
            api: string(body, "api")?.map(str::to_owned),
            venue: match body.get("venue") {
                None | Some(Value::Null) => None,
                Some(venue) => Some(venue.as_i64().ok_or("`venue` must be the id of a venue")?),
            },
            reference: match body.get("reference") {
                Some(Value::Number(id)) => Some(id.to_string()),
                _ => string(body, "reference")?.map(str::to_owned),
            },
            headers: headers(body, "headers")?,
            after: count(body, "after", 0)?,
            times: count(body, "times", 1)?,
            retry_after: match body.get("retry_after") {
                Some(Value::Number(seconds)) => Some(seconds.to_string()),
                _ => string(body, "retry_after")?.map(str::to_owned),
            },
            ..Self::sequence(operation, effects)
        };
        Ok(fault)
    }
}

/// Reads an effect, whose object may have these other keys.
fn effect(body: &Members, other_keys: &[&'static str]) -> Result<Effect, String> {
    let names = || EFFECTS.iter().map(|(name, _)| *name);
    let Some(name) = body.get("effect") else {
        // The misspelled key is the better error.
        let keys: Vec<&str> = EFFECTS
            .iter()
            .flat_map(|(_, keys)| *keys)
            .copied()
            .collect();
        check_keys(body, &[other_keys, &keys, &["effect"]].concat())?;
        return Err("missing `effect`".to_owned());
    };
    let name = name.as_str().ok_or("`effect` must be a string")?;
    let keys = EFFECTS.iter().find(|(other, _)| *other == name);
    let (_, keys) =
        keys.ok_or_else(|| format!("unknown effect `{name}`{}", suggest(name, names())))?;
    check_keys(body, &[other_keys, keys, &["effect"]].concat())?;
    let field = || {
        let field = string(body, "field")?.ok_or("missing `field`")?;
        Ok::<_, String>(field.to_owned())
    };
    let milliseconds = || integer(body, "delay_milliseconds").map(Duration::from_millis);
    Ok(match name {
        "pass" => Effect::Pass,
        "status" => Effect::Status(status(body)?),
        "respond" => Effect::Respond(response(body)?),
        "replace" => Effect::Replace(response(body)?),
        "delay" => Effect::Delay(milliseconds()?),
        "slow_bytes" => Effect::SlowBytes(milliseconds()?),
        "drop_before" => Effect::DropBefore,
        "drop_after" => Effect::DropAfter,
        "truncated" => Effect::Truncated,
        "wrong_shape" => Effect::WrongShape,
        "wrong_type" => Effect::WrongType(field()?),
        "unknown_value" => Effect::UnknownValue(field()?),
        "missing" => Effect::Missing(field()?),
        "value" => Effect::Value(
            field()?,
            body.get("value").ok_or("missing `value`")?.clone(),
        ),
        "unknown_field" => Effect::UnknownField,
        _ => Effect::PageSize(
            u32::try_from(integer(body, "records")?).map_err(|_| "`records` is too large")?,
        ),
    })
}

fn response(body: &Members) -> Result<ExactResponse, String> {
    let bytes = match (string(body, "body")?, string(body, "body_base64")?) {
        (Some(_), Some(_)) => return Err("expected either `body` or `body_base64`".to_owned()),
        (Some(text), None) => text.as_bytes().to_vec(),
        (None, Some(text)) => STANDARD
            .decode(text)
            .map_err(|_| "invalid base64 in `body_base64`")?,
        (None, None) => Vec::new(),
    };
    Ok(ExactResponse {
        status: status(body)?,
        headers: headers(body, "response_headers")?,
        body: bytes,
    })
}

fn headers(body: &Members, key: &str) -> Result<Vec<(String, String)>, String> {
    let members = match body.get(key) {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(members) => members.as_object(),
    };
    let members = members.ok_or_else(|| format!("`{key}` must be an object of header values"))?;
    let mut headers = Vec::new();
    for (name, value) in members {
        let values = match value {
            Value::Array(values) => values.as_slice(),
            value => std::slice::from_ref(value),
        };
        for value in values {
            let value = value.as_str();
            let value =
                value.ok_or_else(|| format!("header `{name}` in `{key}` must be a string"))?;
            headers.push((name.clone(), value.to_owned()));
        }
    }
    Ok(headers)
}

fn check_keys(body: &Members, keys: &[&str]) -> Result<(), String> {
    for key in body.keys() {
        if !keys.contains(&key.as_str()) {
            let suggestion = suggest(key, keys.iter().copied());
            return Err(format!("unknown key `{key}`{suggestion}"));
        }
    }
    Ok(())
}

fn string<'b>(body: &'b Members, key: &str) -> Result<Option<&'b str>, String> {
    match body.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("`{key}` must be a string")),
    }
}

fn integer(body: &Members, key: &str) -> Result<u64, String> {
    let value = body.get(key).ok_or_else(|| format!("missing `{key}`"))?;
    let value = value.as_u64();
    value.ok_or_else(|| format!("`{key}` must be an unsigned integer"))
}

fn status(body: &Members) -> Result<u16, String> {
    let status = u16::try_from(integer(body, "status")?);
    status.map_err(|_| "`status` must be an HTTP status".to_owned())
}

fn count(body: &Members, key: &str, default: u32) -> Result<u32, String> {
    let Some(value) = body.get(key) else {
        return Ok(default);
    };
    let count = value.as_u64().and_then(|count| u32::try_from(count).ok());
    count.ok_or_else(|| format!("`{key}` must be an unsigned 32-bit integer"))
}
