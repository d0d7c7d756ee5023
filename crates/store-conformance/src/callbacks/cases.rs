//! The promises of records and their queue.

use std::time::Duration;

use api_callbacks::rules::Recorded::{Changed, Older, Superseded, Unchanged, Unproven};

use super::step::Step::{
    self, Confirm, Expect, Forget, Heard, Hinted, Id, OtherReceiver, Postpone, Prune, Queued,
    Record, RecordFails, RecordNote, Reopen, Reports, Sleep, Take, TakeTwice,
};
use super::step::When::{Later, Never, Now};

const ZERO: Duration = Duration::ZERO;
const HOUR: Duration = Duration::from_secs(3600);
const SEVEN: Option<&str> = Some("WEB-7");
const KNOWN: Option<(&str, Option<&str>)> = Some(("7", SEVEN));
/// Only a callback claims the id.
const CLAIMED: Option<(&str, Option<&str>)> = Some(("7", None));

#[rustfmt::skip]
pub(crate) const CASES: &[(&str, &[Step])] = &[
    ("an_unknown_record_is_not_heard", &[
        Heard("7", None, false), Heard("7", SEVEN, false), Queued(&[]), Take(HOUR, None),
    ]),
    ("an_expected_record_is_heard_by_its_exact_reference", &[
        Expect("WEB-7"), Expect("WEB-7"), Heard("7", None, false), Heard("7", Some("web-7"), false),
        Heard("7", Some("WEB-7 "), false), Heard("7", Some("WEB-70"), false), Heard("7", Some(""), false),
        Id("WEB-7", None), Heard("7", SEVEN, true), Heard("7", None, true), Queued(&[("7", 0, Now)]),
        Take(HOUR, CLAIMED), Id("WEB-7", None),
    ]),
    ("a_known_record_is_heard_by_its_id", &[
        Expect("WEB-7"), Confirm("WEB-7", "7"), Expect("WEB-7"), Heard("8", SEVEN, false),
        Heard("7", Some("WEB-8"), true), Take(HOUR, KNOWN), Id("WEB-7", Some("7")), Id("web-7", None),
    ]),
    ("a_claimed_id_is_proven_by_an_expected_reference", &[
        Expect("WEB-7"), Heard("8", SEVEN, true), Sleep(Duration::from_millis(5)), Heard("7", SEVEN, true),
        Take(HOUR, Some(("8", None))), Record(0, Some("WEB-8"), "new", HOUR, Unproven),
        Record(0, None, "new", HOUR, Unproven), Postpone(0, Some(HOUR)), Sleep(Duration::from_millis(5)),
        Take(HOUR, CLAIMED), Record(1, SEVEN, "new", HOUR, Changed), Id("WEB-7", Some("7")),
        Reports(&[("7", "new")]), Queued(&[("8", 1, Later), ("7", 0, Later)]),
        // It is expected no longer.
        Heard("9", SEVEN, false),
    ]),
    ("a_confirmation_proves_a_claimed_id", &[
        Expect("WEB-7"), Heard("7", SEVEN, true), Take(HOUR, CLAIMED), Postpone(0, Some(HOUR)),
        Confirm("WEB-7", "7"), Take(HOUR, KNOWN), Record(1, None, "new", HOUR, Changed),
        Id("WEB-7", Some("7")),
    ]),
    ("a_confirmation_keeps_the_recorded_state", &[
        Expect("WEB-7"), Heard("7", SEVEN, true), Take(HOUR, CLAIMED), Record(0, SEVEN, "paid", ZERO, Changed),
        Confirm("WEB-7", "7"), Take(HOUR, KNOWN), Record(1, SEVEN, "paid", ZERO, Unchanged), Queued(&[]),
    ]),
    ("a_forgotten_record_is_neither_heard_nor_recorded", &[
        Confirm("WEB-7", "7"), Confirm("WEB-8", "8"), Expect("WEB-9"), Heard("7", None, true), Take(HOUR, KNOWN),
        Forget("WEB-7"), Forget("WEB-9"), Record(0, SEVEN, "paid", HOUR, Superseded), Postpone(0, None),
        Heard("7", SEVEN, false), Heard("9", Some("WEB-9"), false), Heard("8", None, true), Id("WEB-7", None),
        Queued(&[("8", 0, Now)]), Reports(&[]),
    ]),
    ("a_state_is_recorded_and_reported_once", &[
        Confirm("WEB-7", "7"), Heard("7", None, true),
        Take(HOUR, KNOWN), Record(0, SEVEN, "new", ZERO, Changed),
        Take(HOUR, KNOWN), Record(1, SEVEN, "NEW", ZERO, Unchanged), Heard("7", None, true),
        Take(HOUR, KNOWN), Record(2, SEVEN, "paid", ZERO, Changed),
        Take(HOUR, KNOWN), Record(3, SEVEN, "new", ZERO, Changed),
        Take(HOUR, KNOWN), Record(4, SEVEN, "new", ZERO, Unchanged), Queued(&[]),
        Reports(&[("7", "new"), ("7", "paid"), ("7", "new")]),
    ]),
    ("a_claimed_status_is_reported_once", &[
        Confirm("WEB-7", "7"), Hinted("7", "open"), Take(HOUR, KNOWN), Record(0, SEVEN, "new", ZERO, Changed),
        Hinted("7", "change"), Take(HOUR, KNOWN), Record(1, SEVEN, "new", ZERO, Changed),
        Hinted("7", "CHANGE"), Take(HOUR, KNOWN), Record(2, SEVEN, "new", ZERO, Unchanged),
        Heard("7", None, true), Reopen, Take(HOUR, KNOWN), Record(3, SEVEN, "new", ZERO, Unchanged),
        // It was claimed during the read, which may have been before the change.
        Hinted("7", "change"), Take(HOUR, KNOWN), Hinted("7", "open"), Record(4, SEVEN, "new", ZERO, Unchanged),
        Take(HOUR, KNOWN), Record(5, SEVEN, "new", ZERO, Changed), Queued(&[]),
        Reports(&[("7", "new"), ("7", "new"), ("7", "new")]),
    ]),
    ("a_changed_value_is_reported_once", &[
        Confirm("WEB-7", "7"), Heard("7", None, true), Take(HOUR, KNOWN), RecordNote(0, "one", 1, Changed),
        Take(HOUR, KNOWN), RecordNote(1, "one", 1, Unchanged),
        Heard("7", None, true), Take(HOUR, KNOWN), RecordNote(2, "two", 1, Changed), Queued(&[]),
        Heard("7", None, true), Take(HOUR, KNOWN), RecordNote(3, "two", 2, Changed), Queued(&[]),
    ]),
    ("an_older_record_replaces_no_newer_one", &[
        Confirm("WEB-7", "7"), Heard("7", None, true), Take(HOUR, KNOWN), RecordNote(0, "two", 2, Changed),
        Take(HOUR, KNOWN), RecordNote(1, "one", 1, Older), Postpone(1, Some(ZERO)), Queued(&[("7", 1, Now)]),
        // A record without a time is believed, and the time stays.
        Take(HOUR, KNOWN), Record(2, SEVEN, "new", ZERO, Changed), Heard("7", None, true),
        Take(HOUR, KNOWN), RecordNote(3, "one", 1, Older), RecordNote(3, "two", 2, Changed),
        Reports(&[("7", "new"), ("7", "new"), ("7", "new")]),
    ]),
    ("a_report_that_fails_is_not_recorded", &[
        Expect("WEB-7"), Heard("7", SEVEN, true), Take(HOUR, CLAIMED), RecordFails(0, "refused"),
        Reports(&[]), Id("WEB-7", None), Postpone(0, Some(ZERO)), Queued(&[("7", 1, Now)]),
        Take(HOUR, CLAIMED), Record(1, SEVEN, "paid", ZERO, Changed), Reports(&[("7", "paid")]),
    ]),
    ("callbacks_share_a_place_in_the_queue", &[
        Confirm("WEB-7", "7"), Heard("7", None, true), Heard("7", SEVEN, true), Queued(&[("7", 0, Now)]),
        Take(HOUR, KNOWN), Take(HOUR, None), Queued(&[("7", 0, Later)]),
    ]),
    ("one_of_two_processes_takes_a_record", &[
        Confirm("WEB-7", "7"), Heard("7", None, true), TakeTwice("7"), Take(HOUR, None),
    ]),
    ("a_lease_ends_after_its_time", &[
        Confirm("WEB-7", "7"), Heard("7", None, true), Take(Duration::from_millis(40), KNOWN),
        Sleep(Duration::from_millis(60)), Queued(&[("7", 0, Now)]), Take(HOUR, KNOWN),
    ]),
    ("an_older_lease_changes_nothing", &[
        Confirm("WEB-7", "7"), Heard("7", None, true), Take(ZERO, KNOWN), Take(HOUR, KNOWN),
        Record(0, SEVEN, "old", ZERO, Superseded), Postpone(0, Some(ZERO)), Postpone(0, None),
        Queued(&[("7", 0, Later)]), Take(HOUR, None), Record(1, SEVEN, "new", ZERO, Changed),
        Record(1, SEVEN, "old", ZERO, Superseded), Postpone(1, None), Queued(&[("7", 0, Now)]),
        Reports(&[("7", "new")]),
    ]),
    ("a_lease_is_never_given_twice", &[
        Confirm("WEB-7", "7"), Heard("7", None, true), Take(HOUR, KNOWN), Forget("WEB-7"),
        Confirm("WEB-7", "7"), Heard("7", None, true), Take(HOUR, KNOWN),
        Record(0, SEVEN, "old", ZERO, Superseded), Record(1, SEVEN, "new", ZERO, Changed),
    ]),
    ("a_new_state_is_read_again", &[
        Confirm("WEB-7", "7"), Heard("7", None, true), Take(HOUR, KNOWN),
        Record(0, SEVEN, "new", HOUR, Changed), Take(HOUR, None), Queued(&[("7", 0, Later)]),
    ]),
    ("an_old_state_is_read_again_soon_after_a_callback", &[
        Confirm("WEB-7", "7"), Heard("7", None, true), Take(HOUR, KNOWN), Record(0, SEVEN, "new", ZERO, Changed),
        Take(HOUR, KNOWN), Record(1, SEVEN, "new", HOUR, Unchanged), Queued(&[("7", 0, Later)]),
    ]),
    ("a_callback_during_a_read_stays_due", &[
        Confirm("WEB-7", "7"), Heard("7", None, true), Take(HOUR, KNOWN), Heard("7", None, true), Take(HOUR, None),
        Record(0, SEVEN, "new", HOUR, Changed), Take(HOUR, KNOWN), Heard("7", None, true),
        Record(1, SEVEN, "new", ZERO, Unchanged), Take(HOUR, KNOWN), Heard("7", None, true),
        Postpone(2, None), Take(HOUR, KNOWN), Record(3, SEVEN, "new", ZERO, Unchanged), Queued(&[]),
    ]),
    ("a_postponed_record_is_due_later", &[
        Confirm("WEB-7", "7"), Heard("7", None, true), Take(HOUR, KNOWN), Postpone(0, Some(ZERO)),
        Take(HOUR, KNOWN), Postpone(1, Some(HOUR)), Take(HOUR, None), Queued(&[("7", 2, Later)]),
        Heard("7", None, true), Queued(&[("7", 2, Now)]), Take(HOUR, KNOWN),
        Record(2, SEVEN, "new", HOUR, Changed), Queued(&[("7", 0, Later)]),
    ]),
    ("a_record_that_is_given_up_is_listed_until_a_callback", &[
        Confirm("WEB-7", "7"), Heard("7", None, true), Take(HOUR, KNOWN), Postpone(0, None), Take(HOUR, None),
        Queued(&[("7", 1, Never)]), Heard("7", None, true), Queued(&[("7", 1, Now)]), Take(HOUR, KNOWN),
    ]),
    ("records_with_fewer_failures_are_taken_first", &[
        Confirm("WEB-7", "7"), Confirm("WEB-8", "8"), Confirm("WEB-9", "9"), Heard("7", None, true),
        Take(HOUR, KNOWN), Postpone(0, Some(ZERO)), Sleep(Duration::from_millis(5)), Heard("8", None, true),
        Sleep(Duration::from_millis(5)), Heard("9", None, true),
        Queued(&[("8", 0, Now), ("9", 0, Now), ("7", 1, Now)]), Take(HOUR, Some(("8", Some("WEB-8")))),
        Take(HOUR, Some(("9", Some("WEB-9")))), Take(HOUR, KNOWN),
    ]),
    ("prune_forgets_what_is_not_going_to_be_read", &[
        Expect("WEB-5"), Confirm("WEB-6", "6"), Confirm("WEB-7", "7"), Heard("7", None, true), Prune(1), Id("WEB-6", Some("6")),
        Prune(0), Heard("5", Some("WEB-5"), false), Heard("6", None, false), Heard("7", None, true),
    ]),
    ("receivers_share_no_record", &[
        Confirm("WEB-7", "7"), Expect("WEB-8"), Heard("7", None, true), OtherReceiver, Heard("7", None, false),
        Heard("8", Some("WEB-8"), false), Take(HOUR, None), Queued(&[]), Id("WEB-7", None),
        Forget("WEB-7"),
    ]),
    ("everything_is_kept_after_all_handles_close", &[
        Expect("WEB-6"), Confirm("WEB-7", "7"), Heard("7", None, true), Reopen, Sleep(Duration::from_millis(5)), Heard("6", Some("WEB-6"), true),
        Take(HOUR, KNOWN), Reopen, Record(0, SEVEN, "new", HOUR, Changed), Reopen,
        Queued(&[("6", 0, Now), ("7", 0, Later)]), Reports(&[("7", "new")]),
    ]),
];
