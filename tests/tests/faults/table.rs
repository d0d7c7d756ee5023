//! The text of FAULTS.md, and a check that it has every id.

use std::fmt::Write;
use std::path::PathBuf;

use crate::other_tests::{NOT_TRIED, OTHER_TESTS};

/// The ids of the list, by letter.
const IDS: &[(char, &[u8])] = &[
    (
        'N',
        &[
            1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26, 27, 29, 30,
            31, 33, 34, 35, 36, 37, 38, 39, 41, 42, 43, 45, 46, 47,
        ],
    ),
    (
        'H',
        &[
            1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 26, 29, 30, 31, 33, 34, 35,
            37, 38,
        ],
    ),
    (
        'B',
        &[
            1, 2, 3, 5, 6, 7, 9, 10, 19, 21, 22, 23, 25, 26, 27, 29, 30, 31, 37, 38,
        ],
    ),
    (
        'S',
        &[
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
            25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,
        ],
    ),
    (
        'C',
        &[
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
        ],
    ),
];

/// The ids without a row, another test or a reason why they are not tried.
pub(crate) fn missing(row_ids: &[&str]) -> Vec<String> {
    let is_documented = |id: &String| {
        row_ids.contains(&id.as_str())
            || OTHER_TESTS
                .iter()
                .any(|other_test| other_test.ids.split(' ').any(|other_id| other_id == id))
            || NOT_TRIED.iter().any(|(not_tried, _)| not_tried == id)
    };
    let ids = IDS.iter().flat_map(|(letter, numbers)| {
        numbers
            .iter()
            .map(move |number| format!("{letter}{number:02}"))
    });
    ids.filter(|id| !is_documented(id)).collect()
}

pub(crate) fn path() -> PathBuf {
    PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../crates/api-runtime/FAULTS.md"
    ))
}

/// The page, without times and ports.
pub(crate) fn page(lines: &[String]) -> String {
    let mut page = HEAD.to_owned();
    for line in lines {
        let _ = writeln!(page, "{line}");
    }
    page += OTHER_TESTS_HEAD;
    for other_test in OTHER_TESTS {
        let _ = writeln!(page, "{}", other_test.line());
    }
    page += SECRETS;
    for (id, reason) in NOT_TRIED {
        let _ = writeln!(page, "- {id}: {reason}.");
    }
    page
}

const HEAD: &str = "\
# Faults and their outcomes

Written by the test that tries them: `UPDATE_FAULTS=1 cargo test -p tests --features faults --test faults`. Without the
variable it fails when an outcome differs from this page.

## Over sockets

A server on loopback does what the second column describes, to three operations of generated clients: a read (`list_venues` of
version 3), a non-idempotent write (`create_request` of payments), and a create with a unique key (`create_incoming_order`
of version 1, key `reference_no`), which is sent by `create_once`. The next three columns show how each ends while the fault
lasts: the kind of the error, its outcome, and the number of attempts if it is not one.

If the outcome of its first create is unknown, `create_once` retries it, and then looks the record up. While the fault lasts,
the retry and the lookup meet it too. The sixth column is for a fault of the first connection alone. If it leaves the
outcome unknown, five continuations are tried, in this order:

1. The first create had no effect: the retry has. It is `Created::Confirmed`.
2. It had its effect: the retry is rejected with 422, and the record that is looked up has our reference. It is
   `Created::Recovered`.
3. The retry is rejected in the same way, and the record has another reference. The outcome stays unknown, with an error of
   kind `BadRequest` and the messages of the 422.
4. The record has our reference, and another price than was sent. It is `Created::Differs`.
5. The record has our reference twice. That proves nothing: the outcome stays unknown, as in 3.

In N06 it depends on a race whether the connection returns the request unsent. If so, it is retried, as all unsent requests
are.

If the first create is rejected with 422, the documented status of a duplicate, or with 409, the record is looked up as well,
since an earlier process may have created it, and there is no retry. If no record has our reference, the create is rejected,
with the error of the lookup; the others end as in 2 to 5. If the lookup fails in another way, the outcome is unknown.

The last column counts the requests that the server received whole while the fault lasted: of the read, of the write, and of
`create_once`, there as creates + lookups. (A successful call before, where a pooled connection is meant, is not counted.)
A create is retried if the server reports that it did not process it, as in N26. After these, no row and no continuation
has a third create, nor a second one unless the outcome of the first is unknown.

A read and a write with three attempts are tried a second time with a server that recovers after the first connection: they
succeed at the second attempt. The ids are stable: N for network, H for HTTP, B for bodies, S for values of the caller, C
for callbacks. Rows without an id were added later.

The last rows need other operations: *by id* reads an order of version 3 (`get_incoming_order`) and updates a customer of version 2
(`update_customer`), whose responses repeat the id of the path; *undocumented* reads the venue of version 3 (`get_venue_info`) and
refunds a payment (`refund_request`), whose responses are not documented. `create_once` creates the same order in all rows.

| id | what the server does | read | write | `create_once` | `create_once`, fault once | requests |
|---|---|---|---|---|---|---|
";

const OTHER_TESTS_HEAD: &str = "
## In other tests

| id | situation | outcome | test |
|---|---|---|---|
";

const SECRETS: &str = "
## Secrets

Seven secrets are planted: a venue's token, an integrator's token, a client secret, a token in the path, personal data in
bodies and records, data that only the server has (in fields, headers, cookies), and a proxy's password. The servers echo
them wherever they can. Throughout the rows above, all output is searched for them, in plain text, shortened,
percent-encoded, escaped and in Base64: errors with their sources, messages, invalid fields and mismatches; responses,
clients, configs and the headers of requests; the arguments of hooks; panics; the output of the process; and the events of
`tracing` and `log` of all crates at all levels. No output contains one: neither of our crates, nor h2, hyper-util, reqwest and rustls-platform-verifier.

Two limits. The server's error messages are shown, without the client's own credentials, and the secrets and personal data
of the request body: other secrets in them show. And a
custom `reqwest::Client` with `connection_verbose(true)` logs, at the lowest level, every byte that it sends.

## Not tried

";
