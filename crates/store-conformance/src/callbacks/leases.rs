//! Leases, and the changes that are recorded with them.

use std::time::Duration;

use api_callbacks::{CallbackQueue, CallbackStore, Claim, RecordKey};

use super::context::{Context, LEASE, change, claim, durable, key, only};
use super::database::QueueDatabase;
use crate::check::Checked;
use crate::join::join_all;

pub(crate) async fn claim_of_a_missing_key_is_not_queued<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    let claimed = queue.claim(&key("7"), LEASE).await?;
    expect_eq!("claim", claimed, Claim::NotQueued);
    // It leaves no lease.
    queue.enqueue(&key("7")).await?;
    claim(queue, &key("7"), LEASE).await?;
    Ok(())
}

pub(crate) async fn claim_of_a_leased_id_is_busy<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    let other_key = RecordKey::new("7".to_owned(), None);
    for key in [&key("7"), &other_key, &key("8")] {
        queue.enqueue(key).await?;
    }
    claim(queue, &key("7"), LEASE).await?;
    for key in [&key("7"), &other_key] {
        let claimed = queue.claim(key, LEASE).await?;
        expect_eq!(format!("claim of {key:?}"), claimed, Claim::Busy);
    }
    claim(queue, &key("8"), LEASE).await?;
    Ok(())
}

pub(crate) async fn one_of_concurrent_claims_is_granted<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    queue.enqueue(&key("7")).await?;
    let key = key("7");
    let claims = join_all((0..4).map(|_| queue.claim(&key, LEASE))).await;
    let mut granted = 0;
    for claimed in claims {
        granted += u32::from(matches!(claimed?, Claim::Granted(_)));
    }
    expect_eq!("granted leases", granted, 1);
    Ok(())
}

pub(crate) async fn a_released_lease_is_granted_again<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    queue.enqueue(&key("7")).await?;
    let lease = claim(queue, &key("7"), LEASE).await?;
    queue.release(&key("7"), &lease).await?;
    let record = only(queue).await?;
    expect_eq!("failures", record.failures, 0);
    expect_eq!("retry_in", record.retry_in, Duration::ZERO);
    let later = claim(queue, &key("7"), LEASE).await?;
    expect!(
        later > lease,
        "expected a lease after {lease:?}, found {later:?}"
    );
    Ok(())
}

pub(crate) async fn a_lease_ends_after_its_duration<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    queue.enqueue(&key("7")).await?;
    let lease = claim(queue, &key("7"), Duration::from_millis(40)).await?;
    tokio::time::sleep(Duration::from_millis(60)).await;
    let later = claim(queue, &key("7"), LEASE).await?;
    expect!(
        later > lease,
        "expected a lease after {lease:?}, found {later:?}"
    );
    Ok(())
}

pub(crate) async fn an_older_lease_changes_nothing<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    queue.enqueue(&key("7")).await?;
    let older = claim(queue, &key("7"), Duration::ZERO).await?;
    claim(queue, &key("7"), LEASE).await?;
    queue.release(&key("7"), &older).await?;
    queue.postpone(&key("7"), &older, Duration::ZERO).await?;
    queue.dequeue(&key("7"), &older).await?;
    expect_eq!("failures", only(queue).await?.failures, 0);
    let claimed = queue.claim(&key("7"), LEASE).await?;
    expect_eq!("claim", claimed, Claim::Busy);
    Ok(())
}

pub(crate) async fn numbers_are_never_reused<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    let mut last = None;
    for _ in 0..3 {
        queue.enqueue(&key("7")).await?;
        let lease = claim(queue, &key("7"), LEASE).await?;
        expect!(
            Some(lease) > last,
            "expected a lease after {last:?}, found {lease:?}"
        );
        queue.dequeue(&key("7"), &lease).await?;
        last = Some(lease);
    }
    Ok(())
}

pub(crate) async fn an_older_lease_records_nothing<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    context.database.confirm(&store, "WEB-7", "7").await?;
    queue.enqueue(&key("7")).await?;
    let older = claim(queue, &key("7"), Duration::ZERO).await?;
    let latest = claim(queue, &key("7"), LEASE).await?;
    let is_recorded = store
        .record_change(change("7", "new").with_lease(older))
        .await?;
    expect_eq!("change with an older lease", is_recorded, false);
    let is_recorded = store
        .record_change(change("7", "paid").with_lease(latest))
        .await?;
    expect_eq!("change with the latest lease", is_recorded, true);
    Ok(())
}

pub(crate) async fn a_failed_report_is_not_recorded<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    context.database.expect(&store, "WEB-7").await?;
    queue.enqueue(&key("7")).await?;
    context.database.fail_reports(true);
    let failed = store.record_change(change("7", "paid")).await;
    context.database.fail_reports(false);
    expect!(
        failed.is_err(),
        "record_change: expected an error, found {failed:?}"
    );
    let found = store.find(&"7".to_owned(), None).await?;
    expect_eq!("record by id", found, None);
    only(queue).await?;
    let reports = context.database.reports(&context.name).await;
    expect_eq!("reports", reports, []);
    let again = store.record_change(change("7", "paid")).await?;
    expect_eq!("change after the failed one", again, true);
    Ok(())
}

pub(crate) async fn reports_are_committed_with_the_change<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    context.database.confirm(&store, "WEB-7", "7").await?;
    expect_eq!("queued", queue.queued(10).await?, []);
    for state in ["new", "new", "paid"] {
        store.record_change(change("7", state)).await?;
    }
    let reports = context.database.reports(&context.name).await;
    let expected = ["new", "paid"].map(|state| ("7".to_owned(), state.to_owned()));
    expect_eq!("reports", reports, expected);
    Ok(())
}
