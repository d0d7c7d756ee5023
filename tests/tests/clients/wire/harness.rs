//! The test of one wire file: sends its requests and reads its responses over a real connection.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use api_runtime::operation::{Api, AuthorizedBy, Operation};
use api_runtime::{BoxFuture, Client, Config, Credentials, Error, ErrorKind, Outcome, RetryPolicy};
use api_wire::Mismatch;

use super::recorded::{self, Described};
use super::rewrite::{Layout, Rewrite};
use test_support::fixture::{self, Expected, Fixture, Reply};
use test_support::json::{Tree, differences, losses};
use test_support::{Action, TestServer};

/// A call of an operation, without the operation's type.
pub(crate) struct Call {
    path_template: &'static str,
    send: Box<dyn Fn() -> BoxFuture<Result<Read, Error>>>,
}

/// What a client read.
pub(crate) struct Read {
    status: u16,
    mismatches: Vec<Mismatch>,
    value: Box<dyn Rewrite>,
}

impl Call {
    pub(crate) fn new<A, C, O>(client: &Client<A, C>, operation: O) -> Self
    where
        A: Api,
        C: Credentials + 'static,
        O: Operation<Api = A> + AuthorizedBy<C> + 'static,
        O::Output: Rewrite,
    {
        let client = client.clone();
        let send = move || -> BoxFuture<Result<Read, Error>> {
            let sending = client.call().send_for_response(&operation);
            Box::pin(async move {
                let response = sending.await?;
                Ok(Read {
                    status: response.status.as_u16(),
                    mismatches: response.mismatches,
                    value: Box::new(response.value),
                })
            })
        };
        Self {
            path_template: O::INFO.path_template,
            send: Box::new(send),
        }
    }
}

/// A client that sends each request once: what is repeated is the matter of the runtime.
pub(crate) fn client<A: Api, C: Credentials + 'static>(config: Config<A, C>) -> Client<A, C> {
    let once = RetryPolicy::new().max_attempts(1);
    let client = Client::builder(config).retry_policy(once);
    client.record(recorded::path()).build().unwrap()
}

/// A wire file, a server that plays its responses, and the failures so far.
#[must_use = "`finish` reports the failures"]
pub(crate) struct Wire {
    operation: String,
    described: Described,
    fixture: Fixture,
    server: TestServer,
    /// The response to each request.
    played: Arc<Mutex<Action>>,
    key: &'static str,
    element_key: Option<&'static str>,
    /// The requests that were sent.
    sent: BTreeSet<String>,
    is_received: bool,
    failures: Vec<String>,
}

impl Wire {
    /// Opens the file of an operation, and starts a server.
    pub(crate) async fn open(api: &str, operation: &str) -> Self {
        let played = Arc::new(Mutex::new(Action::Close));
        let response = Arc::clone(&played);
        Self {
            operation: operation.to_owned(),
            described: Described::new(api, operation),
            fixture: Fixture::open(api, operation),
            server: TestServer::with_handler(move |_| response.lock().unwrap().clone()).await,
            played,
            key: "",
            element_key: None,
            sent: BTreeSet::new(),
            is_received: false,
            failures: Vec::new(),
        }
    }

