//! Records.

use crate::emit::rust::chunk::{Chunk, Struct};
use crate::emit::rust::imports::{ident, literal};
use crate::emit::rust::module::Module;
use crate::emit::rust::{deprecation, field_docs};
use crate::ir;
use crate::ir::{Mark, Record};
use quote::quote;

impl Module<'_> {
    pub(crate) fn record(&mut self, record: &Record) {
        let (spec, package) = (self.types.spec, self.package);
        let named = ir::Declared::Record(record).named(package);
        let is_sent = self.types.sends(package, &record.name);
        let fields = record.fields.iter().map(|field| {
            let boxed = ir::holds_itself(spec, &named, field);
            let member = self.types.record_member(field, boxed, is_sent);
            let deprecated = deprecation::text(field.deprecated.as_ref());
            (
                field_docs::record_field(&record.name, field),
                deprecated,
                member + &read_as(field),
            )
        });
        let fields = fields.collect();
        self.types.imports.add("api_wire", "record");
        self.chunks.push(Chunk::Struct(Struct {
            name: "record!",
            docs: self.docs(
                &record.name,
                &record.doc,
                &record.notes,
                &record.open_questions,
            ),
            attributes: Vec::new(),
            head: record.name.clone(),
            fields,
        }));
        if is_sent {
            let name = ident(&record.name);
            self.item(quote! {
                impl #name {
                    /// Creates a record with all fields unset.
                    pub fn new() -> Self { Self::default() }
                }
            });
        }
        self.defaults(record);
    }
}

/// What stands in brackets: the name on the wire if it is another one, and these words.
pub(super) fn in_brackets(field: &ir::Field, words: impl Iterator<Item = String>) -> String {
    let name = (field.rust != field.wire).then(|| literal(&field.wire));
    let words: Vec<String> = name.into_iter().chain(words).collect();
    match words.is_empty() {
        true => String::new(),
        false => format!(" [{}]", words.join(" ")),
    }
}

fn read_as(field: &ir::Field) -> String {
    let aliases = field.aliases.iter();
    let aliases = aliases.map(|name| format!("| {}", literal(name)));
    let marks = Mark::ALL.iter();
    let marks = marks.filter(|mark| mark.row().is_in_tables && field.has(**mark));
    in_brackets(
        field,
        aliases.chain(marks.map(|mark| mark.row().word.to_owned())),
    )
}
