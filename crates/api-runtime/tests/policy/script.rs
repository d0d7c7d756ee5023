//! A transport that follows a script: one step for each attempt, the last one for ever.

use std::fmt;
use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::http::{self, HeaderMap, HeaderName, HeaderValue, StatusCode};
use api_runtime::{Attempt, BoxFuture, Bytes, RawResponse, Retry, Transport, TransportError};
use tokio::time::{Instant, sleep};

/// What an attempt comes to.
#[derive(Clone)]
pub(crate) enum Step {
    ResponseReader(u16, Vec<(&'static str, String)>, &'static str),
    Fail(fn(&'static str) -> TransportError),
    /// The head comes, the body does not.
    CutShort(u16, fn(&'static str) -> TransportError),
    /// Nothing comes, ever.
    Silence,
    /// Something comes late.
    Late(Duration, Box<Step>),
}

pub(crate) fn status(status: u16) -> Step {
    Step::ResponseReader(status, Vec::new(), "{\"id\":5}")
}

pub(crate) fn retry_after(status: u16, values: &[&str]) -> Step {
    let headers = values
        .iter()
        .map(|value| ("retry-after", (*value).to_owned()));
    Step::ResponseReader(status, headers.collect(), "")
}

/// What came of an attempt.
#[derive(Debug)]
pub(crate) struct Came {
    /// When, from the start of the script.
    pub(crate) at: Duration,
    pub(crate) number: u32,
    pub(crate) retry: Retry,
    pub(crate) request: http::Request<Bytes>,
}

#[derive(Clone)]
pub(crate) struct Script {
    steps: Arc<Vec<Step>>,
    start: Instant,
    came: Arc<Mutex<Vec<Came>>>,
}

impl Script {
    pub(crate) fn new(steps: impl IntoIterator<Item = Step>) -> Self {
        Self {
            steps: Arc::new(steps.into_iter().collect()),
            start: Instant::now(),
            came: Arc::default(),
        }
    }

    /// The attempts since the last question.
    pub(crate) fn came(&self) -> Vec<Came> {
        std::mem::take(&mut self.came.lock().unwrap())
    }

    pub(crate) fn count(&self) -> usize {
        self.came.lock().unwrap().len()
    }

    /// The waits between the attempts since the last question, where attempts themselves take no time.
    pub(crate) fn waits(&self) -> Vec<Duration> {
        let came = self.came();
        came.windows(2).map(|two| two[1].at - two[0].at).collect()
    }
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Script")
    }
}

impl Transport for Script {
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let mut came = self.came.lock().unwrap();
        let step = self.steps.get(came.len()).or(self.steps.last()).unwrap();
        came.push(Came {
            at: self.start.elapsed(),
            number: attempt.number,
            retry: attempt.retry,
            request,
        });
        Box::pin(play(step.clone()))
    }
}

async fn play(step: Step) -> Result<RawResponse, TransportError> {
    match step {
        Step::ResponseReader(status, headers, body) => {
            Ok(RawResponse::new(head(status), map(headers), body))
        }
        Step::Fail(failure) => Err(failure("as the script says")),
        Step::CutShort(status, failure) => {
            Err(failure("as the script says").with_head(head(status), HeaderMap::new()))
        }
        Step::Silence => pending().await,
        Step::Late(wait, step) => {
            sleep(wait).await;
            Box::pin(play(*step)).await
        }
    }
}

fn head(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap()
}

fn map(headers: Vec<(&'static str, String)>) -> HeaderMap {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        map.append(
            HeaderName::from_static(name),
            HeaderValue::try_from(value).unwrap(),
        );
    }
    map
}
