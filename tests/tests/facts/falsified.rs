//! A slip in the description changes the line of its fact, and no other: the slips below, in a copy of the description,
//! whose crates are compiled and printed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use codegen::Sources;
use similar::{ChangeTag, TextDiff};
use test_support::files::files_below;

use crate::crates::Crates;
use crate::{documents, list};

/// The packages whose facts are falsified.
const PACKAGES: [&str; 4] = ["payments", "pos", "pos-v2", "pos-v3"];

/// The slips, by file: the beginnings of the lines that change, what the description says, and what a slip makes of it.
const SLIPS: &str = r#"
payments/api.yaml
    Payments: envelope message | message: Message | message: Text
    ClientValues.api_version; PageConfiguration: writes "apiVersion" | default: "1.0" | default: "2.0"
    PageConfiguration: Stage is | sdk_name: STG | sdk_name: STAGE
payments/browser_sdk.yaml
    OpenAPI: page of test | {test_page_url}/thirdpartytester/payments | {test_page_url}/thirdparty/payments
    PageConfiguration: Stage script | {stage_base_url}/api/ThirdParty/ | {stage_base_url}/ThirdParty/
    PageConfiguration: init | SDK.init: | SDK.start:
    PageConfiguration: writes "debug"; PageConfiguration: writes "verbose" | debug: boolean | verbose: boolean
    PageConfiguration: writes "products" | constant(Payments) | constant(Payment)
