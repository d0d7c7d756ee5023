//! The same documents as plain hand-written structs with serde's derive: every field is present and
//! has the documented type. Dates are strings, and decimals floats.

use serde::{Deserialize, Serialize};

/// Defines a struct, and its instance for a number `n`: each field has its value.
macro_rules! made {
    ($name:ident($n:ident) { $($field:ident: $type:ty = $value:expr;)* }) => {
        #[derive(Deserialize, Serialize)]
        pub(crate) struct $name {
            $(pub(crate) $field: $type,)*
        }

        impl $name {
            pub(crate) fn made($n: i64) -> Self {
                $name { $($field: $value,)* }
            }
        }
    };
}

/// The response to the request of a menu feed.
#[derive(Deserialize, Serialize)]
pub struct MenuFeedResponse {
    pub(crate) menu_feed: MenuFeed,
}

#[derive(Deserialize, Serialize)]
pub(crate) struct MenuFeed {
    pub(crate) title: String,
    pub(crate) feed_key: String,
    pub(crate) description: String,
    pub(crate) feed_type: FeedType,
    pub(crate) menu_groups: Vec<MenuGroup>,
}

#[derive(Deserialize, Serialize)]
pub(crate) enum FeedType {
    #[serde(rename = "endpoint")]
    Endpoint,
    #[serde(rename = "service menu")]
    ServiceMenu,
}

#[derive(Deserialize, Serialize)]
pub(crate) enum WeightUnit {
    #[serde(rename = "g")]
    G,
    #[serde(rename = "grams")]
    Grams,
}

#[derive(Deserialize, Serialize)]
pub(crate) enum CannabinoidUnit {
    #[serde(rename = "%")]
    Percent,
    #[serde(rename = "mg")]
    Mg,
}

#[derive(Deserialize, Serialize)]
pub(crate) struct MenuGroup {
    pub(crate) name: String,
    pub(crate) category_guid: String,
    pub(crate) name_template: String,
    pub(crate) combine_weights: bool,
    pub(crate) description: String,
    pub(crate) image: ImageSet,
    pub(crate) menu_items: Vec<MenuItem>,
}

made! {
    ImageSet(n) {
        is_default: bool = n % 2 == 0;
        og: String = format!("https://img.example/b/{n}-og.jpg");
        lg: String = format!("https://img.example/b/{n}-lg.jpg");
        md: String = format!("https://img.example/b/{n}-md.jpg");
        sm: String = format!("https://img.example/b/{n}-sm.jpg");
    }
}

made! {
    ProductImageSet(n) {
        is_default: bool = n % 2 == 1;
        og: String = format!("https://img.example/p/{n}-og.jpg");
        lg: String = format!("https://img.example/p/{n}-lg.jpg");
        md: String = format!("https://img.example/p/{n}-md.jpg");
        sm: String = format!("https://img.example/p/{n}-sm.jpg");
        thumb: String = format!("https://img.example/p/{n}-thumb.jpg");
        is_product_specific_image: bool = n % 3 == 0;
    }
}

made! {
    MenuItemImage(n) {
        name: String = "front".to_owned();
        og: String = format!("https://img.example/i/{n}-og.jpg");
        lg: String = format!("https://img.example/i/{n}-lg.jpg");
        md: String = format!("https://img.example/i/{n}-md.jpg");
        thumb: String = format!("https://img.example/i/{n}-thumb.jpg");
    }
}

made! {
    Cannabinoid(n) {
        current: f64 = (n % 400) as f64 / 16.0;
        low: f64 = (n % 300) as f64 / 16.0;
        high: f64 = (n % 500) as f64 / 16.0;
        unit_type: CannabinoidUnit = if n % 5 == 0 { CannabinoidUnit::Mg } else { CannabinoidUnit::Percent };
    }
}

