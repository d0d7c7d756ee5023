//! The fields, defaults, `documented_required` marks and maximum lengths of every generated record.
//!
//! The expectations are in `fixtures/counts.txt`, counted by hand. The fields are looked up in the
//! schemas that reading and writing use, the rest in the OpenAPI documents.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use api_runtime::Api;
use api_wire::{Decimal, Fields, Schema};
use serde_json::Value;
use tests::fixture;

/// One record of the file.
#[derive(Default)]
struct Counted {
    name: String,
    numbers: [usize; 4],
    names: Vec<String>,
    defaults: Vec<String>,
    required: Vec<String>,
    bounds: Vec<String>,
    merged: Vec<String>,
}

fn counted() -> Vec<Counted> {
    let text = fs::read_to_string(fixture::folder().join("counts.txt")).unwrap();
    // A line that is indented twice continues the line before it.
    let text = text.replace("\n        ", " ");
    let mut records: Vec<Counted> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(line) = line.strip_prefix("    ") {
            let (key, list) = line.split_once(": ").unwrap();
            let names = || list.split(", ").map(str::to_owned).collect();
            let record = records.last_mut().unwrap();
            match key {
                "names" => record.names = names(),
                "defaults" => record.defaults = names(),
                "required" => record.required = names(),
                "bounds" => record.bounds = names(),
                "merged" if !list.starts_with("none") => {
                    record.merged = list.split("; ").map(str::to_owned).collect();
                }
                "merged" | "from" | "note" => {}
                _ => panic!("{line}"),
            }
        } else if !line.is_empty() {
            let (name, numbers) = line.split_once(" fields=").unwrap();
            let mut numbers = numbers.split(' ').map(|part| {
                let number = part.split_once('=').map_or(part, |(_, number)| number);
                number.parse().unwrap()
            });
            records.push(Counted {
                name: name.to_owned(),
                numbers: [(); 4].map(|()| numbers.next().unwrap()),
                ..Counted::default()
            });
        }
    }
    records
}

/// The generated record of a record in the file.
struct Generated {
    counted: &'static str,
    document: &'static str,
    schema: &'static str,
    record_schema: &'static Schema,
    /// Fields of the schema that the file lacks.
    additional: &'static [&'static str],
    /// Fields of the file that the schema lacks: the client fills them in.
    filled: &'static [&'static str],
}

fn new_generated(
    counted: &'static str,
    document: &'static str,
    schema: &'static str,
    fields: &dyn Fields,
) -> Generated {
    Generated {
        counted,
        document,
        schema,
        record_schema: fields.schema(),
        additional: &[],
        filled: &[],
    }
}

macro_rules! generated {
    ($($counted:literal: $document:literal $schema:literal $record:expr, additional $additional:expr;)*) => {
        vec![$(Generated { additional: &$additional, ..new_generated($counted, $document, $schema, &$record) }),*]
    };
}

