//! Tables of records with undo.

use std::collections::BTreeMap;
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
    /// Its name in the data file.
    const KIND: &'static str;

    /// Its id, which never changes.
    fn id(&self) -> i64;
}

/// The records of one kind at one venue: an overlay of changed records over generated ones.
///
/// A transaction of [`State`](super::State) commits or undoes its changes. A clone shares the
/// records, and copies one when it changes.
#[derive(Clone)]
pub(crate) struct Table<T> {
    venue: Option<i64>,
    generated: Arc<Generated<T>>,
    /// The changed records by id. Records are never removed.
    changed: BTreeMap<i64, Arc<T>>,
    /// The changed records before the current transaction; `None` for a record that was unchanged,
    /// or did not exist.
    undo: BTreeMap<i64, Option<Arc<T>>>,
}

/// Records that are generated on first use.
type Generated<T> = LazyLock<BTreeMap<i64, T>, Box<dyn FnOnce() -> BTreeMap<i64, T> + Send + Sync>>;

impl<T: Record> Table<T> {
    /// An empty table; `venue` is that of its records.
    pub(crate) fn new(venue: Option<i64>) -> Self {
        Self::with_generated(venue, Vec::new)
    }

    /// A table of records that are generated on first use.
    pub(crate) fn with_generated(
        venue: Option<i64>,
        generate: impl FnOnce() -> Vec<T> + Send + Sync + 'static,
    ) -> Self {
        let generate = || {
            let records = generate().into_iter();
            records.map(|record| (record.id(), record)).collect()
        };
        Self {
            venue,
            generated: Arc::new(LazyLock::new(Box::new(generate))),
            changed: BTreeMap::new(),
            undo: BTreeMap::new(),
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
        let record = match self.changed.get(&id) {
            Some(record) => Arc::clone(record),
            None => Arc::new(self.generated.get(&id)?.clone()),
        };
        self.set(id, record);
        // The undo has the record, too, so this clones it on the first change.
        self.changed.get_mut(&id).map(Arc::make_mut)
    }

    /// Adds a record, or replaces the one with its id.
    pub(crate) fn insert(&mut self, record: T) {
        self.set(record.id(), Arc::new(record));
    }

    fn set(&mut self, id: i64, record: Arc<T>) {
        let previous = self.changed.insert(id, record);
        self.undo.entry(id).or_insert(previous);
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

/// What a transaction needs of a table of any kind.
pub(crate) trait AnyTable {
    fn kind(&self) -> &'static str;

    /// The venue of the records.
    fn venue(&self) -> Option<i64>;

    /// The ids of the records that the current transaction has changed.
    fn pending(&self) -> Vec<i64>;

    /// The ids of all changed records.
    fn changed_ids(&self) -> Vec<i64>;

    /// The JSON of a changed record; `None` if it is unchanged.
    fn row(&self, id: i64) -> serde_json::Result<Option<Box<RawValue>>>;

    /// Restores a changed record from its JSON.
    fn load(&mut self, id: i64, json: &str) -> serde_json::Result<()>;

    /// The record with this id as JSON; null if there is none.
    fn json(&self, id: i64) -> serde_json::Result<Value>;

    /// Adds or replaces a record.
    fn set_json(&mut self, id: i64, json: Value) -> serde_json::Result<()>;

    /// The lowest id.
    fn first_id(&self) -> Option<i64>;

    /// Keeps the changes of the current transaction.
    fn commit(&mut self);

    /// Undoes the changes of the current transaction.
    fn roll_back(&mut self);
}

impl<T: Record> AnyTable for Table<T> {
    fn kind(&self) -> &'static str {
        T::KIND
    }

    fn venue(&self) -> Option<i64> {
        self.venue
    }

    fn pending(&self) -> Vec<i64> {
        self.undo.keys().copied().collect()
    }

    fn changed_ids(&self) -> Vec<i64> {
        self.changed.keys().copied().collect()
    }

    fn row(&self, id: i64) -> serde_json::Result<Option<Box<RawValue>>> {
        let record = self.changed.get(&id);
        let record = record.map(|record| serde_json::value::to_raw_value(&**record));
        record.transpose()
    }

    fn load(&mut self, id: i64, json: &str) -> serde_json::Result<()> {
        let record: T = serde_json::from_str(json)?;
        self.changed.insert(id, Arc::new(record));
        Ok(())
    }

    fn json(&self, id: i64) -> serde_json::Result<Value> {
        serde_json::to_value(self.get(id))
    }

    fn set_json(&mut self, id: i64, json: Value) -> serde_json::Result<()> {
        let record = serde_json::from_value(json)?;
        self.set(id, Arc::new(record));
        Ok(())
    }

    fn first_id(&self) -> Option<i64> {
        Some(self.iter().next()?.id())
    }

    fn commit(&mut self) {
        self.undo.clear();
    }

    fn roll_back(&mut self) {
        for (id, previous) in std::mem::take(&mut self.undo) {
            match previous {
                Some(record) => self.changed.insert(id, record),
                None => self.changed.remove(&id),
            };
        }
    }
}

/// The id that a text is; `None` for other spellings of a number, such as `007` and `+7`.
pub(crate) fn parse_id(text: &str) -> Option<i64> {
    let id: i64 = text.parse().ok()?;
    (id.to_string() == text).then_some(id)
}
