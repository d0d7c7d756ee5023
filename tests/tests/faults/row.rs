//! A row: what the server does, and how a read, a write and a create with `once` end.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::try_join_all;
use tokio_rustls::rustls::ServerConfig;

use crate::call::{CallResult, CallSettings, End, INITIAL_BACKOFF};
use crate::end::OperationEnd;
use crate::http2;
use crate::observed::ObservedTraffic;
use crate::once::{Continuation, has_no_extra_writes, healthy, reports_all};
use crate::operations::Op;
use crate::server::{Responder, Scene, Server, good_response, respond, respond_each};

#[derive(Clone)]
pub(crate) struct Row {
    /// What the server does.
    fault: &'static str,
    scenes: Vec<Scene>,
    /// Whether the fault is tried a second time, with a server that recovers after the first
    /// connection.
    recovers: bool,
    /// How `once` goes on after a fault of the first connection alone.
    continuations: &'static [Continuation],
    /// Whether a connection may hand a request back unsent, so that the ends differ from run to run.
    is_race: bool,
    tls: Option<Arc<ServerConfig>>,
    settings: Vec<Setting>,
    checks: Vec<fn(&CallResult, &ObservedTraffic) -> bool>,
    /// Whether it needs so much processor time that no other row, which may measure time, may run
    /// concurrently.
    is_heavy: bool,
}

/// Changes the settings of a row's calls.
type Setting = Arc<dyn Fn(&mut CallSettings) + Send + Sync>;

/// A fault that lasts. It is tried a second time with a server that recovers after the first
/// connection.
pub(crate) fn fault(fault: &'static str, scene: Scene) -> Row {
    Row {
        fault,
        scenes: vec![scene],
        recovers: true,
        continuations: &[Continuation::Ours],
        is_race: false,
        tls: None,
        settings: Vec::new(),
        checks: Vec::new(),
        is_heavy: false,
    }
}

/// Exactly these scenes, one per connection.
pub(crate) fn scripted(text: &'static str, scenes: Vec<Scene>) -> Row {
    Row {
        scenes,
        recovers: false,
        ..fault(text, respond(good_response))
    }
}

/// A situation in which all calls succeed.
pub(crate) fn succeeds(text: &'static str, scene: Scene) -> Row {
    scripted(text, vec![scene]).check(|result, _| result.end() == End::Confirmed)
}

impl Row {
    /// Tries every continuation of `once`: one row of each kind of error does.
    pub(crate) fn with_all_continuations(self) -> Self {
        Self {
            continuations: &Continuation::ALL,
            ..self
        }
    }

    /// A connection may hand the request back unsent, and then it is sent again.
    pub(crate) fn race(self) -> Self {
        Self {
            is_race: true,
            ..self
        }
    }

    pub(crate) fn tls(mut self, config: Arc<ServerConfig>) -> Self {
        self.tls = Some(config);
        self.https()
    }

    /// The client expects TLS.
    pub(crate) fn https(self) -> Self {
        self.set(|settings| settings.base_url = settings.base_url.replace("http://", "https://"))
    }

    pub(crate) fn set(
        mut self,
        setting: impl Fn(&mut CallSettings) + Send + Sync + 'static,
    ) -> Self {
        self.settings.push(Arc::new(setting));
        self
    }

    /// A short attempt timeout. The request must be sent before it expires, also on a busy machine.
    pub(crate) fn with_short_attempts(self) -> Self {
        self.set(|settings| settings.attempt_timeout = Duration::from_secs(4))
    }

    /// A short connect timeout, where no connection is established.
    pub(crate) fn with_short_connects(self) -> Self {
        self.set(|settings| settings.connect_timeout = Duration::from_millis(300))
    }

    /// How many of these permits the row needs, by its processor time.
    pub(crate) fn permits(&self, all: u32) -> u32 {
        match &self.tls {
            _ if self.is_heavy => all,
            Some(_) => 3,
            None => 1,
        }
    }

    pub(crate) fn heavy(self) -> Self {
        Self {
            is_heavy: true,
            ..self
        }
    }

    /// A check of each call while the fault lasts, of what the table does not say.
    pub(crate) fn check(mut self, check: fn(&CallResult, &ObservedTraffic) -> bool) -> Self {
        self.checks.push(check);
        self
    }

    /// The row with time limits that are longer by this factor.
    pub(crate) fn with_patience(self, patience: u32) -> Self {
        self.set(move |settings| {
            settings.attempt_timeout *= patience;
            settings.create_timeout *= patience;
            settings.connect_timeout *= patience;
        })
    }

