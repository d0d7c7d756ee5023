//! `cargo xtask check-release`: version and changelog against what changed.

use std::error::Error;
use std::path::Path;

use codegen::{Diff, Level};
use fs_err as fs;

use crate::{diff, disk};

type Version = [u64; 3];

/// Fails unless the version is high enough for the changes of the spec since the last release, and
/// the changelog names the major ones. Before the first release, there is nothing to compare with.
pub(crate) fn check() -> Result<bool, Box<dyn Error>> {
    let root = disk::root()?;
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let version = workspace_version(&manifest).ok_or("missing version in Cargo.toml")?;
    let changelog = fs::read_to_string(root.join("CHANGELOG.md"))?;
    let Some((tag, released)) = last_release(&root)? else {
        let errors = match entry(&changelog, version) {
            Some(_) => Vec::new(),
            None => vec![missing_entry(version)],
        };
        report(&errors);
        anstream::println!("nothing is released; version {}", text(version));
        return Ok(errors.is_empty());
    };
    let (old, new) = (diff::revision(&root, &tag)?, disk::sources(&root)?);
    let diff = match codegen::diff(&old, &new) {
        Ok(diff) => diff,
        Err(diagnostics) => {
            diff::check_old(&tag, &old)?;
            anstream::eprint!("{}", diagnostics.render(true));
            return Ok(false);
        }
    };
    let errors = errors(&diff, released, version, &changelog);
    report(&errors);
    let level = diff.level();
    let changes = match level {
        Level::None => "no changes of the spec".to_owned(),
        level => format!("changes of the spec are {level}"),
    };
    anstream::println!("since {tag}: {changes}; version {}", text(version));
    Ok(errors.is_empty())
}

fn report(errors: &[String]) {
    for error in errors {
        anstream::eprintln!("error: {error}");
    }
}

fn missing_entry(version: Version) -> String {
    format!("missing `## {}` at the top of CHANGELOG.md", text(version))
}

fn errors(diff: &Diff, released: Version, version: Version, changelog: &str) -> Vec<String> {
    let mut errors = Vec::new();
    let required = required(released, diff.level());
    if version < required {
        errors.push(format!(
            "expected version {} or higher in Cargo.toml, found {}: changes since {} are {}",
            text(required),
            text(version),
            text(released),
            diff.level(),
        ));
    }
    let Some(entry) = entry(changelog, version) else {
        errors.push(missing_entry(version));
        return errors;
    };
    let undocumented = diff.undocumented(entry);
    errors.extend(
        undocumented
            .into_iter()
            .map(|change| format!("missing in CHANGELOG.md: {change}")),
    );
    errors
}

/// The lowest version that can have changes of this level. Before 1.0.0, a minor version is as a
/// major one, and a patch version as a minor one.
fn required([major, minor, patch]: Version, level: Level) -> Version {
    match (level, major) {
        // Docs can wait for the next release.
        (Level::None | Level::Patch, _) => [major, minor, patch],
        (Level::Minor, 0) => [0, minor, patch + 1],
        (Level::Major, 0) => [0, minor + 1, 0],
        (Level::Minor, _) => [major, minor + 1, 0],
        (Level::Major, _) => [major + 1, 0, 0],
    }
}

/// The entry of a version, if it is the first one.
fn entry(changelog: &str, version: Version) -> Option<&str> {
    let (_, entries) = changelog.split_once("\n## ")?;
    let first = entries.split("\n## ").next()?;
    let (heading, _) = first.split_once('\n')?;
    let name = heading.split([' ', ',']).next()?;
    (parse(name) == Some(version)).then_some(first)
}

fn workspace_version(manifest: &str) -> Option<Version> {
    let (_, package) = manifest.split_once("[workspace.package]")?;
    let mut lines = package.lines().take_while(|line| !line.starts_with('['));
    lines.find_map(|line| parse(line.strip_prefix("version = \"")?.strip_suffix('"')?))
}

fn parse(text: &str) -> Option<Version> {
    let numbers: Result<Vec<u64>, _> = text.split('.').map(str::parse).collect();
    numbers.ok()?.try_into().ok()
}

fn text([major, minor, patch]: Version) -> String {
    format!("{major}.{minor}.{patch}")
}

