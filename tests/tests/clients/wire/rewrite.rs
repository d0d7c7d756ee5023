//! Decoded responses, written as JSON again.

use api_runtime::RawResponse;
use api_wire::{Fields, Page, Wrapped, to_string};
use payments_model::RequestUid;

use super::leftovers;
use test_support::json::Tree;

/// Where the values of a response are, according to the documents.
#[derive(Clone, Copy)]
pub(crate) struct Layout<'a> {
    /// The response as it was played.
    pub(crate) response: &'a Tree,
    /// The key of the collection or wrapper.
    pub(crate) key: &'a str,
    /// The key of the wrapper of each element.
    pub(crate) element_key: Option<&'a str>,
    /// Pointers of the mismatches.
    pub(crate) mismatches: &'a [String],
    /// Pointers of undocumented values.
    pub(crate) unknown: &'a [String],
}

/// The output of an operation, which can be written as JSON again.
pub(crate) trait Rewrite {
    /// The response, written from the decoded value.
    fn rewrite(&self, layout: Layout<'_>) -> Tree;
    /// The number of leftovers.
    fn leftovers(&self) -> usize;
}

fn tree(fields: &dyn Fields) -> Tree {
    Tree::read(&to_string(fields)).expect("valid JSON")
}

macro_rules! records {
    ($($record:ty)*) => {
        $(impl Rewrite for $record {
            fn rewrite(&self, _: Layout<'_>) -> Tree {
                tree(self)
            }

            fn leftovers(&self) -> usize {
                leftovers::count(self)
            }
        })*
    };
}

records! {
    pos_model::IncomingOrderResponse
    pos_model::QuoteResponse
    pos_model::VenueInfo
    pos_v1_model::IncomingOrderDetailsResponse
    pos_v1_model::QuoteDetailsResponse
    pos_v1_model::IncomingQuoteByIdResponse
    pos_v1_model::VenueInfoWithCode
    pos_v3_model::VenueList
}

/// An undocumented body, which is returned as it is.
impl Rewrite for RawResponse {
    fn rewrite(&self, _: Layout<'_>) -> Tree {
        let text = self.text().expect("UTF-8");
        Tree::read(text).unwrap_or_else(|_| Tree::Text(text.to_owned()))
    }

    fn leftovers(&self) -> usize {
        0
    }
}

/// The payload of an envelope, which is dropped.
impl Rewrite for RequestUid {
    fn rewrite(&self, layout: Layout<'_>) -> Tree {
        let members = layout.response.members().iter().cloned();
        let members = members.map(|(key, value)| match &*key.to_ascii_lowercase() {
            "payload" => (key, Tree::Text(self.as_str().to_owned())),
            _ => (key, value),
        });
        Tree::Object(members.collect())
    }

    fn leftovers(&self) -> usize {
        0
    }
}

impl<R: Fields> Rewrite for Wrapped<R> {
    fn rewrite(&self, layout: Layout<'_>) -> Tree {
        let mut members = vec![(layout.key.to_owned(), tree(&self.value))];
        for (key, json) in self.extra.iter() {
            members.push((key.to_owned(), Tree::read(json.as_str()).unwrap()));
        }
        Tree::Object(members)
    }

    fn leftovers(&self) -> usize {
        leftovers::count(&self.value) + self.extra.len()
    }
}

impl<T: Fields, F: Fields> Rewrite for Page<T, F> {
    fn rewrite(&self, layout: Layout<'_>) -> Tree {
        let mut members = tree(&self.metadata).members().to_vec();
        for (key, total) in [
            ("total_records", self.total_records),
            ("current_page", self.current_page),
            ("total_pages", self.total_pages),
            ("per_page", self.per_page),
        ] {
            if let Some(total) = total {
                members.push((key.to_owned(), Tree::Number(total.to_string())));
            }
        }
        let mut unplaced = Vec::new();
        for (key, json) in self.extra.iter() {
            let json = Tree::read(json.as_str()).unwrap();
            if key == layout.key {
                unplaced.push(json);
            } else {
                members.push((key.to_owned(), json));
            }
        }
        let items = self.items.iter().map(|item| tree(item)).collect();
        let elements = elements(items, layout, &mut unplaced);
        members.push((layout.key.to_owned(), Tree::List(elements)));
        // A leftover without a place shows as a difference.
        members.extend(
            unplaced
                .into_iter()
                .map(|json| ("leftover".to_owned(), json)),
        );
        Tree::Object(members)
    }

    fn leftovers(&self) -> usize {
        let items: usize = self.items.iter().map(|item| leftovers::count(item)).sum();
        items + leftovers::count(&self.metadata) + self.extra.len()
    }
}

/// The elements of a page: the decoded ones, and the leftovers between them.
fn elements(items: Vec<Tree>, layout: Layout<'_>, unplaced: &mut Vec<Tree>) -> Vec<Tree> {
    let played = layout.response.get(layout.key).map_or(&[][..], Tree::items);
    let mut items = items.into_iter();
    let mut elements = Vec::new();
    for (index, element) in played.iter().enumerate() {
        let pointer = format!("/{}/{index}", layout.key);
        if layout.mismatches.contains(&pointer) {
            elements.extend(take(unplaced, element));
            continue;
        }
        let Some(item) = items.next() else { break };
        let Some(wrapper) = layout.element_key else {
            elements.push(item);
            continue;
        };
        let mut members = vec![(wrapper.to_owned(), item)];
        for (key, member) in element.members() {
            if layout.unknown.contains(&format!("{pointer}/{key}"))
                && let Some(member) = take(unplaced, member)
            {
                members.push((key.clone(), member));
            }
        }
        elements.push(Tree::Object(members));
    }
    elements.extend(items);
    elements
}

fn take(unplaced: &mut Vec<Tree>, tree: &Tree) -> Option<Tree> {
    let index = unplaced.iter().position(|unplaced| unplaced == tree)?;
    Some(unplaced.remove(index))
}