fn all_generated() -> Vec<Generated> {
    use {payments_model as p, pos_model as s, pos_v1_model as v1, pos_v2_model as v2};
    let amount = || Decimal::ONE;
    let day = || "2026-02-14".parse().unwrap();
    let uid = || p::RequestUid::from("u");
    let new = p::NewPaymentRequest {
        amount: amount(),
        user_business_address: String::new(),
        user_business_city: String::new(),
        user_business_name: String::new(),
        user_business_state_code: String::new(),
        user_business_zip: String::new(),
        user_email: String::new(),
        user_first_name: String::new(),
        user_last_name: String::new(),
        user_phone: String::new(),
    };
    let submission = p::Submission {
        request_uid: uid(),
        order_number: String::new(),
        order_description: String::new(),
        amount: amount(),
        pay_date: day(),
    };
    let adjustment = p::Adjustment {
        request_uid: uid(),
        amount: amount(),
        pay_date: day(),
        order_number: String::new(),
        order_description: String::new(),
        reason: String::new(),
    };
    let refund = p::Refund {
        request_uid: uid(),
        reason: String::new(),
    };
    let order_item = s::NewOrderItemRequired {
        product_parent_id: String::new(),
        product_id: 0.into(),
        quantity: 0,
    };
    let mut generated = generated! {
        "payments CreateRequest": "payments" "NewPaymentRequest" new, additional [];
        "payments SubmitRequest": "payments" "Submission" submission, additional [];
        "payments RefundRequest": "payments" "Refund" refund, additional [];
        "payments AdjustRequest": "payments" "Adjustment" adjustment, additional [];
        "payments AddendumRequest": "payments" "Addendum" p::Addendum::new("u", amount()), additional [];
        "pos TaxRate": "pos-v2" "TaxRate" s::TaxRate::default(), additional [];
        "pos VenueSettings": "pos-v2" "VenueSettings" s::VenueSettings::default(), additional [];
        "pos-v1 VenueInfo": "pos-v1" "VenueInfoWithCode" v1::VenueInfoWithCode::default(), additional [];
        "pos-v2 VenueInfo": "pos-v2" "VenueInfo" s::VenueInfo::default(), additional [];
        "pos-v3 ListedVenue": "pos-v3" "ListedVenue" pos_v3_model::ListedVenue::default(), additional [];
        "pos-v3 VenueList": "pos-v3" "VenueList" pos_v3_model::VenueList::default(), additional [];
        "pos MenuFeed": "pos-v3" "MenuFeed" s::MenuFeed::default(), additional [];
        "pos MenuGroup": "pos-v3" "MenuGroup" s::MenuGroup::default(), additional [];
        "pos ImageSet": "pos-v3" "ProductImageSet" s::ProductImageSet::default(), additional [];
        "pos MenuItemImage": "pos-v3" "MenuItemImage" s::MenuItemImage::default(), additional [];
        "pos MenuItem": "pos-v3" "MenuItem" s::MenuItem::default(), additional [];
        "pos Cannabinoid": "pos-v3" "Cannabinoid" s::Cannabinoid::default(), additional [];
        "pos Price": "pos-v3" "MenuPrice" s::MenuPrice::default(), additional [];
        // The documents can be read either way: the items are beside the order or in it.
        "pos IncomingOrder": "pos-v3" "IncomingOrder" s::IncomingOrder::default(), additional ["order_items"];
        "pos OrderItem": "pos-v3" "OrderItem" s::OrderItem::default(), additional [];
        "pos OrderReply": "pos-v3" "IncomingOrderResponse" s::IncomingOrderResponse::default(), additional [];
        // The full record is read in place of the response, so it has the other fields of the
        // response too.
        "pos-v1 IncomingOrderRecord": "pos-v1" "IncomingOrderDetails" v1::IncomingOrderDetails::default(),
            additional ["id", "order_items"];
        "pos NewIncomingOrder": "pos-v3" "NewIncomingOrder" s::NewIncomingOrder::new("", vec![]), additional [];
        "pos NewOrderItem": "pos-v3" "NewOrderItem" s::NewOrderItem::new(order_item), additional [];
        "pos QuoteRequest": "pos-v3" "NewQuote" s::NewQuote::new(vec![]), additional [];
        "pos QuoteFulfillment": "pos-v3" "QuoteFulfillment" s::QuoteFulfillment::default(), additional [];
        "pos DeliveryAddress": "pos-v3" "DeliveryAddress" s::DeliveryAddress::default(), additional [];
        "pos QuoteCustomer": "pos-v3" "QuoteCustomer" s::QuoteCustomer::default(), additional [];
        "pos QuotePayment": "pos-v3" "QuotePayment" s::QuotePayment::default(), additional [];
        "pos QuoteItem": "pos-v3" "QuoteItem" s::QuoteItem::default(), additional [];
        "pos TestResults": "pos-v3" "TestResults" s::TestResults::default(), additional [];
        "pos QuoteItemImage": "pos-v3" "QuoteProductImage" s::QuoteProductImage::default(), additional [];
        "pos Quote": "pos-v3" "Quote" s::Quote::default(), additional [];
        "pos QuoteTax": "pos-v3" "QuoteTax" s::QuoteTax::default(), additional [];
        "pos QuoteTotals": "pos-v3" "QuoteTotals" s::QuoteTotals::default(), additional [];
        "pos QuoteLimits": "pos-v3" "QuoteLimits" s::QuoteLimits::default(), additional [];
        "pos QuoteResponse": "pos-v3" "QuoteResponse" s::QuoteResponse::default(), additional [];
        // The read record is under the same key as the response, so it has the other fields of the
        // response too.
        "pos-v1 QuoteRecord": "pos-v1" "QuoteDetails" v1::QuoteDetails::default(), additional [
            "incoming_order_id", "venue_id", "fulfillment", "customer", "payment", "items", "taxes", "totals",
            "limits",
        ];
        "pos-v1 QuoteById": "pos-v1" "IncomingQuoteById" v1::IncomingQuoteById::default(), additional [];
        "pos-v2 Coupon": "pos-v2" "Coupon" v2::Coupon::default(), additional [];
        "pos-v2 CouponImage": "pos-v2" "CouponImage" v2::CouponImage::default(), additional [];
        "pos-v2 CouponBackgroundImage": "pos-v2" "CouponBackgroundImage" v2::CouponBackgroundImage::default(),
            additional [];
        "pos-v1 Coupon": "pos-v1" "Coupon" v1::Coupon::default(), additional [];
        // A customer is read by `id`, which the list does not name.
        "pos-v2 Customer": "pos-v2" "Customer" v2::Customer::default(), additional ["id"];
        "pos-v2 SavedCustomer": "pos-v2" "SavedCustomer" v2::SavedCustomer::default(), additional [];
        "pos-v1 Customer": "pos-v1" "Customer" v1::Customer::default(), additional [];
        "pos-v2 Inventory": "pos-v2" "Inventory" v2::Inventory::default(), additional [];
        "pos-v1 Inventory": "pos-v1" "Inventory" v1::Inventory::default(), additional [];
        "pos-v2 ManifestItem": "pos-v2" "ManifestItem" v2::ManifestItem::default(), additional [];
        "pos-v1 ManifestItem": "pos-v1" "ManifestItem" v1::ManifestItem::default(), additional [];
        "pos-v2 Manifest": "pos-v2" "Manifest" v2::Manifest::default(), additional [];
        "pos-v2 SalesHistory": "pos-v2" "SalesHistory" v2::SalesHistory::default(), additional [];
        "pos-v1 SalesHistory": "pos-v1" "SalesHistory" v1::SalesHistory::default(), additional [];
        "pos-v2 SalesItem": "pos-v2" "SaleItem" v2::SaleItem::default(), additional [];
        "pos-v1 SalesItem": "pos-v1" "TicketItem" v1::TicketItem::default(), additional [];
        "pos-v2 SalesTender": "pos-v2" "SalesTender" v2::SalesTender::default(), additional [];
        "pos-v2 DiscountEntry": "pos-v2" "AppliedDiscount" v2::AppliedDiscount::default(), additional [];
        "pos-v1 DiscountEntry": "pos-v1" "AppliedDiscount" v1::AppliedDiscount::default(), additional [];
        "pos-v2 TerminalTill": "pos-v2" "TerminalTill" v2::TerminalTill::default(), additional [];
        "pos-v2 User": "pos-v2" "User" v2::User::default(), additional [];
        "pos-v1 Employee": "pos-v1" "Employee" v1::Employee::default(), additional [];
        "pos OrderStatusCallback": "pos-v3" "OrderStatusEvent" s::OrderStatusEvent::default(), additional [];
    };
    generated[0].filled = &["ApiVersion", "ClientPubKey"];
    generated
}

