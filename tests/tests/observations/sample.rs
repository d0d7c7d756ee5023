//! Responses with canaries in all places, made from the OpenAPI documents.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::mem::discriminant;

use serde_json::{Map, Value, json};

/// A value of a closed set, which may be kept.
pub(crate) const KNOWN_VALUE: &str = "wellknown";

/// The digits of personal numbers.
const NUMBER: i64 = 918_273_645;

/// The depth at which nested records end.
const MAX_DEPTH: usize = 8;

/// All planted texts: each looks like the name of a value.
#[derive(Default)]
pub(crate) struct Canaries(RefCell<HashSet<String>>);

impl Canaries {
    pub(crate) fn len(&self) -> usize {
        self.0.borrow().len()
    }

    pub(crate) fn contains(&self, word: &str) -> bool {
        word == NUMBER.to_string() || self.0.borrow().contains(word)
    }

    /// The canary of a place, or a new one.
    fn plant(&self, text: &str) -> String {
        let letters = text.bytes().filter(u8::is_ascii_alphabetic).map(char::from);
        let canary: String = "Q".chars().chain(letters.take(40)).collect();
        self.0.borrow_mut().insert(canary.clone());
        canary
    }

    fn plant_new(&self) -> String {
        let mut number = self.len();
        let mut text = "new".to_owned();
        while number > 0 {
            text.push(char::from(b'a' + u8::try_from(number % 26).unwrap()));
            number /= 26;
        }
        self.plant(&text)
    }
}

/// An operation with a documented response.
#[derive(Clone)]
pub(crate) struct Documented {
    pub(crate) api: String,
    pub(crate) name: String,
    pub(crate) method: String,
    /// With values for its variables.
    pub(crate) path: String,
    schema: Value,
}

/// The responses of all operations.
pub(crate) struct Responses<'c> {
    documents: BTreeMap<String, Value>,
    operations: Vec<Documented>,
    canaries: &'c Canaries,
    hidden: Option<&'c HiddenTypes>,
}

/// A field: document, schema and key.
pub(crate) type SchemaField = (String, String, String);

/// A world: the true types of fields whose types the documents do not show, values that contradict
/// documented types, and damaged responses.
#[derive(Default)]
pub(crate) struct HiddenTypes {
    seed: usize,
    /// The share of damaged responses.
    damage: f64,
    /// The keys of fields that contradict their documented types.
    contradicted: BTreeSet<String>,
    random: RefCell<fastrand::Rng>,
    is_damaged: Cell<bool>,
    /// The fields of hidden types that responses had.
    pub(crate) sent: RefCell<BTreeSet<SchemaField>>,
    /// The fields of documented scalar types that responses had.
    documented: RefCell<BTreeSet<SchemaField>>,
}

impl HiddenTypes {
    pub(crate) fn new(seed: usize, damage: f64) -> Self {
        Self {
            seed,
            damage,
            random: RefCell::new(fastrand::Rng::with_seed(seed as u64)),
            ..Self::default()
        }
    }

    /// Plants contradictions in at least as many of the documented fields, all those of a key.
    pub(crate) fn with_contradictions(self, documented: &Self, count: usize) -> Self {
        let documented = documented.documented.borrow();
        let mut keys: Vec<&String> = documented.iter().map(|(_, _, key)| key).collect();
        self.random.borrow_mut().shuffle(&mut keys);
        let mut contradicted: BTreeSet<String> = BTreeSet::new();
        let mut planted = 0;
        for key in keys {
            if planted >= count {
                break;
            }
            if contradicted.insert(key.clone()) {
                planted += documented.iter().filter(|field| field.2 == *key).count();
            }
        }
        Self {
            contradicted,
            ..self
        }
    }

    /// The fields that contradicted their documented types.
    pub(crate) fn planted(&self) -> BTreeSet<SchemaField> {
        let documented = self.documented.borrow();
        let planted = documented.iter().filter(|field| self.contradicts(&field.2));
        planted.cloned().collect()
    }

    /// Whether fields of a key contradict their documented types.
    pub(crate) fn contradicts(&self, key: &str) -> bool {
        self.contradicted.contains(key)
    }

    fn start_response(&self) {
        let is_damaged = self.random.borrow_mut().f64() < self.damage;
        self.is_damaged.set(is_damaged);
    }

    /// The value of a field: half of those of a damaged response are of another kind.
    fn damaged(&self, value: Value) -> Value {
        let mut random = self.random.borrow_mut();
        if !self.is_damaged.get() || random.bool() {
            return value;
        }
        let mut others = vec![
            Value::Null,
            json!(true),
            json!(7),
            json!("text"),
            json!([]),
            json!({}),
        ];
        others.retain(|other| discriminant(other) != discriminant(&value));
        random.choice(others).unwrap_or(value)
    }

