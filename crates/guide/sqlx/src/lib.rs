//! A service whose database is sqlx's. An order and the intent to send it are one commit of sqlx; the
//! stores of the journal, on connections of their own to the same database, send it.
//!
//! The tables of the journal are migrated by sqlx, too, with the public SQL of the stores.

pub mod orders;
pub mod postgres;
pub mod sqlite;