fn set<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> BTreeSet<String> {
    names
        .into_iter()
        .map(|name| name.as_ref().to_owned())
        .collect()
}

fn document(name: &str) -> &'static Value {
    static DOCUMENTS: LazyLock<BTreeMap<&str, Value>> = LazyLock::new(|| {
        api_description::ALL
            .iter()
            .map(|(api, text)| (*api, serde_json::from_str(text).unwrap()))
            .collect()
    });
    &DOCUMENTS[name]
}

/// Calls a function with every record of the file and its generated record and schema.
fn for_each_record(mut check: impl FnMut(&Counted, &Generated, &Value)) {
    let all = all_generated();
    for counted in counted() {
        let Some(generated) = all
            .iter()
            .find(|generated| generated.counted == counted.name)
        else {
            continue;
        };
        let schema = &document(generated.document)["components"]["schemas"][generated.schema];
        assert!(schema.is_object(), "{}: no schema", counted.name);
        check(&counted, generated, schema);
    }
}

/// Fails with all differences together.
#[track_caller]
fn assert_no_differences(differences: &[String]) {
    assert!(
        differences.is_empty(),
        "\n{}\nif the documents changed, change fixtures/counts.txt by hand; if not, correct the spec",
        differences.join("\n")
    );
}

/// What only one of the sets has.
fn difference(
    subject: &str,
    expected: &BTreeSet<String>,
    actual: &BTreeSet<String>,
) -> Option<String> {
    let only = |name: &str, names: BTreeSet<String>| {
        let names: Vec<String> = names.into_iter().collect();
        (!names.is_empty()).then(|| format!("{name} {}", names.join(", ")))
    };
    let missing = only("missing", expected - actual);
    let additional = only("additional", actual - expected);
    let parts: Vec<String> = missing.into_iter().chain(additional).collect();
    (!parts.is_empty()).then(|| format!("{subject}: {}", parts.join("; ")))
}

