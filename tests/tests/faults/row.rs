//! A row: what the server does, and what has to come of it for a read, a write and the guarded write.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::try_join_all;
use tokio_rustls::rustls::ServerConfig;

use crate::calls::Op;
use crate::create_once::{Found, arrived_seldom_enough, tells_all, well};
use crate::how::{Came, End, How};
use crate::http2;
use crate::seen::Seen;
use crate::server::{ReplyTo, Scene, Server, answer, answer_each, good};
use crate::want::{OK, Want, counted};

pub(crate) struct Row {
    /// The id in FAULTS.md.
    pub(crate) id: &'static str,
    /// What the server does.
    pub(crate) fault: &'static str,
    scenes: Vec<Scene>,
    /// Whether the fault is tried a second time, with a server that is well again after it.
    passes: bool,
    tls: Option<Arc<ServerConfig>>,
    set: Vec<Set>,
    read: Want,
    write: Want,
    /// What has to come of the guarded write while the fault lasts.
    guarded: Want,
    /// What has to come of its first attempt.
    first: Want,
    checks: Vec<fn(&Came, &Seen) -> bool>,
    /// Whether it takes so much of the processor that others, which look at the clock, must not run beside it.
    pub(crate) is_heavy: bool,
}

/// Changes how the calls of a row are made.
type Set = Arc<dyn Fn(&mut How) + Send + Sync>;

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
        read,
        write,
        guarded: write.once_more(read),
        first: write,
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
    /// The first attempt of the guarded write comes to something else than an unguarded write.
    pub(crate) fn guarded(self, first: Want) -> Self {
        Self {
            guarded: first.once_more(self.read),
            first,
            ..self
        }
    }

    /// The fault does not meet the second attempt of the guarded write.
    pub(crate) fn guarded_while_it_lasts(self, guarded: Want) -> Self {
        Self { guarded, ..self }
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
        tokio::try_join!(
            self.meet(Op::Read, self.read),
            self.meet(Op::Write, self.write),
            self.meet(Op::UniqueKey, self.guarded),
            try_join_all(Found::ALL.map(|found| self.meet_done(found))),
        )?;
        Ok(self.line())
    }

    /// Tries it with one operation: while the fault lasts, and with a server that is well after it.
    async fn meet(&self, op: Op, want: Want) -> Result<(), String> {
        let lasts = async {
            let (came, seen) = self.play(op, self.scenes.clone()).await;
            let checked = self.checks.iter().all(|check| check(&came, &seen));
            let told = op != Op::UniqueKey || self.is_told_while_it_lasts(&came);
            let as_wanted = want.is_met(op, &came, &seen) && checked && told;
            self.judge(as_wanted, op, "it lasts", &came, &seen, want)
        };
        let passes = async {
            if !self.passes {
                return Ok(());
            }
            let (came, seen) = self.play(op, self.then(well())).await;
            let want = want.after_which_all_is_well();
            let as_wanted = want.is_met(op, &came, &seen);
            self.judge(as_wanted, op, "it passes", &came, &seen, want)
        };
        tokio::try_join!(lasts, passes)?;
        Ok(())
    }

    /// Tries it with the guarded write, if its first attempt leaves it unknown: the server did the create all the same.
    async fn meet_done(&self, found: Found) -> Result<(), String> {
        if !self.first.is_unknown() {
            return Ok(());
        }
        let (came, seen) = self.play(Op::UniqueKey, self.then(found.reply_to())).await;
        let want = found.want(self.first, &came);
        let told = found.is_told_by(&came, self.first);
        let as_wanted = want.is_met(Op::UniqueKey, &came, &seen) && told;
        let how = format!("it was done, {found:?}");
        self.judge(as_wanted, Op::UniqueKey, &how, &came, &seen, want)
    }

    /// Whether the error of a guarded write that stays unknown has all that is known: the read-back met the fault as well.
    fn is_told_while_it_lasts(&self, came: &Came) -> bool {
        match (came.error(), self.read.end) {
            (Some(error), End::Failed(kind, _)) if self.guarded.is_unknown() => {
                self.first.is_race || tells_all(error, self.first, kind)
            }
            _ => true,
        }
    }

    /// The fault at the first connection, and a server that answers like this at all that follow.
    fn then(&self, reply_to: ReplyTo) -> Vec<Scene> {
        let after = if self.tls.is_some() {
            http2::answer_each(reply_to)
        } else {
            answer_each(reply_to)
        };
        vec![Arc::clone(&self.scenes[0]), after]
    }

    async fn play(&self, op: Op, scenes: Vec<Scene>) -> (Came, Arc<Seen>) {
        let server = Server::start(op, self.tls.clone(), scenes).await;
        let mut how = How::to(format!("http://127.0.0.1:{}/api", server.port));
        self.set.iter().for_each(|set| set(&mut how));
        let came = how.call(op).await;
        if how.warm {
            server.seen.forget_the_first();
        }
        (came, server.seen)
    }

    /// Whether all is as it has to be, after whatever was played.
    fn judge(
        &self,
        as_wanted: bool,
        op: Op,
        how: &str,
        came: &Came,
        seen: &Seen,
        want: Want,
    ) -> Result<(), String> {
        let seldom_enough = arrived_seldom_enough(op, came, seen);
        if as_wanted && seldom_enough {
            return Ok(());
        }
        let (bodies, read_backs) = counted(op, seen);
        let got = Want {
            end: came.end(),
            attempts: came.attempts(),
            bodies,
            read_backs,
            is_race: false,
        };
        let Self { id, fault, .. } = self;
        let too_often = if seldom_enough { "" } else { "; too often" };
        Err(format!(
            "{id} {fault}, {op:?}, when {how}: {got:?}{too_often}\nexpected {want:?}, and what the row checks\n{:#?}",
            came.error()
        ))
    }

    /// The line of the table.
    fn line(&self) -> String {
        let wants = [
            (Op::Read, self.read),
            (Op::Write, self.write),
            (Op::UniqueKey, self.guarded),
        ];
        let [read, write, guarded] = wants.map(|(op, want)| want.cell(op));
        let counts = wants.map(|(_, want)| want.counts()).join(" / ");
        let after = self.cell_after();
        let Self { id, fault, .. } = self;
        format!("| {id} | {fault} | {read} | {write} | {guarded} | {after} | {counts} |")
    }

    /// How the guarded write ends if the fault struck the first connection alone.
    fn cell_after(&self) -> &'static str {
        if !self.passes {
            "-"
        } else if self.first.is_unknown() && self.first.is_race {
            "`Confirmed`, `Recovered` or rejected, unknown or rejected"
        } else if self.first.is_unknown() {
            "`Confirmed`, `Recovered`, unknown"
        } else if self.guarded.attempts > 1 {
            "`Confirmed`"
        } else {
            "the same"
        }
    }
}
