//! Replacing entries.

use std::time::Duration;

use api_journal::{Journal, LeaseChange, RequestDigest, Scope, State, Timestamp};

use super::context::{Context, LEASE, OPERATION, details, stored, update};
use crate::check::Checked;
use crate::join::join_all;

pub(crate) async fn update_replaces_digest_state_details_request_owner_and_epoch<
    J: Journal,
    O: AsyncFn() -> J,
>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut entry = context.begin(&journal, "order-1", LEASE).await?;
    for (state, epoch) in State::ALL.into_iter().zip(2..) {
        entry.digest = RequestDigest::from_bytes(&[epoch as u8; 32])?;
        entry.state = state;
        entry.details = details(state.as_str());
        entry.sealed_request = state.is_settled().then(|| vec![0, 159, 146, 150]);
        entry.owner = format!("owner-{epoch}");
        entry.epoch = epoch;
        update(&journal, &entry, LeaseChange::Renew(LEASE)).await?;
        let stored = stored(&journal, &entry.id).await?;
        expect_eq!("digest", stored.digest, entry.digest);
        expect_eq!("state", stored.state, entry.state);
        expect_eq!("details", stored.details, entry.details);
        expect_eq!(
            "sealed request",
            stored.sealed_request,
            entry.sealed_request
        );
        expect_eq!("owner", stored.owner, entry.owner);
        expect_eq!("epoch", stored.epoch, entry.epoch);
        entry.revision = stored.revision;
    }
    Ok(())
}

pub(crate) async fn update_changes_no_other_column<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let entry = context.begin(&journal, "order-1", LEASE).await?;
    let other = context.begin(&journal, "order-2", LEASE).await?;
    let mut changed = entry.clone();
    changed.scope = Scope::new("another", "another", "another");
    changed.operation = "another".to_owned();
    changed.key = "another".to_owned();
    changed.created_at = Timestamp::UNIX_EPOCH;
    changed.updated_at = Timestamp::UNIX_EPOCH;
    changed.lease_until = Some(Timestamp::UNIX_EPOCH);
    update(&journal, &changed, LeaseChange::End).await?;

    let mut stored_entry = stored(&journal, &entry.id).await?;
    expect!(
        stored_entry.updated_at >= entry.updated_at,
        "updated_at: expected the time of the update, found {}",
        stored_entry.updated_at
    );
    stored_entry.updated_at = entry.updated_at;
    stored_entry.lease_until = entry.lease_until;
    stored_entry.revision = entry.revision;
    expect_eq!("entry after an update", stored_entry, entry);
    expect_eq!("another entry", stored(&journal, &other.id).await?, other);
    Ok(())
}

pub(crate) async fn update_adds_one_to_the_revision<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut entry = context.begin(&journal, "order-1", LEASE).await?;
    for revision in 2..6 {
        update(&journal, &entry, LeaseChange::Renew(LEASE)).await?;
        entry = stored(&journal, &entry.id).await?;
        expect_eq!("revision", entry.revision, revision);
    }
    Ok(())
}

pub(crate) async fn update_ends_the_lease<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut entry = context.begin(&journal, "order-1", Duration::ZERO).await?;
    for state in [State::Unknown, State::Done] {
        entry.state = state;
        update(&journal, &entry, LeaseChange::End).await?;
        entry = stored(&journal, &entry.id).await?;
        expect_eq!("lease_until", entry.lease_until, None);
    }
    Ok(())
}

pub(crate) async fn update_keeps_the_lease_of_another_process<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut entry = context.begin(&journal, "order-1", LEASE).await?;
    let leases = [LeaseChange::Renew(Duration::ZERO), LeaseChange::End];
    for lease in leases {
        update(&journal, &entry, lease).await?;
        let before = stored(&journal, &entry.id).await?;
        tokio::time::sleep(Duration::from_millis(5)).await;
        update(&journal, &before, LeaseChange::Keep).await?;
        entry = stored(&journal, &entry.id).await?;
        expect_eq!("lease_until", entry.lease_until, before.lease_until);
        expect_eq!("revision", entry.revision, before.revision + 1);
    }
    Ok(())
}

pub(crate) async fn update_of_another_revision_is_refused<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut entry = context.begin(&journal, "order-1", LEASE).await?;
    update(&journal, &entry, LeaseChange::Renew(LEASE)).await?;
    let before = stored(&journal, &entry.id).await?;
    entry.state = State::Rejected;
    for revision in [0, 1, 3, i64::MAX] {
        entry.revision = revision;
        let updated = journal.update(&entry, LeaseChange::End).await?;
        expect_eq!(format!("update of revision {revision}"), updated, false);
        let after = stored(&journal, &entry.id).await?;
        expect_eq!("entry after a refused update", after, before);
    }
    Ok(())
}

pub(crate) async fn update_of_a_missing_entry_is_refused<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut entry = context.begin(&journal, "order-1", LEASE).await?;
    entry.id = api_journal::EntryId::new(&context.scope, OPERATION, "order-2");
    let updated = journal.update(&entry, LeaseChange::Renew(LEASE)).await?;
    expect_eq!("update", updated, false);
    let missing = journal.entry(&entry.id).await?;
    expect_eq!("entry after a refused update", missing, None);
    Ok(())
}

pub(crate) async fn one_of_concurrent_updates_succeeds<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journals = context.open_many(8).await;
    let mut entry = context.begin(&journals[0], "order-1", LEASE).await?;
    for _ in 0..4 {
        let updates = journals.iter().cycle().take(16).enumerate();
        let results = join_all(updates.map(|(index, journal)| {
            let mut entry = entry.clone();
            entry.owner = format!("owner-{index}");
            async move {
                let updated = journal.update(&entry, LeaseChange::Renew(LEASE)).await?;
                Ok::<_, api_journal::JournalError>(updated.then_some(entry.owner))
            }
        }));
        let mut owners = Vec::new();
        for result in results.await {
            owners.extend(result?);
        }
        expect_eq!("updates that succeeded", owners.len(), 1);
        let after = stored(&journals[0], &entry.id).await?;
        expect_eq!("owner", after.owner, owners[0]);
        expect_eq!("revision", after.revision, entry.revision + 1);
        entry = after;
    }
    Ok(())
}
