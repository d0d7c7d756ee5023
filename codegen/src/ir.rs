//! What the emitters read: every name resolved, every difference applied; the YAML is gone but for the places of things.

use std::collections::HashMap;

use crate::diagnostics::Place;

/// The whole description.
#[derive(Debug, Default)]
pub struct House {
    /// The sets, in the order of their folders.
    pub sets: Vec<Set>,
    /// By set and name: the resource that declares the type, and which of its kind it is there.
    places: HashMap<(usize, String), (usize, usize)>,
}

/// A set: an API, or shapes that several share.
#[derive(Debug)]
pub struct Set {
    /// The folder below `spec/`.
    pub dir: String,
    /// `pos-v2`: the crates are called after it.
    pub name: String,
    /// Whether it is an API, with operations, and not only shapes.
    pub is_api: bool,
    /// What it is called, in a few words.
    pub title: String,
    /// The document that it describes.
    pub source: String,
    /// What it is for.
    pub doc: String,
    /// The sets whose names it can use, by index.
    pub uses: Vec<usize>,
    /// What every client fills in.
    pub client_values: Vec<ClientValue>,
    /// The environments.
    pub environments: Vec<Environment>,
    /// The ways to authenticate.
    pub auth: Vec<Auth>,
    /// The envelope of replies.
    pub envelope: Option<Envelope>,
    /// The shapes of error bodies.
    pub error_bodies: Vec<ErrorBody>,
    /// What statuses mean.
    pub statuses: Vec<Status>,
    /// Rules, limits and the like, by heading.
    pub facts: Vec<(String, Vec<String>)>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// The resources, in the order of their files.
    pub resources: Vec<Resource>,
    /// The set's `api.yaml`.
    pub place: Place,
}

/// What the documents do not show, and what they say in two ways.
#[derive(Clone, Debug, Default)]
pub struct Doubts {
    /// What the documents do not show, each with its place.
    pub unknowns: Vec<(String, Place)>,
    /// What the documents say in two ways, each with its place.
    pub conflicts: Vec<(Conflict, Place)>,
}

/// Two statements that do not agree.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The one.
    pub says: String,
    /// The other.
    pub but: String,
    /// What the crates do.
    pub so: String,
}

/// A value that every client fills in.
#[derive(Debug)]
pub struct ClientValue {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// The value when the caller sets none.
    pub default: Option<String>,
}

/// An environment.
#[derive(Debug)]
pub struct Environment {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Its base address, as the documents write it.
    pub base_url: String,
    /// What the browser SDK calls it.
    pub word: Option<String>,
}

/// A way to authenticate.
#[derive(Debug)]
pub struct Auth {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Which header it makes.
    pub scheme: Scheme,
    /// The path parameter that carries the same credential.
    pub path: Option<String>,
}

/// The header of a way to authenticate.
#[derive(Debug)]
pub enum Scheme {
    /// Basic, with a second part that may be empty.
    Basic {
        /// The credential that is the user name.
        user: String,
        /// The credential that is the password.
        password: Option<String>,
    },
    /// Bearer, with the name of the credential.
    Bearer(String),
}

/// The keys of an envelope.
#[derive(Debug)]
pub struct Envelope {
    /// The flag.
    pub success: String,
    /// What was asked for.
    pub payload: String,
    /// The text that tells a failure.
    pub message: String,
}

/// A shape of error bodies.
#[derive(Debug)]
pub struct ErrorBody {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// An example, as JSON.
    pub example: serde_json::Value,
}

/// What a status means.
#[derive(Clone, Debug)]
pub struct Status {
    /// The number.
    pub code: u16,
    /// What it means.
    pub meaning: String,
    /// What its body is.
    pub body: StatusBody,
    /// Whether it says that the record was not found.
    pub not_found: bool,
}

/// The body of a status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatusBody {
    /// The operation's reply.
    Resource,
    /// No body.
    None,
    /// Not shown.
    Unknown,
    /// An error body, by name.
    Error(String),
}

