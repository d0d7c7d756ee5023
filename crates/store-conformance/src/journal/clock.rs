//! The clock of a store.

use std::time::Duration;

use api_journal::{Entry, Journal, LeaseChange, State, Timestamp};

use super::context::{Context, LEASE, keys, stored, update};
use crate::check::{Checked, Reason};

pub(crate) async fn times_are_those_of_the_store<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut before = journal.now().await?;
    let mut entry = context.begin(&journal, "order-1", LEASE).await?;
    let created_at = entry.created_at;
    expect_eq!("updated_at of a new entry", entry.updated_at, created_at);
    before = expect_between(before, &entry, LEASE, journal.now().await?)?;

    entry.state = State::Unknown;
    update(&journal, &entry, LeaseChange::Renew(Duration::ZERO)).await?;
    entry = stored(&journal, &entry.id).await?;
    before = expect_between(before, &entry, Duration::ZERO, journal.now().await?)?;

    for entry in context.claim(&journal).await? {
        expect_between(before, &entry, LEASE, journal.now().await?)?;
    }
    let after = stored(&journal, &entry.id).await?;
    expect_eq!("epoch after a claim", after.epoch, 2);
    expect_eq!("created_at", after.created_at, created_at);
    Ok(())
}

/// Expects that an entry was changed between two times of the store, and returns the later one.
fn expect_between(
    before: Timestamp,
    entry: &Entry,
    lease: Duration,
    after: Timestamp,
) -> Checked<Timestamp> {
    let updated_at = entry.updated_at;
    expect!(
        before <= updated_at && updated_at <= after,
        "updated_at: expected a time from {before} to {after}, found {updated_at}"
    );
    expect_eq!("lease_until", entry.lease_until, Some(updated_at + lease));
    Ok(after)
}

pub(crate) async fn a_lease_ends_after_its_duration<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let lease = Duration::from_millis(150);
    let entry = context.begin(&journal, "order-1", lease).await?;
    let until = entry
        .lease_until
        .ok_or_else(|| Reason::new("missing lease"))?;
    expect_eq!("lease_until", until, entry.created_at + lease);
    loop {
        let claimed = context.claim(&journal).await?;
        let now = journal.now().await?;
        match claimed.first() {
            Some(claimed) => {
                let at = claimed.updated_at;
                expect!(
                    at >= until,
                    "expected no claim before {until}, found one at {at}"
                );
                return Ok(());
            }
            // The claim was before `now`: one at the end of the lease is not missed.
            None if now > until => {
                let late = context.claim(&journal).await?;
                expect_eq!("claimed keys after the lease", keys(&late), ["order-1"]);
                return Ok(());
            }
            None => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

pub(crate) async fn a_lease_of_zero_has_expired<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let entry = context.begin(&journal, "order-1", Duration::ZERO).await?;
    expect_eq!("lease_until", entry.lease_until, Some(entry.created_at));
    let listed = journal.unresolved(Some(&context.scope), 100).await?;
    expect_eq!("unresolved keys", keys(&listed), ["order-1"]);
    let claimed = context.claim(&journal).await?;
    expect_eq!("claimed keys", keys(&claimed), ["order-1"]);
    Ok(())
}

pub(crate) async fn an_endless_lease_does_not_expire<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let entry = context.begin(&journal, "order-1", Duration::MAX).await?;
    update(&journal, &entry, LeaseChange::Renew(Duration::MAX)).await?;
    let entry = stored(&journal, &entry.id).await?;
    expect!(
        entry.lease_until > Some(entry.updated_at),
        "lease_until: expected a later time, found {:?}",
        entry.lease_until
    );
    expect_eq!(
        "claimed keys",
        keys(&context.claim(&journal).await?),
        [""; 0]
    );
    Ok(())
}
