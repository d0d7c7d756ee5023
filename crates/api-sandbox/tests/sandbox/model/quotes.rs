//! Quotes of the model.

use std::collections::BTreeMap;

use api_sandbox::OrderStatus;
use pos_v1_client::model::{NewQuote, Quote as Record, QuoteFulfillment, QuoteItem, QuoteUpdate};
use pos_v1_client::rust_decimal::Decimal;
use serde_json::json;

use super::basket::{Costs, Item};
use super::orders::Order;
use super::runner::{CheckResult, Runner, check_eq, response_or_status};
use super::step::{Choice, Line, Tip, Version};
use crate::common::TOKEN;

/// A quote of the model.
#[derive(Clone, Debug)]
pub(super) struct Quote {
    pub(super) id: i64,
    items: Vec<Item>,
    tip: Option<Tip>,
    order: Option<i64>,
}

impl Quote {
    pub(super) fn reference(&self) -> String {
        format!("Q-{}", self.id)
    }
}

fn fulfillment(tip: Tip) -> QuoteFulfillment {
    QuoteFulfillment::with(|fulfillment| {
        fulfillment.tip_amount = Some(tip.amount.into());
        fulfillment.tip_type = Some(if tip.percent { "percent" } else { "amount" }.into());
    })
}

impl Runner {
    /// Compares a response with the model.
    fn check(&self, quote: &Quote, record: &Record) -> CheckResult {
        let costs = self.costs(quote)?;
        check_eq(
            "the reference",
            record.reference_no.clone(),
            Some(quote.reference()),
        )?;
        let order = quote.order.map(|id| id.to_string());
        check_eq("the order", record.incoming_order_id.clone(), order)?;
        check_eq("the venue", record.venue_id, Some(12))?;
        let items: Vec<_> = record
            .items
            .iter()
            .map(|item| (item.sku_id, item.quantity, item.price, item.discount))
            .collect();
        let expected: Vec<_> = quote
            .items
            .iter()
            .zip(&costs.items)
            .map(|(item, (price, discount, _))| {
                (
                    Some(item.price),
                    Some(item.quantity),
                    Some(*price),
                    Some(*discount),
                )
            })
            .collect();
        check_eq("the items", items, expected)?;
        let totals = record.totals.as_ref().ok_or("missing totals")?;
        check_eq(
            "subtotal, discount, tax, total",
            [totals.subtotal, totals.discount, totals.tax, totals.total],
            [costs.subtotal, costs.discount, costs.tax, costs.total].map(Some),
        )?;
        let coupons: Vec<_> = totals
            .discount_ids
            .iter()
            .map(ToString::to_string)
            .collect();
        let expected: Vec<_> = costs.coupons.iter().map(ToString::to_string).collect();
        check_eq("the coupons", coupons, expected)?;
        let taxes: Vec<_> = record.taxes.iter().map(|tax| tax.amount).collect();
        check_eq(
            "the taxes",
            taxes,
            costs.taxes.iter().map(|tax| Some((*tax).into())).collect(),
        )?;
        let limits = record.limits.as_ref().ok_or("missing limits")?;
        let sums: BTreeMap<String, String> = limits
            .sum_per_limit
            .iter()
            .map(|(limit, sum)| {
                (
                    limit.clone(),
                    (sum * Decimal::ONE_THOUSAND).normalize().to_string(),
                )
            })
            .collect();
        let expected = costs.limits.iter();
        let expected = expected.map(|(limit, sum)| ((*limit).to_owned(), sum.to_string()));
        check_eq("the sums of the limits", sums, expected.collect())?;
        let exceeded: Vec<_> = limits
            .exceeded_limits
            .iter()
            .map(|limit| limit.as_str())
            .collect();
        let expected: Vec<_> = costs
            .exceeded()
            .iter()
            .map(|limit| format!("\"{limit}\""))
            .collect();
        check_eq(
            "the exceeded limits",
            exceeded,
            expected.iter().map(String::as_str).collect(),
        )?;
        let tip = record
            .fulfillment
            .as_ref()
            .and_then(|part| part.tip_calculated);
        check_eq("the tip", tip, quote.tip.map(|tip| costs.tip(tip)))
    }

