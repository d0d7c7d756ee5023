//! Hooks: what a service wants to know of every attempt.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Attempt, AttemptResult};

/// Is told of every attempt of every call, before and after it.
///
/// What it does must be quick: the call waits for it. A panic in it is contained, and the call goes on. An attempt that is
/// dropped on its way, with its call, has no "after". A closure is a hook that is told after each attempt:
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::sync::{Arc, Mutex};
///
/// use api_runtime::{Attempt, AttemptResult};
/// use shop_client::{Client, GetOrder};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let config = shop_client::config();
/// let log = Arc::new(Mutex::new(Vec::new()));
/// let lines = Arc::clone(&log);
/// let client = Client::builder(config)
///     .hook(move |attempt: &Attempt<'_>, ended: &AttemptResult<'_>| {
///         let status = ended.status.map_or(0, |status| status.as_u16());
///         let line = format!("{} {} #{}: {status}", attempt.method, attempt.path_template, attempt.number);
///         lines.lock().unwrap().push(line);
///     })
/// #   .transport(shop_client::responses([(503, ""), (200, r#"{"id": 7}"#)]))
///     .build()?;
/// client.send(GetOrder::new(7)).await?;
/// assert_eq!(*log.lock().unwrap(), ["GET /orders/{id} #1: 503", "GET /orders/{id} #2: 200"]);
/// # Ok(())
/// # }
/// ```
pub trait Hook: Send + Sync + 'static {
    /// An attempt is about to be made.
    fn before(&self, attempt: &Attempt<'_>) {
        let _ = attempt;
    }

    /// An attempt was made.
    fn after(&self, attempt: &Attempt<'_>, ended: &AttemptResult<'_>);
}

impl<F> Hook for F
where
    F: Fn(&Attempt<'_>, &AttemptResult<'_>) + Send + Sync + 'static,
{
    fn after(&self, attempt: &Attempt<'_>, ended: &AttemptResult<'_>) {
        self(attempt, ended);
    }
}

/// The hooks of a client, in the order in which they were given.
#[derive(Default)]
pub(crate) struct Hooks(Vec<Box<dyn Hook>>);

impl Hooks {
    pub(crate) fn add(&mut self, hook: impl Hook) {
        self.0.push(Box::new(hook));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn before(&self, attempt: &Attempt<'_>) {
        self.each(|hook| hook.before(attempt));
    }

    pub(crate) fn after(&self, attempt: &Attempt<'_>, ended: &AttemptResult<'_>) {
        self.each(|hook| hook.after(attempt, ended));
    }

    /// Tells every hook, one that panics included.
    fn each(&self, tell: impl Fn(&dyn Hook)) {
        for hook in &self.0 {
            let _ = catch_unwind(AssertUnwindSafe(|| tell(&**hook)));
        }
    }
}
