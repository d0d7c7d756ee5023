//! Processes that write and recover, and are killed.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use api_journal::{Journal, JournalClient};
use test_support::shop::{Client, config};

use crate::database::Database;
use crate::journal::StoppingJournal;
use crate::kind::Kind;
use crate::point::{Point, REACHED};
use crate::transport::StoppingTransport;

/// What a process does.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// One write.
    Send(String),
    Recover,
    /// Recovers, and then writes with keys that start with this, until it is killed.
    SendForever(String),
    /// Writes all of a number of keys, starting with one of them.
    SendAll(usize, usize),
}

/// A process to start.
#[derive(Clone)]
pub(crate) struct Process {
    pub(crate) database: Database,
    pub(crate) server: SocketAddr,
    pub(crate) venue: String,
    pub(crate) task: Task,
    pub(crate) stop: Option<Point>,
}

impl Process {
    pub(crate) fn start(&self) -> Child {
        let task = match &self.task {
            Task::Send(reference) => format!("send {reference}"),
            Task::Recover => "recover".to_owned(),
            Task::SendForever(run) => format!("forever {run}"),
            Task::SendAll(number, first) => format!("all {number} {first}"),
        };
        let stop = self
            .stop
            .map(|stop| format!("{stop:?}"))
            .unwrap_or_default();
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child_process", "--ignored", "--nocapture"])
            .env("CRASH_TASK", task)
            .env("CRASH_STOP", stop)
            .env("CRASH_VENUE", &self.venue)
            .env("CRASH_SERVER", self.server.to_string())
            .env("CRASH_DATABASE", self.database.to_text())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Starts the process and kills it at its point. Returns whether it reached it.
    pub(crate) fn start_and_kill(&self) -> bool {
        let mut child = self.start();
        let output = BufReader::new(child.stdout.take().unwrap());
        let reached = output
            .lines()
            .map_while(Result::ok)
            .any(|line| line == REACHED);
        child.kill().unwrap();
        let status = child.wait().unwrap();
        assert!(
            reached || status.success(),
            "{:?} at {:?}: {status}",
            self.task,
            self.stop
        );
        reached
    }

    /// Starts the process and kills it after a time.
    pub(crate) fn start_and_kill_after(&self, duration: Duration) {
        let mut child = self.start();
        sleep(duration);
        child.kill().unwrap();
        let _ = child.wait().unwrap();
    }

    /// The process of the environment variables, if there are any.
    pub(crate) fn from_env() -> Option<Self> {
        let variable = |name: &str| std::env::var(name).unwrap();
        let task = std::env::var("CRASH_TASK").ok()?;
        let words: Vec<&str> = task.split(' ').collect();
        Some(Self {
            database: Database::from_text(&variable("CRASH_DATABASE")),
            server: variable("CRASH_SERVER").parse().unwrap(),
            venue: variable("CRASH_VENUE"),
            task: match words.as_slice() {
                ["send", reference] => Task::Send((*reference).to_owned()),
                ["recover"] => Task::Recover,
                ["forever", run] => Task::SendForever((*run).to_owned()),
                ["all", number, first] => {
                    Task::SendAll(number.parse().unwrap(), first.parse().unwrap())
                }
                _ => panic!("{task}"),
            },
            stop: Point::from_name(&variable("CRASH_STOP")),
        })
    }

    pub(crate) fn client(&self) -> Client {
        let transport = StoppingTransport {
            address: self.server,
            stop: self.stop,
        };
        let builder = Client::builder(config()).transport(transport);
        builder.label("venue", &*self.venue).build().unwrap()
    }

    pub(crate) async fn run<J: Journal>(&self, journal: J) {
        let stop = self.stop;
        let journal = StoppingJournal {
            inner: journal,
            stop,
        };
        let client = self.client();
        match &self.task {
            Task::Send(reference) => {
                let kind = Kind::from_reference(reference).unwrap();
                let _ = kind.send(&client, &journal, reference).await;
            }
            Task::Recover => drop(client.recover(&journal).await.unwrap()),
            Task::SendForever(run) => {
                client.recover(&journal).await.unwrap();
                for number in 0.. {
                    let kind = Kind::ALL[number % 3];
                    let reference = kind.reference(&format!("{run}-{number}"));
                    kind.send(&client, &journal, &reference).await.unwrap();
                }
            }
            Task::SendAll(number, first) => {
                for offset in 0..*number {
                    let index = (first + offset) % number;
                    let reference = Kind::Never.reference(&index.to_string());
                    // Sent by another process, or by this one.
                    let _ = Kind::Never.send(&client, &journal, &reference).await;
                }
            }
        }
    }
}
