//! A diff as text, as Markdown and as an entry of the changelog.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::{Change, Diff, Level, Verdict};

impl Diff {
    /// A line for each change, lowered protection and then the highest level first, and the verdict.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        let changes = self.by_level();
        let (lowered, others): (Vec<&Change>, Vec<&Change>) =
            changes.into_iter().partition(|change| change.is_lowered);
        if !lowered.is_empty() {
            out.push_str("Lowered protection of money or privacy:\n\n");
        }
        for (index, change) in lowered.iter().chain(&others).enumerate() {
            if index == lowered.len() && index > 0 {
                out.push_str("\nOther changes:\n\n");
            }
            let level = change.level();
            let _ = writeln!(out, "{level:<5}  {}", change.sentence());
            let _ = writeln!(out, "       {}", change.lines.join(" → "));
            let _ = writeln!(out, "       {}", levels_text(change.verdict));
        }
        let _ = writeln!(out, "{}: {}", self.count(), levels_text(self.verdict()));
        out
    }

    /// For the description of a pull request.
    pub fn to_markdown(&self) -> String {
        let mut out = format!("**{}**: {}\n", self.count(), levels_text(self.verdict()));
        if !self.is_empty() {
            out.push_str("\n| level | change | artifacts | lines |\n|---|---|---|---|\n");
        }
        for change in self.by_level() {
            let lowered = if change.is_lowered {
                "**lowered protection** "
            } else {
                ""
            };
            let _ = writeln!(
                out,
                "| {} | {lowered}{} | {} | {} |",
                change.level(),
                change.sentence().replace('|', "\\|"),
                levels_text(change.verdict),
                change.lines.join(" → "),
            );
        }
        out
    }

    /// The lines of a changelog: what is more than docs.
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

    /// Whether less protects money or privacy.
    pub fn is_lowered(&self) -> bool {
        self.changes.iter().any(|change| change.is_lowered)
    }

    /// The level of the version.
    pub fn level(&self) -> Level {
        self.verdict().highest()
    }

    /// The major changes that an entry of the changelog does not name. It names a change if it has the
    /// name of what changed, or of its owner, in backticks.
    pub fn undocumented(&self, entry: &str) -> Vec<String> {
        let has = |name: &str| entry.contains(&format!("`{name}`"));
        let is_named = |change: &&Change| {
            let name = &change.fact.name;
            has(name) || name.rsplit_once('.').is_some_and(|(owner, _)| has(owner))
        };
        let changes = self.by_level().into_iter();
        let major = changes.filter(|change| change.level() == Level::Major && !is_named(change));
        major.map(Change::sentence).collect()
    }

    fn by_level(&self) -> Vec<&Change> {
        let mut changes: Vec<&Change> = self.changes.iter().collect();
        changes.sort_by_key(|change| (!change.is_lowered, Reverse(change.level())));
        changes
    }

    fn count(&self) -> String {
        match self.changes.len() {
            0 => "no changed fact".to_owned(),
            1 => "1 changed fact".to_owned(),
            count => format!("{count} changed facts"),
        }
    }
}

impl Change {
    fn level(&self) -> Level {
        self.verdict.highest()
    }

    fn sentence(&self) -> String {
        self.fact.sentence(&self.package)
    }
}

/// The artifacts that are affected.
fn levels_text(verdict: Verdict) -> String {
    let levels = verdict.levels().into_iter();
    let affected = levels.filter(|(_, level)| *level != Level::None);
    let texts: Vec<String> = affected
        .map(|(name, level)| format!("{name} {level}"))
        .collect();
    match texts.is_empty() {
        true => "nothing is affected".to_owned(),
        false => texts.join(", "),
    }
}
