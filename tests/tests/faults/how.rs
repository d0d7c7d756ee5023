//! How a call is made, and what came of it.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::{
    Api, Attempt, AttemptResult, AuthorizedBy, Client, Config, Created, Credentials, Error,
    ErrorKind, FindByUniqueKey, Hook, Operation, Outcome, reqwest,
};

use crate::calls::{Op, order, payment, payments, pos_v1, pos_v3};
use crate::kept;

/// How a call is made.
#[derive(Clone)]
pub(crate) struct How {
    pub(crate) base: String,
    pub(crate) attempt_timeout: Duration,
    pub(crate) connect_timeout: Duration,
    pub(crate) max_response_size: Option<u64>,
    pub(crate) proxy: Option<String>,
    pub(crate) http_client: Option<reqwest::Client>,
    /// Makes a call before that succeeds, so that a connection waits in the pool.
    pub(crate) warm: bool,
}

impl How {
    pub(crate) fn to(base: String) -> Self {
        Self {
            base,
            // Long enough that a busy machine does not reach it.
            attempt_timeout: Duration::from_secs(20),
            connect_timeout: Duration::from_secs(10),
            max_response_size: None,
            proxy: None,
            http_client: None,
            warm: false,
        }
    }

    /// Makes the call.
    pub(crate) async fn call(&self, op: Op) -> Came {
        let base = &self.base;
        match op {
            Op::Read => {
                let venues = pos_v3_client::ListVenues::new();
                self.send(pos_v3(base), venues).await
            }
            Op::Write => {
                let request = payments_client::CreateRequest::new(payment());
                self.send(payments(base), request).await
            }
            Op::UniqueKey => {
                let order = pos_v1_client::CreateIncomingOrder::new(order());
                self.create_once(pos_v1(base), order).await
            }
        }
    }

    async fn send<A, C, O>(&self, config: Config<A, C>, operation: O) -> Came
    where
        A: Api,
        C: Credentials + 'static,
        O: Operation<Api = A, Output: Debug> + AuthorizedBy<C>,
    {
        let (client, heard) = self.client(config, &operation);
        if self.warm {
            client.send_with_response(&operation).await.unwrap();
            heard.pause().await;
        }
        let came = client.send_with_response(&operation).await.map(|answer| {
            let mismatches = &answer.mismatches;
            kept::keep("answer", &format!("{answer:?} {answer:#?} {mismatches:?}"));
            End::Confirmed
        });
        heard.came(came, O::INFO.name)
    }

    async fn create_once<A, C, O>(&self, config: Config<A, C>, operation: O) -> Came
    where
        A: Api,
        C: Credentials + 'static,
        O: FindByUniqueKey<Api = A, Output: Debug> + AuthorizedBy<C>,
        O::Lookup: Operation<Output: Debug> + AuthorizedBy<C>,
    {
        let (client, heard) = self.client(config, &operation);
        if self.warm {
            client.create_once(&operation).await.unwrap();
            heard.pause().await;
        }
        let came = client.create_once(&operation).await.map(|created| {
            kept::keep("created", &format!("{created:?}"));
            match created {
                Created::Confirmed(reply) => {
                    kept::keep("reply", &format!("{reply:?} {reply:#?}"));
                    End::Confirmed
                }
                Created::Recovered(record) => {
                    kept::keep("record", &format!("{record:?} {record:#?}"));
                    End::Recovered
                }
            }
        });
        heard.came(came, O::INFO.name)
    }