    /// The address of the server, with a path.
    pub(crate) fn base_url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server.host())
    }

    /// The documents name this key for the collection or the wrapper of the response.
    pub(crate) fn in_key(&mut self, key: &'static str) {
        self.key = key;
    }

    /// The documents wrap each element of the collection in this key.
    pub(crate) fn each_in(&mut self, key: &'static str) {
        self.element_key = Some(key);
    }

    /// Sends these requests, each as its section says, and plays the responses to the first one.
    pub(crate) async fn check(&mut self, requests: Vec<(&str, Call)>) {
        for (section, call) in &requests {
            self.sends(section, call).await;
        }
        if !self.is_received {
            self.is_received = true;
            for reply in self.fixture.responses.clone() {
                self.records(&reply, &requests[0].1).await;
                self.receives(reply, &requests[0].1).await;
            }
        }
    }

    async fn sends(&mut self, request: &str, call: &Call) {
        if !self.sent.insert(request.to_owned()) {
            self.fail(request, "duplicate test");
        }
        let mut sections = self.fixture.requests.iter();
        let Some(expected) = sections.position(|expected| expected.name == request) else {
            self.fail(request, "no such section");
            return;
        };
        // The response does not matter here, as long as it is a success.
        let response = self.fixture.responses[0].response.clone();
        let (result, received) = self.exchange(&response, call).await;
        // It may be about another record than the request.
        if let Err(error) = result
            && error.kind() != ErrorKind::WrongRecord
        {
            self.fail(
                request,
                format!("the first response was not decoded: {error}"),
            );
        }
        if received.len() != 1 {
            self.fail(request, format!("{} requests were sent", received.len()));
        }
        let Some(actual) = received.first() else {
            return;
        };
        for problem in self.compare(expected, actual) {
            self.fail(request, problem);
        }
        let mut hidden = self.described.sensitive(&self.fixture.requests[expected]);
        hidden.extend(["demo-", "127.0.0.1"].map(str::to_owned));
        for text in hidden {
            if recorded::requests()
                .iter()
                .any(|recorded| recorded.contains(&text))
            {
                self.fail(request, format!("the recording shows {text}"));
            }
        }
    }

    fn compare(&self, expected: usize, actual: &Received) -> Vec<String> {
        let expected = &self.fixture.requests[expected];
        let mut problems = Vec::new();
        if expected.line != actual.line {
            problems.push(format!("expected {}, found {}", expected.line, actual.line));
        }
        let host = ("host", self.server.host().to_owned());
        let headers = expected
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.clone()));
        for (name, value) in headers.chain([host]) {
            if actual.header(name) != [value.as_str()] {
                problems.push(format!(
                    "{name}: expected {value}, found {:?}",
                    actual.header(name)
                ));
            }
        }
        if !actual.header("referer").is_empty() {
            problems.push("a referer was sent".to_owned());
        }
        if expected.body.is_empty() {
            if !actual.body.is_empty() || !actual.header("content-type").is_empty() {
                problems.push(format!("a body was sent: {}", actual.body));
            }
            return problems;
        }
        match Tree::read(&actual.body) {
            Ok(body) => problems.extend(differences(&Tree::read(&expected.body).unwrap(), &body)),
            Err(error) => problems.push(error),
        }
        problems
    }

    /// Plays a response and compares what the client makes of it with what its section expects.
    async fn receives(&mut self, reply: Reply, call: &Call) {
        let Reply {
            response: played,
            expected,
        } = reply;
        let (result, received) = self.exchange(&played, call).await;
        let mut problems = Vec::new();
        if received.len() != 1 {
            problems.push(format!("{} requests were sent", received.len()));
        }
        match (result, kind(&played, &expected)) {
            (Ok(response), None) => {
                problems.extend(self.compare_value(&played, &expected, &response))
            }
            (Ok(_), Some(kind)) => problems.push(format!("expected {kind}")),
            (Err(error), None) => problems.push(format!("it was not decoded: {error}")),
            (Err(error), Some(kind)) => {
                let path = call.path_template;
                problems.extend(self.compare_error(&played, &expected, &error, &kind, path));
            }
        }
        for problem in problems {
            self.fail(&played.name, problem);
        }
    }

    fn compare_value(
        &self,
        played: &fixture::Response,
        expected: &Expected,
        response: &Read,
    ) -> Vec<String> {
        let mut problems = Vec::new();
        if response.status != played.status {
            problems.push(format!("the status is {}", response.status));
        }
        let mismatches = response.mismatches.iter();
        let found: Vec<String> = mismatches
            .map(|found| format!("{}: {}, {}", found.pointer, found.expected, found.found))
            .collect();
        let missing = expected
            .mismatches
            .iter()
            .filter(|one| !found.contains(one));
        problems.extend(missing.map(|one| format!("missing mismatch: {one}")));
        let other = found
            .iter()
            .filter(|one| !expected.mismatches.contains(one));
        problems.extend(other.map(|one| format!("mismatch: {one}")));
        let leftovers = response.value.leftovers();
        if leftovers != expected.mismatches.len() + expected.unknown.len() {
            problems.push(format!("found {leftovers} leftovers"));
        }
        let mismatches = response.mismatches.iter();
        let mismatches: Vec<String> = mismatches.map(|found| found.pointer.clone()).collect();
        let text = &played.body;
        let body = Tree::read(text).unwrap_or_else(|_| Tree::Text(text.clone()));
        let written = response.value.rewrite(Layout {
            response: &body,
            key: expected.key.as_deref().unwrap_or(self.key),
            element_key: self.element_key,
            mismatches: &mismatches,
            unknown: &expected.unknown,
        });
        let losses = losses(&body, &written).into_iter();
        problems.extend(losses.map(|loss| format!("lost {loss}")));
        for (pointer, json) in &expected.values {
            let json = Tree::read(json).expect("JSON");
            match written.at(pointer) {
                None => problems.push(format!("{pointer} is absent")),
                Some(value) => problems.extend(differences(&json, value)),
            }
        }
        problems
    }

    fn compare_error(
        &self,
        played: &fixture::Response,
        expected: &Expected,
        error: &Error,
        kind: &str,
        path_template: &str,
    ) -> Vec<String> {
        let checks = [
            ("kind", format!("{:?}", error.kind()) == kind),
            (
                "status",
                error.status().map(|status| status.as_u16()) == Some(played.status),
            ),
            ("messages", error.messages() == expected.messages),
            ("outcome", error.outcome() == outcome(played, error.kind())),
            (
                "whether it is not found",
                error.is_not_found() == (error.kind() == ErrorKind::NotFound),
            ),
            ("operation", error.operation() == self.operation),
            ("path", error.path_template() == Some(path_template)),
            (
                "body",
                error
                    .response()
                    .is_some_and(|raw| raw.body() == played.body.as_bytes()),
            ),
        ];
        let wrong = checks.into_iter().filter(|(_, is_right)| !is_right);
        let wrong = wrong.map(|(what, _)| format!("{what}: expected {kind}, found {error:?}"));
        wrong.collect()
    }

    /// Plays responses with needles, and searches for them in the recording.
    async fn records(&mut self, reply: &Reply, call: &Call) {
        for (response, needles) in recorded::responses(&self.described, reply) {
            let before = recorded::texts();
            let (result, _) = self.exchange(&response, call).await;
            let is_read = result.is_ok_and(|read| read.mismatches.is_empty());
            for problem in recorded::problems(&before, &needles, is_read) {
                self.fail(
                    &format!("{}, {}", reply.response.name, response.name),
                    problem,
                );
            }
        }
    }

    async fn exchange(
        &self,
        response: &fixture::Response,
        call: &Call,
    ) -> (Result<Read, Error>, Vec<Received>) {
        let headers = response.headers.iter();
        let headers: Vec<String> = headers
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
        let response = test_support::response(response.status, &headers, &response.body);
        *self.played.lock().unwrap() = response;
        let before = self.server.requests().len();
        let result = (call.send)().await;
        let received = self.server.requests().split_off(before);
        (
            result,
            received.iter().map(|text| Received::parse(text)).collect(),
        )
    }

    fn fail(&mut self, section: &str, failure: impl Into<String>) {
        self.failures
            .push(format!("{}, {section}: {}", self.operation, failure.into()));
    }

    /// Reports the failures and the sections without a test.
    ///
    /// # Panics
    ///
    /// When there are any.
    pub(crate) fn finish(mut self) {
        let requests = self.fixture.requests.iter();
        let names: Vec<String> = requests.map(|request| request.name.clone()).collect();
        for name in names {
            if !self.sent.contains(&name) {
                self.fail(&name, "missing test");
            }
        }
        for problem in recorded::finish() {
            self.fail("recording", problem);
        }
        assert!(self.failures.is_empty(), "\n{}", self.failures.join("\n"));
    }
}

