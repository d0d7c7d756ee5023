//! SQLite, for one machine.

use serde_json::Value;
use store_sqlite::SqliteStore;
use store_sqlite::rusqlite::types::ValueRef;
use store_sqlite::rusqlite::{Error, Transaction};

use crate::failure::Fault;

pub(super) async fn open(database: &str, tables: &'static str) -> Result<SqliteStore, Fault> {
    let store = SqliteStore::open(database).await?;
    let create = store.transaction(|tx| Ok::<_, Fault>(tx.execute_batch(tables)?));
    create.await?;
    Ok(store)
}

pub(super) fn rows(
    transaction: &Transaction<'_>,
    sql: &str,
    values: &[Value],
) -> Result<Vec<Value>, Error> {
    let mut statement = transaction.prepare(sql)?;
    for (number, value) in (1..).zip(values) {
        // By name: SQLite numbers `$2` as it finds it.
        if let Some(index) = statement.parameter_index(&format!("${number}"))? {
            match value {
                Value::Number(number) => {
                    statement.raw_bind_parameter(index, number.as_i64())?;
                }
                other => statement.raw_bind_parameter(index, other.as_str())?,
            }
        }
    }
    let columns = statement.column_count();
    let mut found = statement.raw_query();
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        let column = |index| {
            Ok(match row.get_ref(index)? {
                ValueRef::Integer(number) => number.into(),
                ValueRef::Text(text) => String::from_utf8_lossy(text).into(),
                _ => Value::Null,
            })
        };
        rows.push((0..columns).map(column).collect::<Result<_, Error>>()?);
    }
    Ok(rows)
}