made! {
    MenuPrice(n) {
        id: String = format!("{}", 90_000 + n);
        name: String = "Eighth".to_owned();
        price_cents: i64 = 1_000 + n % 9_000;
        med_price_cents: Option<i64> = (n % 2 == 0).then_some(900 + n % 9_000);
        unit: String = "3.5".to_owned();
        unit_type: WeightUnit = if n % 4 == 0 { WeightUnit::G } else { WeightUnit::Grams };
        quantity_on_hand: String = format!("{}.5", n % 100);
        equivalent_weight: String = "3.5".to_owned();
        equivalent_unit: String = "grams".to_owned();
        supplier: String = "Green Valley Supply".to_owned();
    }
}

made! {
    MenuItem(n) {
        id: String = format!("{}", 7_000 + n);
        guid: String = format!("5f0a7c1e-2b3d-4c5e-8f90-{n:012}");
        name: String = format!("Blue Sample {n}");
        description: String = format!("A sample flower, \"number {n}\".\nSweet, and with a note of pine. ").repeat(3);
        is_medical_only: bool = n % 7 == 0;
        tag_list: Vec<String> = vec!["house".to_owned(), "indoor".to_owned()];
        flower_type: String = "hybrid".to_owned();
        brand: String = "Sample Brand".to_owned();
        strain: String = format!("Blue Sample {}", n % 40);
        terpenes: Vec<String> = vec!["Myrcene".to_owned(), "Limonene".to_owned()];
        effects: Vec<String> = vec!["Relaxed".to_owned()];
        flavors: Vec<String> = vec!["Pine".to_owned()];
        product_type: String = "Flower".to_owned();
        is_marijuana: bool = n % 9 != 0;
        tier_name: String = "Top shelf".to_owned();
        brand_logo: ImageSet = ImageSet::made(n % 50);
        product_image: ProductImageSet = ProductImageSet::made(n);
        product_image_v2: ProductImageSet = ProductImageSet::made(n + 1);
        images: Vec<MenuItemImage> = (0..n % 3).map(|image| MenuItemImage::made(n * 3 + image)).collect();
        prices: Vec<MenuPrice> = (0..1 + n % 4).map(|price| MenuPrice::made(n * 4 + price)).collect();
        thc: Cannabinoid = Cannabinoid::made(n);
        cbd: Cannabinoid = Cannabinoid::made(n * 3);
        thca: Cannabinoid = Cannabinoid::made(n * 7);
        cbda: Cannabinoid = Cannabinoid::made(n * 11);
        total_thc: Cannabinoid = Cannabinoid::made(n * 13);
    }
}

/// A page of customers.
#[derive(Deserialize, Serialize)]
pub struct CustomerPage {
    pub(crate) total_records: i64,
    pub(crate) current_page: i64,
    pub(crate) total_pages: i64,
    pub(crate) per_page: i64,
    /// Its records.
    pub customers: Vec<WrappedCustomer>,
}

/// A customer as an element of a page.
#[derive(Deserialize, Serialize)]
pub struct WrappedCustomer {
    pub(crate) customer: Customer,
}

