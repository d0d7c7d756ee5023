//! The kinds of responses: the rows of the page.

use api_runtime::TransportError;
use api_runtime::http::{HeaderMap, StatusCode};
use api_runtime::testing::Step;

use super::operations::Column::{self, *};

/// A kind of response.
pub(crate) struct Row {
    pub(crate) response: &'static str,
    /// Why it is believed, or not.
    pub(crate) why: &'static str,
    pub(crate) belief: Belief,
    /// The response to an operation of a column. `None` where the kind makes no difference.
    pub(crate) step: Box<dyn Fn(Column) -> Option<Step>>,
}

/// What must hold in all columns of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Belief {
    /// The request succeeded.
    Success,
    /// The request had no effect.
    Rejection,
    /// Nothing: no call succeeds, and the outcome of each write is unknown.
    Nothing,
    /// It depends on the operation.
    Depends,
}

use Belief::{Depends, Nothing, Rejection, Success};

/// The groups of rows, with their titles.
pub(crate) fn groups() -> Vec<(&'static str, Vec<Row>)> {
    vec![
        ("No response, or a part of one", parts()),
        ("Statuses, with the body of a success", statuses()),
        ("Statuses of a rejection", rejections()),
        ("Status 200: the form of the body", forms()),
        ("Status 200: what the body reports", reports()),
        ("Status 200: the record", records()),
    ]
}

fn row(
    response: &'static str,
    belief: Belief,
    why: &'static str,
    step: impl Fn(Column) -> Option<Step> + 'static,
) -> Row {
    Row {
        response,
        why,
        belief,
        step: Box::new(step),
    }
}

/// A body with status 200.
fn body(
    response: &'static str,
    belief: Belief,
    why: &'static str,
    body: impl Fn(Column) -> Vec<u8> + 'static,
) -> Row {
    let step = move |column| Some(Step::response(200, body(column)));
    row(response, belief, why, step)
}

/// The same body with status 200, whatever the operation.
fn fixed(response: &'static str, belief: Belief, why: &'static str, text: &'static str) -> Row {
    body(response, belief, why, move |_| text.into())
}

/// The body of a success with another first member.
fn member(response: &'static str, belief: Belief, why: &'static str, member: &'static str) -> Row {
    body(response, belief, why, move |column| {
        format!("{{{member},{}", &column.good_body()[1..]).into()
    })
}

/// The body of a success with another id, in the operations whose response has one.
fn id(
    response: &'static str,
    belief: Belief,
    why: &'static str,
    columns: &'static [Column],
    change: fn(&str) -> String,
) -> Row {
    row(response, belief, why, move |column| {
        let good = column.good_body();
        let is_shown = columns.contains(&column);
        is_shown.then(|| Step::response(200, change(good)))
    })
}

fn parts() -> Vec<Row> {
    let cut = |column: Column, error: TransportError| {
        let _ = column;
        Some(Step::failure(
            error.with_head(StatusCode::OK, HeaderMap::new()),
        ))
    };
    vec![
        row(
            "the connection is lost after the request",
            Nothing,
            "The request may have been processed.",
            |_| Some(Step::failure(TransportError::interrupted("lost"))),
        ),
        row(
            "no response within the timeout",
            Nothing,
            "The request may have been processed, or may still be.",
            |_| Some(Step::pending()),
        ),
        row(
            "200, and the connection is lost in the body",
            Nothing,
            "The rest of the body may report a failure.",
            move |column| cut(column, TransportError::interrupted("lost")),
        ),
        row(
            "200, and a body above the size limit",
            Nothing,
            "The body is not read.",
            |_| Some(Step::response(200, " ".repeat(1_001))),
        ),
        row(
            "200, and a body that cannot be decompressed",
            Nothing,
            "The body is not readable.",
            move |column| cut(column, TransportError::decompression_failed("gzip")),
        ),
    ]
}

