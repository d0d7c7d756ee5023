//! What observations say about the fields of the spec.

use super::declaration::Declarations;
use super::evidence::{Bodies, DeclarationKey, EnumEvidence, Evidence, FieldEvidence};
use super::fact::{Fact, Target, Unlearned};
use super::new_notation::new_notation;
use super::tally::Tally;
use super::type_of_values::{NoType, accepts, type_of_field};
use crate::ir::{Field, Mark, Named, Observed, ObservedKind, Response, Spec};
use crate::language::{
    Claim, Contradiction, MIN_VALUES, error_bound, missing_counts, missing_for,
    parse_contradiction, tolerated,
};
use crate::load::Loaded;
use crate::report::line_of;
use crate::source::{Sources, Span};

/// What the observations say.
pub(super) struct Proposals<'a> {
    spec: &'a Spec,
    sources: &'a Sources,
    declarations: Declarations<'a>,
    pub(super) facts: Vec<Fact>,
    pub(super) unlearned: Vec<Unlearned>,
}

/// What is missing for a fact about this number of values; `None` if nothing is.
pub(super) fn missing(values: u64, tally: &Tally) -> Option<String> {
    let mut missing = missing_counts(values, tally.venues);
    if tally.month().is_none() {
        missing.push("no date".to_owned());
    }
    (!missing.is_empty()).then(|| missing.join(", "))
}

impl<'a> Proposals<'a> {
    pub(super) fn new(
        spec: &'a Spec,
        loaded: &'a Loaded,
        sources: &'a Sources,
        evidence: &Evidence<'_>,
    ) -> Self {
        let mut proposals = Self {
            spec,
            sources,
            declarations: Declarations::new(loaded),
            facts: Vec::new(),
            unlearned: Vec::new(),
        };
        for (key, evidence) in &evidence.fields {
            proposals.type_fact(key, evidence);
            for (record, tally) in &evidence.records {
                proposals.contradictions(record, evidence.field, tally);
            }
        }
        for (named, evidence) in evidence.enums(spec) {
            proposals.values_of_enum(&named, &evidence);
        }
        for ((record, name), tally) in &evidence.unknown {
            proposals.unlearned.push(Unlearned {
                line: proposals.line_of_record(record),
                subject: format!("{}.{name}", record.name),
                reason: format!("not in the record: {}", tally.kinds()),
            });
        }
        for (name, bodies) in &evidence.bodies {
            proposals.body_without_fields(name, bodies);
        }
        for operation in evidence.unknown_operations.keys() {
            proposals.unlearned.push(Unlearned {
                line: String::new(),
                subject: operation.clone(),
                reason: "unknown operation".to_owned(),
            });
        }
        proposals
    }

    fn line_of_record(&self, record: &Named) -> String {
        let record = self.spec.record(record);
        record.map_or(String::new(), |record| line_of(self.sources, &record.span))
    }

    fn leave(&mut self, subject: &str, span: &Span, reason: String) {
        self.unlearned.push(Unlearned {
            line: line_of(self.sources, span),
            subject: subject.to_owned(),
            reason,
        });
    }

    /// Bodies of which nothing is described: the response is undocumented, or its shape is another one.
    fn body_without_fields(&mut self, name: &str, bodies: &Bodies<'_>) {
        let kinds = bodies.tally.kinds();
        if bodies.is_described || kinds.is_empty() {
            return;
        }
        let what = match &bodies.operation.response {
            Response::Unknown | Response::Accepted => "the response is not described",
            Response::Page(_) => "no items as described",
            _ => "no field as described",
        };
        self.leave(name, &bodies.operation.span, format!("{what}: {kinds}"));
    }

    /// The type of a field that the documents do not show.
    fn type_fact(&mut self, key: &DeclarationKey, evidence: &FieldEvidence<'_>) {
        let field = evidence.field;
        if !field.is_untyped() {
            return;
        }
        let subject = subject(evidence);
        let total = evidence.of_api();
        let tally = total.at("");
        if let Some(reason) = evidence.only_of_others() {
            return self.leave(&subject, &field.span, reason);
        }
        if let Some(missing) = missing(tally.values(), &tally) {
            return self.leave(
                &subject,
                &field.span,
                format!("{missing}: {}", tally.kinds()),
            );
        }
        let observed = match type_of_field(field, &total) {
            Ok(observed) => observed,
            Err(NoType::FewElements(elements)) => {
                let reason = format!("{elements} of {MIN_VALUES} elements of the lists");
                return self.leave(&subject, &field.span, reason);
            }
            Err(NoType::NotOne(kinds)) => {
                return self.leave(&subject, &field.span, format!("no single type: {kinds}"));
            }
        };
        let others: Vec<String> = evidence
            .operations
            .iter()
            .filter(|(_, nested)| !accepts(&observed.ty, observed.marks, nested, ""))
            .map(|(name, nested)| format!("{name} {}", nested.at("").kinds()))
            .collect();
        if !others.is_empty() {
            let reason = format!("operations differ: {}", others.join("; "));
            return self.leave(&subject, &field.span, reason);
        }
        let is_replaced = observed.is_new(field);
        let Some(declaration) = self.declarations.field(key) else {
            return self.leave(&subject, &field.span, "declared in another way".to_owned());
        };
        if is_replaced && (declaration.has_type_of_example || declaration.is_in_body) {
            let place = match declaration.is_in_body {
                true => "declared in a request body",
                false => "an example has a type of its own",
            };
            let reason = format!("{place}: {}", tally.kinds());
            return self.leave(&subject, &field.span, reason);
        }
        if declaration.is_in_body {
            return;
        }
        match new_notation(self.sources, field, declaration, &observed, &tally) {
            Ok(None) => {}
            Ok(Some((target, change))) => {
                let values = tally.values();
                let exceptions = values - observed.count.min(values);
                self.facts.push(Fact {
                    subject,
                    change,
                    target,
                    error_bound: error_bound(exceptions, values),
                });
            }
            Err(reason) => self.leave(&subject, &field.span, reason),
        }
    }

