//! Inventories, and manifests with their items, of versions 2 and 1.

use serde_json::{Value, json};

use super::paging::{page, updated};
use super::{Call, HandlerResult};
use crate::details::inventory::add_inventory;
use crate::details::manifest::add_manifest;
use crate::details::manifest_item::add_manifest_item;
use crate::details::rename;
use crate::state::State;
use crate::state::decimal::Thousandths;
use crate::state::venue::Venue;
use crate::state::venue::manifest::{Manifest, ManifestItem};
use crate::state::venue::product::{Product, Variation};

type StockItem<'v> = (&'v Product, &'v Variation);

fn stock_items(venue: &Venue) -> impl Iterator<Item = StockItem<'_>> {
    venue.products.iter().flat_map(|product| {
        product
            .variations
            .iter()
            .map(move |variation| (product, variation))
    })
}

fn percentage(amount: Option<Thousandths>) -> Value {
    amount.map(|amount| format!("{}%", amount.to_text())).into()
}

/// Lists inventories, one record per price.
pub(super) fn inventories_v2(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let rows = updated(call, venue, stock_items(venue), |(_, variation)| {
        variation.updated_at
    });
    let to_json = |(product, variation): &StockItem<'_>| {
        let (first, second) = product.potency.unzip();
        let mut record = json!({
            "id": variation.sku,
            "product_id": product.id,
            "name": format!("{} {}", product.name, variation.name),
            "unit": variation.unit_type,
            "price": variation.cents,
            "med_price": variation.medical_cents,
            "last_price": variation.last_cents,
            "cost": variation.cost,
            "quantity_on_hand": variation.on_hand.to_number(),
            "sellable_quantity": variation.on_hand.to_number(),
            "ecomm_quantity": variation.on_hand.to_number(),
            "vendor": variation.supplier,
            "vendor_license": "DEMO-S-1",
            "brand": product.brand,
            "category": product.group.name,
            "flower_type": product.flower_type,
            "product_type": product.group.product_type,
            "product_family": product.group.name,
            "description": format!("{} by {}.", product.name, product.brand),
            "image": [format!("https://img.example/product/{}-md.jpg", product.id)],
            "active": product.active,
            "bulk_item": false,
            "strain": product.strain,
            "thc_measure": percentage(first),
            "cbd_measure": percentage(second),
            "sku": format!("SKU-{}", variation.sku),
            "discountable": true,
            "tier_name": null,
            "created_at": product.created_at.to_rfc3339(),
            "updated_at": variation.updated_at.to_rfc3339(),
            "rooms": [{ "Sales floor": variation.on_hand.to_text() }],
        });
        add_inventory(&mut record, venue, product, variation);
        record
    };
    Ok(page(call, "inventory", &rows, to_json).into())
}

/// Lists inventories of version 1, as `products`.
pub(super) fn inventories_v1(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let rows = updated(call, venue, stock_items(venue), |(_, variation)| {
        variation.updated_at
    });
    let to_json = |(product, variation): &StockItem<'_>| {
        let (first, second) = product.potency.unzip();
        let mut record = json!({
            "productId": product.id,
            "internal_product_identifier": product.guid,
            "name": product.name,
            "display_name": format!("{} {}", product.name, variation.name),
            "unit": variation.unit_type,
            "price": variation.cents,
            "quantityInStock": variation.on_hand.to_number(),
            "vendor": variation.supplier,
            "vendor_license": "DEMO-S-1",
            "brand": product.brand,
            "category": product.group.name,
            "flowertype": product.flower_type,
            "producttype": product.group.product_type,
            "productfamily": product.group.name,
            "tags": ["house"],
            "description": format!("{} by {}.", product.name, product.brand),
            "image": [format!("https://img.example/product/{}-md.jpg", product.id)],
            "active": product.active,
            "bulkitem": false,
            "strain": product.strain,
            "thcMeasure": percentage(first),
            "cbdMeasure": percentage(second),
            "sku": format!("SKU-{}", variation.sku),
            "discountable": true,
            "tier_name": null,
            "doh_compliant": false,
            "effects": [],
            "flavors": [],
            "rooms": [{ "Sales floor": variation.on_hand.to_text() }],
            "created_at": product.created_at.to_rfc3339(),
            "updated_at": variation.updated_at.to_rfc3339(),
            "last_price": variation.last_cents,
            "cost": variation.cost,
            "med_price": variation.medical_cents,
            "quantity_on_hand": variation.on_hand.to_number(),
            "sellable_quantity": variation.on_hand.to_number(),
            "ecomm_quantity": variation.on_hand.to_number(),
        });
        add_inventory(&mut record, venue, product, variation);
        if venue.profile.has_list_keys {
            rename(&mut record, &[("productId", "product_id")]);
        }
        record
    };
    Ok(page(call, "products", &rows, to_json).into())
}

