//! A diff as text, as Markdown and as an entry of the changelog.

use std::fmt::Write as _;

use super::fact::Aspect;
use super::table::Difference;
use super::{Change, Diff, Level};

/// The longest value that a line shows, in characters.
const MAX_VALUE: usize = 60;

/// How much a line shows before the first difference of long values.
const MAX_CONTEXT: usize = 20;

impl Diff {
    /// A line for each change, the highest level first, and the verdict.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for change in self.by_level() {
            let level = change.verdict.highest();
            let _ = writeln!(out, "{level:<5}  {}", change.sentence());
            let _ = writeln!(out, "       {}", change.lines());
            let _ = writeln!(out, "       {}", change.levels());
            if !change.items.is_empty() {
                let _ = writeln!(out, "       {}", change.items.join(", "));
            }
        }
        let _ = writeln!(out, "{}: {}", self.count(), self.summary());
        out
    }

    /// For the description of a pull request.
    pub fn to_markdown(&self) -> String {
        let mut out = format!("**{}**: {}\n", self.count(), self.summary());
        if !self.is_empty() {
            out.push_str("\n| level | change | artifacts | lines |\n|---|---|---|---|\n");
        }
        for change in self.by_level() {
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} |",
                change.verdict.highest(),
                change.sentence().replace('|', "\\|"),
                change.levels(),
                change.lines(),
            );
        }
        out
    }

    /// The lines of a changelog: changes of the Rust API, of requests, of responses and of behavior.
    pub fn to_changelog(&self) -> String {
        let mut out = String::new();
        for change in self.by_level() {
            let level = change.level();
            if level >= Level::Minor {
                let _ = writeln!(out, "* {level}: {}.", change.sentence());
            }
        }
        out
    }

    /// The level of the version: that of the Rust API, of requests, of responses and of behavior.
    pub fn level(&self) -> Level {
        let levels = self.changes.iter().map(Change::level);
        levels.max().unwrap_or_default()
    }

    /// The major changes that an entry of the changelog does not name. It names a change if it has the
    /// name of what changed, or of its owner, in backticks.
    pub fn undocumented(&self, entry: &str) -> Vec<String> {
        let has = |name: &str| entry.contains(&format!("`{name}`"));
        let is_named = |change: &&Change| {
            let name = &change.subject.name;
            has(name) || name.rsplit_once('.').is_some_and(|(owner, _)| has(owner))
        };
        self.by_level()
            .into_iter()
            .filter(|change| change.level() == Level::Major && !is_named(change))
            .map(Change::sentence)
            .collect()
    }

    fn by_level(&self) -> Vec<&Change> {
        let mut changes: Vec<&Change> = self.changes.iter().collect();
        changes.sort_by_key(|change| std::cmp::Reverse(change.verdict.highest()));
        changes
    }

    fn count(&self) -> String {
        match self.changes.len() {
            0 => "no changed fact".to_owned(),
            1 => "1 changed fact".to_owned(),
            count => format!("{count} changed facts"),
        }
    }

    fn summary(&self) -> String {
        levels_text(&self.verdict().levels())
    }
}

impl Change {
    /// What it means for the version.
    fn level(&self) -> Level {
        let verdict = self.verdict;
        let levels = [verdict.rust, verdict.sent, verdict.read, verdict.behavior];
        levels.into_iter().max().unwrap_or_default()
    }

    /// As in: field `Customer.points` of pos-v2: type `Option<i64>` → `Option<String>`.
    fn sentence(&self) -> String {
        let subject = &self.subject;
        let place = match subject.name == subject.package {
            true => format!("{} `{}`", subject.kind.noun(), subject.name),
            false => format!(
                "{} `{}` of {}",
                subject.kind.noun(),
                subject.name,
                subject.package
            ),
        };
        let line = |side: &Option<super::Side>| {
            let value = side.as_ref().map_or("", |side| side.value.as_str());
            value.replace('\n', " ")
        };
        let (old, new) = (line(&self.old), line(&self.new));
        let same = old.chars().zip(new.chars()).take_while(|(a, b)| a == b);
        let start = match same.count() {
            same if same + MAX_CONTEXT > MAX_VALUE => same - MAX_CONTEXT,
            _ => 0,
        };
        let (old, new) = (shortened(&old, start), shortened(&new, start));
        match (&self.aspect, self.difference) {
            (Aspect::Exists, Difference::Added) => format!("{place} is new"),
            (Aspect::Exists, Difference::Removed) => format!("{place} is gone"),
            (Aspect::Docs, _) => format!("{place}: other docs"),
            (aspect, Difference::Added) => {
                format!("{place}: new {} {new}", aspect.noun())
            }
            (aspect, Difference::Removed) => {
                format!("{place}: no {} {old} anymore", aspect.noun())
            }
            (aspect, _) => format!("{place}: {} {old} → {new}", aspect.noun()),
        }
    }

    /// The lines in both specs.
    fn lines(&self) -> String {
        let line = |side: &Option<super::Side>| side.as_ref().map(|side| side.line.clone());
        let lines: Vec<String> = [line(&self.old), line(&self.new)]
            .into_iter()
            .flatten()
            .collect();
        lines.join(" → ")
    }

    fn levels(&self) -> String {
        levels_text(&self.verdict.levels())
    }
}

/// A value from a character on, in backticks, with an ellipsis for what is left out.
fn shortened(line: &str, start: usize) -> String {
    let before = if start > 0 { "…" } else { "" };
    let rest = line.chars().skip(start);
    let after = if rest.clone().nth(MAX_VALUE).is_some() {
        "…"
    } else {
        ""
    };
    let shown: String = rest.take(MAX_VALUE).collect();
    format!("`{before}{shown}{after}`")
}

/// The artifacts that are affected.
fn levels_text(levels: &[(&str, Level)]) -> String {
    let affected = levels.iter().filter(|(_, level)| *level != Level::None);
    let texts: Vec<String> = affected
        .map(|(name, level)| format!("{name} {level}"))
        .collect();
    match texts.is_empty() {
        true => "nothing is affected".to_owned(),
        false => texts.join(", "),
    }
}
