//! An order and its intent are one commit of sqlx in PostgreSQL.

mod venue;

use guide_sqlx::orders::new_order;
use guide_sqlx::postgres::{begin, migrate};
use pos_v1_client::journal::{Journal, State};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use store_postgres::PostgresStore;
use test_support::needs;
use test_support::postgres::PostgresServer;
use tokio_postgres::NoTls;

use crate::venue::Venue;

#[needs(postgres)]
#[tokio::test]
async fn order_and_intent_are_one_commit() -> Result<(), Box<dyn std::error::Error>> {
    let server = PostgresServer::get();
    let database = server.new_database();
    let config: tokio_postgres::Config = database.parse()?;
    let [tokio_postgres::config::Host::Unix(directory)] = config.get_hosts() else {
        panic!("{config:?}")
    };
    let options = PgConnectOptions::new_without_pgpass()
        .socket(directory)
        .username(config.get_user().ok_or("missing user")?)
        .database(config.get_dbname().ok_or("missing database")?);
    let pool = PgPoolOptions::new().connect_with(options).await?;
    sqlx::raw_sql("CREATE TABLE orders (reference text PRIMARY KEY)")
        .execute(&pool)
        .await?;
    let mut connection = pool.acquire().await?;
    migrate(&mut connection).await?;
    migrate(&mut connection).await?;
    drop(connection);
    // Its connection is not sqlx's. The store finds its migrations applied.
    let (client, connection) = tokio_postgres::connect(&database, NoTls).await?;
    tokio::spawn(connection);
    let store = PostgresStore::new(client);
    store.migrate().await?;
    let journal = Journal::new(store);
    let venue = Venue::new(&["WEB-2"], journal.clone());

    for (reference, is_committed) in [("WEB-1", false), ("WEB-2", true)] {
        let order = new_order(reference);
        let intent = venue.client.once(reference).prepare(&order)?;
        let mut transaction = pool.begin().await?;
        sqlx::query("INSERT INTO orders VALUES ($1)")
            .bind(reference)
            .execute(&mut *transaction)
            .await?;
        assert!(begin(&mut transaction, &intent).await?);
        assert!(!begin(&mut transaction, &intent).await?);
        match is_committed {
            true => transaction.commit().await?,
            false => transaction.rollback().await?,
        }
        let entry = journal.entry(&intent.id).await?;
        let state = entry.map(|entry| entry.state);
        assert_eq!(state, is_committed.then_some(State::NotSent));
        if is_committed {
            venue.client.once(reference).send(order).await?;
        }
    }
    assert_eq!(venue.requests(), 1);
    let orders: Vec<String> = sqlx::query_scalar("SELECT reference FROM orders")
        .fetch_all(&pool)
        .await?;
    assert_eq!(orders, ["WEB-2"]);
    Ok(())
}
