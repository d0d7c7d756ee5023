//! What happens at the same time, and after all handles are closed.

use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use api_journal::{Begun, Change, Entry, Filter, Journal, Note, State};
use tokio::task::JoinSet;

use crate::check::{Checked, Reason, equal};
use crate::journal::step::{LEASE, Run};

const HANDLES: i64 = 8;

impl<J: Journal, O: AsyncFn() -> J> Run<'_, O> {
    pub(crate) async fn begins(&self) -> Checked {
        let intent = self.intent("begins");
        let mut begins = JoinSet::new();
        for _ in 0..HANDLES {
            let (journal, intent) = (self.open().await, intent.clone());
            begins.spawn(async move { journal.begin(&intent, LEASE).await });
        }
        let begun = begins.join_all().await;
        let begun: Vec<Begun> = begun.into_iter().collect::<Result<_, _>>()?;
        let new = begun.iter().filter(|begun| matches!(begun, Begun::New(_)));
        equal("the number of new entries", new.count(), 1)
    }

    pub(crate) async fn changes(&self) -> Checked {
        let journal = self.open().await;
        journal.begin(&self.intent("changes"), LEASE).await?;
        let entry = self.entry(&journal, "changes").await?;
        let mut changes = JoinSet::new();
        for nonce in 0..HANDLES {
            let (journal, mut entry) = (self.open().await, entry.clone());
            entry.nonce = nonce;
            let change = Change::new(entry, Note::new(1, nonce.to_string()));
            changes.spawn(async move { journal.change(&change).await });
        }
        let changed = changes.join_all().await;
        let changed: Vec<_> = changed.into_iter().collect::<Result<_, _>>()?;
        let made: Vec<Entry> = changed.into_iter().flatten().collect();
        let stored = self.entry(&journal, "changes").await?;
        equal("the number of changes", made.len(), 1)?;
        equal("the stored entry", Some(&stored), made.first())?;
        let history = journal.history(&stored.id).await?;
        equal("the lines of the history", history.len(), 2)
    }

    pub(crate) async fn dropped_begins(&self) -> Checked {
        let journal = self.open().await;
        for polls in 1..12 {
            let key = format!("dropped {polls}");
            let intent = self.intent(&key);
            let mut begin = journal.begin(&intent, LEASE);
            for _ in 0..polls {
                let is_over =
                    poll_fn(|context| Poll::Ready(begin.as_mut().poll(context).is_ready()));
                if is_over.await {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            drop(begin);
            match journal.begin(&intent, LEASE).await? {
                Begun::New(entry) | Begun::Existing { entry, .. } => {
                    equal("the history", journal.history(&entry.id).await?.len(), 1)?;
                    let expected = Entry::from_intent(&intent, entry.created_at, LEASE);
                    equal("the entry", entry, expected)?;
                }
                Begun::Restored => return Err(Reason::new("nobody restored it")),
            }
        }
        Ok(())
    }

    pub(crate) async fn reopened(&self) -> Checked {
        let journal = self.open().await;
        journal.begin(&self.intent("kept"), LEASE).await?;
        let mut entry = self.entry(&journal, "kept").await?;
        entry.state = State::Done;
        journal
            .change(&Change::new(entry, Note::new(1, "done")))
            .await?;
        let before = self.entry(&journal, "kept").await?;
        drop(journal);
        let journal = self.open().await;
        let after = self.entry(&journal, "kept").await?;
        equal("the entry", &after, &before)?;
        let listed = journal.list(&Filter::entry(before.id), None, 1).await?;
        equal("the count", listed.count, 1)?;
        equal("the history", journal.history(&before.id).await?.len(), 2)
    }
}
