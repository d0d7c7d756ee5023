//! `cargo xtask release`: what a release would be, and whether version and changelog agree with what changed.

use std::error::Error;
use std::path::Path;

use codegen::{Diff, Level};
use fs_err as fs;

use crate::{diff, disk};

type Version = [u64; 3];

/// The folder with the public API of crates, a line for each item.
const PUBLIC_API: &str = "tests/public-api";

/// What changed since the last release.
struct Changes {
    released: Version,
    spec: Diff,
    public_api: Vec<ApiChange>,
}

/// The lines of a crate's public API that are new and gone.
struct ApiChange {
    name: String,
    added: usize,
    removed: usize,
}

/// Says what a release would be. Fails unless the version is high enough for the changes of the spec and of the public API
/// since the last release, and the changelog names the major changes of the spec. Before the first release, there is nothing to
/// compare with.
pub(crate) fn check() -> Result<bool, Box<dyn Error>> {
    let root = disk::root()?;
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let version = workspace_version(&manifest).ok_or("missing version in Cargo.toml")?;
    let changelog = fs::read_to_string(root.join("CHANGELOG.md"))?;
    if diff::git(&root, &["rev-parse", "--is-shallow-repository"], "")? == b"true\n" {
        return Err(
            "the earlier revisions are not here: run `git fetch --unshallow --tags`".into(),
        );
    }
    anstream::println!("version {}", text(version));
    let Some((tag, released)) = last_release(&root)? else {
        anstream::println!("nothing is released: all of it is new");
        return Ok(report(match entry(&changelog, version) {
            Some(_) => Vec::new(),
            None => vec![missing_entry(version)],
        }));
    };
    let (old, new) = (diff::revision(&root, &tag)?, disk::sources(&root)?);
    let changes = Changes {
        released,
        spec: diff::between((&tag, &old), &new)?,
        public_api: public_api(&root, &tag)?,
    };
    anstream::print!("since {tag}:\n{}", changes.text());
    Ok(report(changes.errors(version, &changelog)))
}

/// Prints the errors; whether there are none.
fn report(errors: Vec<String>) -> bool {
    for error in &errors {
        anstream::eprintln!("error: {error}");
    }
    errors.is_empty()
}

fn missing_entry(version: Version) -> String {
    format!("missing `## {}` at the top of CHANGELOG.md", text(version))
}

/// The changed texts of the public API since a tag.
fn public_api(root: &Path, tag: &str) -> Result<Vec<ApiChange>, Box<dyn Error>> {
    let texts = format!("{PUBLIC_API}/*.txt");
    let lines = diff::git(root, &["diff", "--numstat", tag, "--", &texts], "")?;
    let lines = String::from_utf8(lines)?;
    Ok(lines.lines().filter_map(ApiChange::of_numstat).collect())
}

impl ApiChange {
    /// Of `ADDED\tREMOVED\tPATH`.
    fn of_numstat(line: &str) -> Option<Self> {
        let mut parts = line.split('\t');
        let (added, removed) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let name = Path::new(parts.next()?).file_stem()?.to_str()?.to_owned();
        Some(Self {
            name,
            added,
            removed,
        })
    }

    /// An item that is gone or has changed can break a caller.
    fn level(&self) -> Level {
        match self.removed {
            0 => Level::Minor,
            _ => Level::Major,
        }
    }
}

impl Changes {
    fn level(&self) -> Level {
        let levels = self.public_api.iter().map(ApiChange::level);
        levels.fold(self.spec.level(), Level::max)
    }

    fn text(&self) -> String {
        let mut out = match self.spec.is_empty() {
            true => "no changes of the spec\n".to_owned(),
            false => self.spec.to_changelog(),
        };
        for change in &self.public_api {
            let ApiChange {
                name,
                added,
                removed,
            } = change;
            out += &format!(
                "public API of {name}: {added} lines new, {removed} gone or changed ({})\n",
                change.level()
            );
        }
        out
    }

    fn errors(&self, version: Version, changelog: &str) -> Vec<String> {
        let mut errors = Vec::new();
        let required = required(self.released, self.level());
        if version < required {
            errors.push(format!(
                "expected version {} or higher in Cargo.toml, found {}: changes since {} are {}",
                text(required),
                text(version),
                text(self.released),
                self.level(),
            ));
        }
        let Some(entry) = entry(changelog, version) else {
            errors.push(missing_entry(version));
            return errors;
        };
        let undocumented = self.spec.undocumented(entry).into_iter();
        errors.extend(undocumented.map(|change| format!("missing in CHANGELOG.md: {change}")));
        errors
    }
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

    use super::{ApiChange, Changes, entry, parse, required, workspace_version};

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
        let changes = Changes {
            released: parse("0.1.0").unwrap(),
            spec: codegen::diff(&old, &new).unwrap(),
            public_api: Vec::new(),
        };
        assert_eq!(changes.level(), Level::Major);
        changes.errors(parse(version).unwrap(), changelog)
    }

    #[test]
    fn an_item_that_is_gone_from_the_public_api_is_a_major_change() {
        let same = shop("id: integer");
        let level = |numstat: &str| {
            let changes = Changes {
                released: [0, 1, 0],
                spec: codegen::diff(&same, &same).unwrap(),
                public_api: numstat.lines().filter_map(ApiChange::of_numstat).collect(),
            };
            changes.level()
        };
        assert_eq!(level(""), Level::None);
        assert_eq!(level("3\t0\ttests/public-api/api-wire.txt"), Level::Minor);
        assert_eq!(
            level("3\t0\ttests/public-api/api-wire.txt\n1\t1\ttests/public-api/api-runtime.txt"),
            Level::Major
        );
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
