//! Query parameters, of pagination and filters too.

use crate::ir;
use crate::ir::{
    Binding, FilterConvention, Mark, NamedKind, PaginationConvention, Place, Presence, Scalar, Type,
};
use crate::language::{Entry, NotationText, Pagination, Spanned, parse_notation};
use crate::lower::context::OperationLowering;
use crate::lower::field::FieldDecl;
use crate::lower::field_context::FieldContext;
use crate::lower::{clashes, field};
use crate::suggest::did_you_mean;

/// The parameters of a paginated list. Their Rust names do not depend on the API.
pub(crate) fn paging(
    convention: &PaginationConvention,
    pagination: &Spanned<Pagination>,
) -> [ir::Field; 2] {
    let count = |wire: &str, rust: &str, doc: &str| ir::Field {
        doc: Some(doc.to_owned()),
        ..ir::Field::plain(
            wire,
            rust.to_owned(),
            Type::Scalar(Scalar::Count),
            &pagination.span,
        )
    };
    let per_page = pagination.per_page.as_ref();
    [
        count(
            &convention.page_parameter,
            "page",
            "The number of the page, counted from 1.",
        ),
        ir::Field {
            max: pagination
                .max_per_page
                .as_ref()
                .map(|max| max.value.get().into()),
            default: per_page.map(|number| ir::Default::Integer(number.value.get().into())),
            ..count(
                &convention.per_page_parameter,
                "per_page",
                "The number of records per page.",
            )
        },
    ]
}

impl OperationLowering<'_, '_> {
    pub(crate) fn filters(&mut self) -> Vec<ir::Field> {
        let mut list = Vec::new();
        let decl = self.decl();
        let Some(convention) = &self.package.filters else {
            if let Some(filter) = decl.filters.iter().next() {
                self.report_missing_convention(filter.span(), "filters", "filters");
            }
            return list;
        };
        for field in &decl.filters {
            for predicate in &field.value {
                list.extend(self.filter(convention, field.name(), predicate));
            }
        }
        list
    }

    fn filter(
        &mut self,
        convention: &FilterConvention,
        field: &str,
        entry: &Entry<NotationText>,
    ) -> Option<ir::Field> {
        let (predicate, notation) = (entry.name(), &entry.value);
        let Some(found) = convention.predicates.get(predicate) else {
            let known = convention.predicates.names();
            self.context.error(
                entry.span(),
                format!("unknown predicate `{predicate}`"),
                "not in the `filters` of `api.yaml`",
                did_you_mean(predicate, known),
            );
            return None;
        };
        if parse_notation(notation).is_ok_and(|notation| notation.marks().has(Mark::Rename)) {
            self.context.error(
                entry.span(),
                "mark `rename` has no effect here",
                "named after its field and predicate",
                "remove the mark `rename`",
            );
        }
        let name = Spanned::new(format!("{field}_{predicate}"), entry.span().clone());
        let scope = FieldContext::Parameter.in_package(self.scope.package);
        let decl = FieldDecl::short(notation);
        let filter = field::field(self.context, scope, &name, &decl);
        Some(ir::Field {
            wire: convention.parameter(field, predicate),
            doc: Some(format!("Only records whose `{field}` {}.", found.value)),
            ..filter
        })
    }

    /// Reports parameters of different places that have one Rust name. They may share a wire name.
    fn check_places(&mut self, operation: &ir::Operation) {
        let bindings = &operation.bindings;
        for (index, Binding { place, field }) in bindings.iter().enumerate() {
            let mut earlier = bindings[..index].iter();
            let is_same =
                |earlier: &&Binding| earlier.place != *place && earlier.field.rust == field.rust;
            let Some(earlier) = earlier.find(is_same) else {
                continue;
            };
            let (place, earlier_place) = (place.noun(), earlier.place.noun());
            let earlier = &earlier.field;
            let message = match earlier.wire == field.wire {
                true => format!("`{}` is a {earlier_place} and a {place}", field.wire),
                false => format!(
                    "the {earlier_place} `{}` and the {place} `{}` have the same Rust name `{}`",
                    earlier.wire, field.wire, field.rust
                ),
            };
            self.context.error(
                &field.span,
                message,
                "same Rust name",
                "add the mark `rename(name)` to one of them",
            );
        }
    }

    pub(crate) fn check_parameters(&mut self, operation: &ir::Operation) {
        for place in Place::ALL {
            let fields: Vec<ir::Field> = operation.parameters_in(place).cloned().collect();
            clashes::check_names(self.context, &fields);
        }
        self.check_places(operation);
        if let Some(body) = &operation.body
            && let Some(same) = operation
                .parameters()
                .find(|field| field.rust == body.rust_name())
        {
            self.context.error(
                &same.span,
                format!(
                    "`{}` and the request body have the same Rust name `{}`",
                    same.wire, same.rust
                ),
                "conflicts with the request body",
                "add the mark `rename(name)`",
            );
        }
        for Binding { place, field } in &operation.bindings {
            let is_supported = match field.presence {
                Presence::Required | Presence::Optional => true,
                Presence::FromClient(_) => *place != Place::Query,
                Presence::Nullable | Presence::Environment | Presence::Constant(_) => false,
            };
            if !is_supported {
                self.context.error(
                    &field.span,
                    format!("unsupported mark on parameter `{}`", field.wire),
                    "no parameter is `nullable` or `constant`, and none of the query `from_client`",
                    "remove it",
                );
            }
            self.check_scalar(field);
        }
    }

    fn check_scalar(&mut self, field: &ir::Field) {
        if !is_scalar(&field.ty) && !self.context.has_invalid_type(field) {
            self.context.error(
                &field.span,
                format!("expected a scalar as parameter `{}`", field.wire),
                "not a string, number, date or boolean",
                "lists and objects in paths, queries and headers cannot be described",
            );
        }
    }
}

fn is_scalar(ty: &Type) -> bool {
    match ty {
        Type::List(_) | Type::Map(_) | Type::Scalar(Scalar::Json) => false,
        Type::Named(named) => matches!(named.kind, NamedKind::Enum { .. } | NamedKind::Id),
        _ => true,
    }
}
