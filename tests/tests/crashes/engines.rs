//! The tests of each engine.

use crate::case::run_all;
use crate::engine::{Postgres, Sqlite};
use crate::points::{look_ups, prepared_sends, repeated_sends, sends, suspensions};
use crate::process;
use crate::random;
use crate::write::Write;

macro_rules! engine {
    ($module:ident, $engine:ty) => {
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

            #[tokio::test]
            async fn never_retried_write_of_a_killed_process_is_sent_once() {
                run_all::<$engine>(sends(Write::Never)).await;
            }

            #[tokio::test]
            async fn unique_key_of_a_killed_process_is_used_once() {
                run_all::<$engine>(sends(Write::UniqueKey)).await;
            }

            #[tokio::test]
            async fn prepared_write_of_a_killed_process_is_sent_once() {
                run_all::<$engine>(Write::ALL.into_iter().flat_map(prepared_sends).collect()).await;
            }

            #[tokio::test]
            async fn record_of_a_killed_look_up_is_found() {
                run_all::<$engine>(look_ups()).await;
            }

            #[tokio::test]
            async fn killed_second_call_takes_effect_once() {
                run_all::<$engine>(repeated_sends()).await;
            }

            #[tokio::test]
            async fn late_outcome_of_a_suspended_process_overwrites_no_proof() {
                let cases = Write::ALL.into_iter().flat_map(suspensions).collect();
                run_all::<$engine>(cases).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn random_kills_lose_no_intent_and_repeat_no_effect() {
                random::kill_at_random::<$engine>().await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn three_processes_send_each_write_once() {
                random::share_a_journal::<$engine>().await;
            }
        }
    };
}

engine!(sqlite, Sqlite);
engine!(postgres, Postgres);
