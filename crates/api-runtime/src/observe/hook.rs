//! Hooks: functions of the caller that run before and after every attempt, and after every call.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::observe::attempt::{Attempt, AttemptResult};
use crate::observe::call_summary::CallSummary;

/// Observes every call and each of its attempts, for logs and metrics.
///
/// It must be fast, because the call waits for it. Panics are caught. Each attempt has one
/// [`before`](Self::before) and one [`after`](Self::after), and each call one
/// [`on_call_end`](Self::on_call_end), even if the future of the call is dropped: then the kind of
/// the error is [`Canceled`](crate::ErrorKind::Canceled). A dropped call calls its hooks from `drop`.
///
/// [`ClientBuilder::on_call_end`](crate::ClientBuilder::on_call_end) adds a hook for calls alone.
///
/// Every closure `Fn(&Attempt<'_>, &AttemptResult<'_>) + Send + Sync + 'static` is a hook for
/// `after`. It must name the types of its parameters, because the compiler does not infer them:
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::sync::{Arc, Mutex};
///
/// use api_runtime::observe::{Attempt, AttemptResult};
/// use shop_client::{Client, GetOrder};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let config = shop_client::config();
/// let log = Arc::new(Mutex::new(Vec::new()));
/// let lines = Arc::clone(&log);
/// let client = Client::builder(config)
///     .hook(move |attempt: &Attempt<'_>, result: &AttemptResult<'_>| {
///         let status = result.status.map_or(0, |status| status.as_u16());
///         let Attempt { method, path_template, number, .. } = attempt;
///         let line = format!("{method} {path_template} #{number}: {status}");
///         lines.lock().unwrap().push(line);
///     })
/// #   .transport(shop_client::responses([(503, ""), (200, r#"{"id": 7}"#)]))
///     .build()?;
/// client.send(GetOrder::new(7)).await?;
/// assert_eq!(*log.lock().unwrap(), ["GET /orders/{id} #1: 503", "GET /orders/{id} #2: 200"]);
/// # Ok(())
/// # }
/// ```
#[doc(alias = "middleware")]
#[doc(alias = "interceptor")]
#[doc(alias = "metrics")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a hook",
    label = "expected a closure `Fn(&Attempt<'_>, &AttemptResult<'_>)` or another `Hook`",
    note = "a closure needs the types of its parameters: `|attempt: &Attempt<'_>, result: &AttemptResult<'_>|`"
)]
pub trait Hook: Send + Sync + 'static {
    /// Called before an attempt.
    fn before(&self, attempt: &Attempt<'_>) {
        let _ = attempt;
    }

    /// Called after an attempt, when its response is decoded.
    fn after(&self, attempt: &Attempt<'_>, result: &AttemptResult<'_>) {
        let _ = (attempt, result);
    }

    /// Called once at the end of a call, after all its attempts. The calls of a list are its pages. A
    /// look-up of [`Client::once`](crate::Client::once) is a call of its own within the create.
    fn on_call_end(&self, call: &CallSummary<'_>) {
        let _ = call;
    }
}

impl<F> Hook for F
where
    F: Fn(&Attempt<'_>, &AttemptResult<'_>) + Send + Sync + 'static,
{
    fn after(&self, attempt: &Attempt<'_>, result: &AttemptResult<'_>) {
        self(attempt, result);
    }
}

/// A closure that is called at the end of each call.
pub(crate) struct OnCallEnd<F>(pub(crate) F);

impl<F: Fn(&CallSummary<'_>) + Send + Sync + 'static> Hook for OnCallEnd<F> {
    fn on_call_end(&self, call: &CallSummary<'_>) {
        (self.0)(call);
    }
}

/// Calls every hook, even if one panics.
pub(crate) fn each(hooks: &[Box<dyn Hook>], call: impl Fn(&dyn Hook)) {
    for hook in hooks {
        let _ = catch_unwind(AssertUnwindSafe(|| call(&**hook)));
    }
}