    /// The costs of a quote of the model, which is always valid.
    fn costs(&self, quote: &Quote) -> Result<Costs, String> {
        let costs = self.menu.costs(&quote.items);
        costs.ok_or_else(|| "invalid quote in the model".to_owned())
    }

    pub(super) async fn create_quote(
        &mut self,
        version: Version,
        lines: &[Line],
        tip: Option<Tip>,
    ) -> CheckResult {
        let item = |line: &Line| {
            QuoteItem::with(|item| {
                item.sku_id = Some(self.menu.chosen(line.choice).0);
                item.quantity = line.quantity;
                item.discount = line.discount;
                item.discount_ids = line.coupons.iter().map(|coupon| (*coupon).into()).collect();
            })
        };
        let mut body = NewQuote::new(lines.iter().map(item).collect());
        body.fulfillment = tip.map(fulfillment);
        let response = match version {
            Version::V1 => {
                let call = pos_v1_client::CreateIncomingQuote::new(body);
                response_or_status(self.v1.send(call).await)?
            }
            Version::V3 => {
                let call = pos_v3_client::CreateIncomingQuote::new(body);
                response_or_status(self.v3.send(call).await)?
            }
        };
        let items: Vec<Item> = lines.iter().map(|line| self.menu.item(line)).collect();
        match (response, self.menu.costs(&items)) {
            (Err(status), None) => check_eq("the status", status, 422),
            (Err(status), Some(_)) => Err(format!("status {status} for a valid quote")),
            (Ok(_), None) => Err("an invalid quote was accepted".to_owned()),
            (Ok(response), Some(_)) => {
                let reference = response.quote.reference_no.as_deref().unwrap_or_default();
                let id = reference.strip_prefix("Q-").and_then(|id| id.parse().ok());
                let quote = Quote {
                    id: self.check_new_id(id)?,
                    items,
                    tip,
                    order: None,
                };
                self.check(&quote, &response.quote)?;
                self.quotes.push(quote);
                Ok(())
            }
        }
    }

    pub(super) async fn update_quote(
        &mut self,
        version: Version,
        which: usize,
        tip: Tip,
    ) -> CheckResult {
        let quote = self.quotes.get(which).cloned();
        let id = quote.as_ref().map_or(1, |quote| quote.id);
        let mut change = QuoteUpdate::new();
        change.fulfillment = Some(fulfillment(tip));
        let response = match version {
            Version::V1 => {
                let call = pos_v1_client::UpdateIncomingQuote::new(id, change);
                response_or_status(self.v1.send(call).await)?
            }
            Version::V3 => {
                let reference = format!("Q-{id}");
                let call = pos_v3_client::UpdateIncomingQuote::new(reference.as_str(), change);
                response_or_status(self.v3.send(call).await)?
            }
        };
        match (response, quote) {
            (Err(status), None) => check_eq("the status", status, 204),
            (Err(status), Some(quote)) if quote.order.is_some() => {
                check_eq("the status", status, 422)
            }
            (Err(status), Some(_)) => Err(format!("status {status} for an existing quote")),
            (Ok(_), None) => Err("found an unknown quote".to_owned()),
            (Ok(_), Some(quote)) if quote.order.is_some() => {
                Err("a finalized quote was updated".to_owned())
            }
            (Ok(response), Some(mut quote)) => {
                quote.tip = Some(tip);
                self.check(&quote, &response.quote)?;
                self.quotes[which] = quote;
                Ok(())
            }
        }
    }

