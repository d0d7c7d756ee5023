//! An alert on a metric, a kind or an outcome that does not exist is silent.

use std::collections::BTreeSet;
use std::fs;

use payments_client::api_runtime::__generated::FATES;

use super::fence::fences;
use super::markdown::root;

const PAGE: &str = "crates/guide/book/in-production.md";

/// The values that a label is compared with, such as `A` and `B` in `kind=~"A|B"`.
fn compared<'t>(alerts: &'t str, label: &str) -> BTreeSet<&'t str> {
    let matchers = alerts.split(label).skip(1);
    let values = matchers.filter_map(|rest| {
        let rest = rest.trim_start_matches(['!', '=', '~']);
        rest.strip_prefix('"')?.split('"').next()
    });
    values.flat_map(|values| values.split('|')).collect()
}

#[test]
fn alerts_are_on_metrics_kinds_and_outcomes_that_exist() {
    let page = fs::read_to_string(root().join(PAGE)).expect("a page");
    let fences = fences(&page);
    let metrics = fences
        .iter()
        .find(|fence| fence.comment.as_deref() == Some("metrics of the service"));
    // Those of a service, as its tests compare them.
    let metrics = metrics.expect("the metrics").body.lines();
    let metrics = metrics.filter_map(|line| line.split(['{', ' ']).next());
    let metrics: BTreeSet<&str> = metrics.collect();
    let alerts = fences
        .iter()
        .find(|fence| fence.body.contains("absent("))
        .expect("the alerts");
    let words = alerts
        .body
        .split(|c: char| !c.is_ascii_lowercase() && c != '_');
    let prefixes = ["api_", "callbacks_", "carts_", "journal_"];
    let used = words.filter(|word| prefixes.iter().any(|prefix| word.starts_with(prefix)));
    let used: BTreeSet<&str> = used.collect();
    assert!(used.len() > 8, "{used:?}");
    assert_eq!(used.difference(&metrics).next(), None, "unknown metric");
    // Each of the journal needs a person, if only after a while.
    let mut unused = metrics.difference(&used);
    let unused = unused.find(|metric| metric.starts_with("journal_"));
    assert_eq!(unused, None, "no alert");

    let known: BTreeSet<String> = FATES
        .iter()
        .flat_map(|fate| {
            let kinds = fate.kinds.iter().map(|kind| format!("{kind:?}"));
            kinds.chain([format!("{:?}", fate.outcome)])
        })
        .collect();
    let values = ["kind", "outcome"].map(|label| compared(&alerts.body, label));
    assert!(values[0].len() > 8 && values[1].len() > 2, "{values:?}");
    for value in values.iter().flatten() {
        assert!(known.contains(*value), "unknown value {value}");
    }
}
