//! Counted evidence, as in `4183 of 4190 at 7 venues since 2026-10 null 12 absent 30`. It has no comma,
//! which would end the notation in a map on one line.

use std::fmt;
use std::ops::Range;

use crate::language::threshold::{Claim, missing_for};
use crate::language::type_expr::NotationError;

/// An example, for the reference and for errors.
pub(crate) const OBSERVED_EXAMPLE: &str = "4183 of 4190 at 7 venues since 2026-10";

/// A regular expression of its form, for the JSON Schema.
pub(crate) const OBSERVED_PATTERN: &str = "[1-9][0-9]* of [1-9][0-9]* at [1-9][0-9]* venues since \
     [0-9]{4}-(?:0[1-9]|1[0-2])(?: null [1-9][0-9]*)?(?: absent [1-9][0-9]*)?";

/// How often something was observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Observed {
    /// The observations of it.
    pub(crate) count: u64,
    /// The observations that could have been of it: values that are not null, or records.
    pub(crate) of: u64,
    /// The number of venues.
    pub(crate) venues: u64,
    /// The month of the first observation, `YYYY-MM`.
    pub(crate) since: String,
    /// The number of nulls.
    pub(crate) null: u64,
    /// The number of records without the field.
    pub(crate) absent: u64,
}

impl fmt::Display for Observed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, of, venues, since) = (self.count, self.of, self.venues, &self.since);
        write!(f, "{count} of {of} at {venues} venues since {since}")?;
        for (word, number) in [("null", self.null), ("absent", self.absent)] {
            if number > 0 {
                write!(f, " {word} {number}")?;
            }
        }
        Ok(())
    }
}

/// Parses counted evidence that begins at `start` of a notation. It has to be enough for the claim.
pub(crate) fn parse_observed(
    text: &str,
    start: usize,
    claim: Claim,
) -> Result<Observed, NotationError> {
    let mut words = Words {
        text,
        start,
        position: 0,
    };
    let (count, of_count) = words.number()?;
    words.word(&["of"])?;
    let (of, of_range) = words.number()?;
    words.word(&["at"])?;
    let (venues, of_venues) = words.number()?;
    words.word(&["venue", "venues"])?;
    words.word(&["since"])?;
    let since = words.month()?;
    let mut counts = [0; 2];
    let mut known: &[&str] = &["null", "absent"];
    while words.has_more() {
        let (word, _) = words.word(known)?;
        let (number, _) = words.number()?;
        counts[usize::from(word == "absent")] = number;
        known = if word == "null" { &["absent"] } else { &[] };
    }
    if count > of {
        return Err(NotationError {
            range: of_count.start..of_range.end,
            message: format!("{count} of {of} observations"),
            help: Some("the first number is a part of the second one".to_owned()),
        });
    }
    if let Some(missing) = missing_for(claim, (count, of), venues) {
        return Err(NotationError {
            range: of_count.start..of_venues.end,
            message: format!("insufficient evidence: {missing}"),
            help: Some("remove it; `cargo xtask learn` writes it when there are more".to_owned()),
        });
    }
    Ok(Observed {
        count,
        of,
        venues,
        since,
        null: counts[0],
        absent: counts[1],
    })
}

/// The words of the text that are not parsed yet.
struct Words<'t> {
    text: &'t str,
    /// Where the text begins in the notation.
    start: usize,
    position: usize,
}

impl<'t> Words<'t> {
    fn has_more(&self) -> bool {
        !self.text[self.position..].trim().is_empty()
    }

    /// The next word, and its range in the notation; empty at the end.
    fn next(&mut self) -> (&'t str, Range<usize>) {
        let rest = &self.text[self.position..];
        let begin = self.position + rest.len() - rest.trim_start().len();
        let rest = &self.text[begin..];
        let end = begin + rest.find(' ').unwrap_or(rest.len());
        self.position = end;
        (&self.text[begin..end], self.start + begin..self.start + end)
    }

    fn error(&self, range: Range<usize>, expected: &str, found: &str) -> NotationError {
        let found = match found {
            "" => "the end".to_owned(),
            word => format!("`{word}`"),
        };
        NotationError {
            range,
            message: format!("expected {expected}, found {found}"),
            help: Some(format!("write it as in `observed({OBSERVED_EXAMPLE})`")),
        }
    }

    /// A number above zero.
    fn number(&mut self) -> Result<(u64, Range<usize>), NotationError> {
        let (word, range) = self.next();
        let is_plain = word.bytes().all(|byte| byte.is_ascii_digit()) && !word.starts_with('0');
        match word.parse() {
            Ok(number) if is_plain => Ok((number, range)),
            _ => Err(self.error(range, "a number above zero", word)),
        }
    }

    /// One of the known words.
    fn word(&mut self, known: &[&str]) -> Result<(&'t str, Range<usize>), NotationError> {
        let (word, range) = self.next();
        if known.contains(&word) {
            return Ok((word, range));
        }
        let expected = match known {
            [] => "the end".to_owned(),
            known => format!("`{}`", known.join("` or `")),
        };
        Err(self.error(range, &expected, word))
    }

    fn month(&mut self) -> Result<String, NotationError> {
        let (word, range) = self.next();
        let digits = |text: &str, length| {
            text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        match word.split_once('-') {
            Some((year, month))
                if digits(year, 4) && digits(month, 2) && ("01"..="12").contains(&month) =>
            {
                Ok(word.to_owned())
            }
            _ => Err(self.error(range, "a month as in `2026-10`", word)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OBSERVED_EXAMPLE, parse_observed};
    use crate::language::threshold::Claim;

    #[test]
    fn evidence_is_written_as_it_is_parsed() {
        for text in [
            OBSERVED_EXAMPLE,
            "50 of 50 at 2 venues since 2026-12 null 2",
            "50 of 50 at 2 venues since 2026-01 absent 3",
            "50 of 51 at 2 venues since 2026-01 null 2 absent 3",
        ] {
            assert_eq!(
                parse_observed(text, 0, Claim::Type).unwrap().to_string(),
                text
            );
        }
    }

    #[test]
    fn errors_have_the_place_of_the_word() {
        for (text, range, message) in [
            ("", 9..9, "expected a number above zero, found the end"),
            ("0 of 5", 9..10, "expected a number above zero, found `0`"),
            ("5 off 5", 11..14, "expected `of`, found `off`"),
            (
                "6 of 5 at 2 venues since 2026-10",
                9..15,
                "6 of 5 observations",
            ),
            (
                "5 of 5 at 2 venues since 2026-13",
                34..41,
                "expected a month as in `2026-10`, found `2026-13`",
            ),
            (
                "5 of 5 at 2 venues since 2026-10 nul 2",
                42..45,
                "expected `null` or `absent`, found `nul`",
            ),
            (
                "5 of 5 at 2 venues since 2026-10 absent 2 null 3",
                51..55,
                "expected the end, found `null`",
            ),
            (
                "45 of 50 at 1 venue since 2026-10",
                9..22,
                "insufficient evidence: 1 of 2 venues, 5 exceptions of at most 4",
            ),
        ] {
            let error = parse_observed(text, 9, Claim::Type).unwrap_err();
            assert_eq!(
                (error.range, error.message.as_str()),
                (range, message),
                "{text}"
            );
        }
    }
}
