//! Rows: what a database stores. It compares revisions, and finds rows by ranges of an index. All that
//! decides is a pure function over a row, in the crate that has its kind.

mod checkpoint;
mod day;
mod memory;
mod migration;
mod moment;
mod query;
mod row;
mod sql;
pub(crate) mod store;

pub use checkpoint::{load_checkpoint, save_checkpoint};
pub(crate) use day::day_ahead;
pub use day::{count_day, prune_days};
pub use memory::MemoryStore;
pub use migration::Migration;
pub use moment::Moment;
pub(crate) use query::{AHEAD, MAX_NAMED};
pub use query::{Query, Range, Read};
pub use row::{At, Kind, Put, Row, Waits, name};
pub use sql::{Dialect, Statements, Value, at_values};
pub use store::{SharedStore, Store, change_row};
