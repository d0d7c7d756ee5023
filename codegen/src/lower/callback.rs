//! Callbacks, and the operations that confirm them.

use std::collections::HashSet;

use crate::ir;
use crate::ir::NamedKind;
use crate::language::{self, Entry};
use crate::lower::context::{Context, FileScope, OperationLowering};
use crate::suggest::did_you_mean;

pub(crate) fn callback(
    context: &mut Context<'_>,
    scope: FileScope<'_>,
    entry: &Entry<language::Callback>,
) -> Option<ir::Callback> {
    let decl = &entry.value;
    let root = &decl.form.root;
    if root.contains(['[', ']']) {
        context.error(
            &root.span,
            format!("root `{root}` with a bracket"),
            "no key has it",
            "write what is before the first bracket of the keys, as `order` of `order[id]`",
        );
    }
    let is_record = |kind| kind == NamedKind::Record;
    let record = context.named_as(scope.package, &decl.form.record, "a record", is_record)?;
    Some(ir::Callback {
        name: entry.name().to_owned(),
        doc: decl.doc.clone(),
        source: scope.source(decl.source.as_ref()),
        root: decl.form.root.to_string(),
        record,
        notes: decl.notes.clone(),
        open_questions: ir::OpenQuestions::new(&decl.unknowns, &decl.conflicts),
        span: entry.span().clone(),
    })
}

impl OperationLowering<'_, '_> {
    /// The callback that the operation confirms; `None` if it confirms none, or an unknown one.
    pub(crate) fn confirmation(&mut self) -> Option<ir::CallbackConfirmation> {
        let decl = self.decl().confirms_callback.as_ref()?;
        let (context, package) = (&mut *self.context, self.scope.package);
        let imports = context.symbols.imports(package).iter().copied();
        let packages: Vec<usize> = std::iter::once(package).chain(imports).collect();
        let own = context.files[package].resources.iter();
        let own: HashSet<&str> = own.map(|file| file.resource.as_str()).collect();
        let mut known = Vec::new();
        for &declaring_package in &packages {
            let files = context.files[declaring_package].resources.iter();
            // The same as `callbacks_of`.
            for file in files.filter(|file| own.contains(file.resource.as_str())) {
                if let Some(entry) = file.callbacks.get(&decl.callback) {
                    // An unknown record is reported at the callback.
                    let record = &entry.value.form.record;
                    let callback_record = context.find(declaring_package, record)?;
                    return (callback_record.kind == NamedKind::Record).then(|| {
                        ir::CallbackConfirmation {
                            callback: decl.callback.to_string(),
                            callback_record,
                            root: entry.value.form.root.to_string(),
                            by: decl.id.to_string(),
                            record: decl.response_field.as_ref().map(ToString::to_string),
                            reference: decl.reference.to_string(),
                            state: decl.state.to_string(),
                            hint: decl.hint.to_string(),
                            updated_at: decl.updated_at.as_ref().map(ToString::to_string),
                        }
                    });
                }
                known.extend(file.callbacks.names());
            }
        }
        let has_invalid = |package: usize| !context.files[package].invalid.is_empty();
        if context.symbols.is_open(package) || packages.into_iter().any(has_invalid) {
            // It may be in an invalid file.
            return None;
        }
        context.error(
            &decl.callback.span,
            format!("unknown callback `{}`", decl.callback),
            "not in a file of this API, nor in a shared one of the same name",
            did_you_mean(&decl.callback, context.diagnostics.suggestible(known)),
        );
        None
    }
}
