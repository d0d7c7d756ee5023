//! The commit of puts: one transaction commits all that wait.

use std::future::{Future as _, pending, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

use api_journal::Timestamp;
use api_journal::rows::Put;
use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::oneshot;

use crate::error::StoreError;
use crate::store::SqliteStore;
use crate::waiting::Answered;

const UNANSWERED: &str = "the outcome of the put is unknown: the thread that commits has panicked";

impl SqliteStore {
    /// Commits a put. Whoever gets the connection commits all that wait for it in one transaction: a commit waits
    /// for the disk, however many puts it has.
    pub(crate) async fn commit(&self, put: Put) -> Answered {
        let (answer, mut answered) = oneshot::channel();
        self.waiting.add(put, answer);
        let store = self.clone();
        let mut turn = pin!(async {
            let turn = self.run(move |connection| {
                store.commit_waiting(connection);
                Ok(())
            });
            match turn.await {
                Err(error) => error,
                Ok(()) => pending().await,
            }
        });
        // The answer may come from the turn of another put. If that one panicked, there is none.
        poll_fn(|context| match Pin::new(&mut answered).poll(context) {
            Poll::Ready(Ok(answered)) => Poll::Ready(answered),
            Poll::Ready(Err(_)) => Poll::Ready(Err(self.error(UNANSWERED))),
            Poll::Pending => turn.as_mut().poll(context).map(Err),
        })
        .await
    }

    fn commit_waiting(&self, connection: &mut Connection) {
        let waiting = self.waiting.take();
        let puts: Vec<&Put> = waiting.iter().map(|(put, _)| put).collect();
        if waiting.len() > 1 {
            if let Ok(done) = self.commit_all(connection, &puts) {
                for ((_, answer), done) in waiting.into_iter().zip(done) {
                    drop(answer.send(Ok(done)));
                }
                return;
            }
        }
        // One, or some of which one fails: it fails alone.
        for (put, answer) in waiting
            .into_iter()
            .filter(|(_, answer)| !answer.is_closed())
        {
            let done = self.commit_all(connection, &[&put]);
            drop(answer.send(done.map(|done| done.into_iter().flatten().next())));
        }
    }

    /// All or none.
    fn commit_all(
        &self,
        connection: &mut Connection,
        puts: &[&Put],
    ) -> Result<Vec<Option<Timestamp>>, StoreError> {
        let commit = |connection: &mut Connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let rows = self.rows_in(&transaction);
            let done = puts.iter().map(|put| rows.put(put));
            let done = done.collect::<Result<_, rusqlite::Error>>()?;
            transaction.commit()?;
            Ok(done)
        };
        commit(connection).map_err(|error: rusqlite::Error| self.error(error))
    }
}
