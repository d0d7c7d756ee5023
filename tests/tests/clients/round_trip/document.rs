//! The records of the OpenAPI documents and the types of their fields.

use std::sync::LazyLock;

use api_wire::Schema;
use serde_json::Value;

use super::records;

/// An OpenAPI document.
pub(crate) struct Document(&'static Value);

/// All documents by name: to parse one takes longer than most tests of a record.
static ALL: LazyLock<Vec<(&str, Value)>> = LazyLock::new(|| {
    let all = api_description::ALL.iter();
    all.map(|(name, text)| {
        let document = serde_json::from_str(text).expect("an OpenAPI document is JSON");
        (*name, document)
    })
    .collect()
});

/// One key of a record.
pub(crate) struct Property<'a> {
    /// The wire name.
    pub(crate) key: &'static str,
    /// The wire name of its field, which differs if the key is an alias.
    pub(crate) field: &'static str,
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
    /// A string.
    Text,
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

impl Document {
    /// The document that describes a record of a package: the one of its API, or of any API that uses a shared
    /// record.
    pub(crate) fn describing(package: &str, record: &str) -> Document {
        let api = package.strip_suffix("-model");
        let is_own = |name: &str| Some(name) == api;
        let has_own = ALL.iter().any(|(name, _)| is_own(name));
        let schema = (records::named(package, record).schema)();
        let documents = ALL.iter().filter(|(name, _)| !has_own || is_own(name));
        let mut documents = documents.map(|(_, document)| Document(document));
        let found = documents.find(|document| document.find(schema).is_some());
        found.unwrap_or_else(|| panic!("no document describes {record} of {package}"))
    }

    /// The properties of a record: those of its schema, or of the page that it is a part of.
    fn find(&self, record: &Schema) -> Option<&Value> {
        let schemas = self.0["components"]["schemas"].as_object()?;
        let has_fields = |schema: &Value| {
            record.fields().iter().all(|field| {
                let mut names = field.wire_names().iter();
                names.any(|name| schema["properties"].get(name).is_some())
            })
        };
        let is_page = |name: &str| name.ends_with("Page");
        let named = schemas.get(record.name());
        let mut pages = schemas.iter().filter(|(name, _)| is_page(name));
        named.or_else(|| Some(pages.find(|(_, schema)| has_fields(schema))?.1))
    }

    /// All keys of a record.
    pub(crate) fn properties(&self, record: &Schema) -> Vec<Property<'_>> {
        let schema = self.find(record);
        let schema = schema.unwrap_or_else(|| panic!("no schema {}", record.name()));
        let required: Vec<&str> = schema["required"]
            .as_array()
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let mut properties = Vec::new();
        for field in record.fields() {
            for key in field.wire_names() {
                let described = &schema["properties"][key];
                assert!(described.is_object(), "no {key} of {}", record.name());
                properties.push(Property {
                    key,
                    field: field.wire_name(),
                    kind: self.kind(described),
                    is_hidden: described["x-secret"] == true || described["x-pii"] == true,
                    is_strict: described["x-strict"] == true,
                    is_wrapper: required.contains(key),
                });
            }
        }
        properties
    }

    /// The number of a record's fields in the document.
    pub(crate) fn count(&self, record: &str) -> Option<usize> {
        let schema = &self.0["components"]["schemas"][record];
        let properties = schema["properties"].as_object()?.values();
        let is_alias = |property: &&Value| property.get("x-alias-of").is_some();
        Some(properties.filter(|property| !is_alias(property)).count())
    }

    fn kind<'a>(&'a self, schema: &'a Value) -> Kind<'a> {
        let name = |schema: &'a Value| schema["$ref"].as_str()?.rsplit('/').next();
        let choices = ["anyOf", "allOf"].into_iter();
        let choices = choices.filter_map(|key| schema[key].as_array()).flatten();
        if let Some(name) = choices.chain([schema]).find_map(name) {
            return self.named_kind(name);
        }
        let ty = &schema["type"];
        let also_integer = ty.as_array().is_some_and(|types| types[1] == "integer");
        // Of a value of two types, the first is documented.
        match (ty.as_str().or(ty[0].as_str()), schema["format"].as_str()) {
            (Some("string"), None) if schema["x-formats"].is_array() => Kind::Date {
                accepts_us_dates: true,
            },
            (Some("string"), None) if also_integer => Kind::Id,
            (Some("string"), None) => Kind::Text,
            (Some("string"), Some("date")) => Kind::Date {
                accepts_us_dates: false,
            },
            (Some("string"), Some("date-time")) => Kind::Instant,
            (Some("string"), Some("date-time-local")) => Kind::Local,
            (Some("integer"), Some("int64")) => Kind::Integer,
            (Some("integer"), None) => Kind::Id,
            (Some("number"), None | Some("decimal")) => Kind::Decimal,
            (Some("boolean"), None) => Kind::Boolean,
            (Some("array"), None) => Kind::List(Box::new(self.kind(&schema["items"]))),
            (Some("object"), None) => {
                Kind::Map(Box::new(self.kind(&schema["additionalProperties"])))
            }
            (None, None) => Kind::Json,
            other => panic!("unknown type {other:?}"),
        }
    }

    fn named_kind<'a>(&'a self, name: &'a str) -> Kind<'a> {
        let schema = &self.0["components"]["schemas"][name];
        match (&schema["x-extensible-enum"], &schema["properties"]) {
            (Value::Array(values), _) => {
                Kind::Enum(values.iter().filter_map(Value::as_str).collect())
            }
            (_, Value::Object(_)) => Kind::Record(name),
            _ => Kind::Text,
        }
    }
}