    /// Runs the row. Returns the line of the table, or what is wrong whatever the table says.
    pub(crate) async fn run(&self) -> Result<String, String> {
        let (read, write, (once, result)) = tokio::try_join!(
            self.run_without_look_ups(Op::Read),
            self.run_without_look_ups(Op::Write),
            self.run_while_it_lasts(Op::UniqueKey),
        )?;
        // The look-ups met the fault, too.
        if let (Some(error), End::Failed(kind, _)) = (result.error(), read.end)
            && once.lookups > 0
            && !self.is_race
            && !reports_all(error, kind)
        {
            return Err(self.failure("the error does not report all", once, &result));
        }
        let continued = match once.lookups {
            _ if !self.recovers => "-".to_owned(),
            0 => {
                self.recover(once).await?;
                "the same".to_owned()
            }
            _ => {
                let continuations = self.continuations.iter();
                let ends = try_join_all(continuations.map(|next| self.run_continuation(*next)));
                let cells = ends.await?.into_iter();
                let cells = cells.map(|end| format!("{} ({})", end.text(), end.counts()));
                cells.collect::<Vec<_>>().join("; ")
            }
        };
        let fault = self.fault;
        if self.is_race {
            return Ok(format!("| {fault} | a race | a race | a race | a race | |"));
        }
        let ends = [read, write, once];
        let [read, write, once] = ends.map(OperationEnd::text);
        let counts = ends.map(OperationEnd::counts).join(" / ");
        Ok(format!(
            "| {fault} | {read} | {write} | {once} | {continued} | {counts} |"
        ))
    }

    /// Runs it with an operation that is not looked up.
    async fn run_without_look_ups(&self, op: Op) -> Result<OperationEnd, String> {
        let (lasting, _) = self.run_while_it_lasts(op).await?;
        if self.recovers {
            self.recover(lasting).await?;
        }
        Ok(lasting)
    }

    /// Runs the operation that ended like this with a server that recovers after the first connection.
    async fn recover(&self, lasting: OperationEnd) -> Result<(), String> {
        let (end, result) = self.play(lasting.op, self.then(healthy())).await?;
        match self.is_race || end.is_recovery_of(lasting) {
            true => Ok(()),
            false => Err(self.failure("it is not the end after a recovery", end, &result)),
        }
    }

    async fn run_while_it_lasts(&self, op: Op) -> Result<(OperationEnd, CallResult), String> {
        let (result, observed) = self.call(op, self.scenes.clone()).await;
        let end = self.verified(op, &result, &observed)?;
        match self.checks.iter().all(|check| check(&result, &observed)) {
            true => Ok((end, result)),
            false => Err(self.failure("a check fails", end, &result)),
        }
    }

    /// Runs it with `once`, and a server that goes on like this after the first connection.
    async fn run_continuation(&self, continuation: Continuation) -> Result<OperationEnd, String> {
        let scenes = self.then(continuation.responder());
        let (end, result) = self.play(Op::UniqueKey, scenes).await?;
        match continuation.is_reported_by(&result) {
            true => Ok(end),
            false => Err(self.failure(&format!("{continuation:?} is not reported"), end, &result)),
        }
    }

    /// The fault at the first connection, and this responder at all later ones.
    fn then(&self, responder: Responder) -> Vec<Scene> {
        let later = if self.tls.is_some() {
            http2::respond_each(responder)
        } else {
            respond_each(responder)
        };
        vec![Arc::clone(&self.scenes[0]), later]
    }

    async fn play(&self, op: Op, scenes: Vec<Scene>) -> Result<(OperationEnd, CallResult), String> {
        let (result, observed) = self.call(op, scenes).await;
        Ok((self.verified(op, &result, &observed)?, result))
    }

    async fn call(&self, op: Op, scenes: Vec<Scene>) -> (CallResult, Arc<ObservedTraffic>) {
        let server = Server::start(op, self.tls.clone(), scenes).await;
        let mut settings = CallSettings::new(format!("http://127.0.0.1:{}/api", server.port));
        self.settings
            .iter()
            .for_each(|setting| setting(&mut settings));
        let result = settings.call(op, &server.observed).await;
        if settings.warm.is_some() {
            server.observed.discard_first();
        }
        (result, server.observed)
    }

    /// The end of a call, of which what holds in all rows is true.
    fn verified(
        &self,
        op: Op,
        result: &CallResult,
        observed: &ObservedTraffic,
    ) -> Result<OperationEnd, String> {
        let end = OperationEnd::new(op, result, observed);
        if !has_no_extra_writes(op, result, observed) {
            return Err(self.failure("there are extra writes", end, result));
        }
        match self.is_race && !end.is_of_race() {
            true => Err(self.failure("no race ends like this", end, result)),
            false => Ok(end),
        }
    }

    fn failure(&self, what: &str, end: OperationEnd, result: &CallResult) -> String {
        let fault = self.fault;
        format!("{fault}: {what}: {end:?}\n{:#?}", result.error())
    }
}

/// A check: no retry is immediate.
pub(crate) fn backs_off(_: &CallResult, observed: &ObservedTraffic) -> bool {
    let pause = observed.shortest_pause();
    pause.is_none_or(|pause| pause >= INITIAL_BACKOFF / 2)
}
