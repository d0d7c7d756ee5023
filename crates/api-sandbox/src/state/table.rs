//! Tables of records.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::sync::{Arc, LazyLock};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

/// A record of a table.
pub(crate) trait Record:
    Clone + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// Its id, which never changes.
    fn id(&self) -> i64;
}

/// Implements [`Record`] for types with an `id`.
macro_rules! records {
    ($($record:ty),*) => {$(
        impl $crate::state::table::Record for $record {
            fn id(&self) -> i64 {
                self.id
            }
        }
    )*};
}
pub(crate) use records;

/// The records of one kind at one venue: an overlay of changed records over generated ones.
///
/// A clone shares the records, and copies one when it changes. So a transaction works on a clone,
/// and a snapshot is one.
#[derive(Clone)]
pub(crate) struct Table<T> {
    generated: Arc<Generated<T>>,
    /// The changed records by id. Records are never removed.
    changed: Arc<BTreeMap<i64, Arc<T>>>,
    /// The ids of the records that the current transaction has changed.
    pending: BTreeSet<i64>,
}

/// Records that are generated on first use.
type Generated<T> = LazyLock<BTreeMap<i64, T>, Box<dyn FnOnce() -> BTreeMap<i64, T> + Send + Sync>>;

impl<T: Record> Table<T> {
    /// An empty table.
    pub(crate) fn new() -> Self {
        Self::with_generated(Vec::new)
    }

    /// A table of records that are generated on first use.
    pub(crate) fn with_generated(
        generate: impl FnOnce() -> Vec<T> + Send + Sync + 'static,
    ) -> Self {
        let generate = || {
            let records = generate().into_iter();
            records.map(|record| (record.id(), record)).collect()
        };
        Self {
            generated: Arc::new(LazyLock::new(Box::new(generate))),
            changed: Arc::default(),
            pending: BTreeSet::new(),
        }
    }

    /// The record with this id.
    pub(crate) fn get(&self, id: i64) -> Option<&T> {
        match self.changed.get(&id) {
            Some(record) => Some(record),
            None => self.generated.get(&id),
        }
    }

    /// The record with this id, to be changed.
    pub(crate) fn get_mut(&mut self, id: i64) -> Option<&mut T> {
        if !self.changed.contains_key(&id) {
            self.insert(self.generated.get(&id)?.clone());
        }
        self.pending.insert(id);
        let record = Arc::make_mut(&mut self.changed).get_mut(&id);
        record.map(Arc::make_mut)
    }

    /// Adds a record, or replaces the one with its id.
    pub(crate) fn insert(&mut self, record: T) {
        let id = record.id();
        Arc::make_mut(&mut self.changed).insert(id, Arc::new(record));
        self.pending.insert(id);
    }

    /// All records, in ascending order of their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        let mut generated = self.generated.values().peekable();
        let mut changed = self.changed.iter().peekable();
        std::iter::from_fn(move || next_record(&mut generated, &mut changed))
    }
}

/// The next record of the two, by id.
fn next_record<'t, T: Record>(
    generated: &mut Peekable<impl Iterator<Item = &'t T>>,
    changed: &mut Peekable<impl Iterator<Item = (&'t i64, &'t Arc<T>)>>,
) -> Option<&'t T> {
    let Some((id, _)) = changed.peek() else {
        return generated.next();
    };
    let id = **id;
    if let Some(record) = generated.next_if(|record| record.id() < id) {
        return Some(record);
    }
    generated.next_if(|record| record.id() == id);
    changed.next().map(|(_, record)| record.as_ref())
}

/// What the store and the control interface need of a table of any kind.
pub(crate) trait AnyTable {
    /// The ids of the records that the current transaction has changed.
    fn pending(&mut self) -> &mut BTreeSet<i64>;

    /// The ids of all changed records.
    fn changed_ids(&self) -> BTreeSet<i64>;

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

    fn changed_ids(&self) -> BTreeSet<i64> {
        self.changed.keys().copied().collect()
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
