//! Facts of fields and parameters.

use super::{Owner, Scope};
use crate::diff::fact::{Aspect, Direction, SubjectKind};
use crate::emit::field_type;
use crate::ir::{
    ConstructorForm, Default, Evidence, Field, Mark, Presence, QueryArray, Type, Unit,
};
use crate::names;

impl<'s> Scope<'_, 's> {
    /// The fields of a record, body, operation or configuration.
    pub(super) fn add_fields(
        &mut self,
        owner: &Owner<'s>,
        kind: SubjectKind,
        direction: Direction,
        fields: &'s [Field],
    ) {
        for field in fields {
            // What the client sets is no member of the struct.
            let is_member = matches!(
                field.presence,
                Presence::Required | Presence::Optional | Presence::Nullable
            );
            let items = owner.items.iter().filter(|_| is_member);
            let of_owner = Owner {
                kind,
                name: format!("{}.{}", owner.name, field.wire),
                direction,
                items: items
                    .map(|item| format!("{item}::{}", field.rust))
                    .collect(),
                span: &field.span,
            };
            self.field(&of_owner, owner, field);
        }
    }

    /// What the constructor of `name` requires. The order of fields is a part of it only if they are
    /// positional.
    pub(super) fn add_required(
        &mut self,
        owner: &Owner<'s>,
        name: &str,
        form: ConstructorForm,
        fields: &[Field],
    ) {
        let required = fields
            .iter()
            .filter(|field| field.presence == Presence::Required);
        let mut required: Vec<&str> = required.map(|field| field.rust.as_str()).collect();
        if form != ConstructorForm::Positional {
            required.sort_unstable();
        }
        let names = required.join(", ");
        let value = match form {
            ConstructorForm::Unset => return,
            ConstructorForm::Positional => format!("new({names})"),
            ConstructorForm::Literal => format!("{name} {{ {names} }}"),
            ConstructorForm::RequiredStruct => {
                format!("{} {{ {names} }}", names::required_struct(name))
            }
        };
        self.add(owner, Aspect::Required, value);
    }

    fn field(&mut self, owner: &Owner<'s>, parent: &Owner<'s>, field: &'s Field) {
        let Field {
            wire: _,
            aliases,
            rust,
            ty,
            documented_as,
            max,
            default,
            example,
            unit,
            array,
            max_items,
            evidence,
            observed,
            observed_in,
            marks,
            presence,
            doc,
            deprecated,
            notes,
            open_questions,
            span: _,
        } = field;
        self.add(owner, Aspect::Exists, "field");
        if !owner.items.is_empty() {
            self.add(owner, Aspect::RustName, rust);
            let is_record =
                parent.kind == SubjectKind::Record || owner.kind == SubjectKind::ResponseHeader;
            let rust_type = field_type(self.spec, self.package, &parent.name, field, is_record);
            self.add(owner, Aspect::RustType, rust_type);
        }
        let wire_type = self.wire_type(ty);
        if let Some(word) = documented_as {
            self.add(owner, Aspect::DocumentedType, *word);
        }
        self.add(owner, Aspect::WireType, wire_type);
        for alias in aliases {
            self.add(owner, Aspect::Alias(alias.clone()), alias);
        }
        self.add_some(owner, Aspect::MaxLength, max.map(|max| max.to_string()));
        self.add_some(owner, Aspect::Default, default.as_ref().map(literal));
        let unit = unit.as_ref().map(|unit| match unit {
            Unit::Unknown => "unknown",
            Unit::Known(unit) => unit,
        });
        self.add_some(owner, Aspect::Unit, unit);
        self.add_some(owner, Aspect::Array, array.map(array_word));
        self.add_some(
            owner,
            Aspect::MaxItems,
            max_items.map(|max| max.to_string()),
        );
        for mark in Mark::ALL.iter().filter(|mark| marks.has(**mark)) {
            if !is_other_fact(*mark) {
                self.add(owner, Aspect::Marked(*mark), mark.row().word);
            }
        }
        self.add(owner, Aspect::Presence, presence_word(presence));
        self.add_deprecation(owner, deprecated.as_ref());
        let Evidence {
            list,
            example: in_list,
            seen,
        } = evidence;
        let evidence = format!("{list} {in_list} {seen}");
        let example = example.as_ref().map(literal).unwrap_or_default();
        let observed = observed.as_ref().map(ToString::to_string);
        let observed = observed.unwrap_or_default();
        let doc = doc.as_deref().unwrap_or_default();
        let observed_in = observed_in.as_deref().unwrap_or_default();
        let mut texts = vec![doc, &evidence, &example, &observed, observed_in];
        texts.extend(notes.iter().map(String::as_str));
        self.add_docs(owner, &texts, open_questions);
    }

    /// A type as the spec writes it.
    pub(super) fn wire_type(&self, ty: &Type) -> String {
        match ty {
            Type::Text => "string".to_owned(),
            Type::Integer { bits: 64 } => "integer".to_owned(),
            Type::Integer { bits } => format!("int{bits}"),
            Type::Count => "count".to_owned(),
            Type::Decimal => "decimal".to_owned(),
            Type::Boolean => "boolean".to_owned(),
            Type::Date => "date".to_owned(),
            Type::DateTime => "datetime".to_owned(),
            Type::LocalDateTime => "local_datetime".to_owned(),
            Type::Time => "time".to_owned(),
            Type::Json => "json".to_owned(),
            Type::IntegerOrText => "integer|string".to_owned(),
            Type::List(inner) => format!("list({})", self.wire_type(inner)),
            Type::Map(inner) => format!("map({})", self.wire_type(inner)),
            Type::Named(named) => self.type_name(named),
        }
    }
}

/// Whether another fact of the field says what the mark says.
fn is_other_fact(mark: Mark) -> bool {
    match mark {
        Mark::Default
        | Mark::Deprecated
        | Mark::Unit
        | Mark::Alias
        | Mark::Rename
        | Mark::Required
        | Mark::Nullable
        | Mark::FromClient
        | Mark::Constant
        | Mark::Array
        | Mark::MaxItems
        | Mark::Observed => true,
        Mark::DocumentedRequired
        | Mark::Readonly
        | Mark::Secret
        | Mark::Pii
        | Mark::Inferred
        | Mark::Documented
        | Mark::StringOrNumber
        | Mark::Strict
        | Mark::Envelope
        | Mark::AlsoUsDate
        | Mark::Accepts1 => false,
    }
}

fn array_word(array: QueryArray) -> &'static str {
    match array {
        QueryArray::Repeated => "repeated",
        QueryArray::Comma => "comma",
        QueryArray::Brackets => "brackets",
    }
}

fn literal(value: &Default) -> String {
    match value {
        Default::Text(text) => format!("{text:?}"),
        Default::Integer(number) => number.to_string(),
        Default::Decimal(number) => number.clone(),
        Default::Boolean(value) => value.to_string(),
        Default::Variant(text, _) => text.clone(),
    }
}

fn presence_word(presence: &Presence) -> String {
    match presence {
        Presence::Required => "required".to_owned(),
        Presence::Optional => "optional".to_owned(),
        Presence::Nullable => "nullable".to_owned(),
        Presence::FromClient(value) => format!("from_client({value})"),
        Presence::Environment => "from_client(environment)".to_owned(),
        Presence::Constant(value) => format!("constant({value})"),
    }
}
