//! A row: what the server does, and what has to come of it for a read, a write and the guarded write.

use std::sync::Arc;
use std::time::Duration;

use api_runtime::{ErrorKind, Outcome};
use tokio_rustls::rustls::ServerConfig;

use crate::calls::{Came, How, Op};
use crate::server::{Scene, Seen, Server, answer, good};

pub(crate) struct Row {
    /// The id in the project's list of faults.
    pub(crate) id: &'static str,
    /// What the server does.
    pub(crate) fault: &'static str,
    scenes: Vec<Scene>,
    /// Whether the fault is tried a second time, with a server that is well again after it.
    passes: bool,
    tls: Option<Arc<ServerConfig>>,
    set: Vec<Set>,
    want: [Want; 3],
    checks: Vec<fn(&Came, &Seen) -> bool>,
    /// Whether it takes so much of the processor that others, which look at the clock, must not run beside it.
    pub(crate) is_heavy: bool,
}

/// Changes how the calls of a row are made.
type Set = Arc<dyn Fn(&mut How) + Send + Sync>;

/// What has to come of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Want {
    end: Option<(ErrorKind, Outcome)>,
    attempts: u32,
    bodies: usize,
    /// Whether it hangs on a race on the way which of two things happens: the request was handed back unsent, or not.
    is_race: bool,
}

/// A success at the first attempt.
pub(crate) const OK: Want = Want {
    end: None,
    attempts: 1,
    bodies: 1,
    is_race: false,
};

/// A success at the second attempt.
pub(crate) const OK_AT_2: Want = Want {
    end: None,
    attempts: 2,
    bodies: 2,
    is_race: false,
};

/// An error after one attempt.
pub(crate) const fn once(kind: ErrorKind, outcome: Outcome) -> Want {
    Want {
        end: Some((kind, outcome)),
        attempts: 1,
        bodies: 1,
        is_race: false,
    }
}

/// An error after three attempts.
pub(crate) const fn again(kind: ErrorKind, outcome: Outcome) -> Want {
    Want {
        end: Some((kind, outcome)),
        attempts: 3,
        bodies: 3,
        is_race: false,
    }
}

impl Want {
    /// The server got this many requests whole.
    pub(crate) const fn bodies(mut self, bodies: usize) -> Self {
        self.bodies = bodies;
        self
    }

    /// Or it was handed back unsent, and tried again.
    pub(crate) const fn or_handed_back(mut self) -> Self {
        self.is_race = true;
        self
    }

    /// What has to come of it if the server is well again after the first connection.
    fn after_which_all_is_well(self) -> Self {
        match self.attempts {
            1 => self,
            _ => Self {
                end: None,
                attempts: 2,
                bodies: self.bodies / 3 + 1,
                is_race: self.is_race,
            },
        }
    }

    fn is_met(self, came: &Came, bodies: usize) -> bool {
        if self.is_race {
            let end_is_fine = came.end.is_none_or(|(kind, outcome)| {
                matches!(kind, ErrorKind::Interrupted | ErrorKind::Connect)
                    && matches!(outcome, Outcome::Unknown | Outcome::NotSent)
            });
            return end_is_fine && came.attempts <= 3 && bodies <= self.bodies.max(1);
        }
        self.end == came.end && self.attempts == came.attempts && self.bodies == bodies
    }

    /// The cell of the table.
    fn cell(self) -> String {
        let tries = match (self.end, self.attempts) {
            (None, 1) => "Ok".to_owned(),
            (None, number) => format!("Ok at attempt {number}"),
            (Some(end), 1) => told(end),
            (Some(end), number) => format!("{}, {number} attempts", told(end)),
        };
        if self.is_race {
            return format!("{tries}; or handed back unsent, and tried again");
        }
        tries
    }
}

fn told((kind, outcome): (ErrorKind, Outcome)) -> String {
    let outcome = match outcome {
        Outcome::NotSent => "not sent",
        Outcome::Rejected => "rejected",
        Outcome::Done => "done",
        _ => "unknown",
    };
    format!("`{kind:?}`, {outcome}")
}

/// A fault that lasts. What is tried again is tried a second time, with a server that is well after one connection.
pub(crate) fn fault(
    id: &'static str,
    fault: &'static str,
    scene: Scene,
    read: Want,
    write: Want,
) -> Row {
    Row {
        id,
        fault,
        scenes: vec![scene],
        passes: true,
        tls: None,
        set: Vec::new(),
        want: [read, write, write],
        checks: Vec::new(),
        is_heavy: false,
    }
}

