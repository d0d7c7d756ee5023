//! What each construct of the language adds to the output. Whole files are read in the committed
//! crates.

use std::fs;

use serde_yaml::{Mapping, Value};

use crate::excerpt::excerpt;
use crate::support::{fixture, fixtures, folders, generated, snapshot};

/// The constructs, and the files and lines that are shown of each.
fn shown() -> Mapping {
    let text = fs::read_to_string(fixtures().join("constructs/shown.yaml")).unwrap();
    serde_yaml::from_str(&text).unwrap()
}

#[test]
fn constructs_match_their_snapshots() {
    let mut unsaid = Vec::new();
    for (name, files) in shown() {
        let name = name.as_str().unwrap();
        let tree = generated(&fixture(&format!("constructs/{name}")));
        let mut shown = String::new();
        for (file, words) in files.as_mapping().unwrap() {
            let file = format!("crates/{}", file.as_str().unwrap());
            let text = tree.0.get(&file);
            let text = text.unwrap_or_else(|| panic!("{name}: there is no {file}"));
            let text = match words.as_sequence() {
                None => text.clone(),
                Some(words) => {
                    let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
                    let text = excerpt(text, &words);
                    let missing = words.iter().filter(|word| !text.contains(**word));
                    unsaid.extend(missing.map(|word| format!("{name}, {file}: {word}")));
                    text
                }
            };
            shown.push_str(&format!("==== {file}\n{text}\n"));
        }
        snapshot("constructs", name, &shown);
    }
    assert!(unsaid.is_empty(), "{}", unsaid.join("\n"));
}

#[test]
fn every_construct_has_a_snapshot() {
    let shown = shown();
    let mut shown: Vec<&str> = shown.keys().filter_map(Value::as_str).collect();
    shown.sort_unstable();
    assert_eq!(folders(&fixtures().join("constructs")), shown);
}
