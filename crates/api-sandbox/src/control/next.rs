//! Waits for the next order, payment request, request or callback.

use std::time::Duration;

use tokio::sync::watch;

use super::{Control, ControlError, Payment, PlacedOrder};
use crate::openapi::operations_named;
use crate::state::cursor::Cursor;
use crate::state::lock::lock;
use crate::state::request_log::RecordedRequest;
use crate::webhooks::Callback;

/// The most requests that an error lists.
const MAX_LISTED: usize = 10;
/// The longest time limit.
const MAX_TIMEOUT: Duration = Duration::from_secs(3_600);

/// Each of these returns something that this handle has not returned before, the oldest first. It
/// may have happened already. All handles of a sandbox share one cursor.
impl Control {
    /// The handle with another time limit for the functions that wait. Default: 5 seconds.
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        Self {
            timeout: timeout.min(MAX_TIMEOUT),
            ..self.clone()
        }
    }

    /// Waits for the next order, also of a finalized quote. Orders of a data file, from before the
    /// start, are not returned.
    ///
    /// # Errors
    ///
    /// There is none within the time limit. The error lists the requests since the handle last
    /// returned something.
    pub async fn next_order(&self) -> Result<PlacedOrder, ControlError> {
        let take = |cursor: &mut Cursor| {
            let state = self.context.state();
            let orders = state.venues.iter().flat_map(|venue| {
                let mut orders = venue.orders.iter();
                let order = orders.find(|order| order.id > cursor.order)?;
                Some((venue, order))
            });
            let (venue, order) = orders.min_by_key(|(_, order)| order.id)?;
            cursor.order = order.id;
            Some(PlacedOrder::new(venue, order))
        };
        self.next("order", self.context.revision(), take).await
    }

    /// Waits for the next payment request or addendum.
    ///
    /// # Errors
    ///
    /// See [`next_order`](Self::next_order).
    pub async fn next_payment(&self) -> Result<Payment, ControlError> {
        let take = |cursor: &mut Cursor| {
            let state = self.context.state();
            let mut payments = state.payments.iter();
            let payment = payments.find(|payment| payment.id > cursor.payment)?;
            cursor.payment = payment.id;
            Some(Payment::new(&state, payment))
        };
        self.next("payment request", self.context.revision(), take)
            .await
    }

    /// Waits for the next request for an operation, as in `submit_request`, and its response. Each
    /// operation has a cursor of its own.
    ///
    /// # Errors
    ///
    /// No API has the operation, or see [`next_order`](Self::next_order).
    pub async fn next_request(&self, operation: &str) -> Result<RecordedRequest, ControlError> {
        operations_named(None, operation).map_err(ControlError::new)?;
        let take = |cursor: &mut Cursor| {
            let log = lock(&self.context.request_log);
            let last = cursor.requests.get(operation).copied().unwrap_or_default();
            let is_next =
                |request: &&RecordedRequest| request.operation.as_deref() == Some(operation);
            let request = log.after(last).find(is_next)?.clone();
            cursor.requests.insert(operation.to_owned(), request.number);
            Some(request)
        };
        let count = lock(&self.context.request_log).count();
        self.next(&format!("request `{operation}`"), count, take)
            .await
    }

    /// Waits for the next callback that has an outcome.
    ///
    /// # Errors
    ///
    /// See [`next_order`](Self::next_order).
    #[doc(alias = "webhook")]
    pub async fn next_callback(&self) -> Result<Callback, ControlError> {
        let take = |cursor: &mut Cursor| {
            let callback = self.context.dispatcher.callback_after(cursor.callback)?;
            cursor.callback = callback.number;
            Some(callback)
        };
        let outcomes = self.context.dispatcher.outcomes();
        self.next("callback", outcomes, take).await
    }

    /// Waits until there is something to take.
    async fn next<T>(
        &self,
        noun: &str,
        mut changes: watch::Receiver<u64>,
        take: impl Fn(&mut Cursor) -> Option<T>,
    ) -> Result<T, ControlError> {
        let take = || {
            let mut cursor = lock(&self.context.cursor);
            let taken = take(&mut cursor);
            if taken.is_some() {
                cursor.last_request = *lock(&self.context.request_log).count().borrow();
            }
            taken
        };
        let wait = async {
            loop {
                changes.mark_unchanged();
                if let Some(taken) = take() {
                    return taken;
                }
                // It cannot fail: the context owns the sender.
                let _ = changes.changed().await;
            }
        };
        let taken = tokio::time::timeout(self.timeout, wait).await;
        taken.map_err(|_| self.timed_out(noun))
    }

    fn timed_out(&self, noun: &str) -> ControlError {
        let last = lock(&self.context.cursor).last_request;
        let log = lock(&self.context.request_log);
        let requests: Vec<String> = log.after(last).map(RecordedRequest::to_string).collect();
        let mut message = format!("no {noun} within {:?}", self.timeout);
        match requests.len() {
            0 => message += "; no request was recorded meanwhile",
            1 => message += "; meanwhile recorded:",
            count => message += &format!("; meanwhile recorded {count} requests:"),
        }
        let omitted = requests.len().saturating_sub(MAX_LISTED);
        if omitted > 0 {
            message += &format!("\n     … {omitted} earlier ones");
        }
        for request in &requests[omitted..] {
            message += &format!("\n{request}");
        }
        ControlError::timeout(message)
    }
}
