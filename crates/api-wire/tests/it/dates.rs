//! The calendar, and instants.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use api_wire::{Date, Timestamp};

const SECONDS_OF_A_DAY: i64 = 86_400;

/// The days since 1970-01-01.
fn days(date: Date) -> i64 {
    let midnight: Timestamp = format!("{date}T00:00:00Z").parse().unwrap();
    assert_eq!(midnight.utc_date(), date);
    midnight.seconds() / SECONDS_OF_A_DAY
}

#[test]
fn the_days_of_four_hundred_years_follow_each_other() {
    // After that, the calendar repeats itself.
    let mut expected = days(Date::new(1800, 1, 1).unwrap());
    for year in 1800..2200 {
        let mut count = 0;
        for month in 1..=12 {
            for day in 1..=31 {
                if let Ok(date) = Date::new(year, month, day) {
                    let time = Timestamp::new(expected * SECONDS_OF_A_DAY, 0).unwrap();
                    assert_eq!(time.utc_date(), date);
                    if day == 1 {
                        assert_eq!(days(date), expected, "{date}");
                    }
                    (expected, count) = (expected + 1, count + 1);
                }
            }
        }
        let is_leap_year = year % 4 == 0 && (year % 100 != 0 || year == 2000);
        assert_eq!(count, if is_leap_year { 366 } else { 365 }, "{year}");
    }
    assert_eq!(days(Date::new(1970, 1, 1).unwrap()), 0);
    assert_eq!(days(Date::MIN), -719_528);
    assert_eq!(days(Date::MAX), 2_932_896);
}

#[test]
fn days_that_no_calendar_has_are_errors() {
    for (year, month, day) in [
        (2026, 0, 1),
        (2026, 13, 1),
        (2026, 1, 0),
        (2026, 1, 32),
        (2026, 4, 31),
        (2026, 2, 29),
        (1900, 2, 29),
        (10_000, 1, 1),
    ] {
        assert!(Date::new(year, month, day).is_err(), "{year} {month} {day}");
    }
    assert!(Date::new(2000, 2, 29).is_ok() && Date::new(2024, 2, 29).is_ok());
}

#[test]
fn the_range_of_instants_is_that_of_their_text() {
    assert_eq!(Timestamp::MIN.to_string(), "0000-01-01T00:00:00Z");
    assert_eq!(Timestamp::MAX.to_string(), "9999-12-31T23:59:59.999999999Z");
    assert_eq!(Timestamp::MAX.millis(), 253_402_300_799_999);
    for time in [Timestamp::MIN, Timestamp::MAX, Timestamp::UNIX_EPOCH] {
        assert_eq!(time.to_string().parse(), Ok(time));
    }
    assert!(Timestamp::new(Timestamp::MAX.seconds() + 1, 0).is_err());
    assert!(Timestamp::new(Timestamp::MIN.seconds() - 1, 0).is_err());
    assert!(Timestamp::new(0, 1_000_000_000).is_err());
    assert_eq!(Timestamp::MAX.utc_date(), Date::MAX);
    assert_eq!(Timestamp::MIN.utc_date(), Date::MIN);
}

#[test]
fn arithmetic_carries_and_stops_at_the_range() {
    let time = Timestamp::new(-1, 999_999_999).unwrap();
    let (nanosecond, epoch) = (Duration::from_nanos(1), Timestamp::UNIX_EPOCH);
    assert_eq!(time.checked_add(nanosecond), Some(epoch));
    assert_eq!(epoch.checked_sub(nanosecond), Some(time));
    assert_eq!(epoch.saturating_duration_since(time), nanosecond);
    assert_eq!(time.saturating_duration_since(epoch), Duration::ZERO);
    assert_eq!(Timestamp::MAX.checked_add(nanosecond), None);
    assert_eq!(Timestamp::MIN.checked_sub(nanosecond), None);
    assert_eq!(time.checked_add(Duration::MAX), None);
    assert_eq!(time.checked_sub(Duration::MAX), None);
    assert_eq!(time + Duration::MAX, Timestamp::MAX);
    assert_eq!(time - Duration::MAX, Timestamp::MIN);
}

#[test]
fn a_time_of_the_system_is_the_same_instant() {
    let nanosecond = Duration::from_nanos(1);
    for (text, system) in [
        ("1969-12-31T23:59:59.999999999Z", UNIX_EPOCH - nanosecond),
        ("1970-01-01T00:00:00Z", UNIX_EPOCH),
        (
            "2026-02-14T12:00:00.5Z",
            UNIX_EPOCH + Duration::from_millis(1_771_070_400_500),
        ),
    ] {
        let time: Timestamp = text.parse().unwrap();
        assert_eq!(SystemTime::try_from(time).unwrap(), system, "{text}");
        assert_eq!(Timestamp::from(system), time, "{text}");
    }
    let far = UNIX_EPOCH + Duration::from_secs(1 << 40);
    assert_eq!(Timestamp::from(far), Timestamp::MAX);
}
