//! Every field of a payment is expected.

use payments_client::jiff::civil::date;
use payments_client::model::Submission;

fn main() {
    let _ = Submission {
        request_uid: "a1".into(),
        order_number: "A-1".into(),
        order_description: "Two lamps".into(),
        pay_date: date(2026, 12, 1),
    };
}
