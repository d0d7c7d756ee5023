//! What is believed of each kind of response to each kind of operation, and why. The test writes
//! `crates/api-runtime/RESPONSES.md`: `UPDATE_RESPONSES=1 cargo test -p tests --test clients believed`.

mod addendum;
mod blank;
mod callback;
mod described;
mod operations;
mod rows;

use std::fmt::Write;

use api_runtime::{Error, Outcome};

use self::operations::Column;
use self::rows::{Belief, groups};

const PATH: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../crates/api-runtime/RESPONSES.md"
);

const HEAD: &str = "\
# Responses and what is believed of them

Written by the test that tries them: `UPDATE_RESPONSES=1 cargo test -p tests --test clients believed`. Without the variable it
fails when a result differs from this page.

Each row is a kind of response, each column an operation of generated clients:

- *read*: `get_incoming_order` of version 3. Its response repeats the id of the path.
- *write*: `update_customer` of version 2, which is not idempotent. The same.
- *create*: `create_incoming_order` of version 3, sent by `send`. Its response repeats the unique key, and has an id.
- *envelope*: `create_request` of payments. The payload is the id of the record that was created.
- *undocumented write*: `refund_request` of payments. The API has an envelope, the response of the operation is not documented.
- *undocumented read*: `get_venue_info` of version 3.
- *list*: `list_customers` of version 2.

A cell is \"Ok\", or the kind of the error, and for writes the outcome: *rejected* means that the request had no effect, *done*
that it took effect, *unknown* that it may have. `create_once` resends a create whose outcome is unknown, and looks the record
up; so it does after a rejection that may be that of a duplicate, since an earlier process may have created the record. Reads are repeated up to three times after transient failures and responses about another record. A dash: the row does not apply
to the operation.

The rules behind it:

- A success is believed if the status is one, the body is whole, nothing in it contradicts the status, and it is about what was
  sent, as far as it shows that.
- A rejection is believed if the status is that of a client error, or the envelope of the API reports failure and nothing else.
  The whole body of a documented success contradicts such a status.
- Undocumented members that report a failure contradict the success of a write, as far as their names show it. A documented field
  is what the documents say.
- Where the documents show that the response is about a new record, the id of the request is that of another one (`addendum_request`).
- A record without any of its documented fields is none, and a wrapper with two records proves neither.
- A message is free text, and no words are searched in it. Without a flag it proves nothing, even if it sounds like a success: the
  documents show an empty message for one, and a message for a rejection. Next to a flag that is true, or a record, it contradicts
  nothing.
- Anything else proves nothing: the outcome of a write is unknown, a read fails. The body is in `Error::response()`.
";

#[tokio::test(start_paused = true)]
async fn every_response_is_believed_as_documented() {
    let mut page = HEAD.to_owned();
    for (title, rows) in groups() {
        let _ = write!(
            page,
            "\n## {title}\n\n| response | read | write | create | envelope | undocumented write | undocumented read | \
             list | why |\n|---|---|---|---|---|---|---|---|---|\n"
        );
        for row in rows {
            let _ = write!(page, "| {} |", row.response);
            for column in Column::ALL {
                let Some(step) = (row.step)(column) else {
                    page += " - |";
                    continue;
                };
                let (result, attempts) = column.send(step).await;
                assert!(
                    is_as_believed(row.belief, column, result.as_ref().err()),
                    "{}, {column:?}: {:?}",
                    row.response,
                    result.err()
                );
                let _ = write!(page, " {} |", cell(column, result.err(), attempts));
            }
            let _ = writeln!(page, " {} |", row.why);
        }
    }
    page += &callback::section().await;
    if std::env::var_os("UPDATE_RESPONSES").is_some() {
        std::fs::write(PATH, &page).unwrap();
    }
    let committed = std::fs::read_to_string(PATH).unwrap_or_default();
    assert!(
        page == committed,
        "RESPONSES.md differs from this run: run it with UPDATE_RESPONSES=1 and review the diff"
    );
}

/// Whether the result is that of the belief. The outcome of a read does not matter.
fn is_as_believed(belief: Belief, column: Column, error: Option<&Error>) -> bool {
    let is_outcome =
        |outcome| error.is_some_and(|error| !column.is_write() || error.outcome() == outcome);
    match belief {
        Belief::Success => error.is_none(),
        Belief::Rejection => is_outcome(Outcome::Rejected),
        Belief::Nothing => is_outcome(Outcome::Unknown),
        Belief::Depends => true,
    }
}

fn cell(column: Column, error: Option<Error>, attempts: usize) -> String {
    let Some(error) = error else {
        return "Ok".to_owned();
    };
    let mut cell = format!("`{:?}`", error.kind());
    if column.is_write() {
        cell += match error.outcome() {
            Outcome::NotSent => ", not sent",
            Outcome::Rejected => ", rejected",
            Outcome::Done => ", done",
            _ => ", unknown",
        };
    }
    match attempts {
        1 => cell,
        _ => format!("{cell}, {attempts} attempts"),
    }
}