type DeliveredItem<'v> = (&'v Manifest, &'v ManifestItem);

fn delivered_items(venue: &Venue) -> impl Iterator<Item = DeliveredItem<'_>> {
    venue
        .manifests
        .iter()
        .flat_map(|manifest| manifest.items.iter().map(move |item| (manifest, item)))
}

fn manifest_item(venue: &Venue, (manifest, item): &DeliveredItem<'_>) -> Value {
    let product = venue.products.get(item.product_id);
    let (first, second) = product.and_then(|product| product.potency).unzip();
    let quantity = Thousandths::from_units(item.quantity);
    let mut record = json!({
        "id": item.id,
        "manifest_id": manifest.id,
        "state": if manifest.accepted { "active" } else { "pending" },
        "supplier_quantity": quantity.to_number(),
        "accepted_quantity": if manifest.accepted { quantity } else { Thousandths::default() }.to_number(),
        "quantity_on_hand": if manifest.accepted { quantity } else { Thousandths::default() }.to_number(),
        "pre_return_quantity": null,
        "cost_per_unit": item.cost,
        "inventory_id": item.sku,
        "lot_number": format!("LOT-{}", item.id),
        "barcode": format!("0{}", item.id),
        "batch_number": format!("B-{}", manifest.id),
        "last_audit": null,
        "venue_room": "Sales floor",
        "harvest_date": null,
        "thc_measure": percentage(first),
        "cbd_measure": percentage(second),
        "coa_url": null,
        "created_at": manifest.created_at.to_rfc3339(),
        "updated_at": manifest.updated_at.to_rfc3339(),
    });
    if let Some(product) = product {
        add_manifest_item(&mut record, venue, product, manifest, item);
    }
    record
}

/// Lists the items of manifests.
pub(super) fn manifest_items_v2(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let rows = updated(call, venue, delivered_items(venue), |(manifest, _)| {
        manifest.updated_at
    });
    Ok(page(call, "manifest_items", &rows, |row| {
        manifest_item(venue, row)
    })
    .into())
}

/// Lists the items of manifests of version 1, as `restocks`.
pub(super) fn manifest_items_v1(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let rows = updated(call, venue, delivered_items(venue), |(manifest, _)| {
        manifest.updated_at
    });
    let to_json = |(manifest, item): &DeliveredItem<'_>| {
        let product = venue.products.get(item.product_id);
        let (first, second) = product.and_then(|product| product.potency).unzip();
        let mut record = json!({
            "restockId": item.id,
            "parent_id": null,
            "utcDate": manifest.updated_at.to_rfc3339(),
            "quantity": item.quantity,
            "quantityInStock": item.quantity,
            "costPerUnit": item.cost,
            "productId": item.product_id,
            "inventoryId": item.sku,
            "thcMeasure": percentage(first),
            "cbdMeasure": percentage(second),
            "created_at": manifest.created_at.to_rfc3339(),
            "updated_at": manifest.updated_at.to_rfc3339(),
        });
        if let Some(product) = product {
            add_manifest_item(&mut record, venue, product, manifest, item);
        }
        record
    };
    Ok(page(call, "restocks", &rows, to_json).into())
}

/// Lists manifests with their items.
pub(super) fn manifests(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let zone = venue.profile.zone();
    let rows = updated(call, venue, venue.manifests.iter(), |manifest| {
        manifest.updated_at
    });
    let to_json = |manifest: &&Manifest| {
        let quantity: i64 = manifest.items.iter().map(|item| item.quantity).sum();
        let accepted = |value: i64| if manifest.accepted { value } else { 0 };
        let items: Vec<Value> = manifest
            .items
            .iter()
            .map(|item| manifest_item(venue, &(*manifest, item)))
            .collect();
        let mut record = json!({
            "id": manifest.id,
            "reference_no": format!("M-{}", manifest.id),
            "supplier": manifest.supplier,
            "state": if manifest.accepted { "accepted" } else { "pending" },
            "transfer_date": manifest.created_at.date(&zone).to_string(),
            "delivery_time": manifest.updated_at.to_rfc3339(),
            "notes": null,
            "accepted_at": manifest.accepted.then(|| manifest.updated_at.to_rfc3339()),
            "accepted_by": manifest.accepted_by,
            "received_cost": manifest.cost(),
            "accepted_cost": accepted(manifest.cost()),
            "received_quantity": quantity,
            "accepted_quantity": accepted(quantity),
            "has_marijuana": venue.profile.vertical == "cannabis",
            "import_source": "manual",
            "discount": 0,
            "manifest_items": items,
            "created_at": manifest.created_at.to_rfc3339(),
            "updated_at": manifest.updated_at.to_rfc3339(),
        });
        add_manifest(&mut record, venue, manifest);
        record
    };
    Ok(page(call, "manifests", &rows, to_json).into())
}
