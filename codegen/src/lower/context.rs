//! What every part of the lowering needs.

use std::collections::HashSet;

use crate::diagnostics::Mistakes;
use crate::load::{Loaded, SetFiles};
use crate::lower::symbols::Symbols;

/// What every part of this stage needs.
pub(crate) struct Context<'a> {
    pub(crate) files: &'a [SetFiles],
    pub(crate) symbols: Symbols,
    /// Records and bodies that miss fields because of a mistake that is noted already.
    pub(crate) incomplete: HashSet<(usize, String)>,
    /// Whether fields are being taken over: their marks are checked where they stand, not where they are taken to.
    pub(crate) taking_over: bool,
    pub(crate) mistakes: &'a mut Mistakes,
}

impl<'a> Context<'a> {
    /// The context of a spec that is about to be lowered; declares its names.
    pub(crate) fn new(loaded: &'a Loaded, mistakes: &'a mut Mistakes) -> Self {
        Self {
            files: loaded.sets.as_slice(),
            symbols: Symbols::collect(loaded, mistakes),
            incomplete: HashSet::new(),
            taking_over: false,
            mistakes,
        }
    }
}
