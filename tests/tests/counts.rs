//! The fields, defaults, `documented_required` marks and maximum lengths of every record, against what was generated.
//!
//! What is expected stands in `fixtures/counts.txt`, counted by hand. The fields are looked up in the tables that
//! reading and writing use, the rest in the OpenAPI documents.

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
    // A line that is indented twice goes on with the one before.
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

/// What a record of the file became.
struct Made {
    counted: &'static str,
    document: &'static str,
    schema: &'static str,
    table: &'static Schema,
    /// Fields of the table that the file has not, and why they are there.
    beyond: &'static [&'static str],
    /// Fields of the file that the table has not: the client fills them in.
    filled: &'static [&'static str],
}

fn made(
    counted: &'static str,
    document: &'static str,
    schema: &'static str,
    fields: &dyn Fields,
) -> Made {
    Made {
        counted,
        document,
        schema,
        table: fields.schema(),
        beyond: &[],
        filled: &[],
    }
}

macro_rules! made {
    ($($counted:literal: $document:literal $schema:literal $record:expr, beyond $beyond:expr;)*) => {
        vec![$(Made { beyond: &$beyond, ..made($counted, $document, $schema, &$record) }),*]
    };
}

fn all() -> Vec<Made> {
    use {payments_model as p, pos_model as s, pos_v1_model as v1, pos_v2_model as v2};
    let some = || Decimal::ONE;
    let day = || "2026-02-14".parse().unwrap();
    let uid = || p::RequestUid::from("u");
    let new = p::NewPaymentRequest {
        amount: some(),
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
        amount: some(),
        pay_date: day(),
    };
    let adjustment = p::Adjustment {
        request_uid: uid(),
        amount: some(),
        pay_date: day(),
        order_number: String::new(),
        order_description: String::new(),
        reason: String::new(),
    };
    let mut all = made! {
        "payments CreateRequest": "payments" "NewPaymentRequest" new, beyond [];
        "payments SubmitRequest": "payments" "Submission" submission, beyond [];
        "payments RefundRequest": "payments" "Refund" p::Refund::new("u", ""), beyond [];
        "payments AdjustRequest": "payments" "Adjustment" adjustment, beyond [];
        "payments AddendumRequest": "payments" "Addendum" p::Addendum::new("u", some()), beyond [];
        "pos TaxRate": "pos-v2" "TaxRate" s::TaxRate::default(), beyond [];
        "pos VenueSettings": "pos-v2" "VenueSettings" s::VenueSettings::default(), beyond [];
        "pos-v1 VenueInfo": "pos-v1" "VenueInfoWithCode" v1::VenueInfoWithCode::default(), beyond [];
        "pos-v2 VenueInfo": "pos-v2" "VenueInfo" s::VenueInfo::default(), beyond [];
        "pos-v3 ListedVenue": "pos-v3" "ListedVenue" pos_v3_model::ListedVenue::default(), beyond [];
        "pos-v3 VenueList": "pos-v3" "VenueList" pos_v3_model::VenueList::default(), beyond [];
        "pos MenuFeed": "pos-v3" "MenuFeed" s::MenuFeed::default(), beyond [];
        "pos MenuGroup": "pos-v3" "MenuGroup" s::MenuGroup::default(), beyond [];
        "pos ImageSet": "pos-v3" "ProductImageSet" s::ProductImageSet::default(), beyond [];
        "pos MenuItemImage": "pos-v3" "MenuItemImage" s::MenuItemImage::default(), beyond [];
        "pos MenuItem": "pos-v3" "MenuItem" s::MenuItem::default(), beyond [];
        "pos Cannabinoid": "pos-v3" "Cannabinoid" s::Cannabinoid::default(), beyond [];
        "pos Price": "pos-v3" "MenuPrice" s::MenuPrice::default(), beyond [];
        // Whether the items stand beside the order or in it can be read either way.
        "pos IncomingOrder": "pos-v3" "IncomingOrder" s::IncomingOrder::default(), beyond ["order_items"];
        "pos OrderItem": "pos-v3" "OrderItem" s::OrderItem::default(), beyond [];
        "pos OrderReply": "pos-v3" "IncomingOrderResponse" s::IncomingOrderResponse::default(), beyond [];
        // The full record is read where the response is, so it has what that has besides.
        "pos-v1 IncomingOrderRecord": "pos-v1" "IncomingOrderDetails" v1::IncomingOrderDetails::default(),
            beyond ["id", "order_items"];
        "pos NewIncomingOrder": "pos-v3" "NewIncomingOrder" s::NewIncomingOrder::new("", vec![]), beyond [];
        "pos NewOrderItem": "pos-v3" "NewOrderItem" s::NewOrderItem::new("", 0, 0), beyond [];
        "pos QuoteRequest": "pos-v3" "NewQuote" s::NewQuote::new(vec![]), beyond [];
        "pos QuoteFulfillment": "pos-v3" "QuoteFulfillment" s::QuoteFulfillment::default(), beyond [];
        "pos DeliveryAddress": "pos-v3" "DeliveryAddress" s::DeliveryAddress::default(), beyond [];
        "pos QuoteCustomer": "pos-v3" "QuoteCustomer" s::QuoteCustomer::default(), beyond [];
        "pos QuotePayment": "pos-v3" "QuotePayment" s::QuotePayment::default(), beyond [];
        "pos QuoteItem": "pos-v3" "QuoteItem" s::QuoteItem::default(), beyond [];
        "pos TestResults": "pos-v3" "TestResults" s::TestResults::default(), beyond [];
        "pos QuoteItemImage": "pos-v3" "QuoteProductImage" s::QuoteProductImage::default(), beyond [];
        "pos Quote": "pos-v3" "Quote" s::Quote::default(), beyond [];
        "pos QuoteTax": "pos-v3" "QuoteTax" s::QuoteTax::default(), beyond [];
        "pos QuoteTotals": "pos-v3" "QuoteTotals" s::QuoteTotals::default(), beyond [];
        "pos QuoteLimits": "pos-v3" "QuoteLimits" s::QuoteLimits::default(), beyond [];
        "pos QuoteResponse": "pos-v3" "QuoteResponse" s::QuoteResponse::default(), beyond [];
        // The read record stands under the same key as the response, so it has what that has besides.
        "pos-v1 QuoteRecord": "pos-v1" "QuoteDetails" v1::QuoteDetails::default(), beyond [
            "incoming_order_id", "venue_id", "fulfillment", "customer", "payment", "items", "taxes", "totals",
            "limits",
        ];
        "pos-v1 QuoteById": "pos-v1" "IncomingQuoteById" v1::IncomingQuoteById::default(), beyond [];
        "pos-v2 Coupon": "pos-v2" "Coupon" v2::Coupon::default(), beyond [];
        "pos-v2 CouponImage": "pos-v2" "CouponImage" v2::CouponImage::default(), beyond [];
        "pos-v2 CouponBackgroundImage": "pos-v2" "CouponBackgroundImage" v2::CouponBackgroundImage::default(),
            beyond [];
        "pos-v1 Coupon": "pos-v1" "Coupon" v1::Coupon::default(), beyond [];
        // A customer is read by `id`, which the list does not name.
        "pos-v2 Customer": "pos-v2" "Customer" v2::Customer::default(), beyond ["id"];
        "pos-v2 SavedCustomer": "pos-v2" "SavedCustomer" v2::SavedCustomer::default(), beyond [];
        "pos-v1 Customer": "pos-v1" "Customer" v1::Customer::default(), beyond [];
        "pos-v2 Inventory": "pos-v2" "Inventory" v2::Inventory::default(), beyond [];
        "pos-v1 Inventory": "pos-v1" "Inventory" v1::Inventory::default(), beyond [];
        "pos-v2 ManifestItem": "pos-v2" "ManifestItem" v2::ManifestItem::default(), beyond [];
        "pos-v1 ManifestItem": "pos-v1" "ManifestItem" v1::ManifestItem::default(), beyond [];
        "pos-v2 Manifest": "pos-v2" "Manifest" v2::Manifest::default(), beyond [];
        "pos-v2 SalesHistory": "pos-v2" "SalesHistory" v2::SalesHistory::default(), beyond [];
        "pos-v1 SalesHistory": "pos-v1" "SalesHistory" v1::SalesHistory::default(), beyond [];
        "pos-v2 SalesItem": "pos-v2" "SaleItem" v2::SaleItem::default(), beyond [];
        "pos-v1 SalesItem": "pos-v1" "TicketItem" v1::TicketItem::default(), beyond [];
        "pos-v2 SalesTender": "pos-v2" "SalesTender" v2::SalesTender::default(), beyond [];
        "pos-v2 DiscountEntry": "pos-v2" "AppliedDiscount" v2::AppliedDiscount::default(), beyond [];
        "pos-v1 DiscountEntry": "pos-v1" "AppliedDiscount" v1::AppliedDiscount::default(), beyond [];
        "pos-v2 TerminalTill": "pos-v2" "TerminalTill" v2::TerminalTill::default(), beyond [];
        "pos-v2 User": "pos-v2" "User" v2::User::default(), beyond [];
        "pos-v1 Employee": "pos-v1" "Employee" v1::Employee::default(), beyond [];
        "pos OrderStatusCallback": "pos-v3" "OrderStatusEvent" s::OrderStatusEvent::default(), beyond [];
    };
    all[0].filled = &["ApiVersion", "ClientPubKey"];
    all
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

/// Every record of the file with what became of it.
fn each(mut look: impl FnMut(&Counted, &Made, &Value)) {
    let all = all();
    for counted in counted() {
        let Some(made) = all.iter().find(|made| made.counted == counted.name) else {
            continue;
        };
        let schema = &document(made.document)["components"]["schemas"][made.schema];
        assert!(schema.is_object(), "{}: no schema", counted.name);
        look(&counted, made, schema);
    }
}

/// Fails with all differences together.
#[track_caller]
fn no_differences(differences: &[String]) {
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
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
    let mut compared = set(all().iter().map(|made| made.counted));
    // These three are no records; they have tests of their own.
    compared.extend(set([
        "payments Envelope",
        "payments SdkConfiguration",
        "pos ListEnvelope",
    ]));
    assert_eq!(counted, compared);
}

#[test]
fn every_record_has_the_counted_fields() {
    let mut differences = Vec::new();
    each(|counted, made, schema| {
        let due = &set(&counted.names) - &set(made.filled);
        let beyond = set(made.beyond);
        let fields = made.table.fields();
        let came = set(fields.iter().map(|field| field.wire_name()));
        if came != &due | &beyond {
            differences.push(format!(
                "{}: missing {:?}, beyond {:?}",
                counted.name,
                &(&due | &beyond) - &came,
                &came - &(&due | &beyond)
            ));
        }
        let properties = schema["properties"].as_object().unwrap();
        let told = properties
            .iter()
            .filter(|(_, property)| property.get("x-same-as").is_none());
        let told = set(told.map(|(name, _)| name));
        if told != &set(&counted.names) | &beyond {
            differences.push(format!("{}: the document has {told:?}", counted.name));
        }
    });
    no_differences(&differences);
}

#[test]
fn two_spellings_of_one_field_are_read_as_one() {
    let mut differences = Vec::new();
    each(|counted, made, _| {
        let fields = made.table.fields().iter();
        let came = set(fields
            .filter(|field| field.wire_names().len() > 1)
            .map(|field| field.wire_names().join(" ~ ")));
        if came != set(&counted.merged) {
            differences.push(format!("{}: {came:?}", counted.name));
        }
    });
    no_differences(&differences);
}

#[test]
fn every_counted_default_is_in_the_document_and_in_the_crate() {
    let mut differences = Vec::new();
    each(|counted, made, schema| {
        let properties = schema["properties"].as_object().unwrap();
        let came = properties.iter().filter_map(|(name, property)| {
            let text = match property.get("default")? {
                Value::String(text) if text.is_empty() => "empty".to_owned(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            Some(format!("{name}={text}"))
        });
        let came = set(came);
        let mut defaults = set(&counted.defaults);
        if counted.name == "pos IncomingOrder" {
            // The list of the response has no marks; that the state is pending by default stands under States.
            defaults.insert("aasm_state=pending".to_owned());
        }
        if came != defaults {
            differences.push(format!("{}: {came:?}", counted.name));
        }
        let methods = methods(made);
        let due = set(defaults.iter().map(|default| {
            let (wire, _) = default.split_once('=').unwrap();
            let mut fields = made.table.fields().iter();
            let field = fields.find(|field| field.wire_name() == wire).unwrap();
            format!("{}_or_default", field.name())
        }));
        if methods != due {
            differences.push(format!("{}: methods {methods:?}", counted.name));
        }
    });
    no_differences(&differences);
}

/// The methods of a record that give a value or its default, as its source has them.
fn methods(made: &Made) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut found = BTreeSet::new();
    for api in ["payments", "pos", made.document] {
        let folder = root.join(format!("{api}-model/src"));
        for name in fixture::names(&folder) {
            let text = fs::read_to_string(folder.join(name)).unwrap();
            let Some((_, rest)) = text.split_once(&format!("\nimpl {} {{\n", made.schema)) else {
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
    each(|counted, _, schema| {
        let properties = schema["properties"].as_object().unwrap();
        let came = properties
            .iter()
            .filter(|(_, property)| property["x-documented-required"] == true);
        let came = set(came.map(|(name, _)| name));
        if came != set(&counted.required) {
            differences.push(format!("{}: {came:?}", counted.name));
        }
    });
    no_differences(&differences);
}

#[test]
fn every_counted_maximum_length_is_documented() {
    let mut differences = Vec::new();
    each(|counted, _, schema| {
        let properties = schema["properties"].as_object().unwrap();
        let came = properties.iter().filter_map(|(name, property)| {
            let bound = property["maxLength"].as_u64()?;
            Some(format!("{name}({bound})"))
        });
        let came = set(came);
        if came != set(&counted.bounds) {
            differences.push(format!("{}: {came:?}", counted.name));
        }
    });
    no_differences(&differences);
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
    let due = names_of("pos ListEnvelope");
    let mut pages = 0;
    for api in ["pos-v1", "pos-v2"] {
        let document = document(api);
        for (path, methods) in document["paths"].as_object().unwrap() {
            let schema =
                &methods["get"]["responses"]["200"]["content"]["application/json"]["schema"];
            // A list with facts of its own has them in another part.
            let parts = schema["allOf"].as_array().into_iter().flatten();
            let properties = parts
                .chain([schema])
                .filter_map(|part| part["properties"].as_object());
            let names = set(properties.flat_map(|properties| properties.keys()));
            if names.contains("total_records") {
                pages += 1;
                assert!(due.is_subset(&names), "{path}: {names:?}");
            }
        }
    }
    // Six lists of version 1 and eight of version 2.
    assert_eq!(pages, 14);
}
