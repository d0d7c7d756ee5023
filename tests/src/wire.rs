//! The test of one wire file: sends its requests and reads its responses over a real connection.

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use api_runtime::{
    Api, AuthorizedBy, Client, Error, ErrorKind, Operation, Outcome, RawResponse, Response,
};

use crate::fixture::{self, Fixture};
use crate::json::{Tree, differences, losses};
use crate::loopback::{Loopback, Received};
use crate::rewrite::{Layout, Rewrite};

/// A `Retry-After` beyond what any client waits for.
const TOO_LONG: Duration = Duration::from_secs(86_400);

/// A wire file, a server that plays its responses, and the failures so far.
#[must_use = "`finish` reports the failures"]
pub struct Wire {
    operation: String,
    fixture: Fixture,
    server: Loopback,
    key: &'static str,
    element_key: Option<&'static str>,
    covered: BTreeSet<String>,
    failures: Vec<String>,
}

/// The expected deviations of a response from the documents.
#[derive(Clone, Copy, Default)]
pub struct Odd<'a> {
    /// The mismatches in any order: pointer, expected, found.
    pub mismatches: &'a [(&'a str, &'a str, &'a str)],
    /// Pointers of undocumented values, which are kept.
    pub unknown: &'a [&'a str],
}

impl Wire {
    /// Opens the file of an operation, and starts a server.
    pub async fn open(api: &str, operation: &str) -> Self {
        Self {
            operation: operation.to_owned(),
            fixture: Fixture::open(api, operation),
            server: Loopback::start().await,
            key: "",
            element_key: None,
            covered: BTreeSet::new(),
            failures: Vec::new(),
        }
    }