    /// A type and format of OpenAPI, and a value.
    pub(crate) fn type_of_key(
        &self,
        key: &str,
        number: usize,
    ) -> (&'static str, Option<&'static str>, Value) {
        let hash: usize = key.bytes().map(usize::from).sum();
        match (hash + self.seed * (1 + hash % 5)) % 6 {
            0 => ("integer", None, json!(10 + number)),
            1 => ("number", None, json!(12.25)),
            2 => ("boolean", None, json!(number.is_multiple_of(2))),
            3 => (
                "string",
                None,
                json!(format!("Text {number} of several words")),
            ),
            4 => ("string", Some("date"), json!("2026-01-15")),
            _ => ("string", Some("date-time"), json!("2026-01-15T10:00:00Z")),
        }
    }

    /// A value of another kind than the documented one.
    fn contradiction(schema: &Value) -> Value {
        match scalar_type(schema) {
            Some("string") => json!(true),
            _ => json!(["several"]),
        }
    }

    /// Whether the documents show a scalar type. Ids, times of changes, secrets and the status have a
    /// meaning for the clients.
    fn is_documented_scalar(key: &str, schema: &Value) -> bool {
        let marks = [
            "x-inferred",
            "x-secret",
            "x-conflicts",
            "x-string-or-number",
            "x-envelope-member",
            "x-known-values",
            "enum",
        ];
        scalar_type(schema).is_some()
            && marks.iter().all(|mark| schema[mark].is_null())
            && !Self::MEANINGFUL.contains(&key)
    }

    const MEANINGFUL: [&str; 5] = ["id", "updated_at", "reference_no", "reference_id", "code"];

    /// Whether the documents do not show the type of a field. Ids, times of changes and secrets have
    /// a meaning for the clients.
    fn is_open(key: &str, schema: &Value) -> bool {
        let is_untyped = ["type", "$ref", "allOf", "oneOf", "anyOf"]
            .iter()
            .all(|keyword| schema[keyword].is_null());
        let is_scalar = ["string", "integer", "number", "boolean"]
            .iter()
            .any(|name| schema["type"] == *name || schema["type"][0] == *name);
        let is_inferred = schema["x-inferred"] == true && is_scalar;
        (is_untyped || is_inferred)
            && schema["x-secret"] != true
            && schema["x-known-values"].is_null()
            && !Self::MEANINGFUL.contains(&key)
    }
}

/// The scalar type of a schema, if it is the only one but null.
fn scalar_type(schema: &Value) -> Option<&str> {
    let ty = match &schema["type"] {
        Value::Array(types) => match &types[..] {
            [ty] => ty,
            [ty, null] if null == "null" => ty,
            _ => return None,
        },
        ty => ty,
    };
    let scalars = ["string", "integer", "number", "boolean"];
    ty.as_str().filter(|ty| scalars.contains(ty))
}

impl<'c> Responses<'c> {
    /// Responses in which the types that the documents do not show are others.
    pub(crate) fn with_hidden_types(canaries: &'c Canaries, hidden: &'c HiddenTypes) -> Self {
        Self {
            hidden: Some(hidden),
            ..Self::new(canaries)
        }
    }

    pub(crate) fn new(canaries: &'c Canaries) -> Self {
        let mut documents = BTreeMap::new();
        let mut operations = Vec::new();
        for (api, text) in api_description::ALL {
            let document: Value = serde_json::from_str(text).unwrap();
            for (path, item) in document["paths"].as_object().unwrap() {
                for (method, operation) in item.as_object().unwrap() {
                    let schema =
                        &operation["responses"]["200"]["content"]["application/json"]["schema"];
                    let Some(id) = operation["operationId"]
                        .as_str()
                        .filter(|_| schema.is_object())
                    else {
                        continue;
                    };
                    let path = path.split('{').map(|part| match part.split_once('}') {
                        Some((_, rest)) => format!("7{rest}"),
                        None => part.to_owned(),
                    });
                    operations.push(Documented {
                        api: (*api).to_owned(),
                        name: id.split('.').next().unwrap().to_owned(),
                        method: method.to_ascii_uppercase(),
                        path: path.collect(),
                        schema: schema.clone(),
                    });
                }
            }
            documents.insert((*api).to_owned(), document);
        }
        Self {
            documents,
            operations,
            canaries,
            hidden: None,
        }
    }

    pub(crate) fn operations(&self) -> Vec<Documented> {
        self.operations.clone()
    }

