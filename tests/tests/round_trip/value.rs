//! Values that are sent, each with what must become of it.

/// A value that is sent, and what must become of it.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Null, which reads like an absent value.
    Null,
    /// A scalar in one of its spellings.
    Scalar {
        /// The spelling, as JSON text.
        json: String,
        /// What it stands for.
        meaning: Meaning,
    },
    /// A list.
    List(Vec<Value>),
    /// A record or map.
    Object(Vec<(String, Value)>),
    /// JSON text that has no place in a field, or is kept in one as text: it comes back verbatim.
    Kept {
        /// The text.
        json: String,
        /// Whether it is a mismatch.
        is_mismatch: bool,
    },
}

/// What a scalar stands for, whatever its spelling.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Meaning {
    /// A number, as plain text.
    Number(String),
    /// True or false.
    Boolean(bool),
    /// A text; for dates and times, the one that is written.
    Text(String),
}

impl Value {
    /// A value of another shape than the field's.
    pub(crate) fn misshapen(json: impl Into<String>) -> Self {
        Value::Kept {
            json: json.into(),
            is_mismatch: true,
        }
    }

    /// A value that is taken as it comes.
    pub(crate) fn verbatim(json: impl Into<String>) -> Self {
        Value::Kept {
            json: json.into(),
            is_mismatch: false,
        }
    }

    /// The JSON text that is sent.
    pub(crate) fn json(&self) -> String {
        match self {
            Value::Null => "null".to_owned(),
            Value::Scalar { json, .. } | Value::Kept { json, .. } => json.clone(),
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

    /// The places of all mismatches, as JSON pointers, sorted.
    pub(crate) fn mismatches(&self) -> Vec<String> {
        let mut pointers = Vec::new();
        self.find_mismatches("", &mut pointers);
        pointers.sort();
        pointers
    }

    fn find_mismatches(&self, pointer: &str, pointers: &mut Vec<String>) {
        match self {
            Value::Kept { is_mismatch, .. } => {
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

    /// Whether this may be left out as a member of an object. What is kept as text may not.
    pub(crate) fn is_nothing(&self) -> bool {
        match self {
            Value::Null => true,
            Value::List(items) => items.is_empty(),
            Value::Scalar { .. } | Value::Object(_) | Value::Kept { .. } => false,
        }
    }

    /// Whether a key comes again somewhere after a value that may be left out.
    pub(crate) fn repeats_nothing(&self) -> bool {
        match self {
            Value::Object(members) => members.iter().enumerate().any(|(index, (key, value))| {
                let is_repeated = || members[index + 1..].iter().any(|(other, _)| other == key);
                value.repeats_nothing() || value.is_nothing() && is_repeated()
            }),
            Value::List(items) => items.iter().any(Value::repeats_nothing),
            Value::Null | Value::Scalar { .. } | Value::Kept { .. } => false,
        }
    }

    /// Whether a field that is given this value is filled, so that a further value has no place in it.
    fn fills(&self) -> bool {
        match self {
            Value::Null => false,
            Value::Scalar { .. } | Value::Object(_) => true,
            Value::List(items) => !items.is_empty(),
            Value::Kept { is_mismatch, .. } => !is_mismatch,
        }
    }
}

/// A text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Settles what becomes of keys that come twice, and of second names of a field that has a value.
///
/// `field_of` tells the field that a key belongs to.
pub(crate) fn settle<'n>(
    members: &mut [(String, Value)],
    field_of: impl Fn(&str) -> Option<&'n str>,
) {
    let mut keys: Vec<String> = Vec::new();
    let mut filled: Vec<String> = Vec::new();
    for (key, value) in members {
        let field = field_of(key).unwrap_or(key).to_owned();
        if keys.contains(key) || filled.contains(&field) {
            *value = Value::misshapen(value.json());
        } else if value.fills() {
            filled.push(field);
        }
        keys.push(key.clone());
    }
}
