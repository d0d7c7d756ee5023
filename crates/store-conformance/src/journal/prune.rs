//! Deleting settled entries.

use std::time::Duration;

use api_journal::{Journal, State};

use super::context::{Context, LEASE, begin};
use crate::check::Checked;

pub(crate) async fn prune_deletes_settled_entries_only<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    // Those of other checks.
    journal.prune(Duration::ZERO).await?;
    let mut entries = Vec::new();
    for state in State::ALL {
        for lease in [None, Some(Duration::ZERO), Some(LEASE)] {
            let key = format!("{state} {lease:?}");
            entries.push(context.begin_as(&journal, &key, state, lease).await?);
        }
    }
    let settled = entries.iter().filter(|entry| entry.state.is_settled());
    let settled = settled.count() as u64;
    let deleted = journal.prune(Duration::ZERO).await?;
    expect_eq!("number of deleted entries", deleted, settled);
    for entry in entries {
        let after = journal.entry(&entry.id).await?;
        let expected = (!entry.state.is_settled()).then_some(&entry);
        expect_eq!(format!("entry `{}`", entry.key), after.as_ref(), expected);
    }
    Ok(())
}

pub(crate) async fn prune_keeps_what_changed_since<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    journal.prune(Duration::ZERO).await?;
    let entry = context
        .begin_as(&journal, "order-1", State::Done, None)
        .await?;
    for older_than in [Duration::from_secs(600), Duration::MAX] {
        let deleted = journal.prune(older_than).await?;
        expect_eq!(format!("deleted after {older_than:?}"), deleted, 0);
    }
    let after = journal.entry(&entry.id).await?;
    expect_eq!("entry", after.as_ref(), Some(&entry));

    tokio::time::sleep(Duration::from_millis(40)).await;
    let later = context
        .begin_as(&journal, "order-2", State::Done, None)
        .await?;
    let deleted = journal.prune(Duration::from_millis(30)).await?;
    // A slow machine can take that long for the second one, too.
    let since = journal.now().await?.duration_since(later.updated_at);
    if since < Duration::from_millis(30).try_into()? {
        expect_eq!("number of deleted entries", deleted, 1);
        let kept = journal.entry(&later.id).await?;
        expect_eq!("younger entry", kept, Some(later));
    }
    expect_eq!("older entry", journal.entry(&entry.id).await?, None);
    Ok(())
}

pub(crate) async fn a_pruned_key_begins_again<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    context
        .begin_as(&journal, "order-1", State::Done, None)
        .await?;
    journal.prune(Duration::ZERO).await?;
    let intent = context.intent("order-1", State::InFlight);
    let entry = begin(&journal, &intent, LEASE).await?;
    expect_eq!("epoch and revision", (entry.epoch, entry.revision), (1, 1));
    Ok(())
}
