//! The steps of a case, and what runs them.

use api_journal::Timestamp;
use api_journal::rows::{At, Kind, Query, Row, Store, Waits, count_day};

use crate::check::{Checked, Reason, equal, has};

/// When a row waits, from a fixed time on.
type From = Option<(Waits, i64)>;

/// A step of a case. Each case has a scope of its own.
#[derive(Debug)]
pub(crate) enum Step {
    /// Puts the row of a kind and an id: what it waits for, its body, its names.
    Put(
        Kind,
        &'static str,
        From,
        &'static str,
        &'static [&'static str],
    ),
    /// Puts the row without its names, which stay.
    PutAgain(Kind, &'static str, From),
    /// Puts the row with the revision before, which changes nothing.
    PutStale(Kind, &'static str),
    /// The revision, what the row waits for, and the body.
    One(Kind, &'static str, i64, From, &'static str),
    /// There is no such row.
    Missing(Kind, &'static str),
    /// The ids that have a name.
    Named(Kind, &'static str, &'static [&'static str]),
    /// The ids that wait, at most this many.
    Waiting(Waits, u32, &'static [&'static str]),
    /// Deletes a row; whether there was one.
    Delete(Kind, &'static str, bool),
    /// Prunes rows of this day or an earlier one, as many as the limit at once.
    Prune(Kind, i64, u32),
    /// The following steps are in another scope.
    OtherScope,
    /// Closes all handles, and opens them again.
    Reopen,
}

/// The handles of a case, as two processes have them. They take turns.
pub(crate) struct Run<R> {
    rows: [R; 2],
    scope: String,
}

impl<R: Store> Run<R> {
    pub(crate) fn new(rows: [R; 2]) -> Self {
        let scope = format!("Sc\u{f6}pe/{:016x}", fastrand::u64(..));
        Self { rows, scope }
    }

    pub(crate) async fn all(&mut self, steps: &[Step], open: &impl AsyncFn() -> R) -> Checked {
        // Most rows are of day 1.
        count_day(&self.rows[0]).await?;
        for (number, step) in steps.iter().enumerate() {
            let checked = match step {
                Step::Reopen => {
                    self.rows = [open().await, open().await];
                    Ok(())
                }
                step => self.step(step).await,
            };
            checked.map_err(|reason| {
                Reason::new(format!("step {number}, {step:?}: {}", reason.into_text()))
            })?;
            self.rows.swap(0, 1);
        }
        Ok(())
    }

    async fn step(&mut self, step: &Step) -> Checked {
        match *step {
            Step::Put(kind, id, waits, body, names) => {
                let mut row = self.row(kind, id).await?;
                row.waits = waits.map(from);
                row.body = body.to_owned();
                row.names = Some(texts(names));
                self.put(row).await?;
            }
            Step::PutAgain(kind, id, waits) => {
                let mut row = self.row(kind, id).await?;
                row.waits = waits.map(from);
                self.put(row).await?;
            }
            Step::PutStale(kind, id) => {
                let stored = self.row(kind, id).await?;
                let mut stale = stored.clone();
                stale.revision -= 1;
                stale.body = "{\"stale\":1}".to_owned();
                equal("a put", self.rows[0].put(&stale).await?, false)?;
                equal("the row", self.row(kind, id).await?, stored)?;
            }
            Step::One(kind, id, revision, waits, body) => {
                let row = self.row(kind, id).await?;
                equal("the revision", row.revision, revision)?;
                equal("what it waits for", row.waits, waits.map(from))?;
                equal("the body", row.body.as_str(), body)?;
            }
            Step::Missing(kind, id) => {
                equal("the revision", self.row(kind, id).await?.revision, 0)?;
            }
            Step::Named(kind, name, expected) => {
                let named = Query::Named {
                    kind,
                    scope: self.scope.clone(),
                    name: name.to_owned(),
                };
                let mut ids = self.ids(&named).await?;
                ids.sort();
                equal("the ids", ids, texts(expected))?;
            }
            Step::Waiting(waits, limit, expected) => {
                let waiting = Query::Waiting {
                    scope: self.scope.clone(),
                    waits,
                    limit,
                };
                let ids = self.ids(&waiting).await?;
                equal("the ids", ids, texts(expected))?;
            }
            Step::Delete(kind, id, is_there) => {
                let at = At::new(kind, &*self.scope, id);
                equal("is there", self.rows[0].delete(&at).await?, is_there)?;
            }
            Step::Prune(kind, day, limit) => {
                let mut pruned = u64::from(limit);
                while pruned == u64::from(limit) {
                    pruned = self.rows[0].prune(kind, day, limit).await?;
                    has(pruned <= u64::from(limit), "no more than the limit", pruned)?;
                }
            }
            Step::OtherScope => self.scope.push(' '),
            Step::Reopen => {}
        }
        Ok(())
    }

    /// The row, or a new one.
    pub(crate) async fn row(&self, kind: Kind, id: &str) -> Checked<Row> {
        let at = At::new(kind, &*self.scope, id);
        let read = self.rows[0].read(&Query::One(at.clone())).await?;
        let moment = read.moment;
        has(moment.today > 0, "a day", moment)?;
        let row = read.into_first();
        if let Some(row) = &row {
            equal("the place", &row.at, &at)?;
            equal("the names", row.names.as_ref(), None)?;
            has(row.updated_at <= moment.now, "a later time", moment)?;
        }
        Ok(row.unwrap_or_else(|| Row::new(at, moment.today, moment.now)))
    }

    async fn put(&self, row: Row) -> Checked {
        equal("a put", self.rows[0].put(&row).await?, true)?;
        let mut expected = row;
        expected.revision += 1;
        expected.names = None;
        let (kind, id) = (expected.at.kind, expected.at.id.clone());
        equal("the stored row", self.row(kind, &id).await?, expected)
    }

    async fn ids(&self, query: &Query) -> Checked<Vec<String>> {
        let rows = self.rows[0].read(query).await?.rows;
        Ok(rows.into_iter().map(|row| row.at.id).collect())
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn from((waits, from): (Waits, i64)) -> (Waits, Timestamp) {
    (waits, Timestamp::from_millis(from))
}
