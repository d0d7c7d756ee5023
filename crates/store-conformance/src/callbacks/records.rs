//! Which records are found, and which changes are recorded.

use api_callbacks::{CallbackStore, KnownRecord};

use super::context::{Context, change, reference};
use super::database::CallbackDatabase;
use crate::check::Checked;
use crate::join::join_all;

async fn found(
    store: &impl CallbackStore<super::record::ReadRecord>,
    id: &str,
    reference: Option<&str>,
) -> Checked<Option<KnownRecord>> {
    Ok(store.find(&id.to_owned(), reference).await?)
}

fn known(id: &str) -> Option<KnownRecord> {
    Some(KnownRecord::with_reference(reference(id)))
}

pub(crate) async fn an_unknown_record_is_not_found<D: CallbackDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    expect_eq!("by id", found(&store, "7", None).await?, None);
    expect_eq!(
        "by reference",
        found(&store, "7", Some("WEB-7")).await?,
        None
    );
    let is_recorded = store.record_change(change("7", "paid")).await?;
    expect_eq!("recorded change", is_recorded, false);
    Ok(())
}

pub(crate) async fn an_expected_record_is_found_by_its_exact_reference<D: CallbackDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    for _ in 0..2 {
        context.database.expect(&store, "WEB-7").await?;
    }
    expect_eq!(
        "record",
        found(&store, "7", Some("WEB-7")).await?,
        known("7")
    );
    expect_eq!("by id", found(&store, "7", None).await?, None);
    for other in ["web-7", "WEB-7 ", "WEB-70", ""] {
        let record = found(&store, "7", Some(other)).await?;
        expect_eq!(format!("record of `{other}`"), record, None);
    }
    Ok(())
}

pub(crate) async fn a_confirmed_record_is_found_by_its_id_alone<D: CallbackDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    context.database.expect(&store, "WEB-7").await?;
    context.database.confirm(&store, "WEB-7", "7").await?;
    // Known already.
    context.database.expect(&store, "WEB-7").await?;
    for reference in [None, Some("WEB-7"), Some("WEB-8")] {
        let record = found(&store, "7", reference).await?;
        expect_eq!(format!("record of {reference:?}"), record, known("7"));
    }
    let other = found(&store, "8", Some("WEB-7")).await?;
    expect_eq!("another id with the reference", other, None);
    Ok(())
}

pub(crate) async fn confirm_keeps_the_recorded_state<D: CallbackDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    context.database.expect(&store, "WEB-7").await?;
    expect_eq!(
        "change",
        store.record_change(change("7", "paid")).await?,
        true
    );
    context.database.confirm(&store, "WEB-7", "7").await?;
    let again = store.record_change(change("7", "paid")).await?;
    expect_eq!("change after the confirmation", again, false);
    Ok(())
}

pub(crate) async fn a_forgotten_record_is_neither_found_nor_recorded<D: CallbackDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    for id in ["7", "8"] {
        context.database.confirm(&store, &reference(id), id).await?;
    }
    context.database.forget(&store, "7").await?;
    expect_eq!("record", found(&store, "7", Some("WEB-7")).await?, None);
    let is_recorded = store.record_change(change("7", "paid")).await?;
    expect_eq!("recorded change", is_recorded, false);
    expect_eq!("other record", found(&store, "8", None).await?, known("8"));
    Ok(())
}

pub(crate) async fn a_forgotten_reference_is_not_found<D: CallbackDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    for id in ["7", "8"] {
        context.database.expect(&store, &reference(id)).await?;
    }
    context.database.forget_reference(&store, "WEB-7").await?;
    expect_eq!("record", found(&store, "7", Some("WEB-7")).await?, None);
    expect_eq!(
        "other record",
        found(&store, "8", Some("WEB-8")).await?,
        known("8")
    );
    Ok(())
}

pub(crate) async fn a_state_is_recorded_once<D: CallbackDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    context.database.confirm(&store, "WEB-7", "7").await?;
    let expected = [
        ("new", true),
        ("new", false),
        ("paid", true),
        ("paid", false),
        ("new", true),
    ];
    for (state, expected) in expected {
        let is_recorded = store.record_change(change("7", state)).await?;
        expect_eq!(format!("change to `{state}`"), is_recorded, expected);
    }
    Ok(())
}

pub(crate) async fn states_are_compared_as_the_api_does<D: CallbackDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    context.database.confirm(&store, "WEB-7", "7").await?;
    expect_eq!(
        "change",
        store.record_change(change("7", "paid")).await?,
        true
    );
    let again = store.record_change(change("7", "PAID")).await?;
    expect_eq!("the same state in another case", again, false);
    Ok(())
}

pub(crate) async fn a_recorded_change_makes_an_expected_record_known<D: CallbackDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    context.database.expect(&store, "WEB-7").await?;
    expect_eq!(
        "change",
        store.record_change(change("7", "paid")).await?,
        true
    );
    expect_eq!("by id", found(&store, "7", None).await?, known("7"));
    let other = found(&store, "8", Some("WEB-7")).await?;
    expect_eq!("another id with the reference", other, None);
    Ok(())
}

pub(crate) async fn concurrent_changes_record_a_state_once<D: CallbackDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let mut stores = Vec::new();
    for _ in 0..4 {
        stores.push(context.open().await);
    }
    context.database.confirm(&stores[0], "WEB-7", "7").await?;
    for state in ["new", "paid", "delivered"] {
        let changes = stores
            .iter()
            .map(|store| store.record_change(change("7", state)));
        let mut recorded = 0;
        for is_recorded in join_all(changes).await {
            recorded += u32::from(is_recorded?);
        }
        expect_eq!(format!("recorded changes to `{state}`"), recorded, 1);
    }
    Ok(())
}

pub(crate) async fn stores_share_no_record<D: CallbackDatabase>(
    context: &Context<'_, D>,
) -> Checked {
    let store = context.open().await;
    let other = context.database.open(&format!("{} ", context.name)).await;
    context.database.confirm(&store, "WEB-7", "7").await?;
    context.database.expect(&store, "WEB-8").await?;
    expect_eq!("by id", found(&other, "7", None).await?, None);
    expect_eq!(
        "by reference",
        found(&other, "8", Some("WEB-8")).await?,
        None
    );
    Ok(())
}
