//! Writes that concern more than anybody may have meant: many recipients, everything at once, large amounts.

pub(crate) mod amount;
mod everything;
mod recipients;

#[cfg(test)]
mod tests;

use alloc::string::String;

use super::{
    effect::{Finding, Sink},
    short::Key,
    steps::step,
    tables::keys::{AMOUNT, KEYS, MAIL},
};
use crate::json::{Object, Value};

/// How many recipients are ordinary where the operator says nothing.
pub(crate) const RECIPIENTS: u64 = 50;

/// The operator's limits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits<'a> {
    /// More recipients need an approval of their own.
    pub(crate) recipients: u64,
    /// The largest amount for each currency, and for `*` that of all others, as decimals.
    pub(crate) amount: &'a [(String, String)],
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { recipients: RECIPIENTS, amount: &[] }
    }
}

/// Looks at the arguments of a write.
pub(crate) fn read(arguments: &Object<'_>, limits: &Limits<'_>, sink: &mut dyn Sink) {
    Walk { limits, sink }.object(arguments, None);
}

struct Walk<'a, 's> {
    limits: &'a Limits<'a>,
    sink: &'s mut dyn Sink,
}

impl Walk<'_, '_> {
    fn object(&mut self, object: &Object<'_>, currency: Option<&str>) {
        // Only limits ask for it.
        let currency =
            if self.limits.amount.is_empty() { None } else { own_currency(object).or(currency) };
        let mut together = 0_u64;
        for member in object.members() {
            step(1);
            let key = Key::of(&member.key);
            if matches!(key.as_str(), "to" | "cc" | "bcc") {
                // One message goes to all of them.
                let more = recipients::count(key.as_str(), true, &member.value);
                together = together.saturating_add(more);
            }
            self.value(key.as_str(), &member.value, currency, true);
        }
        if together > self.limits.recipients {
            self.sink.finding(Finding::RecipientsOverPolicy);
        }
    }

    /// A key belongs to the value and to the elements of a list.
    fn value(&mut self, key: &str, value: &Value<'_>, currency: Option<&str>, is_whole: bool) {
        step(1);
        let kinds = KEYS.get(key).unwrap_or(0);
        let is_mail = kinds & MAIL != 0;
        if is_whole && recipients::count(key, is_mail, value) > self.limits.recipients {
            self.sink.finding(Finding::RecipientsOverPolicy);
        }
        if everything::is_meant(key, is_mail, value) {
            self.sink.finding(Finding::MassEffect);
        }
        if kinds & AMOUNT != 0 && amount::is_over(key, value, currency, self.limits.amount) {
            self.sink.finding(Finding::AmountOverPolicy);
        }
        match value {
            Value::Array(items) => {
                for item in items {
                    self.value(key, item, currency, false);
                }
            }
            Value::Object(object) => self.object(object, currency),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

/// The currency that stands beside an amount.
fn own_currency<'o>(object: &'o Object<'_>) -> Option<&'o str> {
    object.members().iter().find_map(|member| {
        let key = Key::of(&member.key);
        let names = matches!(key.as_str(), "currency" | "currency_code" | "iso_currency_code");
        member.value.as_str().filter(|_| names)
    })
}
