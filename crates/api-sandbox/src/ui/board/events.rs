//! The stream of changes, as server-sent events.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::{OwnedSemaphorePermit, mpsc, watch};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::context::Context;
use crate::state::change::Change;
use crate::state::lock::lock;
use crate::state::time::Clock;

/// The events that a stream may hold for a slow client.
const MAX_BUFFERED: usize = 64;
/// How often the clock is compared, which has no commits.
const TICK: Duration = Duration::from_millis(250);
/// The ticks after which a comment shows that the stream is alive.
const TICKS_PER_COMMENT: u32 = 16;

/// Opens a stream; `None` if there are too many. It starts with `reload` unless `last_event_id` is
/// the id of the latest event.
pub(super) fn open(
    context: &Arc<Context>,
    last_event_id: Option<&str>,
) -> Option<mpsc::Receiver<Bytes>> {
    let permit = context.event_streams.reserve()?;
    let (sender, receiver) = mpsc::channel(MAX_BUFFERED);
    let stream = EventStream::new(context, sender, permit);
    let is_current = last_event_id == Some(stream.position().as_str());
    context.runtime.spawn(stream.run(is_current));
    Some(receiver)
}

/// A stream, which ends when its client closes the connection, or when the sandbox stops.
struct EventStream {
    context: Arc<Context>,
    sender: mpsc::Sender<Bytes>,
    changes: broadcast::Receiver<Change>,
    requests: watch::Receiver<u64>,
    callbacks: watch::Receiver<u64>,
    /// The number of the last commit that was sent.
    revision: u64,
    clock: Clock,
    logged: usize,
    _permit: OwnedSemaphorePermit,
}

/// The client has closed the connection.
struct Closed;

impl EventStream {
    fn new(
        context: &Arc<Context>,
        sender: mpsc::Sender<Bytes>,
        permit: OwnedSemaphorePermit,
    ) -> Self {
        let changes = context.changes();
        let log = lock(&context.request_log);
        let (requests, logged) = (log.count(), log.len());
        drop(log);
        Self {
            sender,
            changes,
            requests,
            logged,
            callbacks: context.dispatcher.outcomes(),
            revision: *context.revision().borrow(),
            clock: context.state().clock,
            context: Arc::clone(context),
            _permit: permit,
        }
    }

    /// The id of the latest event: what a client has seen.
    fn position(&self) -> String {
        format!(
            "{:x}-{}-{}-{}",
            self.context.event_streams.instance,
            self.revision,
            *self.requests.borrow(),
            *self.callbacks.borrow()
        )
    }

    async fn run(mut self, is_current: bool) {
        // The error is the end of the stream.
        let _ = self.send_all(is_current).await;
    }

    async fn send_all(&mut self, is_current: bool) -> Result<(), Closed> {
        self.send_text("retry: 1000\n\n".to_owned()).await?;
        if !is_current {
            self.send("reload", &json!({})).await?;
        }
        let mut ticks = ticks();
        let mut count = 0;
        let context = Arc::clone(&self.context);
        let mut stopped = pin!(context.event_streams.closed());
        loop {
            tokio::select! {
                () = &mut stopped => return Ok(()),
                () = self.sender.closed() => return Err(Closed),
                change = self.changes.recv() => match change {
                    Ok(change) => {
                        self.revision = change.revision;
                        self.send("change", &change).await?;
                    }
                    Err(RecvError::Lagged(_)) => {
                        self.revision = *self.context.revision().borrow();
                        self.send("reload", &json!({})).await?;
                    }
                    Err(RecvError::Closed) => return Ok(()),
                },
                Ok(()) = self.requests.changed() => {
                    let number = *self.requests.borrow_and_update();
                    self.send("request", &json!({ "number": number })).await?;
                }
                Ok(()) = self.callbacks.changed() => {
                    let number = *self.callbacks.borrow_and_update();
                    self.send("callback", &json!({ "number": number })).await?;
                }
                _ = ticks.tick() => {
                    self.compare().await?;
                    count += 1;
                    if count % TICKS_PER_COMMENT == 0 {
                        self.send_text(":\n\n".to_owned()).await?;
                    }
                }
            }
        }
    }

    /// Sends what has no notification: changes of the clock, and a cleared log.
    async fn compare(&mut self) -> Result<(), Closed> {
        let clock = self.context.state().clock;
        if std::mem::replace(&mut self.clock, clock) != clock {
            self.send("clock", &clock_json(clock)).await?;
        }
        let logged = lock(&self.context.request_log).len();
        if std::mem::replace(&mut self.logged, logged) > logged {
            self.send("reload", &json!({})).await?;
        }
        Ok(())
    }

    async fn send(&self, event: &str, data: &impl Serialize) -> Result<(), Closed> {
        let data = serde_json::to_string(data).unwrap_or_default();
        let id = self.position();
        self.send_text(format!("event: {event}\nid: {id}\ndata: {data}\n\n"))
            .await
    }

    async fn send_text(&self, text: String) -> Result<(), Closed> {
        self.sender.send(text.into()).await.map_err(|_| Closed)
    }
}

/// The time of a clock, and whether it runs.
pub(super) fn clock_json(clock: Clock) -> Value {
    json!({ "now": clock.now().to_string(), "is_running": clock.is_running() })
}

fn ticks() -> Interval {
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}
