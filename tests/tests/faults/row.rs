//! A row: what the server does, and how a read, a write and a create with `unique` must end.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::try_join_all;
use tokio_rustls::rustls::ServerConfig;

use crate::call::{CallResult, CallSettings, End};
use crate::expected::{Expected, OK, OK_AT_2, count_requests};
use crate::http2;
use crate::observed::ObservedTraffic;
use crate::operations::Op;
use crate::server::{Responder, Scene, Server, good_response, respond, respond_each};
use crate::unique::{ExistingOrder, has_no_extra_writes, healthy, reports_all, without_order};

pub(crate) struct Row {
    /// The id in the table.
    pub(crate) id: &'static str,
    /// What the server does.
    pub(crate) fault: &'static str,
    scenes: Vec<Scene>,
    /// Whether the fault is tried a second time, with a server that recovers after the first
    /// connection.
    recovers: bool,
    /// Whether `unique` is tried with a create that had its effect, too.
    tries_effects: bool,
    tls: Option<Arc<ServerConfig>>,
    settings: Vec<Setting>,
    read: Expected,
    write: Expected,
    /// The end of `unique` while the fault lasts.
    unique: Expected,
    /// The end of its first attempt.
    first_create: Expected,
    /// Whether that is a rejection that may be the one of a duplicate, after which the record is looked up.
    may_be_duplicate: bool,
    checks: Vec<fn(&CallResult, &ObservedTraffic) -> bool>,
    /// Whether it needs so much processor time that no other row, which may measure time, may run
    /// concurrently.
    is_heavy: bool,
}

/// Changes the settings of a row's calls.
type Setting = Arc<dyn Fn(&mut CallSettings) + Send + Sync>;

/// A fault that lasts. It is tried a second time with a server that recovers after the first
/// connection.
pub(crate) fn fault(
    id: &'static str,
    fault: &'static str,
    scene: Scene,
    read: Expected,
    write: Expected,
) -> Row {
    let row = Row {
        id,
        fault,
        scenes: vec![scene],
        recovers: true,
        tries_effects: true,
        tls: None,
        settings: Vec::new(),
        read,
        write,
        unique: write,
        first_create: write,
        may_be_duplicate: false,
        checks: Vec::new(),
        is_heavy: false,
    };
    row.with_first_create(write)
}

/// Exactly these scenes, one per connection.
pub(crate) fn scripted(
    id: &'static str,
    text: &'static str,
    scenes: Vec<Scene>,
    read: Expected,
    write: Expected,
) -> Row {
    Row {
        scenes,
        recovers: false,
        ..fault(id, text, respond(good_response), read, write)
    }
}

/// A situation in which all calls succeed.
pub(crate) fn succeeds(id: &'static str, text: &'static str, scene: Scene) -> Row {
    scripted(id, text, vec![scene], OK, OK)
}

impl Row {
    /// By what `unique` decides how to go on.
    pub(crate) fn first_end(&self) -> String {
        let Self {
            first_create,
            may_be_duplicate,
            ..
        } = self;
        format!(
            "{:?}, {}, {may_be_duplicate}",
            first_create.end, first_create.is_race
        )
    }

    /// Whether the first create may be handed back unsent: then it had no effect.
    pub(crate) fn is_race(&self) -> bool {
        self.first_create.is_race
    }

    /// Another row tries `unique` with a create that had its effect.
    pub(crate) fn without_effects(self) -> Self {
        Self {
            tries_effects: false,
            ..self
        }
    }

    /// The first attempt of `unique` ends in another way than the write.
    pub(crate) fn with_first_create(self, first: Expected) -> Self {
        let unique = match first.is_unknown() {
            true => first.with_lookups(self.read),
            false => first,
        };
        Self {
            unique,
            first_create: first,
            ..self
        }
    }

    /// The look-up of `unique` does not meet the fault.
    pub(crate) fn with_unique(self, unique: Expected) -> Self {
        Self { unique, ..self }
    }

    /// The status may be that of a duplicate, so that `unique` looks the record up.
    pub(crate) fn may_be_duplicate(self) -> Self {
        Self {
            unique: self.first_create.with_lookups(self.read),
            may_be_duplicate: true,
            ..self
        }
    }

    /// Whether `unique` looks the record up after its first attempt.
    fn looks_up(&self) -> bool {
        self.first_create.is_unknown() || self.may_be_duplicate
    }

    pub(crate) fn tls(mut self, config: Arc<ServerConfig>) -> Self {
        self.tls = Some(config);
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
        self.set(|settings| settings.attempt_timeout = Duration::from_secs(6))
    }

