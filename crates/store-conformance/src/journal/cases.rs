//! What every journal does, case by case.

use std::time::Duration;

use api_journal::{Change, End, Entry, Evidence, Filter, Note, Outcome, State, Timer};

use crate::journal::step::Step::{
    Begin, BeginAgain, Change as Changed, ChangeStale, Expect, History, List, Missing, Prepare,
    Prune, Recorded, Refused, Restored, Sleep,
};
use crate::journal::step::{LEASE, Step};

const ZERO: Duration = Duration::ZERO;
const SHORT: Duration = Duration::from_millis(50);
const MONTH: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// 300 characters.
const LONG: &str = "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\
0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\
0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789";

/// Changes every column that a change may change.
fn all(mut entry: Entry) -> Change {
    entry.key = "another".to_owned();
    entry.state = "half_done".parse().unwrap_or(State::Unknown);
    entry.generation = i64::MAX;
    entry.doubt = true;
    entry.needs_person = true;
    entry.nonce = i64::MAX;
    entry.format = 7;
    entry.details.names = vec![("näme \"1\"".to_owned(), "'\\\u{1f355}".to_owned())];
    entry.details.end = Some(End::new(Outcome::Rejected, Evidence::Found));
    let mut change = Change::new(entry, Note::new(2, "all"));
    change.lease = Timer::In(MONTH);
    change.due = Timer::In(LEASE);
    change
}

fn named(mut entry: Entry) -> Change {
    entry.details.names = vec![("note".to_owned(), "n\u{e4} \"1\"".to_owned())];
    Change::new(entry, Note::new(1, "named"))
}

fn to(mut entry: Entry, state: State) -> Change {
    entry.state = state;
    let mut change = Change::new(entry, Note::new(1, "settled"));
    change.lease = Timer::Never;
    change.due = Timer::Never;
    change
}

fn done(entry: Entry) -> Change {
    to(entry, State::Done)
}

fn unknown(entry: Entry) -> Change {
    to(entry, State::Unknown)
}

fn rejected(entry: Entry) -> Change {
    to(entry, State::Rejected)
}

fn for_a_person(mut entry: Entry) -> Change {
    entry.needs_person = true;
    to(entry, State::Done)
}

fn due_later(entry: Entry) -> Change {
    let mut change = to(entry, State::Rejected);
    change.due = Timer::In(LEASE);
    change
}

fn due_now(entry: Entry) -> Change {
    let mut change = to(entry, State::Unknown);
    change.due = Timer::In(ZERO);
    change
}

fn forgotten(entry: Entry) -> Change {
    let mut change = Change::new(entry, Note::new(1, "erased"));
    change.forget = true;
    change
}

fn renewal(entry: Entry) -> Change {
    Change::renewal(entry, LEASE)
}

fn clock_ahead(entry: Entry) -> Change {
    let mut change = Change::renewal(entry, MONTH);
    change.due = Timer::Never;
    change
}