/// A resource: a file of the description and a module of the crates.
#[derive(Debug)]
pub struct Resource {
    /// Its name.
    pub name: String,
    /// Where it stands in the document.
    pub source: String,
    /// What it is.
    pub doc: String,
    /// Open enums.
    pub enums: Vec<Enum>,
    /// Texts that identify something.
    pub ids: Vec<TextId>,
    /// What is read.
    pub records: Vec<Record>,
    /// What is sent.
    pub bodies: Vec<Body>,
    /// The calls.
    pub operations: Vec<Operation>,
    /// What the service sends to us.
    pub callbacks: Vec<Callback>,
    /// The script of a page.
    pub browser_sdk: Option<BrowserSdk>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// The file.
    pub place: Place,
}

/// An open enum.
#[derive(Debug)]
pub struct Enum {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// The values that the documents show.
    pub values: Vec<Value>,
    /// Whether values compare ignoring ASCII case.
    pub any_case: bool,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// A value of an open enum.
#[derive(Debug)]
pub struct Value {
    /// The text on the wire.
    pub text: String,
    /// The variant.
    pub rust: String,
    /// What it means.
    pub doc: Option<String>,
}

/// A text that identifies something.
#[derive(Debug)]
pub struct TextId {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// What is read.
#[derive(Debug)]
pub struct Record {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// Its fields, record list first.
    pub fields: Vec<Field>,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// What is sent.
#[derive(Debug)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// Its fields.
    pub fields: Vec<Field>,
    /// Whether it is an update, whose fields can be left, set or cleared.
    pub update: bool,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// A field or a parameter.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name on the wire.
    pub wire: String,
    /// Other names of the same field on the wire.
    pub also: Vec<String>,
    /// Its name in Rust.
    pub rust: String,
    /// Its type.
    pub ty: Type,
    /// The documented maximum number of characters.
    pub max: Option<u64>,
    /// The documented default.
    pub default: Option<Default>,
    /// The unit of a number.
    pub unit: Option<Unit>,
    /// Where the documents show it.
    pub evidence: Evidence,
    /// Marked required in the documents.
    pub required: bool,
    /// Never sent.
    pub readonly: bool,
    /// A credential.
    pub secret: bool,
    /// Personal data.
    pub personal: bool,
    /// The documents give a name only.
    pub inferred: bool,
    /// A text that may come as a number.
    pub lenient: bool,
    /// An amount whose misshapen value is an error.
    pub exact: bool,
    /// Part of an envelope.
    pub wrapper: bool,
    /// A date that is also read month first.
    pub month_first: bool,
    /// How it is sent.
    pub presence: Presence,
    /// What it is.
    pub doc: Option<String>,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// Where the documents show a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// In the record list.
    pub list: bool,
    /// In a list example.
    pub example: bool,
    /// In an example of a request or response only.
    pub seen: bool,
}

/// The unit of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The documents give none.
    Unknown,
    /// The documents give this one.
    Known(String),
}

/// How a field is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The operation makes no sense without it.
    Expected,
    /// Left out, or set.
    Optional,
    /// Left out, set, or an explicit null.
    Nullable,
    /// Filled in by the client from one of its values.
    Filled(String),
    /// Always this text.
    Constant(String),
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A text; `long` when the documents call it `text`.
    Text {
        /// The documents say `text`.
        long: bool,
    },
    /// A whole number of so many bits.
    Integer {
        /// 64 or 32.
        bits: u8,
    },
    /// How many, or which of many: what paging counts with.
    Count,
    /// An exact number, with the documents' word for it.
    Decimal(&'static str),
    /// True or false.
    Boolean,
    /// A day.
    Date,
    /// An instant.
    DateTime,
    /// A date and time without a zone.
    LocalDateTime,
    /// A time of day.
    Time,
    /// Any JSON.
    Json,
    /// A whole number or a text.
    IntegerOrText,
    /// A list.
    List(Box<Type>),
    /// A map from names.
    Map(Box<Type>),
    /// A record, body, enum or id.
    Named(Named),
}

/// A type that the description names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    /// The set that describes it.
    pub set: usize,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: NamedKind,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NamedKind {
    /// A record.
    Record,
    /// A body.
    Body,
    /// An open enum.
    Enum {
        /// Compared ignoring ASCII case.
        any_case: bool,
    },
    /// A text that identifies something.
    Id,
}

/// A documented default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Default {
    /// A text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// An exact number, as its text.
    Decimal(String),
    /// True or false.
    Boolean(bool),
    /// A value of an enum: its text and its variant.
    Variant(String, String),
}

