//! Records.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::model::module::Module;
use crate::emit::rust::imports::{ident, literal};
use crate::emit::rust::{deprecation, field_docs};
use crate::ir;
use crate::ir::{Mark, Record};

impl Module<'_> {
    pub(crate) fn record(&mut self, record: &Record) {
        let docs = self
            .docs(
                &record.doc,
                &record.notes,
                &record.open_questions,
                &record.fields,
            )
            .tokens();
        let extra = self.types.wire_name("Extra");
        let name = ident(&record.name);
        let mut fields = TokenStream::new();
        for field in &record.fields {
            let boxed = ir::holds_itself(self.types.spec, self.package, &record.name, field);
            let docs = field_docs::record_field(field).tokens();
            let (rust, ty) = (
                ident(&field.rust),
                self.types.record_field_type(field, boxed),
            );
            let deprecated = deprecation::attribute(field.deprecated.as_ref());
            fields.extend(quote!(#docs #deprecated pub #rust: #ty,));
        }
        self.item(quote! {
            #docs
            #[derive(Clone, Default, PartialEq)]
            #[non_exhaustive]
            pub struct #name {
                #fields
                /// Unknown fields, and values that do not match their declared type.
                pub extra: #extra,
            }
        });
        let rows = record.fields.iter().map(read_row).collect();
        self.table("record!", &record.name, rows);
        if self.types.sends(self.package, &record.name) {
            self.sent_record(record);
        }
        self.defaults(record);
    }
}

impl Module<'_> {
    /// The constructor and the setters of a record that is part of a request.
    fn sent_record(&mut self, record: &Record) {
        let name = ident(&record.name);
        self.item(quote! {
            impl #name {
                /// Creates a record with all fields unset.
                pub fn new() -> Self { Self::default() }
            }
        });
        let rows = record.fields.iter().map(|field| {
            let boxed = ir::holds_itself(self.types.spec, self.package, &record.name, field);
            let row = format!("{} {},", field.rust, self.types.record_setter(field, boxed));
            let row = deprecation::before_row(field.deprecated.as_ref(), &row);
            field_docs::record_field(field).before_row(&row)
        });
        let rows = rows.collect();
        self.table("setters!", &record.name, rows);
    }
}

/// The name of a row, with the name on the wire if it is another one.
pub(super) fn named_row(field: &ir::Field) -> String {
    match field.rust == field.wire {
        true => field.rust.clone(),
        false => format!("{}: {}", field.rust, literal(&field.wire)),
    }
}

fn read_row(field: &ir::Field) -> String {
    let mut row = named_row(field);
    for name in &field.aliases {
        row.push_str(&format!(" | {}", literal(name)));
    }
    for mark in Mark::ALL {
        if mark.row().is_in_tables && field.has(*mark) {
            row.push_str(&format!(" {}", mark.row().word));
        }
    }
    row.push(',');
    row
}
