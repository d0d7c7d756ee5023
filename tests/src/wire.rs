//! One wire file at work: its requests are sent and its replies are read over a real connection.

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use api_runtime::{
    Api, AuthorizedBy, Client, Error, ErrorKind, Operation, Outcome, RawResponse, Response,
};

use crate::fixture::{Fixture, Reply};
use crate::json::{Tree, differences, losses};
use crate::loopback::{Loopback, Received};
use crate::reread::{Place, Reread};

/// A wait that a server asks for and that no client grants.
const TOO_LONG: Duration = Duration::from_secs(86_400);

/// A wire file, a server that plays its replies, and what was found wrong so far.
#[must_use = "`finish` tells what is wrong"]
pub struct Wire {
    operation: String,
    fixture: Fixture,
    server: Loopback,
    key: &'static str,
    element: Option<&'static str>,
    covered: BTreeSet<String>,
    broken: Vec<String>,
}

/// What is expected of a reply that is not quite what the documents say.
#[derive(Clone, Copy, Default)]
pub struct Odd<'a> {
    /// Pointers of what does not fit, in any order, with what is due there and what was found.
    pub mismatches: &'a [(&'a str, &'a str, &'a str)],
    /// Pointers of what the documents do not name; it is kept.
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
            element: None,
            covered: BTreeSet::new(),
            broken: Vec::new(),
        }
    }

    /// The address of the server, with a path.
    pub fn base_url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server.host())
    }

    /// The documents name this key for the collection or the wrapper of the reply.
    pub fn in_key(&mut self, key: &'static str) {
        self.key = key;
    }

    /// The documents wrap each element of the collection in this key.
    pub fn each_in(&mut self, key: &'static str) {
        self.element = Some(key);
    }

    /// Plays the reply of a section once more without a part of its text, as a section of this name.
    pub fn cut(&mut self, reply: &str, part: &str, name: &str) {
        let mut replies = self.fixture.replies.iter();
        let Some(mut copy) = replies.find(|played| played.name == reply).cloned() else {
            self.wrong(reply, "there is no such section");
            return;
        };
        if copy.body.matches(part).count() != 1 {
            self.wrong(reply, format!("{part:?} is not in it once"));
        }
        copy.body = copy.body.replace(part, "");
        copy.name = name.to_owned();
        self.fixture.replies.push(copy);
    }

    /// The operation produces the request of this section.
    pub async fn sends<A, C, O>(&mut self, client: &Client<A, C>, request: &str, operation: O)
    where
        A: Api,
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.cover(&format!("request {request}"));
        let Some(due) = self
            .fixture
            .requests
            .iter()
            .position(|due| due.name == request)
        else {
            self.wrong(request, "there is no such section");
            return;
        };
        // Any success will do: it is the request that counts.
        let reply = self.fixture.replies[0].clone();
        let (result, received) = self.exchange(client, &reply, operation).await;
        if let Err(error) = result {
            self.wrong(request, format!("the first reply was not read: {error}"));
        }
        let [came] = &received[..] else {
            self.wrong(request, format!("{} requests came", received.len()));
            return;
        };
        for problem in self.compare(due, came) {
            self.wrong(request, problem);
        }
    }

    fn compare(&self, due: usize, came: &Received) -> Vec<String> {
        let due = &self.fixture.requests[due];
        let mut problems = Vec::new();
        if due.line != came.line {
            problems.push(format!("due {}, came {}", due.line, came.line));
        }
        let host = ("host", self.server.host().to_owned());
        let headers = due
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.clone()));
        for (name, value) in headers.chain([host]) {
            if came.header(name) != [value.as_str()] {
                problems.push(format!("{name}: due {value}, came {:?}", came.header(name)));
            }
        }
        if !came.header("referer").is_empty() {
            problems.push("a referer was sent".to_owned());
        }
        if due.body.is_empty() {
            if !came.body.is_empty() || !came.header("content-type").is_empty() {
                problems.push(format!("a body was sent: {}", came.body));
            }
            return problems;
        }
        match Tree::read(&came.body) {
            Ok(body) => problems.extend(differences(&Tree::read(&due.body).unwrap(), &body)),
            Err(error) => problems.push(error),
        }
        problems
    }

    /// The reply of this section is read without a mismatch, and loses nothing.
    pub async fn reads<A, C, O>(
        &mut self,
        client: &Client<A, C>,
        reply: &str,
        operation: O,
        look: impl FnOnce(&O::Output),
    ) where
        A: Api,
        O: Operation<Api = A> + AuthorizedBy<C>,
        O::Output: Reread,
    {
        self.reads_oddly(client, reply, operation, Odd::default(), look)
            .await;
    }

    /// The reply of this section is read with these mismatches, and loses nothing.
    pub async fn reads_oddly<A, C, O>(
        &mut self,
        client: &Client<A, C>,
        reply: &str,
        operation: O,
        odd: Odd<'_>,
        look: impl FnOnce(&O::Output),
    ) where
        A: Api,
        O: Operation<Api = A> + AuthorizedBy<C>,
        O::Output: Reread,
    {
        let Some((played, result)) = self.answers(client, reply, operation).await else {
            return;
        };
        let answer = match result {
            Ok(answer) => answer,
            Err(error) => {
                self.wrong(reply, format!("it was not read: {error}"));
                return;
            }
        };
        if answer.status.as_u16() != played.status {
            self.wrong(reply, format!("the status is {}", answer.status));
        }
        let told: Vec<String> = answer
            .mismatches
            .iter()
            .map(|one| format!("{}: {}, {}", one.pointer, one.expected, one.found))
            .collect();
        let due: Vec<String> = odd
            .mismatches
            .iter()
            .map(|(pointer, expected, found)| format!("{pointer}: {expected}, {found}"))
            .collect();
        for one in due.iter().filter(|one| !told.contains(one)) {
            self.wrong(reply, format!("no mismatch {one}"));
        }
        for one in told.iter().filter(|one| !due.contains(one)) {
            self.wrong(reply, format!("a mismatch {one}"));
        }
        if answer.value.kept() != odd.mismatches.len() + odd.unknown.len() {
            let kept = answer.value.kept();
            self.wrong(reply, format!("{kept} values are kept beside the fields"));
        }
        let misfits: Vec<String> = answer
            .mismatches
            .iter()
            .map(|one| one.pointer.clone())
            .collect();
        let came = Tree::read(&played.body).unwrap();
        let written = answer.value.reread(Place {
            reply: &came,
            key: self.key,
            element: self.element,
            misfits: &misfits,
            unknown: odd.unknown,
        });
        for loss in losses(&came, &written) {
            self.wrong(reply, format!("lost {loss}"));
        }
        self.look(reply, || look(&answer.value));
    }

    /// The reply of this section is taken as it came: the documents do not show its body.
    pub async fn accepts<A, C, O>(&mut self, client: &Client<A, C>, reply: &str, operation: O)
    where
        A: Api,
        O: Operation<Api = A, Output = RawResponse> + AuthorizedBy<C>,
    {
        let Some((played, result)) = self.answers(client, reply, operation).await else {
            return;
        };
        let accepted = match result {
            Ok(answer) => answer.value,
            Err(error) => {
                self.wrong(reply, format!("it was not accepted: {error}"));
                return;
            }
        };
        self.look(reply, || {
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

    /// The reply of this section is an error of this kind with these messages.
    pub async fn fails<A, C, O>(
        &mut self,
        client: &Client<A, C>,
        reply: &str,
        operation: O,
        kind: ErrorKind,
        messages: &[&str],
    ) where
        A: Api,
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        let Some((played, result)) = self.answers(client, reply, operation).await else {
            return;
        };
        let Err(error) = result else {
            self.wrong(reply, "it was read");
            return;
        };
        let name = self.operation.clone();
        self.look(reply, || {
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
            let asked = (played.status >= 500).then_some(TOO_LONG);
            assert_eq!(error.retry_after(), asked);
        });
    }

    /// Plays the reply of this section. For what the other methods do not say.
    pub async fn answers<A, C, O>(
        &mut self,
        client: &Client<A, C>,
        reply: &str,
        operation: O,
    ) -> Option<(Reply, Result<Response<O::Output>, Error>)>
    where
        A: Api,
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.cover(&format!("reply {reply}"));
        let mut replies = self.fixture.replies.iter();
        let Some(mut played) = replies.find(|played| played.name == reply).cloned() else {
            self.wrong(reply, "there is no such section");
            return None;
        };
        if played.status >= 500 {
            // What may arrive twice would be sent again after a while. No client waits for this long.
            let wait = TOO_LONG.as_secs().to_string();
            played.headers.push(("retry-after".to_owned(), wait));
        }
        let (result, received) = self.exchange(client, &played, operation).await;
        if received.len() != 1 {
            self.wrong(reply, format!("{} requests came", received.len()));
        }
        Some((played, result))
    }

    async fn exchange<A, C, O>(
        &self,
        client: &Client<A, C>,
        reply: &Reply,
        operation: O,
    ) -> (Result<Response<O::Output>, Error>, Vec<Received>)
    where
        A: Api,
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.server.play(reply);
        let result = client.send_with_response(operation).await;
        (result, self.server.received())
    }

    /// Looks at a value by hand; a failed assertion is written down, and the next section is tried.
    pub fn look(&mut self, section: &str, look: impl FnOnce()) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(look)) {
            self.wrong(section, words(&*panic));
        }
    }

    fn cover(&mut self, section: &str) {
        if !self.covered.insert(section.to_owned()) {
            self.wrong(section, "it is tested twice");
        }
    }

    fn wrong(&mut self, section: &str, what: impl Into<String>) {
        self.broken
            .push(format!("{}, {section}: {}", self.operation, what.into()));
    }

    /// Tells what is wrong, and which sections of the file no test has.
    ///
    /// # Panics
    ///
    /// When anything is wrong.
    pub fn finish(mut self) {
        let requests = self.fixture.requests.iter();
        let replies = self.fixture.replies.iter();
        let sections: Vec<String> = requests
            .map(|request| format!("request {}", request.name))
            .chain(replies.map(|reply| format!("reply {}", reply.name)))
            .collect();
        for section in sections {
            if !self.covered.contains(&section) {
                self.wrong(&section, "it has no test");
            }
        }
        assert!(self.broken.is_empty(), "\n{}", self.broken.join("\n"));
    }
}

/// What became of a request that ended in an error.
fn outcome(reply: &Reply, kind: ErrorKind) -> Outcome {
    match kind {
        // The server did it; only values of its reply are not what they should be.
        ErrorKind::Mismatch => Outcome::Done,
        // An envelope that says no is as definite as a status.
        ErrorKind::Unsuccessful => Outcome::Rejected,
        _ if reply.status == 204 || (400..500).contains(&reply.status) => Outcome::Rejected,
        _ => Outcome::Unknown,
    }
}

fn words(panic: &(dyn Any + Send)) -> String {
    match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(text), _) => text.clone(),
        (None, Some(text)) => (*text).to_owned(),
        (None, None) => "a panic".to_owned(),
    }
}

/// Makes a test of each operation, and the list of operations that have one.
#[macro_export]
macro_rules! wire_tests {
    ($api:literal $($promise:ident: $operation:ident,)*) => {
        /// The operations with a test here.
        pub(crate) const OPERATIONS: &[&str] = &[$(stringify!($operation)),*];

        $(#[tokio::test]
        async fn $promise() {
            let mut wire = $crate::wire::Wire::open($api, stringify!($operation)).await;
            $operation(&mut wire).await;
            wire.finish();
        })*
    };
}