/// The tag of the highest version that is in the history.
fn last_release(root: &Path) -> Result<Option<(String, Version)>, Box<dyn Error>> {
    let tags = diff::git(root, &["tag", "--list", "v*", "--merged", "HEAD"], "")?;
    let tags = String::from_utf8(tags)?;
    let releases = tags
        .lines()
        .filter_map(|tag| Some((tag.to_owned(), parse(tag.strip_prefix('v')?)?)));
    Ok(releases.max_by_key(|(_, version)| *version))
}

#[cfg(test)]
mod tests {
    use codegen::{Level, Sources};

    use super::{entry, errors, parse, required, workspace_version};

    const API: &str = "api: shop\ntitle: Shop\ndocument: shop-document\ndoc: A shop.\n\
        environments: { live: { doc: It., base_url: \"https://shop.example\" } }\n\
        auth: { key: { doc: A key., bearer: token } }\n\
        statuses: { 200: { meaning: success, body: response } }\n";

    fn shop(fields: &str) -> Sources {
        let order = format!(
            "resource: order\nsource: Orders\ndoc: Orders.\n\
             records:\n  Order: {{ doc: An order., fields: {{ {fields} }} }}\n\
             operations:\n  get_order: {{ doc: Reads., http: GET /orders, response: Order, statuses: [200] }}\n"
        );
        Sources::new([
            ("shop/api.yaml".to_owned(), API.to_owned()),
            ("shop/order.yaml".to_owned(), order),
        ])
    }

    fn faults(version: &str, changelog: &str) -> Vec<String> {
        let (old, new) = (shop("id: integer"), shop("id: string"));
        let diff = codegen::diff(&old, &new).unwrap();
        assert_eq!(diff.level(), Level::Major);
        errors(
            &diff,
            parse("0.1.0").unwrap(),
            parse(version).unwrap(),
            changelog,
        )
    }

    #[test]
    fn before_1_0_0_a_major_change_is_a_minor_version() {
        for (released, level, expected) in [
            ("0.1.2", Level::Patch, "0.1.2"),
            ("0.1.2", Level::Minor, "0.1.3"),
            ("0.1.2", Level::Major, "0.2.0"),
            ("1.1.2", Level::Minor, "1.2.0"),
            ("1.1.2", Level::Major, "2.0.0"),
        ] {
            let released = parse(released).unwrap();
            assert_eq!(Some(required(released, level)), parse(expected));
        }
    }

    #[test]
    fn a_major_change_needs_its_version_and_its_name_in_the_changelog() {
        let named =
            "# Changelog\n\n## 0.2.0\n\n* `Order.id` is a string.\n\n## 0.1.0\n\n* First.\n";
        assert_eq!(faults("0.2.0", named), Vec::<String>::new());
        let owner = named.replace("Order.id", "Order");
        assert_eq!(faults("0.2.0", &owner), Vec::<String>::new());
        let low = faults("0.1.1", &named.replace("0.2.0", "0.1.1"));
        assert_eq!(
            low,
            [
                "expected version 0.2.0 or higher in Cargo.toml, found 0.1.1: changes since 0.1.0 are major"
            ]
        );
        let unnamed = faults("0.2.0", &named.replace("`Order.id`", "An id"));
        assert_eq!(unnamed.len(), 2, "{unnamed:?}");
        assert!(unnamed[0].starts_with("missing in CHANGELOG.md: field `Order.id` of shop"));
        let missing = faults("0.3.0", named);
        assert_eq!(missing, ["missing `## 0.3.0` at the top of CHANGELOG.md"]);
    }

    #[test]
    fn reads_the_version_and_the_first_entry() {
        let manifest = "[workspace.package]\nversion = \"1.20.3\"\nedition = \"2024\"\n[x]\n";
        assert_eq!(workspace_version(manifest), Some([1, 20, 3]));
        let changelog = "# Changelog\n\n## 1.20.3, not released\n\n* New.\n\n## 1.20.2\n\n* Old.\n";
        assert!(entry(changelog, [1, 20, 3]).unwrap().ends_with("* New.\n"));
        assert_eq!(entry(changelog, [1, 20, 2]), None);
    }
}
