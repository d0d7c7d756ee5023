//! Rows of HTTP: statuses, headers, redirects.

use std::time::Duration;

use api_runtime::ErrorKind::*;
use api_runtime::Outcome::{Rejected, Unknown};
use pos_v3_client::jiff;

use crate::kept;
use crate::row::{Row, fault, fine};
use crate::server::{JSON, Scene, answer, head, reply};
use crate::want::{again, once};

/// This status with a refusal in the API's words.
fn status(status: u16) -> Scene {
    answer(move |op| reply(op, status, &[JSON], op.refusal()))
}

fn with(status: u16, name: &'static str, value: &'static str) -> Scene {
    answer(move |op| reply(op, status, &[JSON, (name, value)], op.refusal()))
}

fn rejected(id: &'static str, text: &'static str, code: u16, kind: api_runtime::ErrorKind) -> Row {
    fault(
        id,
        text,
        status(code),
        once(kind, Rejected),
        once(kind, Rejected),
    )
    // The server's words are kept, without our credentials.
    .check(|came, _| {
        let error = came.error().unwrap();
        error.messages().len() == 1 && error.messages()[0].starts_with("no, [hidden]")
    })
}

fn passing(id: &'static str, text: &'static str, code: u16, kind: api_runtime::ErrorKind) -> Row {
    fault(
        id,
        text,
        status(code),
        again(kind, Unknown),
        once(kind, Unknown),
    )
    // Jitter begins at 200 ms: nobody is asked again at once.
    .check(|_, seen| {
        seen.shortest_pause()
            .is_none_or(|pause| pause >= Duration::from_millis(150))
    })
}

fn redirect(id: &'static str, text: &'static str, code: u16, location: &'static str) -> Row {
    let scene = answer(move |op| {
        let location = format!("{location}?{}", op.credentials().replace(", ", "&"));
        reply(op, code, &[("location", &location)], "")
    });
    fault(
        id,
        text,
        scene,
        once(Redirect, Unknown),
        once(Redirect, Unknown),
    )
    // Nobody went where it leads.
    .check(|_, seen| seen.connections() == seen.reads() + seen.writes())
}

fn no_wait(error: &api_runtime::Error) -> bool {
    error.retry_after().is_none()
}