fn statuses() -> Vec<Row> {
    let with_status = |response, belief, why, status: u16| {
        row(response, belief, why, move |column: Column| {
            Some(Step::response(status, column.good_body()))
        })
    };
    vec![
        with_status(
            "200",
            Success,
            "A success that is shown by the body, too.",
            200,
        ),
        with_status("201", Success, "The same.", 201),
        with_status("202", Success, "The same.", 202),
        row(
            "204 without a body",
            Depends,
            "A body is missing, unless the response is undocumented. Where the documents say so, it means \"not found\".",
            |_| Some(Step::response(204, "")),
        ),
        row(
            "204 with a body, or a `Content-Length`",
            Nothing,
            "The body, which is not read, may report a failure.",
            |_| Some(Step::response(204, "").header("content-length", "23")),
        ),
        with_status("205", Nothing, "It has no body by definition.", 205),
        with_status("206", Nothing, "It is a part of a body.", 206),
        with_status("207", Nothing, "Its parts may have failed.", 207),
        with_status("301", Nothing, "Redirects are not followed.", 301),
        with_status("304", Nothing, "Nothing was cached.", 304),
        with_status(
            "408",
            Nothing,
            "It is about the transmission of the request.",
            408,
        ),
        with_status(
            "425",
            Nothing,
            "It is about the transmission of the request.",
            425,
        ),
        with_status(
            "500",
            Nothing,
            "The server may have failed after it processed the request.",
            500,
        ),
        with_status(
            "502",
            Nothing,
            "The server behind a proxy may have processed the request.",
            502,
        ),
        with_status(
            "503",
            Nothing,
            "A proxy may respond in place of the server.",
            503,
        ),
    ]
}

fn rejections() -> Vec<Row> {
    const REJECTED: &str = "The server rejected the request.";
    let with_error = |response, why, status: u16| {
        row(response, Rejection, why, move |_| {
            Some(Step::response(status, "{\"errors\":[\"declined\"]}"))
        })
    };
    vec![
        with_error("400", REJECTED, 400),
        with_error("401", "The server rejected the credentials.", 401),
        with_error("403", REJECTED, 403),
        with_error("404", "There is no such resource.", 404),
        with_error("409", REJECTED, 409),
        with_error("422", REJECTED, 422),
        with_error("429", "The server rejected the request for now.", 429),
        row(
            "422 without a body",
            Rejection,
            "The status is that of a rejection.",
            |_| Some(Step::response(422, "")),
        ),
        row(
            "422 with the record that was sent, without its id",
            Rejection,
            "Forms are returned with their input.",
            |column| {
                let good = column.good_body();
                let is_shown = good.contains("\"id\":7,");
                let input = good.replace("\"id\":7", "\"id\":null");
                is_shown.then(|| Step::response(422, input))
            },
        ),
        row(
            "401, 409, 422 or any other 4xx with the whole body of a documented success",
            Nothing,
            "The two contradict each other. `create_once` looks the record up.",
            |column| {
                let is_documented = !matches!(column, UndocumentedRead);
                is_documented.then(|| Step::response(409, column.good_body()))
            },
        ),
    ]
}

