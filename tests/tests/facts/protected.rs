//! Facts that would cost money or privacy if they changed by a slip, written by hand from the documents. The
//! generated crates have them, and no others of their kinds.

use std::collections::BTreeSet;

use api_runtime::__generated::Retry;
use api_runtime::Method;
use api_wire::Field;

use crate::list;

/// How each write is repeated; then what proves that it was done, by what a lost one is found, and under
/// which name journals keep it, which never changes: a key that was sent would be sent again. All other
/// operations are `GET` requests, which are repeated.
const WRITES: &str = "
payments create_request: Never; proven by /Payload; kept as create_request
payments submit_request: Never; found by RequestUid OrderNumber; kept as submit_request
payments refund_request: Never; found by RequestUid; kept as refund_request
payments adjust_request: Never; found by RequestUid OrderNumber; kept as adjust_request
payments addendum_request: Never; proven by /Payload; found by RequestUid; kept as addendum_request
pos-v1 create_incoming_order: UniqueKey reference_no; proven by /incoming_order/id; found by reference_no; kept as create_incoming_order
pos-v1 create_incoming_quote: Harmless; kept as create_incoming_quote
pos-v1 patch_incoming_quote: Never; found by id; kept as patch_incoming_quote
pos-v1 finalize_incoming_quote: Never; found by id; kept as finalize_incoming_quote
pos-v1 update_incoming_quote: Harmless; found by reference_id; kept as update_incoming_quote
pos-v2 create_customer: Never; proven by /customer/id; kept as create_customer
pos-v2 update_customer: Never; proven by /customer/id; found by id; kept as update_customer
pos-v3 create_incoming_order: UniqueKey reference_no; proven by /incoming_order/id; found by reference_no; kept as create_incoming_order
pos-v3 create_incoming_quote: Harmless; kept as create_incoming_quote
pos-v3 update_incoming_quote: Harmless; found by reference_id; kept as update_incoming_quote
";

/// Fields that are hidden wherever a value is printed.
const SECRET: &str = "
pos NewIncomingOrder: status_callback
pos MenuFeed: feed_key
pos-v1 Customer: token
pos-v1 IncomingOrderDetails: status_callback oauth_token otp
pos-v1 QuoteDetails: oauth_token otp
pos-v2 Customer: token core_token one_time_pin
pos-v2 User: encrypted_password confirmation_token reset_password_token remember_token
    temporary_initial_password nfc sts_api_key
pos-v1 GetMenuFeed: id
pos-v1 GetMenuFeedOptions: menu_feed_id
pos-v2 GetMenuFeed: id
pos-v2 GetMenuFeedOptions: menu_feed_id
pos-v3 GetMenuFeed: menu_feed_key
pos-v3 ListedVenue: venue_token
";

/// Fields with personal data, which are hidden unless a caller asks for them.
const PERSONAL: &str = "
payments NewPaymentRequest: user_business_address user_business_city user_business_name
    user_business_state_code user_business_zip user_email user_first_name user_last_name user_phone
pos IncomingOrder: first_name last_name notes
pos NewIncomingOrder: first_name last_name email telephone address city state_abbrev zipcode notes
pos DeliveryAddress: address city state_abbrev zipcode
pos QuoteCustomer: first_name last_name email telephone
pos-v1 Customer: gender loyalty_number birthday first_name full_name id_number id_expiration id_type
    profile_image last_name telephone zipcode address city referral_code state email country
    employee_hire_date medical_card medical_card_exp caregiver_id caregiver_id_exp ext_signature_src
    certifying_provider custom_allotment medical_card_state medical_card_effective birthyear phone
pos-v1 Employee: first_name
pos-v1 IncomingOrderDetails: first_name last_name notes telephone email processed_by saved_order_data
    address city state_abbrev zipcode country lat lng internal_notes planned_route created_by
    cancellation_notes ip
pos-v1 QuoteDetails: telephone address city state_abbrev zipcode country last_name first_name email notes
    ip
pos-v1 Inventory: updated_by
pos-v1 ManifestItem: updated_by
pos-v1 SalesHistory: age gender customer_name employee_name medical_card medical_card_exp
    medical_card_effective