/// A call.
#[derive(Debug)]
pub struct Operation {
    /// Its name.
    pub name: String,
    /// Its type in Rust.
    pub rust: String,
    /// What it does.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// `GET` and so on.
    pub method: String,
    /// Its paths; the first is the one it takes unless told otherwise.
    pub routes: Vec<Route>,
    /// The ways to authenticate that it takes, by index.
    pub auth: Vec<usize>,
    /// Path parameters.
    pub path: Vec<Field>,
    /// Path parameters that the client fills in, and from which of its values.
    pub fills: Vec<(String, String)>,
    /// Query parameters, filters included, with their names on the wire.
    pub query: Vec<Field>,
    /// The body.
    pub body: Option<BodyOf>,
    /// The reply.
    pub reply: ReplyOf,
    /// The statuses that the documents show.
    pub statuses: Vec<Status>,
    /// Whether it may arrive twice.
    pub repeat: Repeat,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// A path of an operation.
#[derive(Debug)]
pub struct Route {
    /// Its name; empty when there is only one.
    pub name: String,
    /// Its variant in Rust.
    pub rust: String,
    /// The template.
    pub path: String,
}

/// The body of an operation.
#[derive(Debug)]
pub struct BodyOf {
    /// The key that wraps it.
    pub key: Option<String>,
    /// The body; `None` when it is not shown.
    pub body: Option<Named>,
}

/// The reply of an operation.
#[derive(Debug)]
pub enum ReplyOf {
    /// A record.
    Record(Named),
    /// A record under a key.
    Wrapped(String, Named),
    /// Not shown: returned as it came.
    Unknown,
    /// Not shown: only the status is known.
    Accepted,
    /// The payload of the envelope.
    Payload(Type),
    /// A list that comes in pages.
    Page(PageOf),
}

/// A list that comes in pages.
#[derive(Debug)]
pub struct PageOf {
    /// The record.
    pub of: Named,
    /// The key of the collection; `None` when it is not shown.
    pub key: Option<String>,
    /// The key that wraps each element.
    pub wrapped_in: Option<String>,
    /// The default size of a page.
    pub per_page: Option<u32>,
    /// The largest size of a page.
    pub max: Option<u32>,
    /// What the envelope tells beside the items.
    pub facts: Option<Named>,
}

/// Whether an operation may arrive twice.
#[derive(Clone, Debug)]
pub enum Repeat {
    /// It only reads.
    Safe,
    /// It may not; why.
    Never(String),
    /// It may; why.
    Allowed(String),
    /// The service recognises a second arrival by this field; why.
    Guarded(String, String),
}

/// What the service sends to us.
#[derive(Debug)]
pub struct Callback {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// The object that the keys of the form name.
    pub root: String,
    /// The record.
    pub record: Named,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// The script that a page loads.
#[derive(Debug)]
pub struct BrowserSdk {
    /// Where it stands in the document.
    pub source: String,
    /// What it is.
    pub doc: String,
    /// The global object; `None` when it is not shown.
    pub namespace: Option<String>,
    /// The address of the script, by environment.
    pub scripts: Vec<(String, String)>,
    /// The address of the tester page, by environment.
    pub pages: Vec<(String, String)>,
    /// The functions of the global object.
    pub entry_points: Vec<EntryPoint>,
    /// The fields of the configuration.
    pub configuration: Vec<Field>,
    /// The functions of the configuration, and when each is called.
    pub callbacks: Vec<(String, String)>,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// A function of the script.
#[derive(Debug)]
pub struct EntryPoint {
    /// Its path below the global object.
    pub path: String,
    /// What it does.
    pub doc: String,
    /// The id that it takes; `None` when it takes the configuration.
    pub takes: Option<Named>,
}

impl Field {
    /// An optional field without marks, as the generator itself adds to what is described.
    pub(crate) fn plain(wire: &str, rust: String, ty: Type, place: &Place) -> Self {
        Self {
            wire: wire.to_owned(),
            also: Vec::new(),
            rust,
            ty,
            max: None,
            default: None,
            unit: None,
            evidence: Evidence {
                list: true,
                ..Evidence::default()
            },
            required: false,
            readonly: false,
            secret: false,
            personal: false,
            inferred: false,
            lenient: false,
            exact: false,
            wrapper: false,
            month_first: false,
            presence: Presence::Optional,
            doc: None,
            notes: Vec::new(),
            doubts: Doubts::default(),
            place: place.clone(),
        }
    }
}

impl House {
    /// Sets that are complete.
    pub(crate) fn of(sets: Vec<Set>) -> Self {
        let mut places = HashMap::new();
        for (at, set) in sets.iter().enumerate() {
            for (file, resource) in set.resources.iter().enumerate() {
                let records = resource.records.iter().map(|one| &one.name).enumerate();
                let bodies = resource.bodies.iter().map(|one| &one.name).enumerate();
                for (position, name) in records.chain(bodies) {
                    places.insert((at, name.clone()), (file, position));
                }
            }
        }
        Self { sets, places }
    }

