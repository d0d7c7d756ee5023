//! When a record is read again, and what is believed of a read.

use std::time::Duration;

use api_runtime::__generated::poll_delay;
use api_runtime::Error;

use crate::records::heard::is_same_but_form;
use crate::records::queue::TakenOf;
use crate::records::record_changed::RecordChanged;
use crate::records::taken::Taken;
use crate::refetch::Refetch;

/// A record is read again after this time, until a read finds nothing new: an earlier one may have
/// been answered by a replica that did not have the change yet.
pub const FOLLOW_UP: Duration = Duration::from_secs(30);

/// For how long a record is read again and again that cannot be read, or not be recorded.
const GIVE_UP: Duration = Duration::from_secs(3 * 24 * 60 * 60);

/// When to retry a read that failed. `None` if it has failed for too long.
pub(crate) fn retry<I, H>(taken: &Taken<I, H>, error: Option<&Error>) -> Option<Duration> {
    let retry_after = error.and_then(Error::retry_after);
    let delay = poll_delay(
        Duration::ZERO,
        taken.failures.saturating_add(1),
        retry_after,
    );
    (taken.age < GIVE_UP).then_some(delay)
}

/// The change that a read shows, if it is one of the record that was taken.
pub(crate) fn change<R: Refetch>(
    taken: &TakenOf<R>,
    output: R::Output,
) -> Result<RecordChanged<R>, &'static str> {
    let (found_id, found_reference) = (R::id(&output), R::reference(&output));
    if found_id.is_some_and(|found| *found != taken.id) {
        return Err("the record has another id");
    }
    match (taken.reference.as_deref(), found_reference) {
        (Some(known), Some(found)) if known == found => {}
        // Servers change case and white space of a reference. The id is proof then.
        (Some(known), Some(found)) if found_id.is_none() || !is_same_but_form(known, found) => {
            return Err("the record has another reference");
        }
        (_, None) if found_id.is_none() => {
            return Err("the record has neither id nor reference");
        }
        _ => {}
    }
    let found_reference = found_reference.map(str::to_owned);
    let reference = taken.reference.clone().or(found_reference);
    let state = R::state(&output).cloned();
    let state = state.or_else(|| R::default_state(&output));
    let state = state.ok_or("the record has no state")?;
    Ok(RecordChanged::new(
        taken.id.clone(),
        reference,
        state,
        taken.hint.clone(),
        output,
    ))
}
