//! What a caller does after an error.

use std::time::Duration;

use api_journal::Outcome;
use api_journal::rules::Told;

use crate::error::Error;
use crate::error::kind::ErrorKind;
use crate::error::outcome::is_transient;

/// How long to wait before the same call is made again, if the server does not say it.
const AGAIN_AFTER: Duration = Duration::from_secs(5);

/// What a caller does after an error: see [`Error::next_step`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NextStep {
    /// Make the same call again, with the same key: nothing was sent, the operation is a read or an
    /// idempotent write, there were too many requests, another call with the key is in flight, or the
    /// journal failed.
    Again {
        /// Not before this time has passed.
        after: Duration,
    },
    /// The outcome is unknown. A later call with the same key, a later [`unique`](crate::Call::unique), or
    /// the worker of the journal can find it out.
    Wait,
    /// Mend the credentials or their permissions, then make the same call again.
    Access,
    /// The server rejected this request: make the call with corrected content, under the same key. The
    /// rejection says nothing about an earlier request that was sent without a key.
    Correct,
    /// The outcome is unknown, and no request can find it out: a person looks the write up.
    Person,
    /// Make no call: the request was declined, the record does not exist, the write is done, or the
    /// program or the server must change first.
    Final,
}

impl Error {
    /// What a caller does next.
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
        let again = NextStep::Again {
            after: self.retry_after().unwrap_or(AGAIN_AFTER),
        };
        match self.0.told {
            Some(Told::InFlight | Told::JournalFailed) => return again,
            Some(Told::Unknown) => {
                return match self.lookup_error().unwrap_or(self).kind() {
                    // No look-up succeeds before.
                    ErrorKind::Unauthorized | ErrorKind::Forbidden | ErrorKind::Credentials => {
                        NextStep::Access
                    }
                    _ => NextStep::Wait,
                };
            }
            Some(Told::ForPeople | Told::OtherRecord | Told::Restored) => return NextStep::Person,
            Some(Told::KeyReused | Told::KeyReusedDone) => return NextStep::Final,
            _ => {}
        }
        match (self.outcome(), self.kind()) {
            (_, ErrorKind::Unauthorized | ErrorKind::Forbidden | ErrorKind::Credentials)
                if self.outcome() != Outcome::Unknown =>
            {
                NextStep::Access
            }
            (Outcome::NotSent, ErrorKind::InvalidRequest) => NextStep::Correct,
            // The program must change first.
            (
                Outcome::NotSent,
                ErrorKind::Config | ErrorKind::NoRuntime | ErrorKind::CannotBlock | ErrorKind::Tls,
            ) => NextStep::Final,
            (Outcome::NotSent, _) | (Outcome::Rejected, ErrorKind::RateLimited) => again,
            (Outcome::Rejected, ErrorKind::BadRequest) => NextStep::Correct,
            (Outcome::Rejected | Outcome::Done, _) => NextStep::Final,
            (_, kind) if self.is_read() => match kind {
                ErrorKind::Timeout
                | ErrorKind::Interrupted
                | ErrorKind::Canceled
                | ErrorKind::Server
                | ErrorKind::WrongRecord => again,
                _ if self.status().is_some_and(is_transient) => again,
                _ => NextStep::Final,
            },
            _ if self.is_idempotent() => again,
            _ if self.is_found_by_its_key() => NextStep::Wait,
            _ => NextStep::Person,
        }
    }
}
