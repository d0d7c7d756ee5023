//! The counts of a field, added up over operations.

use std::collections::BTreeMap;

use api_observations::Shape;

use crate::ir::{Mark, Marks, NamedKind, ObservedKind, Type};

/// The counts of the values at a place.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// The objects that could have had the field.
    pub(super) of: u64,
    pub(super) absent: u64,
    pub(super) nulls: u64,
    pub(super) booleans: u64,
    pub(super) numbers: u64,
    pub(super) strings: u64,
    pub(super) arrays: u64,
    pub(super) objects: u64,
    /// Integers of 32 bits.
    short_integers: u64,
    /// Larger integers of 64 bits.
    long_integers: u64,
    /// Integers with a fraction: `2.0`.
    whole: u64,
    /// The numbers 0 and 1.
    bits: u64,
    texts: Texts,
    /// Values of a candidate for an enum.
    pub(super) values: BTreeMap<String, u64>,
    /// Texts of it that are not in `values`: files do not name them.
    pub(super) other_values: u64,
    /// At how many venues, at least.
    pub(super) venues: u64,
    /// The first day; empty if unknown.
    pub(super) since: String,
}

/// Classes of texts.
#[derive(Clone, Debug, Default)]
struct Texts {
    /// Those of all classes. Texts of secrets are in none.
    classified: u64,
    empty: u64,
    boolean: u64,
    bit: u64,
    integer: u64,
    decimal: u64,
    date: u64,
    us_date: u64,
    local_date_time: u64,
    timestamp: u64,
}

impl From<&Shape> for Tally {
    fn from(shape: &Shape) -> Self {
        let (number, text) = (&shape.number, &shape.text);
        let classes = [
            text.empty,
            text.boolean_text,
            text.bit_text,
            text.integer_text,
            text.decimal_text,
            text.digits,
            text.date,
            text.us_date,
            text.local_date_time,
            text.timestamp,
            text.uuid,
            text.other,
        ];
        Self {
            of: shape.of,
            absent: shape.absent(),
            nulls: shape.nulls,
            booleans: shape.booleans,
            numbers: shape.numbers,
            strings: shape.strings,
            arrays: shape.arrays,
            objects: shape.objects,
            short_integers: number.i32,
            long_integers: number.i64,
            whole: number.whole,
            bits: number.bits,
            texts: Texts {
                classified: sum(classes),
                empty: text.empty,
                boolean: text.boolean_text,
                bit: text.bit_text,
                integer: text.integer_text,
                decimal: text.decimal_text,
                date: text.date,
                us_date: text.us_date,
                local_date_time: text.local_date_time,
                timestamp: text.timestamp,
            },
            values: shape.values.clone(),
            other_values: shape.other_values,
            venues: shape.venues.into(),
            since: shape.since.clone(),
        }
    }
}

impl Tally {
    pub(super) fn add(&mut self, other: &Self) {
        let (texts, others) = (&mut self.texts, &other.texts);
        let counts = [
            (&mut self.of, other.of),
            (&mut self.absent, other.absent),
            (&mut self.nulls, other.nulls),
            (&mut self.booleans, other.booleans),
            (&mut self.numbers, other.numbers),
            (&mut self.strings, other.strings),
            (&mut self.arrays, other.arrays),
            (&mut self.objects, other.objects),
            (&mut self.other_values, other.other_values),
            (&mut self.short_integers, other.short_integers),
            (&mut self.long_integers, other.long_integers),
            (&mut self.whole, other.whole),
            (&mut self.bits, other.bits),
            (&mut texts.classified, others.classified),
            (&mut texts.empty, others.empty),
            (&mut texts.boolean, others.boolean),
            (&mut texts.bit, others.bit),
            (&mut texts.integer, others.integer),
            (&mut texts.decimal, others.decimal),
            (&mut texts.date, others.date),
            (&mut texts.us_date, others.us_date),
            (&mut texts.local_date_time, others.local_date_time),
            (&mut texts.timestamp, others.timestamp),
        ];
        for (count, added) in counts {
            *count = count.saturating_add(added);
        }
        for (value, added) in &other.values {
            let count = self.values.entry(value.clone()).or_default();
            *count = count.saturating_add(*added);
        }
        // The venues of two operations may be the same.
        self.venues = self.venues.max(other.venues);
        let is_earlier = !other.since.is_empty() && other.since < self.since;
        if self.since.is_empty() || is_earlier {
            self.since.clone_from(&other.since);
        }
    }

