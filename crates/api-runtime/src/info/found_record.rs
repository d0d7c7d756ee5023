//! Where a record that was looked up shows what was sent.

/// Where the response of a [look-up](crate::operation::UniqueKey::Lookup) has the record, and which names its fields
/// have there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundRecord {
    /// The keys on the way to the record in the response. Without keys, the whole response is the record.
    pub path: &'static [&'static str],
    /// Pairs of a body field and the field that has its value in the record, or next to it. Other
    /// fields have the same name in both.
    pub renamed: &'static [(&'static str, &'static str)],
    /// The body fields that mean something else in the record, such as `items/product_id`: keys
    /// without the indices of lists.
    pub not_compared: &'static [&'static str],
    /// Whether the record is read by its id. Otherwise, it is read by the unique key itself, so that "not found"
    /// proves that there is no record.
    pub is_by_id: bool,
    /// The body field with the URL of the callback that names the id. Without a value there, nothing does.
    pub callback_url: Option<&'static str>,
}

impl FoundRecord {
    /// The record under these keys, which is read by its unique key.
    pub const fn new(path: &'static [&'static str]) -> Self {
        Self {
            path,
            renamed: &[],
            not_compared: &[],
            is_by_id: false,
            callback_url: None,
        }
    }

    /// The name in the record of a body field.
    pub(crate) fn name_of<'k>(&self, field: &'k str) -> &'k str {
        let renamed = self.renamed.iter().find(|(name, _)| *name == field);
        renamed.map_or(field, |(_, found)| *found)
    }
}