made! {
    Customer(n) {
        id: i64 = n;
        customer_type: String = "recreational".to_owned();
        active: bool = n % 2 == 0;
        gender: String = "female".to_owned();
        loyalty: bool = n % 3 == 0;
        loyalty_number: String = format!("L-{n}");
        customer_level_id: i64 = n % 9;
        points: i64 = n * 7 % 1000;
        lifetime_points: i64 = n * 31 % 10_000;
        birthday: String = "1988-07-04".to_owned();
        first_name: String = "Ada".to_owned();
        full_name: String = format!("Ada Sample {n}");
        id_number: String = format!("D{n}");
        id_expiration: String = "2029-07-04".to_owned();
        id_type: String = "drivers_license".to_owned();
        profile_image: String = format!("https://img.example/c/{n}.jpg");
        last_name: String = format!("Sample {n}");
        telephone: String = format!("555{n:07}");
        created_at: String = "2026-01-31T18:05:22.123Z".to_owned();
        updated_at: String = "2026-02-01T09:12:44.008Z".to_owned();
        zipcode: String = "90001".to_owned();
        address: String = format!("{n} Example Street");
        city: String = "Springfield".to_owned();
        apns: bool = n % 4 == 0;
        referral_code: String = format!("REF-{n}");
        state: String = "CA".to_owned();
        email: String = format!("ada.{n}@example.com");
        was_first_created_on_pos: bool = n % 5 == 0;
        country: String = "US".to_owned();
        sms_opt_out: bool = n % 6 == 0;
        status: String = "verified".to_owned();
        employee_hire_date: String = "2024-03-01".to_owned();
        medical_card: String = format!("MC-{n}");
        medical_card_exp: String = "2027-01-31".to_owned();
        caregiver_id: String = format!("CG-{n}");
        caregiver_id_exp: String = "2027-06-30".to_owned();
        loyalty_member_since: String = "2023-11-05".to_owned();
        sms_reachable: bool = n % 2 == 0;
        sms_sent_at: String = "2026-01-31T18:05:22.123Z".to_owned();
        coupons_count: i64 = n % 4;
        reviewed: bool = n % 3 == 0;
        terms_agreed: bool = n % 4 == 0;
        referral_source: String = "friend".to_owned();
        ext_signature_src: String = format!("https://img.example/s/{n}.png");
        certifying_provider: String = "Dr. Sample".to_owned();
        sms_opt_source: String = "kiosk".to_owned();
        custom_allotment: String = "none".to_owned();
        medical_card_state: String = "CA".to_owned();
        token: String = format!("demo-customer-token-{n}");
        token_expires_at: String = "2026-02-02T00:00:00.000Z".to_owned();
        medical_card_effective: String = "2026-02-01".to_owned();
        core_token: String = format!("demo-core-token-{n}");
        one_time_pin: String = format!("{n:06}");
        otp_expires_at: String = "2026-02-02T00:00:00.000Z".to_owned();
        core_consumer_ref: String = format!("CORE-{n}");
        last_online_login: String = "2026-01-31T18:05:22.123Z".to_owned();
        online_account_created_at: String = "2026-01-31T18:05:22.123Z".to_owned();
        sms_first_message_sent_at: String = "2026-01-31T18:05:22.123Z".to_owned();
        middle_name: String = "Q".to_owned();
        doctor_id: i64 = n % 60;
        caregiver_first_name: String = "Cara".to_owned();
        caregiver_last_name: String = "Giver".to_owned();
        recommendation_issue_date: String = "2026-01-15".to_owned();
        refills_authorized: String = "2".to_owned();
    }
}

/// A menu feed of at least this size in bytes, as JSON text.
pub fn menu_feed(bytes: usize) -> Vec<u8> {
    const ITEMS: i64 = 50;
    let group = |n: i64| MenuGroup {
        name: format!("Group {n}"),
        category_guid: format!("c0ffee00-1111-4222-8333-{n:012}"),
        name_template: "{brand} {name}".to_owned(),
        combine_weights: n % 2 == 0,
        description: "Jars and bulk".to_owned(),
        image: ImageSet::made(n),
        menu_items: (n * ITEMS..(n + 1) * ITEMS).map(MenuItem::made).collect(),
    };
    let size = |group: &MenuGroup| serde_json::to_vec(group).expect("JSON").len();
    let mut menu_groups = Vec::new();
    let mut made = 0;
    for n in 0.. {
        if made >= bytes {
            break;
        }
        menu_groups.push(group(n));
        made += menu_groups.last().map_or(0, size);
    }
    let menu_feed = MenuFeed {
        title: "Main menu".to_owned(),
        feed_key: "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d".to_owned(),
        description: "Everything on the shelf".to_owned(),
        feed_type: FeedType::Endpoint,
        menu_groups,
    };
    serde_json::to_vec(&MenuFeedResponse { menu_feed }).expect("JSON")
}

/// A page of this number of customers, as JSON text.
pub fn customers(count: i64) -> Vec<u8> {
    let customers = (0..count).map(|n| WrappedCustomer {
        customer: Customer::made(n),
    });
    let page = CustomerPage {
        total_records: count,
        current_page: 1,
        total_pages: 1,
        per_page: count,
        customers: customers.collect(),
    };
    serde_json::to_vec(&page).expect("JSON")
}
