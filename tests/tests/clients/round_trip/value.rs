//! Values, each with its expected result.

use test_support::json::Tree;

/// A value and its expected result.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Null, which reads like an absent value.
    Null,
    /// A scalar in one of its notations.
    Scalar {
        /// The notation, as JSON text.
        json: String,
        /// The value in its normal form.
        normalized: Tree,
    },
    /// A list.
    List(Vec<Value>),
    /// A record or map.
    Object(Vec<(String, Value)>),
    /// JSON text that is written verbatim: a leftover, or a field of any JSON.
    Verbatim {
        /// The text.
        json: String,
        /// Whether it is a mismatch.
        is_mismatch: bool,
    },
}

impl Value {
    /// A value of another shape than the field's.
    pub(crate) fn mismatched(json: impl Into<String>) -> Self {
        Value::Verbatim {
            json: json.into(),
            is_mismatch: true,
        }
    }

    /// A value that is kept as it is.
    pub(crate) fn verbatim(json: impl Into<String>) -> Self {
        Value::Verbatim {
            json: json.into(),
            is_mismatch: false,
        }
    }

    /// The JSON text that is sent.
    pub(crate) fn json(&self) -> String {
        match self {
            Value::Null => "null".to_owned(),
            Value::Scalar { json, .. } | Value::Verbatim { json, .. } => json.clone(),
            Value::List(items) => {
                let items: Vec<String> = items.iter().map(Value::json).collect();
                format!("[{}]", items.join(", "))
            }
            Value::Object(members) => {
                let members: Vec<String> = members
                    .iter()
                    .map(|(key, value)| format!("{}:{}", quoted(key), value.json()))
                    .collect();
                format!("{{{}}}", members.join(" ,\n"))
            }
        }
    }

    /// The value in its normal form.
    pub(crate) fn normalized(&self) -> Tree {
        match self {
            Value::Null => Tree::Null,
            Value::Scalar { normalized, .. } => normalized.clone(),
            Value::Verbatim { json, .. } => Tree::read(json).expect("JSON"),
            Value::List(items) => Tree::List(items.iter().map(Value::normalized).collect()),
            Value::Object(members) => {
                let members = members.iter();
                let members = members.map(|(key, value)| (key.clone(), value.normalized()));
                Tree::Object(members.collect())
            }
        }
    }

    /// The texts that are written as they were sent.
    pub(crate) fn verbatim_texts(&self) -> Vec<&str> {
        match self {
            Value::Verbatim { json, .. } => vec![json],
            Value::List(items) => items.iter().flat_map(Value::verbatim_texts).collect(),
            Value::Object(members) => {
                let values = members.iter().map(|(_, value)| value);
                values.flat_map(Value::verbatim_texts).collect()
            }
            Value::Null | Value::Scalar { .. } => Vec::new(),
        }
    }

    /// The JSON pointers of all mismatches, sorted.
    pub(crate) fn mismatches(&self) -> Vec<String> {
        let mut pointers = Vec::new();
        self.find_mismatches("", &mut pointers);
        pointers.sort();
        pointers
    }

    fn find_mismatches(&self, pointer: &str, pointers: &mut Vec<String>) {
        match self {
            Value::Verbatim { is_mismatch, .. } => {
                if *is_mismatch {
                    pointers.push(pointer.to_owned());
                }
            }
            Value::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    item.find_mismatches(&format!("{pointer}/{index}"), pointers);
                }
            }
            Value::Object(members) => {
                for (key, value) in members {
                    let segment = key.replace('~', "~0").replace('/', "~1");
                    value.find_mismatches(&format!("{pointer}/{segment}"), pointers);
                }
            }
            Value::Null | Value::Scalar { .. } => {}
        }
    }

    /// Whether this may be omitted as a member of an object. Verbatim text may not.
    pub(crate) fn is_absent(&self) -> bool {
        match self {
            Value::Null => true,
            Value::List(items) => items.is_empty(),
            Value::Scalar { .. } | Value::Object(_) | Value::Verbatim { .. } => false,
        }
    }

    /// Whether a key is repeated after a value that may be omitted.
    pub(crate) fn repeats_absent_key(&self) -> bool {
        match self {
            Value::Object(members) => members.iter().enumerate().any(|(index, (key, value))| {
                let is_repeated = || members[index + 1..].iter().any(|(other, _)| other == key);
                value.repeats_absent_key() || value.is_absent() && is_repeated()
            }),
            Value::List(items) => items.iter().any(Value::repeats_absent_key),
            Value::Null | Value::Scalar { .. } | Value::Verbatim { .. } => false,
        }
    }

    /// Whether a field with this value is filled, so that a further value is a duplicate.
    fn fills(&self) -> bool {
        match self {
            Value::Null => false,
            Value::Scalar { .. } | Value::Object(_) => true,
            Value::List(items) => !items.is_empty(),
            Value::Verbatim { is_mismatch, .. } => !is_mismatch,
        }
    }
}

/// A text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Marks duplicate keys and second names of a filled field as mismatches.
///
/// `field_of` returns the field of a key.
pub(crate) fn mark_duplicates<'n>(
    members: &mut [(String, Value)],
    field_of: impl Fn(&str) -> Option<&'n str>,
) {
    let mut keys: Vec<String> = Vec::new();
    let mut filled: Vec<String> = Vec::new();
    for (key, value) in members {
        let field = field_of(key).unwrap_or(key).to_owned();
        if keys.contains(key) || filled.contains(&field) {
            *value = Value::mismatched(value.json());
        } else if value.fills() {
            filled.push(field);
        }
        keys.push(key.clone());
    }
}
