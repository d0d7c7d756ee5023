//! The store of the state: transactions, and the data file.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::watch;

use super::data_file::{Commit, DataFile, Meta, Row};
use super::table::Table;
use super::time::{Clock, Time};
use super::venue::Venue;
use super::venue::profile::VenueProfile;
use super::{CommitError, FIRST_ID, State, StatusChange};

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

    /// Restores the fixtures or the demo data. The clock is kept, and so is the next id: what was told
    /// the id of a removed record must not change another one.
    pub(crate) fn reset(&mut self) -> Result<(), CommitError> {
        let next = State {
            next_id: self.state.next_id,
            ..self.base.state(self.state.now(), self.state.clock)
        };
        self.commit(next, true)
    }

    /// Closes the data file, if there is one: transactions fail from now on.
    pub(crate) fn close(&mut self) {
        if let Some(file) = &mut self.data_file {
            file.close();
        }
    }

    /// Writes the changed records to the data file, if there is one, and then replaces the state.
    fn commit(&mut self, mut next: State, is_reset: bool) -> Result<(), CommitError> {
        let is_changed = is_reset
            || next
                .tables()
                .any(|(_, _, table)| !table.pending().is_empty());
        if let Some(file) = &mut self.data_file {
            if is_changed || next.next_id != self.state.next_id {
                file.commit(&Commit {
                    next: next.next_id,
                    reset: is_reset.then_some(next.start),
                    rows: rows(&mut next)?,
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

/// The rows of the current transaction.
fn rows(state: &mut State) -> Result<Vec<Row>, CommitError> {
    let mut rows = Vec::new();
    for (venue, list, table) in state.tables() {
        for id in table.pending().clone() {
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
