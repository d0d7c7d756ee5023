//! Which keys are queued, and in which order.

use std::time::Duration;

use api_callbacks::{CallbackQueue, RecordKey};

use super::context::{Context, LEASE, claim, durable, key, only};
use super::database::QueueDatabase;
use crate::check::Checked;

pub(crate) async fn an_enqueued_key_is_queued_once<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    expect_eq!("queued", queue.queued(10).await?, []);
    for _ in 0..2 {
        queue.enqueue(&key("7")).await?;
    }
    let record = only(queue).await?;
    expect_eq!("key", record.key, key("7"));
    expect_eq!("failures", record.failures, 0);
    expect_eq!("retry_in", record.retry_in, Duration::ZERO);
    Ok(())
}

pub(crate) async fn references_distinguish_keys<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    let keys = [None, Some("WEB-7"), Some("web-7"), Some("")];
    let keys = keys.map(|reference| RecordKey::new("7".to_owned(), reference.map(str::to_owned)));
    for key in keys.iter().chain(&keys) {
        queue.enqueue(key).await?;
    }
    let queued = queue.queued(10).await?;
    let queued: Vec<_> = queued.into_iter().map(|record| record.key).collect();
    expect_eq!("keys", queued, keys);
    let lease = claim(queue, &keys[0], LEASE).await?;
    queue.dequeue(&keys[0], &lease).await?;
    let left = queue.queued(10).await?;
    let left: Vec<_> = left.into_iter().map(|record| record.key).collect();
    expect_eq!("other keys", left, keys[1..]);
    Ok(())
}

pub(crate) async fn dequeue_removes_the_key_and_releases_its_lease<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    queue.enqueue(&key("7")).await?;
    let lease = claim(queue, &key("7"), LEASE).await?;
    queue.dequeue(&key("7"), &lease).await?;
    expect_eq!("queued", queue.queued(10).await?, []);
    queue.enqueue(&key("7")).await?;
    claim(queue, &key("7"), LEASE).await?;
    Ok(())
}

pub(crate) async fn dequeue_keeps_a_key_that_was_enqueued_after_the_lease<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    queue.enqueue(&key("7")).await?;
    let lease = claim(queue, &key("7"), LEASE).await?;
    queue.enqueue(&key("7")).await?;
    queue.dequeue(&key("7"), &lease).await?;
    let record = only(queue).await?;
    expect_eq!("retry_in", record.retry_in, Duration::ZERO);
    let lease = claim(queue, &key("7"), LEASE).await?;
    queue.dequeue(&key("7"), &lease).await?;
    expect_eq!("queued", queue.queued(10).await?, []);
    Ok(())
}

pub(crate) async fn postpone_counts_a_failure_and_delays_the_retry<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    queue.enqueue(&key("7")).await?;
    for failures in 1..=2 {
        let lease = claim(queue, &key("7"), LEASE).await?;
        queue.postpone(&key("7"), &lease, LEASE / 2).await?;
        let record = only(queue).await?;
        expect_eq!("failures", record.failures, failures);
        let retry_in = record.retry_in;
        let is_delayed = retry_in > LEASE / 4 && retry_in <= LEASE / 2;
        expect!(
            is_delayed,
            "retry_in: expected {:?}, found {retry_in:?}",
            LEASE / 2
        );
    }
    Ok(())
}

pub(crate) async fn enqueue_keeps_failures_and_the_time_of_the_retry<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    queue.enqueue(&key("7")).await?;
    let lease = claim(queue, &key("7"), LEASE).await?;
    queue.postpone(&key("7"), &lease, LEASE).await?;
    queue.enqueue(&key("7")).await?;
    let record = only(queue).await?;
    expect_eq!("failures", record.failures, 1);
    expect!(
        !record.retry_in.is_zero(),
        "retry_in: expected a delay, found zero"
    );
    Ok(())
}

pub(crate) async fn queued_starts_with_the_fewest_failures_and_the_lowest_number<
    D: QueueDatabase,
>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    for id in ["failed", "leased", "first", "second"] {
        queue.enqueue(&key(id)).await?;
    }
    let lease = claim(queue, &key("failed"), LEASE).await?;
    queue
        .postpone(&key("failed"), &lease, Duration::ZERO)
        .await?;
    claim(queue, &key("leased"), LEASE).await?;
    // Its number is the highest one from now on.
    queue.enqueue(&key("first")).await?;
    let queued = queue.queued(10).await?;
    let ids: Vec<&str> = queued.iter().map(|record| record.key.id.as_str()).collect();
    expect_eq!("ids", ids, ["second", "first", "failed", "leased"]);
    expect!(
        queued
            .iter()
            .all(|record| record.retry_in.is_zero() == (record.key.id != "leased")),
        "expected a delay of `leased` alone, found {queued:?}"
    );
    expect_eq!("at most 2", queue.queued(2).await?.len(), 2);
    Ok(())
}

pub(crate) async fn queued_keys_are_kept_after_all_handles_close<D: QueueDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    durable(&store)?.enqueue(&key("7")).await?;
    drop(store);
    let store = context.open().await;
    expect_eq!("key", only(durable(&store)?).await?.key, key("7"));
    Ok(())
}

pub(crate) async fn stores_share_no_key<D: QueueDatabase>(context: &Context<'_, D>) -> Checked {
    let store = context.open().await;
    let queue = durable(&store)?;
    let other = context.database.open(&format!("{} ", context.name)).await;
    let other = durable(&other)?;
    queue.enqueue(&key("7")).await?;
    expect_eq!("queued elsewhere", other.queued(10).await?, []);
    other.enqueue(&key("7")).await?;
    claim(queue, &key("7"), LEASE).await?;
    claim(other, &key("7"), LEASE).await?;
    Ok(())
}
