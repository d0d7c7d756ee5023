//! Claims of expired leases.

use std::collections::BTreeMap;
use std::time::Duration;

use api_journal::{Journal, LeaseChange, State};

use super::context::{CLAIMANT, Context, LEASE, keys, stored, update};
use crate::check::Checked;
use crate::join::join_all;

pub(crate) async fn claim_sets_owner_epoch_revision_and_lease<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let before = context.begin(&journal, "order-1", Duration::ZERO).await?;
    let claimed = context.claim(&journal).await?;
    expect_eq!("claimed keys", keys(&claimed), ["order-1"]);
    for entry in claimed {
        expect_eq!("owner", entry.owner, CLAIMANT);
        expect_eq!("epoch", entry.epoch, before.epoch + 1);
        expect_eq!("revision", entry.revision, before.revision + 1);
        let lease = entry.lease_until.map(|until| until - LEASE);
        expect_eq!("start of the lease", lease, Some(entry.updated_at));
        // All else is kept.
        let mut expected = before.clone();
        expected.owner = entry.owner.clone();
        expected.epoch = entry.epoch;
        expected.revision = entry.revision;
        expected.lease_until = entry.lease_until;
        expected.updated_at = entry.updated_at;
        expect_eq!("claimed entry", entry, expected);
    }
    Ok(())
}

pub(crate) async fn claim_returns_the_entry_as_it_is_stored<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    context.begin(&journal, "order-1", Duration::ZERO).await?;
    context.begin(&journal, "order-2", Duration::ZERO).await?;
    let claimed = context.claim(&journal).await?;
    expect_eq!("number of claimed entries", claimed.len(), 2);
    for entry in claimed {
        expect_eq!("stored entry", stored(&journal, &entry.id).await?, entry);
    }
    Ok(())
}

pub(crate) async fn claim_ignores_leases_that_have_not_expired<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let entry = context.begin(&journal, "order-1", LEASE).await?;
    expect_eq!(
        "claimed keys",
        keys(&context.claim(&journal).await?),
        [""; 0]
    );
    let after = stored(&journal, &entry.id).await?;
    expect_eq!("entry after a claim", after, entry);

    // A claim has a lease, too.
    context.begin(&journal, "order-2", Duration::ZERO).await?;
    expect_eq!(
        "claimed keys",
        keys(&context.claim(&journal).await?),
        ["order-2"]
    );
    expect_eq!(
        "keys claimed again",
        keys(&context.claim(&journal).await?),
        [""; 0]
    );
    Ok(())
}

pub(crate) async fn claim_ignores_entries_without_a_lease<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    for state in State::ALL {
        let key = state.as_str();
        context.begin_as(&journal, key, state, None).await?;
    }
    expect_eq!(
        "claimed keys",
        keys(&context.claim(&journal).await?),
        [""; 0]
    );
    Ok(())
}

pub(crate) async fn claim_includes_every_state_with_an_expired_lease<
    J: Journal,
    O: AsyncFn() -> J,
>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut expected = Vec::new();
    for state in State::ALL {
        let key = state.as_str();
        let lease = Some(Duration::ZERO);
        context.begin_as(&journal, key, state, lease).await?;
        expected.push(key);
    }
    let claimed = context.claim(&journal).await?;
    let mut claimed = keys(&claimed);
    claimed.sort_unstable();
    expected.sort_unstable();
    expect_eq!("claimed keys", claimed, expected);
    Ok(())
}

pub(crate) async fn claim_starts_with_the_earliest_lease<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut entries = Vec::new();
    for key in ["a", "b", "c", "d"] {
        entries.push(context.begin(&journal, key, LEASE).await?);
    }
    // Neither the order of insertion nor that of the keys.
    for index in [2, 0, 3, 1] {
        let entry = &entries[index];
        update(&journal, entry, LeaseChange::Renew(Duration::ZERO)).await?;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    for expected in ["c", "a", "d", "b"] {
        let claimed = context.claim_up_to(&journal, 1).await?;
        expect_eq!("claimed keys", keys(&claimed), [expected]);
    }
    Ok(())
}

pub(crate) async fn claim_keeps_the_limit<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    for index in 0..5 {
        let key = format!("order-{index}");
        context.begin(&journal, &key, Duration::ZERO).await?;
    }
    for (limit, expected) in [(0, 0), (2, 2), (1, 1), (u32::MAX, 2), (u32::MAX, 0)] {
        let claimed = context.claim_up_to(&journal, limit).await?;
        expect_eq!(format!("claim of up to {limit}"), claimed.len(), expected);
    }
    Ok(())
}

pub(crate) async fn concurrent_claims_are_disjoint<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    const ENTRIES: usize = 60;
    let journals = context.open_many(8).await;
    for index in 0..ENTRIES {
        let key = format!("order-{index}");
        context.begin(&journals[0], &key, Duration::ZERO).await?;
    }
    let mut claims = BTreeMap::<String, usize>::new();
    // A claim may skip entries that another one has locked, but not for ever.
    for _ in 0..ENTRIES {
        let results = join_all(
            journals
                .iter()
                .map(|journal| context.claim_up_to(journal, 5)),
        );
        for result in results.await {
            for entry in result? {
                *claims.entry(entry.key).or_default() += 1;
            }
        }
        if claims.len() == ENTRIES {
            break;
        }
    }
    let repeated = claims.iter().find(|(_, claims)| **claims > 1);
    expect_eq!("entry that was claimed twice", repeated, None);
    expect_eq!("number of claimed entries", claims.len(), ENTRIES);
    Ok(())
}

pub(crate) async fn the_owner_before_a_claim_cannot_update<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut entry = context.begin(&journal, "order-1", Duration::ZERO).await?;
    let claimed = context.claim(&journal).await?;
    entry.state = State::Rejected;
    let updated = journal.update(&entry, LeaseChange::End).await?;
    expect_eq!("update by the owner before", updated, false);
    let after = stored(&journal, &entry.id).await?;
    expect_eq!("stored entries", vec![after], claimed);
    Ok(())
}

pub(crate) async fn a_claim_and_an_update_do_not_both_succeed<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let (claimant, owner) = (context.open().await, context.open().await);
    for index in 0..16 {
        let key = format!("order-{index}");
        let mut entry = context.begin(&owner, &key, Duration::ZERO).await?;
        entry.state = State::Done;
        // 1: claimed, 2: updated.
        let results = join_all([1, 2].map(|side| {
            let (claimant, owner, entry) = (&claimant, &owner, &entry);
            async move {
                match side {
                    1 => Ok(!context.claim(claimant).await?.is_empty()),
                    _ => Checked::Ok(owner.update(entry, LeaseChange::End).await?),
                }
            }
        }));
        let mut changes = 0;
        for result in results.await {
            changes += i64::from(result?);
        }
        let after = stored(&owner, &entry.id).await?;
        expect_eq!("revision", after.revision, entry.revision + changes);
        expect_eq!("changes of one revision", changes, 1);
    }
    Ok(())
}