    /// The values that are not null.
    pub(super) fn values(&self) -> u64 {
        sum([
            self.booleans,
            self.numbers,
            self.strings,
            self.arrays,
            self.objects,
        ])
    }

    /// The month of the first observation.
    pub(super) fn month(&self) -> Option<&str> {
        self.since.get(..7)
    }

    fn all_integers(&self) -> u64 {
        sum([self.short_integers, self.long_integers])
    }

    /// The values that a field of a type accepts: elements of lists and maps are counted elsewhere.
    pub(super) fn accepted(&self, ty: &Type, marks: Marks) -> u64 {
        let texts = &self.texts;
        match ty {
            Type::Json => self.values(),
            Type::Integer { bits: 32 } => {
                sum([self.short_integers, self.whole, texts.integer, texts.bit])
            }
            Type::Integer { .. } | Type::Count => {
                sum([self.all_integers(), self.whole, texts.integer, texts.bit])
            }
            Type::Decimal => sum([self.numbers, texts.integer, texts.bit, texts.decimal]),
            Type::Boolean => sum([self.booleans, self.bits, texts.boolean, texts.bit]),
            Type::Date if marks.has(Mark::AlsoUsDate) => sum([texts.date, texts.us_date]),
            Type::Date => texts.date,
            Type::DateTime => texts.timestamp,
            Type::LocalDateTime => texts.local_date_time,
            Type::IntegerOrText => sum([self.all_integers(), self.whole, self.strings]),
            // An inferred text accepts numbers only until they are observed.
            Type::Text if marks.has(Mark::StringOrNumber) && !marks.has(Mark::Inferred) => {
                sum([self.strings, self.numbers])
            }
            Type::Text | Type::Time => self.strings,
            Type::List(_) => self.arrays,
            Type::Map(_) => self.objects,
            Type::Named(named) => match named.kind {
                NamedKind::Record | NamedKind::Body => self.objects,
                NamedKind::Enum { .. } | NamedKind::Id => self.strings,
            },
        }
    }

    /// Whether numbers do not fit an integer type.
    pub(super) fn has_wider_numbers(&self, ty: &Type) -> bool {
        let fitting = match ty {
            Type::Integer { bits: 32 } => self.short_integers,
            _ => self.all_integers(),
        };
        self.numbers > sum([fitting, self.whole])
    }

    /// The values that a field of a type does not accept, by their kind.
    pub(super) fn rejected(&self, ty: &Type, marks: Marks) -> [(ObservedKind, u64); 6] {
        let of_kind = |part: Self| part.values() - part.accepted(ty, marks).min(part.values());
        let integers = sum([self.all_integers(), self.whole]);
        let only = |kind: ObservedKind| {
            let mut part = Self::default();
            match kind {
                ObservedKind::Boolean => part.booleans = self.booleans,
                ObservedKind::Integer => {
                    part.numbers = integers;
                    part.short_integers = self.short_integers;
                    part.long_integers = self.long_integers;
                    part.whole = self.whole;
                    part.bits = self.bits;
                }
                ObservedKind::Decimal => part.numbers = self.numbers - integers.min(self.numbers),
                ObservedKind::Text => {
                    part.strings = self.strings;
                    part.texts = self.texts.clone();
                }
                ObservedKind::List => part.arrays = self.arrays,
                ObservedKind::Object => part.objects = self.objects,
                ObservedKind::Null | ObservedKind::Absent => {}
            }
            part
        };
        [
            ObservedKind::Boolean,
            ObservedKind::Integer,
            ObservedKind::Decimal,
            ObservedKind::Text,
            ObservedKind::List,
            ObservedKind::Object,
        ]
        .map(|kind| (kind, of_kind(only(kind))))
    }

