//! What the table of fates says about an error.

use std::time::Duration;

use api_journal::Outcome;

use crate::error::Error;
use crate::error::fate::{self, AGAIN_AFTER, Fate};
use crate::error::kind::ErrorKind;
use crate::error::next_step::NextStep;
use crate::error::reply::Reply;
use crate::info::operation_info::Retry;

impl Error {
    /// What a caller does next: a function of the [kind](Self::kind), of the [outcome](Self::outcome), and
    /// of what can find an unknown outcome out. The guide's page on calls has the table.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::NextStep;
    /// use shop_client::{AddOrder, NewOrder};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// # let client = shop_client::client([(0, ""), (422, ""), (401, "")]);
    /// let add = || {
    ///     let order = NewOrder::new("WEB-1");
    ///     client.send(AddOrder { order })
    /// };
    /// // The response is lost; the second one is a 422, the third one a 401.
    /// for expected in [NextStep::Person, NextStep::Correct, NextStep::Access] {
    ///     assert_eq!(add().await.unwrap_err().next_step(), expected);
    /// }
    /// # }
    /// ```
    pub fn next_step(&self) -> NextStep {
        let steps = self.fate().map(|fate| fate.next_steps);
        match steps.and_then(|steps| steps.of(self.0.found_out_by)) {
            Some(NextStep::Again { after }) => NextStep::Again {
                after: self.retry_after().or(self.0.lease_left).unwrap_or(after),
            },
            Some(step) => step,
            None => NextStep::Person,
        }
    }

    /// When a service makes the same call again by itself, with the same key. `None`: never.
    ///
    /// After [`Person`](NextStep::Person) it is a minute, if the call has a key: until the person has found the write
    /// out, the call sends nothing. Without a key it would send the write a second time.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::time::Duration;
    ///
    /// use shop_client::CreateOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// # let client = shop_client::client([(429, ""), (0, ""), (422, r#"{"errors": ["sold out"]}"#)]);
    /// // A 429, a lost response, and a 422.
    /// for expected in [Some(Duration::from_secs(5)), None, None] {
    ///     let error = client.send(CreateOrder::new("WEB-1")).await.unwrap_err();
    ///     assert_eq!(error.again_in(), expected);
    /// }
    /// # }
    /// ```
    #[doc(alias = "retry")]
    pub fn again_in(&self) -> Option<Duration> {
        match self.next_step() {
            NextStep::Again { after } => Some(after),
            NextStep::Wait => Some(Duration::from_secs(5 * 60)),
            NextStep::Access => Some(Duration::from_secs(60)),
            NextStep::Person => self.0.context.has_key.then_some(Duration::from_secs(60)),
            NextStep::Correct | NextStep::Final => None,
        }
    }

    /// The row of the table that the error is in.
    pub(crate) fn fate(&self) -> Option<&'static Fate> {
        let lookup = self.lookup_error().map(Self::kind);
        // Then no look-up succeeds before.
        let refused = lookup.filter(|kind| {
            use ErrorKind::{Credentials, Forbidden, Unauthorized};
            matches!(kind, Credentials | Unauthorized | Forbidden)
        });
        let kind = match self.outcome() {
            Outcome::Unknown => refused.unwrap_or(self.kind()),
            _ => self.kind(),
        };
        fate::find(kind, self.outcome())
    }

    /// What a web handler answers the person behind the request: by the table of the guide's page on calls.
    ///
    /// It is [`Busy`](Reply::Busy) where the next step is [`Again`](NextStep::Again), with `Retry-After` or five
    /// seconds. A write that may have taken
    /// effect is never said to have failed: it is [`Unknown`](Reply::Unknown), [`Duplicate`](Reply::Duplicate) or
    /// `Busy`, whatever the cause is.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::Reply;
    /// use shop_client::CreateOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// # let client = shop_client::client([(0, ""), (422, r#"{"errors": ["sold out"]}"#)]);
    /// // The response is lost; the second order is rejected.
    /// let lost = client.send(CreateOrder::new("WEB-1")).await.unwrap_err();
    /// assert_eq!((lost.reply(), lost.reply().status().as_u16()), (Reply::Unknown, 202));
    /// let rejected = client.send(CreateOrder::new("WEB-2")).await.unwrap_err();
    /// assert_eq!((rejected.reply(), rejected.reply().as_str()), (Reply::Invalid, "invalid"));
    /// # }
    /// ```
    #[doc(alias = "class")]
    pub fn reply(&self) -> Reply {
        let reply = self.fate().map_or(Reply::Unknown, |fate| fate.reply);
        match self.next_step() {
            // The call that sends the write may end long before its lease does.
            NextStep::Again { .. } => Reply::Busy {
                after: self.retry_after().unwrap_or(AGAIN_AFTER),
            },
            // A read has no effect to be found out.
            _ if reply == Reply::Unknown && self.0.found_out_by == Retry::Safe => Reply::Bug,
            _ => reply,
        }
    }
}
