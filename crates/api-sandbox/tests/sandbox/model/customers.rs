//! Customers of the model.

use api_sandbox::jiff::Span;
use api_sandbox::jiff::Timestamp;
use api_sandbox::jiff::civil::Date;
use api_sandbox::jiff::tz::{Offset, TimeZone};
use pos_v2_client::model::{Customer as Record, CustomerUpdate, NewCustomer, SavedCustomer};
use pos_v2_client::{CreateCustomer, GetCustomer, UpdateCustomer};
use serde_json::json;

use super::runner::{CheckResult, Runner, check_eq, response_or_status};
use super::step::Version;
use crate::common::TOKEN;

/// A customer of the model.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Customer {
    id: i64,
    telephone: Option<String>,
    first_name: Option<String>,
    points: i64,
    lifetime_points: i64,
    pub(super) updated_at: Timestamp,
}

impl Customer {
    /// Creates a customer from a record of the demo data.
    pub(super) fn from_record(record: &Record) -> Self {
        Self {
            id: record.id.expect("an id"),
            telephone: record.telephone.clone(),
            first_name: record.first_name.clone(),
            points: record.points.expect("points"),
            lifetime_points: record.lifetime_points.expect("points"),
            updated_at: record.updated_at.expect("a time"),
        }
    }

    /// Adds points; `None` if the text or the sum is not an integer of 64 bits.
    fn adjust(&mut self, points: Option<&str>) -> Option<()> {
        let by: i64 = points.unwrap_or("0").trim().parse().ok()?;
        let points = self.points.checked_add(by)?;
        self.lifetime_points = self.lifetime_points.checked_add(by.max(0))?;
        self.points = points;
        Some(())
    }

    fn check_model(&self, model: &SavedCustomer) -> CheckResult {
        check_eq(
            "the customer",
            (model.id, &model.telephone, &model.first_name, &model.points),
            (
                Some(self.id),
                &self.telephone,
                &self.first_name,
                &Some(self.points.to_string()),
            ),
        )
    }
}

/// The index in the list of customers: the first two of the demo data, then the created ones.
fn list_index(which: usize) -> usize {
    if which < 2 { which } else { which + 118 }
}

impl Runner {
    fn customer(&self, which: usize) -> Option<&Customer> {
        self.customers.get(list_index(which))
    }

    pub(super) async fn create_customer(
        &mut self,
        telephone: Option<u8>,
        points: Option<&str>,
    ) -> CheckResult {
        let telephone = telephone.map(|number| format!("(555) 020-000{number}"));
        let body = NewCustomer {
            first_name: Some("Zoe".into()),
            telephone: telephone.clone(),
            points_adjustment: points.map(str::to_owned),
            ..Default::default()
        };
        let response = response_or_status(self.v2.send(CreateCustomer::new(body)).await)?;
        let mut customer = Customer {
            id: 0,
            telephone,
            first_name: Some("Zoe".into()),
            points: 0,
            lifetime_points: 0,
            updated_at: self.now,
        };
        let adjusted = customer.adjust(points);
        match (response, adjusted) {
            (Ok(response), Some(())) => {
                customer.id = self.check_new_id(response.id)?;
                customer.check_model(&response)?;
                self.customers.push(customer);
                Ok(())
            }
            (response, None) => check_eq("the status", response.err(), Some(400)),
            (Err(status), _) => Err(format!("status {status} for a valid customer")),
        }
    }

    pub(super) async fn update_customer(
        &mut self,
        which: usize,
        points: Option<&str>,
        name: Option<u8>,
    ) -> CheckResult {
        let customer = self.customer(which).cloned();
        let name = name.map(|name| format!("Name {name}"));
        let mut change = CustomerUpdate::default();
        if let Some(points) = points {
            change.points_adjustment = points.to_owned().into();
        }
        if let Some(name) = &name {
            change.first_name = name.clone().into();
        }
        let id = customer.as_ref().map_or(1, |customer| customer.id);
        let response = response_or_status(self.v2.send(UpdateCustomer::new(id, change)).await)?;
        let Some(mut customer) = customer else {
            return check_eq("the status", response.err(), Some(204));
        };
        if customer.adjust(points).is_none() {
            return check_eq("the status", response.err(), Some(400));
        }
        customer.first_name = name.or(customer.first_name);
        customer.updated_at = self.now;
        let response = response.map_err(|status| format!("status {status} for a valid update"))?;
        customer.check_model(&response)?;
        self.customers[list_index(which)] = customer;
        Ok(())
    }

