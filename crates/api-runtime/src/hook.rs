//! Hooks: what a service wants to know of every attempt.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Attempt, Attempted};

/// Is told of every attempt of every call, before and after it.
///
/// What it does must be quick: the call waits for it. A panic in it is contained, and the call goes on. An attempt that is
/// dropped on its way, with its call, has no "after". A closure is a hook that is told after each attempt:
///
/// ```
/// # use api_runtime::{Api, Client, Credentials, Environment, Error};
/// use api_runtime::{Attempt, Attempted};
///
/// # fn build<A: Api, C: Credentials>(environment: Environment<A, C>) -> Result<Client<A, C>, Error> {
/// let client = Client::builder(environment)
///     .hook(|attempt: &Attempt<'_>, ended: &Attempted<'_>| {
///         let took = ended.duration.as_millis();
///         println!("{} {} #{}: {:?} in {took} ms", attempt.method, attempt.path_template, attempt.number, ended.status);
///     })
///     .build()?;
/// # Ok(client)
/// # }
/// ```
pub trait Hook: Send + Sync + 'static {
    /// An attempt is about to be made.
    fn before(&self, attempt: &Attempt<'_>) {
        let _ = attempt;
    }

    /// An attempt was made.
    fn after(&self, attempt: &Attempt<'_>, ended: &Attempted<'_>);
}

impl<F> Hook for F
where
    F: Fn(&Attempt<'_>, &Attempted<'_>) + Send + Sync + 'static,
{
    fn after(&self, attempt: &Attempt<'_>, ended: &Attempted<'_>) {
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

    pub(crate) fn after(&self, attempt: &Attempt<'_>, ended: &Attempted<'_>) {
        self.each(|hook| hook.after(attempt, ended));
    }

    /// Tells every hook, one that panics included.
    fn each(&self, tell: impl Fn(&dyn Hook)) {
        for hook in &self.0 {
            let _ = catch_unwind(AssertUnwindSafe(|| tell(&**hook)));
        }
    }
}
