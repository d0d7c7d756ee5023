//! Keys of manifests.

use serde_json::{Value, json};

use super::template::{Context, File, template};
use crate::state::decimal::percentage;
use crate::state::venue::Venue;
use crate::state::venue::manifest::Manifest;

static TEMPLATE: File = template!("manifest");

/// Adds the keys of version 2.
pub(crate) fn add_manifest(record: &mut Value, venue: &Venue, manifest: &Manifest) {
    let is_regulated = venue.profile.vertical == "cannabis";
    let excise_tax = if is_regulated {
        percentage(manifest.cost(), 15_000)
    } else {
        0
    };
    record["supplier_id"] = manifest.supplier_id.into();
    record["aasm_state"] = record["state"].clone();
    record["excise_tax"] = is_regulated.into();
    record["total_excise_tax"] = excise_tax.into();
    let context = Context {
        id: manifest.id,
        time: manifest.created_at,
        zone: &venue.profile.zone(),
        values: json!({ "venue": venue.profile.id }),
    };
    context.fill(record, &TEMPLATE);
}
