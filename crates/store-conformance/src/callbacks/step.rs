//! The steps of a case, and how a store runs them.

use std::time::Duration;

use api_callbacks::RecordChanged;
use api_callbacks::rules::{Recorded, Records, Taken};
use api_journal::rows::{At, Kind, Query};
use api_journal::{Scope, begin_in, record_named};
use api_runtime::api_wire::Timestamp;

use super::database::CallbackDatabase;
use super::record::{CREATE, ReadRecord, TestRecord, TestState, created};
use crate::check::{Checked, Reason, equal};

/// A step, with what it has to return at the end.
#[derive(Debug)]
pub(crate) enum Step {
    /// A write of this reference whose record has this id, or whose outcome is unknown.
    Write(&'static str, Option<&'static str>),
    /// A write of another operation, with this key and record id.
    OtherWrite(&'static str, &'static str),
    /// The id of a record of the application.
    Refetch(&'static str),
    /// The id of a record that is deleted.
    Delete(&'static str),
    /// Reference, and the id that `once` looks its record up by.
    Named(&'static str, Option<&'static str>),
    /// Id, reference; whether the record is accepted.
    Heard(&'static str, Option<&'static str>, bool),
    /// Id and the status that the callback of a known record claims.
    Hinted(&'static str, &'static str),
    /// The lease; id and reference. Later steps name it by its number, from 0.
    Take(Duration, Option<(&'static str, Option<&'static str>)>),
    /// The same by two processes at once: one of them gets it, and it has no number.
    TakeTwice(&'static str),
    /// The number of the take, the reference and the state that were read, the follow-up.
    Record(
        usize,
        Option<&'static str>,
        &'static str,
        Duration,
        Recorded,
    ),
    /// The number of the take, a value of the record, and the time of its latest change.
    RecordNote(usize, &'static str, i64, Recorded),
    /// The same as `Record`, and the report fails.
    RecordFails(usize, &'static str),
    /// The number of the take, the delay.
    Postpone(usize, Option<Duration>),
    /// Id, failures, and whether it is due, later, or given up.
    Queued(&'static [(&'static str, u32, When)]),
    /// Id and state.
    Reports(&'static [(&'static str, &'static str)]),
    /// The days.
    Prune(i64),
    Sleep(Duration),
    /// Closes all handles, and opens them again.
    Reopen,
    /// The following steps are of another account in the same database.
    OtherAccount,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum When {
    Now,
    Later,
    Never,
}

/// The records of a case: two handles, as two processes have them. They take turns.
pub(crate) struct Run<'d, D: CallbackDatabase> {
    database: &'d D,
    scope: Scope,
    stores: [Records<ReadRecord>; 2],
    taken: Vec<Taken<String, TestState>>,
}

impl<'d, D: CallbackDatabase> Run<'d, D> {
    pub(crate) async fn new(database: &'d D, scope: Scope) -> Self {
        let text = scope.to_text();
        Self {
            database,
            stores: [database.open(&text).await, database.open(&text).await],
            scope,
            taken: Vec::new(),
        }
    }

    pub(crate) async fn run(mut self, steps: &[Step]) -> Checked {
        for (number, step) in steps.iter().enumerate() {
            if let Err(reason) = self.step(step).await {
                let reason = reason.into_text();
                return Err(Reason::new(format!("step {number}, {step:?}: {reason}")));
            }
            self.stores.swap(0, 1);
        }
        Ok(())
    }

    async fn step(&mut self, step: &Step) -> Checked {
        let Self {
            database,
            scope,
            stores: [store, other],
            taken,
        } = self;
        match *step {
            Step::Write(reference, id) => {
                let intent = created(scope, CREATE, reference, id);
                begin_in(store.rows(), &intent).await?;
            }
            Step::OtherWrite(reference, id) => {
                let intent = created(scope, "create_other", reference, Some(id));
                begin_in(store.rows(), &intent).await?;
            }
            Step::Refetch(id) => store.read_soon(&id.to_owned()).await?,
            Step::Delete(id) => {
                let at = At::new(Kind::Record, scope.to_text(), id);
                let read = store.rows().read(&Query::One(at.clone())).await?;
                let row = read.into_first().ok_or("no record")?;
                store.rows().delete(&at, row.revision).await?;
            }
            Step::Named(reference, id) => {
                let named = record_named(store.rows(), &scope.to_text(), reference).await?;
                equal("the id", named.as_deref(), id)?;
            }
            Step::Heard(id, reference, is_known) => {
                let heard = store.heard(&id.to_owned(), reference, None).await?;
                equal("is accepted", heard, is_known)?;
            }
            Step::Hinted(id, hint) => {
                let hint = TestState::new(hint);
                let heard = store.heard(&id.to_owned(), None, Some(&hint)).await?;
                equal("is accepted", heard, true)?;
            }
            Step::Take(lease, expected) => {
                let found = store.take(lease).await?;
                let record = found.as_ref();
                let record = record.map(|found| (found.id.as_str(), found.reference.as_deref()));
                equal("the record", record, expected)?;
                taken.extend(found);
            }
            Step::TakeTwice(id) => {
                let lease = Duration::from_secs(60);
                let (one, two) = tokio::join!(store.take(lease), other.take(lease));
                let found: Vec<String> = [one?, two?].into_iter().flatten().map(|t| t.id).collect();
                equal("the ids", found, vec![id.to_owned()])?;
            }
            Step::Record(number, reference, state, follow_up, expected) => {
                let change = change(&taken[number], reference, state, TestRecord::default());
                let recorded = store.record(&taken[number], change, follow_up);
                equal("recorded", recorded.await?, expected)?;
            }
            Step::RecordNote(number, note, updated_at, expected) => {
                let record = TestRecord {
                    note: Some(note.to_owned()),
                    updated_at: Some(Timestamp::from_millis(updated_at)),
                    ..TestRecord::default()
                };
                let change = change(&taken[number], None, "new", record);
                let recorded = store.record(&taken[number], change, Duration::ZERO);
                equal("recorded", recorded.await?, expected)?;
            }
            Step::RecordFails(number, state) => {
                let change = change(&taken[number], Some("WEB-7"), state, TestRecord::default());
                let recorded = store.record(&taken[number], change, Duration::ZERO);
                equal("fails", recorded.await.is_err(), true)?;
            }
            Step::Postpone(number, delay) => store.postpone(&taken[number], delay).await?,
            Step::Queued(expected) => {
                let queued = store.queued(10).await?;
                let queued = queued.iter().map(|record| {
                    let when = match record.retry_in {
                        None => When::Never,
                        Some(Duration::ZERO) => When::Now,
                        Some(_) => When::Later,
                    };
                    (record.id.as_str(), record.failures, when)
                });
                equal("the queue", queued.collect::<Vec<_>>(), expected.to_vec())?;
            }
            Step::Reports(expected) => {
                let reports = database.reports(&scope.to_text()).await;
                let reports = reports
                    .iter()
                    .map(|(id, state)| (id.as_str(), state.as_str()));
                equal(
                    "the reports",
                    reports.collect::<Vec<_>>(),
                    expected.to_vec(),
                )?;
            }
            Step::Prune(days) => store.prune(days).await?,
            Step::Sleep(time) => tokio::time::sleep(time).await,
            Step::Reopen => self.open().await,
            Step::OtherAccount => {
                // Names are compared as they are.
                scope.environment.push(' ');
                self.open().await;
            }
        }
        Ok(())
    }

    async fn open(&mut self) {
        for store in &mut self.stores {
            *store = self.database.open(&self.scope.to_text()).await;
        }
    }
}

fn change(
    taken: &Taken<String, TestState>,
    reference: Option<&str>,
    state: &str,
    record: TestRecord,
) -> RecordChanged<ReadRecord> {
    let reference = reference.map(str::to_owned);
    let (state, hint) = (TestState::new(state), taken.hint.clone());
    RecordChanged::new(taken.id.clone(), reference, state, hint, record)
}
