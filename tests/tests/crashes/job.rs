//! What a child process does.

use std::time::Duration;

use api_journal::{Journal, JournalClient as _};
use futures_util::future::{join, join_all};
use serde::{Deserialize, Serialize};
use test_support::shop::Client;
use tokio::time::sleep;

use crate::engine::{Engine, LEASE, open};
use crate::relay;
use crate::stop::Point;
use crate::stopping_journal::StoppingJournal;
use crate::write::{Write, client, send, send_prepared};

/// What a child process does, from its environment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The location of the database.
    pub(crate) location: String,
    /// The address of the server.
    pub(crate) server: String,
    pub(crate) is_sealed: bool,
    pub(crate) task: Task,
    pub(crate) point: Option<Point>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Task {
    /// Sends the write with this key.
    Send(String),
    /// Commits the intent of the write with this key in a transaction of the caller, then sends it.
    SendPrepared(String),
    Recover,
    /// Sends writes with keys from this number on and with earlier ones, and recovers, until it is
    /// killed.
    SendForever(usize),
    /// Sends all of this number of writes, from an offset on, until each took effect.
    SendAll(usize, usize),
}

impl Task {
    fn lease(&self) -> Duration {
        match self {
            // None of these processes is killed. However busy the machine is, no write is sent again
            // because a process was slow.
            Self::SendAll(..) => Duration::from_secs(120),
            _ => LEASE,
        }
    }
}

impl Job {
    pub(crate) async fn run<E: Engine>(self) {
        let Self {
            location,
            server,
            is_sealed,
            task,
            point,
        } = self;
        let journal = open::<E>(&location, is_sealed).await;
        let journal = StoppingJournal {
            inner: journal.with_lease(task.lease()),
            point,
        };
        let host = match point.filter(|point| point.is_of_network()) {
            Some(point) => relay::start(server, point).await.to_string(),
            None => server,
        };
        let client = client(&host);
        match task {
            Task::Send(key) => {
                let _ = send(&client, &journal, &key).await;
            }
            Task::SendPrepared(key) => {
                let _ = send_prepared(&client, &journal, &key).await;
            }
            Task::Recover => {
                client.recover(&journal).await.unwrap();
            }
            Task::SendForever(first) => send_forever(&client, &journal, first).await,
            Task::SendAll(count, offset) => send_all(&client, &journal, count, offset).await,
        }
        println!("\nended");
    }
}

async fn send_forever<J: Journal>(client: &Client, journal: &J, first: usize) {
    println!("\nready");
    let recover = async {
        loop {
            // The database may be busy.
            let _ = client.recover(journal).await;
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
            let _ = match fastrand::bool() {
                true => send(client, journal, &key).await,
                false => send_prepared(client, journal, &key).await,
            };
        }
    });
    join(recover, join_all(sends)).await;
}

async fn send_all<J: Journal>(client: &Client, journal: &J, count: usize, offset: usize) {
    let sends = (0..8).map(|sender| async move {
        for number in (sender..count).step_by(8) {
            let number = (number + offset) % count;
            let key = Write::ALL[number % Write::ALL.len()].key(number);
            // Another process may be sending it.
            while send(client, journal, &key).await.is_err() {
                sleep(Duration::from_millis(20)).await;
            }
        }
    });
    join_all(sends).await;
}
