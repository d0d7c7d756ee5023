//! The fields of a record or body, with those that it inherits.

use std::collections::HashMap;

use crate::ir;
use crate::ir::{Mark, Named, NamedKind};
use crate::language::{Entries, Entry, FieldOrType, Spanned};
use crate::lower::context::Context;
use crate::lower::field;
use crate::lower::field_context::FieldContext;
use crate::suggest::did_you_mean;

/// The fields of a record or body, as declared.
struct FieldListDecl<'a> {
    extends: Option<&'a Spanned<String>>,
    omit: &'a [Spanned<String>],
    fields: &'a Entries<FieldOrType>,
}

fn field_list_decl<'a>(
    context: &Context<'a>,
    package: usize,
    name: &str,
) -> Option<FieldListDecl<'a>> {
    let files = context.files;
    let index = context.symbols.file_of(package, name)?;
    let file = files[package].resources.get(index)?;
    let (extends, omit, fields) = match (file.records.get(name), file.bodies.get(name)) {
        (Some(Entry { value, .. }), _) => (&value.extends, &value.omit, &value.fields),
        (None, entry) => {
            entry.map(|Entry { value, .. }| (&value.extends, &value.omit, &value.fields))?
        }
    };
    Some(FieldListDecl {
        extends: extends.as_ref(),
        omit,
        fields,
    })
}

/// The records and bodies whose fields are being collected.
pub(crate) struct Inheritance<'l, 'a> {
    context: &'l mut Context<'a>,
    part: FieldContext,
    open: Vec<(usize, String)>,
}

impl<'l, 'a> Inheritance<'l, 'a> {
    pub(crate) fn new(context: &'l mut Context<'a>, part: FieldContext) -> Self {
        Self {
            context,
            part,
            open: Vec::new(),
        }
    }

    /// The fields of a record or body, with those that it inherits.
    pub(crate) fn fields_of(&mut self, package: usize, name: &str) -> Vec<ir::Field> {
        let Some(decl) = field_list_decl(self.context, package, name) else {
            // It is in an invalid file.
            self.mark_incomplete(package, name);
            return Vec::new();
        };
        self.open.push((package, name.to_owned()));
        let mut fields = match decl.extends {
            Some(extends) => {
                let before = std::mem::replace(&mut self.context.inheriting, true);
                let inherited = self.inherited_fields((package, name), &decl, extends);
                self.context.inheriting = before;
                inherited.unwrap_or_else(|| {
                    self.mark_incomplete(package, name);
                    Vec::new()
                })
            }
            None => Vec::new(),
        };
        self.open.pop();
        let inherited: HashMap<String, usize> = fields
            .iter()
            .enumerate()
            .map(|(index, field)| (field.wire.clone(), index))
            .collect();
        for field in field::list(self.context, self.part.in_package(package), decl.fields) {
            match inherited.get(&field.wire) {
                Some(index) => {
                    let known = &mut fields[*index];
                    for mark in [Mark::Pii, Mark::Secret, Mark::Strict] {
                        if known.has(mark) && !field.has(mark) {
                            let word = mark.row().word;
                            self.context.error(
                                &field.span,
                                format!("`{}` loses its mark `{word}`", field.wire),
                                "redefined here",
                                format!("add `{word}`, or write the inherited field in `omit`"),
                            );
                        }
                    }
                    // An overriding field inherits the docs, and the example of its type.
                    let doc = known.doc.take();
                    let example = known.example.take().filter(|_| known.ty == field.ty);
                    *known = field;
                    known.doc = known.doc.take().or(doc);
                    known.example = known.example.take().or(example);
                }
                None => fields.push(field),
            }
        }
        fields
    }

    fn mark_incomplete(&mut self, package: usize, name: &str) {
        self.context.incomplete.insert((package, name.to_owned()));
    }

    fn inherited_fields(
        &mut self,
        (package, name): (usize, &str),
        decl: &FieldListDecl<'_>,
        extends: &Spanned<String>,
    ) -> Option<Vec<ir::Field>> {
        let named = base(self.context, package, extends)?;
        if self.open.contains(&(named.package, named.name.clone())) {
            self.context.error(
                &extends.span,
                format!("circular `extends`: `{extends}` extends `{name}`"),
                "circular",
                "declare the fields in one of them",
            );
            return None;
        }
        let mut fields = self.fields_of(named.package, &named.name);
        if self.context.is_incomplete(&named) {
            self.mark_incomplete(package, name);
            return Some(fields);
        }
        self.omit_fields(&mut fields, decl, extends);
        Some(fields)
    }

    /// Removes the inherited fields that `omit` lists.
    fn omit_fields(
        &mut self,
        fields: &mut Vec<ir::Field>,
        decl: &FieldListDecl<'_>,
        extends: &Spanned<String>,
    ) {
        for wire in decl.omit {
            let before = fields.len();
            fields.retain(|field| field.wire != **wire);
            if fields.len() == before {
                let diagnostics = &mut self.context.diagnostics;
                let known = fields.iter().map(|field| field.wire.as_str());
                let help = did_you_mean(wire, diagnostics.suggestible(known));
                diagnostics.error(
                    &wire.span,
                    format!("no field `{wire}` in `{extends}`"),
                    "unknown field",
                    help,
                );
            }
        }
    }
}

/// The record or body that a type extends.
pub(crate) fn base_of(context: &mut Context<'_>, named: &Named) -> Option<Named> {
    let extends = field_list_decl(context, named.package, &named.name)?.extends?;
    base(context, named.package, extends)
}

/// The record or body that `extends` names, in this package or in `package.Name`.
fn base(context: &mut Context<'_>, package: usize, extends: &Spanned<String>) -> Option<Named> {
    let (from, name) = match extends.rsplit_once('.') {
        Some((other, name)) => match context.symbols.package(other) {
            Some(from) => (from, name),
            None => {
                if !context.symbols.open_sets() {
                    let help = context.symbols.meant_package(context.files, other);
                    context.error(
                        &extends.span,
                        format!("unknown package `{other}`"),
                        "unknown package",
                        help,
                    );
                }
                return None;
            }
        },
        None => (package, extends.as_str()),
    };
    let name = Spanned::new(name.to_owned(), extends.span.clone());
    let fits = |kind| matches!(kind, NamedKind::Record | NamedKind::Body);
    context.named_as(from, &name, "a record or a body", fits)
}

/// Reports `omit` without `extends`.
pub(crate) fn check_omit(
    context: &mut Context<'_>,
    extends: Option<&Spanned<String>>,
    omit: &Spanned<Vec<Spanned<String>>>,
) {
    if extends.is_none() && !omit.is_empty() {
        context.error(
            &omit.span,
            "`omit` without `extends`",
            "no effect here",
            "remove it, or add `extends`",
        );
    }
}
