//! The store of the state: transactions, snapshots, and the data file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::watch;

use super::data_file::{Commit, DataFile, Meta, Row};
use super::table::Table;
use super::time::{Clock, Time};
use super::venue::Venue;
use super::venue::profile::VenueProfile;
use super::{CommitError, FIRST_ID, State, StatusChange};

/// The longest name of a snapshot.
const MAX_NAME: usize = 100;

/// The venues of a file, with the records that they start with.
#[derive(Clone, Default)]
pub(crate) struct Fixtures {
    pub(crate) venues: Vec<Arc<VenueProfile>>,
    /// A digest of the content, which a data file stores; none for the demo data.
    pub(crate) digest: Option<u64>,
    /// The largest id of a record.
    pub(crate) max_id: i64,
    /// What they are, in an error.
    pub(crate) name: String,
}

/// The state, and everything that its changes are written to.
pub(crate) struct Store {
    state: State,
    base: Fixtures,
    data_file: Option<DataFile>,
    /// The number of the last commit.
    revision: watch::Sender<u64>,
    /// In memory only.
    snapshots: BTreeMap<String, State>,
}

impl Store {
    /// The fixtures or the demo data, with the changes of the data file.
    pub(crate) fn open(
        clock: Clock,
        data_file: Option<PathBuf>,
        base: Fixtures,
    ) -> std::io::Result<Self> {
        let start = Time::from_timestamp(clock.now());
        let mut state = base.state(start, clock);
        let mut file = None;
        if let Some(path) = data_file {
            let (opened, meta, commits) = DataFile::open(path, Meta::new(start, base.digest))?;
            if meta.fixtures != base.digest {
                return Err(opened.error(base.other_fixtures(meta.fixtures.is_some())));
            }
            state = base.state(meta.start, clock);
            // The first line is that of the start.
            for (commit, line) in commits.into_iter().zip(2..) {
                let replayed = replay(&mut state, &base, commit);
                replayed
                    .map_err(|error| opened.error(format!("damaged in line {line}: {error}")))?;
            }
            file = Some(opened);
        }
        Ok(Self {
            state,
            base,
            data_file: file,
            revision: watch::Sender::new(0),
            snapshots: BTreeMap::new(),
        })
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// The clock, which is not part of transactions.
    pub(crate) fn clock(&mut self) -> &mut Clock {
        &mut self.state.clock
    }

    /// The profiles of the venues.
    pub(crate) fn profiles(&self) -> Vec<Arc<VenueProfile>> {
        let venues = self.state.venues.iter();
        venues.map(|venue| Arc::clone(&venue.profile)).collect()
    }

    /// The number of the last commit.
    pub(crate) fn revision(&self) -> watch::Receiver<u64> {
        self.revision.subscribe()
    }

    /// Changes the state, and returns the callbacks of the changes. An error of the closure, or of
    /// the data file, leaves nothing changed; so does a panic.
    pub(crate) fn transaction<R, E: From<CommitError>>(
        &mut self,
        change: impl FnOnce(&mut State) -> Result<R, E>,
    ) -> Result<(R, Vec<StatusChange>), E> {
        let mut next = self.state.clone();
        let result = change(&mut next)?;
        let callbacks = std::mem::take(&mut next.callbacks);
        self.commit(next, false)?;
        Ok((result, callbacks))
    }

    /// Restores the fixtures or the demo data.
    pub(crate) fn reset(&mut self) -> Result<(), CommitError> {
        let records = self.base.state(self.state.now(), self.state.clock);
        self.replace(records)
    }

    /// Restores the records of a snapshot; `false` if there is none with this name.
    pub(crate) fn restore_snapshot(&mut self, name: &str) -> Result<bool, CommitError> {
        let Some(records) = self.snapshots.get(name).cloned() else {
            return Ok(false);
        };
        self.replace(records)?;
        Ok(true)
    }

    /// Saves the records under a name, in place of an earlier snapshot with it.
    pub(crate) fn save_snapshot(&mut self, name: &str) -> Result<(), String> {
        let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if name.is_empty() || name.len() > MAX_NAME || !name.bytes().all(is_valid) {
            return Err(format!(
                "expected a name of 1 to {MAX_NAME} letters, digits, `-`, `_` and `.`"
            ));
        }
        self.snapshots.insert(name.to_owned(), self.state.clone());
        Ok(())
    }

    /// Removes a snapshot; `false` if there is none with this name.
    pub(crate) fn remove_snapshot(&mut self, name: &str) -> bool {
        self.snapshots.remove(name).is_some()
    }

    /// The names of the snapshots, sorted.
    pub(crate) fn snapshots(&self) -> Vec<String> {
        self.snapshots.keys().cloned().collect()
    }

    /// Closes the data file, if there is one: transactions fail from now on.
    pub(crate) fn close(&mut self) {
        if let Some(file) = &mut self.data_file {
            file.close();
        }
    }

    /// Replaces all records. The clock is kept, and so is the next id: what was told the id of a
    /// removed record must not change another one.
    fn replace(&mut self, records: State) -> Result<(), CommitError> {
        let (clock, next_id) = (self.state.clock, self.state.next_id);
        let next = State {
            clock,
            next_id,
            ..records
        };
        self.commit(next, true)
    }

    /// Writes the changed records to the data file, if there is one, and then replaces the state.
    fn commit(&mut self, mut next: State, all: bool) -> Result<(), CommitError> {
        let is_changed = all
            || next
                .tables()
                .any(|(_, _, table)| !table.pending().is_empty());
        if let Some(file) = &mut self.data_file {
            if is_changed || next.next_id != self.state.next_id {
                file.commit(&Commit {
                    next: next.next_id,
                    reset: all.then_some(next.start),
                    rows: rows(&mut next, all)?,
                })?;
            }
        }
        next.tables()
            .for_each(|(_, _, table)| table.pending().clear());
        self.state = next;
        if is_changed {
            self.revision.send_modify(|revision| *revision += 1);
        }
        Ok(())
    }
}

/// The rows of the current transaction, or of all changed records.
fn rows(state: &mut State, all: bool) -> Result<Vec<Row>, CommitError> {
    let mut rows = Vec::new();
    for (venue, list, table) in state.tables() {
        let ids = match all {
            true => table.changed_ids(),
            false => table.pending().clone(),
        };
        for id in ids {
            rows.push(Row {
                list: list.to_owned(),
                venue,
                record: table.row(id)?,
            });
        }
    }
    Ok(rows)
}

/// Repeats a commit of the data file.
fn replay(state: &mut State, base: &Fixtures, commit: Commit) -> serde_json::Result<()> {
    if let Some(start) = commit.reset {
        *state = base.state(start, state.clock);
    }
    state.next_id = commit.next;
    for row in commit.rows {
        let mut tables = state.tables();
        let found = tables.find(|(venue, list, _)| (*venue, *list) == (row.venue, &row.list));
        // The file may have been written with other venues.
        if let Some((_, _, table)) = found {
            table.load(&row.record)?;
        }
    }
    Ok(())
}

impl Fixtures {
    /// What the records are before any change.
    fn state(&self, start: Time, clock: Clock) -> State {
        let venues = self.venues.iter();
        State {
            clock,
            venues: venues.map(|profile| Venue::new(profile, start)).collect(),
            payments: Table::new(),
            start,
            next_id: self.max_id.saturating_add(1).max(FIRST_ID),
            callbacks: Vec::new(),
        }
    }

    /// The error of a data file with changes to other fixtures.
    fn other_fixtures(&self, has_fixtures: bool) -> String {
        let stored = match has_fixtures {
            true => "other fixtures",
            false => "the demo data",
        };
        let given = &self.name;
        format!(
            "it has changes to {stored}, not to {given}: use another data file, or the same fixtures"
        )
    }
}
