//! The form that a field has in Rust.

use std::collections::BTreeSet;

use crate::ir::{Field, Mark, Named, NamedKind, Presence, Spec, Type};

/// What is around the type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Plain,
    Optional,
    /// Optional, on the heap.
    Boxed,
    /// Unset, set, or null.
    Change,
}

impl Form {
    /// That of a field that is read.
    pub(crate) fn of_record(field: &Field, boxed: bool) -> Self {
        match (&field.ty, field.has(Mark::Envelope)) {
            (Type::List(_) | Type::Map(_), _) | (_, true) => Self::Plain,
            _ if boxed => Self::Boxed,
            _ => Self::Optional,
        }
    }

    /// That of a field or parameter that is sent.
    pub(crate) fn of_request(field: &Field) -> Self {
        match (&field.presence, &field.ty) {
            (Presence::Required, _) => Self::Plain,
            (Presence::Nullable, _) => Self::Change,
            (_, Type::List(_) | Type::Map(_)) => Self::Plain,
            _ => Self::Optional,
        }
    }
}

impl Field {
    pub(crate) fn rust_type(&self, form: Form) -> String {
        let plain = match self.has(Mark::Secret) {
            true => "Secret".to_owned(),
            false => self.ty.rust(),
        };
        match form {
            Form::Plain => plain,
            Form::Optional => format!("Option<{plain}>"),
            Form::Boxed => format!("Option<Box<{plain}>>"),
            Form::Change => format!("Change<{plain}>"),
        }
    }

    /// Whether callers set it: the client sets the others.
    pub(crate) fn is_set_by_caller(&self) -> bool {
        let presence = &self.presence;
        matches!(
            presence,
            Presence::Required | Presence::Optional | Presence::Nullable
        )
    }
}

/// Whether a record holds itself by way of fields that are not lists or maps: then the field is boxed.
pub(crate) fn holds_itself(spec: &Spec, owner: &Named, field: &Field) -> bool {
    leads_back(spec, owner, field, |field| match &field.ty {
        Type::Named(named) if named.kind == NamedKind::Record => Some(named),
        _ => None,
    })
}

/// Whether a field of a type leads back to the type. `part` is what a field has of its type for certain.
pub(crate) fn leads_back(
    spec: &Spec,
    owner: &Named,
    field: &Field,
    part: fn(&Field) -> Option<&Named>,
) -> bool {
    let mut open: Vec<&Named> = part(field).into_iter().collect();
    let mut seen = BTreeSet::new();
    while let Some(named) = open.pop() {
        if named == owner {
            return true;
        }
        if seen.insert(named) {
            open.extend(spec.fields(named).iter().filter_map(part));
        }
    }
    false
}