    /// A client of this kind, and what its calls tell it.
    fn client<A, C, O>(&self, config: Config<A, C>, operation: &O) -> (Client<A, C>, Heard)
    where
        A: Api,
        C: Credentials + 'static,
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        kept::keep("config", &format!("{config:?}"));
        let heard = Heard::default();
        let mismatches = Arc::clone(&heard.mismatches);
        let mut builder = Client::builder(config)
            .attempt_timeout(self.attempt_timeout)
            .connect_timeout(self.connect_timeout)
            .hook(heard.clone())
            .on_mismatch(move |operation, places| {
                kept::keep("on_mismatch", &format!("{operation} {places:?}"));
                let places = places.iter().map(|&place| place.to_owned());
                mismatches.lock().unwrap().extend(places);
            });
        if let Some(cap) = self.max_response_size {
            builder = builder.max_response_size(cap);
        }
        if let Some(proxy) = &self.proxy {
            builder = builder.proxy(proxy.as_str());
        }
        if let Some(client) = &self.http_client {
            builder = builder.http_client(client.clone());
        }
        kept::keep("builder", &format!("{builder:?}"));
        let client = builder.build().unwrap();
        kept::keep("client", &format!("{client:?}"));
        let written = client.to_http(operation).unwrap();
        if let Some(value) = written.headers().get("authorization") {
            kept::plant(value.to_str().unwrap().split_once(' ').unwrap().1);
        }
        // Sensitive headers are marked, so that what prints a whole request prints none of them.
        kept::keep(
            "headers of the request",
            &format!("{:?}", written.headers()),
        );
        (client, heard)
    }
}

/// Hears of every attempt and of mismatches, and keeps what hooks can print.
#[derive(Clone, Default)]
struct Heard {
    attempts: Arc<Mutex<Vec<(String, End)>>>,
    mismatches: Arc<Mutex<Vec<String>>>,
}

impl Hook for Heard {
    fn before(&self, attempt: &Attempt<'_>) {
        kept::keep("hook", &format!("{attempt:?}"));
    }

    fn after(&self, attempt: &Attempt<'_>, ended: &AttemptResult<'_>) {
        kept::keep("hook", &format!("{attempt:?} {ended:?}"));
        let end = match ended.error {
            None => End::Confirmed,
            Some((kind, outcome)) => End::Failed(kind, outcome),
        };
        let name = attempt.operation.to_owned();
        self.attempts.lock().unwrap().push((name, end));
    }
}

impl Heard {
    /// After a call that succeeded: time for the other side to act, and what was heard is forgotten.
    async fn pause(&self) {
        tokio::time::sleep(Duration::from_millis(500)).await;
        self.attempts.lock().unwrap().clear();
        self.mismatches.lock().unwrap().clear();
    }

    fn came(self, result: Result<End, Error>, operation: &str) -> Came {
        let attempts = self.attempts.lock().unwrap();
        let own = attempts.iter().filter(|(name, _)| name == operation);
        let attempts: Vec<_> = own.map(|(_, end)| *end).collect();
        if let Err(error) = &result {
            kept::keep_error(operation, error);
            assert_eq!(error.attempts() as usize, attempts.len());
        }
        Came {
            result,
            attempts,
            mismatches: self.mismatches.lock().unwrap().clone(),
        }
    }
}

/// How a call or an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// A success.
    Confirmed,
    /// The record was read back: it is there by the earlier attempt.
    Recovered,
    /// The error's kind, and what it says became of the request.
    Failed(ErrorKind, Outcome),
}

/// What came of a call.
pub(crate) struct Came {
    result: Result<End, Error>,
    /// How each attempt of the operation itself ended.
    attempts: Vec<End>,
    /// Where values were not what the API describes.
    pub(crate) mismatches: Vec<String>,
}

impl Came {
    pub(crate) fn end(&self) -> End {
        match &self.result {
            Ok(end) => *end,
            Err(error) => End::Failed(error.kind(), error.outcome()),
        }
    }

    pub(crate) fn error(&self) -> Option<&Error> {
        self.result.as_ref().err()
    }

    /// How many attempts were made of the operation itself.
    pub(crate) fn attempts(&self) -> u32 {
        self.attempts.len().try_into().unwrap()
    }

    /// Whether nothing of the first attempt was sent.
    pub(crate) fn was_handed_back(&self) -> bool {
        matches!(
            self.attempts.first(),
            Some(End::Failed(_, Outcome::NotSent))
        )
    }

    /// How the first attempt ended of which something was sent.
    pub(crate) fn first_sent(&self) -> Option<End> {
        let is_sent = |end: &&End| !matches!(end, End::Failed(_, Outcome::NotSent));
        self.attempts.iter().find(is_sent).copied()
    }
}
