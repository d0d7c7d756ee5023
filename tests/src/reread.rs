//! What was read, as the JSON that it came from.

use api_wire::{Fields, Page, Wrapped, to_string};

use crate::json::Tree;
use crate::kept;

/// Where the values of a reply are, as the documents say.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The reply as it came.
    pub reply: &'a Tree,
    /// The key of the collection or wrapper.
    pub key: &'a str,
    /// The key of the wrapper of each element.
    pub element: Option<&'a str>,
    /// Pointers of what did not fit.
    pub misfits: &'a [String],
    /// Pointers of what the documents do not name.
    pub unknown: &'a [&'a str],
}

/// What an operation gives, as JSON again.
pub trait Reread {
    /// The reply written from what was read.
    fn reread(&self, place: Place<'_>) -> Tree;
    /// How many values were kept beside fields.
    fn kept(&self) -> usize;
}

fn tree(fields: &dyn Fields) -> Tree {
    Tree::read(&to_string(fields)).expect("what is written is JSON")
}

macro_rules! records {
    ($($record:ty)*) => {
        $(impl Reread for $record {
            fn reread(&self, _: Place<'_>) -> Tree {
                tree(self)
            }

            fn kept(&self) -> usize {
                kept::count(self)
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

impl<R: Fields> Reread for Wrapped<R> {
    fn reread(&self, place: Place<'_>) -> Tree {
        let mut members = vec![(place.key.to_owned(), tree(&self.value))];
        for (key, json) in self.extra.iter() {
            members.push((key.to_owned(), Tree::read(json.as_str()).unwrap()));
        }
        Tree::Object(members)
    }

    fn kept(&self) -> usize {
        kept::count(&self.value) + self.extra.len()
    }
}

impl<T: Fields, F: Fields> Reread for Page<T, F> {
    fn reread(&self, place: Place<'_>) -> Tree {
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
        let mut kept = Vec::new();
        for (key, json) in self.extra.iter() {
            let json = Tree::read(json.as_str()).unwrap();
            if key == place.key {
                kept.push(json);
            } else {
                members.push((key.to_owned(), json));
            }
        }
        let elements = elements(&self.items, place, &mut kept);
        members.push((place.key.to_owned(), Tree::List(elements)));
        // What has no place shows as a loss.
        members.extend(kept.into_iter().map(|json| ("kept".to_owned(), json)));
        Tree::Object(members)
    }

    fn kept(&self) -> usize {
        let items: usize = self.items.iter().map(|item| kept::count(item)).sum();
        items + kept::count(&self.metadata) + self.extra.len()
    }
}

/// The elements of a page: those that were read, and between them those that were kept.
fn elements<T: Fields>(items: &[T], place: Place<'_>, kept: &mut Vec<Tree>) -> Vec<Tree> {
    let came = place.reply.get(place.key).map_or(&[][..], Tree::items);
    let mut items = items.iter();
    let mut elements = Vec::new();
    for (index, came) in came.iter().enumerate() {
        let pointer = format!("/{}/{index}", place.key);
        if place.misfits.contains(&pointer) {
            elements.extend(take(kept, came));
            continue;
        }
        let Some(item) = items.next() else { break };
        let Some(wrapper) = place.element else {
            elements.push(tree(item));
            continue;
        };
        let mut members = vec![(wrapper.to_owned(), tree(item))];
        for (key, beside) in came.members() {
            if place.unknown.contains(&format!("{pointer}/{key}").as_str())
                && let Some(beside) = take(kept, beside)
            {
                members.push((key.clone(), beside));
            }
        }
        elements.push(Tree::Object(members));
    }
    elements.extend(items.map(|item| tree(item)));
    elements
}

fn take(kept: &mut Vec<Tree>, tree: &Tree) -> Option<Tree> {
    let index = kept.iter().position(|kept| kept == tree)?;
    Some(kept.remove(index))
}
