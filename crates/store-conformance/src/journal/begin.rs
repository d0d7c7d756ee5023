//! Inserting entries.

use std::time::Duration;

use api_journal::{Begun, Entry, EntryId, Journal, LeaseChange, RequestDigest, State};

use super::context::{Context, LEASE, OPERATION, begin, stored, update};
use crate::check::{Checked, Reason};
use crate::join::join_all;

pub(crate) async fn begin_inserts_the_entry_of_the_intent<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    for state in [State::InFlight, State::Prepared] {
        let intent = context.intent(state.as_str(), state);
        let entry = begin(&journal, &intent, LEASE).await?;
        let lease_until = entry
            .lease_until
            .ok_or_else(|| Reason::new("missing lease"))?;
        let expected = Entry::from_intent(intent, entry.created_at, lease_until);
        expect_eq!("returned entry", entry, expected);
        expect_eq!("stored entry", stored(&journal, &entry.id).await?, expected);
    }
    Ok(())
}

pub(crate) async fn begin_returns_the_entry_that_exists<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut entry = context.begin(&journal, "order-1", LEASE).await?;
    let again = journal.begin(&another(context, "order-1")?, LEASE).await?;
    expect_eq!("second begin", again, Begun::Existing(entry.clone()));

    entry.state = State::Done;
    update(&journal, &entry, LeaseChange::End).await?;
    let settled = stored(&journal, &entry.id).await?;
    let again = journal.begin(&another(context, "order-1")?, LEASE).await?;
    expect_eq!("begin of a settled key", again, Begun::Existing(settled));
    Ok(())
}

pub(crate) async fn begin_changes_no_entry_that_exists<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let entry = context.begin(&journal, "order-1", LEASE).await?;
    let lease = Duration::from_secs(1);
    let _ = journal.begin(&another(context, "order-1")?, lease).await?;
    let after = stored(&journal, &entry.id).await?;
    expect_eq!("entry after a second begin", after, entry);
    Ok(())
}

pub(crate) async fn concurrent_begins_insert_one_entry<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journals = context.open_many(8).await;
    for key in ["order-1", "order-2", "order-3", "order-4"] {
        let intent = context.intent(key, State::InFlight);
        let begins = journals.iter().cycle().take(24);
        let results = join_all(begins.map(|journal| {
            let mut intent = intent.clone();
            intent.owner = format!("process-{}", fastrand::u64(..));
            async move { journal.begin(&intent, LEASE).await }
        }));
        let (mut new, mut existing) = (Vec::new(), Vec::new());
        for result in results.await {
            match result? {
                Begun::New(entry) => new.push(entry),
                Begun::Existing(entry) => existing.push(entry),
            }
        }
        let [entry] = new.as_slice() else {
            let found = new.len();
            return Err(Reason::new(format!(
                "24 begins of `{key}`: expected one `New`, found {found}"
            )));
        };
        for other in existing {
            expect_eq!("existing entry", other, *entry);
        }
    }
    Ok(())
}

pub(crate) async fn a_missing_entry_is_none<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let id = EntryId::new(&context.scope, OPERATION, "order-1");
    expect_eq!("missing entry", journal.entry(&id).await?, None);
    Ok(())
}

/// An intent with the same key, and all else different.
fn another<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
    key: &str,
) -> Checked<api_journal::Intent> {
    let mut intent = context.intent(key, State::Prepared);
    intent.digest = RequestDigest::from_bytes(&[9; 32])?;
    intent.details.names.clear();
    intent.sealed_request = None;
    intent.owner = "another process".to_owned();
    Ok(intent)
}
