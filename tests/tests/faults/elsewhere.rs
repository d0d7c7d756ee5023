//! Situations that are no row of the run, of calls, values, paging and callbacks, each with its test.

/// One line of the docs' second table.
pub(crate) struct Shown {
    pub(crate) id: &'static str,
    what: &'static str,
    outcome: &'static str,
    file: &'static str,
    test: &'static str,
}

impl Shown {
    pub(crate) fn line(&self) -> String {
        let Self {
            id,
            what,
            outcome,
            file,
            test,
        } = self;
        let name = file.rsplit("tests/").next().unwrap();
        format!("| {id} | {what} | {outcome} | [`{name}`](../../{file}), `{test}` |")
    }

    /// Whether there is such a test.
    pub(crate) fn is_true(&self) -> bool {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let text = std::fs::read_to_string(format!("{root}/{}", self.file)).unwrap_or_default();
        text.contains(&format!("fn {}(", self.test))
    }
}

const RUN: &str = "tests/tests/faults/main.rs";
const SITUATIONS: &str = "tests/tests/faults/situations.rs";
const TRUST: &str = "crates/api-runtime/tests/loopback/tls.rs";
const VALUES: &str = "crates/api-runtime/tests/loopback/values.rs";
const PAGING: &str = "crates/api-runtime/tests/loopback/paging.rs";
const CREDENTIALS: &str = "crates/api-runtime/tests/loopback/credentials.rs";
const CALLBACKS: &str = "tests/tests/callbacks/faults.rs";