#[test]
fn a_difference_is_what_only_one_of_the_sets_has() {
    let difference =
        |expected: &[&str], actual: &[&str]| difference("Order", &set(expected), &set(actual));
    assert_eq!(difference(&["id", "name"], &["name", "id"]), None);
    assert_eq!(
        difference(&["id", "name"], &["id", "points"]).as_deref(),
        Some("Order: missing name; additional points")
    );
}

#[test]
fn the_numbers_of_the_file_are_those_of_its_lists() {
    for record in counted() {
        let lists = [
            &record.names,
            &record.defaults,
            &record.required,
            &record.bounds,
        ];
        assert_eq!(record.numbers, lists.map(Vec::len), "{}", record.name);
    }
}

#[test]
fn every_counted_record_is_compared() {
    let counted: BTreeSet<String> = counted().into_iter().map(|record| record.name).collect();
    let mut compared = set(all_generated().iter().map(|generated| generated.counted));
    // These three are not records; they have tests of their own.
    compared.extend(set([
        "payments Envelope",
        "payments SdkConfiguration",
        "pos ListEnvelope",
    ]));
    let difference = difference("records", &counted, &compared);
    assert_eq!(
        difference, None,
        "compare the records of fixtures/counts.txt here"
    );
}

#[test]
fn every_record_has_the_counted_fields() {
    let mut differences = Vec::new();
    for_each_record(|counted, generated, schema| {
        let expected = &set(&counted.names) - &set(generated.filled);
        let additional = set(generated.additional);
        let fields = generated.record_schema.fields();
        let actual = set(fields.iter().map(|field| field.wire_name()));
        let expected = &expected | &additional;
        differences.extend(difference(&counted.name, &expected, &actual));
        let properties = schema["properties"].as_object().unwrap();
        let documented = properties
            .iter()
            .filter(|(_, property)| property.get("x-same-as").is_none());
        let documented = set(documented.map(|(name, _)| name));
        let subject = format!("{}: in the document", counted.name);
        let expected = &set(&counted.names) | &additional;
        differences.extend(difference(&subject, &expected, &documented));
    });
    assert_no_differences(&differences);
}

#[test]
fn two_spellings_of_one_field_are_read_as_one() {
    let mut differences = Vec::new();
    for_each_record(|counted, generated, _| {
        let fields = generated.record_schema.fields().iter();
        let actual = set(fields
            .filter(|field| field.wire_names().len() > 1)
            .map(|field| field.wire_names().join(" ~ ")));
        differences.extend(difference(&counted.name, &set(&counted.merged), &actual));
    });
    assert_no_differences(&differences);
}

