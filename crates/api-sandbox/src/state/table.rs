//! Tables of records.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use super::time::Time;

/// A record of a table.
pub(crate) trait Record:
    Clone + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// Its id, which never changes.
    fn id(&self) -> i64;

    /// The times that a fixture may have relative to the start.
    fn times(&mut self) -> Vec<&mut Time> {
        Vec::new()
    }
}

/// The records of one kind at one venue.
///
/// A clone shares the records, and copies one when it changes. So a transaction works on a clone.
#[derive(Clone)]
pub(crate) struct Table<T> {
    /// What the records are before any change.
    generate: Arc<dyn Fn() -> Vec<T> + Send + Sync>,
    /// The records by id, which are generated on first use, and never removed.
    records: Arc<OnceLock<BTreeMap<i64, Arc<T>>>>,
    /// The ids of the records that the current transaction has changed.
    pending: BTreeSet<i64>,
}

impl<T: Record> Table<T> {
    /// An empty table.
    pub(crate) fn new() -> Self {
        Self::with_generated(Vec::new)
    }

    /// A table of records that are generated on first use.
    pub(crate) fn with_generated(generate: impl Fn() -> Vec<T> + Send + Sync + 'static) -> Self {
        Self {
            generate: Arc::new(generate),
            records: Arc::default(),
            pending: BTreeSet::new(),
        }
    }

    fn records(&self) -> &BTreeMap<i64, Arc<T>> {
        self.records.get_or_init(|| {
            let records = (self.generate)().into_iter();
            records
                .map(|record| (record.id(), Arc::new(record)))
                .collect()
        })
    }

    /// The records, of which the one with this id is changed. There are always some, once they are
    /// generated.
    fn records_mut(&mut self, id: i64) -> Option<&mut BTreeMap<i64, Arc<T>>> {
        self.records();
        self.pending.insert(id);
        Arc::make_mut(&mut self.records).get_mut()
    }

    /// The record with this id.
    pub(crate) fn get(&self, id: i64) -> Option<&T> {
        self.records().get(&id).map(Arc::as_ref)
    }

    /// The record with this id, to be changed.
    pub(crate) fn get_mut(&mut self, id: i64) -> Option<&mut T> {
        self.get(id)?;
        self.records_mut(id)?.get_mut(&id).map(Arc::make_mut)
    }

    /// Adds a record, or replaces the one with its id.
    pub(crate) fn insert(&mut self, record: T) {
        let id = record.id();
        if let Some(records) = self.records_mut(id) {
            records.insert(id, Arc::new(record));
        }
    }

    /// All records, in ascending order of their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.records().values().map(Arc::as_ref)
    }
}

/// What the store and the control interface need of a table of any kind.
pub(crate) trait AnyTable {
    /// The ids of the records that the current transaction has changed.
    fn pending(&mut self) -> &mut BTreeSet<i64>;

    /// The JSON of a record, as text.
    fn row(&self, id: i64) -> serde_json::Result<Box<RawValue>>;

    /// Restores a changed record from its JSON.
    fn load(&mut self, json: &RawValue) -> serde_json::Result<()>;

    /// The record with this id as JSON; null if there is none.
    fn json(&self, id: i64) -> serde_json::Result<Value>;

    /// Adds or replaces a record.
    fn set_json(&mut self, json: Value) -> serde_json::Result<()>;

    /// The lowest id.
    fn first_id(&self) -> Option<i64>;
}

impl<T: Record> AnyTable for Table<T> {
    fn pending(&mut self) -> &mut BTreeSet<i64> {
        &mut self.pending
    }

    fn row(&self, id: i64) -> serde_json::Result<Box<RawValue>> {
        serde_json::value::to_raw_value(&self.get(id))
    }

    fn load(&mut self, json: &RawValue) -> serde_json::Result<()> {
        self.insert(serde_json::from_str(json.get())?);
        self.pending.clear();
        Ok(())
    }

    fn json(&self, id: i64) -> serde_json::Result<Value> {
        serde_json::to_value(self.get(id))
    }

    fn set_json(&mut self, json: Value) -> serde_json::Result<()> {
        self.insert(serde_json::from_value(json)?);
        Ok(())
    }

    fn first_id(&self) -> Option<i64> {
        Some(self.iter().next()?.id())
    }
}

/// The id that a text is; `None` for other spellings of a number, such as `007` and `+7`.
pub(crate) fn parse_id(text: &str) -> Option<i64> {
    let id: i64 = text.parse().ok()?;
    (id.to_string() == text).then_some(id)
}
