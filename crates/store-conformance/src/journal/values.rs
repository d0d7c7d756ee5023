//! Values that a store might change.

use api_journal::{Journal, LeaseChange, Scope, State};

use super::context::{Context, LEASE, OPERATION, begin, details, intent, stored, update};
use crate::check::Checked;

/// Texts that a database might normalize, trim, escape or truncate.
const TEXTS: [&str; 9] = [
    "",
    " order ",
    "Café №7 🍕 日本語 עברית",
    "cafe\u{301}",
    "o'order\"; DROP TABLE x; --",
    "%_\\ $1 ?1 {} \\u0041 \\x41",
    "\u{1}\t\r\n\u{7f}\u{85}\u{2028}",
    "\u{feff}\u{200b}\u{10ffff}",
    "NULL",
];

pub(crate) async fn unicode_texts_are_kept<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let run = &context.scope.venue;
    for text in TEXTS {
        let scope = Scope::new(text, text, format!("{run}{text}"));
        let mut new = intent(&scope, text, text, State::InFlight);
        new.details.names = vec![(text.to_owned(), text.to_owned())];
        new.owner = text.to_owned();
        let entry = begin(&journal, &new, LEASE).await?;
        expect_eq!("entry", stored(&journal, &entry.id).await?, entry);
        expect_eq!("scope", entry.scope, scope);
        expect_eq!("operation", entry.operation, text);
        expect_eq!("key", entry.key, text);
        expect_eq!("owner", entry.owner, text);
        expect_eq!("names", entry.details.names, new.details.names);
    }
    Ok(())
}

pub(crate) async fn similar_keys_are_different_entries<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    for key in [
        "order-1",
        "ORDER-1",
        "order-1 ",
        "Café",
        "Cafe\u{301}",
        "CAFÉ",
        "１",
        "1",
    ] {
        let entry = context.begin(&journal, key, LEASE).await?;
        expect_eq!("key", stored(&journal, &entry.id).await?.key, key);
    }
    Ok(())
}

pub(crate) async fn nul_characters_are_kept_or_refused<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    // Postgres has no text with a NUL character.
    let intent = context.intent("order\0", State::InFlight);
    let begun = journal.begin(&intent, LEASE).await;
    let stored = journal.entry(&intent.id).await?;
    expect_eq!(
        "stored key",
        stored.map(|entry| entry.key),
        begun.ok().map(|_| intent.key)
    );

    // A refused value does not break the handle.
    context.begin(&journal, "order-1", LEASE).await?;
    Ok(())
}

pub(crate) async fn large_values_are_kept<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut intent = context.intent(&"key 🍕 ".repeat(1_000), State::InFlight);
    intent.sealed_request = Some((0..2_000_000_u32).map(|byte| (byte % 251) as u8).collect());
    intent.details = details(&"name 🍕 ".repeat(30_000));
    let mut entry = begin(&journal, &intent, LEASE).await?;
    expect!(
        stored(&journal, &entry.id).await? == entry,
        "a large entry was changed"
    );

    entry.details = details(&"another 🍕 ".repeat(30_000));
    update(&journal, &entry, LeaseChange::Renew(LEASE)).await?;
    let stored = stored(&journal, &entry.id).await?;
    expect!(
        stored.details == entry.details,
        "large details were changed"
    );
    expect!(
        stored.sealed_request == entry.sealed_request,
        "a large request was changed"
    );
    Ok(())
}

pub(crate) async fn an_empty_request_is_not_a_missing_one<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    for (key, request) in [("empty", Some(Vec::new())), ("missing", None)] {
        let mut intent = intent(&context.scope, OPERATION, key, State::InFlight);
        intent.sealed_request = request.clone();
        let mut entry = begin(&journal, &intent, LEASE).await?;
        let inserted = stored(&journal, &entry.id).await?.sealed_request;
        expect_eq!("inserted request", inserted, request);
        entry.sealed_request = request.clone();
        update(&journal, &entry, LeaseChange::Renew(LEASE)).await?;
        let updated = stored(&journal, &entry.id).await?.sealed_request;
        expect_eq!("updated request", updated, request);
    }
    Ok(())
}

pub(crate) async fn all_bytes_are_kept<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let mut intent = context.intent("order-1", State::InFlight);
    intent.sealed_request = Some((0..=255).collect());
    let entry = begin(&journal, &intent, LEASE).await?;
    let stored = stored(&journal, &entry.id).await?;
    expect_eq!(
        "sealed request",
        stored.sealed_request,
        intent.sealed_request
    );
    expect_eq!("digest", stored.digest, intent.digest);
    Ok(())
}