/// The promises, and the steps that show them.
#[rustfmt::skip]
pub(crate) const CASES: &[(&str, &[Step])] = &[
    ("begin inserts the entry of the intent", &[Missing("1"), Begin("1", LEASE), History("1", &["in flight"])]),
    ("begin inserts a prepared entry", &[
        Prepare("1"),
        Expect("1", "no lease and generation 0", |entry| entry.lease_until.is_none() && entry.generation == 0),
        History("1", &["prepared"]),
    ]),
    ("begin returns the entry that exists, and changes nothing", &[
        Begin("1", LEASE), BeginAgain("1"), Changed("1", done), BeginAgain("1"), History("1", &["in flight", "settled"]),
    ]),
    ("similar keys are different entries", &[
        Begin("a", LEASE), Begin("A", LEASE), Begin("a ", LEASE), Begin("\u{e4}", LEASE), Begin("a\u{308}", LEASE),
        Begin(LONG, LEASE),
        Expect("a", "its key", |entry| entry.key == "a"), Expect("A", "its key", |entry| entry.key == "A"),
        Expect("a ", "its key", |entry| entry.key == "a "), Expect("\u{e4}", "its key", |entry| entry.key == "\u{e4}"),
        Expect("a\u{308}", "its key", |entry| entry.key == "a\u{308}"),
        Expect(LONG, "its key", |entry| entry.key == LONG),
    ]),
    ("a change sets all columns but those of the identity", &[Begin("1", LEASE), Changed("1", all)]),
    ("a change keeps or ends both times", &[
        Begin("1", LEASE), Changed("1", |entry| Change::new(entry, Note::new(1, "kept"))),
        Expect("1", "both times", |entry| entry.lease_until.is_some() && entry.due_at.is_some()),
        Changed("1", done),
        Expect("1", "no times", |entry| entry.lease_until.is_none() && entry.due_at.is_none()),
    ]),
    ("a change of another revision is refused", &[
        Begin("1", LEASE), Changed("1", renewal), ChangeStale("1", done), ChangeStale("1", all),
    ]),
    ("a renewal adds nothing to the history", &[
        Begin("1", ZERO), Changed("1", renewal), History("1", &["in flight"]),
    ]),
    ("a history is forgotten if a change says so", &[
        Begin("1", LEASE), Changed("1", done), Begin("2", LEASE), Changed("1", forgotten),
        History("1", &["erased"]), History("2", &["in flight"]),
    ]),
    ("a list begins with the earliest", &[
        Begin("3", LEASE), Sleep(SHORT), Begin("1", LEASE), Sleep(SHORT), Begin("2", LEASE),
        List(Filter::all, &["3", "1", "2"]),
    ]),
    ("a list of open entries has unknown ones, and those whose lease has expired", &[
        Begin("lease", LEASE), Begin("expired", ZERO), Sleep(SHORT), Begin("done", LEASE), Changed("done", done), Sleep(SHORT),
        Begin("unknown", LEASE), Changed("unknown", unknown), Sleep(SHORT), Begin("later version", LEASE),
        Changed("later version", |entry| to(entry, State::Other("half_done".to_owned()))),
        List(Filter::open, &["expired", "unknown", "later version"]),
    ]),
    ("a lease by a clock that was ahead has expired", &[
        Begin("1", LEASE), Changed("1", clock_ahead), List(Filter::open, &["1"]), List(Filter::for_people, &["1"]),
    ]),
    ("a list for people has what no look-up finds, and what a person should look at", &[
        Begin("due", ZERO), Begin("unknown", LEASE), Changed("unknown", unknown), Sleep(SHORT),
        Begin("done", LEASE), Changed("done", for_a_person), Begin("fine", LEASE), Changed("fine", done),
        List(Filter::for_people, &["unknown", "done"]),
    ]),
    ("a list of what is due has what is to be looked up now", &[
        Begin("later", LEASE), Begin("now", LEASE), Changed("now", due_now), Sleep(SHORT),
        Begin("never", LEASE), Changed("never", unknown), List(Filter::due, &["now"]),
    ]),
    ("a list of what was never sent has prepared entries", &[
        Begin("1", LEASE), Prepare("2"), Begin("3", LEASE),
        Changed("3", |entry| to(entry, State::NotSent)), List(Filter::never_sent, &["2"]),
    ]),
    ("a list has entries of an age", &[
        Begin("1", LEASE), List(|| Filter::all().older_than(LEASE), &[]),
        Sleep(SHORT), List(|| Filter::all().older_than(SHORT), &["1"]),
    ]),
    ("a list has entries of an account", &[
        Begin("1", LEASE), List(|| Filter::all().account("another"), &[]), List(Filter::all, &["1"]),
    ]),
    ("a list has entries with a text", &[
        Begin("1", LEASE), Changed("1", named), Sleep(SHORT), Begin("cart", LEASE), Begin("2", LEASE),
        List(|| Filter::all().text("n\u{e4} \"1\""), &["1"]), List(|| Filter::all().text("cart"), &["cart"]),
        List(|| Filter::all().text("n\u{e4}"), &[]), List(|| Filter::all().text("n\u{c4} \"1\""), &[]),
        List(|| Filter::all().text("note"), &[]), List(|| Filter::all().text("%"), &[]),
    ]),
    ("prune deletes settled entries that need nobody, and their history", &[
        Begin("in flight", LEASE), Begin("unknown", LEASE), Changed("unknown", unknown),
        Begin("person", LEASE), Changed("person", for_a_person), Begin("due", LEASE), Changed("due", due_later),
        Begin("1", LEASE), Changed("1", done), Begin("2", LEASE), Changed("2", rejected),
        Begin("3", LEASE), Changed("3", |entry| to(entry, State::NotSent)), Sleep(SHORT),
        Prune(0, 2),
        Missing("1"), Missing("2"), Missing("3"), History("1", &[]),
        Expect("in flight", "it", |_| true), Expect("unknown", "it", |_| true), Expect("person", "it", |_| true),
        Expect("due", "it", |_| true), Begin("1", LEASE),
    ]),
    ("prune keeps what changed since", &[
        Begin("1", LEASE), Changed("1", done), Prune(1, 100), Expect("1", "it", |_| true),
    ]),
    ("after a restore nothing is begun", &[
        Begin("1", LEASE), Restored(true), Refused("2"), Recorded("3"), BeginAgain("1"), Changed("1", done), Restored(false),
        Begin("2", LEASE),
    ]),
    ("a lease ends after its duration", &[
        Begin("1", SHORT), Sleep(SHORT), Sleep(SHORT), List(Filter::open, &["1"]), List(Filter::due, &["1"]),
    ]),
    ("a lease without end does not overflow", &[
        Begin("1", LEASE), Changed("1", |entry| Change::renewal(entry, MONTH * 12 * 1000)),
    ]),
];
