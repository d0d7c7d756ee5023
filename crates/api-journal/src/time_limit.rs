//! The time limit of each call of a journal.

use std::future::Future;
use std::time::Duration;

use tokio::time::timeout;

use crate::error::JournalError;

/// The longest time that a call of a journal takes.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);

/// The result of a call of a journal, or an error after [`TIME_LIMIT`].
///
/// # Errors
///
/// Those of the call, or that it took too long. It may have made its change then.
pub async fn in_time<T, E: From<JournalError>>(
    call: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let result = timeout(TIME_LIMIT, call).await;
    result.unwrap_or_else(|_| {
        let limit = TIME_LIMIT.as_secs();
        Err(JournalError::new(format!("no answer after {limit} s")).into())
    })
}
