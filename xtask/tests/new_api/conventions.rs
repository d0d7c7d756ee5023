//! Lists with other conventions than those of the other APIs, and deprecated items.

use crate::copy::Copy;

/// Adds a resource to `spec/weather`.
pub(crate) fn write(copy: &Copy) {
    let api = copy.text("spec/weather/api.yaml");
    copy.put("spec/weather/api.yaml", api + CONVENTIONS);
    copy.put("spec/weather/reading.yaml", READING);
}

const CONVENTIONS: &str = r#"
pagination:
  page_number:
    page_parameter: p
    per_page_parameter: size
    first_page: 0
    totals: { total_records: count, total_pages: pages }
filters:
  parameter: "filter[{field}][{predicate}]"
  predicates: { after: is later than this, is: is this }
  greater_than: after
"#;

const READING: &str = r#"
resource: reading
source: Readings
doc: The readings of weather stations.
enums:
  Scale: { doc: A scale., values: { celsius: ~, kelvin: { doc: Kelvin., deprecated: Use `celsius`. } } }
records:
  Reading:
    doc: A reading.
    fields:
      id: integer
      changed_at: datetime
      scale: Scale
      pressure: { type: integer, doc: The pressure., deprecated: Use `hectopascals`. }
      hectopascals: decimal strict
bodies:
  Calibration:
    doc: A calibration.
    fields: { offset: decimal required, factor: { type: decimal, deprecated: Use `offset`. } }
operations:
  list_readings:
    doc: Lists readings.
    http: GET /readings
    query: { station: string deprecated }
    filters: { changed_at: { after: date }, scale: { is: Scale } }
    pagination: { item: Reading, items_key: readings, per_page: 50, sync: { watermark: changed_at, id: id } }
    statuses: [200]
  latest_reading:
    doc: Reads the latest reading.
    deprecated: Use `list_readings`.
    http: GET /readings/latest
    response: Reading
    statuses: [200]
  calibrate:
    doc: Calibrates a station.
    http: PUT /calibration
    request_body: Calibration
    response: Reading
    statuses: [200]
    retry: { idempotent: The calibration is replaced by the same one. }
"#;

/// A service that uses nothing that is deprecated.
pub(crate) const SERVICE: &str = r#"
//! Uses nothing that is deprecated.
#![deny(warnings)]

use weather_client::model::{Calibration, Reading, Scale};
use weather_client::Decimal;
use weather_client::{Calibrate, Client, Error, ListReadings, Reader};

async fn readings(client: &Client<Reader>) -> Result<Vec<Reading>, Error> {
    let list = ListReadings::new().page(0).scale_is(Scale::Celsius);
    Ok(client.send(list).await?.items)
}

async fn calibrate(client: &Client<Reader>, offset: Decimal) -> Result<Reading, Error> {
    client.send(Calibrate::new(Calibration::new(offset))).await
}

fn main() {
    let mut reading = Reading::default();
    reading.id = Some(1);
    let _ = (readings, calibrate, reading.clone() == reading);
}
"#;

/// A service that uses each deprecated item.
pub(crate) const LEGACY: &str = r#"
//! Uses what is deprecated.
use weather_client::model::{Calibration, Reading, Scale};
use weather_client::{LatestReading, ListReadings};

fn main() {
    let mut reading = Reading::default();
    reading.scale = Some(Scale::Kelvin);
    println!("{:?}", reading.pressure);
    let _ = Calibration::new(1.into()).factor(1.into());
    let _ = ListReadings::new().station("north");
    let _ = LatestReading::new();
}
"#;

/// The ends of what the compiler says of it.
pub(crate) const WARNINGS: [&str; 5] = [
    "::Scale::Kelvin`: Use `celsius`.",
    "::Reading::pressure`: Use `hectopascals`.",
    "::Calibration::factor`: Use `offset`.",
    "::ListReadings::station`",
    "::LatestReading`: Use `list_readings`.",
];