    /// Without the client, which has no field for the telephone number.
    pub(super) async fn update_telephone(&mut self, which: usize, other: bool) -> CheckResult {
        let customer = self.customer(which).cloned();
        let id = customer.as_ref().map_or(1, |customer| customer.id);
        let own = customer
            .as_ref()
            .and_then(|customer| customer.telephone.clone());
        let telephone = if other {
            Some("5550299999".to_owned())
        } else {
            own
        };
        let body = json!({ "customer": { "telephone": telephone } });
        let path = format!("/api/v2/venue/customers/{id}");
        let (status, _) = self.demo.send(TOKEN, "PATCH", &path, Some(body)).await;
        if customer.is_none() {
            return check_eq("the status", status, 204);
        }
        if other {
            return check_eq("the status", status, 400);
        }
        check_eq("the status", status, 200)?;
        self.customers[list_index(which)].updated_at = self.now;
        self.read_customer(which).await
    }

    pub(super) async fn read_customer(&self, which: usize) -> CheckResult {
        let customer = self.customer(which);
        let id = customer.map_or(1, |customer| customer.id);
        let response = response_or_status(self.v2.send(GetCustomer::new(id)).await)?;
        let (Some(customer), Ok(response)) = (customer, &response) else {
            return check_eq("the status", response.err(), Some(404));
        };
        check_eq("the customer", &Customer::from_record(response), customer)
    }

    pub(super) async fn list_customers(
        &self,
        version: Version,
        page: u32,
        per_page: Option<u32>,
        (updated_after_day, telephone_of): (Option<i8>, Option<usize>),
    ) -> CheckResult {
        let day = updated_after_day.map(|days| {
            let today = self.now.to_zoned(TimeZone::UTC).date();
            today + Span::new().days(days)
        });
        // Version 1 has no such filter.
        let telephone = telephone_of.filter(|_| version == Version::V3);
        let telephone = telephone.and_then(|which| self.customer(which)?.telephone.clone());
        macro_rules! listed {
            ($call:expr) => {{
                let mut call = $call.page(page);
                if let Some(per_page) = per_page {
                    call = call.per_page(per_page);
                }
                if let Some(day) = day {
                    call = call.updated_at_gt(day);
                }
                call
            }};
        }
        let (metadata, ids) = match version {
            Version::V1 => {
                let call = listed!(pos_v1_client::ListCustomers::new());
                let page = response_or_status(self.v1.send(call).await)?
                    .map_err(|status| status.to_string())?;
                let metadata = [
                    page.total_records,
                    page.current_page,
                    page.total_pages,
                    page.per_page,
                ];
                (
                    metadata,
                    page.items
                        .iter()
                        .map(|customer| customer.customer_id)
                        .collect::<Vec<_>>(),
                )
            }
            Version::V3 => {
                let mut call = listed!(pos_v2_client::ListCustomers::new());
                if let Some(telephone) = &telephone {
                    call = call.telephone_eq(telephone.as_str());
                }
                let page = response_or_status(self.v2.send(call).await)?
                    .map_err(|status| status.to_string())?;
                let metadata = [
                    page.total_records,
                    page.current_page,
                    page.total_pages,
                    page.per_page,
                ];
                (
                    metadata,
                    page.items
                        .iter()
                        .map(|customer| customer.id)
                        .collect::<Vec<_>>(),
                )
            }
        };
        let after = day.map(midnight);
        let rows: Vec<_> = self
            .customers
            .iter()
            .filter(|customer| after.is_none_or(|after| customer.updated_at > after))
            .filter(|customer| telephone.is_none() || customer.telephone == telephone)
            .map(|customer| Some(customer.id))
            .collect();
        let size = per_page.map_or(1000, |size| size as usize);
        let pages: Vec<_> = rows.chunks(size).collect();
        let number = |number: usize| i64::try_from(number).ok();
        let expected = [
            number(rows.len()),
            Some(i64::from(page)),
            number(pages.len()),
            number(size),
        ];
        check_eq(
            "total_records, current_page, total_pages, per_page",
            metadata,
            expected,
        )?;
        let rows = pages.get(page as usize - 1).copied().unwrap_or_default();
        check_eq("the customers", ids, rows.to_vec())
    }
}

/// The start of a day at the venue, at UTC-7 in winter.
fn midnight(day: Date) -> Timestamp {
    let zone = TimeZone::fixed(Offset::constant(-7));
    let start = day.to_zoned(zone).expect("a day");
    start.timestamp()
}