    /// Kinds of JSON with their counts, most frequent first, as in `40 integers, 2 strings`.
    pub(super) fn kinds(&self) -> String {
        let integers = sum([self.all_integers(), self.whole]);
        let mut kinds = [
            (self.booleans, "boolean"),
            (integers, "integer"),
            (self.numbers - integers.min(self.numbers), "decimal"),
            (self.strings, "string"),
            (self.arrays, "list"),
            (self.objects, "object"),
            (self.nulls, "null"),
        ];
        kinds.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let kinds = kinds.iter().filter(|(count, _)| *count > 0);
        let kinds: Vec<String> = kinds
            .map(|(count, kind)| format!("{count} {kind}"))
            .collect();
        kinds.join(", ")
    }

    /// The type of a scalar, with the number of values of it; `None` if there is no single one.
    /// `tolerated` exceptions are taken for damage.
    pub(super) fn scalar(&self, tolerated: u64) -> Option<(Type, Marks, u64)> {
        let plain = |ty: Type| {
            let count = self.accepted(&ty, Marks::default());
            Some((ty, Marks::default(), count))
        };
        let values = self.values();
        let rest = |count: u64| values - count.min(values);
        if rest(sum([self.booleans, self.bits])) <= tolerated && self.booleans > 0 {
            return plain(Type::Boolean);
        }
        if rest(self.booleans) <= tolerated {
            return plain(Type::Boolean);
        }
        if rest(self.numbers) <= tolerated {
            // Decimals are exact, so a number with a fraction anywhere makes all of them decimals.
            let is_integer = self.numbers == self.all_integers();
            return plain(match is_integer {
                true => Type::Integer { bits: 64 },
                false => Type::Decimal,
            });
        }
        if rest(self.strings) <= tolerated {
            return Some(self.text(tolerated));
        }
        let integers_and_strings = sum([self.all_integers(), self.strings]);
        if self.strings > 0 && self.numbers > 0 && rest(integers_and_strings) <= tolerated {
            return plain(Type::IntegerOrText);
        }
        None
    }

    /// The type of texts.
    fn text(&self, tolerated: u64) -> (Type, Marks, u64) {
        let texts = &self.texts;
        let us_date = Marks::from_iter([Mark::AlsoUsDate]);
        let forms = [
            (Type::Date, Marks::default()),
            (Type::Date, us_date),
            (Type::DateTime, Marks::default()),
            (Type::LocalDateTime, Marks::default()),
        ];
        for (ty, marks) in forms {
            let count = self.accepted(&ty, marks);
            // Of `also_us_date`, both forms are expected: then neither is an exception.
            let is_us_date = marks.has(Mark::AlsoUsDate);
            let is_tolerated = texts.classified == self.strings
                && self.values() - count.min(self.values()) <= tolerated
                && count > 0
                && (!is_us_date || texts.us_date > 0);
            if is_tolerated && count > texts.empty {
                return (ty, marks, count);
            }
        }
        (Type::Text, Marks::default(), self.strings)
    }
}

/// Counts of a file may have any value, so sums of them saturate.
fn sum<const N: usize>(counts: [u64; N]) -> u64 {
    counts.into_iter().fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use api_observations::Shape;

    use super::Tally;

    #[test]
    fn sums_of_counts_saturate() {
        let mut shape = Shape {
            nulls: u64::MAX,
            booleans: u64::MAX,
            numbers: u64::MAX,
            strings: u64::MAX,
            ..Shape::default()
        };
        (shape.number.i32, shape.number.i64) = (u64::MAX, u64::MAX);
        (shape.text.date, shape.text.other) = (u64::MAX, u64::MAX);
        shape.values.insert("paid".to_owned(), u64::MAX);
        let mut tally = Tally::from(&shape);
        tally.add(&tally.clone());
        assert_eq!((tally.values(), tally.values["paid"]), (u64::MAX, u64::MAX));
        assert!(tally.kinds().contains("boolean"));
        assert!(tally.scalar(1).is_some());
    }
}
