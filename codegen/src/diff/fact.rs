//! Facts of a spec, flat: what has them, which fact, its value.

use crate::ir::Mark;
use crate::source::Span;

/// A fact. No two facts of a spec have the same subject and aspect.
#[derive(Clone, Debug)]
pub(super) struct Fact<'s> {
    pub(super) subject: Subject,
    pub(super) aspect: Aspect,
    pub(super) value: String,
    pub(super) direction: Direction,
    /// The public items that it concerns, as paths in Rust.
    pub(super) items: Vec<String>,
    pub(super) span: &'s Span,
}

/// What has facts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Subject {
    pub(super) package: String,
    pub(super) kind: SubjectKind,
    /// As in `Customer.points` or `list_customers`.
    pub(super) name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum SubjectKind {
    Package,
    Environment,
    ClientValue,
    AuthScheme,
    Resource,
    Record,
    Body,
    Enum,
    Id,
    /// A field of a record or body.
    Field,
    /// A value of an enum.
    Value,
    Operation,
    /// A parameter in path or query.
    Parameter,
    RequestHeader,
    ResponseHeader,
    Callback,
    BrowserSdk,
    /// A field of the configuration of the browser SDK.
    Configuration,
}

impl SubjectKind {
    /// What it is a member of.
    pub(super) fn owners(self) -> &'static [Self] {
        match self {
            Self::Environment | Self::ClientValue => &[Self::Package],
            Self::Field => &[Self::Record, Self::Body],
            Self::Value => &[Self::Enum],
            Self::Parameter | Self::RequestHeader | Self::ResponseHeader => &[Self::Operation],
            Self::Configuration => &[Self::BrowserSdk],
            _ => &[],
        }
    }

    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Package => "package",
            Self::Environment => "environment",
            Self::ClientValue => "client value",
            Self::AuthScheme => "auth scheme",
            Self::Resource => "resource",
            Self::Record => "record",
            Self::Body => "body",
            Self::Enum => "enum",
            Self::Id => "id",
            Self::Field => "field",
            Self::Value => "value",
            Self::Operation => "operation",
            Self::Parameter => "parameter",
            Self::RequestHeader => "request header",
            Self::ResponseHeader => "response header",
            Self::Callback => "callback",
            Self::BrowserSdk => "browser SDK",
            Self::Configuration => "configuration field",
        }
    }
}

/// Whether values are sent or received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Direction {
    Sent,
    Read,
    Both,
    /// Neither: a shared type that no operation uses.
    Unused,
}

impl Direction {
    pub(super) fn new(is_sent: bool, is_read: bool) -> Self {
        match (is_sent, is_read) {
            (true, true) => Self::Both,
            (true, false) => Self::Sent,
            (false, true) => Self::Read,
            (false, false) => Self::Unused,
        }
    }

    pub(super) fn is_sent(self) -> bool {
        matches!(self, Self::Sent | Self::Both)
    }

    pub(super) fn is_read(self) -> bool {
        matches!(self, Self::Read | Self::Both)
    }
}

/// Which fact it is. A member of a set is an aspect of its own, with the member's name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Aspect {
    /// That the subject exists; the value is its kind.
    Exists,
    /// Doc, notes, source, example, evidence and open questions.
    Docs,
    Deprecated,
    // Packages.
    BasePath,
    Envelope,
    ErrorBody(String),
    BaseUrl,
    SdkName,
    ClientDefault,
    AuthScheme,
    /// The members of the credentials.
    Credentials,
    AuthPathParameter,
    LaterVersion(String),
    // Types.
    CaseInsensitive,
    Variant,
    /// What a field of a record is in a later version: the API, and the wire name.
    LaterField(String, String),
    // Fields and parameters.
    RustName,
    RustType,
    WireType,
    /// The word of the documents for it.
    DocumentedType,
    Alias(String),
    MaxLength,
    Array,
    MaxItems,
    Default,
    Unit,
    Marked(Mark),
    Presence,
    /// What the constructor requires; in order, if its arguments are positional.
    Required,
    // Operations.
    Method,
    Route(String),
    DefaultRoute,
    Auth(String),
    DefaultAuth,
    FromClient(String),
    Constructor(String),
    RequestBody,
    Response,
    /// The type of the response.
    Output,
    ItemsKey,
    ItemWrapper,
    PageStyle,
    /// The parameters that request a page.
    PageParameters,
    /// The keys of totals or cursors beside a list.
    PageKeys,
    PerPage,
    MaxPerPage,
    Metadata,
    Sync,
    /// The parameter that filters for changes.
    SyncFilter,
    Status(u16),
    NotFound(u16),
    Retry,
    /// The operation that looks a record up.
    FindBy,
    /// That the unique key is enough to look it up.
    FindByKey,
    /// How it does, and which statuses are a reason to.
    Lookup,
    Echo(String),
    Distinct(String),
    Essential(String),
    ReconcileBy(String),
    /// The operation in a later version.
    Successor(String),
    ConfirmsCallback,
    /// The fields by which it does.
    ConfirmedFields,
    // Callbacks.
    CallbackRoot,
    CallbackRecord,
    // The browser SDK.
    Namespace,
    Script(String),
    TesterPage(String),
    EntryPoint(String),
    EventHandler(String),
}

