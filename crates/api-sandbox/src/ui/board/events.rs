//! The stream of changes, as server-sent events.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use crate::context::Context;
use crate::state::lock::lock;

/// How often a stream looks for changes.
const TICK: Duration = Duration::from_millis(50);
/// The ticks after which a comment shows that the stream is alive.
const TICKS_PER_COMMENT: u32 = 80;

/// Opens a stream. It has the event `change` after each change, and at
/// once unless `last_event_id` is the id of the latest one.
pub(super) fn open(context: &Arc<Context>, last_event_id: Option<&str>) -> mpsc::Receiver<Bytes> {
    let (sender, receiver) = mpsc::channel(1);
    let seen = last_event_id.map(str::to_owned);
    context
        .runtime
        .spawn(run(Arc::clone(context), sender, seen));
    receiver
}

/// Runs a stream until its client closes the connection, or the sandbox stops.
async fn run(context: Arc<Context>, sender: mpsc::Sender<Bytes>, mut seen: Option<String>) {
    let mut stopped = context.stopped.subscribe();
    let mut stopped = pin!(stopped.wait_for(|is_stopped| *is_stopped));
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut text = "retry: 1000\n\n".to_owned();
    for count in 1.. {
        let position = position(&context);
        if seen.as_ref() != Some(&position) {
            text += &format!("event: change\nid: {position}\ndata: {{}}\n\n");
            seen = Some(position);
        } else if count % TICKS_PER_COMMENT == 0 {
            text += ":\n\n";
        }
        if !text.is_empty() && sender.send(std::mem::take(&mut text).into()).await.is_err() {
            return;
        }
        tokio::select! {
            _ = &mut stopped => return,
            () = sender.closed() => return,
            _ = ticks.tick() => {}
        }
    }
}

/// A digest of what the board shows.
fn position(context: &Context) -> String {
    let mut hasher = DefaultHasher::new();
    context.instance.hash(&mut hasher);
    context.revision().borrow().hash(&mut hasher);
    context.dispatcher.outcomes().borrow().hash(&mut hasher);
    context.state().clock.hash(&mut hasher);
    let log = lock(&context.request_log);
    (*log.count().borrow(), log.len()).hash(&mut hasher);
    format!("{:x}", hasher.finish())
}
