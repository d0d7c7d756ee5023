//! Times of chrono, jiff and time, by way of `SystemTime`.

use std::time::SystemTime;

use pos_v3_client::api_wire::Timestamp;

#[test]
fn times_are_those_of_other_crates() -> Result<(), Box<dyn std::error::Error>> {
    let time: Timestamp = "2026-11-22T10:00:00.25Z".parse()?;
    let system = SystemTime::try_from(time)?;

    // ANCHOR: chrono
    let of_chrono = chrono::DateTime::<chrono::Utc>::from(SystemTime::try_from(time)?);
    assert_eq!(Timestamp::from(SystemTime::from(of_chrono)), time);
    // ANCHOR_END: chrono
    assert_eq!(of_chrono.timestamp_millis(), time.millis());

    let of_jiff = jiff::Timestamp::try_from(system)?;
    assert_eq!(of_jiff.as_millisecond(), time.millis());
    assert_eq!(Timestamp::from(SystemTime::from(of_jiff)), time);

    let of_time = ::time::OffsetDateTime::from(system);
    assert_eq!(of_time.unix_timestamp(), time.seconds());
    assert_eq!(Timestamp::from(SystemTime::from(of_time)), time);
    Ok(())
}