    /// A short connect timeout, where no connection is established.
    pub(crate) fn with_short_connects(self) -> Self {
        self.set(|settings| settings.connect_timeout = Duration::from_millis(1_500))
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

    /// A further check of each call while the fault lasts.
    pub(crate) fn check(mut self, check: fn(&CallResult, &ObservedTraffic) -> bool) -> Self {
        self.checks.push(check);
        self
    }

    /// Runs the row. Returns the line of the table, or the failure.
    pub(crate) async fn run(&self) -> Result<String, String> {
        tokio::try_join!(
            self.run_operation(Op::Read, self.read),
            self.run_operation(Op::Write, self.write),
            self.run_operation(Op::UniqueKey, self.unique),
            try_join_all(ExistingOrder::ALL.map(|existing| self.run_after_effect(existing))),
            self.run_without_order(),
        )?;
        Ok(self.line())
    }

    /// Runs it with one operation: while the fault lasts, and with a server that recovers.
    async fn run_operation(&self, op: Op, expected: Expected) -> Result<(), String> {
        let fault_lasts = async {
            let (result, observed) = self.play(op, self.scenes.clone()).await;
            let passes_checks = self.checks.iter().all(|check| check(&result, &observed));
            let is_reported = op != Op::UniqueKey || self.reports_all_while_it_lasts(&result);
            let is_as_expected =
                expected.is_met_by(op, &result, &observed) && passes_checks && is_reported;
            self.verify(
                is_as_expected,
                op,
                "the fault lasts",
                &result,
                &observed,
                expected,
            )
        };
        let fault_once = async {
            if !self.recovers {
                return Ok(());
            }
            let (result, observed) = self.play(op, self.then(healthy())).await;
            let expected = match (op, self.looks_up()) {
                (Op::UniqueKey, true) => ExistingOrder::Ours.expected(self.first_create),
                _ => expected.after_recovery(),
            };
            let is_as_expected = expected.is_met_by(op, &result, &observed);
            self.verify(
                is_as_expected,
                op,
                "the server recovers",
                &result,
                &observed,
                expected,
            )
        };
        tokio::try_join!(fault_lasts, fault_once)?;
        Ok(())
    }

    /// Runs it with `unique`, if its first attempt is looked up: no order has our reference. That proves
    /// a rejection, and otherwise the create is sent once more.
    async fn run_without_order(&self) -> Result<(), String> {
        if !self.tries_effects || !self.looks_up() {
            return Ok(());
        }
        let scenes = self.then(without_order());
        let (result, observed) = self.play(Op::UniqueKey, scenes).await;
        let lookups = self.first_create.looks();
        let expected = match self.may_be_duplicate {
            true => Expected {
                lookups,
                ..self.first_create
            },
            false => Expected {
                requests: self.first_create.requests + 1,
                lookups,
                ..OK_AT_2
            },
        };
        let is_reported = result.error().is_none_or(|error| {
            let lookup_error = error.lookup_error();
            lookup_error.is_some_and(api_runtime::Error::is_not_found)
        });
        let is_as_expected = expected.is_met_by(Op::UniqueKey, &result, &observed) && is_reported;
        self.verify(
            is_as_expected,
            Op::UniqueKey,
            "no order has the reference",
            &result,
            &observed,
            expected,
        )
    }

    /// Runs it with `unique`, if its first attempt is looked up: the create, or an earlier one, had its
    /// effect.
    async fn run_after_effect(&self, existing: ExistingOrder) -> Result<(), String> {
        if !self.tries_effects || !self.looks_up() {
            return Ok(());
        }
        let (result, observed) = self
            .play(Op::UniqueKey, self.then(existing.responder()))
            .await;
        let expected = existing.expected(self.first_create);
        let is_reported = existing.is_reported_by(&result);
        let is_as_expected = expected.is_met_by(Op::UniqueKey, &result, &observed) && is_reported;
        let situation = format!("the create had its effect, {existing:?}");
        self.verify(
            is_as_expected,
            Op::UniqueKey,
            &situation,
            &result,
            &observed,
            expected,
        )
    }

    /// Whether an error of `unique` with an unknown outcome reports all that is known: the
    /// lookup met the fault too.
    fn reports_all_while_it_lasts(&self, result: &CallResult) -> bool {
        match (result.error(), self.read.end) {
            (Some(error), End::Failed(kind, _)) if self.unique.is_unknown() => {
                self.first_create.is_race || reports_all(error, kind)
            }
            _ => true,
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

    async fn play(&self, op: Op, scenes: Vec<Scene>) -> (CallResult, Arc<ObservedTraffic>) {
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

    /// Describes the difference from what is expected, if there is one.
    fn verify(
        &self,
        is_as_expected: bool,
        op: Op,
        situation: &str,
        result: &CallResult,
        observed: &ObservedTraffic,
        expected: Expected,
    ) -> Result<(), String> {
        let is_within_limit = has_no_extra_writes(op, result, observed);
        if is_as_expected && is_within_limit {
            return Ok(());
        }
        let (requests, lookups) = count_requests(op, observed);
        let actual = Expected {
            end: result.end(),
            attempts: result.attempts(),
            requests,
            lookups,
            is_race: false,
        };
        let Self { id, fault, .. } = self;
        let extra_writes = if is_within_limit {
            ""
        } else {
            "; extra writes"
        };
        Err(format!(
            "{id} {fault}, {op:?}, when {situation}: {actual:?}{extra_writes}\nexpected {expected:?}, and the checks of the row\n{:#?}",
            result.error()
        ))
    }

    /// The line of the table.
    fn line(&self) -> String {
        let expectations = [
            (Op::Read, self.read),
            (Op::Write, self.write),
            (Op::UniqueKey, self.unique),
        ];
        let [read, write, unique] = expectations.map(|(op, expected)| expected.cell(op));
        let counts = expectations
            .map(|(_, expected)| expected.counts())
            .join(" / ");
        let after = self.cell_after();
        let Self { id, fault, .. } = self;
        format!("| {id} | {fault} | {read} | {write} | {unique} | {after} | {counts} |")
    }

    /// How `unique` ends if only the first connection meets the fault.
    fn cell_after(&self) -> &'static str {
        if !self.recovers {
            "-"
        } else if !self.looks_up() {
            "the same"
        } else if self.first_create.is_race {
            "`Recovered`; or handed back"
        } else if !self.tries_effects {
            "`Recovered`"
        } else if self.may_be_duplicate {
            "rejected, `Recovered`, unknown, `Differs`, unknown"
        } else {
            "`Confirmed`, `Recovered`, unknown, `Differs`, unknown"
        }
    }
}
