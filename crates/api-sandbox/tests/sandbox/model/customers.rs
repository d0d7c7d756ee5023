//! Customers of the model.

use api_sandbox::jiff::Span;
use api_sandbox::jiff::Timestamp;
use api_sandbox::jiff::civil::Date;
use api_sandbox::jiff::tz::{Offset, TimeZone};
use pos_v2_client::model::{Customer as Record, CustomerChange, CustomerModel, NewCustomer};
use pos_v2_client::{CreateCustomer, GetCustomer, UpdateCustomer};
use serde_json::json;

use super::runner::{Told, Walk, came, same};
use super::step::Version;
use crate::common::TOKEN;

/// A customer as the model has it.
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
    /// As a list of the demo data shows it.
    pub(super) fn listed(record: &Record) -> Self {
        Self {
            id: record.id.expect("an id"),
            telephone: record.telephone.clone(),
            first_name: record.first_name.clone(),
            points: record.points.expect("points"),
            lifetime_points: record.lifetime_points.expect("points"),
            updated_at: record.updated_at.expect("a time"),
        }
    }

    /// Adds points; `None` if the text is no whole number.
    fn adjust(&mut self, points: Option<&str>) -> Option<()> {
        let by: i64 = points.unwrap_or("0").trim().parse().ok()?;
        self.points = self.points.saturating_add(by);
        self.lifetime_points = self.lifetime_points.saturating_add(by.max(0));
        Some(())
    }

    fn check_model(&self, model: &CustomerModel) -> Told {
        same(
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

/// The places that a small number stands for: two of the demo data, and then those that were made.
fn place(which: usize) -> usize {
    if which < 2 { which } else { which + 118 }
}

impl Walk {
    fn customer(&self, which: usize) -> Option<&Customer> {
        self.customers.get(place(which))
    }

    pub(super) async fn create_customer(
        &mut self,
        telephone: Option<u8>,
        points: Option<&str>,
    ) -> Told {
        let telephone = telephone.map(|number| format!("(555) 020-000{number}"));
        let body = NewCustomer {
            first_name: Some("Zoe".into()),
            telephone: telephone.clone(),
            points_adjustment: points.map(str::to_owned),
            ..Default::default()
        };
        let reply = came(self.v2.send(CreateCustomer::new(body)).await)?;
        let mut customer = Customer {
            id: 0,
            telephone,
            first_name: Some("Zoe".into()),
            points: 0,
            lifetime_points: 0,
            updated_at: self.now,
        };
        let adjusted = customer.adjust(points);
        match (reply, adjusted) {
            (Ok(reply), Some(())) => {
                customer.id = self.check_new_id(reply.id)?;
                customer.check_model(&reply)?;
                self.customers.push(customer);
                Ok(())
            }
            (reply, None) => same("the status", reply.err(), Some(400)),
            (Err(status), _) => Err(format!("{status} came for a good customer")),
        }
    }

    pub(super) async fn update_customer(
        &mut self,
        which: usize,
        points: Option<&str>,
        name: Option<u8>,
    ) -> Told {
        let customer = self.customer(which).cloned();
        let name = name.map(|name| format!("Name {name}"));
        let mut change = CustomerChange::default();
        if let Some(points) = points {
            change.points_adjustment = points.to_owned().into();
        }
        if let Some(name) = &name {
            change.first_name = name.clone().into();
        }
        let id = customer.as_ref().map_or(1, |customer| customer.id);
        let reply = came(self.v2.send(UpdateCustomer::new(id, change)).await)?;
        let Some(mut customer) = customer else {
            return same("the status", reply.err(), Some(204));
        };
        if customer.adjust(points).is_none() {
            return same("the status", reply.err(), Some(400));
        }
        customer.first_name = name.or(customer.first_name);
        customer.updated_at = self.now;
        let reply = reply.map_err(|status| format!("{status} came for a good change"))?;
        customer.check_model(&reply)?;
        self.customers[place(which)] = customer;
        Ok(())
    }

    /// The client has no field for it: a telephone number does not change.
    pub(super) async fn update_telephone(&mut self, which: usize, other: bool) -> Told {
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
            return same("the status", status, 204);
        }
        if other {
            return same("the status", status, 400);
        }
        same("the status", status, 200)?;
        self.customers[place(which)].updated_at = self.now;
        self.read_customer(which).await
    }

    pub(super) async fn read_customer(&self, which: usize) -> Told {
        let customer = self.customer(which);
        let id = customer.map_or(1, |customer| customer.id);
        let reply = came(self.v2.send(GetCustomer::new(id)).await)?;
        let (Some(customer), Ok(reply)) = (customer, &reply) else {
            return same("the status", reply.err(), Some(404));
        };
        same("the customer", &Customer::listed(reply), customer)
    }

    pub(super) async fn list_customers(
        &self,
        version: Version,
        page: u32,
        per_page: Option<u32>,
        (updated_after_day, telephone_of): (Option<i8>, Option<usize>),
    ) -> Told {
        let day = updated_after_day.map(|days| {
            let today = self.now.to_zoned(TimeZone::UTC).date();
            today + Span::new().days(days)
        });
        // The list of version 1 has no such filter.
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
        let (facts, ids) = match version {
            Version::V1 => {
                let call = listed!(pos_v1_client::ListCustomers::new());
                let page = came(self.v1.send(call).await)?.map_err(|status| status.to_string())?;
                let facts = [
                    page.total_records,
                    page.current_page,
                    page.total_pages,
                    page.per_page,
                ];
                (
                    facts,
                    page.items
                        .iter()
                        .map(|one| one.customer_id)
                        .collect::<Vec<_>>(),
                )
            }
            Version::V3 => {
                let mut call = listed!(pos_v2_client::ListCustomers::new());
                if let Some(telephone) = &telephone {
                    call = call.telephone_eq(telephone.as_str());
                }
                let page = came(self.v2.send(call).await)?.map_err(|status| status.to_string())?;
                let facts = [
                    page.total_records,
                    page.current_page,
                    page.total_pages,
                    page.per_page,
                ];
                (
                    facts,
                    page.items.iter().map(|one| one.id).collect::<Vec<_>>(),
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
        let due = [
            number(rows.len()),
            Some(i64::from(page)),
            number(pages.len()),
            number(size),
        ];
        same(
            "total_records, current_page, total_pages, per_page",
            facts,
            due,
        )?;
        let rows = pages.get(page as usize - 1).copied().unwrap_or_default();
        same("the customers", ids, rows.to_vec())
    }
}

/// The start of a day at the venue, which is seven hours behind all winter.
fn midnight(day: Date) -> Timestamp {
    let zone = TimeZone::fixed(Offset::constant(-7));
    let start = day.to_zoned(zone).expect("a day");
    start.timestamp()
}
