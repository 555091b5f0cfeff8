//! What `uniqueItems` costs: everything is hashed, and what has the same hash is compared.
//!
//! The validator's hash passes over where a list begins and ends, so `[[1], []]` and `[[], [1]]` share one.
//! Many such elements are compared each with each. They share a hash here, too, and are counted.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::Value;

use super::rates::weight;

/// Up to so many elements are compared each with each without a hash.
const FEW: usize = 15;

struct Hashed<'v> {
    hash: u64,
    weight: u64,
    item: &'v Value,
}

/// Steps to find out whether the elements differ.
pub(super) fn steps(items: &[Value]) -> u64 {
    if items.len() <= FEW {
        let all = items.iter().map(weight).fold(0, u64::saturating_add);
        return all.saturating_mul(u64::try_from(items.len()).unwrap_or(u64::MAX));
    }
    let mut hashed: Vec<Hashed<'_>> = items
        .iter()
        .map(|item| {
            let mut hasher = DefaultHasher::new();
            hash(item, &mut hasher);
            Hashed { hash: hasher.finish(), weight: weight(item), item }
        })
        .collect();
    hashed.sort_unstable_by_key(|it| it.hash);
    let alike = hashed.chunk_by(|one, other| one.hash == other.hash);
    alike.map(compared).fold(0, u64::saturating_add)
}

/// Each of the elements with each other one. Where they are all the same, the first comparison says so.
fn compared(alike: &[Hashed<'_>]) -> u64 {
    let all = alike.iter().map(|it| it.weight).fold(0, u64::saturating_add);
    let same = alike
        .windows(2)
        .all(|pair| pair.first().map(|it| it.item) == pair.last().map(|it| it.item));
    if same { all } else { all.saturating_mul(u64::try_from(alike.len()).unwrap_or(u64::MAX)) }
}

fn hash(value: &Value, hasher: &mut DefaultHasher) {
    match value {
        Value::Null => hasher.write_u8(0),
        Value::Bool(it) => it.hash(hasher),
        // Integers that a double does not tell apart are hashed alike.
        Value::Number(it) => (it.as_f64().unwrap_or_default() + 0.0).to_bits().hash(hasher),
        Value::String(it) => it.hash(hasher),
        Value::Array(items) => items.iter().for_each(|item| hash(item, hasher)),
        Value::Object(map) => {
            let of_member = |(key, value): (&String, &Value)| {
                let mut hasher = DefaultHasher::new();
                key.hash(&mut hasher);
                hash(value, &mut hasher);
                hasher.finish()
            };
            hasher.write_u64(map.iter().map(of_member).fold(0, |a, b| a ^ b));
        }
    }
}
