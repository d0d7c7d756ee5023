//! OpenAPI documents, each parsed on first use.

use std::sync::OnceLock;

use serde_json::Value;

/// The documents, the smallest first: a request that a small one routes does not wait for the large
/// ones to be parsed.
pub(crate) fn documents() -> &'static [Document] {
    static DOCUMENTS: OnceLock<Vec<Document>> = OnceLock::new();
    DOCUMENTS.get_or_init(|| {
        let mut documents: Vec<Document> = api_description::ALL
            .iter()
            .map(|&(name, text)| Document {
                name,
                text,
                root: OnceLock::new(),
            })
            .collect();
        documents.sort_by_key(|document| document.text.len());
        documents
    })
}

/// One OpenAPI document.
pub(crate) struct Document {
    /// The name of the API, as in `pos-v3`.
    pub(crate) name: &'static str,
    text: &'static str,
    root: OnceLock<Value>,
}

impl Document {
    /// The parsed document.
    pub(crate) fn root(&'static self) -> &'static Value {
        // The text is generated and compiled in; the tests parse all of it.
        self.root
            .get_or_init(|| serde_json::from_str(self.text).unwrap_or_default())
    }
}
