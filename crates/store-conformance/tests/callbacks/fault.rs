//! The rules that a faulty store breaks.

/// One broken rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    UnknownRecordsAreFound,
    ReferencesIgnoreCase,
    KnownReferencesMustMatch,
    ConfirmForgetsTheState,
    ForgetKeepsTheRecord,
    ForgetKeepsTheReference,
    StatesAreRecordedAgain,
    StatesAreTexts,
    ExpectedRecordsStayUnknown,
    RecordRaces,
    StoresShareRecords,
    EnqueueInsertsAgain,
    KeysIgnoreReferences,
    DequeueKeepsTheLease,
    DequeueRemovesLaterKeys,
    PostponeCountsNothing,
    EnqueueResetsFailures,
    QueuedStartsWithTheHighestNumber,
    QueueLostOnClose,
    StoresShareTheQueue,
    ClaimOfMissingKeysIsGranted,
    LeasesAreOfKeys,
    ClaimRaces,
    ReleaseKeepsTheLease,
    LeasesDoNotExpire,
    OlderLeasesRelease,
    NumbersRestart,
    OlderLeasesRecord,
    FailedReportsAreRecorded,
    ReportsAreLost,
}

/// Each fault, with a check that fails because of it.
pub(crate) const FAULTS: &[(Fault, &str)] = {
    use Fault::*;
    &[
        (UnknownRecordsAreFound, "an_unknown_record_is_not_found"),
        (
            ReferencesIgnoreCase,
            "an_expected_record_is_found_by_its_exact_reference",
        ),
        (
            KnownReferencesMustMatch,
            "a_confirmed_record_is_found_by_its_id_alone",
        ),
        (ConfirmForgetsTheState, "confirm_keeps_the_recorded_state"),
        (
            ForgetKeepsTheRecord,
            "a_forgotten_record_is_neither_found_nor_recorded",
        ),
        (
            ForgetKeepsTheReference,
            "a_forgotten_reference_is_not_found",
        ),
        (StatesAreRecordedAgain, "a_state_is_recorded_once"),
        (StatesAreTexts, "states_are_compared_as_the_api_does"),
        (
            ExpectedRecordsStayUnknown,
            "a_recorded_change_makes_an_expected_record_known",
        ),
        (RecordRaces, "concurrent_changes_record_a_state_once"),
        (StoresShareRecords, "stores_share_no_record"),
        (EnqueueInsertsAgain, "an_enqueued_key_is_queued_once"),
        (KeysIgnoreReferences, "references_distinguish_keys"),
        (
            DequeueKeepsTheLease,
            "dequeue_removes_the_key_and_releases_its_lease",
        ),
        (
            DequeueRemovesLaterKeys,
            "dequeue_keeps_a_key_that_was_enqueued_after_the_lease",
        ),
        (
            PostponeCountsNothing,
            "postpone_counts_a_failure_and_delays_the_retry",
        ),
        (
            EnqueueResetsFailures,
            "enqueue_keeps_failures_and_the_time_of_the_retry",
        ),
        (
            QueuedStartsWithTheHighestNumber,
            "queued_starts_with_the_fewest_failures_and_the_lowest_number",
        ),
        (
            QueueLostOnClose,
            "queued_keys_are_kept_after_all_handles_close",
        ),
        (StoresShareTheQueue, "stores_share_no_key"),
        (
            ClaimOfMissingKeysIsGranted,
            "claim_of_a_missing_key_is_not_queued",
        ),
        (LeasesAreOfKeys, "claim_of_a_leased_id_is_busy"),
        (ClaimRaces, "one_of_concurrent_claims_is_granted"),
        (ReleaseKeepsTheLease, "a_released_lease_is_granted_again"),
        (LeasesDoNotExpire, "a_lease_ends_after_its_duration"),
        (OlderLeasesRelease, "an_older_lease_changes_nothing"),
        (NumbersRestart, "numbers_are_never_reused"),
        (OlderLeasesRecord, "an_older_lease_records_nothing"),
        (FailedReportsAreRecorded, "a_failed_report_is_not_recorded"),
        (ReportsAreLost, "reports_are_committed_with_the_change"),
    ]
};
