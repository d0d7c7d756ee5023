//! Observations that contradict the documents, as in `string 12 of 50 at 3 venues since 2026-10`.

use std::fmt;

use crate::language::observed::{Observed, parse_observed};
use crate::language::threshold::Claim;
use crate::language::type_expr::NotationError;

/// What was observed instead of what the documents state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ObservedKind {
    Null,
    Absent,
    Boolean,
    Integer,
    Decimal,
    Text,
    List,
    Object,
}

impl ObservedKind {
    pub(crate) const ALL: [Self; 8] = [
        Self::Null,
        Self::Absent,
        Self::Boolean,
        Self::Integer,
        Self::Decimal,
        Self::Text,
        Self::List,
        Self::Object,
    ];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Absent => "absent",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Decimal => "decimal",
            Self::Text => "string",
            Self::List => "list",
            Self::Object => "object",
        }
    }
}

/// A contradiction, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction {
    pub(crate) kind: ObservedKind,
    pub(crate) observed: Observed,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.word(), self.observed)
    }
}

/// Parses a contradiction.
pub(crate) fn parse_contradiction(text: &str) -> Result<Contradiction, NotationError> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let words = || ObservedKind::ALL.iter().map(|kind| kind.word());
    let mut kinds = ObservedKind::ALL.into_iter();
    let Some(kind) = kinds.find(|kind| kind.word() == word) else {
        return Err(NotationError {
            range: 0..word.len(),
            message: format!("unknown observation `{word}`"),
            help: crate::suggest::did_you_mean(word, words()),
        });
    };
    let observed = parse_observed(rest, word.len() + 1, Claim::Contradiction)?;
    Ok(Contradiction { kind, observed })
}

#[cfg(test)]
mod tests {
    use super::{ObservedKind, parse_contradiction};

    #[test]
    fn contradictions_are_written_as_they_are_parsed() {
        for kind in ObservedKind::ALL {
            let text = format!("{} 12 of 50 at 3 venues since 2026-10", kind.word());
            assert_eq!(parse_contradiction(&text).unwrap().to_string(), text);
        }
    }
}
