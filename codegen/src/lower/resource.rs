//! Resource files.

use crate::lower::body::body;
use crate::lower::browser_sdk::browser_sdk;
use crate::lower::callback::callback;
use crate::lower::context::Context;
use crate::lower::declared_names::check_words;
use crate::lower::entries::each;
use crate::lower::enumeration::enumeration;
use crate::lower::open_questions::open_questions;
use crate::lower::operation;
use crate::lower::record::record;
use crate::{ir, names};

/// One resource file.
pub(crate) fn resource(
    context: &mut Context<'_>,
    lowered: &ir::Package,
    package: usize,
    index: usize,
) -> ir::Resource {
    let files = context.files;
    let file = &files[package].resources[index];
    let (read, node) = (&file.read, &file.node);
    if let Err(wrong) = names::check_module(&read.resource) {
        context.diagnostics.error(
            node.span_of("resource"),
            wrong,
            "invalid module name",
            "write it like `sales_history`".to_owned(),
        );
    }
    let source = read.source.as_str();
    ir::Resource {
        name: read.resource.clone(),
        source: read.source.clone(),
        doc: read.doc.clone(),
        enums: each(&read.enums, node, "enums")
            .map(|(name, decl, entry)| enumeration(context, source, name, decl, entry))
            .collect(),
        ids: each(&read.ids, node, "ids")
            .map(|(name, decl, entry)| ir::TextId {
                name: name.to_owned(),
                doc: decl.doc.clone(),
                source: decl.source.clone().unwrap_or_else(|| source.to_owned()),
                open_questions: open_questions(&entry.value, &decl.unknowns, &decl.conflicts),
                span: entry.span.clone(),
            })
            .collect(),
        records: each(&read.records, node, "records")
            .map(|(name, decl, entry)| record(context, package, source, name, decl, entry))
            .collect(),
        bodies: each(&read.bodies, node, "bodies")
            .map(|(name, decl, entry)| body(context, package, source, name, decl, entry))
            .collect(),
        operations: {
            check_words(context, node, "operations");
            each(&read.operations, node, "operations")
                .filter_map(|(name, decl, entry)| {
                    operation::operation(context, lowered, package, source, name, decl, entry)
                })
                .collect()
        },
        callbacks: {
            check_words(context, node, "callbacks");
            each(&read.callbacks, node, "callbacks")
                .filter_map(|(name, decl, entry)| {
                    callback(context, package, source, name, decl, entry)
                })
                .collect()
        },
        browser_sdk: read
            .browser_sdk
            .as_ref()
            .zip(node.entry("browser_sdk"))
            .map(|(sdk, entry)| browser_sdk(context, lowered, package, read, sdk, entry)),
        open_questions: open_questions(node, &read.unknowns, &read.conflicts),
        span: node.span.clone(),
    }
}
