//! The three operations of generated clients that meet every fault, and what came of a call.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use api_runtime::{
    Accepts, Api, Attempt, Attempted, Credentials, Environment, Error, ErrorKind, Hook, Mismatch,
    Operation, Outcome, reqwest,
};
use payments_client::model::NewPaymentRequest;
use payments_client::rust_decimal::Decimal;
use pos_v3_client::model::NewIncomingOrder;

use crate::kept::{
    self, CLIENT_SECRET, IN_A_REPLY, INTEGRATOR_TOKEN, PATH_TOKEN, PERSONAL, VENUE_TOKEN,
};

/// One operation for each way of repeating. They are of three APIs, so that each kind of credentials travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// `GET /{token}/v1/coupons`, whose path has the venue's token.
    Read,
    /// `POST /thirdparty/payments/v1.0/CreateRequest`, which may not arrive twice.
    Write,
    /// `POST /v3/incoming_orders`, whose `reference_no` is unique.
    Guarded,
}

impl Op {
    pub(crate) const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Guarded];

    /// The body of a reply that is as it should be, with secrets where records have some, and in unknown fields.
    pub(crate) fn good(self) -> String {
        let more = format!("\"token\":\"{IN_A_REPLY}\",\"email\":\"{PERSONAL}\"");
        match self {
            Self::Read => format!("{{\"coupons\":[{{\"id\":1,{more}}}],{more}}}"),
            Self::Write => {
                format!("{{\"Success\":true,\"Payload\":\"uid-1\",\"Message\":\"\",{more}}}")
            }
            Self::Guarded => format!("{{\"incoming_order\":{{\"id\":7,{more}}},{more}}}"),
        }
    }

    /// The operation's own credentials, as a careless server sends them back.
    pub(crate) fn credentials(self) -> String {
        match self {
            Self::Read => PATH_TOKEN.to_owned(),
            Self::Write => CLIENT_SECRET.to_owned(),
            Self::Guarded => format!("{INTEGRATOR_TOKEN}, {VENUE_TOKEN}"),
        }
    }

    /// Everything that a server could send back.
    pub(crate) fn echo(self) -> String {
        format!("{} {PERSONAL} {IN_A_REPLY}", self.credentials())
    }

    /// The body of a refusal, as the API in question words it.
    pub(crate) fn refusal(self) -> String {
        format!("{{\"errors\":[\"no, {}\"]}}", self.credentials())
    }
}

/// How a call is made.
#[derive(Clone)]
pub(crate) struct How {
    pub(crate) base: String,
    pub(crate) attempt_timeout: Duration,
    pub(crate) connect_timeout: Duration,
    pub(crate) response_cap: Option<u64>,
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
            response_cap: None,
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
                use pos_v1_client::{Environment, ListCoupons, Place, VenueToken};
                let environment =
                    Environment::new(Place::Staging, base, VenueToken::new(PATH_TOKEN), ());
                self.make(environment.unwrap(), ListCoupons::new()).await
            }
            Op::Write => {
                let environment = payments(base);
                self.make(environment, payments_client::CreateRequest::new(payment()))
                    .await
            }
            Op::Guarded => {
                let order = pos_v3_client::CreateIncomingOrder::new(order());
                self.make(pos_v3(base), order).await
            }
        }
    }

    pub(crate) async fn make<A, C, O>(&self, environment: Environment<A, C>, operation: O) -> Came
    where
        A: Api,
        C: Credentials + 'static,
        O: Operation<Api = A, Output: Debug> + Accepts<C>,
    {
        kept::keep("environment", &format!("{environment:?}"));
        let attempts = Arc::<AtomicU32>::default();
        let mut builder = api_runtime::Client::builder(environment)
            .attempt_timeout(self.attempt_timeout)
            .connect_timeout(self.connect_timeout)
            .hook(Counter(Arc::clone(&attempts)))
            .on_mismatch(|operation, places| {
                kept::keep("on_mismatch", &format!("{operation} {places:?}"))
            });
        if let Some(cap) = self.response_cap {
            builder = builder.response_cap(cap);
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
        let written = client.to_http(&operation).unwrap();
        if let Some(value) = written.headers().get("authorization") {
            kept::plant(value.to_str().unwrap().split_once(' ').unwrap().1);
        }
        // Sensitive headers are marked, so that what prints a whole request prints none of them.
        kept::keep(
            "headers of the request",
            &format!("{:?}", written.headers()),
        );
        if self.warm {
            client.call(&operation).await.unwrap();
            tokio::time::sleep(Duration::from_millis(500)).await;
            attempts.store(0, Ordering::SeqCst);
        }
        let came = client.call(&operation).await;
        let attempts = attempts.load(Ordering::SeqCst);
        match came {
            Ok(answer) => {
                kept::keep(
                    "answer",
                    &format!("{answer:?} {answer:#?} {:?}", answer.mismatches),
                );
                Came {
                    end: None,
                    attempts,
                    mismatches: answer.mismatches,
                    error: None,
                }
            }
            Err(error) => {
                kept::keep_error(O::ABOUT.name, &error);
                assert_eq!(error.attempts(), attempts);
                Came {
                    end: Some((error.kind(), error.outcome())),
                    attempts,
                    mismatches: Vec::new(),
                    error: Some(error),
                }
            }
        }
    }
}

pub(crate) fn payments(
    base: &str,
) -> payments_client::Environment<payments_client::ClientCredentials> {
    use payments_client::{ClientCredentials, Environment, Place, Settings};
    let credentials = ClientCredentials::new("client-id", CLIENT_SECRET);
    Environment::new(Place::Test, base, credentials, Settings::new("public-key")).unwrap()
}

pub(crate) fn pos_v3(base: &str) -> pos_v3_client::Environment<pos_v3_client::IntegratorAndVenue> {
    use pos_v3_client::{Environment, IntegratorAndVenue, Place};
    let credentials = IntegratorAndVenue::new(INTEGRATOR_TOKEN, VENUE_TOKEN);
    Environment::new(Place::Staging, base, credentials, ()).unwrap()
}

pub(crate) fn payment() -> NewPaymentRequest {
    NewPaymentRequest {
        amount: Decimal::new(12_550, 2),
        user_business_address: "1 Main Street".into(),
        user_business_city: "Springfield".into(),
        user_business_name: "Corner Shop".into(),
        user_business_state_code: "CO".into(),
        user_business_zip: "80000".into(),
        user_email: PERSONAL.into(),
        user_first_name: PERSONAL.into(),
        user_last_name: PERSONAL.into(),
        user_phone: "5550100".into(),
    }
}

pub(crate) fn order() -> NewIncomingOrder {
    let mut order = NewIncomingOrder::new("WEB-1001", Vec::new());
    order.email = Some(PERSONAL.to_owned());
    order.first_name = Some(PERSONAL.to_owned());
    order
}

/// Counts attempts, and keeps what hooks can print.
struct Counter(Arc<AtomicU32>);

impl Hook for Counter {
    fn before(&self, attempt: &Attempt<'_>) {
        kept::keep("hook", &format!("{attempt:?}"));
    }

    fn after(&self, attempt: &Attempt<'_>, ended: &Attempted<'_>) {
        self.0.fetch_add(1, Ordering::SeqCst);
        kept::keep("hook", &format!("{attempt:?} {ended:?}"));
    }
}

/// What came of a call.
pub(crate) struct Came {
    /// The error's kind, and what it says became of the request. `None` for a success.
    pub(crate) end: Option<(ErrorKind, Outcome)>,
    pub(crate) attempts: u32,
    pub(crate) mismatches: Vec<Mismatch>,
    pub(crate) error: Option<Error>,
}