/// A line each, as on the page.
#[rustfmt::skip]
pub(crate) const SHOWN: &[Shown] = &[
    Shown { id: "N19", what: "the caller drops the future", outcome: "nothing more is sent", file: SITUATIONS, test: "dropped_call_sends_nothing_more" },
    Shown { id: "N34 N35 N36", what: "the same with the feature `native-tls`", outcome: "`Tls`, not sent", file: TRUST, test: "untrusted_certificate_is_not_retried" },
    Shown { id: "N37 N39 N41", what: "the same with the feature `native-tls`", outcome: "`Tls`, not sent", file: TRUST, test: "failed_tls_handshake_is_not_retried" },
    Shown { id: "-", what: "the connection is closed or reset in the handshake, with `rustls` and with `native-tls`", outcome: "`Connect`, not sent, 3 attempts", file: TRUST, test: "connection_lost_during_the_tls_handshake_is_retried" },
    Shown { id: "N42", what: "proxies in the environment, for every row", outcome: "not one connection to them", file: RUN, test: "every_fault_has_the_documented_outcome" },
    Shown { id: "N45", what: "the wall clock jumps", outcome: "no effect", file: "crates/api-runtime/tests/policy/waits.rs", test: "timeouts_ignore_wall_clock_changes" },
    Shown { id: "N46", what: "no file descriptors are left", outcome: "`Connect`, not sent, 3 attempts; no body", file: SITUATIONS, test: "exhausted_file_descriptors_are_an_error" },
    Shown { id: "N47", what: "the runtime of the connection ends during a write", outcome: "`Interrupted`, unknown, 1 attempt; `create_once`: `Confirmed` at attempt 2", file: SITUATIONS, test: "runtime_that_ends_in_flight_is_an_error" },
    Shown { id: "B31", what: "dates: 02-30, year 10000, no date at all", outcome: "a mismatch, kept unchanged", file: "crates/api-wire/tests/scalars.rs", test: "dates" },
    Shown { id: "B31", what: "times: 23:59:60, +14:00 (which is read), year 10000, no zone", outcome: "a mismatch, kept unchanged", file: "crates/api-wire/tests/scalars.rs", test: "instants_have_a_zone_and_are_written_in_utc" },
    Shown { id: "-", what: "paging: the last page is short", outcome: "the end", file: PAGING, test: "pages_are_requested_up_to_the_last_one" },
    Shown { id: "-", what: "paging: the last page is empty", outcome: "the end", file: PAGING, test: "empty_page_ends_the_listing" },
    Shown { id: "-", what: "paging: `total_pages` grows or shrinks", outcome: "the latest number counts", file: PAGING, test: "total_pages_may_change_between_pages" },
    Shown { id: "-", what: "paging: a page is repeated", outcome: "`Decode`, with the page's number", file: PAGING, test: "repeated_page_is_an_error" },
    Shown { id: "-", what: "paging: no totals, and pages go round in a circle", outcome: "`Decode`, with the page's number", file: PAGING, test: "cycle_of_pages_is_an_error" },
    Shown { id: "-", what: "paging: no totals, and pages larger than asked", outcome: "until a page is short or empty", file: PAGING, test: "without_totals_a_short_or_empty_page_ends_the_listing" },
    Shown { id: "-", what: "paging: totals are texts, and 429 on page 2", outcome: "waits, and retries page 2", file: SITUATIONS, test: "status_429_on_a_page_is_retried_after_a_wait" },
    Shown { id: "-", what: "paging: page 2 fails", outcome: "the items so far, an error with the page's number; `resume()` goes on", file: PAGING, test: "listing_resumes_at_the_page_that_failed" },
    Shown { id: "-", what: "paging: the stream is dropped", outcome: "nothing more is sent", file: PAGING, test: "dropping_a_listing_cancels_the_prefetch" },
    Shown { id: "-", what: "paging: 1,000,000 records", outcome: "memory of one page", file: "crates/api-runtime/tests/loopback/bounded.rs", test: "paging_a_million_records_uses_the_memory_of_one_page" },
    Shown { id: "S01 S02 S03 S04 S05", what: "path values: empty, `.`, `..`, `%2e%2e`, `.%2E`", outcome: "rejected, nothing is sent", file: VALUES, test: "path_values_that_would_change_the_path_are_rejected" },
    Shown { id: "S14 S15 S16", what: "path values with a tab, CRLF, NUL", outcome: "rejected, nothing is sent", file: VALUES, test: "path_values_that_would_change_the_path_are_rejected" },
    Shown { id: "S06 S07 S08 S09 S10 S11 S12 S13 S17 S18 S19 S20 S21 S22 S23", what: "all other path values", outcome: "round-trip, in one segment", file: VALUES, test: "all_other_path_values_round_trip_in_one_segment" },
    Shown { id: "S24", what: "a header with CR, LF or NUL", outcome: "`InvalidRequest`, not shown", file: "crates/api-runtime/tests/policy/options.rs", test: "invalid_and_reserved_headers_are_rejected_and_not_shown" },
    Shown { id: "S25", what: "a token with a line break", outcome: "`Config`, not shown", file: CREDENTIALS, test: "token_invalid_in_a_header_is_an_error_that_does_not_show_it" },
    Shown { id: "S26 S27", what: "a base address with plain http, a user, a query or a fragment", outcome: "`Config`, but plain http on loopback", file: CREDENTIALS, test: "base_url_must_be_https_or_loopback_and_is_not_shown" },
    Shown { id: "S28", what: "a base address with a path, with or without a slash", outcome: "kept", file: CREDENTIALS, test: "base_url_path_is_kept_with_and_without_a_trailing_slash" },
    Shown { id: "S29", what: "query values with `&`, `=`, `+`, `%`, space", outcome: "round-trip", file: VALUES, test: "query_values_round_trip" },
    Shown { id: "S31", what: "two values side by side, `.` and `.`", outcome: "rejected, nothing is sent", file: VALUES, test: "adjacent_path_values_cannot_form_dot_segments" },
    Shown { id: "S32", what: "long texts of a transport, with ANSI codes and secrets", outcome: "escaped, truncated and redacted", file: "crates/api-runtime/tests/policy/errors.rs", test: "error_sources_are_escaped_truncated_and_redacted" },
    Shown { id: "S33", what: "a hook panics", outcome: "the call goes on, as do later ones", file: "crates/api-runtime/tests/policy/hooks.rs", test: "panic_in_a_hook_is_contained" },
    Shown { id: "S34", what: "a token that equals a field's value", outcome: "the data stays as it is", file: "crates/api-runtime/tests/loopback/secrets.rs", test: "echoed_secrets_are_redacted_in_errors_but_kept_in_data" },
    Shown { id: "S35", what: "`SSLKEYLOGFILE` is set, for every row", outcome: "no file", file: RUN, test: "every_fault_has_the_documented_outcome" },
    Shown { id: "C01", what: "a callback with a forged status", outcome: "no change", file: CALLBACKS, test: "forged_status_changes_nothing" },
    Shown { id: "C02", what: "an unknown id", outcome: "2xx, nothing is read", file: CALLBACKS, test: "unknown_id_is_not_read" },
    Shown { id: "C03", what: "the same callback a hundred times", outcome: "one change", file: CALLBACKS, test: "repeated_callback_is_one_change" },
    Shown { id: "C04", what: "callbacks out of order", outcome: "the state that is read", file: CALLBACKS, test: "callbacks_out_of_order_report_the_state_that_is_read" },
    Shown { id: "C05", what: "a month-old callback again", outcome: "no change", file: CALLBACKS, test: "replayed_callback_changes_nothing" },
    Shown { id: "C06", what: "it is received before its order is made", outcome: "held, and confirmed by reading", file: CALLBACKS, test: "early_callback_is_confirmed_by_reading_its_order" },
    Shown { id: "C07", what: "a tampered `order_type`", outcome: "ignored", file: CALLBACKS, test: "tampered_order_type_is_ignored" },
    Shown { id: "C08", what: "more than 64 KiB", outcome: "413", file: CALLBACKS, test: "body_over_64_kib_is_413" },
    Shown { id: "C09", what: "100,000 keys, keys twice, nested brackets", outcome: "400", file: CALLBACKS, test: "too_many_duplicate_or_nested_keys_are_400" },
    Shown { id: "C10", what: "another media type or charset", outcome: "415", file: CALLBACKS, test: "other_media_type_or_charset_is_415" },
    Shown { id: "C11", what: "`%zz`, bytes that are not UTF-8", outcome: "400", file: CALLBACKS, test: "invalid_escapes_and_invalid_utf8_are_400" },
    Shown { id: "C12", what: "a slow body", outcome: "closed after 10 s", file: CALLBACKS, test: "slow_body_is_closed_after_ten_seconds" },
    Shown { id: "C13", what: "GET", outcome: "405", file: CALLBACKS, test: "methods_other_than_post_are_405" },
    Shown { id: "C14", what: "a hundred at once for one id", outcome: "one read", file: CALLBACKS, test: "concurrent_callbacks_share_one_read" },
    Shown { id: "C15", what: "the read fails", outcome: "503, and the id stays queued", file: CALLBACKS, test: "failed_read_stays_queued" },
    Shown { id: "C15", what: "it is canceled during an earlier read", outcome: "the id stays queued", file: "crates/api-callbacks/tests/handler.rs", test: "callback_canceled_during_an_earlier_read_stays_queued" },
    Shown { id: "C15", what: "the store does not respond", outcome: "503 after 4 s", file: "tests/tests/callbacks/registry.rs", test: "slow_store_lookup_is_a_503_before_the_deadline" },
    Shown { id: "C16", what: "scripts and ANSI codes in fields", outcome: "escaped in logs", file: CALLBACKS, test: "scripts_and_ansi_codes_are_escaped_in_logs" },
    Shown { id: "C17", what: "a wrong secret in the path", outcome: "404, in constant time", file: CALLBACKS, test: "wrong_path_secret_is_404" },
    Shown { id: "C18", what: "an unknown status", outcome: "wakes a watch like any other", file: CALLBACKS, test: "unknown_status_wakes_a_watch" },
    Shown { id: "C19", what: "a callback for another venue's order", outcome: "refused", file: CALLBACKS, test: "callback_for_the_order_of_another_venue_is_rejected" },
];

/// What is not tried, and why.
pub(crate) const NOT_TRIED: &[(&str, &str)] = &[("S30", "form values: no operation sends a form")];
