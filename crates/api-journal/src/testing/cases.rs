//! The promises of rows.

use crate::rows::Kind::{Checkpoint, Record, Write};
use crate::rows::Waits::{LookUp, Person, Read, Reread};

use super::step::Step::{
    self, Delete, History, Id, Made, Matching, Missing, Named, One, OtherScope, Pause, Prune, Put,
    PutAgain, PutLine, PutStale, Queued, Reopen, Waiting,
};
use super::step::Whose::{Account, Scope};

const BODY: &str = r#"{"n\u00e4me":"'\\ $1 ?1 {t} \ud83c\udf55","later":[1,null]}"#;

/// The promises, and the steps that show them.
#[rustfmt::skip]
pub(crate) const CASES: &[(&str, &[Step])] = &[
    ("a row is inserted and replaced", &[
        Missing(Record, "1"), Put(Record, "1", None, BODY, &[]), One(Record, "1", 1, None, BODY),
        Put(Record, "1", Some((Read, 7)), "{}", &[]), One(Record, "1", 2, Some((Read, 7)), "{}"),
        Put(Record, "1", Some((Person, 4_000_000_000_000)), BODY, &[]), Put(Record, "1", None, "{}", &[]), One(Record, "1", 4, None, "{}"),
    ]),
    ("a put of another revision changes nothing", &[
        Put(Record, "1", None, "{}", &["a"]), PutStale(Record, "1"), Put(Record, "1", None, BODY, &["a"]), PutStale(Record, "1"),
    ]),
    ("similar places are different rows", &[
        Put(Record, "a", None, "1", &[]), Put(Record, "A", None, "2", &[]), Put(Record, "a ", None, "3", &[]),
        Put(Record, "\u{e4}", None, "4", &[]), Put(Record, "a\u{308}", None, "5", &[]), Put(Record, "", None, "6", &[]),
        Put(Checkpoint, "a", None, "7", &[]), OtherScope, Missing(Record, "a"), Put(Record, "a", None, "8", &[]),
        One(Record, "a", 1, None, "8"),
    ]),
    ("a row is found by its names, exactly", &[
        Put(Record, "1", None, "{}", &["cart-7", "WEB-7"]), Put(Record, "2", None, "{}", &["cart-7"]),
        Put(Checkpoint, "3", None, "{}", &["cart-7"]), Named(Record, "cart-7", &["1", "2"]), Named(Record, "WEB-7", &["1"]),
        Named(Record, "web-7", &[]), Named(Record, "cart-", &[]), Named(Record, "WEB-7 ", &[]), Named(Checkpoint, "cart-7", &["3"]),
        OtherScope, Named(Record, "cart-7", &[]),
    ]),
    ("a name of any text is stored, without NUL", &[
        Put(Record, "1", None, "{}", &["a\0b", "\0"]), Named(Record, "ab", &["1"]),
    ]),
    ("a put keeps or replaces the names", &[
        Put(Record, "1", None, "{}", &["a", "b"]), PutAgain(Record, "1", Some((Read, 1))), Named(Record, "a", &["1"]),
        Put(Record, "1", None, "{}", &["b", "c"]), Named(Record, "a", &[]), Named(Record, "b", &["1"]), Named(Record, "c", &["1"]),
        Put(Record, "1", None, "{}", &[]), Named(Record, "b", &[]),
    ]),
    ("what waits is listed by the time, then by the id", &[
        Put(Record, "3", Some((Read, 10)), "{}", &[]), Put(Record, "1", Some((Read, 20)), "{}", &[]),
        Put(Record, "2", Some((Read, 10)), "{}", &[]), Put(Record, "4", Some((Reread, 1)), "{}", &[]),
        Put(Record, "5", None, "{}", &[]), Put(Checkpoint, "6", Some((Read, 1)), "{}", &[]),
        Queued(Read, 10, &["2", "3", "1"]), Queued(Read, 2, &["2", "3"]), Queued(Reread, 10, &["4"]), Queued(Person, 10, &[]),
        PutAgain(Record, "3", Some((Read, 30))), PutAgain(Record, "2", None), Queued(Read, 10, &["1", "3"]),
        OtherScope, Queued(Read, 10, &[]),
    ]),
    ("a deleted row is gone, and its names", &[
        Put(Record, "1", None, "{}", &["a"]), Put(Record, "2", None, "{}", &["a"]), PutAgain(Record, "1", None),
        Delete(Record, "1", 1, false), Delete(Record, "1", 3, false), Delete(Record, "1", 2, true),
        Delete(Record, "1", 2, false), Missing(Record, "1"), Named(Record, "a", &["2"]),
        Put(Record, "1", None, "{}", &[]), One(Record, "1", 1, None, "{}"), Named(Record, "a", &["2"]),
    ]),
    ("prune deletes what waits for nothing since a day", &[
        Put(Record, "waits", Some((Person, 1)), "{}", &[]), Put(Record, "1", None, "{}", &["a"]), Put(Record, "2", None, "{}", &[]),
        Put(Record, "3", None, "{}", &[]), Put(Checkpoint, "4", None, "{}", &[]), Prune(Record, 0, 10), One(Record, "1", 1, None, "{}"),
        Prune(Record, 1, 2), Missing(Record, "1"), Missing(Record, "2"), Missing(Record, "3"), Named(Record, "a", &[]),
        One(Record, "waits", 1, Some((Person, 1)), "{}"), One(Checkpoint, "4", 1, None, "{}"),
    ]),
    ("writes that wait are listed from now on back, by the time, then by the scope and the id", &[
        Put(Write, "3", Some((Person, 10)), "{}", &[]), Put(Write, "1", Some((Person, 20)), "{}", &[]),
        Put(Write, "2", Some((Person, 10)), "{}", &[]), Put(Write, "4", Some((LookUp, 1)), "{}", &[]), Put(Write, "5", None, "{}", &[]),
        Put(Write, "6", Some((Person, 4_000_000_000_000)), "{}", &[]), Put(Record, "7", Some((Person, 1)), "{}", &[]),
        Waiting(Person, 10, &["2", "3", "1"]), Waiting(Person, 1, &["2", "3", "1"]), Waiting(LookUp, 2, &["4"]), Waiting(Read, 2, &[]),
        OtherScope, Put(Write, "1", Some((Person, 10)), "{}", &[]), Waiting(Person, 3, &["2", "3", "1", "1"]),
    ]),
    ("writes are listed by the scope and the time of their insertion", &[
        Put(Write, "3", None, "{}", &[]), Pause, Put(Write, "1", Some((Person, 1)), "{}", &[]), Pause, Put(Write, "2", None, "{}", &[]),
        Put(Record, "4", None, "{}", &[]), Put(Write, "3", None, "{}", &[]), Made(Account, 2, &["3", "1", "2"]),
        Made(Account, 10, &["3", "1", "2"]), OtherScope, Made(Scope, 2, &[]), Put(Write, "0", None, "{}", &[]), Made(Scope, 2, &["0"]),
        Made(Account, 2, &["3", "1", "2", "0"]),
    ]),
    ("writes are found by the beginning of a name", &[
        Put(Write, "1", None, "{}", &["cart-7", "WEB-7"]), Put(Write, "2", None, "{}", &["cart-7/submit"]),
        Put(Write, "3", None, "{}", &["cart-70", "cart-71", "car"]), Put(Write, "4", None, "{}", &["Cart-7", "cart\u{e4}"]),
        Put(Record, "5", None, "{}", &["cart-7"]), Matching(Account, "cart-7", 10, &["1", "2", "3", "3"]), Matching(Account, "cart-7", 1, &["1", "2", "3", "3"]),
        Matching(Account, "cart", 3, &["1", "2", "3", "3", "4"]), Matching(Account, "cart-7 ", 1, &[]), Matching(Account, "%", 1, &[]), Matching(Account, "WEB", 1, &["1"]),
        OtherScope, Put(Write, "1", None, "{}", &["cart-7"]), Matching(Account, "cart-7", 2, &["1", "1", "2", "3", "3"]),
        Matching(Scope, "cart-7", 2, &["1"]),
    ]),
    ("a row is found by its id in all scopes", &[
        Id(Write, "found by its id", 0), Put(Write, "found by its id", None, "{}", &[]), Id(Write, "found by its id", 1),
        Id(Record, "found by its id", 0), Delete(Write, "found by its id", 1, true),
    ]),
    ("a history has a line for each put that has one, unless it is forgotten", &[
        PutLine(Write, "1", BODY, false), Put(Write, "1", None, "{}", &[]), PutLine(Write, "1", "b", false), PutLine(Write, "2", "c", false),
        History(Write, "1", &[BODY, "b"]), PutLine(Write, "1", "d", true), History(Write, "1", &["d"]), History(Write, "2", &["c"]),
        Delete(Write, "1", 4, true), History(Write, "1", &[]), Put(Write, "1", None, "{}", &[]), History(Write, "1", &[]),
        Prune(Write, 1, 100), Put(Write, "2", None, "{}", &[]), History(Write, "2", &[]),
    ]),
    ("rows are kept after all handles close", &[
        Put(Record, "1", Some((Read, 1)), BODY, &["a"]), Reopen, One(Record, "1", 1, Some((Read, 1)), BODY), Named(Record, "a", &["1"]),
    ]),
];
