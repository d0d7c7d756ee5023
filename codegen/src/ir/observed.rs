//! Counted evidence in sentences.

pub(crate) use crate::language::{Observed, ObservedKind};

impl Observed {
    /// A sentence about the type of a field. `package` is that of the observations, if it is
    /// another one than the field's.
    pub(crate) fn sentence(&self, package: Option<&str>) -> String {
        let (count, of, place) = (self.count, self.of, self.place());
        let start = match package {
            Some(package) => format!("In `{package}`, the type"),
            None => "The type".to_owned(),
        };
        let mut sentence = format!("{start} was observed in {count} of {of} values, {place}");
        let others = [("null", self.null), ("absent", self.absent)];
        let others = others.iter().filter(|(_, number)| *number > 0);
        let others: Vec<String> = others
            .map(|(word, number)| format!("{number} {word}"))
            .collect();
        if !others.is_empty() {
            sentence.push_str(&format!("; besides {}", others.join(" and ")));
        }
        sentence.push('.');
        sentence
    }

    /// Where and since when, as in `at 7 venues since 2026-10`.
    pub(crate) fn place(&self) -> String {
        format!("at {} venues since {}", self.venues, self.since)
    }
}
