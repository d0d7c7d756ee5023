//! What the compiled crates of a package state, as lines.

use std::any::type_name;
use std::fmt::{Debug, Display};
use std::marker::PhantomData;

use api_browser::{Configuration, Function, Snippet};
use api_runtime::__generated::{
    Authorization, ClientValue, ClientValues, Echo, OperationInfo, Retry,
};
use api_runtime::operation::{Api, AuthorizedBy, Operation, Paginated, Syncable, UniqueKey};
use api_runtime::{Config, Credentials};
use api_wire::{Field, Fields, OpenEnum, Place, Record, Schema};

/// The facts of a package.
pub(crate) struct Facts {
    pub(crate) name: &'static str,
    pub(crate) lines: Vec<String>,
    pub(crate) schemas: Vec<&'static Schema>,
    /// The parameters of each operation.
    pub(crate) parameters: Vec<(&'static str, &'static [Field])>,
    pub(crate) operations: Vec<OperationInfo>,
}

/// The facts of a record or body; after its type, the methods of its documented defaults.
macro_rules! record {
    ($facts:ident, $record:ty $(, $default:ident)*) => {{
        let blank = <$record as api_wire::FromWire>::blank();
        let defaults = [$((stringify!($default), format!("{:?}", blank.$default().unwrap()))),*];
        $facts.record(&blank, &defaults);
    }};
}

/// The facts of operations, after all credentials of their API.
macro_rules! operations {
    ($facts:ident, $credentials:tt $(, $package:ident::$operation:ident { $($field:ident),* })*) => {
        $(
            $crate::facts::operation!($facts, $package::$operation, $credentials);
            let types = [$($crate::facts::short_of(|operation: &$package::$operation| &operation.$field)),*];
            $facts.parameters(stringify!($operation), $package::$operation::FIELDS, &types);
        )*
    };
}

macro_rules! operation {
    ($facts:ident, $operation:ty, ($($credentials:ty),*)) => {{
        use $crate::facts::{Asked, Else as _};
        $facts.operation::<$operation>(&[$(
            ($crate::facts::short::<$credentials>(), Asked::<$operation, $credentials>::ACCEPTS)
        ),*]);
        Asked::<$operation>::PAGES(&mut $facts);
        Asked::<$operation>::SYNC(&mut $facts);
        Asked::<$operation>::UNIQUE_KEY(&mut $facts);
    }};
}

/// Another path of an operation.
macro_rules! route {
    ($facts:ident, $operation:ty, $route:expr) => {
        $facts.route::<$operation>(&$route, $route.path_template());
    };
}

pub(crate) use {operation, operations, record, route};

/// Which traits an operation implements: the constants of this type where it does, those of [`Else`]
/// elsewhere.
pub(crate) struct Asked<O, C = ()>(PhantomData<(O, C)>);

impl<O: AuthorizedBy<C>, C> Asked<O, C> {
    pub(crate) const ACCEPTS: bool = true;
}

impl<O: Paginated<Item: Record>> Asked<O> {
    pub(crate) const PAGES: fn(&mut Facts) = Facts::pages::<O>;
}

impl<O: Syncable<Item: Record>> Asked<O> {
    pub(crate) const SYNC: fn(&mut Facts) = Facts::sync::<O>;
}

impl<O: UniqueKey> Asked<O> {
    pub(crate) const UNIQUE_KEY: fn(&mut Facts) = Facts::unique_key::<O>;
}

/// Of an operation that does not implement the trait.
pub(crate) trait Else {
    const ACCEPTS: bool = false;
    const PAGES: fn(&mut Facts) = |_| ();
    const SYNC: fn(&mut Facts) = |_| ();
    const UNIQUE_KEY: fn(&mut Facts) = |_| ();
}

impl<T> Else for T {}

impl Facts {
    pub(crate) fn new(name: &'static str) -> Self {
        Self {
            name,
            lines: Vec::new(),
            schemas: Vec::new(),
            parameters: Vec::new(),
            operations: Vec::new(),
        }
    }

    fn line(&mut self, subject: impl Display, fact: impl Display) {
        self.lines.push(format!("{subject}: {fact}"));
    }

    /// Lines of values, of which there may be none.
    fn list(&mut self, subject: &str, noun: &str, values: &[impl Display]) {
        for value in values {
            self.line(subject, format_args!("{noun} {value}"));
        }
    }

    pub(crate) fn api<A: Api>(&mut self, environments: &[A::Environment])
    where
        A::Environment: Display,
    {
        let api = &short::<A>();
        self.line(api, format_args!("called {}", A::NAME));
        self.list(
            api,
            "base path",
            &Vec::from_iter(Some(A::BASE_PATH).filter(|path| !path.is_empty())),
        );
        self.list(api, "environment", environments);
        self.list(api, "error key", A::ERROR_KEYS);
        if let Some(envelope) = A::ENVELOPE {
            self.line(api, format_args!("success in {}", envelope.success));
            self.line(api, format_args!("payload in {}", envelope.payload));
            self.line(api, format_args!("message in {}", envelope.message));
        }
    }

