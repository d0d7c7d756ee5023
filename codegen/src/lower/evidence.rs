//! Fields of examples, merged into the documented ones.

use std::collections::HashMap;

use crate::ir;
use crate::language::{Entries, ExampleField, Spanned};
use crate::lower::context::Context;
use crate::lower::default::example;
use crate::lower::field::{FieldDecl, field};
use crate::lower::field_context::FieldScope;

/// The fields of an example, which are added to a record list.
pub(crate) struct ExampleFields<'l, 'a> {
    context: &'l mut Context<'a>,
    scope: FieldScope,
    /// Whether all fields of the list are known.
    is_complete: bool,
}

impl<'l, 'a> ExampleFields<'l, 'a> {
    pub(crate) fn new(context: &'l mut Context<'a>, scope: FieldScope, is_complete: bool) -> Self {
        Self {
            context,
            scope,
            is_complete,
        }
    }

    /// Adds the fields: a field of both has both evidences.
    pub(crate) fn merge_into(
        &mut self,
        fields: &mut Vec<ir::Field>,
        examples: &Entries<ExampleField>,
    ) {
        let mut known: HashMap<String, usize> = HashMap::new();
        for (index, field) in fields.iter().enumerate() {
            for name in std::iter::once(&field.wire).chain(&field.aliases) {
                known.insert(name.clone(), index);
            }
        }
        for entry in examples {
            let wire = &entry.key;
            let decl = FieldDecl::from(&entry.value);
            match (known.get(wire.as_str()), decl.notation) {
                (None, None) if !self.is_complete => {}
                (None, None) => {
                    self.report_missing_type(wire, known.keys().map(String::as_str));
                }
                (None, Some(_)) => {
                    fields.extend(field(self.context, self.scope, wire, &decl));
                }
                (Some(index), _) => self.merge_field(&mut fields[*index], wire, &decl),
            }
        }
    }

    /// Merges a field of the example into that of the list, which has the type.
    fn merge_field(&mut self, known: &mut ir::Field, wire: &Spanned<String>, decl: &FieldDecl<'_>) {
        if decl.notation.is_some() {
            self.context.error(
                &wire.span,
                format!("the type of `{wire}` is in `fields`"),
                "typed twice",
                "write `{}`; where the example shows another type, `fields` has one that covers both, as `integer|string` does",
            );
        }
        known.is_in_example = true;
        known.doc = known.doc.take().or_else(|| decl.doc.cloned());
        let value = decl.example;
        let value = value.and_then(|value| example(self.context, &known.ty, known.max, value));
        known.example = known.example.take().or(value);
        known.notes.extend(decl.notes.iter().cloned());
        let more = ir::OpenQuestions::new(decl.unknowns, decl.conflicts);
        known.open_questions.unknowns.extend(more.unknowns);
        known.open_questions.conflicts.extend(more.conflicts);
    }

    fn report_missing_type<'n>(
        &mut self,
        wire: &Spanned<String>,
        known: impl Iterator<Item = &'n str>,
    ) {
        let known = self.context.diagnostics.suggestible(known);
        let help = match crate::suggest::nearest(wire, known) {
            Some(near) => format!("did you mean `{near}`? Otherwise add a type"),
            None => "add a type; `json` if it is unknown".to_owned(),
        };
        self.context.error(
            &wire.span,
            format!("missing type of `{wire}`, which is not in `fields`"),
            "no type",
            help,
        );
    }
}
