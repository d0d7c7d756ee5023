//! The dependencies that the pages list are those with which the samples compile.

use std::fs;

use super::fence::fences;
use super::markdown::{files, root};

/// The text between the first two quotes after a key.
fn quoted<'t>(line: &'t str, key: &str) -> Option<&'t str> {
    line.split_once(key)?.1.split('"').nth(1)
}

/// What is wrong with a line such as `store-sqlite = { path = "…", features = ["callbacks"] }`.
fn problem(name: &str, value: &str, used: &str) -> Option<String> {
    let Ok(own) = fs::read_to_string(root().join(format!("crates/{name}/Cargo.toml"))) else {
        let key = if value.starts_with('"') {
            ""
        } else {
            "version ="
        };
        let Some(version) = quoted(value, key) else {
            return Some(format!("no crate {name}"));
        };
        let is_used = [
            format!("\n{name} = \"{version}"),
            format!("\n{name} = {{ version = \"{version}"),
        ];
        let is_used = is_used.iter().any(|start| used.contains(start));
        return (!is_used).then(|| format!("no sample uses {name} {version}"));
    };
    let (_, features) = value.split_once("features = [")?;
    let features = features.split(']').next()?.split('"').skip(1).step_by(2);
    let mut unknown = features.filter(|feature| !own.contains(&format!("\n{feature} = [")));
    unknown
        .next()
        .map(|feature| format!("{name} has no feature {feature}"))
}

#[test]
fn listed_dependencies_have_the_versions_and_features_of_the_samples() {
    let manifests = ["Cargo.toml", "crates/guide/Cargo.toml"];
    let manifests = manifests.map(|path| fs::read_to_string(root().join(path)).expect("a file"));
    let used = manifests.concat();
    let mut checked = 0;
    let mut wrong = Vec::new();
    for file in files() {
        for fence in fences(&file.text)
            .iter()
            .filter(|fence| fence.info == "toml")
        {
            let lines = fence.body.lines();
            for (name, value) in lines.filter_map(|line| line.split_once(" = ")) {
                checked += 1;
                let problem = problem(name, value, &used);
                wrong.extend(
                    problem.map(|problem| format!("{}:{}: {problem}", file.name, fence.line)),
                );
            }
        }
    }
    assert!(checked > 20, "{checked} dependencies");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
