//! The steps of a case, and what runs them.

use std::time::Duration;

use crate::rows::{At, Kind, Put, Query, Range, Row, Store, Waits, count_day, name};
use crate::{Timestamp, nonce};
use tokio::time::sleep;

use super::check::{Checked, Reason, equal, has};

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
    /// The ids of records that wait, at most this many.
    Queued(Waits, u32, &'static [&'static str]),
    /// The ids of the writes of the account that wait now, in pages of this size.
    Waiting(Waits, u32, &'static [&'static str]),
    /// The ids of the writes of the account, or of the scope alone, in pages of this size.
    Made(Whose, u32, &'static [&'static str]),
    /// The ids of the writes whose names begin so, by the names, in pages of this size.
    Matching(Whose, &'static str, u32, &'static [&'static str]),
    /// The number of rows of an id in all scopes.
    Id(Kind, &'static str, usize),
    /// Puts a row as it is, with a line of its history; whether the lines before are deleted.
    PutLine(Kind, &'static str, &'static str, bool),
    /// The lines of its history.
    History(Kind, &'static str, &'static [&'static str]),
    /// Deletes a row of a revision; whether there was one.
    Delete(Kind, &'static str, i64, bool),
    /// Prunes rows of this day or an earlier one, as many as the limit at once.
    Prune(Kind, i64, u32),
    /// Time passes.
    Pause,
    /// The following steps are in another scope.
    OtherScope,
    /// Closes all handles, and opens them again.
    Reopen,
}

/// Whose writes are listed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Whose {
    Account,
    Scope,
}

/// The handles of a case, as two processes have them. They take turns.
pub(crate) struct Run<R> {
    pub(crate) rows: [R; 2],
    scope: String,
}

impl<R: Store> Run<R> {
    pub(crate) fn new(rows: [R; 2]) -> Self {
        let number = nonce().unwrap_or_default();
        let scope = format!("Sc\u{f6}pe {number:032x}/api/environment");
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
                row.names = Some(names.iter().map(|text| name(text)).collect());
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
                let is_put = self.rows[0].put(&Put::new(stale)).await?.is_some();
                equal("a put", is_put, false)?;
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
            Step::Queued(waits, limit, expected) => {
                let queued = Query::Queued {
                    scope: self.scope.clone(),
                    waits,
                    limit,
                };
                let ids = self.ids(&queued).await?;
                equal("the ids", ids, texts(expected))?;
            }
            Step::Waiting(waits, limit, expected) => {
                let range = self.range(Whose::Account);
                let pages = self.pages(expected, limit, |last| Query::Waiting {
                    waits,
                    range: range.clone(),
                    after: last.and_then(|row| {
                        Some((row.waits?.1, row.at.scope.clone(), row.at.id.clone()))
                    }),
                    limit,
                });
                pages.await?;
            }
            Step::Made(whose, limit, expected) => {
                let range = self.range(whose);
                let pages = self.pages(expected, limit, |last| Query::Made {
                    range: range.clone(),
                    after: last
                        .map(|row| (row.at.scope.clone(), row.created_at, row.at.id.clone())),
                    limit,
                });
                pages.await?;
            }
            Step::Matching(whose, prefix, limit, expected) => {
                let range = self.range(whose);
                let pages = self.pages(expected, limit, |last| Query::Matching {
                    prefix: prefix.to_owned(),
                    range: range.clone(),
                    after: last.and_then(|row| row.found_by.clone()),
                    limit,
                });
                pages.await?;
            }
            Step::Id(kind, id, count) => {
                let id = id.to_owned();
                let found = self.ids(&Query::Id { kind, id }).await?;
                equal("the number of rows", found.len(), count)?;
            }
            Step::PutLine(kind, id, line, forgets) => {
                let mut put = Put::new(self.row(kind, id).await?);
                put.line = Some(line.to_owned());
                put.forgets = forgets;
                let is_put = self.rows[0].put(&put).await?.is_some();
                equal("a put", is_put, true)?;
            }
            Step::History(kind, id, expected) => {
                let at = At::new(kind, &*self.scope, id);
                let lines = self.rows[0].history(&at).await?;
                equal("the lines", lines, texts(expected))?;
            }
            Step::Delete(kind, id, revision, is_there) => {
                let at = At::new(kind, &*self.scope, id);
                let deleted = self.rows[0].delete(&at, revision).await?;
                equal("is there", deleted, is_there)?;
            }
            Step::Prune(kind, day, limit) => {
                let mut pruned = u64::from(limit);
                while pruned == u64::from(limit) {
                    pruned = self.rows[0].prune(kind, day, limit).await?;
                    has(pruned <= u64::from(limit), "no more than the limit", pruned)?;
                }
            }
            Step::OtherScope => self.scope.push(' '),
            Step::Pause => sleep(Duration::from_millis(5)).await,
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

    pub(crate) async fn put(&self, row: Row) -> Checked {
        let before = row.clone();
        let now = self.rows[0].put(&Put::new(row)).await?;
        let is_later = now.is_some_and(|now| now >= before.updated_at);
        has(is_later, "a later time", now)?;
        let mut expected = before;
        expected.revision += 1;
        expected.names = None;
        let (kind, id) = (expected.at.kind, expected.at.id.clone());
        equal("the stored row", self.row(kind, &id).await?, expected)
    }

    fn range(&self, whose: Whose) -> Range {
        let account = self.scope.split('/').next().unwrap_or_default();
        match whose {
            Whose::Account => Range::Account(account.to_owned()),
            Whose::Scope => Range::Scope(self.scope.clone()),
        }
    }

    /// All pages of a list.
    async fn pages(
        &self,
        expected: &[&str],
        limit: u32,
        query: impl Fn(Option<&Row>) -> Query,
    ) -> Checked {
        let (mut ids, mut last) = (Vec::new(), None);
        loop {
            let rows = self.rows[0].read(&query(last.as_ref())).await?.rows;
            let count = rows.len() as u64;
            has(count <= limit.into(), "no more than the limit", count)?;
            ids.extend(rows.iter().map(|row| row.at.id.clone()));
            match rows.into_iter().next_back() {
                Some(row) if count == u64::from(limit) => last = Some(row),
                _ => return equal("the ids", ids, texts(expected)),
            }
        }
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
