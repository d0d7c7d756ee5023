//! The tests of each engine.

use super::case::run_all;
use super::engine::{Postgres, Sqlite};
use super::points::cases;
use super::process;
use super::random;

macro_rules! engine {
    ($module:ident, $engine:ty $(, $needs:meta)?) => {
        mod $module {
            use super::*;

            /// The process that the tests start and kill.
            #[tokio::test]
            #[ignore = "a child process of the other tests"]
            async fn process() {
                if let Some(job) = process::job() {
                    job.run::<$engine>().await;
                }
            }

            $(#[$needs])?
            #[tokio::test]
            async fn write_of_a_process_that_is_killed_anywhere_takes_effect_once() {
                run_all::<$engine>(cases()).await;
            }

            $(#[$needs])?
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn random_kills_lose_no_intent_and_repeat_no_effect() {
                random::kill_at_random::<$engine>().await;
            }

            $(#[$needs])?
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn three_processes_send_each_write_once() {
                random::share_a_journal::<$engine>().await;
            }
        }
    };
}

engine!(sqlite, Sqlite);
engine!(postgres, Postgres, test_support::needs(postgres));
