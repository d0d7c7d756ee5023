//! Counters of the classes of numbers and texts.

/// The number of [length buckets](length_bucket).
pub const LENGTHS: usize = 14;

/// The bucket of a length, in powers of two: 0, 1, 2 to 3, 4 to 7, and so on; 4096 and more is the
/// last one.
pub fn length_bucket(length: usize) -> usize {
    let bits = usize::BITS - length.leading_zeros();
    usize::try_from(bits).map_or(LENGTHS - 1, |bits| bits.min(LENGTHS - 1))
}

/// Defines a struct of counters, which are 64 bits wide in files and 32 while they are counted.
macro_rules! counters {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name<T = u64> {
            $($(#[$field_doc])* pub $field: T,)*
        }

        impl<T> $name<T> {
            /// The names of the counters, with their values.
            pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &T)> {
                [$((stringify!($field), &self.$field)),*].into_iter()
            }

            /// The counter with this name.
            pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut T> {
                match name {
                    $(stringify!($field) => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }

        impl $name {
            /// Adds other counters.
            pub(crate) fn add(&mut self, other: &Self) {
                $(self.$field = self.$field.saturating_add(other.$field);)*
            }
        }

        impl From<&$name<u32>> for $name {
            fn from(counts: &$name<u32>) -> Self {
                Self { $($field: counts.$field.into()),* }
            }
        }
    };
}

counters! {
    /// The numbers of a shape. Each number is in exactly one of the classes from `i32` to
    /// `exponent`; the others count those that have a property.
    NumberCounts {
        /// Integers of 32 bits.
        i32,
        /// Larger integers of 64 bits.
        i64,
        /// Integers of more than 64 bits.
        big,
        /// Integers with a fraction: `2.0`.
        whole,
        /// One decimal place.
        places_1,
        /// Two decimal places.
        places_2,
        /// Three decimal places.
        places_3,
        /// Four decimal places or more.
        places_more,
        /// Numbers with an exponent: `1e3`.
        exponent,
        /// `0` and `1`, as booleans are also written.
        bits,
        /// Negative numbers.
        negative,
        /// Numbers with more digits than a binary float of 64 bits is sure to keep.
        inexact,
    }
}

counters! {
    /// The texts of a shape. Each text is in exactly one class.
    TextCounts {
        /// `""`.
        empty,
        /// `"true"` and `"false"`.
        boolean_text,
        /// `"0"` and `"1"`.
        bit_text,
        /// Other integers of 64 bits: `"12"`.
        integer_text,
        /// Other numbers of JSON: `"12.50"`.
        decimal_text,
        /// Digits that are not an integer of 64 bits: `"007"`.
        digits,
        /// `2026-11-21`.
        date,
        /// `11/21/2026`.
        us_date,
        /// `2026-11-21T10:00:00`, with a space or a `T`.
        local_date_time,
        /// `2026-11-21T10:00:00Z`, or with an offset.
        timestamp,
        /// 32 hexadecimal digits with four hyphens.
        uuid,
        /// Any other text.
        other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_counted_in_powers_of_two() {
        let buckets = [0, 1, 2, 3, 4, 7, 8, 4095, 4096, usize::MAX].map(length_bucket);
        assert_eq!(buckets, [0, 1, 2, 2, 3, 3, 4, 12, 13, 13]);
    }
}
