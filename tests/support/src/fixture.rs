//! The wire files: the requests of an operation and its documented responses.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::files_below;

/// One file of `fixtures/wire`.
pub struct Fixture {
    /// The expected requests.
    pub requests: Vec<Request>,
    /// The responses to play.
    pub responses: Vec<Reply>,
}

/// A section that starts with `### request`.
pub struct Request {
    /// The name of the section.
    pub name: String,
    /// `GET /api/v2/venue/info HTTP/1.1`
    pub line: String,
    /// The compared headers.
    pub headers: Vec<(String, String)>,
    /// The body; empty where there is none.
    pub body: String,
}

/// A response: a section that starts with `### reply`.
#[derive(Clone, Default)]
pub struct Response {
    /// The status and a description: `200 success`.
    pub name: String,
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(String, String)>,
    /// The body; empty where there is none.
    pub body: String,
}

/// A response to play, and what is expected of it.
#[derive(Clone)]
pub struct Reply {
    /// The response.
    pub response: Response,
    /// What a client makes of it.
    pub expected: Expected,
}

/// What a client makes of a response. Without any line, a success is read without a mismatch, and
/// another status is its error, without a message.
#[derive(Clone, Default)]
pub struct Expected {
    /// `mismatch: <pointer>: <expected>, <found>`
    pub mismatches: Vec<String>,
    /// `unknown: <pointer>`: an undocumented value, which is kept.
    pub unknown: Vec<String>,
    /// `reads: <pointer> = <JSON>`: how a value in another notation is written again.
    pub values: Vec<(String, String)>,
    /// `key: <name>`: the key of the list, where it is not the documented one.
    pub key: Option<String>,
    /// `error: <kind>`, where it is not that of the status.
    pub error: Option<String>,
    /// `message: <text>`
    pub messages: Vec<String>,
}

/// The folder of fixtures.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures")
}

/// The operations of one API that have a wire file, sorted.
///
/// # Panics
///
/// When the folder cannot be read.
pub fn operations(api: &str) -> Vec<String> {
    let files = files_below(&folder().join("wire").join(api), "http");
    let names = files.keys().filter_map(|name| name.strip_suffix(".http"));
    names.map(str::to_owned).collect()
}

impl Fixture {
    /// Reads the file of an operation.
    ///
    /// # Panics
    ///
    /// When there is no such file, or a section is invalid.
    pub fn open(api: &str, operation: &str) -> Self {
        let path = folder()
            .join("wire")
            .join(api)
            .join(format!("{operation}.http"));
        let text =
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut fixture = Fixture {
            requests: Vec::new(),
            responses: Vec::new(),
        };
        // The text before the first section is a comment.
        for section in text.split("### ").skip(1) {
            fixture.add(section);
        }
        fixture
    }

    fn add(&mut self, section: &str) {
        let (title, rest) = section.split_once('\n').expect("a title is a line");
        let (head, body) = match rest.strip_prefix('\n') {
            Some(body) => ("", body),
            None => rest
                .split_once("\n\n")
                .expect("an empty line ends the headers"),
        };
        let body = body.strip_suffix('\n').unwrap_or(body).to_owned();
        let mut lines = head.lines();
        match title.split_once(' ') {
            Some(("request", name)) => self.requests.push(Request {
                name: name.to_owned(),
                line: lines.next().expect("a request line").to_owned(),
                headers: lines.map(header).collect(),
                body,
            }),
            Some(("reply", name)) => self.add_response(name, lines, body),
            _ => panic!("invalid section: {title}"),
        }
    }

    fn add_response<'a>(&mut self, name: &str, lines: impl Iterator<Item = &'a str>, body: String) {
        let mut response = Response {
            name: name.to_owned(),
            status: name[..3].parse().expect("a status"),
            body,
            ..Response::default()
        };
        let mut expected = Expected::default();
        for (name, value) in lines.map(header) {
            match &*name {
                // The body of another section, with a change.
                "like" => {
                    let mut others = self.responses.iter();
                    let other = others.find(|other| other.response.name == value);
                    let other = &other.expect("an earlier section").response;
                    response.body.clone_from(&other.body);
                    response.headers.clone_from(&other.headers);
                }
                "but" => {
                    let (old, new) = value.split_once(" => ").expect("old => new");
                    assert_eq!(response.body.matches(old).count(), 1, "{old}");
                    response.body = response.body.replace(old, new);
                }
                "mismatch" => expected.mismatches.push(value),
                "unknown" => expected.unknown.push(value),
                "key" => expected.key = Some(value),
                "error" => expected.error = Some(value),
                "message" => expected.messages.push(value),
                "reads" => {
                    let (pointer, json) = value.split_once(" = ").expect("pointer = JSON");
                    expected.values.push((pointer.to_owned(), json.to_owned()));
                }
                _ => response.headers.push((name, value)),
            }
        }
        self.responses.push(Reply { response, expected });
    }
}

fn header(line: &str) -> (String, String) {
    let (name, value) = line.split_once(": ").expect("name, colon, value");
    (name.to_owned(), value.to_owned())
}