    pub(crate) fn open_enum<E: OpenEnum + Debug>(&mut self) {
        let name = short::<E>();
        for text in E::TEXTS {
            let value = format!("{:?}", E::from_text(text));
            // In another case, it is the same value or an unknown one.
            let other: String = text.chars().map(swap_case).collect();
            let is_same = other != *text && format!("{:?}", E::from_text(&other)) == value;
            let ignores_case = if is_same { " in any case" } else { "" };
            self.line(
                format_args!("{name}::{value}"),
                format_args!("{text:?}{ignores_case}"),
            );
        }
    }

    pub(crate) fn text_id<I>(&mut self) {
        self.line(short::<I>(), "text");
    }

    /// A record or body, with its documented defaults by the names of their methods.
    pub(crate) fn record(&mut self, blank: &dyn Fields, defaults: &[(&str, String)]) {
        let schema = blank.schema();
        self.schemas.push(schema);
        let mut defaults = defaults.iter().peekable();
        blank.with_fields(&mut |values, _| {
            for (field, value) in schema.fields().iter().zip(values) {
                let method = format!("{}_or_default", field.name().trim_end_matches('_'));
                let default = defaults.next_if(|(known, _)| *known == method);
                let default = default.map(|(_, default)| default.as_str());
                let ty = short_name(value.type_name());
                self.field(schema.name(), field, ty, default);
            }
        });
        assert!(
            defaults.peek().is_none(),
            "a default without a field: {defaults:?}"
        );
    }

    fn field(&mut self, owner: &str, field: &Field, mut fact: String, default: Option<&str>) {
        for mark in field.marks() {
            fact += &format!(" {mark}");
        }
        if let Some(max) = field.maximum() {
            fact += &format!(" max {max}");
        }
        if let Some(default) = default {
            fact += &format!(" = {default}");
        }
        let name = field.name();
        let names = field.wire_names().iter();
        let names: Vec<String> = names.map(|name| format!("{name:?}")).collect();
        let names = match field.wire_names() == [name] {
            true => String::new(),
            false => format!(" {}", names.join(" | ")),
        };
        self.line(format_args!("{owner}.{name}{names}"), fact);
    }

    /// The parameters of an operation, with their types.
    pub(crate) fn parameters(
        &mut self,
        operation: &'static str,
        fields: &'static [Field],
        types: &[String],
    ) {
        self.parameters.push((operation, fields));
        assert_eq!(fields.len(), types.len(), "{operation}");
        for (field, ty) in fields.iter().zip(types) {
            let place = field.place().map_or("nowhere", place_name);
            let fact = format!("{place} {ty}");
            self.field(operation, field, fact, field.default_text());
        }
    }

    /// An operation, with all credentials of its API, and whether they are accepted.
    pub(crate) fn operation<O: Operation>(&mut self, credentials: &[(String, bool)]) {
        let (name, info) = (&short::<O>(), O::INFO);
        self.operations.push(info);
        let OperationInfo {
            method,
            path_template,
            ..
        } = info;
        self.line(name, format_args!("{method} {path_template}"));
        self.line(name, format_args!("called {}", info.name));
        let accepted = credentials.iter().filter(|(_, accepts)| *accepts);
        let accepted: Vec<&String> = accepted.map(|(name, _)| name).collect();
        self.list(name, "with", &accepted);
        self.line(name, format_args!("returns {}", short::<O::Output>()));
        self.line(
            name,
            match info.retry {
                Retry::UniqueKey(field) => format!("retry by unique {field}"),
                retry => format!("retry {retry:?}"),
            },
        );
        let client_values = info.client_values.iter().map(|part| {
            let ClientValue {
                place, name, value, ..
            } = part;
            format!("{value} in {} {name}", place_name(*place))
        });
        self.list(name, "client value", &Vec::from_iter(client_values));
        let without = info.without_credentials.then_some("credentials");
        self.list(name, "without", &Vec::from_iter(without));
        let kept_as = Some(info.journal_id).filter(|name| !name.is_empty());
        self.list(name, "kept as", &Vec::from_iter(kept_as));
        self.list(name, "looked up by", &Vec::from_iter(info.lookup));
        let statuses: Vec<String> = info.statuses.iter().map(u16::to_string).collect();
        self.line(name, format_args!("statuses {}", statuses.join(" ")));
        let not_found = info.no_content_is_not_found.then_some("is not found");
        self.list(name, "204", &Vec::from_iter(not_found));
        self.list(
            name,
            "repeats",
            &Vec::from_iter(info.echoes.iter().map(echo)),
        );
        self.list(
            name,
            "does not repeat",
            &Vec::from_iter(info.distinct.iter().map(echo)),
        );
        self.list(name, "essential", info.essential);
        self.list(name, "found by", info.reconcile_by);
    }

    pub(crate) fn route<O>(&mut self, route: &dyn Debug, path: &str) {
        self.line(short::<O>(), format_args!("{route:?} {path}"));
    }

