//! Situations that other tests cover: calls, values, paging and callbacks.

/// A line of the second table of FAULTS.md.
pub(crate) struct OtherTest {
    /// The ids, separated by spaces.
    pub(crate) ids: &'static str,
    situation: &'static str,
    outcome: &'static str,
    file: &'static str,
    test: &'static str,
}

impl OtherTest {
    pub(crate) fn line(&self) -> String {
        let Self {
            ids,
            situation,
            outcome,
            file,
            test,
        } = self;
        let name = file.rsplit("tests/").next().unwrap();
        format!("| {ids} | {situation} | {outcome} | [`{name}`](../../{file}), `{test}` |")
    }

    /// Whether the file has a test of this name.
    pub(crate) fn exists(&self) -> bool {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let text = std::fs::read_to_string(format!("{root}/{}", self.file)).unwrap_or_default();
        text.contains(&format!("fn {}(", self.test))
    }
}

const RUN: &str = "tests/tests/faults/main.rs";
const SITUATIONS: &str = "tests/tests/faults/situations.rs";
const DETACHED: &str = "crates/api-runtime/tests/policy/detached.rs";
const TLS: &str = "crates/api-runtime/tests/loopback/tls.rs";
const HTTP2: &str = "tests/tests/faults/http2_situations.rs";
const VALUES: &str = "crates/api-runtime/tests/loopback/values.rs";
const PAGING: &str = "crates/api-runtime/tests/loopback/paging.rs";
const TOTALS: &str = "crates/api-runtime/tests/loopback/inconsistent_totals.rs";
const SYNC: &str = "crates/api-runtime/tests/loopback/sync.rs";
const SYNC_CHECKPOINTS: &str = "crates/api-runtime/tests/loopback/sync_checkpoints.rs";
const SYNC_CRASH: &str = "crates/api-runtime/tests/loopback/sync_crash.rs";
const SYNC_LOOKBACK: &str = "crates/api-runtime/tests/loopback/sync_lookback.rs";
const CREDENTIALS: &str = "crates/api-runtime/tests/loopback/credentials.rs";
const CALLBACKS: &str = "tests/tests/clients/callbacks/faults.rs";
const QUEUE: &str = "crates/api-callbacks/tests/queue/main.rs";
const CRASH: &str = "tests/tests/clients/callbacks/crash.rs";
const JOURNAL_CRASHES: &str = "tests/tests/crashes/engines.rs";

