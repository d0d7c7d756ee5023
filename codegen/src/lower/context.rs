//! What every part of the lowering needs.

use std::collections::HashSet;

use crate::diagnostics::DiagnosticSink;
use crate::load::{Loaded, PackageFiles};
use crate::lower::symbols::Symbols;

/// What every part of this stage needs.
pub(crate) struct Context<'a> {
    pub(crate) files: &'a [PackageFiles],
    pub(crate) symbols: Symbols,
    /// Records and bodies that miss fields because of a mistake that is noted already.
    pub(crate) incomplete: HashSet<(usize, String)>,
    /// Whether fields are being taken over: their marks are checked where they stand, not where they are taken to.
    pub(crate) inheriting: bool,
    pub(crate) diagnostics: &'a mut DiagnosticSink,
}

impl<'a> Context<'a> {
    /// The context of a spec that is about to be lowered; declares its names.
    pub(crate) fn new(loaded: &'a Loaded, diagnostics: &'a mut DiagnosticSink) -> Self {
        Self {
            files: loaded.packages.as_slice(),
            symbols: Symbols::collect(loaded, diagnostics),
            incomplete: HashSet::new(),
            inheriting: false,
            diagnostics,
        }
    }
}
