//! Operations as the spec declares them.

use crate::ir;
use crate::load::tree::Entry;
use crate::lower::Context;

/// An operation as it is written.
pub(crate) fn set_entry<'a>(
    context: &Context<'a>,
    set: &ir::Set,
    operation: &ir::Operation,
) -> Option<&'a Entry> {
    let files = context.files.iter().find(|files| files.dir == set.dir)?;
    files
        .resources
        .iter()
        .filter(|file| file.node.place.file == operation.place.file)
        .find_map(|file| file.node.get("operations")?.entry(&operation.name))
}