fn forms() -> Vec<Row> {
    let good = |column: Column| column.good_body().as_bytes().to_vec();
    vec![
        body(
            "a byte order mark before the JSON",
            Success,
            "It changes nothing.",
            move |column| [b"\xef\xbb\xbf", good(column).as_slice()].concat(),
        ),
        row(
            "JSON with the type `text/html`",
            Success,
            "The body is what counts.",
            move |column| {
                let step = Step::response(200, good(column));
                Some(step.header("content-type", "text/html"))
            },
        ),
        fixed(
            "empty, or white space",
            Depends,
            "A body is missing, unless the response is undocumented.",
            " \r\n",
        ),
        row(
            "JSON with the type `application/problem+json`",
            Nothing,
            "The type is that of a description of a failure.",
            move |column| {
                let step = Step::response(200, good(column));
                Some(step.header("content-type", "application/problem+json"))
            },
        ),
        row(
            "an HTML page",
            Nothing,
            "It is that of a proxy, or of a sign-in.",
            |_| {
                let step = Step::response(200, "<form>sign in</form>");
                Some(step.header("content-type", "text/html"))
            },
        ),
        fixed("plain text", Nothing, "It has no documented meaning.", "OK"),
        body(
            "truncated JSON",
            Nothing,
            "The rest may report a failure.",
            move |column| {
                let body = good(column);
                body[..body.len() - 3].to_vec()
            },
        ),
        body(
            "a log line after the JSON",
            Nothing,
            "It may report a failure.",
            move |column| [good(column).as_slice(), b"\n[warn] slow"].concat(),
        ),
        body(
            "two documents",
            Nothing,
            "They may contradict each other.",
            move |column| good(column).repeat(2),
        ),
        body("UTF-16", Nothing, "It is not JSON in UTF-8.", |column| {
            let units = column.good_body().encode_utf16();
            units.flat_map(u16::to_le_bytes).collect()
        }),
        body(
            "one byte that is not UTF-8",
            Nothing,
            "The body was damaged.",
            |column| {
                let body = format!("{{\"a\":\"?\",{}", &column.good_body()[1..]);
                let bytes = body.bytes();
                bytes
                    .map(|byte| if byte == b'?' { 0xff } else { byte })
                    .collect()
            },
        ),
        fixed(
            "`null`",
            Depends,
            "It is no record. It reports no failure, either.",
            "null",
        ),
        fixed(
            "`false`",
            Nothing,
            "It may be the answer whether the request succeeded.",
            "false",
        ),
        fixed(
            "`0`, or the status of an error",
            Nothing,
            "It may be the result of the request.",
            "0",
        ),
        fixed(
            "`\"a string\"`",
            Nothing,
            "It is a message. Only a word of success, such as `\"accepted\"`, reports no failure.",
            "\"not accepted\"",
        ),
        fixed(
            "`{}`",
            Depends,
            "The record is missing. It reports no failure, either.",
            "{}",
        ),
        fixed(
            "`[]`",
            Depends,
            "It is no record. It reports no failure, either.",
            "[]",
        ),
        row(
            "an empty list, without totals",
            Success,
            "No record matches.",
            |column| (column == List).then(|| Step::response(200, "{\"customers\":[]}")),
        ),
        row(
            "an empty list, and totals of records",
            Success,
            "A page after the last one is like it. `items` and `sync` fail if records are missing.",
            |column| {
                let body =
                    "{\"customers\":[],\"total_records\":7,\"current_page\":1,\"total_pages\":1}";
                (column == List).then(|| Step::response(200, body))
            },
        ),
        row(
            "`null` in place of the list",
            Nothing,
            "The list is missing, unless a total says that it is empty.",
            |column| (column == List).then(|| Step::response(200, "{\"customers\":null}")),
        ),
        row(
            "`null` in place of the list, and a total of 0",
            Success,
            "It is empty.",
            |column| {
                let body = "{\"customers\":null,\"total_records\":0}";
                (column == List).then(|| Step::response(200, body))
            },
        ),
    ]
}

