//! What is kept when handles are closed, and when futures are dropped.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use api_journal::{Begun, Entry, Journal, LeaseChange, State};

use super::context::{Context, LEASE, stored, update};
use crate::check::Checked;

pub(crate) async fn changes_are_seen_by_other_handles<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let (one, other) = (context.open().await, context.open().await);
    let mut entry = context.begin(&one, "order-1", LEASE).await?;
    expect_eq!("inserted entry", stored(&other, &entry.id).await?, entry);
    entry.state = State::Unknown;
    update(&other, &entry, LeaseChange::Renew(Duration::ZERO)).await?;
    let updated = stored(&one, &entry.id).await?;
    expect_eq!("updated entry", updated, stored(&other, &entry.id).await?);
    expect_eq!("state", updated.state, State::Unknown);
    let claimed = context.claim(&one).await?;
    let stored = stored(&other, &entry.id).await?;
    expect_eq!("claimed entry", claimed, [stored]);
    Ok(())
}

pub(crate) async fn changes_are_kept_after_all_handles_close<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let inserted = context.begin(&journal, "order-1", LEASE).await?;
    let updated = context
        .begin_as(&journal, "order-2", State::Done, None)
        .await?;
    context.begin(&journal, "order-3", Duration::ZERO).await?;
    let claimed = context.claim(&journal).await?;
    drop(journal);

    let journal = context.open().await;
    for entry in [inserted, updated].into_iter().chain(claimed) {
        let reopened = stored(&journal, &entry.id).await?;
        expect_eq!(format!("entry `{}`", entry.key), reopened, entry);
    }
    Ok(())
}

pub(crate) async fn a_dropped_begin_inserts_all_or_nothing<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    for polls in 1..=8 {
        let intent = context.intent(&format!("order-{polls}"), State::InFlight);
        {
            let mut begin = pin!(journal.begin(&intent, LEASE));
            for _ in 0..polls {
                let done = poll_fn(|context| Poll::Ready(begin.as_mut().poll(context).is_ready()));
                if done.await {
                    break;
                }
                tokio::task::yield_now().await;
            }
        }
        // The change can still be made in the background.
        let (Begun::New(entry) | Begun::Existing(entry)) = journal.begin(&intent, LEASE).await?;
        let until = entry.lease_until.unwrap_or_default();
        let expected = Entry::from_intent(intent, entry.created_at, until);
        expect_eq!("entry after a dropped begin", entry, expected);
        expect_eq!("stored entry", stored(&journal, &entry.id).await?, entry);
    }
    Ok(())
}
