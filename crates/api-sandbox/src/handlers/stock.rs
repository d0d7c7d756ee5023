//! Inventories, manifests with their items, and coupons, in versions 2 and 1.

use serde_json::{Value, json};

use super::paging::{page, updated};
use super::{Call, Outcome};
use crate::state::World;
use crate::state::decimal::Milli;
use crate::state::venue::Venue;
use crate::state::venue::product::{Product, Variation};
use crate::state::venue::stock::{COUPONS, Coupon, Manifest, ManifestItem};

type Stocked<'v> = (&'v Product, &'v Variation);

fn stocked(venue: &Venue) -> impl Iterator<Item = Stocked<'_>> {
    venue.products().iter().flat_map(|product| {
        product
            .variations
            .iter()
            .map(move |variation| (product, variation))
    })
}

fn measure(amount: Option<Milli>) -> Value {
    amount.map(|amount| format!("{}%", amount.text())).into()
}

/// Lists what is in stock, one record for each price.
pub(super) fn inventories_v2(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let rows = updated(call, venue, stocked(venue), |(product, _)| {
        product.updated_at
    });
    let shown = |(product, variation): &Stocked<'_>| {
        let (first, second) = product.potency.unzip();
        json!({
            "id": variation.sku,
            "product_id": product.id,
            "name": format!("{} {}", product.name, variation.name),
            "unit": variation.unit_type,
            "price": variation.cents,
            "med_price": variation.medical_cents,
            "last_price": variation.cents,
            "cost": variation.cost,
            "quantity_on_hand": variation.on_hand.number(),
            "sellable_quantity": variation.on_hand.number(),
            "ecomm_quantity": variation.on_hand.number(),
            "vendor": variation.supplier,
            "vendor_license": "DEMO-S-1",
            "brand": product.brand,
            "category": product.group.name,
            "flower_type": product.flower_type,
            "product_type": product.group.product_type,
            "product_family": product.group.name,
            "description": format!("{} by {}.", product.name, product.brand),
            "image": [format!("https://img.example/product/{}-md.jpg", product.id)],
            "active": true,
            "bulk_item": false,
            "strain": product.strain,
            "thc_measure": measure(first),
            "cbd_measure": measure(second),
            "sku": format!("SKU-{}", variation.sku),
            "discountable": true,
            "tier_name": null,
            "created_at": product.created_at.text(),
            "updated_at": product.updated_at.text(),
            "rooms": [{ "Sales floor": variation.on_hand.text() }],
        })
    };
    Ok(page(call, "inventory", &rows, shown).into())
}

/// Lists what is in stock as version 1 does: as `products`, with its own names.
pub(super) fn inventories_v1(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let rows = updated(call, venue, stocked(venue), |(product, _)| {
        product.updated_at
    });
    let shown = |(product, variation): &Stocked<'_>| {
        let (first, second) = product.potency.unzip();
        json!({
            "productId": product.id,
            "internal_product_identifier": product.guid,
            "name": product.name,
            "display_name": format!("{} {}", product.name, variation.name),
            "unit": variation.unit_type,
            "price": variation.cents,
            "quantityInStock": variation.on_hand.number(),
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
            "active": true,
            "bulkitem": false,
            "strain": product.strain,
            "thcMeasure": measure(first),
            "cbdMeasure": measure(second),
            "sku": format!("SKU-{}", variation.sku),
            "discountable": true,
            "tier_name": null,
            "doh_compliant": false,
            "effects": [],
            "flavors": [],
            "rooms": [{ "Sales floor": variation.on_hand.text() }],
            "created_at": product.created_at.text(),
            "updated_at": product.updated_at.text(),
        })
    };
    Ok(page(call, "products", &rows, shown).into())
}

type Delivered<'v> = (&'v Manifest, &'v ManifestItem);

fn delivered(venue: &Venue) -> impl Iterator<Item = Delivered<'_>> {
    venue
        .manifests()
        .iter()
        .flat_map(|manifest| manifest.items.iter().map(move |item| (manifest, item)))
}

fn manifest_item(venue: &Venue, (manifest, item): &Delivered<'_>) -> Value {
    let product = &venue.products()[item.product];
    let (first, second) = product.potency.unzip();
    let quantity = Milli::units(item.quantity);
    json!({
        "id": item.id,
        "manifest_id": manifest.id,
        "state": if manifest.accepted { "active" } else { "pending" },
        "supplier_quantity": quantity.number(),
        "accepted_quantity": if manifest.accepted { quantity } else { Milli::default() }.number(),
        "quantity_on_hand": if manifest.accepted { quantity } else { Milli::default() }.number(),
        "pre_return_quantity": null,
        "cost_per_unit": item.cost,
        "inventory_id": product.variations.first().map(|variation| variation.sku),
        "lot_number": format!("LOT-{}", item.id),
        "barcode": format!("0{}", item.id),
        "batch_number": format!("B-{}", manifest.id),
        "last_audit": null,
        "venue_room": "Sales floor",
        "harvest_date": null,
        "thc_measure": measure(first),
        "cbd_measure": measure(second),
        "coa_url": null,
        "created_at": manifest.created_at.text(),
        "updated_at": manifest.updated_at.text(),
    })
}

