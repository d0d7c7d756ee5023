//! Where a record that was looked up shows what was sent.

/// Where the response of a [lookup](crate::operation::UniqueKey::Lookup) has the record, and which names its fields
/// have there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundRecord {
    path: &'static [&'static str],
    renamed: &'static [(&'static str, &'static str)],
    not_compared: &'static [&'static str],
    is_by_id: bool,
}

impl FoundRecord {
    /// The record under these keys, each in the object of the one before. Without keys, the whole
    /// response is the record.
    pub const fn new(path: &'static [&'static str]) -> Self {
        Self {
            path,
            renamed: &[],
            not_compared: &[],
            is_by_id: false,
        }
    }

    /// The record is read by its id, which the application finds: see
    /// [`ClientBuilder::finder`](crate::ClientBuilder::finder). Otherwise it is by the unique key.
    pub const fn by_id(mut self) -> Self {
        self.is_by_id = true;
        self
    }

    /// Whether the record is read by the unique key itself, so that "not found" proves that there is
    /// none.
    pub(crate) fn is_by_key(&self) -> bool {
        !self.is_by_id
    }

    /// Sets pairs of a body field and the field that has its value in the record, or next to it.
    /// Other fields have the same name in both.
    pub const fn renamed(mut self, renamed: &'static [(&'static str, &'static str)]) -> Self {
        self.renamed = renamed;
        self
    }

    /// Sets the body fields that mean something else in the record, such as `items/product_id`: keys
    /// without the indices of lists.
    pub const fn not_compared(mut self, not_compared: &'static [&'static str]) -> Self {
        self.not_compared = not_compared;
        self
    }

    pub(crate) fn path(&self) -> &'static [&'static str] {
        self.path
    }

    /// Whether the body field with these keys, joined by slashes, is compared with the record.
    pub(crate) fn is_compared(&self, keys: &str) -> bool {
        !self.not_compared.contains(&keys)
    }

    /// The name in the record of a body field.
    pub(crate) fn name_of<'k>(&self, field: &'k str) -> &'k str {
        let renamed = self.renamed.iter().find(|(name, _)| *name == field);
        renamed.map_or(field, |(_, found)| *found)
    }
}
