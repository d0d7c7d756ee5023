//! The example prints the spans of its calls. It has a binary of its own, since tests without a
//! subscriber would disable the call sites.

// Its `main` is not used here.
#[allow(dead_code)]
#[path = "../examples/open_telemetry.rs"]
mod open_telemetry;

/// The spans, without times.
fn normalized(spans: &str) -> String {
    let without_time = |word: &str| match word.split_once('=') {
        Some((name, _)) if name.ends_with("_ms") => format!("{name}=…"),
        _ => word.to_owned(),
    };
    let line = |line: &str| Vec::from_iter(line.split(' ').map(without_time)).join(" ");
    let lines = spans.lines().filter(|line| !line.contains("_ns = "));
    Vec::from_iter(lines.map(line)).join("\n")
}

#[tokio::test]
async fn spans_have_the_fields_of_open_telemetry_and_the_outcomes_of_calls() {
    let mut out = Vec::new();
    open_telemetry::run(&mut out).await.expect("spans");
    insta::assert_snapshot!(normalized(&String::from_utf8_lossy(&out)));
}