    pub(super) async fn patch_quote(
        &mut self,
        which: usize,
        choice: Choice,
        quantity: i64,
    ) -> CheckResult {
        let quote = self.quotes.get(which).cloned();
        let id = quote.as_ref().map_or(1, |quote| quote.id);
        let price = self.menu.chosen(choice).0;
        // The body is not documented, so that the client has no type for it.
        let path = format!("/api/demo-api-token/v1/incoming_quotes/{id}");
        let body = json!({ "quote": { "items": [{ "sku_id": price, "quantity": quantity }] } });
        let (status, _) = self.demo.send(TOKEN, "PATCH", &path, Some(body)).await;
        let Some(mut quote) = quote else {
            return check_eq("the status", status, 204);
        };
        if quote.order.is_some() {
            return check_eq("the status", status, 400);
        }
        match quote.items.iter_mut().find(|item| item.price == price) {
            Some(item) => item.quantity = quantity,
            None => quote.items.push(Item {
                price,
                quantity,
                discount: 0,
                coupons: Vec::new(),
            }),
        }
        quote.items.retain(|item| item.quantity != 0);
        if self.menu.costs(&quote.items).is_none() {
            return check_eq("the status", status, 400);
        }
        check_eq("the status", status, 200)?;
        self.quotes[which] = quote;
        self.read_quote(Version::V3, which).await
    }

    pub(super) async fn finalize_quote(&mut self, which: usize) -> CheckResult {
        let quote = self.quotes.get(which).cloned();
        let id = quote.as_ref().map_or(1, |quote| quote.id);
        let call = pos_v1_client::FinalizeIncomingQuote::new(id);
        let response = response_or_status(self.v1.send(call).await)?;
        let Some(quote) = quote else {
            return check_eq("the status", response.err(), Some(204));
        };
        let reference = quote.reference();
        if quote.order.is_some() || self.orders.iter().any(|order| order.reference == reference) {
            return check_eq("the status", response.err(), Some(400));
        }
        response.map_err(|status| format!("status {status} for an existing quote"))?;
        let placed = self.sandbox().control().orders();
        let placed = placed.iter().find(|order| order.reference_no == reference);
        let id = self.check_new_id(placed.map(|order| order.id))?;
        self.orders.push(Order {
            id,
            reference,
            status: OrderStatus::Pending,
            callback: false,
            delivery: false,
            costs: self.costs(&quote)?,
            items: quote.items,
            created_at: self.now,
            updated_at: self.now,
            delivered_at: None,
        });
        self.quotes[which].order = Some(id);
        let last = self.orders.len() - 1;
        self.read_order(Version::V1, last, false).await
    }

    pub(super) async fn read_quote(&self, version: Version, which: usize) -> CheckResult {
        let quote = self.quotes.get(which);
        let id = quote.map_or(1, |quote| quote.id);
        let response = match version {
            Version::V3 => {
                let reference = format!("Q-{id}");
                let call = pos_v3_client::GetIncomingQuote::new(reference.as_str());
                response_or_status(self.v3.send(call).await)?
            }
            Version::V1 => {
                let response = response_or_status(
                    self.v1.send(pos_v1_client::GetIncomingQuote::new(id)).await,
                )?;
                let (Some(quote), Ok(response)) = (quote, &response) else {
                    return check_eq("the status", response.err(), Some(404));
                };
                let costs = self.costs(quote)?;
                let actual = &response.quote;
                check_eq(
                    "the reference",
                    actual.reference_no.clone(),
                    Some(quote.reference()),
                )?;
                return check_eq(
                    "subtotal, discount, tax, total, tip",
                    [
                        actual.subtotal,
                        actual.discount,
                        actual.tax,
                        actual.total,
                        actual.tip_calculated,
                    ],
                    [
                        costs.subtotal,
                        costs.discount,
                        costs.tax,
                        costs.total,
                        quote.tip.map_or(0, |tip| costs.tip(tip)),
                    ]
                    .map(Some),
                );
            }
        };
        match (quote, response) {
            (Some(quote), Ok(response)) => self.check(quote, &response.quote),
            (_, response) => check_eq("the status", response.err(), Some(404)),
        }
    }

    pub(super) async fn read_quote_by_id(&self, which: usize) -> CheckResult {
        let quote = self.quotes.get(which);
        let id = quote.map_or(1, |quote| quote.id);
        let response = response_or_status(
            self.v1
                .send(pos_v1_client::GetIncomingQuoteById::new(id))
                .await,
        )?;
        match (quote, response) {
            (Some(_), Ok(response)) => check_eq("the id", response.incoming_quote.id, Some(id)),
            (_, response) => check_eq("the status", response.err(), Some(404)),
        }
    }
}
