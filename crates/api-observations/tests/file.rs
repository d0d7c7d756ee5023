//! The file of observations: read and written, merged, rejected with the line.

use std::collections::BTreeSet;

use api_observations::{Key, Observations, Run, Shape};
use proptest::prelude::*;

fn key(pointer: &str) -> Key {
    Key {
        api: "shop".to_owned(),
        operation: "get_order".to_owned(),
        status: 200,
        pointer: pointer.to_owned(),
    }
}

fn shape() -> impl Strategy<Value = Shape> {
    let counts = prop::array::uniform8(0_u64..100);
    let values = prop::collection::btree_map("[a-z %,:=é]{0,4}", 1_u64..9, 0..3);
    (counts, values).prop_map(|(counts, values)| {
        let [
            booleans,
            nulls,
            numbers,
            objects,
            i32,
            date,
            text_length,
            array_length,
        ] = counts;
        let mut shape = Shape {
            seen: booleans + nulls + numbers + objects,
            booleans,
            nulls,
            numbers,
            objects,
            values,
            since: "2026-11-21".to_owned(),
            ..Shape::default()
        };
        shape.number.i32 = i32;
        shape.text.date = date;
        shape.text_lengths[13] = text_length;
        shape.array_lengths[2] = array_length;
        shape
    })
}

fn run() -> impl Strategy<Value = Run> {
    let shapes = prop::collection::btree_map("(/[a-c*%~ é]{1,3}){0,2}", shape(), 0..4);
    let venues = prop::collection::btree_set(any::<u64>(), 0..4);
    (
        0_u8..4,
        0_u64..3,
        venues,
        shapes,
        any::<prop::sample::Index>(),
    )
        .prop_map(|(id, responses, venues, shapes, some)| {
            let mut run = Run::new(format!("{id:x}"));
            run.since = "2026-11-21".to_owned();
            run.responses = responses;
            run.venue_key = format!("{}", responses % 2);
            let seen_at: BTreeSet<u64> = match venues.len() {
                0 => BTreeSet::new(),
                count => venues.iter().copied().skip(some.index(count)).collect(),
            };
            run.venues = venues;
            let shapes = shapes.into_iter();
            run.shapes = shapes
                .map(|(pointer, shape)| (key(&pointer), (shape, seen_at.clone())))
                .collect();
            run
        })
}

fn observations() -> impl Strategy<Value = Observations> {
    prop::collection::vec(run(), 0..4).prop_map(|runs| {
        let mut observations = Observations::new();
        runs.into_iter().for_each(|run| observations.add(run));
        observations
    })
}

fn merged(a: &Observations, b: &Observations) -> Observations {
    let mut merged = a.clone();
    merged.merge(b.clone());
    merged
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if std::env::var_os("LONG_TESTS").is_some() { 10_000 } else { 500 }))]

    #[test]
    fn text_is_read_as_it_was_written(observations in observations()) {
        let text = observations.to_text();
        let read = Observations::parse("file", &text).unwrap();
        prop_assert_eq!(&read, &observations);
        prop_assert_eq!(read.to_text(), text);
    }

    #[test]
    fn merging_is_commutative_associative_and_idempotent(
        a in observations(),
        b in observations(),
        c in observations(),
    ) {
        prop_assert_eq!(merged(&a, &b), merged(&b, &a));
        prop_assert_eq!(merged(&merged(&a, &b), &c), merged(&a, &merged(&b, &c)));
        prop_assert_eq!(&merged(&a, &a), &a);
        prop_assert_eq!(merged(&merged(&a, &b), &b), merged(&a, &b));
    }

    #[test]
    fn concatenated_files_are_merged_ones(a in observations(), b in observations()) {
        let text = a.to_text() + &b.to_text();
        prop_assert_eq!(Observations::parse("file", &text).unwrap(), merged(&a, &b));
    }

    #[test]
    fn any_text_is_read_or_an_error(text in "(observations 1\n)?(run a( venues=[0-9a-f,]{0,9})?\n)?(s g 200\n)?([/a\"%]{0,3}( (nulls|values|at|text_lengths)=[0-9a-f:,%]{0,20}){0,2}\n){0,2}") {
        if let Ok(observations) = Observations::parse("file", &text) {
            let written = observations.to_text();
            prop_assert_eq!(Observations::parse("file", &written).unwrap(), observations);
        }
    }
}

