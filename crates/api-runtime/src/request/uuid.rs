//! Idempotency keys as texts.

/// A random number as a UUID of version 4.
pub(crate) fn uuid(number: u128) -> String {
    let (version, variant) = (0xf << 76, 0b11 << 62);
    let number = number & !(version | variant) | 0x4 << 76 | 0b10 << 62;
    let hex = format!("{number:032x}");
    let parts = [
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..],
    ];
    parts.join("-")
}
