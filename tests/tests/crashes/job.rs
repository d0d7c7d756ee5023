//! What a child process does.

use api_journal::JournalClient as _;
use serde::{Deserialize, Serialize};

use crate::engine::{Engine, open};
use crate::relay;
use crate::stop::Point;
use crate::stopping_journal::StoppingJournal;
use crate::write::{client, send, send_prepared};

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
            inner: journal,
            point,
        };
        let host = match point.filter(|point| point.is_of_network()) {
            Some(point) => relay::start(server, point).await.to_string(),
            None => server,
        };
        let client = client(&host);
        match task {
            Task::Send(key) => {
                send(&client, &journal, &key).await.unwrap();
            }
            Task::SendPrepared(key) => {
                send_prepared(&client, &journal, &key).await.unwrap();
            }
            Task::Recover => {
                client.recover(&journal).await.unwrap();
            }
        }
        println!("\nended");
    }
}