    /// A record by name.
    pub fn record(&self, named: &Named) -> Option<&Record> {
        let (resource, at) = self.place(named)?;
        let found = resource.records.get(at)?;
        (found.name == named.name).then_some(found)
    }

    /// A body by name.
    pub fn body(&self, named: &Named) -> Option<&Body> {
        let (resource, at) = self.place(named)?;
        let found = resource.bodies.get(at)?;
        (found.name == named.name).then_some(found)
    }

    fn place(&self, named: &Named) -> Option<(&Resource, usize)> {
        let (file, at) = *self.places.get(&(named.set, named.name.clone()))?;
        Some((self.sets.get(named.set)?.resources.get(file)?, at))
    }
}

impl Resource {
    fn doubts_inside(&self) -> Vec<(String, &Doubts)> {
        let mut all = Vec::new();
        let mut fields: Vec<(&str, &[Field])> = Vec::new();
        for one in &self.records {
            all.push((one.name.clone(), &one.doubts));
            fields.push((&one.name, &one.fields));
        }
        for one in &self.bodies {
            all.push((one.name.clone(), &one.doubts));
            fields.push((&one.name, &one.fields));
        }
        for one in &self.operations {
            all.push((one.name.clone(), &one.doubts));
            fields.push((&one.name, &one.path));
            fields.push((&one.name, &one.query));
        }
        if let Some(sdk) = &self.browser_sdk {
            all.push((self.name.clone(), &sdk.doubts));
            fields.push((&self.name, &sdk.configuration));
        }
        all.extend(self.enums.iter().map(|one| (one.name.clone(), &one.doubts)));
        all.extend(self.ids.iter().map(|one| (one.name.clone(), &one.doubts)));
        all.extend(
            self.callbacks
                .iter()
                .map(|one| (one.name.clone(), &one.doubts)),
        );
        for (owner, fields) in fields {
            all.extend(
                fields
                    .iter()
                    .map(|field| (format!("{owner}.{}", field.wire), &field.doubts)),
            );
        }
        all
    }
}

impl Set {
    /// What the documents leave open, with the name of what it is about. What a record takes over from another stands
    /// there once more, at the same place.
    pub(crate) fn all_doubts(&self) -> Vec<(String, &Doubts)> {
        let mut all = vec![(self.name.clone(), &self.doubts)];
        for resource in &self.resources {
            all.push((resource.name.clone(), &resource.doubts));
            all.extend(resource.doubts_inside());
        }
        all
    }

    /// The package of its models.
    pub fn model_package(&self) -> String {
        format!("{}-model", self.name)
    }

    /// The package of its client.
    pub fn client_package(&self) -> String {
        format!("{}-client", self.name)
    }
}

impl Type {
    /// The named type in it, if there is one.
    pub fn named(&self) -> Option<&Named> {
        match self {
            Self::Named(named) => Some(named),
            Self::List(inner) | Self::Map(inner) => inner.named(),
            _ => None,
        }
    }
}
