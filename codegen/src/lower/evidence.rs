//! Fields of examples, merged into the documented ones.

use std::collections::HashMap;

use crate::ir;
use crate::ir::{Mark, Scalar, Type};
use crate::language::{Entries, ExampleField, Spanned, parse_notation};
use crate::lower::context::Context;
use crate::lower::default::example;
use crate::lower::field::{FieldDecl, field};
use crate::lower::field_context::FieldScope;
use crate::source::Span;

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

    /// Merges a field of the example into that of the list.
    fn merge_field(&mut self, known: &mut ir::Field, wire: &Spanned<String>, decl: &FieldDecl<'_>) {
        let added = decl.notation.and_then(|notation| {
            let added = field(self.context, self.scope, wire, decl);
            self.check_again(notation);
            added
        });
        known.is_in_example = true;
        if let Some(added) = added {
            known.ty = self.unify(&known.ty, &added.ty, &wire.span);
            // What is read as a number or a text needs no leniency.
            let is_lenient = known.has(Mark::StringOrNumber) || added.has(Mark::StringOrNumber);
            let is_lenient = is_lenient && known.ty == Type::Scalar(Scalar::Text);
            known.marks.set(Mark::StringOrNumber, is_lenient);
        }
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

    /// One type for a field that two places type differently.
    fn unify(&mut self, first: &Type, second: &Type, span: &Span) -> Type {
        let number = |ty: &Type| {
            matches!(
                ty,
                Type::Scalar(Scalar::Integer | Scalar::Int32 | Scalar::IntegerOrText)
            )
        };
        let text = |ty: &Type| matches!(ty, Type::Scalar(Scalar::Text | Scalar::IntegerOrText));
        match (first, second) {
            _ if first == second => first.clone(),
            _ if (number(first) || text(first)) && (number(second) || text(second)) => {
                Type::Scalar(Scalar::IntegerOrText)
            }
            (Type::Scalar(Scalar::Json), _) | (_, Type::Scalar(Scalar::Json)) => {
                Type::Scalar(Scalar::Json)
            }
            _ => {
                self.context.error(
                    span,
                    "no type covers both this one and that in `fields`",
                    "differs from `fields`",
                    "write `{}` and document the difference as a conflict, or make both `json`",
                );
                first.clone()
            }
        }
    }

    /// Reports marks on a field that `fields` has too: they belong there.
    fn check_again(&mut self, text: &Spanned<String>) {
        // An invalid notation is reported already.
        let written = parse_notation(text).map_or(Vec::new(), |notation| notation.written);
        for written in written {
            let row = written.mark.row();
            if row.is_of_fields {
                self.context.error(
                    &text.span_of(written.range),
                    format!("mark `{}` has no effect here", row.word),
                    "this field is in `fields`",
                    "move the mark there",
                );
            }
        }
    }
}
