//! FAULTS.md, which the run writes, and whether it has every id.

use std::fmt::Write;
use std::path::PathBuf;

use crate::elsewhere::{NOT_TRIED, SHOWN};

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

/// The ids of which nothing is told.
pub(crate) fn missing(of_rows: &[&str]) -> Vec<String> {
    let told = |id: &String| {
        of_rows.contains(&id.as_str())
            || SHOWN
                .iter()
                .any(|shown| shown.id.split(' ').any(|one| one == id))
            || NOT_TRIED.iter().any(|(one, _)| one == id)
    };
    let ids = IDS.iter().flat_map(|(letter, numbers)| {
        numbers
            .iter()
            .map(move |number| format!("{letter}{number:02}"))
    });
    ids.filter(|id| !told(id)).collect()
}

pub(crate) fn path() -> PathBuf {
    PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../crates/api-runtime/FAULTS.md"
    ))
}

/// The page. It has neither times nor ports in it.
pub(crate) fn page(lines: &[String]) -> String {
    let mut page = HEAD.to_owned();
    for line in lines {
        let _ = writeln!(page, "{line}");
    }
    page += SECOND;
    for shown in SHOWN {
        let _ = writeln!(page, "{}", shown.line());
    }
    page += THIRD;
    for (id, reason) in NOT_TRIED {
        let _ = writeln!(page, "- {id}: {reason}.");
    }
    page
}

const HEAD: &str = "\
# Faults, and what comes of them

Written by the test that tries them: `UPDATE_FAULTS=1 cargo test -p tests --features faults --test faults`. Without the
variable it fails when something comes out differently.

## Over sockets

A server on loopback does what the second column says, to three operations of generated clients: a read (`list_venues` of
version 3), a write that may not arrive twice (`create_request` of payments), and the guarded write
(`create_incoming_order` of version 1, whose `reference_no` is unique), which is sent by `create_once`. The next three
columns say how each ends while the fault lasts: the kind of the error, what the error says became of the request, and how
many attempts were made if not one.

Where nobody knows what became of its first create, the guarded write goes out once more, and is read back. While the fault
lasts, that meets it too. The sixth column is for a fault that strikes the first connection alone. If it leaves the outcome
unknown, three endings are tried, in this order:

1. The create was not done: the second one is. It is `Created::Confirmed`.
2. It was done: the second one is refused with 422, and the record that is read carries our reference. It is
   `Created::Recovered`.
3. It is refused in the same way, and the record carries another reference. It stays unknown, an error of kind `Invalid`,
   with the words of the 422 in `messages()`.

In N06 it hangs on a race whether the request is handed back unsent. Then it is tried again, as is all that was not sent, and
a create that is refused with 422 is rejected, since it is the only one.

The last column counts the requests that the server got whole while the fault lasted: of the read, of the write, and of the
guarded write, there as creates + reads. (A successful call before, where a pooled connection is meant, is not counted.)
A create is sent again if the server says that it did not begin with it, as in N26. Apart from these, no row and no ending
sees a third one, nor a second one unless the first left it unknown.

A read and a write that are tried three times are tried a second time with a server that is well after the first
connection: then they succeed at the second attempt. The ids are stable: N for network, H for HTTP, B for bodies, S for
values of the caller, C for callbacks. Rows without one came later.

| id | what the server does | read | write | guarded write | guarded write, fault once | requests |
|---|---|---|---|---|---|---|
";

const SECOND: &str = "
## Shown by other tests

| id | what happens | what comes of it | test |
|---|---|---|---|
";

const THIRD: &str = "
## Secrets

Seven secrets are planted: a venue's token, an integrator's token, a client secret, a token that travels in the path,
personal data in bodies and records, what only the server knows (in fields, headers, cookies), and a proxy's password. The
servers send them back wherever they can. Throughout the rows above, everything that can be printed is searched for them, as
they are and in Base64: errors with their causes, messages, refusals and mismatches; answers, clients, environments and the
headers of requests; what hooks are told; panics; what the process prints; and what `tracing` and `log` are told by any crate
at any level. Nothing shows one: neither our crates, nor h2, hyper-util, reqwest and rustls-platform-verifier.

Two limits. The words in which a server refuses something are shown, without the client's own credentials: what else the
server puts into them shows. And a `reqwest::Client` that is brought along with `connection_verbose(true)` tells a log, at the
lowest level, every byte that it sends.

## Not tried

";
