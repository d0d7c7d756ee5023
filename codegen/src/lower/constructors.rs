//! Named constructors of list operations.

use crate::ir;
use crate::ir::Presence;
use crate::language::{Constructor, Entry};
use crate::lower::operation_lowering::OperationLowering;
use crate::names;
use crate::suggest::did_you_mean;

impl OperationLowering<'_, '_> {
    /// The named constructors of a list.
    pub(crate) fn constructors(
        &mut self,
        query: &[ir::Field],
        filters: &[ir::Field],
    ) -> Vec<ir::Constructor> {
        let constructors = &self.decl().constructors;
        if constructors.is_default() {
            return Vec::new();
        }
        let all = query.iter().chain(filters);
        self.check_constructible(all.clone());
        for entry in constructors.iter() {
            self.check_constructor_name(entry, all.clone());
            self.check_constructor_filter(&entry.value, filters);
        }
        constructors
            .iter()
            .map(|entry| ir::Constructor {
                name: entry.name().to_owned(),
                filter: entry.value.filter.as_ref().map(ToString::to_string),
                doc: entry.value.doc.clone(),
            })
            .collect()
    }

    /// Checks that the operation is a list with a choice of constructors, none of which takes an
    /// argument.
    fn check_constructible<'f>(&mut self, mut query: impl Iterator<Item = &'f ir::Field>) {
        let decl = self.decl();
        let span = &decl.constructors.span;
        if decl.pagination.is_none() || decl.constructors.len() < 2 {
            self.error(
                span,
                "`constructors` requires a paginated list and at least two entries",
                "no effect here",
                "remove it; the operation has `new`".to_owned(),
            );
        }
        if !decl.path.is_empty()
            || decl.request_body.is_some()
            || query.any(|field| field.presence == Presence::Required)
        {
            self.error(
                span,
                "`constructors` on an operation with required parameters",
                "not allowed here",
                "remove one of them".to_owned(),
            );
        }
    }

    fn check_constructor_name<'f>(
        &mut self,
        entry: &Entry<Constructor>,
        mut query: impl Iterator<Item = &'f ir::Field>,
    ) {
        let name = entry.name();
        if let Err(wrong) = names::check_word(name) {
            self.error(entry.span(), wrong, "invalid function name", None);
        }
        if name == "new" || query.any(|field| field.rust == name) {
            self.error(
                entry.span(),
                format!("the name `{name}` is defined multiple times"),
                "redefined here",
                "rename it".to_owned(),
            );
        }
    }

    fn check_constructor_filter(&mut self, constructor: &Constructor, filters: &[ir::Field]) {
        let known: Vec<&str> = filters.iter().map(|field| field.rust.as_str()).collect();
        if let Some(filter) = &constructor.filter
            && !known.contains(&filter.as_str())
        {
            self.error(
                &filter.span,
                format!("unknown filter `{filter}`"),
                "not in `filters`",
                did_you_mean(filter, known),
            );
        }
    }
}