#[test]
fn shapes_of_runs_are_added_up() {
    let file = "observations 1
run a since=2026-11-21 venue_key=1 responses=10 venues=5,7
shop get_order 200
\"\" objects=10 at=3
/lines arrays=10 array_lengths=2:10 at=3
/lines/* objects=20 at=3
/lines/*/note strings=5 empty=5 text_lengths=0:5 at=1
/state strings=8 other=8 values=paid:8 at=1
run b since=2026-10-01 venue_key=1 responses=4 venues=7,9
shop get_order 200
\"\" objects=4 at=3
/state strings=4 other=4 values=open:1,paid:3 at=3
run c since=2026-12-01 venue_key=2 responses=1 venues=1
shop get_order 200
\"\" objects=1 at=1
";
    let observations = Observations::parse("file", file).unwrap();
    let totals: Vec<String> = observations
        .iter()
        .map(|(key, shape)| {
            let Shape {
                seen,
                of,
                venues,
                since,
                values,
                ..
            } = shape;
            format!("{} {seen}/{of} {venues} {since} {values:?}", key.pointer)
        })
        .collect();
    assert_eq!(
        totals,
        [
            " 15/15 3 2026-10-01 {}",
            "/lines 10/15 2 2026-11-21 {}",
            "/lines/* 20/20 2 2026-11-21 {}",
            "/lines/*/note 5/20 1 2026-11-21 {}",
            r#"/state 12/15 3 2026-10-01 {"open": 1, "paid": 11}"#,
        ]
    );
}

#[test]
fn errors_name_file_and_line() {
    let venues = (0..65)
        .map(|venue| format!("{venue:x}"))
        .collect::<Vec<_>>()
        .join(",");
    let shape = |line: &str| format!("observations 1\nrun a\nshop get 200\n{line}");
    let cases = [
        ("", "1: expected `observations 1`"),
        ("observations 2", "1: expected `observations 1`"),
        (
            "observations 1\n\nshop get_order 200",
            "3: expected `run ID`",
        ),
        ("observations 1\nrun a-b", "2: invalid id of a run `a-b`"),
        (
            "observations 1\nrun a since",
            "2: expected `name=value`, found `since`",
        ),
        ("observations 1\nrun a color=red", "2: unknown `color`"),
        (
            "observations 1\nrun a responses=-1",
            "2: invalid number `-1` of `responses`",
        ),
        (
            "observations 1\nrun a venues=x",
            "2: invalid number `x` of `venues`",
        ),
        (
            "observations 1\nrun a\nshop",
            "3: expected the name of an operation",
        ),
        ("observations 1\nrun a\nshop get", "3: expected a status"),
        (
            "observations 1\nrun a\nshop get OK",
            "3: invalid status `OK`",
        ),
        (
            "observations 1\nrun a\nshop get 200 a",
            "3: expected the end of the line, found `a`",
        ),
        (
            "observations 1\nrun a\n/a",
            "3: expected `API OPERATION STATUS`",
        ),
        (&shape("/%zz"), "4: invalid escape in `/%zz`"),
        (&shape("/ size=1"), "4: unknown `size`"),
        (&shape("/ nulls=1.5"), "4: invalid number `1.5` of `nulls`"),
        (
            &shape("/ text_lengths=3:1"),
            "4: invalid length `3` of `text_lengths`",
        ),
        (
            &shape("/ values=a"),
            "4: expected `value:count` in `values`, found `a`",
        ),
        (&shape("/a\n/a"), "5: duplicate `/a`"),
        (
            &shape("/a booleans=18446744073709551615"),
            "4: invalid number `18446744073709551615` of `booleans`",
        ),
        (
            &shape("/a nulls=1 at=1"),
            "4: invalid venues `1` of `at`: the run has 0",
        ),
        (
            "observations 1\nrun a since=2026-13-45",
            "2: expected a day of the calendar, as `2026-11-21`, for `since`; found `2026-13-45`",
        ),
        (
            "observations 1\nrun a since=2026-11-22 until=2026-11-21",
            "2: `until=2026-11-21` before `since=2026-11-22`",
        ),
        (
            "observations 1\nrun a places=2\nshop get 200\n\"\" objects=1\nrun b",
            "2: expected `places=1`, found `places=2`: lines were removed or added",
        ),
        (
            "observations 1\nrun a places=1\nshop get 200\n",
            "2: expected `places=0`, found `places=1`: lines were removed or added",
        ),
        ("# A title\n\nA text", "1: expected `observations 1`"),
        (
            &format!("observations 1\nrun a venues={venues}"),
            "2: expected at most 64 venues",
        ),
    ];
    for (text, expected) in cases {
        let error = Observations::parse("a.observations", text).unwrap_err();
        assert_eq!(error.to_string(), format!("a.observations:{expected}"));
    }
}

#[test]
fn file_of_the_readme_is_one() {
    let readme = include_str!("../README.md");
    let (_, rest) = readme.split_once("```text\n").unwrap();
    let (file, _) = rest.split_once("```").unwrap();
    let observations = Observations::parse("README.md", file).unwrap();
    assert_eq!(observations.to_text(), file);
    let (_, points) = observations.iter().nth(2).unwrap();
    assert_eq!((points.seen, points.of, points.venues), (38, 40, 2));
}