pos-v2 Coupon: created_by
pos-v2 Customer: gender loyalty_number birthday first_name full_name id_number id_expiration id_type
    profile_image last_name telephone zipcode address city referral_code state email country
    employee_hire_date medical_card medical_card_exp caregiver_id caregiver_id_exp ext_signature_src
    certifying_provider custom_allotment medical_card_state medical_card_effective core_consumer_ref
    middle_name doctor_id caregiver_first_name caregiver_last_name recommendation_issue_date
    refills_authorized
pos-v2 SavedCustomer: first_name last_name birth_year gender telephone email signature address zipcode
    city state birthday
pos-v2 ListCustomers: telephone_eq
pos-v2 NewCustomer: first_name last_name gender telephone email signature address zipcode city state
    birthday
pos-v2 CustomerUpdate: first_name last_name gender email signature address zipcode city state birthday
pos-v2 Inventory: updated_by
pos-v2 Manifest: accepted_by driver_name driver_id driver_dob license_plate route_ courier_license_number
    external_driver_id
pos-v2 ManifestItem: updated_by
pos-v2 SalesHistory: age gender customer_name employee_name medical_card medical_card_exp
    medical_card_effective pmp_file
pos-v2 TerminalTill: opened_by closed_by reviewed_by
pos-v2 User: company first_name last_name telephone email address city state zip bank_routing
    bank_account ein user_image_source current_business_bank other_social_info current_sign_in_ip
    last_sign_in_ip uid
";

/// Amounts, and what contains them: a value of another type is an error, not a default.
const STRICT: &str = "
pos OrderItem: price discount tax
pos IncomingOrder: order_items
pos IncomingOrderResponse: order_items
pos QuoteFulfillment: tip_amount processing_fee tip_calculated
pos QuoteItem: discount price
pos QuoteTax: amount
pos QuoteTotals: subtotal discount tax total
pos QuoteLimits: sum_per_limit
pos Quote: items taxes totals limits
pos-v1 IncomingOrderDetails: order_items total tip_amount payment_amount tip_calculated processing_fee
pos-v1 IncomingOrderDetailsResponse: order_items
pos-v1 QuoteDetails: items taxes totals limits subtotal tax discount total tip_amount tip_calculated
    processing_fee payment_amount
";

#[test]
fn writes_are_repeated_and_found_as_documented() {
    let mut writes = Vec::new();
    for package in list::packages() {
        for info in &package.operations {
            if (info.method, info.retry) == (Method::Get, Retry::Safe) {
                continue;
            }
            let retry = match info.retry {
                Retry::UniqueKey(field) => format!("UniqueKey {field}"),
                retry => format!("{retry:?}"),
            };
            let mut line = format!("{} {}: {retry}", package.name, info.name);
            for (words, names) in [
                ("proven by", info.essential),
                ("found by", info.reconcile_by),
            ] {
                if !names.is_empty() {
                    line += &format!("; {words} {}", names.join(" "));
                }
            }
            writes.push(format!("{line}; kept as {}", info.journal_id));
        }
    }
    assert_same(WRITES, writes);
}

#[test]
fn secrets_personal_data_and_strict_amounts_are_marked() {
    assert_same(SECRET, marked(Field::is_secret));
    assert_same(
        PERSONAL,
        marked(|field| field.is_sensitive() && !field.is_secret()),
    );
    assert_same(STRICT, marked(Field::is_strict));
}

/// The fields with a mark, by record, body or operation.
fn marked(has_mark: fn(&Field) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for package in list::packages() {
        let schemas = package.schemas.iter();
        let tables = schemas.map(|schema| (schema.name(), schema.fields()));
        for (name, fields) in tables.chain(package.parameters) {
            let fields = fields.iter().filter(|field| has_mark(field));
            let fields: Vec<&str> = fields.map(Field::name).collect();
            if !fields.is_empty() {
                let fields = fields.join(" ");
                found.push(format!("{} {name}: {fields}", package.name));
            }
        }
    }
    found
}

/// A line that begins with a space continues the one before.
fn assert_same(expected: &str, found: Vec<String>) {
    let expected = expected.trim().replace("\n   ", "");
    let expected: BTreeSet<&str> = expected.lines().collect();
    let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
    let missing: Vec<_> = expected.difference(&found).collect();
    let unexpected: Vec<_> = found.difference(&expected).collect();
    assert!(
        missing.is_empty() && unexpected.is_empty(),
        "the crates lack {missing:#?}\nand have instead {unexpected:#?}"
    );
}
