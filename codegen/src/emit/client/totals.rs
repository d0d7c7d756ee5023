//! The keys of the totals of pages.

use crate::emit::rust::imports::literal;
use crate::emit::rust::render::Chunk;
use crate::ir::{Package, PaginationStyle, Response, Totals};

/// The keys of the totals, unless they are the names of the fields of `Page`.
pub(super) fn totals_of(style: &PaginationStyle) -> Option<&Totals> {
    let totals = match style {
        PaginationStyle::PageNumber(style) => &style.totals,
        // Their keys, if any, are those of the metadata.
        PaginationStyle::Cursor(_) => const { &Totals::NONE },
    };
    let mut keys = totals.named_keys();
    let has_other_keys = keys.any(|(name, key)| key != Some(name));
    has_other_keys.then_some(totals)
}

/// The declaration of the keys, if an operation reads them.
pub(super) fn declaration(package: &Package) -> Option<Chunk> {
    let totals = totals_of(package.pagination.as_ref()?)?;
    let is_page = |response: &Response| matches!(response, Response::Page(_));
    package
        .operations()
        .any(|operation| is_page(&operation.response))
        .then(|| Chunk::Table {
            name: "total_keys!",
            head: "TOTALS".to_owned(),
            rows: totals
                .named_keys()
                .filter_map(|(name, key)| Some(format!("{name}: {},", literal(key?))))
                .collect(),
        })
}
