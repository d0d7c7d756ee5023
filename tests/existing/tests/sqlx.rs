//! sqlx 0.8 and the store are in one program, and use one file.

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use store_sqlite::SqliteStore;

#[tokio::test]
async fn sqlx_and_the_store_use_one_file() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("shop.db");
    let store = SqliteStore::open(&path).await?;
    let pool = SqlitePool::connect_with(SqliteConnectOptions::new().filename(&path)).await?;
    sqlx::query("CREATE TABLE orders (reference TEXT PRIMARY KEY)")
        .execute(&pool)
        .await?;
    store
        .transaction(|transaction| {
            transaction.execute("INSERT INTO orders VALUES ('WEB-1')", [])?;
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
        })
        .await?;
    let orders: Vec<String> = sqlx::query_scalar("SELECT reference FROM orders")
        .fetch_all(&pool)
        .await?;
    assert_eq!(orders, ["WEB-1"]);
    Ok(())
}
