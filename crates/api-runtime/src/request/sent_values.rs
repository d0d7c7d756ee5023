//! The values of a request that its response repeats.

use std::sync::Arc;

/// The values of a request that its response repeats, by path variable or body field.
///
/// They may be personal data, and are never printed.
#[derive(Clone, Default)]
pub(crate) struct SentValues(Option<Arc<Vec<(&'static str, String)>>>);

impl SentValues {
    /// Adds a value that is not blank, unless there is one of this name.
    pub(crate) fn add(&mut self, name: &'static str, value: impl FnOnce() -> Option<String>) {
        if self.get(name).is_none() {
            if let Some(value) = value().filter(|value| !value.trim().is_empty()) {
                Arc::make_mut(self.0.get_or_insert_default()).push((name, value));
            }
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let values = self.0.as_deref()?;
        let (_, value) = values.iter().find(|(known, _)| *known == name)?;
        Some(value)
    }
}