    /// What the values of a record's field contradict.
    fn contradictions(&mut self, record: &Named, field: &Field, tally: &Tally) {
        let values = tally.values();
        let mut found: Option<(ObservedKind, u64, u64)> = None;
        let mut consider = |kind, count, of| {
            let rank = |count, of| (of >= MIN_VALUES, count);
            let is_more =
                found.is_none_or(|(_, most, of_most)| rank(count, of) > rank(most, of_most));
            if count > tolerated(of) && is_more {
                found = Some((kind, count, of));
            }
        };
        if !field.is_untyped() {
            for (kind, count) in tally.rejected(&field.ty, field.marks) {
                consider(kind, count, values);
            }
        }
        if field.has(Mark::DocumentedRequired) {
            consider(ObservedKind::Null, tally.nulls, tally.of);
            consider(ObservedKind::Absent, tally.absent, tally.of);
        }
        let Some((kind, count, of)) = found else {
            return;
        };
        let subject = format!("{}.{}", record.name, field.wire);
        let since = match (missing(of, tally), tally.month()) {
            (None, Some(since)) => since.to_owned(),
            (missing, _) => {
                let missing = missing.unwrap_or_default();
                let reason = format!("{missing}: {} in {count} of {of}", kind.word());
                return self.leave(&subject, &field.span, reason);
            }
        };
        let contradiction = Contradiction {
            kind,
            observed: Observed {
                count,
                of,
                venues: tally.venues,
                since,
                null: 0,
                absent: 0,
            },
        };
        let Some(declared) = self.declarations.record(record) else {
            return;
        };
        if let Some(known) = declared.value.observed.get(&field.wire)
            && let Ok(known) = parse_contradiction(&known.value)
            && known.observed.of >= of
        {
            return;
        }
        self.facts.push(Fact {
            change: format!("contradiction: {contradiction}"),
            target: Target::Contradiction {
                record: record.clone(),
                field: field.wire.clone(),
                text: contradiction.to_string(),
            },
            subject,
            error_bound: error_bound(of.saturating_sub(count), of),
        });
    }

    /// Values that an enum does not list.
    fn values_of_enum(&mut self, named: &Named, evidence: &EnumEvidence<'_>) {
        let Some(declared) = self.declarations.enumeration(named) else {
            return;
        };
        let is_known = |value: &str| {
            let mut names = declared.value.values.names();
            match declared.value.case_insensitive {
                true => names.any(|name| name.eq_ignore_ascii_case(value)),
                false => names.any(|name| name == value),
            }
        };
        let tally = evidence.of_api();
        if tally.other_values > 0 {
            let count = tally.other_values;
            self.leave(
                &named.name,
                declared.span(),
                format!(
                    "{count} values without a name in the file: rare, of one venue, or not words"
                ),
            );
        }
        let of = tally.strings;
        let unknown = tally.values.iter().filter(|(value, _)| !is_known(value));
        for (value, count) in unknown {
            let subject = format!("{}.{value}", named.name);
            let of = of.max(*count);
            let since = match (
                missing_for(Claim::Value, (*count, of), tally.venues),
                tally.month(),
            ) {
                (None, Some(since)) => since,
                (missing, _) => {
                    let reason = missing.unwrap_or_else(|| "no date".to_owned());
                    self.leave(&subject, declared.span(), reason);
                    continue;
                }
            };
            let observed = Observed {
                count: *count,
                of,
                venues: tally.venues,
                since: since.to_owned(),
                null: 0,
                absent: 0,
            };
            self.facts.push(Fact {
                subject,
                change: format!("new value: {observed}"),
                target: Target::Value {
                    named: named.clone(),
                    value: value.clone(),
                    text: observed.to_string(),
                },
                error_bound: error_bound(0, *count),
            });
        }
        let others = evidence.only_of_others();
        for (value, reason) in others.into_iter().filter(|(value, _)| !is_known(value)) {
            self.leave(&format!("{}.{value}", named.name), declared.span(), reason);
        }
    }
}

/// The names of the records of a field, and its own.
fn subject(evidence: &FieldEvidence<'_>) -> String {
    let records = evidence.records.keys().map(|record| record.name.as_str());
    let mut records: Vec<&str> = records.collect();
    records.dedup();
    format!("{}.{}", records.join(", "), evidence.field.wire)
}
