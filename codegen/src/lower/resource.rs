//! Resource files.

use crate::language::{self, Entry};
use crate::lower::browser_sdk::BrowserSdkLowering;
use crate::lower::callback::callback;
use crate::lower::clashes::check_words;
use crate::lower::context::{Context, FileScope, OperationLowering};
use crate::lower::enumeration::enumeration;
use crate::lower::operation::operation;
use crate::lower::record::{body, record};
use crate::{ir, names};

/// One resource file.
pub(crate) fn resource(
    context: &mut Context<'_>,
    package: &ir::Package,
    index: usize,
    file: usize,
) -> ir::Resource {
    let files = context.files;
    let file = &files[index].resources[file];
    let scope = FileScope::new(index, &file.source);
    check_module(context, &file.value);
    check_words(context, &file.operations);
    check_words(context, &file.callbacks);
    ir::Resource {
        name: file.resource.to_string(),
        source: file.source.clone(),
        doc: file.doc.clone(),
        enums: lower(&file.enums, |entry| enumeration(context, scope, entry)),
        ids: lower(&file.ids, |entry| text_id(scope, entry)),
        records: lower(&file.records, |entry| record(context, scope, entry)),
        bodies: lower(&file.bodies, |entry| body(context, scope, entry)),
        operations: file
            .operations
            .iter()
            .filter_map(|entry| {
                operation(OperationLowering {
                    context,
                    package,
                    scope,
                    entry,
                })
            })
            .collect(),
        callbacks: file
            .callbacks
            .iter()
            .filter_map(|entry| callback(context, scope, entry))
            .collect(),
        browser_sdk: file.browser_sdk.as_ref().map(|sdk| {
            BrowserSdkLowering {
                context,
                package,
                scope,
                sdk,
            }
            .lower(file)
        }),
        open_questions: ir::OpenQuestions::new(&file.unknowns, &file.conflicts),
        span: file.span.clone(),
    }
}

fn lower<D, T>(entries: &language::Entries<D>, lower: impl FnMut(&Entry<D>) -> T) -> Vec<T> {
    entries.iter().map(lower).collect()
}

fn check_module(context: &mut Context<'_>, file: &language::ResourceFile) {
    let name = &file.resource;
    if let Err(wrong) = names::check_module(name) {
        context.error(
            &name.span,
            wrong,
            "invalid module name",
            "write it like `sales_history`",
        );
    }
}

fn text_id(scope: FileScope<'_>, entry: &Entry<language::TextId>) -> ir::TextId {
    let decl = &entry.value;
    ir::TextId {
        name: entry.name().to_owned(),
        doc: decl.doc.clone(),
        source: scope.source(decl.source.as_ref()),
        open_questions: ir::OpenQuestions::new(&decl.unknowns, &decl.conflicts),
        span: entry.span().clone(),
    }
}