/// A received request.
struct Received {
    line: String,
    /// With lowercase names.
    headers: Vec<(String, String)>,
    body: String,
}

impl Received {
    fn parse(request: &str) -> Self {
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        let mut lines = head.split("\r\n");
        let line = lines.next().unwrap().to_owned();
        let headers = lines.map(|line| line.split_once(": ").unwrap());
        let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()));
        Self {
            line,
            headers: headers.collect(),
            body: body.to_owned(),
        }
    }

    /// The values of a header.
    fn header(&self, name: &str) -> Vec<&str> {
        let headers = self.headers.iter().filter(|(key, _)| key == name);
        headers.map(|(_, value)| value.as_str()).collect()
    }
}

/// The expected outcome of a request that failed.
fn outcome(response: &fixture::Response, kind: ErrorKind) -> Outcome {
    match kind {
        // The server did it; only values of its response are mismatches.
        ErrorKind::Mismatch => Outcome::Done,
        // An unsuccessful envelope is as definite as a status.
        ErrorKind::Unsuccessful => Outcome::Rejected,
        // Its record may be that of an earlier request.
        ErrorKind::Decode | ErrorKind::Duplicate => Outcome::Unknown,
        _ if response.status == 204 || (400..500).contains(&response.status) => Outcome::Rejected,
        _ => Outcome::Unknown,
    }
}

/// The kind of the expected error; `None` for a success.
fn kind(played: &fixture::Response, expected: &Expected) -> Option<String> {
    let of_status = match played.status {
        200 => None,
        204 | 404 => Some("NotFound"),
        400 | 422 => Some("BadRequest"),
        401 => Some("Unauthorized"),
        403 => Some("Forbidden"),
        _ => Some("Server"),
    };
    expected.error.clone().or(of_status.map(str::to_owned))
}
