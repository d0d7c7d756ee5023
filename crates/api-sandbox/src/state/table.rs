//! Tables of records with undo.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter::Peekable;
use std::ops::Bound::{Excluded, Unbounded};
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use super::change::ChangeKind;
use super::time::Time;

/// A record of a table.
pub(crate) trait Record:
    Clone + Serialize + DeserializeOwned + Send + Sync + 'static
{
    const KIND: ChangeKind;

    /// Its id, which never changes.
    fn id(&self) -> i64;

    /// A value by which records are looked up, apart from their id.
    fn key(&self) -> Option<Cow<'_, str>> {
        None
    }

    /// The time of its last update, by which lists are filtered.
    fn updated_at(&self) -> Option<Time> {
        None
    }
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
    /// The ids of the committed changed records with each key.
    by_key: HashMap<Box<str>, Vec<i64>>,
    /// The times and ids of the committed changed records.
    by_time: BTreeSet<(Time, i64)>,
    /// The number of committed records that are not generated.
    added: usize,
    /// The changed records before the current transaction; `None` for a record that was unchanged,
    /// or did not exist.
    undo: BTreeMap<i64, Option<Arc<T>>>,
}

impl<T: Record> Table<T> {
    /// An empty table; `venue` is that of its records.
    pub(crate) fn new(venue: Option<i64>) -> Self {
        Self::with_generated(venue, Vec::new)
    }

    /// A table of records that are generated on first use, in ascending order of their ids.
    pub(crate) fn with_generated(
        venue: Option<i64>,
        generate: impl Fn() -> Vec<T> + Send + Sync + 'static,
    ) -> Self {
        Self {
            venue,
            generated: Arc::new(Generated {
                generate: Box::new(generate),
                records: OnceLock::new(),
            }),
            changed: BTreeMap::new(),
            by_key: HashMap::new(),
            by_time: BTreeSet::new(),
            added: 0,
            undo: BTreeMap::new(),
        }
    }

    /// The record with this id.
    pub(crate) fn get(&self, id: i64) -> Option<&T> {
        match self.changed.get(&id) {
            Some(record) => Some(record),
            None => self.generated.get(id),
        }
    }