fn reports() -> Vec<Row> {
    const CONTRADICTS: &str = "It contradicts the status.";
    vec![
        fixed(
            "`{\"Success\": false}` alone, in any case",
            Depends,
            "It is a rejection if the API has an envelope.",
            "{\"SUCCESS\":false,\"message\":\"declined\"}",
        ),
        fixed(
            "`{\"errors\": [\"…\"]}` alone",
            Nothing,
            CONTRADICTS,
            "{\"errors\":[\"declined\"]}",
        ),
        fixed(
            "`{\"error\": \"…\"}` alone",
            Nothing,
            CONTRADICTS,
            "{\"error\":\"declined\"}",
        ),
        fixed(
            "`{\"message\": \"…\"}` alone",
            Nothing,
            CONTRADICTS,
            "{\"message\":\"declined\"}",
        ),
        fixed(
            "`{\"IsSuccess\": false}` alone",
            Nothing,
            CONTRADICTS,
            "{\"IsSuccess\":false}",
        ),
        fixed(
            "`{\"status\": 409}` alone, or `\"error\"`",
            Nothing,
            CONTRADICTS,
            "{\"status\":409}",
        ),
        fixed(
            "a problem document",
            Nothing,
            CONTRADICTS,
            "{\"type\":\"about:blank\",\"title\":\"Conflict\",\"detail\":\"declined\"}",
        ),
        fixed(
            "a list of errors, or of messages",
            Depends,
            "The errors are those of the write. Of a read, they may be those of the records.",
            "[[{\"errors\":[\"declined\"]}]]",
        ),
        fixed(
            "`[{\"Code\": \"…\", \"Description\": \"…\"}]`",
            Depends,
            "It describes errors. What is read may have such a list.",
            "[{\"Code\":\"E7\",\"Description\":\"no funds\"}]",
        ),
        member(
            "and `\"errors\": [\"…\"]`",
            Nothing,
            CONTRADICTS,
            "\"errors\":[\"declined\"]",
        ),
        member(
            "and `\"Error\": {…}`",
            Nothing,
            CONTRADICTS,
            "\"Error\":{\"code\":7}",
        ),
        member(
            "and `\"errors\": []`, `\"error\": null`",
            Success,
            "It reports no error.",
            "\"errors\":[],\"error\":null",
        ),
        member(
            "and `\"success\": false`",
            Nothing,
            "The two contradict each other.",
            "\"success\":false",
        ),
        member(
            "and `\"success\": \"no\"`",
            Nothing,
            "A flag that is not true is not a success.",
            "\"success\":\"no\"",
        ),
        member(
            "and `\"success\": null`",
            Nothing,
            "A flag that is not true is not a success.",
            "\"success\":null",
        ),
        member(
            "and `\"status\": 409`, or `\"error\"`",
            Nothing,
            "The two contradict each other.",
            "\"status\":409",
        ),
        row(
            "and `\"code\": 500`, where it is documented",
            Nothing,
            "It is the status of an error. The documents show only 1; what other values mean is unknown.",
            |column| {
                let good = column.good_body();
                let is_shown = good.contains("\"code\"");
                is_shown.then(|| Step::response(200, good.replace("\"code\":1", "\"code\":500")))
            },
        ),
        row(
            "and `\"code\": 2`, where it is documented",
            Success,
            "What it means is unknown, and the record shows the success.",
            |column| {
                let good = column.good_body();
                let is_shown = good.contains("\"code\"");
                is_shown.then(|| Step::response(200, good.replace("\"code\":1", "\"code\":2")))
            },
        ),
        member(
            "and `\"message\": \"…\"`",
            Success,
            "Next to a record, or a flag that is true, it may be about the success.",
            "\"message\":\"noted\"",
        ),
        member(
            "and `\"result\": \"error\"`, or false",
            Depends,
            "It is the result of the write. A record that is read may have such a field.",
            "\"result\":\"error\"",
        ),
        member(
            "and `\"saved\": false`, `\"persisted\"`, `\"created\"`",
            Depends,
            "The same.",
            "\"saved\":false",
        ),
        member(
            "and `\"failed\": true`, `\"validation_errors\": [\"…\"]`, `\"meta\": {\"success\": false}`",
            Depends,
            "The same.",
            "\"failed\":true",
        ),
        row(
            "and `\"persisted\": false` in the record",
            Depends,
            "The record was not saved. A documented field of such a name is no flag.",
            |column| {
                let good = column.good_body();
                let is_shown = matches!(column, Read | Write | Create);
                let unsaved = good.replace("\"id\":7", "\"id\":7,\"persisted\":false");
                is_shown.then(|| Step::response(200, unsaved))
            },
        ),
        member(
            "and unknown members",
            Success,
            "They are kept.",
            "\"queue\":\"slow\",\"retries\":0",
        ),
    ]
}

