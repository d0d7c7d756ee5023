//! Hidden worlds, end to end: what is learned from the observers of clients of all APIs, over sockets,
//! about the types of a server.

use std::collections::BTreeSet;

use api_runtime::Observer;
use codegen::{FileTree, Learned, Sources};
use serde_json::Value;
use test_support::loopback::Loopback;
use tests::spec::described;

use crate::calls;
use crate::sample::{Canaries, HiddenTypes, Responses};

/// The responses of each operation, at three venues.
const RESPONSES: usize = 60;

/// How many documented types are wrong.
const CONTRADICTIONS: usize = 40;

#[tokio::test]
async fn types_and_contradictions_of_servers_are_learned_from_observers_of_clients() {
    for seed in 0..2 {
        check(seed, 0.0).await;
    }
}

#[tokio::test]
async fn the_same_is_learned_if_one_percent_of_the_responses_are_damaged() {
    check(2, 0.01).await;
}

/// Learns from a world, and compares with what is hidden in it.
async fn check(seed: usize, damage: f64) {
    let server = Loopback::start().await;
    let canaries = Canaries::default();
    let documented = HiddenTypes::default();
    let responses = Responses::with_hidden_types(&canaries, &documented);
    calls::send_all(&Observer::new(), "a", &responses, None).await;
    let world = HiddenTypes::new(seed, damage).with_contradictions(&documented, CONTRADICTIONS);

    let observer = Observer::new();
    let responses = Responses::with_hidden_types(&canaries, &world);
    for index in 0..RESPONSES {
        let venue = ["a", "b", "c"][index % 3];
        calls::send_all(&observer, venue, &responses, Some(&server)).await;
    }
    let sources = described();
    let learned = codegen::learn(&sources, &observer.observations()).unwrap();
    let tree = codegen::generate(&learned.sources).unwrap();
    types_are_learned(&world, &learned, &tree);
    contradictions_are_found(&world, &learned, &tree);
    documented_lines_are_kept(&sources, &learned);
    let again = codegen::learn(&learned.sources, &observer.observations()).unwrap();
    assert_eq!(again.changed(&learned.sources).count(), 0);
}

fn types_are_learned(world: &HiddenTypes, learned: &Learned, tree: &FileTree) {
    let sent = world.sent.borrow();
    let (mut right, mut wrong) = (0, Vec::new());
    for (api, schema, key) in sent.iter() {
        let field = &document(tree, api)["components"]["schemas"][schema]["properties"][key];
        let (ty, format, _) = world.type_of_key(key, 0);
        let types = match &field["type"] {
            Value::Array(types) => types.clone(),
            ty => vec![ty.clone()],
        };
        // An inferred type that fits is kept: a date is a string, an integer a decimal.
        let is_kept = field["x-inferred"] == true;
        let is_number = is_kept && ty == "integer" && types.contains(&"number".into());
        let found_format = field["format"].as_str().filter(|_| ty == "string");
        let is_format = found_format == format || (is_kept && found_format.is_none());
        if is_number || (types.contains(&ty.into()) && is_format) {
            right += 1;
            continue;
        }
        // What would contradict another fact, such as a unit or a default, is listed with the reason.
        let mut unlearned = learned.unlearned.iter();
        let is_listed = unlearned.any(|other| other.subject.ends_with(&format!(".{key}")));
        if !field["x-observed"].is_null() || !is_listed {
            wrong.push(format!(
                "{api} {schema}.{key}: expected {ty}, found {field}"
            ));
        }
    }
    let wrong = wrong.join("\n");
    assert!(wrong.is_empty(), "{wrong}\n{}", learned.report());
    assert!(right >= 200, "{right} of {}", sent.len());
}

/// Each planted contradiction is found, and no other.
fn contradictions_are_found(world: &HiddenTypes, learned: &Learned, tree: &FileTree) {
    let planted = world.planted();
    assert!(planted.len() >= CONTRADICTIONS, "{}", planted.len());
    let mut found = BTreeSet::new();
    for (api, _) in api_description::ALL {
        let schemas = document(tree, api)["components"]["schemas"].clone();
        for (schema, described) in schemas.as_object().into_iter().flatten() {
            let properties = described["properties"].as_object();
            for (key, field) in properties.into_iter().flatten() {
                let conflicts = field["x-conflicts"].to_string();
                if conflicts.contains("observed") {
                    found.insert(((*api).to_owned(), schema.clone(), key.clone()));
                }
            }
        }
    }
    let missing: Vec<_> = planted.difference(&found).collect();
    assert!(missing.is_empty(), "{missing:#?}\n{}", learned.report());
    // Records that were not sent share the declarations of fields.
    let mut others = found.difference(&planted);
    let wrong = others.find(|(_, _, key)| !world.contradicts(key));
    assert_eq!(wrong, None, "{}", learned.report());
}

/// Lines are added with evidence; removed are only those that the same name has again, and none with
/// a documented type.
fn documented_lines_are_kept(old: &Sources, learned: &Learned) {
    for (path, new) in learned.changed(old) {
        let added = lines_without(new, &old.0[path]);
        for line in &added {
            let is_learned = line.contains(" since 20") || *line == "observed:";
            assert!(is_learned, "{path}: {line}");
        }
        for line in lines_without(&old.0[path], new) {
            let name = |line: &str| line.split(':').next().unwrap_or_default().to_owned();
            let is_replaced = added.iter().any(|other| name(other) == name(line));
            let is_documented = line.split(' ').any(|word| word == "documented");
            assert!(is_replaced && !is_documented, "{path}: {line}");
        }
    }
}

/// The lines that another text does not have as often.
fn lines_without<'t>(text: &'t str, other: &str) -> Vec<&'t str> {
    let mut others: Vec<&str> = other.lines().map(str::trim).collect();
    let lines = text.lines().map(str::trim);
    let mut is_other = |line: &&str| match others.iter().position(|other| other == line) {
        Some(index) => {
            others.swap_remove(index);
            false
        }
        None => true,
    };
    lines.filter(|line| is_other(line)).collect()
}

fn document(tree: &FileTree, api: &str) -> Value {
    let path = format!("crates/api-description/openapi/{api}.json");
    serde_json::from_str(&tree.0[&path]).unwrap()
}