    /// The record with this id, to be changed.
    pub(crate) fn get_mut(&mut self, id: i64) -> Option<&mut T> {
        let record = match self.changed.get(&id) {
            Some(record) => Arc::clone(record),
            None => Arc::new(self.generated.get(id)?.clone()),
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
        let mut generated = self.generated.records().iter().peekable();
        let mut changed = self.changed.iter().peekable();
        std::iter::from_fn(move || next_record(&mut generated, &mut changed))
    }

    /// The changed and generated records with greater ids, in ascending order of their ids.
    pub(crate) fn iter_after(&self, id: i64) -> impl Iterator<Item = &T> {
        let records = self.generated.records();
        let start = records.partition_point(|record| record.id() <= id);
        let mut generated = records[start..].iter().peekable();
        let mut changed = self.changed.range((Excluded(id), Unbounded)).peekable();
        std::iter::from_fn(move || next_record(&mut generated, &mut changed))
    }

    /// The number of records.
    pub(crate) fn len(&self) -> usize {
        let undo = self.undo.iter();
        let pending = undo.filter(|(id, previous)| self.is_new(**id, previous.as_ref()));
        self.generated.records().len() + self.added + pending.count()
    }

    /// Whether a record did not exist before the current transaction, which has changed it.
    fn is_new(&self, id: i64, previous: Option<&Arc<T>>) -> bool {
        previous.is_none() && self.generated.get(id).is_none()
    }

    /// The records that were updated after a time, in ascending order of their ids.
    pub(crate) fn updated_after(&self, time: Time) -> Vec<&T> {
        let committed = self.by_time.range((Excluded((time, i64::MAX)), Unbounded));
        // The index has the committed records only.
        let ids = committed
            .map(|(_, id)| *id)
            .chain(self.undo.keys().copied());
        let changed = ids.filter_map(|id| self.changed.get(&id).map(Arc::as_ref));
        let generated = self.generated.updated_after(time);
        let generated = generated.filter(|record| !self.changed.contains_key(&record.id()));
        sorted(
            changed
                .filter(|record| record.updated_at() > Some(time))
                .chain(generated),
        )
    }

    /// The record with this key, or the one with the lowest id.
    pub(crate) fn by_key(&self, key: &str) -> Option<&T> {
        self.with_key(key).first().copied()
    }

    /// The records with this key, in ascending order of their ids.
    pub(crate) fn with_key(&self, key: &str) -> Vec<&T> {
        let committed = self.by_key.get(key).into_iter().flatten().copied();
        // The index has the committed records only.
        let ids = committed.chain(self.undo.keys().copied());
        let changed = ids.filter_map(|id| self.changed.get(&id).map(Arc::as_ref));
        let generated = self.generated.with_key(key);
        let generated = generated.filter(|record| !self.changed.contains_key(&record.id()));
        sorted(
            changed
                .filter(|record| record.key().as_deref() == Some(key))
                .chain(generated),
        )
    }
}

/// The records, each once, in ascending order of their ids.
fn sorted<'t, T: Record>(records: impl Iterator<Item = &'t T>) -> Vec<&'t T> {
    let mut records: Vec<&T> = records.collect();
    records.sort_unstable_by_key(|record| record.id());
    records.dedup_by_key(|record| record.id());
    records
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
    fn kind(&self) -> ChangeKind;

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
    fn kind(&self) -> ChangeKind {
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
        // As a commit, which updates the indexes.
        self.set(id, Arc::new(record));
        AnyTable::commit(self);
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
        for (id, previous) in std::mem::take(&mut self.undo) {
            self.added += usize::from(self.is_new(id, previous.as_ref()));
            let current = self.changed.get(&id).map(Arc::as_ref);
            let key = current.and_then(Record::key);
            if let Some(time) = previous.as_deref().and_then(Record::updated_at) {
                self.by_time.remove(&(time, id));
            }
            if let Some(time) = current.and_then(Record::updated_at) {
                self.by_time.insert((time, id));
            }
            let previous_key = previous.as_deref().and_then(Record::key);
            if key == previous_key {
                continue;
            }
            if let Some(previous) = previous_key {
                if let Some(ids) = self.by_key.get_mut(&*previous) {
                    ids.retain(|other| *other != id);
                    if ids.is_empty() {
                        self.by_key.remove(&*previous);
                    }
                }
            }
            if let Some(key) = key {
                self.by_key.entry(key.into()).or_default().push(id);
            }
        }
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

/// Records that are generated on first use.
struct Generated<T> {
    generate: Box<dyn Fn() -> Vec<T> + Send + Sync>,
    records: OnceLock<GeneratedRecords<T>>,
}

struct GeneratedRecords<T> {
    /// In ascending order of their ids.
    list: Vec<T>,
    indices_by_key: HashMap<Box<str>, Vec<usize>>,
    /// Times and indices, in ascending order.
    indices_by_time: Vec<(Time, usize)>,
}

impl<T: Record> Generated<T> {
    fn generate(&self) -> &GeneratedRecords<T> {
        self.records.get_or_init(|| {
            let mut list = (self.generate)();
            list.sort_by_key(Record::id);
            let mut indices_by_key: HashMap<_, Vec<usize>> = HashMap::new();
            for (index, record) in list.iter().enumerate() {
                if let Some(key) = record.key() {
                    indices_by_key.entry(key.into()).or_default().push(index);
                }
            }
            let times = list.iter().enumerate();
            let times = times.filter_map(|(index, record)| Some((record.updated_at()?, index)));
            let mut indices_by_time: Vec<_> = times.collect();
            indices_by_time.sort_unstable();
            GeneratedRecords {
                list,
                indices_by_key,
                indices_by_time,
            }
        })
    }

    fn records(&self) -> &[T] {
        &self.generate().list
    }

    fn get(&self, id: i64) -> Option<&T> {
        let records = self.records();
        let index = records.binary_search_by_key(&id, Record::id).ok()?;
        records.get(index)
    }

    fn updated_after(&self, time: Time) -> impl Iterator<Item = &T> {
        let records = self.generate();
        let times = &records.indices_by_time;
        let start = times.partition_point(|(other, _)| *other <= time);
        let indices = times[start..].iter();
        indices.filter_map(|(_, index)| records.list.get(*index))
    }

    fn with_key(&self, key: &str) -> impl Iterator<Item = &T> {
        let records = self.generate();
        let indices = records.indices_by_key.get(key).into_iter().flatten();
        indices.filter_map(|index| records.list.get(*index))
    }
}
/// The id that a text is; `None` for other spellings of a number, such as `007` and `+7`.
pub(crate) fn parse_id(text: &str) -> Option<i64> {
    let id: i64 = text.parse().ok()?;
    (id.to_string() == text).then_some(id)
}