/// In the order of the page.
#[rustfmt::skip]
pub(crate) const OTHER_TESTS: &[OtherTest] = &[
    OtherTest { ids: "N19", situation: "the caller drops the future", outcome: "nothing more is sent", file: SITUATIONS, test: "dropped_call_sends_nothing_more" },
    OtherTest { ids: "-", situation: "the handler of a web framework is dropped in a detached write", outcome: "the write ends, and hooks report a success", file: DETACHED, test: "detached_write_of_a_dropped_handler_ends_as_a_success" },
    OtherTest { ids: "-", situation: "the runtime shuts down in a detached write", outcome: "`Canceled`, unknown", file: DETACHED, test: "detached_call_is_canceled_when_its_runtime_shuts_down" },
    OtherTest { ids: "-", situation: "HTTP/2: the caller drops a write that waits for a free stream", outcome: "the request is never whole, and the connection is used on", file: HTTP2, test: "dropped_write_that_waits_for_a_stream_is_never_whole" },
    OtherTest { ids: "-", situation: "HTTP/2: a flood of PING, after the attempt timed out", outcome: "the connection is closed: at once, or after 20 s if the server does not read", file: HTTP2, test: "flood_of_pings_ends_with_the_attempt" },
    OtherTest { ids: "N34 N35 N36", situation: "the same with the feature `native-tls`", outcome: "`Tls`, not sent", file: TLS, test: "untrusted_certificate_is_not_retried" },
    OtherTest { ids: "N37 N39 N41", situation: "the same with the feature `native-tls`", outcome: "`Tls`, not sent", file: TLS, test: "failed_tls_handshake_is_not_retried" },
    OtherTest { ids: "-", situation: "the connection is closed or reset in the handshake, with `rustls` and with `native-tls`", outcome: "`Connect`, not sent, 3 attempts", file: TLS, test: "connection_lost_during_the_tls_handshake_is_retried" },
    OtherTest { ids: "-", situation: "the alert `internal_error` or `user_canceled` in the handshake, with `rustls` and with `native-tls`", outcome: "`Connect`, not sent, 3 attempts", file: TLS, test: "transient_alert_in_the_tls_handshake_is_retried" },
    OtherTest { ids: "N22", situation: "over TLS, the body ends with the connection: without `close_notify`; with it, and `native-tls`", outcome: "`Interrupted`, unknown", file: TLS, test: "body_that_may_be_cut_is_not_accepted" },
    OtherTest { ids: "-", situation: "HTTP/1: 200 before a large request body was sent", outcome: "`Interrupted`, unknown; the rest is not sent", file: "crates/api-runtime/tests/loopback/connections.rs", test: "success_before_the_request_body_was_sent_is_unknown" },
    OtherTest { ids: "-", situation: "HTTP/1: all idle connections are silent", outcome: "the second attempt uses a new one", file: "crates/api-runtime/tests/loopback/connections.rs", test: "timeout_without_any_response_discards_idle_connections" },
    OtherTest { ids: "N42", situation: "proxies in the environment, for every row", outcome: "not one connection to them", file: RUN, test: "every_fault_has_the_documented_outcome" },
    OtherTest { ids: "N45", situation: "the wall clock jumps", outcome: "no effect", file: "crates/api-runtime/tests/policy/waits.rs", test: "timeouts_ignore_wall_clock_changes" },
    OtherTest { ids: "N46", situation: "no file descriptors are left", outcome: "`Connect`, not sent, 3 attempts; no body", file: SITUATIONS, test: "exhausted_file_descriptors_are_an_error" },
    OtherTest { ids: "N47", situation: "the runtime of the connection ends during a write", outcome: "`Interrupted`, unknown, 1 attempt; `create_once`: `Confirmed` at attempt 2", file: SITUATIONS, test: "runtime_that_ends_in_flight_is_an_error" },
    OtherTest { ids: "B31", situation: "dates: 02-30, year 10000, not a date", outcome: "a mismatch, kept unchanged", file: "crates/api-wire/tests/scalars.rs", test: "dates" },
    OtherTest { ids: "B31", situation: "times: 23:59:60, +14:00 (which is read), year 10000, no zone", outcome: "a mismatch, kept unchanged", file: "crates/api-wire/tests/scalars.rs", test: "instants_have_a_zone_and_are_written_in_utc" },
    OtherTest { ids: "-", situation: "paging: the last page is short", outcome: "the end", file: PAGING, test: "pages_are_requested_up_to_the_last_one" },
    OtherTest { ids: "-", situation: "paging: the last page is empty", outcome: "the end", file: PAGING, test: "empty_page_ends_the_listing" },
    OtherTest { ids: "-", situation: "paging: `total_pages` grows or shrinks", outcome: "the latest number counts", file: PAGING, test: "total_pages_may_change_between_pages" },
    OtherTest { ids: "-", situation: "paging: an empty page in the middle", outcome: "goes on; `Incomplete` if records are missing at the end", file: PAGING, test: "each_combination_of_totals_and_pages_has_its_end" },
    OtherTest { ids: "-", situation: "paging: `total_pages` does not fit `total_records`", outcome: "goes on up to the larger one; `Incomplete` if records are missing at the end", file: PAGING, test: "each_combination_of_totals_and_pages_has_its_end" },
    OtherTest { ids: "-", situation: "paging: endless empty pages", outcome: "`Incomplete` after 100", file: PAGING, test: "endless_empty_pages_are_an_error" },
    OtherTest { ids: "-", situation: "paging: pages that differ in a request id, in the order or in other fields of the same records", outcome: "`Decode`, with the page's number", file: PAGING, test: "pages_with_the_same_ids_are_repeated_pages_whatever_else_differs" },
    OtherTest { ids: "-", situation: "paging: new records on every page, without an end", outcome: "`Incomplete` after `max_pages`", file: PAGING, test: "list_without_an_end_ends_at_the_maximum_of_pages" },
    OtherTest { ids: "-", situation: "paging: pages are smaller than the requested size, which is echoed; any combination of wrong or missing totals", outcome: "all records, and an error if totals are too large or nothing says where the list ends; not if totals are too small and the page size is unknown or wrong", file: TOTALS, test: "lists_with_inconsistent_totals_lose_no_record_without_an_error" },
    OtherTest { ids: "-", situation: "paging: the same, from a later page on", outcome: "all records after it, or an error, with the same exception", file: TOTALS, test: "lists_from_a_later_page_lose_no_record_without_an_error" },
    OtherTest { ids: "-", situation: "paging: 404 after the last page", outcome: "the end if that page may be the last one; otherwise `NotFound`", file: PAGING, test: "missing_page_ends_a_listing_only_if_the_page_before_may_be_the_last_one" },
    OtherTest { ids: "-", situation: "paging: elements that are not records", outcome: "counted; `Mismatch` after all records", file: PAGING, test: "unreadable_elements_are_an_error_after_all_records" },
    OtherTest { ids: "-", situation: "paging: pages are numbered from 0", outcome: "all records", file: PAGING, test: "pages_may_be_numbered_from_zero" },
    OtherTest { ids: "-", situation: "paging: a page has the number of another one, and new records", outcome: "its records, then `Decode`", file: PAGING, test: "records_of_a_page_with_a_wrong_number_precede_its_error" },
    OtherTest { ids: "-", situation: "paging: equal pages without ids", outcome: "all records if the totals count them, up to ten such pages", file: PAGING, test: "equal_pages_without_ids_are_listed_if_the_totals_count_them" },
    OtherTest { ids: "-", situation: "paging: a page of new records is inserted meanwhile", outcome: "the page that moved is listed again", file: PAGING, test: "page_that_was_moved_by_new_records_is_listed_again" },
    OtherTest { ids: "-", situation: "sync: the page number or the page size is ignored, rows change all the time, or pages are short before the end", outcome: "`Decode` after fewer than 20 requests; the watermark is unchanged", file: SYNC, test: "unsafe_pages_are_errors_instead_of_gaps" },
    OtherTest { ids: "-", situation: "sync: any combination of wrong or missing totals, page sizes and page numbers; 404 or the last page again after the end", outcome: "all records, and an error if totals are too large; with the same exception", file: TOTALS, test: "syncs_with_inconsistent_totals_lose_no_record_without_an_error" },
    OtherTest { ids: "-", situation: "sync: `total_records` is too large", outcome: "all records, then `Incomplete`; committed only by `commit_incomplete`", file: SYNC, test: "missing_records_are_an_error_after_all_records" },
    OtherTest { ids: "-", situation: "sync: `total_records` ignores the filter", outcome: "all records", file: SYNC, test: "totals_that_ignore_the_filter_are_not_missing_records" },
    OtherTest { ids: "-", situation: "sync: elements that are not records", outcome: "counted; committed only by `commit_incomplete`", file: SYNC, test: "unreadable_elements_are_committed_only_explicitly" },
    OtherTest { ids: "-", situation: "sync: no element of a page is a record", outcome: "`Decode`; the watermark is unchanged", file: SYNC, test: "page_without_any_record_among_its_elements_is_an_error" },
    OtherTest { ids: "-", situation: "sync: a list without an end", outcome: "`Incomplete` after `max_pages`", file: SYNC, test: "run_without_an_end_ends_at_the_maximum_of_pages" },
    OtherTest { ids: "-", situation: "sync: pages are shorter than requested, with or without totals", outcome: "all records", file: SYNC, test: "short_page_ends_a_run_only_if_nothing_says_that_more_follow" },
    OtherTest { ids: "-", situation: "sync: the process is killed in the middle of a first run", outcome: "all records, and at most 3 pages repeated for each kill", file: SYNC_CRASH, test: "killed_first_run_continues_and_loses_no_record" },
    OtherTest { ids: "-", situation: "sync: crashes at any record, with changes between requests and between processes", outcome: "the latest change of every record", file: SYNC_CHECKPOINTS, test: "no_record_is_lost_by_crashes" },
    OtherTest { ids: "-", situation: "sync: the list shifted by a few pages before a run is continued", outcome: "all records, without a new start", file: SYNC_CHECKPOINTS, test: "list_that_shifted_before_a_restart_is_not_read_again_from_the_start" },
    OtherTest { ids: "-", situation: "sync: no record of the checkpoint is listed anymore, the list became shorter, or the page size fixed", outcome: "the run starts over", file: SYNC_CHECKPOINTS, test: "list_without_any_known_record_is_read_again_from_the_start" },
    OtherTest { ids: "-", situation: "sync: the checkpoint is that of another list, or of other filters", outcome: "`InvalidInput` before the first request", file: SYNC_CHECKPOINTS, test: "checkpoint_of_another_list_is_an_error_before_the_first_request" },
    OtherTest { ids: "-", situation: "sync: records change without a later time of change", outcome: "the latest state of every record, with `lookback`", file: SYNC_LOOKBACK, test: "no_correction_within_the_window_is_lost" },
    OtherTest { ids: "-", situation: "watch: endless wakeups, or a poll interval of zero", outcome: "one read per minimum interval", file: "crates/api-runtime/tests/policy/watch.rs", test: "endless_wakeups_and_zero_intervals_read_once_per_minimum_interval" },
    OtherTest { ids: "-", situation: "paging: a page is repeated", outcome: "`Decode`, with the page's number", file: PAGING, test: "repeated_page_is_an_error" },
    OtherTest { ids: "-", situation: "paging: no totals, and a cycle of pages", outcome: "`Decode`, with the page's number", file: PAGING, test: "cycle_of_pages_is_an_error" },
    OtherTest { ids: "-", situation: "paging: no totals, and pages smaller or larger than requested", outcome: "all records, until a page is empty", file: PAGING, test: "without_totals_only_an_empty_page_ends_the_listing" },
    OtherTest { ids: "-", situation: "paging: totals are strings, and 429 on page 2", outcome: "waits, and retries page 2", file: SITUATIONS, test: "status_429_on_a_page_is_retried_after_a_wait" },
    OtherTest { ids: "-", situation: "paging: page 2 fails", outcome: "the items so far, an error with the page's number; `resume()` goes on", file: PAGING, test: "listing_resumes_at_the_page_that_failed" },
    OtherTest { ids: "-", situation: "paging: 1,000,000 records", outcome: "memory of one page", file: "crates/api-runtime/tests/loopback/bounded.rs", test: "paging_a_million_records_uses_the_memory_of_one_page" },
    OtherTest { ids: "S01 S02 S03 S04 S05", situation: "path values: empty, `.`, `..`, `%2e%2e`, `.%2E`", outcome: "rejected, nothing is sent", file: VALUES, test: "path_values_that_would_change_the_path_are_rejected" },
    OtherTest { ids: "S14 S15 S16", situation: "path values with a tab, CRLF, NUL", outcome: "rejected, nothing is sent", file: VALUES, test: "path_values_that_would_change_the_path_are_rejected" },
    OtherTest { ids: "S06 S07 S08 S09 S10 S11 S12 S13 S17 S18 S19 S20 S21 S22 S23", situation: "all other path values", outcome: "round-trip, in one segment", file: VALUES, test: "all_other_path_values_round_trip_in_one_segment" },
    OtherTest { ids: "S24", situation: "a header with CR, LF or NUL", outcome: "`InvalidRequest`, not shown", file: "crates/api-runtime/tests/policy/options.rs", test: "invalid_and_reserved_headers_are_rejected_and_not_shown" },
    OtherTest { ids: "S25", situation: "a token with a line break", outcome: "`Config`, not shown", file: CREDENTIALS, test: "token_invalid_in_a_header_is_an_error_that_does_not_show_it" },
    OtherTest { ids: "S26 S27", situation: "a base URL with plain http, a user, a query or a fragment", outcome: "`Config`, but plain http on loopback", file: CREDENTIALS, test: "base_url_must_be_https_or_loopback_and_is_not_shown" },
    OtherTest { ids: "S28", situation: "a base URL with a path, with or without a slash", outcome: "kept", file: CREDENTIALS, test: "base_url_path_is_kept_with_and_without_a_trailing_slash" },
    OtherTest { ids: "S29", situation: "query values with `&`, `=`, `+`, `%`, space", outcome: "round-trip", file: VALUES, test: "query_values_round_trip" },
    OtherTest { ids: "S31", situation: "two adjacent values, `.` and `.`", outcome: "rejected, nothing is sent", file: VALUES, test: "adjacent_path_values_cannot_form_dot_segments" },
    OtherTest { ids: "S32", situation: "long error texts of a transport, with ANSI codes and secrets", outcome: "escaped, truncated and redacted", file: "crates/api-runtime/tests/policy/errors.rs", test: "error_sources_are_escaped_truncated_and_redacted" },
    OtherTest { ids: "S33", situation: "a hook panics", outcome: "the call goes on, as do later ones", file: "crates/api-runtime/tests/policy/hooks.rs", test: "panic_in_a_hook_is_contained" },
    OtherTest { ids: "S34", situation: "a token that equals a field's value", outcome: "the data stays as it is", file: "crates/api-runtime/tests/loopback/secrets.rs", test: "echoed_secrets_are_redacted_in_errors_but_kept_in_data" },
    OtherTest { ids: "S35", situation: "`SSLKEYLOGFILE` is set, for every row", outcome: "no file", file: RUN, test: "every_fault_has_the_documented_outcome" },
    OtherTest { ids: "C01", situation: "a callback with a forged status", outcome: "no change", file: CALLBACKS, test: "forged_status_changes_nothing" },
    OtherTest { ids: "C02", situation: "an unknown id", outcome: "2xx, nothing is read", file: CALLBACKS, test: "unknown_id_is_not_read" },
    OtherTest { ids: "C03", situation: "the same callback a hundred times", outcome: "one change", file: CALLBACKS, test: "repeated_callback_is_one_change" },
    OtherTest { ids: "C04", situation: "callbacks out of order", outcome: "the state that is read", file: CALLBACKS, test: "callbacks_out_of_order_report_the_state_that_is_read" },
    OtherTest { ids: "C05", situation: "a month-old callback is replayed", outcome: "no change", file: CALLBACKS, test: "replayed_callback_changes_nothing" },
    OtherTest { ids: "C06", situation: "a callback is received before its order is created", outcome: "held, and confirmed by reading", file: CALLBACKS, test: "early_callback_is_confirmed_by_reading_its_order" },
    OtherTest { ids: "-", situation: "a known order is read without its reference", outcome: "identified by its id", file: CALLBACKS, test: "known_order_without_a_reference_is_identified_by_its_id" },
    OtherTest { ids: "-", situation: "an expected order is read without its reference", outcome: "403", file: CALLBACKS, test: "order_without_a_reference_is_not_the_expected_one" },
    OtherTest { ids: "-", situation: "an order is read without a state", outcome: "its documented default; without one, 200 and not queued", file: CALLBACKS, test: "order_without_a_state_has_the_documented_default" },
    OtherTest { ids: "C07", situation: "a tampered `order_type`", outcome: "ignored", file: CALLBACKS, test: "tampered_order_type_is_ignored" },
    OtherTest { ids: "C08", situation: "more than 64 KiB", outcome: "413", file: CALLBACKS, test: "body_over_64_kib_is_413" },
    OtherTest { ids: "C09", situation: "100,000 keys, two values of a field", outcome: "400", file: CALLBACKS, test: "too_many_or_contradictory_keys_are_400" },
    OtherTest { ids: "C10", situation: "another media type or charset than UTF-8, which may be written `utf8`", outcome: "415", file: CALLBACKS, test: "other_media_type_or_charset_is_415" },
    OtherTest { ids: "C11", situation: "`%zz`, bytes that are not UTF-8, nested and repeated keys", outcome: "200, skipped", file: CALLBACKS, test: "unknown_and_unreadable_values_are_skipped" },
    OtherTest { ids: "C12", situation: "a slow body", outcome: "closed after 10 s", file: CALLBACKS, test: "slow_body_is_closed_after_ten_seconds" },
    OtherTest { ids: "C13", situation: "GET", outcome: "405", file: CALLBACKS, test: "methods_other_than_post_are_405" },
    OtherTest { ids: "C14", situation: "a hundred concurrent callbacks for one id", outcome: "two reads: the first one, and one for all that were received during it", file: CALLBACKS, test: "concurrent_callbacks_share_two_reads" },
    OtherTest { ids: "C14", situation: "the same callback during a read, after a change", outcome: "one more read, and 200 only after it", file: "crates/api-callbacks/tests/handler.rs", test: "same_callback_during_a_read_causes_another_read" },
    OtherTest { ids: "C15", situation: "the read fails", outcome: "503, and the id stays queued", file: CALLBACKS, test: "failed_read_stays_queued" },
    OtherTest { ids: "-", situation: "the read returns another order", outcome: "retried on another connection; then 503, and the id stays queued", file: CALLBACKS, test: "read_of_another_order_is_retried_and_then_queued" },
    OtherTest { ids: "C15", situation: "a callback is canceled during an earlier read", outcome: "the id stays queued", file: "crates/api-callbacks/tests/handler.rs", test: "callback_canceled_during_an_earlier_read_stays_queued" },
    OtherTest { ids: "C15", situation: "the store does not respond", outcome: "503 after 4 s", file: "tests/tests/clients/callbacks/store.rs", test: "slow_store_lookup_is_a_503_before_the_deadline" },
    OtherTest { ids: "C15", situation: "the store does not record a change", outcome: "stays queued after 30 s; later reads go on", file: "crates/api-callbacks/tests/handler.rs", test: "store_that_does_not_respond_does_not_hold_up_later_reads" },
    OtherTest { ids: "C15", situation: "reads of one or thirty records fail always: at once, with a long `Retry-After`, or after a minute", outcome: "other records are retried in 40 s, 80 s or 100 s, once these have backed off", file: "crates/api-callbacks/tests/handler.rs", test: "records_that_are_never_read_do_not_delay_others" },
    OtherTest { ids: "C15", situation: "the read fails, and the store has a durable queue", outcome: "202, and the id stays queued", file: QUEUE, test: "callback_is_202_once_its_record_is_queued_durably" },
    OtherTest { ids: "C15", situation: "the durable queue is full or not available, and the read fails", outcome: "503, and the id is not queued", file: QUEUE, test: "callback_is_503_if_it_is_neither_read_nor_queued" },
    OtherTest { ids: "-", situation: "the process is killed after its response, with a durable queue", outcome: "read by the next process", file: CRASH, test: "callback_acknowledged_before_a_crash_is_read_after_it" },
    OtherTest { ids: "-", situation: "the process is killed before or after each change of the durable queue", outcome: "reported once", file: CRASH, test: "crash_at_any_point_loses_and_repeats_no_change" },
    OtherTest { ids: "-", situation: "the process is killed at random, fifteen times", outcome: "each acknowledged callback is reported once", file: CRASH, test: "random_crashes_lose_no_acknowledged_callback" },
    OtherTest { ids: "-", situation: "three processes share a durable queue", outcome: "each record is read once", file: QUEUE, test: "processes_share_the_queue_without_reading_a_record_twice" },
    OtherTest { ids: "-", situation: "a callback during a read of another process", outcome: "one more read, and 200 only after it", file: QUEUE, test: "callback_during_a_read_of_another_process_is_read_after_it" },
    OtherTest { ids: "-", situation: "a read ends after its lease, and after a later read", outcome: "nothing is recorded", file: QUEUE, test: "read_that_outlives_its_lease_does_not_replace_a_later_one" },
    OtherTest { ids: "-", situation: "the secret of a handler rotates", outcome: "both are accepted for a while, and the queue is kept", file: QUEUE, test: "queue_is_kept_when_the_secret_rotates" },
    OtherTest { ids: "-", situation: "a process is killed at any point of a never-retried write", outcome: "sent once; unknown, and listed for people", file: JOURNAL_CRASHES, test: "never_retried_write_of_a_killed_process_is_sent_once" },
    OtherTest { ids: "-", situation: "the same, of an idempotent write", outcome: "resent if the journal keeps it; otherwise unknown", file: JOURNAL_CRASHES, test: "idempotent_write_of_a_killed_process_takes_effect_once" },
    OtherTest { ids: "-", situation: "the same, of a create with a unique key", outcome: "found, or resent if the journal keeps it; one effect", file: JOURNAL_CRASHES, test: "unique_key_of_a_killed_process_is_used_once" },
    OtherTest { ids: "-", situation: "the same, of a write whose intent was committed by the caller", outcome: "not sent if it was prepared only; otherwise as above", file: JOURNAL_CRASHES, test: "prepared_write_of_a_killed_process_is_not_sent_or_recovered" },
    OtherTest { ids: "-", situation: "a process is killed at any point of a recovery, also if the first request has its effect after it", outcome: "recovered by the next one", file: JOURNAL_CRASHES, test: "killed_recovery_is_recovered" },
    OtherTest { ids: "-", situation: "a process is suspended beyond its lease, and its late outcome follows a recovery", outcome: "a proof is not overwritten", file: JOURNAL_CRASHES, test: "late_outcome_of_a_suspended_process_overwrites_no_proof" },
    OtherTest { ids: "-", situation: "the request of a recovery is rejected", outcome: "proves nothing about the first one: unknown, and recovered later", file: JOURNAL_CRASHES, test: "rejected_recovery_proves_nothing_about_the_first_request" },
    OtherTest { ids: "-", situation: "processes that share a journal are killed at random", outcome: "no intent is lost, no effect repeated", file: JOURNAL_CRASHES, test: "random_kills_lose_no_intent_and_repeat_no_effect" },
    OtherTest { ids: "-", situation: "three processes send the same 300 writes", outcome: "each is sent once", file: JOURNAL_CRASHES, test: "three_processes_send_each_write_once" },
    OtherTest { ids: "C16", situation: "scripts and ANSI codes in fields", outcome: "escaped in logs", file: CALLBACKS, test: "scripts_and_ansi_codes_are_escaped_in_logs" },
    OtherTest { ids: "C17", situation: "a wrong secret in the path", outcome: "404, in constant time", file: CALLBACKS, test: "wrong_path_secret_is_404" },
    OtherTest { ids: "C18", situation: "an unknown status", outcome: "wakes a watch like any other", file: CALLBACKS, test: "unknown_status_wakes_a_watch" },
    OtherTest { ids: "C19", situation: "a callback for another venue's order", outcome: "rejected", file: CALLBACKS, test: "callback_for_the_order_of_another_venue_is_rejected" },
];

/// Ids that are not tried, each with the reason.
pub(crate) const NOT_TRIED: &[(&str, &str)] = &[("S30", "form values: no operation sends a form")];
