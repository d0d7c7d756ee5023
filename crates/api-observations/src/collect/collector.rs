//! Counts responses one after the other.

use std::collections::BTreeMap;

use api_wire::jiff::Timestamp;
use api_wire::jiff::tz::Offset;
use api_wire::{Cursor, Fields, ReadError, ToWire, WireList, WireValue};

use crate::collect::description::Description;
use crate::collect::marks::Marks;
use crate::collect::node::NodeId;
use crate::collect::tree::{ELEMENT, Tree};
use crate::collect::walk::Walk;
use crate::keyed_hash::{HashKey, random};
use crate::run::MAX_VENUES;

/// The memory of an entry for a body besides its names.
const NEW_BODY: usize = 512;

/// The place of the bodies of an operation and status.
#[derive(Clone, Copy, Debug)]
pub struct Body(NodeId);

/// Counts the shapes of responses, in bounded memory.
///
/// ```
/// use api_observations::Collector;
///
/// let mut collector = Collector::new(1 << 20);
/// let body = collector.body("shop", "get_order", 200).unwrap();
/// collector.count(body, Some("7"), r#"{"points": 3, "note": "rings twice"}"#)?;
///
/// let run = collector.run();
/// let shapes: Vec<_> = run.shapes.keys().map(|key| &*key.pointer).collect();
/// // No description is known: names of fields are shown when they were seen at several venues.
/// assert_eq!(shapes, ["", "/?"]);
/// # Ok::<(), api_wire::ReadError>(())
/// ```
pub struct Collector {
    pub(crate) run_id: String,
    pub(crate) since: String,
    pub(crate) venue_key: HashKey,
    /// The hashes of venues; the index of each is its bit.
    pub(crate) venues: Vec<u64>,
    pub(crate) tree: Tree,
    /// By API, operation and status.
    pub(crate) bodies: BTreeMap<String, BTreeMap<String, BTreeMap<u16, NodeId>>>,
    pub(crate) responses: u64,
    pub(crate) skipped: u64,
}

impl Collector {
    /// Counts in at most about so many bytes of memory.
    pub fn new(max_bytes: usize) -> Self {
        Self {
            run_id: format!("{:016x}", random()),
            since: today(),
            venue_key: HashKey::random(),
            venues: Vec::new(),
            tree: Tree::new(max_bytes),
            bodies: BTreeMap::new(),
            responses: 0,
            skipped: 0,
        }
    }

    /// Sets the key of the hashes of venues. Runs with the same key distinguish the same venues;
    /// otherwise the key is random.
    #[must_use]
    pub fn with_venue_key(mut self, key: [u8; 16]) -> Self {
        self.venue_key = HashKey::from_bytes(key);
        self
    }

    /// The place of these responses. `None` if there is no memory for it. The status is 0 for the
    /// form of a callback.
    pub fn body(&mut self, api: &str, operation: &str, status: u16) -> Option<Body> {
        let operations = self.bodies.get(api);
        let statuses = operations.and_then(|operations| operations.get(operation));
        if let Some(id) = statuses.and_then(|statuses| statuses.get(&status)) {
            return Some(Body(*id));
        }
        let id = match self.tree.spend(NEW_BODY + api.len() + operation.len()) {
            true => self.tree.push("", Marks::NONE),
            false => None,
        };
        match id {
            Some(id) => {
                let operations = self.bodies.entry(api.to_owned()).or_default();
                let statuses = operations.entry(operation.to_owned()).or_default();
                statuses.insert(status, id);
            }
            None => self.tree.dropped = self.tree.dropped.saturating_add(1),
        }
        id.map(Body)
    }

    /// How many of these responses were counted.
    pub fn counted(&self, body: Body) -> u32 {
        self.tree.get(body.0).map_or(0, |node| node.seen)
    }

    /// Notes that a response was not counted.
    pub fn skip(&mut self) {
        self.skipped = self.skipped.saturating_add(1);
    }

    /// Describes the value at a path below a body; `*` is the element of an array or a map.
    pub fn describe(&mut self, body: Body, path: &[&str], description: Description) {
        let mut place = Some(body.0);
        for step in path {
            place = place.and_then(|place| match *step {
                ELEMENT => self.tree.element(place),
                key => {
                    let marks = self.tree.get(place)?.marks.of_members();
                    self.tree.child(place, key, marks)
                }
            });
        }
        if let Some(place) = place {
            self.tree.mark(place, description.marks());
        }
    }

    /// Describes bodies by a record that was read from one: which of its fields are secret or
    /// personal, and which values are maps.
    pub fn describe_record(&mut self, body: Body, record: &dyn Fields) {
        self.tree.describe(body.0, WireValue::Record(record));
    }

    /// Describes bodies by the value under a key.
    pub fn describe_wrapped(&mut self, body: Body, key: &str, value: &dyn ToWire) {
        self.tree.mark(body.0, Marks::RECORD);
        if let Some(place) = self.tree.member(body.0, key) {
            self.tree.mark(place, Marks::KNOWN);
            self.tree.describe(place, value.to_wire());
        }
    }

    /// Describes bodies by the items of a page and the metadata next to them.
    pub fn describe_page(
        &mut self,
        body: Body,
        key: &str,
        wrapper: Option<&'static str>,
        items: &dyn WireList,
        metadata: &dyn Fields,
    ) {
        self.describe_record(body, metadata);
        if let Some(list) = self.tree.member(body.0, key) {
            self.tree.describe_items(list, wrapper, items);
        }
    }

    /// Counts a body. The venue is kept as a hash.
    ///
    /// # Errors
    ///
    /// If the text is not JSON: nothing is counted.
    pub fn count(&mut self, body: Body, venue: Option<&str>, text: &str) -> Result<(), ReadError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_value()?;
        cursor.end()?;
        self.count_decoded(body, venue, text)
    }

    /// Like [`count`](Self::count), for a text that was decoded before: it is not checked, and counted
    /// up to the first error.
    ///
    /// # Errors
    ///
    /// If the text is not JSON.
    pub fn count_decoded(
        &mut self,
        body: Body,
        venue: Option<&str>,
        text: &str,
    ) -> Result<(), ReadError> {
        self.responses = self.responses.saturating_add(1);
        let venue = self.venue_bit(venue);
        Walk::new(&mut self.tree, self.venue_key, venue).body(body.0, text)
    }

    /// The bit of a venue; none for those beyond the maximum.
    fn venue_bit(&mut self, venue: Option<&str>) -> u64 {
        let Some(venue) = venue else {
            return 0;
        };
        let hash = self.venue_key.hash(venue.as_bytes()) & u64::from(u32::MAX);
        let found = self.venues.iter().position(|other| *other == hash);
        let index = found.unwrap_or_else(|| {
            if self.venues.len() < MAX_VENUES {
                self.venues.push(hash);
                return self.venues.len() - 1;
            }
            MAX_VENUES
        });
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        1_u64.checked_shl(index).unwrap_or(0)
    }
}

/// Today, in UTC.
pub(crate) fn today() -> String {
    Offset::UTC.to_datetime(Timestamp::now()).date().to_string()
}
