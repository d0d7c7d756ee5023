//! What a child process does.

use std::time::Duration;

use api_journal::{Journal, MAX_LEASE, Worker};
use futures_util::future::{join, join_all};
use serde::{Deserialize, Serialize};
use test_support::shop::Client;
use test_support::store::Other;
use tokio::time::sleep;

use super::engine::Engine;
use super::relay;
use super::stop::Point;
use super::stopping_store::StoppingStore;
use super::write::{Write, client, send, send_prepared};

/// What a child process does, from its environment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The location of the database.
    pub(crate) location: String,
    /// The address of the server.
    pub(crate) server: String,
    pub(crate) task: Task,
    pub(crate) point: Option<Point>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Task {
    /// Sends the write with this key.
    Send(String),
    /// Commits the intent of the write with this key in a transaction of the caller, then sends it.
    SendPrepared(String),
    /// One round of a worker.
    LookUp,
    /// Sends writes with keys from this number on and with earlier ones, and looks up, until it is
    /// killed.
    SendForever(usize),
    /// Sends all of this number of writes, from an offset on, until each took effect.
    SendAll(usize, usize),
}

impl Task {
    fn lease(&self) -> Duration {
        match self {
            // Long enough for a commit on a busy machine. Short, so that other processes see it end.
            Self::SendForever(_) => Duration::from_secs(2),
            // However busy the machine is, no write is sent again because a process was slow.
            _ => MAX_LEASE,
        }
    }
}

impl Job {
    pub(crate) async fn run<E: Engine>(self) {
        let Self {
            location,
            server,
            task,
            point,
        } = self;
        let journal = Journal::new(Other(StoppingStore {
            inner: E::open(&location).await,
            lease: task.lease(),
            point,
        }));
        let host = match point.filter(|point| point.is_of_network()) {
            Some(point) => relay::start(server, point).await.to_string(),
            None => server,
        };
        let client = client(&host, journal.clone());
        match task {
            Task::Send(key) => {
                let _ = send(&client, &key).await;
            }
            Task::SendPrepared(key) => {
                let _ = send_prepared(&client, &journal, &key).await;
            }
            Task::LookUp => {
                Worker::new(journal).client(client).round().await.unwrap();
            }
            Task::SendForever(first) => send_forever(&client, &journal, first).await,
            Task::SendAll(count, offset) => send_all(&client, count, offset).await,
        }
        println!("\nended");
    }
}

async fn send_forever(client: &Client, journal: &Journal, first: usize) {
    println!("\nready");
    let worker = Worker::new(journal.clone()).client(client.clone());
    let look_up = async {
        loop {
            // The database may be busy.
            let _ = worker.round().await;
            sleep(Duration::from_millis(5)).await;
        }
    };
    let sends = (0..3).map(|sender| async move {
        for number in first + sender.. {
            // Some keys are those of earlier processes.
            let number = match fastrand::u8(..4) {
                0 => fastrand::usize(..=number),
                _ => number,
            };
            let key = Write::ALL[number % Write::ALL.len()].key(number);
            let sent = match fastrand::bool() {
                true => send(client, &key).await,
                false => send_prepared(client, journal, &key).await,
            };
            if sent.is_ok() {
                println!("\ndone {key}");
            }
        }
    });
    join(look_up, join_all(sends)).await;
}

async fn send_all(client: &Client, count: usize, offset: usize) {
    let sends = (0..8).map(|sender| async move {
        for number in (sender..count).step_by(8) {
            let number = (number + offset) % count;
            let key = Write::ALL[number % Write::ALL.len()].key(number);
            // Another process may be sending it.
            while send(client, &key).await.is_err() {
                sleep(Duration::from_millis(20)).await;
            }
        }
    });
    join_all(sends).await;
}
