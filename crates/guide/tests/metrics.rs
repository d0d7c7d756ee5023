//! The example prints what a scrape returns.

// Its `main` is not used here.
#[allow(dead_code)]
#[path = "../examples/metrics.rs"]
mod metrics;

/// The lines of a scrape, in order, without durations and what depends on them.
fn normalized(scrape: &str) -> String {
    let mut lines: Vec<String> = scrape
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| match line.rsplit_once(' ') {
            Some((name, _)) if name.contains("_sum{") || name.contains("_bucket{") => {
                format!("{name} …")
            }
            _ => line.to_owned(),
        })
        .collect();
    lines.sort();
    lines.join("\n")
}

/// The lines on the page of the guide.
fn shown() -> &'static str {
    let page = include_str!("../book/observe.md");
    let command = "cargo run -p guide --features observe --example metrics";
    let (_, after) = page.split_once(command).expect("the command");
    let (_, block) = after.split_once("```text\n").expect("its output");
    block.split_once("```").expect("an end").0
}

#[tokio::test]
async fn metrics_have_operations_kinds_outcomes_and_venues() {
    let mut out = Vec::new();
    metrics::run(&mut out).await.expect("a scrape");
    let scrape = normalized(&String::from_utf8_lossy(&out));
    for line in shown().lines() {
        assert!(scrape.lines().any(|printed| printed == line), "{line}");
    }
    insta::assert_snapshot!(scrape);
}
