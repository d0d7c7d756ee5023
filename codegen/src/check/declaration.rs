//! Operations as the spec declares them.

use crate::ir;
use crate::load::tree::Entry;
use crate::lower::Context;

/// An operation as it is written.
pub(crate) fn declaration<'a>(
    context: &Context<'a>,
    package: &ir::Package,
    operation: &ir::Operation,
) -> Option<&'a Entry> {
    let files = context
        .files
        .iter()
        .find(|files| files.dir == package.dir)?;
    files
        .resources
        .iter()
        .filter(|file| file.node.span.file == operation.span.file)
        .find_map(|file| file.node.get("operations")?.entry(&operation.name))
}