pub(crate) fn rows() -> Vec<Row> {
    let limited = (again(RateLimited, Rejected), once(RateLimited, Rejected));
    let mut rows = vec![
        passing("H01", "408", 408, Other),
        passing("H02", "425", 425, Other),
        fault(
            "H03",
            "429 without `Retry-After`",
            status(429),
            limited.0,
            limited.1,
        )
        .check(|came, _| no_wait(came.error().unwrap())),
        fault(
            "H05",
            "429, `Retry-After: 86400`",
            with(429, "retry-after", "86400"),
            limited.1,
            limited.1,
        )
        .check(|came, _| came.error().unwrap().retry_after() == Some(Duration::from_secs(86_400))),
        fault(
            "H06",
            "429, `Retry-After` is a date to come",
            answer(|op| {
                let at = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(1_000);
                let date = jiff::fmt::rfc2822::DateTimePrinter::new()
                    .timestamp_to_rfc9110_string(&at)
                    .unwrap();
                reply(op, 429, &[("retry-after", &date)], "")
            }),
            limited.1,
            limited.1,
        )
        .check(|came, _| came.error().unwrap().retry_after() > Some(Duration::from_secs(900))),
        fault(
            "H06",
            "429, `Retry-After` is a date that has passed",
            with(429, "retry-after", "Sat, 01 Jan 2000 00:00:00 GMT"),
            limited.0,
            limited.1,
        )
        .check(|came, _| came.error().unwrap().retry_after() == Some(Duration::ZERO)),
        fault(
            "H06",
            "429, `Retry-After` is a date without its zone",
            with(429, "retry-after", "Wed, 01 Jan 2200 00:00:00"),
            limited.0,
            limited.1,
        )
        .check(|came, _| no_wait(came.error().unwrap())),
    ];
    for (text, value) in [
        ("429, `Retry-After: -1`", "-1"),
        ("429, `Retry-After: 1e9`", "1e9"),
        ("429, `Retry-After` is 10^20", "100000000000000000000"),
        ("429, `Retry-After: soon`", "soon"),
        ("429, `Retry-After` is empty", ""),
        ("429, two `Retry-After`", "1\r\nretry-after: 2"),
    ] {
        let row = fault(
            "H07",
            text,
            with(429, "retry-after", value),
            limited.0,
            limited.1,
        );
        rows.push(row.check(|came, _| no_wait(came.error().unwrap())));
    }
    rows.extend([
        fault(
            "H09",
            "502 with a page of HTML",
            answer(|op| {
                reply(
                    op,
                    502,
                    &[("content-type", "text/html")],
                    "<p>\u{1b}[31m\n".repeat(1_000) + &op.credentials(),
                )
            }),
            again(Server, Unknown),
            once(Server, Unknown),
        )
        .check(|came, _| {
            let text = came.error().unwrap().to_string();
            text.len() < 500 && !text.contains(['\u{1b}', '\n'])
        }),
        fault(
            "H10",
            "503, `Retry-After: 2`",
            with(503, "retry-after", "2"),
            again(Server, Unknown),
            once(Server, Unknown),
        )
        .check(|came, seen| {
            let waited = seen
                .shortest_pause()
                .is_none_or(|pause| pause >= Duration::from_millis(1_950));
            waited && came.error().unwrap().retry_after() == Some(Duration::from_secs(2))
        }),
        passing("H11", "504", 504, Server),
        passing("-", "500", 500, Server),
        rejected("H13", "401", 401, Unauthorized),
        rejected("H14", "403", 403, Forbidden),
        rejected("H15", "404", 404, NotFound).check(|came, _| came.error().unwrap().is_not_found()),
        rejected("H17", "409", 409, Other),
        rejected("H18", "410", 410, Other),
        rejected("H19", "413", 413, Other),
        rejected("H19", "414", 414, Other),
        rejected("H19", "431", 431, Other),
        rejected("H21", "422 with `errors`", 422, BadRequest),
        fault(
            "H26",
            "200 with an envelope that says no",
            answer(|op| {
                reply(
                    op,
                    200,
                    &[JSON],
                    format!(
                        "{{\"Success\":false,\"Message\":\"no, {}\"}}",
                        op.credentials()
                    ),
                )
            }),
            once(Decode, Unknown),
            once(Unsuccessful, Rejected),
        )
        .guarded(once(Decode, Unknown)),
        fault(
            "H26",
            "200 with `errors`, which are told by `messages()`",
            status(200),
            once(Decode, Unknown),
            once(Decode, Unknown),
        )
        .check(|came, _| came.error().unwrap().messages()[0].starts_with("no, [hidden]")),
        fault(
            "H29",
            "204 where a body is due",
            answer(|op| reply(op, 204, &[], "")),
            once(Decode, Unknown),
            once(Decode, Unknown),
        ),
        fault(
            "H30",
            "206",
            answer(|op| reply(op, 206, &[JSON], op.good())),
            once(Decode, Unknown),
            once(Decode, Unknown),
        ),
        redirect("H31", "301 on the same host", 301, "/api/elsewhere"),
        redirect("H31", "302 on the same host", 302, "/api/elsewhere"),
        redirect("H31", "303 on the same host", 303, "/api/elsewhere"),
        redirect("H31", "307 on the same host", 307, "/api/elsewhere"),
        redirect("H31", "308 on the same host", 308, "/api/elsewhere"),
        redirect(
            "H33",
            "308 to another address, plain http",
            308,
            "http://127.0.0.2/api",
        ),
        redirect("H34", "302 to itself", 302, ""),
        fault(
            "H35",
            "304",
            answer(|op| reply(op, 304, &[], "")),
            once(Other, Unknown),
            once(Other, Unknown),
        ),
        fine(
            "H37",
            "a header that is not UTF-8",
            answer(|op| {
                let head = head(op, 200, &[JSON, ("connection", "close")]);
                [
                    head.as_bytes(),
                    b"x-name: \xff\xfe\r\n\r\n",
                    op.good().as_bytes(),
                ]
                .concat()
            }),
        ),
        fault(
            "H37",
            "a header that is folded over two lines",
            answer(|op| {
                let head = head(op, 200, &[JSON, ("connection", "close")]);
                format!("{head}x-folded: a\r\n b\r\n\r\n{}", op.good()).into_bytes()
            }),
            again(Interrupted, Unknown),
            once(Interrupted, Unknown),
        ),
        fault(
            "H38",
            "500 headers",
            answer(|op| {
                let headers: Vec<_> = (0..500).map(|_| ("x-more", "1")).collect();
                reply(op, 200, &headers, op.good())
            }),
            again(Interrupted, Unknown),
            once(Interrupted, Unknown),
        ),
        fine(
            "H38",
            "a header of 64 KiB (the limit of a head is about 400 KiB)",
            answer(|op| {
                reply(
                    op,
                    200,
                    &[JSON, ("x-long", &"x".repeat(64 * 1024))],
                    op.good(),
                )
            }),
        ),
        fault(
            "S32",
            "422 with 1 MB of ANSI codes and line breaks",
            answer(|op| {
                let text = "\\u001b[31m\\n".repeat(100_000);
                reply(op, 422, &[JSON], format!("{{\"errors\":[\"{text}\"]}}"))
            }),
            once(BadRequest, Rejected),
            once(BadRequest, Rejected),
        )
        .check(|came, _| {
            let message = &came.error().unwrap().messages()[0];
            message.len() <= 512
                && !message.contains(['\u{1b}', '\n'])
                && !kept::has_secret(message)
        }),
    ]);
    rows
}
