//! The lines that declare fields, records and enums.

use std::collections::{HashMap, HashSet};

use super::evidence::DeclarationKey;
use crate::ir::Named;
use crate::language::{
    Entries, Entry, Enum, ExampleField, FieldOrType, Record, ResourceFile, Spanned,
};
use crate::load::Loaded;

/// Where a field is declared.
pub(super) struct Declaration<'l> {
    pub(super) notation: &'l Spanned<String>,
    /// Whether types are inferred there without the mark.
    pub(super) is_in_example: bool,
    /// Whether it is declared in a request body.
    pub(super) is_in_body: bool,
    /// Whether an example of the record has a type of its own for the field.
    pub(super) has_type_of_example: bool,
}

/// The declarations of a spec.
pub(super) struct Declarations<'l> {
    fields: HashMap<DeclarationKey, Declaration<'l>>,
    loaded: &'l Loaded,
}

impl<'l> Declarations<'l> {
    pub(super) fn new(loaded: &'l Loaded) -> Self {
        let mut declarations = Self {
            fields: HashMap::new(),
            loaded,
        };
        for package in &loaded.packages {
            for file in &package.resources {
                declarations.add_file(file);
            }
        }
        declarations
    }

    /// The declaration of a field.
    pub(super) fn field(&self, key: &DeclarationKey) -> Option<&Declaration<'l>> {
        self.fields.get(key)
    }

    /// The declaration of a record.
    pub(super) fn record(&self, named: &Named) -> Option<&'l Entry<Record>> {
        let package = self.loaded.packages.get(named.package)?;
        let mut files = package.resources.iter();
        files.find_map(|file| file.records.get(&named.name))
    }

    /// The declaration of an enum.
    pub(super) fn enumeration(&self, named: &Named) -> Option<&'l Entry<Enum>> {
        let package = self.loaded.packages.get(named.package)?;
        let mut files = package.resources.iter();
        files.find_map(|file| file.enums.get(&named.name))
    }

    fn add_file(&mut self, file: &'l ResourceFile) {
        for record in &file.records {
            let record = &record.value;
            let example = record.in_list_example.iter();
            let typed: HashSet<&str> = example
                .filter(|entry| notation_of_example(&entry.value).is_some())
                .map(Entry::name)
                .collect();
            self.add_fields(&record.fields, &typed, false);
            for entry in &record.in_list_example {
                // A field of `fields` has its declaration there.
                let Some(notation) = notation_of_example(&entry.value) else {
                    continue;
                };
                let declaration = Declaration {
                    notation,
                    is_in_example: true,
                    is_in_body: false,
                    has_type_of_example: false,
                };
                self.fields.insert(key(&entry.key), declaration);
            }
        }
        for body in &file.bodies {
            self.add_fields(&body.value.fields, &HashSet::new(), true);
        }
    }

    fn add_fields(
        &mut self,
        fields: &'l Entries<FieldOrType>,
        typed: &HashSet<&str>,
        is_in_body: bool,
    ) {
        for entry in fields {
            let notation = match &entry.value {
                FieldOrType::Type(notation) => notation,
                FieldOrType::Long(long) => &long.notation,
            };
            let declaration = Declaration {
                notation,
                is_in_example: false,
                is_in_body,
                has_type_of_example: typed.contains(entry.name()),
            };
            self.fields.insert(key(&entry.key), declaration);
        }
    }
}

fn notation_of_example(field: &ExampleField) -> Option<&Spanned<String>> {
    match field {
        ExampleField::Type(notation) => Some(notation),
        ExampleField::Long(long) => long.notation.as_ref(),
    }
}

fn key(name: &Spanned<String>) -> DeclarationKey {
    (name.span.file.to_string(), name.span.range.start)
}
