//! An API whose lists are paginated by cursor.

use crate::copy::Copy;

/// Adds `spec/catalog`.
pub(crate) fn write(copy: &Copy) {
    copy.put("spec/catalog/api.yaml", API);
    copy.put("spec/catalog/book.yaml", BOOK);
}

const API: &str = r#"
api: catalog
title: Catalog
document: catalog-handbook
doc: Books of a library, by cursor.
environments:
  live: { doc: The only environment., base_url: "https://{host}/catalog" }
auth:
  reader: { doc: A key that reads., api_key: { header: X-Catalog-Key, credential: catalog_key } }
statuses:
  200: { meaning: success, body: response }
pagination:
  cursor: { cursor_parameter: after, per_page_parameter: limit, next_cursor: next-cursor, has_more: more }
"#;

const BOOK: &str = r#"
resource: book
source: Books
doc: Books of a library.
records:
  Book:
    doc: A book.
    fields: { id: integer, title: string }
  BookList:
    doc: The end of a page.
    fields: { next-cursor: string, more: boolean }
operations:
  list_books:
    doc: Lists the books.
    http: GET /books
    pagination: { item: Book, items_key: books, max_per_page: 100, metadata: BookList }
    statuses: [200]
"#;

/// A service that uses it.
pub(crate) const SERVICE: &str = r#"
//! Reads the books after a cursor.
#![deny(warnings)]

use catalog_client::model::Book;
use catalog_client::{Client, Config, Environment, Error, ListBooks, Reader};

fn client(catalog_key: &str) -> Result<Client, Error> {
    let url = "https://catalog.example/catalog";
    Client::new(Config::new(Environment::Live, url, Reader::new(catalog_key))?)
}

async fn titles(client: &Client, cursor: &str) -> (Vec<Option<String>>, Option<String>) {
    let list = ListBooks::new().cursor(cursor).per_page(50u32);
    let mut books = client.items(list);
    let mut titles = Vec::new();
    while let Some(Ok(book)) = books.next().await {
        let book: Book = book;
        titles.push(book.title);
    }
    (titles, books.next_page_token())
}

async fn first_page(client: &Client) -> Result<Option<String>, Error> {
    Ok(client.send(ListBooks::new()).await?.metadata.next_cursor)
}

fn main() {
    let _ = (client, titles, first_page);
}
"#;