/// Lists the items of deliveries.
pub(super) fn manifest_items_v2(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let rows = updated(call, venue, delivered(venue), |(manifest, _)| {
        manifest.updated_at
    });
    Ok(page(call, "manifest_items", &rows, |row| {
        manifest_item(venue, row)
    })
    .into())
}

/// Lists the items of deliveries as version 1 does: as `restocks`.
pub(super) fn manifest_items_v1(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let rows = updated(call, venue, delivered(venue), |(manifest, _)| {
        manifest.updated_at
    });
    let shown = |(manifest, item): &Delivered<'_>| {
        let product = &venue.products()[item.product];
        let (first, second) = product.potency.unzip();
        json!({
            "restockId": item.id,
            "parent_id": null,
            "utcDate": manifest.updated_at.text(),
            "quantity": item.quantity,
            "quantityInStock": item.quantity,
            "costPerUnit": item.cost,
            "productId": product.id,
            "inventoryId": product.variations.first().map(|variation| variation.sku),
            "thcMeasure": measure(first),
            "cbdMeasure": measure(second),
            "created_at": manifest.created_at.text(),
            "updated_at": manifest.updated_at.text(),
        })
    };
    Ok(page(call, "restocks", &rows, shown).into())
}

/// Lists deliveries with their items.
pub(super) fn manifests(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let zone = venue.facts.zone();
    let rows = updated(call, venue, venue.manifests().iter(), |manifest| {
        manifest.updated_at
    });
    let shown = |manifest: &&Manifest| {
        let quantity: i64 = manifest.items.iter().map(|item| item.quantity).sum();
        let accepted = |value: i64| if manifest.accepted { value } else { 0 };
        let items: Vec<Value> = manifest
            .items
            .iter()
            .map(|item| manifest_item(venue, &(*manifest, item)))
            .collect();
        json!({
            "id": manifest.id,
            "reference_no": format!("M-{}", manifest.id),
            "supplier": manifest.supplier_name(),
            "state": if manifest.accepted { "accepted" } else { "pending" },
            "transfer_date": manifest.created_at.day(&zone).to_string(),
            "delivery_time": manifest.updated_at.text(),
            "notes": null,
            "accepted_at": manifest.accepted.then(|| manifest.updated_at.text()),
            "accepted_by": manifest.accepted.then_some("Paul Sample"),
            "received_cost": manifest.cost(),
            "accepted_cost": accepted(manifest.cost()),
            "received_quantity": quantity,
            "accepted_quantity": accepted(quantity),
            "has_marijuana": venue.facts.vertical == "cannabis",
            "import_source": "manual",
            "discount": 0,
            "manifest_items": items,
            "created_at": manifest.created_at.text(),
            "updated_at": manifest.updated_at.text(),
        })
    };
    Ok(page(call, "manifests", &rows, shown).into())
}

/// Lists coupons. The key of the list is not shown; `coupons` is the sandbox's own choice.
pub(super) fn coupons_v2(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let written = venue
        .products()
        .first()
        .map(|product| product.created_at.text());
    let shown = |coupon: &Coupon| {
        json!({
            "id": coupon.id,
            "kind": "discount",
            "applies_to": "cart",
            "auto_apply": false,
            "allow_stacking": false,
            "name": coupon.name,
            "active": coupon.active,
            "points": "0",
            "redeemable_once": false,
            "manager_approve": false,
            "venue_id": venue.facts.id,
            "amount": coupon.amount,
            "coupon_type": if coupon.percent { "percent" } else { "amount" },
            "image": { "url": null },
            "product_ids": [""],
            "customer_type": "recreational",
            "min_weight": "0.0",
            "days": if coupon.id == 313 { vec!["thu"] } else { Vec::new() },
            "profile_type": "any",
            "first_sale": false,
            "is_private": false,
            "clicks": 0,
            "external_redemption_failure_count": 0,
            "created_at": written,
            "updated_at": written,
        })
    };
    let mut reply = page(call, "coupons", &COUPONS, shown);
    reply.insert("code".to_owned(), 1.into());
    Ok(reply.into())
}

/// Lists coupons as version 1 does.
pub(super) fn coupons_v1(world: &mut World, call: &mut Call) -> Outcome {
    call.venue(world)?;
    let shown = |coupon: &Coupon| {
        json!({
            "id": coupon.id,
            "name": coupon.name,
            "display_name": coupon.name,
            "kind": "discount",
            "amount": coupon.amount,
            "coupon_type": if coupon.percent { "percent" } else { "amount" },
            "applies_to": "cart",
            "auto_apply": false,
            "customer_type": "recreational",
        })
    };
    let mut reply = page(call, "coupons", &COUPONS, shown);
    reply.insert("code".to_owned(), 1.into());
    Ok(reply.into())
}