    fn pages<O: Paginated<Item: Record>>(&mut self) {
        let ids = fields_with::<O::Item>("1", |item| O::item_id(item).is_some());
        self.list(&short::<O>(), "item id", &ids);
    }

    fn sync<O: Syncable<Item: Record>>(&mut self) {
        let name = &short::<O>();
        let time = "\"2026-01-31T12:00:00Z\"";
        let changed_at = fields_with::<O::Item>(time, |item| O::changed_at(item).is_some());
        self.line(name, format_args!("sync of {} per page", O::PER_PAGE));
        self.list(name, "sync by", &changed_at);
        self.list(
            name,
            "sync id",
            &fields_with::<O::Item>("1", |item| O::id(item).is_some()),
        );
    }

    fn unique_key<O: UniqueKey>(&mut self) {
        let (name, found) = (&short::<O>(), O::FOUND);
        let by_id = if found.is_by_id { " by id" } else { "" };
        self.line(
            name,
            format_args!("found with {}{by_id}", short::<O::Lookup>()),
        );
        self.list(name, "found in", found.path);
        let renamed = found.renamed.iter();
        let renamed = renamed.map(|(sent, found)| format!("{sent} as {found}"));
        self.list(name, "found", &Vec::from_iter(renamed));
        self.list(name, "not compared", found.not_compared);
        self.list(name, "duplicate is", O::INFO.duplicate_statuses);
    }

    /// The values of a client, of which those without a default are their own names.
    pub(crate) fn client_values<V: ClientValues>(&mut self, values: &V, names: &[&str]) {
        for name in names {
            let fact = match values.get(name) {
                Some(default) if default != *name => format!("= {default:?}"),
                _ => "given".to_owned(),
            };
            self.line(format_args!("{}.{name}", short::<V>()), fact);
        }
    }

    /// A page that sets all fields, of which texts and functions are their own names.
    pub(crate) fn browser_sdk<C: Configuration>(
        &mut self,
        page: &C,
        values: <C::Api as Api>::ClientValues,
    ) where
        <C::Api as Api>::Environment: Debug + PartialEq,
    {
        let name = &short::<C>();
        for (environment, path) in C::SDK.scripts {
            let sdk_name = (C::SDK.environment_name)(*environment);
            self.line(name, format_args!("{environment:?} is {sdk_name}"));
            self.line(name, format_args!("{environment:?} script {path}"));
        }
        self.line(name, format_args!("init {}", C::SDK.init));
        self.line(name, format_args!("open {}", C::SDK.open));
        let base_url = format!("https://shop.example{}", <C::Api as Api>::BASE_PATH);
        let (environment, _) = C::SDK.scripts[0];
        let config =
            Config::<C::Api, Nobody>::with_client_values(environment, &*base_url, Nobody, values);
        let snippet = Snippet::new(&config.unwrap(), "Sdk", page, "id").unwrap();
        for entry in snippet
            .configuration()
            .trim_matches(['{', '}'])
            .trim()
            .lines()
        {
            self.line(
                name,
                format_args!("writes {}", entry.trim().trim_end_matches(',')),
            );
        }
    }
}

/// Nobody's credentials.
struct Nobody;

impl Credentials for Nobody {
    fn authorize(&self, _: &mut Authorization) {}
}

/// A function of the page.
pub(crate) fn function(name: &str) -> Function {
    Function::new(name).unwrap()
}

fn place_name(place: Place) -> &'static str {
    match place {
        Place::Path => "path",
        Place::Query => "query",
        Place::Header => "header",
        Place::Body => "body",
        Place::WrappedBody => "body in a key",
        Place::Route => "route",
    }
}

fn echo(echo: &Echo) -> String {
    let string = echo.string_field.iter();
    let string: String = string
        .map(|field| format!(", of a string {field}"))
        .collect();
    format!("{} in {}{string}", echo.request_field, echo.response_field)
}

/// The fields of a record that alone, with this value, have a property.
fn fields_with<R: Record>(value: &str, has: fn(&R) -> bool) -> Vec<&'static str> {
    let fields = R::default().schema().fields().iter();
    let names = fields.map(|field| field.wire_name());
    let names = names.filter(|name| {
        let record = api_wire::from_str(&format!("{{{name:?}: {value}}}"));
        record.is_ok_and(|record| has(&record))
    });
    names.collect()
}

fn swap_case(letter: char) -> char {
    match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    }
}

/// The name of the type of a field.
pub(crate) fn short_of<O, T>(_: impl Fn(&O) -> &T) -> String {
    short::<T>()
}

/// The name of a type without modules.
pub(crate) fn short<T>() -> String {
    short_name(type_name::<T>())
}

fn short_name(name: &str) -> String {
    let is_end = |c: char| matches!(c, '<' | '>' | ',' | ' ');
    let parts = name.split_inclusive(is_end);
    let parts = parts.map(|part| part.rsplit("::").next().unwrap_or_default());
    let name: String = parts.collect();
    name.replace(", NoMetadata>", ">")
}
