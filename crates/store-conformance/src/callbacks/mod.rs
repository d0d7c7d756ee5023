//! The checks of callback stores.

mod context;
pub(crate) mod database;
mod leases;
mod queue;
pub(crate) mod record;
mod records;

use self::context::Context;
use self::database::{CallbackDatabase, QueueDatabase};
use crate::check::CHECK_TIMEOUT;
use crate::report::Report;

/// Runs the checks one after the other: each with a store of its own, in one database.
macro_rules! run {
    ($database:ident, $($module:ident::$check:ident,)+) => {{
        let mut report = Report::default();
        $(
            let name = stringify!($check);
            let context = Context::new($database, name);
            let checked = tokio::time::timeout(CHECK_TIMEOUT, Box::pin($module::$check(&context)));
            let result = match checked.await {
                Ok(result) => result.map_err(|reason| reason.into_text()),
                Err(_) => Err(format!("unfinished after {} s", CHECK_TIMEOUT.as_secs())),
            };
            report.add(name, result);
        )+
        report
    }};
}

pub(crate) async fn run<D: CallbackDatabase>(database: &D) -> Report {
    run!(
        database,
        records::an_unknown_record_is_not_found,
        records::an_expected_record_is_found_by_its_exact_reference,
        records::a_confirmed_record_is_found_by_its_id_alone,
        records::confirm_keeps_the_recorded_state,
        records::a_forgotten_record_is_neither_found_nor_recorded,
        records::a_forgotten_reference_is_not_found,
        records::a_state_is_recorded_once,
        records::states_are_compared_as_the_api_does,
        records::a_recorded_change_makes_an_expected_record_known,
        records::concurrent_changes_record_a_state_once,
        records::stores_share_no_record,
    )
}

pub(crate) async fn run_queue<D: QueueDatabase>(database: &D) -> Report {
    run!(
        database,
        queue::an_enqueued_key_is_queued_once,
        queue::references_distinguish_keys,
        queue::dequeue_removes_the_key_and_releases_its_lease,
        queue::dequeue_keeps_a_key_that_was_enqueued_after_the_lease,
        queue::postpone_counts_a_failure_and_delays_the_retry,
        queue::enqueue_keeps_failures_and_the_time_of_the_retry,
        queue::queued_starts_with_the_fewest_failures_and_the_lowest_number,
        queue::queued_keys_are_kept_after_all_handles_close,
        queue::stores_share_no_key,
        leases::claim_of_a_missing_key_is_not_queued,
        leases::claim_of_a_leased_id_is_busy,
        leases::one_of_concurrent_claims_is_granted,
        leases::a_released_lease_is_granted_again,
        leases::a_lease_ends_after_its_duration,
        leases::an_older_lease_changes_nothing,
        leases::numbers_are_never_reused,
        leases::an_older_lease_records_nothing,
        leases::a_failed_report_is_not_recorded,
        leases::reports_are_committed_with_the_change,
    )
}
