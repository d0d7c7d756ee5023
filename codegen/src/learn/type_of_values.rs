//! The type that observed values have.

use super::evidence::Nested;
use super::tally::Tally;
use crate::ir::{Field, Mark, Marks, Type};
use crate::language::{MIN_VALUES, tolerated};

/// A type that was observed.
pub(super) struct ObservedType {
    pub(super) ty: Type,
    pub(super) marks: Marks,
    /// The number of values of it.
    pub(super) count: u64,
}

impl ObservedType {
    /// Whether it is another type than that of a field, or has another form.
    pub(super) fn is_new(&self, field: &Field) -> bool {
        let has_us_date = |marks: Marks| marks.has(Mark::AlsoUsDate);
        field.ty != self.ty || (has_us_date(self.marks) && !has_us_date(field.marks))
    }
}

/// Why no type was observed.
pub(super) enum NoType {
    /// A list has too few elements.
    FewElements(u64),
    /// Values of several kinds, or objects.
    NotOne(String),
}

/// The type of the values at a pointer below a field.
fn type_of_values(nested: &Nested, below: &str) -> Result<ObservedType, NoType> {
    let tally = nested.at(below);
    let values = tally.values();
    let tolerated = tolerated(values);
    if let Some((ty, marks, count)) = tally.scalar(tolerated) {
        return Ok(ObservedType { ty, marks, count });
    }
    if values.saturating_sub(tally.arrays) <= tolerated {
        let below = format!("{below}/*");
        let elements = nested.at(&below).values();
        if elements < MIN_VALUES {
            return Err(NoType::FewElements(elements));
        }
        let element = type_of_values(nested, &below)?;
        // Elements have no marks of their own.
        let ty = match element.marks.has(Mark::AlsoUsDate) {
            true => Type::Text,
            false => element.ty,
        };
        return Ok(ObservedType {
            ty: Type::List(Box::new(ty)),
            marks: Marks::default(),
            count: tally.arrays,
        });
    }
    Err(NoType::NotOne(tally.kinds()))
}

/// The type of a field: its own, if the values but for damage are of it and no part of it is open.
pub(super) fn type_of_field(field: &Field, nested: &Nested) -> Result<ObservedType, NoType> {
    let own = || ObservedType {
        ty: field.ty.clone(),
        marks: field.marks,
        count: nested.at("").accepted(&field.ty, field.marks),
    };
    let is_accepted = field.ty != Type::Json && accepts(&field.ty, field.marks, nested, "");
    if is_accepted && !has_json(&field.ty) {
        return Ok(own());
    }
    match type_of_values(nested, "") {
        Err(_) if is_accepted => Ok(own()),
        observed => observed,
    }
}

fn has_json(ty: &Type) -> bool {
    match ty {
        Type::Json => true,
        Type::List(inner) | Type::Map(inner) => has_json(inner),
        _ => false,
    }
}

/// Whether a type accepts the values at a pointer below a field, but for damage.
pub(super) fn accepts(ty: &Type, marks: Marks, nested: &Nested, below: &str) -> bool {
    let tally = nested.at(below);
    let accepted = match ty {
        Type::Named(_) | Type::Json => return accepts_kind(ty, marks, &tally),
        ty => accepts_kind(ty, marks, &tally),
    };
    match ty {
        Type::List(inner) | Type::Map(inner) => {
            accepted && accepts(inner, marks, nested, &format!("{below}/*"))
        }
        _ => accepted,
    }
}

fn accepts_kind(ty: &Type, marks: Marks, tally: &Tally) -> bool {
    let values = tally.values();
    let accepted = tally.accepted(ty, marks).min(values);
    // Damage makes no decimals of integers.
    let is_integer = matches!(ty, Type::Integer { .. });
    values - accepted <= tolerated(values) && !(is_integer && tally.has_wider_numbers(ty))
}

/// A type as the notation writes it; `None` if it is not one that is observed.
pub(super) fn word(ty: &Type) -> Option<String> {
    let word = match ty {
        Type::Text => "string",
        Type::Integer { bits: 32 } => "int32",
        Type::Integer { .. } => "integer",
        Type::Decimal => "decimal",
        Type::Boolean => "boolean",
        Type::Date => "date",
        Type::DateTime => "datetime",
        Type::LocalDateTime => "local_datetime",
        Type::Time => "time",
        Type::Json => "json",
        Type::IntegerOrText => "integer|string",
        Type::List(inner) => return Some(format!("list({})", word(inner)?)),
        Type::Map(inner) => return Some(format!("map({})", word(inner)?)),
        Type::Count | Type::Named(_) => return None,
    };
    Some(word.to_owned())
}
