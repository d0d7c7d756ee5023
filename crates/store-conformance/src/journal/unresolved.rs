//! Lists of unresolved entries.

use std::time::Duration;

use api_journal::{Entry, Journal, Resolution, ResolveError, Scope, State};

use super::context::{Context, LEASE, begin, intent, keys, stored};
use crate::check::{Checked, Reason};
use crate::join::join_all;

pub(crate) async fn unresolved_lists_unknown_and_expired_entries<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut entries = Vec::new();
    for state in State::ALL {
        for lease in [None, Some(Duration::ZERO), Some(LEASE)] {
            let key = format!("{state} {lease:?}");
            entries.push(context.begin_as(&journal, &key, state, lease).await?);
        }
    }
    let now = journal.now().await?;
    let mut expected: Vec<Entry> = entries
        .into_iter()
        .filter(|entry| entry.is_unresolved(now))
        .collect();
    let mut listed = journal.unresolved(Some(&context.scope), 100).await?;
    expected.sort_by(|one, other| one.key.cmp(&other.key));
    listed.sort_by(|one, other| one.key.cmp(&other.key));
    expect_eq!("keys", keys(&listed), keys(&expected));
    expect_eq!("entries", listed, expected);
    Ok(())
}

pub(crate) async fn unresolved_lists_one_scope_or_all<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let Scope {
        api,
        environment,
        venue,
        ..
    } = &context.scope;
    let other = Scope::new(api, environment, format!("{venue}-2"));
    let here = intent(&context.scope, "create_order", "order-1", State::InFlight);
    let there = intent(&other, "update_order", "order-2", State::InFlight);
    begin(&journal, &here, Duration::ZERO).await?;
    tokio::time::sleep(Duration::from_millis(5)).await;
    begin(&journal, &there, Duration::ZERO).await?;
    for (scope, key) in [(&context.scope, "order-1"), (&other, "order-2")] {
        let listed = journal.unresolved(Some(scope), 100).await?;
        expect_eq!(format!("keys of `{scope}`"), keys(&listed), [key]);
    }
    let mut all = journal.unresolved(None, u32::MAX).await?;
    all.retain(|entry| entry.scope == context.scope || entry.scope == other);
    expect_eq!("keys of all scopes", keys(&all), ["order-1", "order-2"]);
    Ok(())
}

pub(crate) async fn unresolved_starts_with_the_earliest_and_keeps_the_limit<
    J: Journal,
    O: AsyncFn() -> J,
>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    for key in ["c", "a", "b"] {
        context
            .begin_as(&journal, key, State::Unknown, None)
            .await?;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let expected = ["c", "a", "b"];
    for (limit, expected) in [
        (0, &expected[..0]),
        (2, &expected[..2]),
        (u32::MAX, &expected[..]),
    ] {
        let listed = journal.unresolved(Some(&context.scope), limit).await?;
        expect_eq!(format!("up to {limit} keys"), keys(&listed), expected);
    }
    Ok(())
}

pub(crate) async fn one_of_concurrent_resolutions_is_kept<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journals = context.open_many(4).await;
    let entry = context
        .begin_as(&journals[0], "order-1", State::Unknown, None)
        .await?;
    let results = join_all(journals.iter().enumerate().map(|(index, journal)| {
        let (entry, by) = (&entry, format!("person-{index}"));
        async move {
            let resolution = Resolution::with_record_id("uid-7");
            journal.resolve(&entry.id, resolution, &by, "paid").await
        }
    }));
    let mut kept = Vec::new();
    for result in results.await {
        match result {
            Ok(entry) => kept.push(entry),
            Err(ResolveError::NotUnresolved(State::Resolved)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let [resolved] = kept.as_slice() else {
        let found = kept.len();
        return Err(Reason::new(format!(
            "4 resolutions of one entry: expected one that is kept, found {found}"
        )));
    };
    let after = stored(&journals[0], &entry.id).await?;
    expect_eq!(
        "resolution",
        after.details.resolved,
        resolved.details.resolved
    );
    expect_eq!("state", after.state, State::Resolved);
    Ok(())
}
