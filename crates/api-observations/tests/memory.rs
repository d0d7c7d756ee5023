//! The memory of a collector, measured.

use api_observations::Collector;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const MAX_BYTES: usize = 1 << 20;

/// A body with all kinds of values, whose fields differ by operation.
fn body(operation: usize) -> String {
    let fields = (0..40).map(|field| {
        let name: String = format!("{operation}x{field}")
            .bytes()
            .map(|byte| char::from(byte.wrapping_add(b'a' - b'0')))
            .filter(char::is_ascii_lowercase)
            .collect();
        format!(r#""{name}": [{{"text": "a", "number": 7, "list": [[1], "b"]}}]"#)
    });
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

#[test]
fn full_collector_takes_at_most_its_memory() {
    let texts: Vec<String> = (0..200).map(body).collect();
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let mut collector = Collector::new(MAX_BYTES);
    for (index, text) in texts.iter().enumerate() {
        if let Some(body) = collector.body("shop", &format!("operation{index}"), 200) {
            collector.count(body, Some("7"), text).unwrap();
        }
    }
    let taken = ALLOCATOR.peak_usage() - before;
    assert!(collector.run().dropped > 0);
    assert!((MAX_BYTES / 2..MAX_BYTES).contains(&taken), "{taken} bytes");
}