    /// A body of this operation; one of no known shape if its response is not documented.
    pub(crate) fn body(&self, api: &str, name: &str) -> String {
        let mut operations = self.operations.iter();
        let documented = operations.find(|other| other.api == api && other.name == name);
        match documented {
            Some(documented) => {
                self.hidden.inspect(|hidden| hidden.start_response());
                let sample = Sample {
                    api,
                    document: &self.documents[api],
                    canaries: self.canaries,
                    hidden: self.hidden,
                    record: RefCell::default(),
                };
                sample.value(&documented.schema, name, false, 0).to_string()
            }
            None => {
                let canary = self.canaries.plant("undocumented");
                json!({ "list": [{ "name": canary }], "name": canary }).to_string()
            }
        }
    }
}

struct Sample<'a> {
    api: &'a str,
    document: &'a Value,
    canaries: &'a Canaries,
    hidden: Option<&'a HiddenTypes>,
    /// The schema that is being sampled.
    record: RefCell<String>,
}

impl Sample<'_> {
    /// The value of a field in a world; `None` if it is that of the documents.
    fn hidden_value(&self, hidden: &HiddenTypes, key: &str, schema: &Value) -> Option<Value> {
        let field = || {
            (
                self.api.to_owned(),
                self.record.borrow().clone(),
                key.to_owned(),
            )
        };
        if HiddenTypes::is_open(key, schema) {
            hidden.sent.borrow_mut().insert(field());
            self.canaries.plant_new();
            return Some(hidden.type_of_key(key, self.canaries.len()).2);
        }
        if HiddenTypes::is_documented_scalar(key, schema) {
            hidden.documented.borrow_mut().insert(field());
            let is_contradicted = hidden.contradicts(key);
            return is_contradicted.then(|| HiddenTypes::contradiction(schema));
        }
        None
    }

    fn value(&self, schema: &Value, place: &str, is_hidden: bool, depth: usize) -> Value {
        let is_hidden = is_hidden || schema["x-pii"] == true || schema["x-secret"] == true;
        if let Some(reference) = schema["$ref"].as_str() {
            let pointer = reference.trim_start_matches('#');
            let schema = self.document.pointer(pointer).unwrap();
            let name = pointer.rsplit('/').next().unwrap().to_owned();
            let outer = self.record.replace(name);
            let value = self.value(schema, place, is_hidden, depth);
            self.record.replace(outer);
            return value;
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut all = Map::new();
            for part in parts {
                match self.value(part, place, is_hidden, depth) {
                    Value::Object(members) => all.extend(members),
                    // A reference with marks next to it.
                    other => return other,
                }
            }
            return Value::Object(all);
        }
        for alternatives in ["oneOf", "anyOf"] {
            if let Some(first) = schema[alternatives].get(0) {
                return self.value(first, place, is_hidden, depth);
            }
        }
        if schema["x-known-values"].is_array() || schema["enum"].is_array() {
            return json!(if is_hidden {
                self.canaries.plant(place)
            } else {
                KNOWN_VALUE.to_owned()
            });
        }
        match schema["type"].as_str().or(schema["type"][0].as_str()) {
            Some("object") if schema["properties"].is_object() && depth < MAX_DEPTH => {
                let properties = schema["properties"].as_object().unwrap().iter();
                let mut members: Map<String, Value> = properties
                    .map(|(key, schema)| {
                        let place = format!("{place} {key}");
                        if let Some(hidden) = self.hidden
                            && !self.record.borrow().is_empty()
                        {
                            let value = self.hidden_value(hidden, key, schema);
                            let value = value.unwrap_or_else(|| {
                                self.value(schema, &place, is_hidden, depth + 1)
                            });
                            return (key.clone(), hidden.damaged(value));
                        }
                        (
                            key.clone(),
                            self.value(schema, &place, is_hidden, depth + 1),
                        )
                    })
                    .collect();
                if depth > 0 {
                    let canary = self.canaries.plant(&format!("{place} unheard"));
                    members.insert("unheard_of".to_owned(), canary.into());
                }
                Value::Object(members)
            }
            Some("object") => {
                let value = &schema["additionalProperties"];
                let value = match value.is_object() {
                    true => self.value(value, place, is_hidden, depth + 1),
                    false => json!(7),
                };
                json!({ (self.canaries.plant(&format!("{place} key"))): value })
            }
            Some("array") => json!([self.value(&schema["items"], place, is_hidden, depth + 1)]),
            Some("integer" | "number") if is_hidden => json!(NUMBER),
            Some("integer" | "number") => json!(7),
            Some("boolean") => json!(true),
            Some("string") if schema["x-also-us-date"] == true => json!("1987-11-23"),
            Some("string") if schema["format"] == "date-time-local" => {
                json!("1987-11-23T18:05:22")
            }
            Some("string") if schema["format"] == "date" => json!("1987-11-23"),
            Some("string") if schema["format"] == "date-time" => json!("1987-11-23T18:05:22Z"),
            // Free text, and texts of any JSON.
            _ if is_hidden => json!(self.canaries.plant(place)),
            _ => json!(self.canaries.plant_new()),
        }
    }
}
