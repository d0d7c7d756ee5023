//! The checks of journals.

mod begin;
mod claim;
mod claim_filter;
mod clock;
mod context;
mod durability;
mod prune;
mod unresolved;
mod update;
mod values;

use api_journal::Journal;

use self::context::Context;
use crate::check::CHECK_TIMEOUT;
use crate::report::Report;

/// Runs the checks one after the other: each with a scope of its own, in one database.
macro_rules! run {
    ($open:ident, $($module:ident::$check:ident,)+) => {{
        let mut report = Report::default();
        $(
            let name = stringify!($check);
            let context = Context::new($open, name);
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

pub(crate) async fn run<J: Journal, O: AsyncFn() -> J>(open: &O) -> Report {
    run!(
        open,
        begin::begin_inserts_the_entry_of_the_intent,
        begin::begin_returns_the_entry_that_exists,
        begin::begin_changes_no_entry_that_exists,
        begin::concurrent_begins_insert_one_entry,
        begin::a_missing_entry_is_none,
        update::update_replaces_digest_state_details_request_owner_and_epoch,
        update::update_changes_no_other_column,
        update::update_adds_one_to_the_revision,
        update::update_ends_the_lease,
        update::update_keeps_the_lease_of_another_process,
        update::update_of_another_revision_is_refused,
        update::update_of_a_missing_entry_is_refused,
        update::one_of_concurrent_updates_succeeds,
        claim::claim_sets_owner_epoch_revision_and_lease,
        claim::claim_returns_the_entry_as_it_is_stored,
        claim::claim_ignores_leases_that_have_not_expired,
        claim::claim_ignores_entries_without_a_lease,
        claim::claim_includes_every_state_with_an_expired_lease,
        claim::claim_starts_with_the_earliest_lease,
        claim::claim_keeps_the_limit,
        claim::concurrent_claims_are_disjoint,
        claim::the_owner_before_a_claim_cannot_update,
        claim::a_claim_and_an_update_do_not_both_succeed,
        claim_filter::claim_compares_api_environment_and_venue,
        claim_filter::claim_compares_the_operation,
        claim_filter::claim_of_no_operation_is_empty,
        unresolved::unresolved_lists_unknown_and_expired_entries,
        unresolved::unresolved_lists_one_scope_or_all,
        unresolved::unresolved_starts_with_the_earliest_and_keeps_the_limit,
        unresolved::one_of_concurrent_resolutions_is_kept,
        prune::prune_deletes_settled_entries_only,
        prune::prune_keeps_what_changed_since,
        prune::a_pruned_key_begins_again,
        clock::times_are_those_of_the_store,
        clock::a_lease_ends_after_its_duration,
        clock::a_lease_of_zero_has_expired,
        clock::an_endless_lease_does_not_expire,
        values::unicode_texts_are_kept,
        values::similar_keys_are_different_entries,
        values::nul_characters_are_kept_or_refused,
        values::large_values_are_kept,
        values::an_empty_request_is_not_a_missing_one,
        values::all_bytes_are_kept,
        durability::changes_are_seen_by_other_handles,
        durability::changes_are_kept_after_all_handles_close,
        durability::a_dropped_begin_inserts_all_or_nothing,
    )
}
