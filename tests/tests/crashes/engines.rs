//! The tests of each engine.

use crate::case::run_all;
use crate::engine::{Postgres, Sqlite};
use crate::points::{prepared_sends, recoveries, rejections, repeated_sends, sends, suspensions};
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
            async fn idempotent_write_of_a_killed_process_takes_effect_once() {
                run_all::<$engine>(sends(Write::Idempotent)).await;
            }

            #[tokio::test]
            async fn unique_key_of_a_killed_process_is_used_once() {
                run_all::<$engine>(sends(Write::UniqueKey)).await;
            }

            #[tokio::test]
            async fn prepared_write_of_a_killed_process_is_not_sent_or_recovered() {
                run_all::<$engine>(Write::ALL.into_iter().flat_map(prepared_sends).collect()).await;
            }

            #[tokio::test]
            async fn killed_recovery_is_recovered() {
                run_all::<$engine>(Write::ALL.into_iter().flat_map(recoveries).collect()).await;
            }

            #[tokio::test]
            async fn killed_second_call_is_recovered() {
                let writes = [Write::Idempotent, Write::UniqueKey];
                run_all::<$engine>(writes.into_iter().flat_map(repeated_sends).collect()).await;
            }

            #[tokio::test]
            async fn late_outcome_of_a_suspended_process_overwrites_no_proof() {
                let cases = Write::ALL.into_iter().flat_map(suspensions).collect();
                run_all::<$engine>(cases).await;
            }

            #[tokio::test]
            async fn rejected_recovery_proves_nothing_about_the_first_request() {
                run_all::<$engine>(rejections()).await;
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
