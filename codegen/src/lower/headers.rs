//! Headers of requests.

use std::collections::HashSet;

use crate::ir;
use crate::ir::{Scalar, Scheme, Type};
use crate::language::{Entries, FieldOrType};
use crate::lower::field_decl::FieldContext;
use crate::lower::operation_lowering::OperationLowering;
use crate::lower::{field, header_name};

impl OperationLowering<'_, '_> {
    /// The headers of the request.
    pub(crate) fn headers(&mut self) -> Vec<ir::Field> {
        let decl = &self.entry.value.headers;
        for entry in decl {
            let name = entry.name();
            if let Err((message, label)) = header_name::check_request(name) {
                let help = match name.eq_ignore_ascii_case("authorization") {
                    true => "credentials are described in `auth` of `api.yaml`",
                    false => "remove it",
                };
                self.error(entry.span(), message, label, help.to_owned());
            } else if self.is_credential(name) {
                self.error(
                    entry.span(),
                    format!("reserved header `{name}`"),
                    "set by the credentials",
                    "remove it".to_owned(),
                );
            }
        }
        self.check_duplicates(decl);
        let scope = FieldContext::Parameter.in_package(self.scope.package);
        let headers = field::list(self.context, scope, decl);
        for header in &headers {
            let is_date = ["if-modified-since", "if-unmodified-since"]
                .contains(&&*header.wire.to_ascii_lowercase());
            if is_date && header.ty != Type::Scalar(Scalar::Text) {
                self.error(
                    &header.span,
                    format!("expected `string` as type of header `{}`", header.wire),
                    "the form of its dates is that of HTTP",
                    "write `string`; dates of HTTP are not formatted".to_owned(),
                );
            }
        }
        headers
    }

    /// Whether credentials of the API are sent in this header.
    fn is_credential(&self, name: &str) -> bool {
        let mut schemes = self.package.auth.iter();
        schemes.any(|auth| match &auth.scheme {
            Scheme::ApiKey { header, .. } => header.eq_ignore_ascii_case(name),
            Scheme::Basic { .. } | Scheme::Bearer(_) => false,
        })
    }

    /// Reports names that differ only in case.
    fn check_duplicates(&mut self, decl: &Entries<FieldOrType>) {
        let mut known = HashSet::new();
        for entry in decl {
            if !known.insert(entry.name().to_ascii_lowercase()) {
                self.error(
                    entry.span(),
                    format!("the header `{}` is defined multiple times", entry.name()),
                    "redefined here",
                    "remove one of them; names of headers ignore case".to_owned(),
                );
            }
        }
    }
}