fn records() -> Vec<Row> {
    const ECHO: &[Column] = &[Read, Write];
    const WITH_ID: &[Column] = &[Read, Write, Create];
    vec![
        id(
            "the id of another record",
            Nothing,
            "It is the response to another request.",
            ECHO,
            |good| good.replace("\"id\":7", "\"id\":8"),
        ),
        id(
            "an id of another type",
            Nothing,
            "It is not the id that was sent.",
            ECHO,
            |good| good.replace("\"id\":7", "\"id\":{\"value\":7}"),
        ),
        id(
            "the id as a string, `\"7\"`",
            Success,
            "It is the same id.",
            WITH_ID,
            |good| good.replace("\"id\":7", "\"id\":\"7\""),
        ),
        id(
            "two ids that differ",
            Nothing,
            "One of them is that of another record.",
            ECHO,
            |good| good.replace("\"id\":7", "\"id\":7,\"id\":8"),
        ),
        id(
            "two records that differ",
            Nothing,
            "One of them is another record.",
            ECHO,
            |good| {
                let (start, rest) = good.split_once("{\"id\":7").unwrap();
                let (key, _) = start.rsplit_once("\":").unwrap();
                let (_, key) = key.rsplit_once('"').unwrap();
                format!("{start}{{\"id\":7}},\"{key}\":{{\"id\":8{rest}")
            },
        ),
        id(
            "no id",
            Nothing,
            "The documents show one; a record without it is none.",
            WITH_ID,
            |good| good.replace("\"id\":7,", ""),
        ),
        id(
            "the unique key of another record",
            Nothing,
            "It is the response to another request.",
            &[Create],
            |good| good.replace("WEB-1", "WEB-2"),
        ),
        row(
            "another `RequestUid` than that of the request, where it is undocumented",
            Nothing,
            "It is the response to another request.",
            |column| {
                let good = column.good_body();
                let other = format!("{{\"requestUid\":\"uid-2\",{}", &good[1..]);
                (column == UndocumentedWrite).then(|| Step::response(200, other))
            },
        ),
        id(
            "no unique key",
            Success,
            "The documents do not promise each field.",
            &[Create],
            |good| good.replace(",\"reference_no\":\"WEB-1\"", ""),
        ),
        id(
            "the id 0",
            Nothing,
            "It is that of a record which was not saved.",
            &[Create],
            |good| good.replace("\"id\":7", "\"id\":0"),
        ),
        id(
            "an empty payload, or a nil UUID",
            Nothing,
            "It is the id of the record that was created.",
            &[Envelope],
            |good| good.replace("uid-1", ""),
        ),
        id(
            "a payload that is a sentence, or a word such as `error`",
            Nothing,
            "It is no id.",
            &[Envelope],
            |good| good.replace("uid-1", "Invalid amount"),
        ),
        id(
            "a negative id",
            Nothing,
            "It is that of a record which was not saved.",
            &[Create],
            |good| good.replace("\"id\":7", "\"id\":-1"),
        ),
        id(
            "an item with `errors`",
            Depends,
            "It was not saved. An item that is read may have some.",
            &[Read, Create],
            |good| good.replace("\"price\":100", "\"price\":100,\"errors\":[\"no stock\"]"),
        ),
        id(
            "an amount of another type",
            Depends,
            "The request took effect; what it costs is not known.",
            &[Read, Create],
            |good| good.replace("100", "\"much\""),
        ),
        id(
            "an amount of another type, and another id",
            Nothing,
            "Whether the request took effect is not known.",
            &[Read],
            |good| {
                good.replace("100", "\"much\"")
                    .replace("\"id\":7", "\"id\":8")
            },
        ),
        id(
            "another field of another type",
            Success,
            "It is kept, and reported as a mismatch.",
            &[Read, Write, Create],
            |good| {
                good.replace("\"Ada\"", "[]")
                    .replace("\"code\":1", "\"code\":[]")
            },
        ),
    ]
}