payments/payment_request.yaml
    NewPaymentRequest.user_business_state_code | string(2) required pii | string(3) required pii
    NewPaymentRequest.user_phone | required pii digits | required pii
    CreateRequest: from_client client_pub_key; CreateRequest: from_client api_version, body ClientPubKey | string from_client(client_pub_key) | string from_client(api_version)
    CreateRequest: statuses | statuses: [200, 400, 401, 404]\n    retry: { never: "No field | statuses: [200, 400, 401]\n    retry: { never: "No field
    OpenAPI: submit_request 200 | response: status_only\n    statuses: [200, 400, 401, 404]\n    reconcile_by: [RequestUid, OrderNumber]\n    retry: { never: The effect of submitting | response: unknown\n    statuses: [200, 400, 401, 404]\n    reconcile_by: [RequestUid, OrderNumber]\n    retry: { never: The effect of submitting
    RefundRequest: reconcile_by | [RequestUid]\n    retry: { never: The effect of refunding | [RequestUid, Reason]\n    retry: { never: The effect of refunding
    AddendumRequest: distinct | distinct: { RequestUid: Payload } | # nothing
pos/api.yaml
    OpenAPI: list_ | totals: true | totals: false
    PosV2: base_path; PosV3: base_path | base_path: /api | base_path: /rest
    PosV2: environment sta; PosV3: environment sta | staging: { | stage: {
    PosV3: error body errors; OpenAPI: create_incoming_order 422 | '{"errors": ["…"]}' | '{"messages": ["…"]}'
    IntegratorAndVenue: sends | { user: integrator_token, password: venue_token } | { user: venue_token, password: integrator_token }
pos/incoming_order.yaml
    OrderStatusEvent: form root | form: { root: incoming_order | form: { root: order
    OrderType::Deliver | delivery: It is delivered. | deliver: It is delivered.
    OrderStatus::; OrderStatusEvent.status | case_insensitive: true\n    unknowns: [The transitions | unknowns: [The transitions
    OrderItem.tax | tax: integer inferred strict | tax: integer inferred
    IncomingOrder.aasm_state | OrderState =pending | OrderState =processing
pos/menu_feed.yaml
    MenuPrice.price_cents | price_cents: { type: integer unit(cents), doc: The price. } | price_cents: { type: integer unit(unknown), doc: The price. }
pos/v2/customer.yaml
    Customer.customer_level_id | customer_level_id: integer | customer_level_id: string
    Customer.country | =US pii | =GB pii
    Customer.zipcode | type: string(10) pii | type: string(100) pii
    Customer.points: | type: integer documented_required =0 | type: integer =0
    Customer.lifetime_points | lifetime_points: integer documented_required =0 | lifetime_points: integer documented_required =100
    Customer.apns | apns: boolean =false | apns: boolean =true
    Customer.loyalty: | loyalty: boolean =false | loyalty: boolean
    Customer.doctor_id | doctor_id: integer pii | doctor_id: integer
    Customer.core_token | core_token: string inferred secret | core_token: string inferred pii
    Customer.referral_source | referral_source: string inferred | referral_source: string
    Customer.birthday | date pii also_us_date | date pii
    Customer.loyalty_number | loyalty_number: string pii | loyalty_number: string alias(number) pii
    Customer.middle_name | middle_name: string | middleName: string
    Customer.profile_image | profile_image: string pii | # nothing
    SavedCustomer.points: | readonly string_or_number | readonly
    ListCustomers: sync per_page; ListCustomers.per_page | per_page: 1000 | per_page: 100
    ListCustomers: response key | items_key: customers | items_key: clients
    ListCustomers: response item in | item_wrapper: customer | item_wrapper: client
    CreateCustomer: journal_id | http: POST /v2/venue/customers | http: POST /v2/venue/customers\n    journal_id: new_customer
    CreateCustomer: essential | response: { customer: SavedCustomer }\n    essential: [customer.id] | response: { customer: SavedCustomer }
    ListCustomers.telephone_eq | telephone: { eq: string pii } | telephone: { eq: string }
    CreateCustomer.customer; CreateCustomer.client | request_body: { customer: NewCustomer } | request_body: { client: NewCustomer }
    GetCustomer.id | path: { id: integer }\n    response: { customer: Customer } | path: { id: string }\n    response: { customer: Customer }
    GetCustomer: response | response: { customer: Customer } | response: { customer: SavedCustomer }
    UpdateCustomer: PATCH | PATCH /v2/venue/customers/{id} | PATCH /v2/venue/clients/{id}
    OpenAPI: NewCustomer.terms_agreed; OpenAPI: CustomerUpdate.terms_agreed | terms_agreed: boolean accepts_1 | terms_agreed: boolean
pos/v2/inventory.yaml
    Inventory.velocity | velocity: decimal documented_required =0.0 | velocity: decimal documented_required =0.5
    Inventory.avg_cost | avg_cost: integer unit(unknown) | avg_cost: integer
    ListInventories: sync watermark; ListInventories.updated_at_gt; ListInventories.created_at_gt | filters: { updated_at: | filters: { created_at:
    ListInventories.per_page | max_per_page: 100 | max_per_page: 200
    ListInventories: sync watermark | watermark: updated_at | watermark: created_at
pos/v2/menu_feed.yaml
    GetMenuFeed: route TokenPath | token_path: "/{token}/v2/menu_feeds/{id}" | token_path: "/{token}/v2/menu_feed/{id}"
pos/v2/user.yaml
    OpenAPI: User.est_monthly_sales | est_monthly_sales: float | est_monthly_sales: decimal
pos/v3/api.yaml
    VenueApiToken: sends | bearer: api_token | api_key: { header: X-Api-Token, credential: api_token }
pos/v3/incoming_order.yaml
    GetIncomingOrder: confirms hint | hint: status, | hint: order_type,
    GetIncomingOrder: confirms updated_at in | , updated_at: updated_at } |  }
    CreateIncomingOrder: echoes | echoes: { reference_no: incoming_order.reference_no } | # nothing
    CreateIncomingOrder: duplicate_statuses | duplicate_statuses: [422] | # nothing
    CreateIncomingOrder: find_by renamed | renamed: { order_items_attributes: order_items } | # nothing
    CreateIncomingOrder: find_by not_compared | order_items_attributes/product_id: | order_items_attributes/quantity:
pos/v3/incoming_quote.yaml
    UpdateIncomingQuote: P | PUT /v3/incoming_quotes/{reference_id} | PATCH /v3/incoming_quotes/{reference_id}
    UpdateIncomingQuote: retry | retry: { harmless: "A PUT | retry: { never: "A PUT
    UpdateIncomingQuote: statuses; UpdateIncomingQuote: not_found | statuses: [200, 204] | statuses: [200]
pos/v3/menu_feed.yaml
    GetMenuFeed: auth VenueApiToken | auth: [integrator_and_venue, venue_api_token] | auth: [integrator_and_venue]
    GetMenuFeed: response key | { menu_feed: MenuFeed } | { feed: MenuFeed }
    OpenAPI: get_menu_feed 404 | no access to it", body: error } | no access to it", body: unknown }
    GetMenuFeed.menu_feed_key | type: string secret | type: string
pos/v3/venue.yaml
    VenueList.venues | list(ListedVenue) envelope | list(ListedVenue)
"#;

#[test]
fn a_slip_in_the_description_changes_the_line_of_its_fact_and_no_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = files_below(&root.join("spec"), "yaml");
    files.retain(|path, _| !path.starts_with("pos/v1/") && !path.starts_with("vendor/"));
    files
        .values_mut()
        .for_each(|text| *text = without_was(text));
    let mut expected = BTreeSet::new();
    let mut file = "";
    for row in SLIPS.trim().lines() {
        let Some(row) = row.strip_prefix("    ") else {
            file = row;
            continue;
        };
        let row = row.replace("\\n", "\n");
        let [lines, says, slip] = *Vec::from_iter(row.split(" | ")) else {
            panic!("{row}");
        };
        let text = files.get_mut(file).unwrap();
        assert_eq!(text.matches(says).count(), 1, "{file} says once: {says}");
        *text = text.replace(says, slip);
        expected.extend(lines.split("; ").map(str::to_owned));
    }
    let slips = printed_of(&Sources(files));
    let packages = list::packages().into_iter();
    let packages = packages.filter(|package| PACKAGES.contains(&package.name));
    let facts = packages.flat_map(|package| package.lines);
    let documents = api_description::ALL.iter();
    let documents = documents.map(|(name, text)| (*name, *text));
    let facts = lines(facts.chain(stated_alone(documents)));

    let diff = TextDiff::from_lines(&facts, &slips);
    let changes = diff.iter_all_changes();
    let changes = changes.filter(|change| change.tag() != ChangeTag::Equal);
    let mut unchanged = expected.clone();
    for line in changes.filter_map(|change| change.as_str()) {
        let beginning = expected
            .iter()
            .find(|beginning| line.starts_with(*beginning));
        let beginning = beginning.unwrap_or_else(|| panic!("no slip is about {line}"));
        unchanged.remove(beginning);
    }
    assert!(
        unchanged.is_empty(),
        "no line shows the slip of {unchanged:#?}"
    );
}

/// A file without the names in other versions, as if these were retired: no fact has them.
fn without_was(text: &str) -> String {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("was: ["));
    lines
        .map(|line| match line.split_once(" was(") {
            Some((before, rest)) => {
                let (_, after) = rest.split_once(')').unwrap();
                format!("{before}{after}\n")
            }
            None => format!("{line}\n"),
        })
        .collect()
}

/// What only the documents of the packages state.
fn stated_alone<'d>(documents: impl Iterator<Item = (&'d str, &'d str)>) -> Vec<String> {
    let documents = BTreeMap::from_iter(documents);
    let documents = PACKAGES.iter().filter_map(|name| documents.get(name));
    documents
        .flat_map(|text| documents::stated_alone(text))
        .collect()
}

fn lines(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}

/// What the compiled crates and the documents of a description print.
fn printed_of(sources: &Sources) -> String {
    let tree = codegen::generate(sources).unwrap_or_else(|errors| panic!("{errors}"));
    let crates = Crates::write(&tree.0, "link");
    let folder = crates.folder().join("tests/tests/facts");
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/facts/facts");
    fs::create_dir(folder.join("facts")).unwrap();
    for (path, text) in files_below(&here, "rs") {
        fs::write(folder.join("facts").join(path), text).unwrap();
    }
    let program = "#![allow(dead_code, missing_docs)]\nmod facts;\nmod list;\n\nfn main() {\n    for package in list::packages() {\n        \
                   println!(\"{}\", package.lines.join(\"\\n\"));\n    }\n}\n";
    fs::write(folder.join("print.rs"), program).unwrap();
    let mut names = vec!["api-browser", "api-callbacks", "api-runtime", "api-wire"];
    let generated = tree.0.keys().filter_map(|path| {
        let package = path.strip_prefix("crates/")?.strip_suffix("/src/lib.rs")?;
        Some(package).filter(|package| *package != "api-description")
    });
    names.extend(generated);
    let externs: Vec<String> = names.iter().map(|name| crates.found(name)).collect();
    crates.check(&folder.join("print.rs"), &["--crate-type=bin"], &externs);
    let output = Command::new(crates.folder().join("print"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let documents = tree.0.iter().filter_map(|(path, text)| {
        let path = path.strip_prefix("crates/api-description/openapi/")?;
        Some((path.strip_suffix(".json")?, text.as_str()))
    });
    String::from_utf8(output.stdout).unwrap() + &lines(stated_alone(documents))
}
