//! Rows of HTTP: statuses, headers, redirects.

use std::time::{Duration, SystemTime};

use crate::row::{Row, fault, succeeds};
use crate::secrets;
use crate::server::{JSON, Scene, head, respond, response};

/// This status with an error body.
fn status(status: u16) -> Scene {
    respond(move |op| response(op, status, &[JSON], op.error_body()))
}

fn with(status: u16, name: &'static str, value: &'static str) -> Scene {
    respond(move |op| response(op, status, &[JSON, (name, value)], op.error_body()))
}

fn rejected(id: &'static str, text: &'static str, code: u16) -> Row {
    fault(id, text, status(code))
        // The server's message is kept, without our credentials.
        .check(|result, _| {
            let error = result.error().unwrap();
            error.messages().len() == 1 && error.messages()[0].starts_with("no, [hidden]")
        })
}

fn transient(id: &'static str, text: &'static str, code: u16) -> Row {
    fault(id, text, status(code))
        // Jitter begins at 200 ms: no retry is immediate.
        .check(|_, observed| {
            observed
                .shortest_pause()
                .is_none_or(|pause| pause >= Duration::from_millis(150))
        })
}

fn redirect(id: &'static str, text: &'static str, code: u16, location: &'static str) -> Row {
    let scene = respond(move |op| {
        let location = format!("{location}?{}", op.credentials().replace(", ", "&"));
        response(op, code, &[("location", &location)], "")
    });
    fault(id, text, scene)
        // The redirect was not followed.
        .check(|_, observed| observed.connections() == observed.reads() + observed.writes())
}

fn has_no_retry_after(error: &api_runtime::Error) -> bool {
    error.retry_after().is_none()
}

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = vec![
        transient("H01", "408", 408).with_all_continuations(),
        transient("H02", "425", 425),
        fault("H03", "429 without `Retry-After`", status(429))
            .check(|result, _| has_no_retry_after(result.error().unwrap())),
        fault(
            "H05",
            "429, `Retry-After: 86400`",
            with(429, "retry-after", "86400"),
        )
        .check(|result, _| {
            result.error().unwrap().retry_after() == Some(Duration::from_secs(86_400))
        }),
        fault(
            "H06",
            "429, `Retry-After` is a future date",
            respond(|op| {
                let time = SystemTime::now() + Duration::from_secs(1_000);
                let date = httpdate::fmt_http_date(time);
                response(op, 429, &[("retry-after", &date)], "")
            }),
        )
        .check(|result, _| result.error().unwrap().retry_after() > Some(Duration::from_secs(900))),
        fault(
            "H07",
            "429, `Retry-After` is 10^20",
            with(429, "retry-after", "100000000000000000000"),
        )
        .check(|result, _| {
            result.error().unwrap().retry_after() == Some(Duration::from_secs(365 * 86_400))
        }),
    ];
    rows.push(
        fault(
            "H07",
            "429, `Retry-After: soon`",
            with(429, "retry-after", "soon"),
        )
        .check(|result, _| has_no_retry_after(result.error().unwrap())),
    );
    rows.extend([
        fault(
            "H09",
            "502 with an HTML page",
            respond(|op| {
                response(
                    op,
                    502,
                    &[("content-type", "text/html")],
                    "<p>\u{1b}[31m\n".repeat(1_000) + &op.credentials(),
                )
            }),
        )
        .with_all_continuations()
        .check(|result, _| {
            let text = result.error().unwrap().to_string();
            text.len() < 500 && !text.contains(['\u{1b}', '\n'])
        }),
        fault(
            "H10",
            "503, `Retry-After: 2`",
            with(503, "retry-after", "2"),
        )
        .check(|result, observed| {
            let waited = observed
                .shortest_pause()
                .is_none_or(|pause| pause >= Duration::from_millis(1_950));
            waited && result.error().unwrap().retry_after() == Some(Duration::from_secs(2))
        }),
        transient("H11", "504", 504),
        transient("-", "500", 500),
        rejected("H13", "401", 401),
        rejected("H14", "403", 403),
        rejected("H15", "404", 404).check(|result, _| result.error().unwrap().is_not_found()),
        rejected("H17", "409", 409).with_all_continuations(),
        rejected("H18", "410", 410),
        rejected("H19", "413", 413),
        rejected("H21", "422 with `errors`", 422),
        fault(
            "H26",
            "200 with an unsuccessful envelope",
            respond(|op| {
                response(
                    op,
                    200,
                    &[JSON],
                    format!(
                        "{{\"Success\":false,\"Message\":\"no, {}\"}}",
                        op.credentials()
                    ),
                )
            }),
        ),
        fault(
            "H26",
            "200 with `errors`, which `messages()` returns",
            status(200),
        )
        .check(|result, _| result.error().unwrap().messages()[0].starts_with("no, [hidden]")),
        fault(
            "H29",
            "204 where a body is expected",
            respond(|op| response(op, 204, &[], "")),
        ),
        fault(
            "H30",
            "206",
            respond(|op| response(op, 206, &[JSON], op.good_body())),
        ),
        redirect("H31", "302 on the same host", 302, "/api/elsewhere").with_all_continuations(),
        redirect("H31", "307 on the same host", 307, "/api/elsewhere"),
        redirect(
            "H33",
            "308 to another address, plain http",
            308,
            "http://127.0.0.2/api",
        ),
        fault("H35", "304", respond(|op| response(op, 304, &[], ""))),
        succeeds(
            "H37",
            "a header that is not UTF-8",
            respond(|op| {
                let head = head(op, 200, &[JSON, ("connection", "close")]);
                [
                    head.as_bytes(),
                    b"x-name: \xff\xfe\r\n\r\n",
                    op.good_body().as_bytes(),
                ]
                .concat()
            }),
        ),
        fault(
            "H37",
            "a header folded over two lines",
            respond(|op| {
                let head = head(op, 200, &[JSON, ("connection", "close")]);
                format!("{head}x-folded: a\r\n b\r\n\r\n{}", op.good_body()).into_bytes()
            }),
        ),
        fault(
            "H38",
            "500 headers",
            respond(|op| {
                let headers: Vec<_> = (0..500).map(|_| ("x-more", "1")).collect();
                response(op, 200, &headers, op.good_body())
            }),
        ),
        succeeds(
            "H38",
            "a header of 64 KiB (the limit of a response head is about 400 KiB)",
            respond(|op| {
                response(
                    op,
                    200,
                    &[JSON, ("x-long", &"x".repeat(64 * 1024))],
                    op.good_body(),
                )
            }),
        ),
        fault(
            "-",
            "409 with the body of a success",
            respond(|op| response(op, 409, &[JSON], op.good_body())),
        ),
        fault(
            "S32",
            "422 with 1 MB of ANSI codes and line breaks",
            respond(|op| {
                let text = "\\u001b[31m\\n".repeat(100_000);
                response(op, 422, &[JSON], format!("{{\"errors\":[\"{text}\"]}}"))
            }),
        )
        .check(|result, _| {
            let message = &result.error().unwrap().messages()[0];
            message.len() <= 512
                && !message.contains(['\u{1b}', '\n'])
                && !secrets::has_secret(message)
        }),
    ]);
    rows
}
