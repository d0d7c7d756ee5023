//! The checks of checkpoint stores.

use api_runtime::{Checkpoint, CheckpointStore};

use crate::check::Checked;
use crate::report::Report;

pub(crate) async fn run<S: CheckpointStore, O: AsyncFn(&str) -> S>(open: &O) -> Report {
    let run = format!("{:016x}", fastrand::u64(..));
    let mut report = Report::default();
    macro_rules! check {
        ($($check:ident,)+) => {$(
            let name = format!("{}/{run}", stringify!($check));
            let result = $check(open, &name).await;
            report.add(stringify!($check), result.map_err(|reason| reason.into_text()));
        )+};
    }
    check!(
        a_missing_checkpoint_is_none,
        save_replaces_the_checkpoint,
        all_fields_of_a_checkpoint_are_kept,
        similar_names_are_different_checkpoints,
        checkpoints_are_kept_after_all_handles_close,
    );
    report
}

fn checkpoint(text: &str) -> Checked<Checkpoint> {
    Ok(text.parse()?)
}

async fn a_missing_checkpoint_is_none<S: CheckpointStore, O: AsyncFn(&str) -> S>(
    open: &O,
    name: &str,
) -> Checked {
    expect_eq!("checkpoint", open(name).await.load()?, None);
    Ok(())
}

async fn save_replaces_the_checkpoint<S: CheckpointStore, O: AsyncFn(&str) -> S>(
    open: &O,
    name: &str,
) -> Checked {
    let mut store = open(name).await;
    // The last one is an earlier time: a person has set it back.
    for text in [
        "2026-01-31T09:30:00Z",
        "2026-02-01T09:30:00Z",
        "2026-01-01T00:00:00Z",
    ] {
        let checkpoint = checkpoint(text)?;
        store.save(&checkpoint)?;
        expect_eq!("checkpoint", store.load()?, Some(checkpoint));
    }
    Ok(())
}

async fn all_fields_of_a_checkpoint_are_kept<S: CheckpointStore, O: AsyncFn(&str) -> S>(
    open: &O,
    name: &str,
) -> Checked {
    let mut store = open(name).await;
    let list = "shop/list_customers/f7d2a4f9de3f30a1";
    let checkpoint = checkpoint(&format!(
        "v1 list={list} watermark=2026-01-31T09:30:00.123456789Z lookback=2026-01-30T00:00:00Z"
    ))?;
    store.save(&checkpoint)?;
    expect_eq!("checkpoint", store.load()?, Some(checkpoint));
    Ok(())
}

async fn similar_names_are_different_checkpoints<S: CheckpointStore, O: AsyncFn(&str) -> S>(
    open: &O,
    name: &str,
) -> Checked {
    let upper_case = name.to_uppercase();
    let longer = format!("{name} ");
    let names = [name, &upper_case, &longer];
    for (day, name) in names.into_iter().enumerate() {
        let checkpoint = checkpoint(&format!("2026-01-0{}T00:00:00Z", day + 1))?;
        open(name).await.save(&checkpoint)?;
    }
    for (day, name) in names.into_iter().enumerate() {
        let expected = checkpoint(&format!("2026-01-0{}T00:00:00Z", day + 1))?;
        expect_eq!(
            format!("checkpoint `{name}`"),
            open(name).await.load()?,
            Some(expected)
        );
    }
    Ok(())
}

async fn checkpoints_are_kept_after_all_handles_close<S: CheckpointStore, O: AsyncFn(&str) -> S>(
    open: &O,
    name: &str,
) -> Checked {
    let saved = checkpoint("2026-01-31T09:30:00Z")?;
    let mut store = open(name).await;
    store.save(&saved)?;
    drop(store);
    expect_eq!("checkpoint", open(name).await.load()?, Some(saved));
    Ok(())
}
