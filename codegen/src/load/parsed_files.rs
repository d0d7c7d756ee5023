//! Valid resource files, which two specs share.

use std::collections::HashMap;
use std::rc::Rc;

use crate::language::{ResourceFile, Spanned};

/// The valid resource files of a spec, by path and text.
#[derive(Default)]
pub(crate) struct ParsedFiles<'s>(HashMap<&'s str, (&'s str, Rc<Spanned<ResourceFile>>)>);

impl<'s> ParsedFiles<'s> {
    /// The file, if it was parsed from the same text.
    pub(crate) fn get(&self, path: &str, text: &str) -> Option<Rc<Spanned<ResourceFile>>> {
        let (parsed, file) = self.0.get(path)?;
        (*parsed == text).then(|| file.clone())
    }

    pub(crate) fn insert(
        &mut self,
        path: &'s str,
        text: &'s str,
        file: &Rc<Spanned<ResourceFile>>,
    ) {
        self.0.insert(path, (text, file.clone()));
    }
}