    /// The address of the server, with a path.
    pub fn base_url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server.host())
    }

    /// The documents name this key for the collection or the wrapper of the response.
    pub fn in_key(&mut self, key: &'static str) {
        self.key = key;
    }

    /// The documents wrap each element of the collection in this key.
    pub fn each_in(&mut self, key: &'static str) {
        self.element_key = Some(key);
    }

    /// Adds a section of this name: the response of another one without a part of its text.
    pub fn cut(&mut self, section: &str, part: &str, name: &str) {
        let mut responses = self.fixture.responses.iter();
        let Some(mut copy) = responses.find(|response| response.name == section).cloned() else {
            self.fail(section, "no such section");
            return;
        };
        if copy.body.matches(part).count() != 1 {
            self.fail(section, format!("expected {part:?} once"));
        }
        copy.body = copy.body.replace(part, "");
        copy.name = name.to_owned();
        self.fixture.responses.push(copy);
    }

    /// Sends the request of this section.
    pub async fn sends<A, C, O>(&mut self, client: &Client<A, C>, request: &str, operation: O)
    where
        A: Api,
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.cover(&format!("request {request}"));
        let Some(expected) = self
            .fixture
            .requests
            .iter()
            .position(|expected| expected.name == request)
        else {
            self.fail(request, "no such section");
            return;
        };
        // The response does not matter here, as long as it is a success.
        let response = self.fixture.responses[0].clone();
        let (result, received) = self.exchange(client, &response, operation).await;
        // It may be about another record than the request; such reads are retried.
        let is_wrong_record = |error: &Error| error.kind() == ErrorKind::WrongRecord;
        let is_repeated = result.as_ref().is_err_and(is_wrong_record);
        if let Err(error) = result
            && !is_repeated
        {
            self.fail(
                request,
                format!("the first response was not decoded: {error}"),
            );
        }
        if received.len() != 1 && !is_repeated {
            self.fail(request, format!("{} requests were sent", received.len()));
        }
        let Some(actual) = received.first() else {
            return;
        };
        for problem in self.compare(expected, actual) {
            self.fail(request, problem);
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

    /// Decodes the response of this section without a mismatch or a loss.
    pub async fn reads<A, C, O>(
        &mut self,
        client: &Client<A, C>,
        section: &str,
        operation: O,
        check: impl FnOnce(&O::Output),
    ) where
        A: Api,
        O: Operation<Api = A> + AuthorizedBy<C>,
        O::Output: Rewrite,
    {
        self.reads_oddly(client, section, operation, Odd::default(), check)
            .await;
    }

    /// Decodes the response of this section with these mismatches and without a loss.
    pub async fn reads_oddly<A, C, O>(
        &mut self,
        client: &Client<A, C>,
        section: &str,
        operation: O,
        odd: Odd<'_>,
        check: impl FnOnce(&O::Output),
    ) where
        A: Api,
        O: Operation<Api = A> + AuthorizedBy<C>,
        O::Output: Rewrite,
    {
        let Some((played, result)) = self.play(client, section, operation).await else {
            return;
        };
        let response = match result {
            Ok(response) => response,
            Err(error) => {
                self.fail(section, format!("it was not decoded: {error}"));
                return;
            }
        };
        if response.status.as_u16() != played.status {
            self.fail(section, format!("the status is {}", response.status));
        }
        let found: Vec<String> = response
            .mismatches
            .iter()
            .map(|mismatch| {
                format!(
                    "{}: {}, {}",
                    mismatch.pointer, mismatch.expected, mismatch.found
                )
            })
            .collect();
        let expected: Vec<String> = odd
            .mismatches
            .iter()
            .map(|(pointer, expected, found)| format!("{pointer}: {expected}, {found}"))
            .collect();
        for mismatch in expected.iter().filter(|mismatch| !found.contains(mismatch)) {
            self.fail(section, format!("missing mismatch {mismatch}"));
        }
        for mismatch in found.iter().filter(|mismatch| !expected.contains(mismatch)) {
            self.fail(section, format!("unexpected mismatch {mismatch}"));
        }
        if response.value.leftovers() != odd.mismatches.len() + odd.unknown.len() {
            let leftovers = response.value.leftovers();
            self.fail(section, format!("found {leftovers} leftovers"));
        }
        let mismatches: Vec<String> = response
            .mismatches
            .iter()
            .map(|mismatch| mismatch.pointer.clone())
            .collect();
        let played_tree = Tree::read(&played.body).unwrap();
        let written = response.value.rewrite(Layout {
            response: &played_tree,
            key: self.key,
            element_key: self.element_key,
            mismatches: &mismatches,
            unknown: odd.unknown,
        });
        for loss in losses(&played_tree, &written) {
            self.fail(section, format!("lost {loss}"));
        }
        self.check(section, || check(&response.value));
    }

    /// Returns the response of this section as it is, since the documents do not show its body.
    pub async fn accepts<A, C, O>(&mut self, client: &Client<A, C>, section: &str, operation: O)
    where
        A: Api,
        O: Operation<Api = A, Output = RawResponse> + AuthorizedBy<C>,
    {
        let Some((played, result)) = self.play(client, section, operation).await else {
            return;
        };
        let accepted = match result {
            Ok(response) => response.value,
            Err(error) => {
                self.fail(section, format!("it was not accepted: {error}"));
                return;
            }
        };
        self.check(section, || {
            assert_eq!(accepted.status().as_u16(), played.status);
            assert_eq!(accepted.text().unwrap(), played.body);
            for (name, value) in &played.headers {
                assert_eq!(accepted.headers()[name.as_str()], value.as_str());
            }
            match Tree::read(&played.body) {
                Ok(tree) => {
                    assert_eq!(Tree::read(accepted.json().unwrap().as_str()).unwrap(), tree)
                }
                Err(_) => assert!(accepted.json().is_err()),
            }
        });
    }

    /// Fails on the response of this section with this kind of error and these messages.
    pub async fn fails<A, C, O>(
        &mut self,
        client: &Client<A, C>,
        section: &str,
        operation: O,
        kind: ErrorKind,
        messages: &[&str],
    ) where
        A: Api,
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        let Some((played, result)) = self.play(client, section, operation).await else {
            return;
        };
        let Err(error) = result else {
            self.fail(section, "expected an error");
            return;
        };
        let name = self.operation.clone();
        self.check(section, || {
            assert_eq!(error.kind(), kind, "{error}");
            assert_eq!(
                error.status().map(|status| status.as_u16()),
                Some(played.status)
            );
            assert_eq!(error.messages(), messages);
            assert_eq!(error.outcome(), outcome(&played, kind), "{error}");
            assert_eq!(error.is_not_found(), matches!(played.status, 204 | 404));
            assert_eq!(error.operation(), name);
            assert_eq!(error.path_template(), Some(O::INFO.path_template));
            assert_eq!(error.response().unwrap().body(), played.body.as_bytes());
            assert!(!error.is_timeout());
            let retry_after = (played.status >= 500).then_some(TOO_LONG);
            assert_eq!(error.retry_after(), retry_after);
        });
    }

    /// Plays the response of this section, for checks that the other methods do not have.
    pub async fn play<A, C, O>(
        &mut self,
        client: &Client<A, C>,
        section: &str,
        operation: O,
    ) -> Option<(fixture::Response, Result<Response<O::Output>, Error>)>
    where
        A: Api,
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.cover(&format!("response {section}"));
        let mut responses = self.fixture.responses.iter();
        let Some(mut played) = responses.find(|response| response.name == section).cloned() else {
            self.fail(section, "no such section");
            return None;
        };
        if played.status >= 500 {
            // An idempotent request would be retried; no client waits this long.
            let wait = TOO_LONG.as_secs().to_string();
            played.headers.push(("retry-after".to_owned(), wait));
        }
        let (result, received) = self.exchange(client, &played, operation).await;
        if received.len() != 1 {
            self.fail(section, format!("{} requests were sent", received.len()));
        }
        Some((played, result))
    }

    async fn exchange<A, C, O>(
        &self,
        client: &Client<A, C>,
        response: &fixture::Response,
        operation: O,
    ) -> (Result<Response<O::Output>, Error>, Vec<Received>)
    where
        A: Api,
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.server.play(response);
        let result = client.send_with_response(operation).await;
        (result, self.server.received())
    }

    /// Runs assertions; a failed one is recorded, and the test goes on with the next section.
    pub fn check(&mut self, section: &str, check: impl FnOnce()) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(check)) {
            self.fail(section, message(&*panic));
        }
    }

    fn cover(&mut self, section: &str) {
        if !self.covered.insert(section.to_owned()) {
            self.fail(section, "duplicate test");
        }
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
    pub fn finish(mut self) {
        let requests = self.fixture.requests.iter();
        let responses = self.fixture.responses.iter();
        let sections: Vec<String> = requests
            .map(|request| format!("request {}", request.name))
            .chain(responses.map(|response| format!("response {}", response.name)))
            .collect();
        for section in sections {
            if !self.covered.contains(&section) {
                self.fail(&section, "missing test");
            }
        }
        assert!(self.failures.is_empty(), "\n{}", self.failures.join("\n"));
    }
}

/// The expected outcome of a request that failed.
fn outcome(response: &fixture::Response, kind: ErrorKind) -> Outcome {
    match kind {
        // The server did it; only values of its response are mismatches.
        ErrorKind::Mismatch => Outcome::Done,
        // An unsuccessful envelope is as definite as a status.
        ErrorKind::Unsuccessful => Outcome::Rejected,
        _ if response.status == 204 || (400..500).contains(&response.status) => Outcome::Rejected,
        _ => Outcome::Unknown,
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(text), _) => text.clone(),
        (None, Some(text)) => (*text).to_owned(),
        (None, None) => "a panic".to_owned(),
    }
}

/// Declares a test for each operation, and the list of these operations.
#[macro_export]
macro_rules! wire_tests {
    ($api:literal $($test:ident: $operation:ident,)*) => {
        /// The operations with a test here.
        pub(crate) const OPERATIONS: &[&str] = &[$(stringify!($operation)),*];

        $(#[tokio::test]
        async fn $test() {
            let mut wire = $crate::wire::Wire::open($api, stringify!($operation)).await;
            $operation(&mut wire).await;
            wire.finish();
        })*
    };
}
