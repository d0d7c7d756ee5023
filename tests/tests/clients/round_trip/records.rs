//! All generated records, with their schemas and round trips.

use std::fmt::Debug;

use api_wire::{Mismatch, ReadError, Record, Redacted, Schema, from_str, mismatches, to_string};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// One generated record, without its type.
pub(crate) struct Entry {
    /// The package that declares it.
    pub(crate) package: &'static str,
    /// Its name.
    pub(crate) name: &'static str,
    /// Its fields.
    pub(crate) schema: fn() -> &'static Schema,
    /// All that is shown of it, or the errors.
    pub(crate) shown: fn(&str) -> String,
    /// Reads it and writes it again.
    pub(crate) round_trip: fn(&str) -> Result<RoundTrip, ReadError>,
}

/// The result of reading a text as a record and writing it.
pub(crate) struct RoundTrip {
    /// The record as JSON text.
    pub(crate) written: String,
    /// The mismatches.
    pub(crate) mismatches: Vec<Mismatch>,
    /// All debug output.
    pub(crate) printed: String,
    /// Whether the written text reads as the same record.
    pub(crate) is_same_when_reread: bool,
    /// Whether the serde traits read the same record; `formats` has other data formats.
    pub(crate) is_same_with_serde: bool,
}

fn schema<R: Record>() -> &'static Schema {
    R::default().schema()
}

fn round_trip<R>(text: &str) -> Result<RoundTrip, ReadError>
where
    R: Record + PartialEq + Debug + Serialize + DeserializeOwned,
{
    let record: R = from_str(text)?;
    let written = to_string(&record);
    let mismatches = mismatches(&record);
    let printed = format!("{record:?} {record:#?} {mismatches:?}");
    let is_same_when_reread = from_str::<R>(&written).is_ok_and(|reread| reread == record);
    let is_same_by_serde = serde_json::from_str::<R>(text).is_ok_and(|read| read == record);
    // Of several values of a key, serde serializes the first.
    let has_duplicates = mismatches
        .iter()
        .any(|mismatch| mismatch.found.starts_with("duplicate"));
    let deserialized = copy(&record);
    let is_same_when_deserialized = match &deserialized {
        // A mismatch under an alias is a duplicate once the field has a value.
        Some(deserialized) if has_duplicates => {
            let again = copy(deserialized);
            again.is_some() && again.as_ref().and_then(copy) == again
        }
        _ => deserialized.as_ref() == Some(&record),
    };
    Ok(RoundTrip {
        written,
        mismatches,
        printed,
        is_same_when_reread,
        is_same_with_serde: is_same_by_serde && is_same_when_deserialized,
    })
}

fn shown<R>(text: &str) -> String
where
    R: Record + Debug + DeserializeOwned,
{
    let by_serde = serde_json::from_str::<R>(text).err();
    let record = match from_str::<R>(text) {
        Ok(record) => record,
        Err(error) => return format!("{error} {error:?} {by_serde:?}"),
    };
    let redacted = serde_json::to_string(&Redacted(&record)).expect("a record is a map");
    let mismatches = mismatches(&record);
    let texts: Vec<String> = mismatches.iter().map(ToString::to_string).collect();
    format!("{record:?} {record:#?} {redacted} {mismatches:?} {texts:?} {by_serde:?}")
}

/// The record, serialized and deserialized.
fn copy<R: Serialize + DeserializeOwned>(record: &R) -> Option<R> {
    serde_json::from_str(&serde_json::to_string(record).ok()?).ok()
}

/// The record of this name, declared by a package or shared.
pub(crate) fn named(package: &str, name: &str) -> &'static Entry {
    let mut named = ALL.iter().filter(|entry| entry.name == name);
    let own = named.clone().find(|entry| entry.package == package);
    let found = own.or_else(|| named.find(|entry| entry.package == "pos-model"));
    found.unwrap_or_else(|| panic!("{package} has no {name}"))
}

macro_rules! records {
    ($($package:literal $krate:ident { $($name:ident)* })*) => {
        /// All generated records.
        pub(crate) const ALL: &[Entry] = &[$($(
            Entry {
                package: $package,
                name: stringify!($name),
                schema: schema::<$krate::$name>,
                shown: shown::<$krate::$name>,
                round_trip: round_trip::<$krate::$name>,
            },
        )*)*];
    };
}

records! {
    "pos-model" pos_model {
        Cannabinoid CouponListMetadata DeliveryAddress ImageSet IncomingOrder IncomingOrderResponse MenuFeed MenuGroup MenuItem
        MenuItemImage MenuPrice OrderItem OrderStatusEvent ProductImageSet Quote QuoteCustomer QuoteFulfillment QuoteItem
        QuoteLimits QuotePayment QuoteProductImage QuoteResponse QuoteTax QuoteTotals TaxRate TestResults VenueInfo
        VenueSettings
    }
    "pos-v1-model" pos_v1_model {
        AppliedDiscount Coupon Customer Employee IncomingOrderDetails IncomingOrderDetailsResponse QuoteDetails QuoteDetailsResponse
        IncomingQuoteById IncomingQuoteByIdResponse Inventory ManifestItem SalesHistory TicketItem VenueInfoWithCode
    }
    "pos-v2-model" pos_v2_model {
        AppliedDiscount Coupon CouponBackgroundImage CouponImage Customer SavedCustomer Inventory Manifest ManifestItem
        SaleItem SalesHistory SalesHistoryListMetadata SalesTender TerminalTill User
    }
    "pos-v3-model" pos_v3_model {
        ListedVenue VenueList
    }
}