#[test]
fn every_counted_default_is_in_the_document_and_in_the_crate() {
    let mut differences = Vec::new();
    for_each_record(|counted, generated, schema| {
        let properties = schema["properties"].as_object().unwrap();
        let actual = properties.iter().filter_map(|(name, property)| {
            let text = match property.get("default")? {
                Value::String(text) if text.is_empty() => "empty".to_owned(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            Some(format!("{name}={text}"))
        });
        let actual = set(actual);
        let mut defaults = set(&counted.defaults);
        if counted.name == "pos IncomingOrder" {
            // The list of the response has no marks; that the state is pending by default is under
            // States.
            defaults.insert("aasm_state=pending".to_owned());
        }
        differences.extend(difference(&counted.name, &defaults, &actual));
        let methods = methods(generated);
        let expected = set(defaults.iter().map(|default| {
            let (wire, _) = default.split_once('=').unwrap();
            let mut fields = generated.record_schema.fields().iter();
            let field = fields.find(|field| field.wire_name() == wire).unwrap();
            format!("{}_or_default", field.name())
        }));
        let subject = format!("{}: methods", counted.name);
        differences.extend(difference(&subject, &expected, &methods));
    });
    assert_no_differences(&differences);
}

/// The names of the `_or_default` methods in the source of a record.
fn methods(generated: &Generated) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut found = BTreeSet::new();
    for api in ["payments", "pos", generated.document] {
        let folder = root.join(format!("{api}-model/src"));
        for name in fixture::names(&folder) {
            let text = fs::read_to_string(folder.join(name)).unwrap();
            let Some((_, rest)) = text.split_once(&format!("\nimpl {} {{\n", generated.schema))
            else {
                continue;
            };
            let body = rest.split("\n}\n").next().unwrap();
            let methods = body
                .split("pub fn ")
                .filter_map(|method| method.split('(').next());
            found.extend(set(methods.filter(|name| name.ends_with("_or_default"))));
        }
    }
    found
}

#[test]
fn every_counted_required_mark_is_documented() {
    let mut differences = Vec::new();
    for_each_record(|counted, _, schema| {
        let properties = schema["properties"].as_object().unwrap();
        let actual = properties
            .iter()
            .filter(|(_, property)| property["x-documented-required"] == true);
        let actual = set(actual.map(|(name, _)| name));
        differences.extend(difference(&counted.name, &set(&counted.required), &actual));
    });
    assert_no_differences(&differences);
}

#[test]
fn every_counted_maximum_length_is_documented() {
    let mut differences = Vec::new();
    for_each_record(|counted, _, schema| {
        let properties = schema["properties"].as_object().unwrap();
        let actual = properties.iter().filter_map(|(name, property)| {
            let bound = property["maxLength"].as_u64()?;
            Some(format!("{name}({bound})"))
        });
        let actual = set(actual);
        differences.extend(difference(&counted.name, &set(&counted.bounds), &actual));
    });
    assert_no_differences(&differences);
}

fn names_of(record: &str) -> BTreeSet<String> {
    let counted = counted();
    set(&counted
        .iter()
        .find(|counted| counted.name == record)
        .unwrap()
        .names)
}

#[test]
fn the_envelope_of_payments_has_its_three_names() {
    let envelope = payments_client::Payments::ENVELOPE.unwrap();
    assert_eq!(
        set([envelope.success, envelope.payload, envelope.message]),
        names_of("payments Envelope")
    );
}

#[test]
fn the_configuration_of_the_browser_sdk_has_its_names() {
    let document = document("payments");
    let sdk = &document["x-browser-sdks"][0];
    let properties = sdk["configuration"]["properties"].as_object().unwrap();
    let callbacks = sdk["callbacks"].as_object().unwrap();
    assert_eq!(callbacks.len(), 5);
    assert_eq!(
        set(properties.keys().chain(callbacks.keys())),
        names_of("payments SdkConfiguration")
    );
}

#[test]
fn every_page_has_the_names_of_the_list_envelope() {
    let expected = names_of("pos ListEnvelope");
    let mut pages = 0;
    for api in ["pos-v1", "pos-v2"] {
        let document = document(api);
        for (path, methods) in document["paths"].as_object().unwrap() {
            let schema =
                &methods["get"]["responses"]["200"]["content"]["application/json"]["schema"];
            // A list with metadata of its own has it in another part.
            let parts = schema["allOf"].as_array().into_iter().flatten();
            let properties = parts
                .chain([schema])
                .filter_map(|part| part["properties"].as_object());
            let names = set(properties.flat_map(|properties| properties.keys()));
            if names.contains("total_records") {
                pages += 1;
                assert!(expected.is_subset(&names), "{path}: {names:?}");
            }
        }
    }
    // Six lists of version 1 and eight of version 2.
    assert_eq!(pages, 14);
}
