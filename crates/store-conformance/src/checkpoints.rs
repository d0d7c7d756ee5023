//! The checks of checkpoint stores.

use api_runtime::CheckpointStore;

use crate::check::{Checked, Reason};
use crate::report::Report;

/// What a step does with the checkpoint of this name: each opens a handle of its own.
enum Step {
    Save(Name, &'static str),
    Load(Name, Option<&'static str>),
}

enum Name {
    Own,
    UpperCase,
    /// With a space at the end.
    Longer,
}

use Name::{Longer, Own, UpperCase};
use Step::{Load, Save};

const DAY: &str = "2026-01-31T09:30:00Z";
const NEXT_DAY: &str = "2026-02-01T09:30:00Z";
/// An earlier time: a person has set the checkpoint back.
const EARLIER: &str = "2026-01-01T00:00:00Z";
const ALL_FIELDS: &str = r#"{"version": 1, "list": "shop/list_customers", "filters": 17,
    "watermark": "2026-01-31T09:30:00.123456789Z", "lookback": "2026-01-30T00:00:00Z"}"#;

#[rustfmt::skip]
const CASES: &[(&str, &[Step])] = &[
    ("a_missing_checkpoint_is_none", &[Load(Own, None)]),
    ("save_replaces_the_checkpoint", &[
        Save(Own, DAY), Load(Own, Some(DAY)), Save(Own, NEXT_DAY), Load(Own, Some(NEXT_DAY)),
        Save(Own, EARLIER), Load(Own, Some(EARLIER)),
    ]),
    ("all_fields_of_a_checkpoint_are_kept", &[Save(Own, ALL_FIELDS), Load(Own, Some(ALL_FIELDS))]),
    ("similar_names_are_different_checkpoints", &[
        Save(Own, DAY), Load(UpperCase, None), Load(Longer, None), Save(UpperCase, NEXT_DAY), Save(Longer, EARLIER),
        Load(Own, Some(DAY)), Load(UpperCase, Some(NEXT_DAY)), Load(Longer, Some(EARLIER)),
    ]),
];

pub(crate) async fn run<S: CheckpointStore, O: AsyncFn(&str) -> S>(open: &O) {
    let run = format!("{:016x}", fastrand::u64(..));
    let mut report = Report::default();
    for (case, steps) in CASES {
        let name = format!("{case}/{run}");
        let steps = async {
            for step in *steps {
                run_step(open, &name, step).await?;
            }
            Ok(())
        };
        report.check(case, steps).await;
    }
    report.end();
}

async fn run_step<S: CheckpointStore>(
    open: &impl AsyncFn(&str) -> S,
    name: &str,
    step: &Step,
) -> Checked {
    let (Save(which, _) | Load(which, _)) = step;
    let name = match which {
        Own => name.to_owned(),
        UpperCase => name.to_uppercase(),
        Longer => format!("{name} "),
    };
    let mut store = open(&name).await;
    match step {
        Save(_, text) => store.save(&text.parse()?)?,
        Load(_, text) => {
            let expected = text.map(str::parse).transpose()?;
            let found = store.load()?;
            if found != expected {
                let reason = format!("`{name}`: expected {expected:?}, found {found:?}");
                return Err(Reason::new(reason));
            }
        }
    }
    Ok(())
}
