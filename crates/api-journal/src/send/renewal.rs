//! Renews the lease of an entry while its request is sent.

use std::future::{Future, pending, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use tokio::time::sleep;

use crate::{Entry, Journal, LeaseChange};

/// Runs a future, and renews the lease until it ends.
pub(crate) async fn with_renewal<J: Journal, F: Future>(
    journal: &J,
    entry: &mut Entry,
    lease: Duration,
    future: F,
) -> F::Output {
    let mut future = pin!(future);
    let mut renewal = pin!(renew(journal, entry, lease));
    poll_fn(|context| {
        let output = future.as_mut().poll(context);
        if output.is_pending() {
            let _: Poll<()> = renewal.as_mut().poll(context);
        }
        output
    })
    .await
}

/// Never returns: if the lease is lost, the request cannot be called back.
async fn renew<J: Journal>(journal: &J, entry: &mut Entry, lease: Duration) {
    loop {
        sleep(lease / 3).await;
        match journal.update(entry, LeaseChange::Renew(lease)).await {
            Ok(true) => entry.revision += 1,
            // An earlier renewal was committed although it failed, evidence was added, or the lease
            // is lost. A settled entry must not be claimed again.
            Ok(false) => match journal.entry(&entry.id).await {
                Ok(Some(stored)) if stored.epoch == entry.epoch && !stored.state.is_settled() => {
                    *entry = stored;
                }
                Ok(_) => pending().await,
                Err(_) => {}
            },
            Err(_) => {}
        }
    }
}
