//! Keys of manifests.

use serde_json::Value;

use super::{Detail, add, add_optional};
use crate::state::decimal::percentage;
use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::manifest::Manifest;

/// Adds the keys of version 2.
pub(crate) fn add_manifest(record: &mut Value, venue: &Venue, manifest: &Manifest) {
    let zone = venue.profile.zone();
    let is_regulated = venue.profile.vertical == "cannabis";
    let state = if manifest.accepted {
        "accepted"
    } else {
        "pending"
    };
    let excise_tax = if is_regulated {
        percentage(manifest.cost(), 15_000)
    } else {
        0
    };
    add(
        record,
        [
            ("supplier_id", manifest.supplier_id.into()),
            ("aasm_state", state.into()),
            ("excise_tax", is_regulated.into()),
            ("total_excise_tax", excise_tax.into()),
        ],
    );
    let hours = |hours: i64| {
        let time = manifest.created_at.add_millis(Time::HOUR_MILLIS * hours);
        Value::from(time.to_rfc3339())
    };
    let id = manifest.id;
    let transfer: [Detail; 22] = [
        ("notes", "Ring at the back door.".into()),
        ("api_id", format!("api-{id}").into()),
        ("pickup_time", hours(2)),
        ("transportation_type", "delivery".into()),
        ("destination_id", venue.profile.id.into()),
        ("driver_name", "Dan Draper".into()),
        ("driver_id", "D-1042".into()),
        ("driver_dob", "1988-04-17".into()),
        ("vehicle_id", "V-7".into()),
        ("vehicle_year", 2021.into()),
        ("vehicle_color", "white".into()),
        ("vehicle_model", "Transit".into()),
        ("vehicle_make", "Ford".into()),
        ("license_plate", "DEMO-77".into()),
        ("courier_id", 14.into()),
        ("type", "transfer".into()),
        ("route", "Highway 6 west, exit 12.".into()),
        ("courier_license_number", "DEMO-C-14".into()),
        ("voided_lot_numbers", format!("LOT-{id}").into()),
        ("transferred_at", hours(6)),
        ("voided_at", hours(30)),
        ("incoming_created_at", hours(0)),
    ];
    add_optional(record, id, transfer);
    let day = manifest.created_at.date(&zone);
    let external: [Detail; 9] = [
        ("estimated_departed_at", hours(2)),
        ("estimated_arrival_at", hours(5)),
        ("venue_destination_id", venue.profile.id.into()),
        ("json_filename", format!("manifest-{day}.json").into()),
        ("external_driver_id", "ext-1042".into()),
        ("external_vehicle_id", "ext-7".into()),
        ("sts_license_id", 901.into()),
        ("payment_method", "ACH".into()),
        ("core_external_ref", format!("core-{id}").into()),
    ];
    add_optional(record, id, external);
    let pdf = format!("https://files.example/manifests/{id}.pdf");
    add_optional(record, id, [("external_pdf", pdf.into())]);
}