/// Exactly these scenes, one for each connection.
pub(crate) fn story(
    id: &'static str,
    text: &'static str,
    scenes: Vec<Scene>,
    read: Want,
    write: Want,
) -> Row {
    Row {
        scenes,
        passes: false,
        ..fault(id, text, answer(good), read, write)
    }
}

/// What the server does is no fault for us.
pub(crate) fn fine(id: &'static str, text: &'static str, scene: Scene) -> Row {
    story(id, text, vec![scene], OK, OK)
}

impl Row {
    pub(crate) fn guarded(mut self, want: Want) -> Self {
        self.want[2] = want;
        self
    }

    pub(crate) fn tls(mut self, config: Arc<ServerConfig>) -> Self {
        self.tls = Some(config);
        self.set(|how| how.base = how.base.replace("http://", "https://"))
    }

    pub(crate) fn set(mut self, set: impl Fn(&mut How) + Send + Sync + 'static) -> Self {
        self.set.push(Arc::new(set));
        self
    }

    /// The limits of connections and attempts are short.
    pub(crate) fn hurried(self) -> Self {
        self.set(|how| {
            how.attempt_timeout = Duration::from_secs(4);
            how.connect_timeout = Duration::from_millis(1_500);
        })
    }

    pub(crate) fn heavy(self) -> Self {
        Self {
            is_heavy: true,
            ..self
        }
    }

    /// What must hold besides, of each call while the fault lasts.
    pub(crate) fn check(mut self, check: fn(&Came, &Seen) -> bool) -> Self {
        self.checks.push(check);
        self
    }

    /// Tries it. Gives the line of the table, or what was not as it has to be.
    pub(crate) async fn run(&self) -> Result<String, String> {
        let [read, write, guarded] = self.want;
        tokio::try_join!(
            self.meet(Op::Read, read),
            self.meet(Op::Write, write),
            self.meet(Op::Guarded, guarded)
        )?;
        let [read, write, guarded] = self.want.map(Want::cell);
        let bodies = self.want.map(|want| want.bodies.to_string()).join(" / ");
        Ok(format!(
            "| {} | {} | {read} | {write} | {guarded} | {bodies} |",
            self.id, self.fault
        ))
    }

    /// Tries it with one operation: while the fault lasts, and with a server that is well after it.
    async fn meet(&self, op: Op, want: Want) -> Result<(), String> {
        let (came, seen) = self.play(op, self.scenes.clone()).await;
        let checked = self.checks.iter().all(|check| check(&came, &seen));
        if !want.is_met(&came, seen.bodies()) || !checked {
            let told = if checked { "lasts" } else { "lasts, checks" };
            return Err(self.differs(op, told, &came, &seen, want));
        }
        if self.passes {
            let scenes = [self.scenes.clone(), vec![well(self.tls.is_some())]].concat();
            let (came, seen) = self.play(op, scenes).await;
            let want = want.after_which_all_is_well();
            if !want.is_met(&came, seen.bodies()) {
                return Err(self.differs(op, "passes", &came, &seen, want));
            }
        }
        Ok(())
    }

    fn differs(&self, op: Op, how: &str, came: &Came, seen: &Seen, want: Want) -> String {
        let got = Want {
            end: came.end,
            attempts: came.attempts,
            bodies: seen.bodies(),
            is_race: false,
        };
        format!(
            "{} {}, {op:?}, when it {how}: {}, {} bodies; expected {}, {} bodies\n{:#?}",
            self.id,
            self.fault,
            got.cell(),
            got.bodies,
            want.cell(),
            want.bodies,
            came.error
        )
    }

    async fn play(&self, op: Op, scenes: Vec<Scene>) -> (Came, Arc<Seen>) {
        let server = Server::start(op, self.tls.clone(), scenes).await;
        let mut how = How::to(format!("http://127.0.0.1:{}/api", server.port));
        self.set.iter().for_each(|set| set(&mut how));
        let came = how.call(op).await;
        (came, server.seen)
    }
}

/// A server that is well, whichever HTTP the connection speaks.
fn well(is_tls: bool) -> Scene {
    if is_tls {
        crate::http2::good()
    } else {
        answer(good)
    }
}
