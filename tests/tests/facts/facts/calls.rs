//! Operations, in the words of the description.

use std::fmt::Debug;
use std::marker::PhantomData;

use api_callbacks::Refetch;
use api_runtime::__generated::{ClientValue, Echo, Retry};
use api_runtime::operation::{AuthorizedBy, Operation, Paginated, Syncable, UniqueKey};
use api_wire::{Record, WireValue};

use super::Facts;
use super::name::{place_name, short};

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

impl<O: Refetch<Callback: Record, Output: Record>> Asked<O> {
    pub(crate) const REFETCH: fn(&mut Facts) = Facts::refetch::<O>;
}

/// Of an operation that does not implement the trait.
pub(crate) trait Else {
    const ACCEPTS: bool = false;
    const PAGES: fn(&mut Facts) = |_| ();
    const SYNC: fn(&mut Facts) = |_| ();
    const UNIQUE_KEY: fn(&mut Facts) = |_| ();
    const REFETCH: fn(&mut Facts) = |_| ();
}

impl<T> Else for T {}

impl Facts {
    /// An operation, with all credentials of its API, and whether they are accepted.
    pub(crate) fn operation<O: Operation>(&mut self, credentials: &[(String, bool)]) {
        let (name, info) = (&short::<O>(), O::INFO);
        self.operations.push(info);
        self.line(name, format_args!("{} {}", info.method, info.path_template));
        self.line(name, format_args!("name {}", info.name));
        let accepted = credentials.iter().filter(|(_, accepts)| *accepts);
        self.list(name, "auth", accepted.map(|(name, _)| name));
        let without = info.without_credentials.then_some("none");
        self.list(name, "auth", without);
        self.line(name, format_args!("response {}", short::<O::Output>()));
        let keys = [
            ("response key", info.response_key),
            ("response item in", info.item_key),
        ];
        for (noun, key) in keys {
            self.list(name, noun, Some(key).filter(|key| !key.is_empty()));
        }
        self.line(
            name,
            match info.retry {
                Retry::UniqueKey(field) => format!("retry unique_key {field}"),
                retry => format!("retry {retry:?}"),
            },
        );
        let client_values = info.client_values.iter().map(|part| {
            let ClientValue {
                place, name, value, ..
            } = part;
            format!("{value}, {} {name}", place_name(*place))
        });
        self.list(name, "from_client", client_values);
        let journal_id = Some(info.journal_id).filter(|name| !name.is_empty());
        self.list(name, "journal_id", journal_id);
        let statuses: Vec<String> = info.statuses.iter().map(u16::to_string).collect();
        match statuses.is_empty() {
            true => self.line(name, "statuses unknown"),
            false => self.line(name, format_args!("statuses {}", statuses.join(" "))),
        }
        let not_found = info.no_content_is_not_found.then_some("204");
        self.list(name, "not_found", not_found);
        self.list(name, "echoes", info.echoes.iter().map(echo));
        self.list(name, "distinct", info.distinct.iter().map(echo));
        self.list(name, "essential", info.essential);
        self.list(name, "reconcile_by", info.reconcile_by);
        self.list(name, "lookup", info.lookup);
    }

    /// Another path of an operation.
    pub(crate) fn route<O>(&mut self, route: &dyn Debug, path: &str) {
        self.line(short::<O>(), format_args!("route {route:?} {path}"));
    }

    fn pages<O: Paginated<Item: Record>>(&mut self) {
        let ids = fields_with::<O::Item>("1", |item| O::item_id(item).is_some());
        self.list(&short::<O>(), "sync id", ids);
    }

    fn sync<O: Syncable<Item: Record>>(&mut self) {
        let name = &short::<O>();
        let time = "\"2026-01-31T12:00:00Z\"";
        let changed_at = fields_with::<O::Item>(time, |item| O::changed_at(item).is_some());
        self.line(name, format_args!("sync per_page {}", O::PER_PAGE));
        self.list(name, "sync watermark", changed_at);
    }

    fn unique_key<O: UniqueKey>(&mut self) {
        let (name, found) = (&short::<O>(), O::FOUND);
        self.line(name, format_args!("find_by {}", short::<O::Lookup>()));
        let by_id = found.is_by_id.then_some("its id");
        self.list(name, "find_by", by_id);
        self.list(name, "find_by response_field", found.path);
        let renamed = found.renamed.iter();
        let renamed = renamed.map(|(sent, found)| format!("{sent} to {found}"));
        self.list(name, "find_by renamed", renamed);
        self.list(name, "find_by not_compared", found.not_compared);
        self.list(name, "duplicate_statuses", O::INFO.duplicate_statuses);
    }

    fn refetch<O: Refetch<Callback: Record, Output: Record>>(&mut self) {
        let name = &short::<O>();
        let (number, text, time) = ("1", "\"a\"", "\"2026-01-31T12:00:00Z\"");
        self.line(name, format_args!("confirms {}", short::<O::Callback>()));
        let ids = fields_with::<O::Callback>(number, |record| O::callback_id(record).is_some());
        self.list(name, "confirms id", ids);
        let ids = fields_within::<O::Output>(number, |output| O::id(output).is_some());
        self.list(name, "confirms id in", ids);
        let has = |record: &O::Callback| O::callback_reference(record).is_some();
        self.list(name, "confirms reference", fields_with(text, has));
        let has = |output: &O::Output| O::reference(output).is_some();
        self.list(name, "confirms reference in", fields_within(text, has));
        let has = |record: &O::Callback| O::callback_hint(record).is_some();
        self.list(name, "confirms hint", fields_with(text, has));
        let states = fields_within::<O::Output>(text, |output| O::state(output).is_some());
        self.list(name, "confirms state in", states);
        let times = fields_within::<O::Output>(time, |output| O::updated_at(output).is_some());
        self.list(name, "confirms updated_at in", times);
    }
}

fn echo(echo: &Echo) -> String {
    let (request, response) = (echo.request_field, echo.response_field);
    match echo.string_field {
        Some(string) => format!("{request}, integer in {response}, string in {string}"),
        None => format!("{request} in {response}"),
    }
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

/// The fields of the records in a record that alone, with this value, have a property.
fn fields_within<R: Record>(value: &str, has: fn(&R) -> bool) -> Vec<String> {
    let (blank, mut found) = (R::default(), Vec::new());
    blank.with_fields(&mut |values, _| {
        for (outer, inner) in blank.schema().fields().iter().zip(values) {
            let WireValue::Record(inner) = inner.to_wire() else {
                continue;
            };
            for inner in inner.schema().fields() {
                let (outer, inner) = (outer.wire_name(), inner.wire_name());
                let text = format!("{{{outer:?}: {{{inner:?}: {value}}}}}");
                if api_wire::from_str(&text).is_ok_and(|record| has(&record)) {
                    found.push(format!("/{outer}/{inner}"));
                }
            }
        }
    });
    found
}
