//! Lists in the query of a URL.

use api_wire::ToWire;

use crate::Request;
use crate::error::invalid_field::FieldLocation;
use crate::request::param_value::ParamValue;

/// How a list is written to the query, and its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryList {
    is_joined: bool,
    is_required: bool,
    max_items: usize,
}

impl QueryList {
    /// The parameter once per item: `id=1&id=2`.
    pub const fn repeated() -> Self {
        Self {
            is_joined: false,
            is_required: false,
            max_items: usize::MAX,
        }
    }

    /// One parameter with all items, joined by commas: `id=1,2`.
    pub const fn joined() -> Self {
        Self {
            is_joined: true,
            ..Self::repeated()
        }
    }

    /// Rejects an empty list, which would omit the parameter.
    pub const fn required(mut self) -> Self {
        self.is_required = true;
        self
    }

    /// Rejects a list of more items.
    pub const fn max_items(mut self, count: usize) -> Self {
        self.max_items = count;
        self
    }
}

impl Request {
    /// Adds a query parameter that is a list. An empty list omits it.
    ///
    /// A list of too many items, and an empty one that is required, are invalid. So is an item of a
    /// joined list that is empty or contains a comma: the server would read other items.
    pub fn query_list(&mut self, name: &str, value: &dyn ToWire, list: QueryList) {
        let texts = match ParamValue::new(value) {
            ParamValue::List(texts) => texts,
            ParamValue::Absent => Vec::new(),
            ParamValue::Single(_) | ParamValue::Unsupported => {
                let reason = "must be a list of single values";
                return self.add_invalid_field(FieldLocation::Query, name, reason);
            }
        };
        if texts.is_empty() && list.is_required {
            return self.add_invalid_field(FieldLocation::Query, name, "must not be empty");
        }
        if texts.len() > list.max_items {
            let reason = format!("must have at most {} items", list.max_items);
            return self.add_invalid_field(FieldLocation::Query, name, reason);
        }
        if !list.is_joined {
            texts.iter().for_each(|text| self.query.add(name, text));
            return;
        }
        if texts
            .iter()
            .any(|text| text.is_empty() || text.contains(','))
        {
            let reason = "must not have an item that is empty or contains a comma";
            return self.add_invalid_field(FieldLocation::Query, name, reason);
        }
        if !texts.is_empty() {
            self.query.add_joined(name, &texts);
        }
    }
}
