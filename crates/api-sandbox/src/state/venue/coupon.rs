//! Coupons.

/// A coupon.
pub(crate) struct Coupon {
    pub(crate) id: i64,
    pub(crate) name: &'static str,
    /// In percent or in cents.
    pub(crate) amount: i64,
    pub(crate) percent: bool,
    pub(crate) active: bool,
}

const fn coupon(id: i64, name: &'static str, amount: i64, percent: bool, active: bool) -> Coupon {
    Coupon {
        id,
        name,
        amount,
        percent,
        active,
    }
}

/// The coupons of every venue.
pub(crate) const COUPONS: [Coupon; 4] = [
    coupon(311, "Ten percent off", 10, true, true),
    coupon(312, "Five off", 500, false, true),
    coupon(313, "Quarter off on Thursdays", 25, true, true),
    coupon(314, "Last year's summer sale", 50, true, false),
];
