//! Rows of HTTP: statuses, headers, redirects.

use std::time::Duration;

use crate::row::{Row, backs_off, fault, succeeds};
use crate::secrets;
use crate::server::{JSON, Scene, head, respond, response};

/// This status with an error body.
fn status(status: u16) -> Scene {
    respond(move |op| response(op, status, &[JSON], op.error_body()))
}

fn with(status: u16, name: &'static str, value: &'static str) -> Scene {
    respond(move |op| response(op, status, &[JSON, (name, value)], op.error_body()))
}

fn rejected(text: &'static str, code: u16) -> Row {
    fault(text, status(code))
        // The server's message is kept, without our credentials.
        .check(|result, _| {
            let error = result.error().unwrap();
            error.messages().len() == 1 && error.messages()[0].starts_with("no, [hidden]")
        })
}

fn transient(text: &'static str, code: u16) -> Row {
    fault(text, status(code)).check(backs_off)
}

fn redirect(text: &'static str, code: u16, location: &'static str) -> Row {
    let scene = respond(move |op| {
        let location = format!("{location}?{}", op.credentials().replace(", ", "&"));
        response(op, code, &[("location", &location)], "")
    });
    fault(text, scene)
        // The redirect was not followed.
        .check(|_, observed| observed.connections() == observed.reads() + observed.writes())
}

pub(crate) fn rows() -> Vec<Row> {
    vec![
        transient("408", 408).with_all_continuations(),
        transient("500", 500),
        fault("429 without `Retry-After`", status(429))
            .check(|result, _| result.error().unwrap().retry_after().is_none()),
        fault(
            "429, `Retry-After: 86400`",
            with(429, "retry-after", "86400"),
        )
        .check(|result, _| {
            result.error().unwrap().retry_after() == Some(Duration::from_secs(86_400))
        }),
        fault(
            "502 with an HTML page",
            respond(|op| {
                let page = "<p>\u{1b}[31m\n".repeat(1_000) + &op.credentials();
                response(op, 502, &[("content-type", "text/html")], page)
            }),
        )
        .with_all_continuations()
        .check(|result, _| {
            let text = result.error().unwrap().to_string();
            text.len() < 500 && !text.contains(['\u{1b}', '\n'])
        }),
        fault("503, `Retry-After: 1`", with(503, "retry-after", "1")).check(|result, observed| {
            // Longer than any backoff.
            let waited = observed
                .shortest_pause()
                .is_none_or(|pause| pause >= Duration::from_millis(500));
            waited && result.error().unwrap().retry_after() == Some(Duration::from_secs(1))
        }),
        rejected("401", 401),
        rejected("404", 404).check(|result, _| result.error().unwrap().is_not_found()),
        rejected("409", 409).with_all_continuations(),
        rejected("422 with `errors`", 422),
        fault(
            "200 with an unsuccessful envelope",
            respond(|op| {
                let credentials = op.credentials();
                let body = format!("{{\"Success\":false,\"Message\":\"no, {credentials}\"}}");
                response(op, 200, &[JSON], body)
            }),
        ),
        fault("200 with `errors`, which `messages()` returns", status(200))
            .check(|result, _| result.error().unwrap().messages()[0].starts_with("no, [hidden]")),
        fault(
            "204 where a body is expected",
            respond(|op| response(op, 204, &[], "")),
        ),
        redirect("302 on the same host", 302, "/api/elsewhere").with_all_continuations(),
        redirect(
            "308 to another address, plain http",
            308,
            "http://127.0.0.2/api",
        ),
        succeeds(
            "a header that is not UTF-8",
            respond(|op| {
                let head = head(op, 200, &[JSON, ("connection", "close")]);
                let name = b"x-name: \xff\xfe\r\n\r\n";
                [head.as_bytes(), name, op.good_body().as_bytes()].concat()
            }),
        ),
        fault(
            "a header folded over two lines",
            respond(|op| {
                let head = head(op, 200, &[JSON, ("connection", "close")]);
                format!("{head}x-folded: a\r\n b\r\n\r\n{}", op.good_body()).into_bytes()
            }),
        ),
        fault(
            "500 headers",
            respond(|op| response(op, 200, &[("x-more", "1"); 500], op.good_body())),
        ),
        succeeds(
            "a header of 64 KiB (the limit of a response head is about 400 KiB)",
            respond(|op| {
                let headers = [JSON, ("x-long", &"x".repeat(64 * 1024))];
                response(op, 200, &headers, op.good_body())
            }),
        ),
        fault(
            "409 with the body of a success",
            respond(|op| response(op, 409, &[JSON], op.good_body())),
        ),
        fault(
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
    ]
}