impl Aspect {
    /// Its kind: without the member of a set, but each mark is a kind of its own.
    pub(super) fn kind(&self) -> String {
        let mut kind = format!("{self:?}");
        if !matches!(self, Self::Marked(_)) {
            kind.truncate(kind.find('(').unwrap_or(kind.len()));
        }
        kind
    }

    /// What it is called in a sentence.
    pub(super) fn noun(&self) -> String {
        let word = match self {
            Self::Exists => "kind",
            Self::Docs => "docs",
            Self::Deprecated => "deprecation",
            Self::BasePath => "base path",
            Self::Envelope => "envelope",
            Self::ErrorBody(name) => return format!("error body `{name}`"),
            Self::BaseUrl => "base URL",
            Self::SdkName => "name in the browser SDK",
            Self::ClientDefault | Self::Default => "default",
            Self::AuthScheme => "scheme",
            Self::Credentials => "credentials",
            Self::AuthPathParameter => "path parameter",
            Self::LaterVersion(name) => return format!("later version `{name}`:"),
            Self::CaseInsensitive => "case-insensitive",
            Self::Variant => "variant",
            Self::LaterField(api, wire) => return format!("field `{wire}` in `{api}`:"),
            Self::RustName => "Rust name",
            Self::RustType => "Rust type",
            Self::WireType => "type",
            Self::DocumentedType => "documented type",
            Self::Alias(_) => "alias",
            Self::MaxLength => "maximum length",
            Self::Array => "form of the list",
            Self::MaxItems => "maximum number of items",
            Self::Unit => "unit",
            Self::Marked(_) => "mark",
            Self::Presence => "presence",
            Self::Required => "required fields",
            Self::Method => "method",
            Self::Route(_) => "path",
            Self::DefaultRoute => "default path",
            Self::Auth(name) => return format!("auth scheme `{name}`"),
            Self::DefaultAuth => "first auth scheme",
            Self::FromClient(name) => return format!("client value of `{name}`"),
            Self::Constructor(name) => return format!("constructor `{name}` with filter"),
            Self::RequestBody => "request body",
            Self::Response => "response",
            Self::Output => "type of the response",
            Self::ItemsKey => "key of the items",
            Self::ItemWrapper => "wrapper of items",
            Self::PageStyle => "style of pagination",
            Self::PageParameters => "parameters of the pagination",
            Self::PageKeys => "keys of the pagination",
            Self::PerPage => "default page size",
            Self::MaxPerPage => "maximum page size",
            Self::Metadata => "metadata",
            Self::Sync => "sync",
            Self::SyncFilter => "filter of the sync",
            Self::Status(code) => return format!("status {code} with body"),
            Self::NotFound(code) => return format!("meaning of status {code}:"),
            Self::Retry => "retry rule",
            Self::FindBy => "lookup by",
            Self::FindByKey => "lookup by the unique key:",
            Self::Lookup => "lookup",
            Self::Echo(name) => return format!("echo of `{name}`"),
            Self::Distinct(name) => return format!("distinct `{name}`"),
            Self::Essential(name) => return format!("field `{name}`:"),
            Self::ReconcileBy(name) => return format!("field `{name}`:"),
            Self::Successor(api) => return format!("successor in `{api}`:"),
            Self::ConfirmsCallback => "confirmation of callback",
            Self::ConfirmedFields => "fields that confirm a callback",
            Self::CallbackRoot => "root",
            Self::CallbackRecord => "record",
            Self::Namespace => "namespace",
            Self::Script(name) => return format!("script of `{name}`"),
            Self::TesterPage(name) => return format!("tester page of `{name}`"),
            Self::EntryPoint(name) => return format!("entry point `{name}` with argument"),
            Self::EventHandler(name) => return format!("event handler `{name}`:"),
        };
        word.to_owned()
    }
}
