//! The promises of records and their queue.

use std::time::Duration;

use api_callbacks::rules::Recorded::{Changed, NotOurs, Older, Superseded, Unchanged, Unproven};

use super::step::Step::{
    self, Delete, Heard, Hinted, Named, OtherAccount, OtherWrite, Postpone, Prune, Queued, Record,
    RecordFails, RecordNote, Refetch, Reopen, Reports, Sleep, Take, TakeTwice, Write,
};
use super::step::When::{Later, Never, Now};

const ZERO: Duration = Duration::ZERO;
const HOUR: Duration = Duration::from_secs(3600);
const SEVEN: Option<&str> = Some("WEB-7");
const KNOWN: Option<(&str, Option<&str>)> = Some(("7", SEVEN));
/// No reference is known.
const CLAIMED: Option<(&str, Option<&str>)> = Some(("7", None));

#[rustfmt::skip]
pub(crate) const CASES: &[(&str, &[Step])] = &[
    ("a_record_of_no_write_is_not_heard", &[
        Heard("7", None, false), Heard("7", SEVEN, false), Write("WEB-8", Some("8")), OtherWrite("WEB-7", "7"),
        Heard("7", None, false), Heard("7", SEVEN, false), Heard("WEB-8", None, false), Queued(&[]), Take(HOUR, None),
    ]),
    ("a_record_of_a_write_is_heard_by_its_id", &[
        Write("WEB-7", Some("7")), Heard("8", SEVEN, false), Named("WEB-7", None), Heard("7", Some("WEB-8"), true),
        Heard("7", None, true), Queued(&[("7", 0, Now)]), Take(HOUR, KNOWN), Named("WEB-7", Some("7")), Named("web-7", None),
    ]),
    ("a_record_of_a_write_without_an_id_is_heard_by_its_reference", &[
        Write("WEB-7", None), Heard("7", Some("WEB-70"), false), Heard("7", Some(""), false), Heard("7", SEVEN, true),
        Heard("7", None, true), Queued(&[("7", 0, Now)]), Take(HOUR, CLAIMED), Named("WEB-7", None),
    ]),
    ("an_id_alone_is_kept_while_a_write_has_no_id", &[
        Write("WEB-8", Some("8")), Heard("7", None, false), Write("WEB-7", None), Heard("7", None, true),
        Sleep(Duration::from_millis(5)), Heard("6", Some("web-7 "), true), Heard("5", Some("WEB 7"), false), Queued(&[("7", 0, Now), ("6", 0, Now)]),
    ]),
    ("a_claimed_id_is_proven_by_the_reference_of_a_write", &[
        Write("WEB-7", None), Heard("8", SEVEN, true), Sleep(Duration::from_millis(5)), Heard("7", SEVEN, true),
        Take(HOUR, Some(("8", None))), Record(0, None, "new", HOUR, Unproven), Record(0, Some("web-7"), "new", HOUR, Unproven),
        Record(0, Some("WEB-8"), "new", HOUR, NotOurs), Take(HOUR, CLAIMED), Record(1, SEVEN, "new", HOUR, Changed),
        Named("WEB-7", Some("7")), Reports(&[("7", "new")]), Queued(&[("7", 0, Later)]),
    ]),
    ("a_claimed_id_is_proven_by_the_id_of_a_write", &[
        Write("WEB-7", None), Heard("7", SEVEN, true), Take(HOUR, CLAIMED), Record(0, None, "new", HOUR, Unproven),
        Write("WEB-7", Some("7")), Record(0, Some("WEB-8"), "new", HOUR, Unproven), Record(0, None, "new", HOUR, Changed),
        Named("WEB-7", Some("7")),
    ]),
    ("a_claimed_id_that_is_given_up_waits_for_nobody", &[
        Write("WEB-7", None), Heard("7", None, true), Take(HOUR, CLAIMED), Postpone(0, None), Queued(&[]), Take(HOUR, None),
        Heard("7", None, true), Take(HOUR, CLAIMED),
    ]),
    ("a_record_of_the_application_is_heard_from_its_first_read_on", &[
        Heard("7", None, false), Refetch("7"), Take(HOUR, CLAIMED), Record(0, SEVEN, "new", HOUR, Changed),
        Named("WEB-7", Some("7")), Heard("7", None, true), Write("WEB-8", None), Heard("8", None, true), Refetch("8"),
        Take(HOUR, KNOWN), Take(HOUR, Some(("8", None))), Record(2, Some("WEB-9"), "new", HOUR, Changed),
    ]),
    ("a_deleted_record_is_not_recorded", &[
        Refetch("7"), Take(HOUR, CLAIMED), Delete("7"), Record(0, SEVEN, "paid", HOUR, Superseded), Postpone(0, None),
        Heard("7", SEVEN, false), Named("WEB-7", None), Queued(&[]), Reports(&[]),
    ]),
    ("a_state_is_recorded_and_reported_once", &[
        Write("WEB-7", Some("7")), Heard("7", None, true),
        Take(HOUR, KNOWN), Record(0, SEVEN, "new", ZERO, Changed),
        Take(HOUR, KNOWN), Record(1, SEVEN, "NEW", ZERO, Unchanged), Heard("7", None, true),
        Take(HOUR, KNOWN), Record(2, SEVEN, "paid", ZERO, Changed),
        Take(HOUR, KNOWN), Record(3, SEVEN, "new", ZERO, Changed),
        Take(HOUR, KNOWN), Record(4, SEVEN, "new", ZERO, Unchanged), Queued(&[]),
        Reports(&[("7", "new"), ("7", "paid"), ("7", "new")]),
    ]),
    ("a_claimed_status_is_reported_once", &[
        Write("WEB-7", Some("7")), Hinted("7", "open"), Take(HOUR, KNOWN), Record(0, SEVEN, "new", ZERO, Changed),
        Hinted("7", "change"), Take(HOUR, KNOWN), Record(1, SEVEN, "new", ZERO, Changed),
        Hinted("7", "CHANGE"), Take(HOUR, KNOWN), Record(2, SEVEN, "new", ZERO, Unchanged),
        Heard("7", None, true), Reopen, Take(HOUR, KNOWN), Record(3, SEVEN, "new", ZERO, Unchanged),
        // It was claimed during the read, which may have been before the change.
        Hinted("7", "change"), Take(HOUR, KNOWN), Hinted("7", "open"), Record(4, SEVEN, "new", ZERO, Unchanged),
        Take(HOUR, KNOWN), Record(5, SEVEN, "new", ZERO, Changed), Queued(&[]),
        Reports(&[("7", "new"), ("7", "new"), ("7", "new")]),
    ]),
    ("a_changed_value_is_reported_once", &[
        Write("WEB-7", Some("7")), Heard("7", None, true), Take(HOUR, KNOWN), RecordNote(0, "one", 1, Changed),
        Take(HOUR, KNOWN), RecordNote(1, "one", 1, Unchanged),
        Heard("7", None, true), Take(HOUR, KNOWN), RecordNote(2, "two", 1, Changed), Queued(&[]),
        Heard("7", None, true), Take(HOUR, KNOWN), RecordNote(3, "two", 2, Changed), Queued(&[]),
    ]),
    ("an_older_record_replaces_no_newer_one", &[
        Write("WEB-7", Some("7")), Heard("7", None, true), Take(HOUR, KNOWN), RecordNote(0, "two", 2, Changed),
        Take(HOUR, KNOWN), RecordNote(1, "one", 1, Older), Postpone(1, Some(ZERO)), Queued(&[("7", 1, Now)]),
        // A record without a time is believed, and the time stays.
        Take(HOUR, KNOWN), Record(2, SEVEN, "new", ZERO, Changed), Heard("7", None, true),
        Take(HOUR, KNOWN), RecordNote(3, "one", 1, Older), RecordNote(3, "two", 2, Changed),
        Reports(&[("7", "new"), ("7", "new"), ("7", "new")]),
    ]),
    ("a_report_that_fails_is_not_recorded", &[
        Write("WEB-7", None), Heard("7", SEVEN, true), Take(HOUR, CLAIMED), RecordFails(0, "refused"),
        Reports(&[]), Named("WEB-7", None), Postpone(0, Some(ZERO)), Queued(&[("7", 1, Now)]),
        Take(HOUR, CLAIMED), Record(1, SEVEN, "paid", ZERO, Changed), Reports(&[("7", "paid")]),
    ]),
    ("callbacks_share_a_place_in_the_queue", &[
        Write("WEB-7", Some("7")), Heard("7", None, true), Heard("7", SEVEN, true), Queued(&[("7", 0, Now)]),
        Take(HOUR, KNOWN), Take(HOUR, None), Queued(&[("7", 0, Later)]),
    ]),
    ("one_of_two_processes_takes_a_record", &[
        Write("WEB-7", Some("7")), Heard("7", None, true), TakeTwice("7"), Take(HOUR, None),
    ]),
    ("a_lease_ends_after_its_time", &[
        Write("WEB-7", Some("7")), Heard("7", None, true), Take(Duration::from_millis(40), KNOWN),
        Sleep(Duration::from_millis(60)), Queued(&[("7", 0, Now)]), Take(HOUR, KNOWN),
    ]),
    ("an_older_lease_changes_nothing", &[
        Write("WEB-7", Some("7")), Heard("7", None, true), Take(ZERO, KNOWN), Take(HOUR, KNOWN),
        Record(0, SEVEN, "old", ZERO, Superseded), Postpone(0, Some(ZERO)), Postpone(0, None),
        Queued(&[("7", 0, Later)]), Take(HOUR, None), Record(1, SEVEN, "new", ZERO, Changed),
        Record(1, SEVEN, "old", ZERO, Superseded), Postpone(1, None), Queued(&[("7", 0, Now)]),
        Reports(&[("7", "new")]),
    ]),
    ("a_lease_is_never_given_twice", &[
        Write("WEB-7", Some("7")), Heard("7", None, true), Take(HOUR, KNOWN), Delete("7"),
        Write("WEB-7", Some("7")), Heard("7", None, true), Take(HOUR, KNOWN),
        Record(0, SEVEN, "old", ZERO, Superseded), Record(1, SEVEN, "new", ZERO, Changed),
    ]),
    ("a_new_state_is_read_again", &[
        Write("WEB-7", Some("7")), Heard("7", None, true), Take(HOUR, KNOWN),
        Record(0, SEVEN, "new", HOUR, Changed), Take(HOUR, None), Queued(&[("7", 0, Later)]),
    ]),
    ("an_old_state_is_read_again_soon_after_a_callback", &[
        Write("WEB-7", Some("7")), Heard("7", None, true), Take(HOUR, KNOWN), Record(0, SEVEN, "new", ZERO, Changed),
        Take(HOUR, KNOWN), Record(1, SEVEN, "new", HOUR, Unchanged), Queued(&[("7", 0, Later)]),
    ]),
    ("a_callback_during_a_read_stays_due", &[
        Write("WEB-7", Some("7")), Heard("7", None, true), Take(HOUR, KNOWN), Heard("7", None, true), Take(HOUR, None),
        Record(0, SEVEN, "new", HOUR, Changed), Take(HOUR, KNOWN), Heard("7", None, true),
        Record(1, SEVEN, "new", ZERO, Unchanged), Take(HOUR, KNOWN), Heard("7", None, true),
        Postpone(2, None), Take(HOUR, KNOWN), Record(3, SEVEN, "new", ZERO, Unchanged), Queued(&[]),
    ]),
    ("a_postponed_record_is_due_later", &[
        Write("WEB-7", Some("7")), Heard("7", None, true), Take(HOUR, KNOWN), Postpone(0, Some(ZERO)),
        Take(HOUR, KNOWN), Postpone(1, Some(HOUR)), Take(HOUR, None), Queued(&[("7", 2, Later)]),
        Heard("7", None, true), Queued(&[("7", 2, Now)]), Take(HOUR, KNOWN),
        Record(2, SEVEN, "new", HOUR, Changed), Queued(&[("7", 0, Later)]),
    ]),
    ("a_record_that_is_given_up_is_listed_until_a_callback", &[
        Write("WEB-7", Some("7")), Heard("7", None, true), Take(HOUR, KNOWN), Postpone(0, None), Take(HOUR, None),
        Queued(&[("7", 1, Never)]), Heard("7", None, true), Queued(&[("7", 1, Now)]), Take(HOUR, KNOWN),
    ]),
    ("records_with_fewer_failures_are_taken_first", &[
        Write("WEB-7", Some("7")), Write("WEB-8", Some("8")), Write("WEB-9", Some("9")), Heard("7", None, true),
        Take(HOUR, KNOWN), Postpone(0, Some(ZERO)), Sleep(Duration::from_millis(5)), Heard("8", None, true),
        Sleep(Duration::from_millis(5)), Heard("9", None, true),
        Queued(&[("8", 0, Now), ("9", 0, Now), ("7", 1, Now)]), Take(HOUR, Some(("8", Some("WEB-8")))),
        Take(HOUR, Some(("9", Some("WEB-9")))), Take(HOUR, KNOWN),
    ]),
    ("prune_forgets_what_is_not_going_to_be_read", &[
        Refetch("6"), Refetch("7"), Sleep(Duration::from_millis(5)), Take(HOUR, Some(("6", None))), Record(0, Some("WEB-6"), "new", ZERO, Changed),
        Take(HOUR, CLAIMED), Record(1, SEVEN, "new", HOUR, Changed), Take(HOUR, Some(("6", Some("WEB-6")))),
        Record(2, Some("WEB-6"), "new", ZERO, Unchanged), Queued(&[("7", 0, Later)]), Prune(1), Named("WEB-6", Some("6")),
        Prune(0), Heard("6", None, false), Heard("7", None, true),
    ]),
    ("accounts_share_no_record", &[
        Write("WEB-7", Some("7")), Write("WEB-8", None), Heard("7", None, true), OtherAccount, Heard("7", None, false),
        Heard("8", Some("WEB-8"), false), Take(HOUR, None), Queued(&[]), Named("WEB-7", None),
    ]),
    ("everything_is_kept_after_all_handles_close", &[
        Write("WEB-6", None), Write("WEB-7", Some("7")), Heard("7", None, true), Reopen, Sleep(Duration::from_millis(5)),
        Heard("6", Some("WEB-6"), true), Take(HOUR, KNOWN), Reopen, Record(0, SEVEN, "new", HOUR, Changed), Reopen,
        Queued(&[("6", 0, Now), ("7", 0, Later)]), Reports(&[("7", "new")]),
    ]),
];
