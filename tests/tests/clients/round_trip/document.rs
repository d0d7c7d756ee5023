//! The records of the OpenAPI documents and the types of their fields.

use serde_json::Value;

/// An OpenAPI document.
pub(crate) struct Document(Value);

/// The schema of a record.
#[derive(Clone, Copy)]
pub(crate) struct Schema<'a> {
    document: &'a Document,
    schema: &'a Value,
}

/// One key of a record.
pub(crate) struct Property<'a> {
    /// The wire name.
    pub(crate) key: &'a str,
    /// The wire name of its field, which differs if the key is an alias.
    pub(crate) field: &'a str,
    /// The type.
    pub(crate) kind: Kind<'a>,
    /// Whether its values are never shown.
    pub(crate) is_hidden: bool,
    /// Whether a mismatch is an error.
    pub(crate) is_strict: bool,
    /// Whether it is an envelope.
    pub(crate) is_wrapper: bool,
}

/// The type of a field.
pub(crate) enum Kind<'a> {
    /// A string; a lenient one accepts numbers and booleans, too.
    Text { is_lenient: bool },
    /// A value of an open enum.
    Enum(Vec<&'a str>),
    /// A whole number of 64 bits.
    Integer,
    /// A decimal number.
    Decimal,
    /// True or false.
    Boolean,
    /// A date.
    Date { accepts_us_dates: bool },
    /// An instant.
    Instant,
    /// A date and time without a zone.
    Local,
    /// An integer or a text.
    Id,
    /// Any JSON.
    Json,
    /// Another record.
    Record(&'a str),
    /// A list.
    List(Box<Kind<'a>>),
    /// A map from text.
    Map(Box<Kind<'a>>),
}

/// The documents that may describe the records of a package, the best first.
fn names(package: &str) -> Vec<&'static str> {
    let all = api_description::ALL.iter().map(|(name, _)| *name);
    let api = package.strip_suffix("-model");
    let own = all.clone().find(|name| Some(*name) == api);
    // Shared records are in the documents of all APIs that use them.
    own.map_or_else(|| all.collect(), |own| vec![own])
}

impl Document {
    /// Loads the document of this name.
    pub(crate) fn load(name: &str) -> Document {
        let all = api_description::ALL.iter();
        let text = all
            .clone()
            .find(|(found, _)| *found == name)
            .expect("a document")
            .1;
        Document(serde_json::from_str(text).expect("an OpenAPI document is JSON"))
    }

    /// The document that describes a record of a package.
    pub(crate) fn describing(package: &str, record: &str) -> Document {
        let mut documents = names(package).into_iter().map(Document::load);
        let found = documents.find(|document| document.records().contains(&record));
        found.unwrap_or_else(|| panic!("no document describes {record} of {package}"))
    }

    /// The names of all records.
    pub(crate) fn records(&self) -> Vec<&str> {
        let schemas = self.0["components"]["schemas"].as_object();
        let records = schemas.into_iter().flatten();
        let records = records.filter(|(_, schema)| schema["x-kind"] == "record");
        records.map(|(name, _)| name.as_str()).collect()
    }

    /// The schema of a record.
    pub(crate) fn record(&self, name: &str) -> Schema<'_> {
        Schema {
            document: self,
            schema: self.schema(name),
        }
    }

    fn schema(&self, name: &str) -> &Value {
        let schema = &self.0["components"]["schemas"][name];
        assert!(schema.is_object(), "no schema {name}");
        schema
    }

    fn kind<'a>(&'a self, schema: &'a Value) -> Kind<'a> {
        let name = |schema: &'a Value| schema["$ref"].as_str()?.rsplit('/').next();
        let choices = schema["anyOf"].as_array().into_iter().flatten();
        if let Some(name) = choices.chain([schema]).find_map(name) {
            return self.named_kind(name);
        }
        let types: Vec<&str> = match &schema["type"] {
            Value::String(name) => vec![name],
            Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
            _ => return Kind::Json,
        };
        let has = |name| types.contains(&name);
        match schema["format"].as_str() {
            Some("int64") => return Kind::Integer,
            Some("decimal") => return Kind::Decimal,
            Some("date") => {
                return Kind::Date {
                    accepts_us_dates: false,
                };
            }
            Some("date-time") => return Kind::Instant,
            Some("date-time-local") => return Kind::Local,
            Some(other) => panic!("unknown format {other}"),
            None => {}
        }
        if has("array") {
            Kind::List(Box::new(self.kind(&schema["items"])))
        } else if has("object") {
            Kind::Map(Box::new(self.kind(&schema["additionalProperties"])))
        } else if schema["x-also-us-date"] == true {
            Kind::Date {
                accepts_us_dates: true,
            }
        } else if has("integer") && has("string") && !has("boolean") {
            Kind::Id
        } else if has("string") && !has("integer") {
            Kind::Text {
                is_lenient: has("number"),
            }
        } else if has("boolean") {
            Kind::Boolean
        } else {
            panic!("unknown type {types:?}")
        }
    }

    fn named_kind<'a>(&'a self, name: &'a str) -> Kind<'a> {
        let schema = self.schema(name);
        match schema["x-kind"].as_str() {
            Some("record") => Kind::Record(name),
            Some("enum") => {
                let values = schema["x-known-values"].as_array().into_iter().flatten();
                Kind::Enum(values.filter_map(|value| value["value"].as_str()).collect())
            }
            Some("id") => Kind::Text { is_lenient: false },
            other => panic!("{name} is {other:?}"),
        }
    }
}

impl<'a> Schema<'a> {
    /// All keys of the record.
    pub(crate) fn properties(self) -> Vec<Property<'a>> {
        let properties = &self.schema["properties"];
        let rows = properties
            .as_object()
            .expect("a record has properties")
            .iter();
        rows.map(|(key, schema)| {
            let field = schema["x-same-as"].as_str().unwrap_or(key);
            let marks = &properties[field];
            Property {
                key,
                field,
                kind: self.document.kind(schema),
                is_hidden: marks["x-secret"] == true || marks["x-pii"] == true,
                is_strict: marks["x-strict"] == true,
                is_wrapper: marks["x-envelope-member"] == true,
            }
        })
        .collect()
    }
}
