//! The time of the generator, in memory on one thread: for the whole description, and for synthetic
//! ones with many operations. The goal for the whole description is 60 ms; from 2,500 to 10,000
//! operations the time may grow by a factor of six at most.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::{Duration, Instant};

use codegen::Sources;
use criterion::{Criterion, criterion_group, criterion_main};
use tests::spec::described;

/// A synthetic description: resources of ten operations each, with a record and a body.
fn made(operations: usize) -> Sources {
    let mut files = BTreeMap::new();
    files.insert(
        "made/api.yaml".to_owned(),
        "api: made\ntitle: Made\ndocument: nowhere\ndoc: A made API.\n\
         environments: { test: { doc: The only one., base_url: \"{base_url}\" } }\n\
         auth: { token: { doc: A token., bearer: api_token } }\n\
         pagination: { page_number: { page_parameter: page, per_page_parameter: size, first_page: 1 } }\n\
         filters: { parameter: \"{field}\", predicates: { eq: equals this } }\n\
         statuses: { 200: { meaning: success, body: response }, 404: { meaning: not found, body: none } }\n"
            .to_owned(),
    );
    for resource in 0..operations.div_ceil(10) {
        let mut text = format!(
            "resource: thing_{resource:05}\nsource: Things\ndoc: Things of one kind.\n\nrecords:\n"
        );
        let _ = writeln!(
            text,
            "  Thing{resource:05}R:\n    doc: A thing.\n    fields:"
        );
        for field in 0..20 {
            let _ = writeln!(
                text,
                "      field_{field}: {{ type: string(20) documented_required, doc: What it says at place {field}. }}"
            );
        }
        let _ = writeln!(text, "      first: Thing{:05}R", resource / 10 * 10);
        let _ = writeln!(
            text,
            "bodies:\n  NewThing{resource:05}B:\n    doc: A new thing.\n    extends: Thing{resource:05}R\n    omit: [first]\n    fields: {{ name: string required }}\noperations:"
        );
        for operation in 0..10.min(operations - resource * 10) {
            let _ = match operation % 3 {
                0 => writeln!(
                    text,
                    "  list_{operation}_of_{resource:05}:\n    doc: Lists things.\n    http: GET /r{resource}/{operation}\n    filters: {{ field_1: {{ eq: string }} }}\n    pagination: {{ item: Thing{resource:05}R, items_key: things }}\n    statuses: [200]"
                ),
                1 => writeln!(
                    text,
                    "  make_{operation}_of_{resource:05}:\n    doc: Makes a thing.\n    http: POST /r{resource}/{operation}\n    request_body: {{ thing: NewThing{resource:05}B }}\n    response: {{ thing: Thing{resource:05}R }}\n    statuses: [200]\n    retry: {{ never: Each request creates one. }}"
                ),
                _ => writeln!(
                    text,
                    "  get_{operation}_of_{resource:05}:\n    doc: Reads a thing.\n    http: GET /r{resource}/{operation}/{{id}}\n    path: {{ id: integer }}\n    response: Thing{resource:05}R\n    statuses: [200, 404]"
                ),
            };
        }
        files.insert(format!("made/thing_{resource:05}.yaml"), text);
    }
    Sources(files)
}

fn generate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generate");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(5));
    let sources = described();
    group.bench_function("the whole description", |bench| {
        bench.iter(|| codegen::generate(&sources).unwrap());
    });
    for operations in [1_000, 2_500, 10_000] {
        let sources = made(operations);
        group.bench_function(format!("{operations} operations"), |bench| {
            bench.iter(|| codegen::generate(&sources).unwrap());
        });
    }
    group.finish();
}

/// Four times as much, at most six times as long.
fn growth(_: &mut Criterion) {
    let time = |operations| {
        let sources = made(operations);
        let once = || {
            let start = Instant::now();
            assert!(codegen::generate(&sources).is_ok());
            start.elapsed()
        };
        (0..3).map(|_| once()).min().unwrap()
    };
    let (less, more) = (time(2_500), time(10_000));
    let ratio = more.as_secs_f64() / less.as_secs_f64();
    println!(
        "from 2,500 to 10,000 operations: {less:.0?} to {more:.0?}, {ratio:.1} times (at most 6)"
    );
}

criterion_group!(benches, generate, growth);
criterion_main!(benches);
