//! The store.

use std::fmt;
use std::sync::Arc;

use api_journal::rows::Statements;

use crate::connections::Connections;
use crate::error::StoreError;
use crate::migrations::{SCHEMA, migrate_in};
use crate::statements::statements;

/// The maximum of characters in the name of a schema.
const MAX_SCHEMA_NAME: usize = 63;

/// A journal of writes in PostgreSQL. Clones share its connections.
pub struct PostgresStore<C> {
    connections: Arc<C>,
    pub(crate) schema: Arc<str>,
    /// The statements of rows in the schema.
    pub(crate) rows: Arc<Statements>,
}

impl<C: Connections> PostgresStore<C> {
    /// A store on these connections, in the schema `api_store`.
    ///
    /// Its tables must exist: [`migrate`](Self::migrate) creates them.
    pub fn new(connections: C) -> Self {
        Self {
            connections: Arc::new(connections),
            schema: SCHEMA.into(),
            rows: Arc::new(statements(SCHEMA)),
        }
    }

    /// Sets the name of the schema.
    ///
    /// # Errors
    ///
    /// If the name is not of lowercase letters, digits and `_`, or is too long.
    pub fn with_schema(mut self, schema: &str) -> Result<Self, StoreError> {
        let is_start = |c: char| c.is_ascii_lowercase() || c == '_';
        let is_name = |c: char| is_start(c) || c.is_ascii_digit();
        let is_valid = schema.starts_with(is_start)
            && schema.chars().all(is_name)
            && schema.len() <= MAX_SCHEMA_NAME;
        if !is_valid {
            let schema = schema.escape_debug();
            return Err(StoreError::new(format!("invalid schema name: {schema}")));
        }
        self.schema = schema.into();
        self.rows = Arc::new(statements(schema));
        Ok(self)
    }

    /// Applies the [migrations](crate::migrations) that the database lacks, all or none.
    ///
    /// Any number of processes can do so at once.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails, or a later version migrated the schema.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        let connection = self.connection().await?;
        migrate_in(&*connection, &self.schema).await
    }

    pub(crate) async fn connection(&self) -> Result<C::Connection<'_>, StoreError> {
        self.connections.connection().await.map_err(StoreError::new)
    }
}

impl<C> Clone for PostgresStore<C> {
    fn clone(&self) -> Self {
        Self {
            connections: Arc::clone(&self.connections),
            schema: Arc::clone(&self.schema),
            rows: Arc::clone(&self.rows),
        }
    }
}

impl<C> fmt::Debug for PostgresStore<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("PostgresStore");
        debug.field("schema", &self.schema).finish_non_exhaustive()
    }
}
