//! How many steps one value can cost.
//!
//! A validator applies a schema again for every way that leads to it. Two references to one schema,
//! in that schema two to a third, and so on thirty times, are a short text and a thousand million
//! steps; a schema that refers to itself twice for the same member doubles with every level of the
//! value. So the ways are counted, place by place in an imagined value: which schemas are applied there
//! and how often each. Places at which the same is applied are the same place, so that ordinary recursion
//! ends after a few.

use std::collections::{BTreeMap, HashSet};

use super::graph::{Graph, Node};

/// How often schemas may be applied to one value, all together.
const MOST_AT_ONE_PLACE: u64 = 4_096;
/// How many schemas may be applied one within the other to the same value.
const LONGEST_CHAIN: u32 = 32;

/// Which schemas are applied at a place, and how often each.
type Applied = BTreeMap<usize, u64>;

/// The pointer of a schema that makes checking too costly, if one does. `sorted` is the order in which
/// one value passes through the schemas.
pub(super) fn too_costly(graph: &Graph<'_>, sorted: &[usize]) -> Option<String> {
    if let Some(node) = long_chain(graph, sorted) {
        return Some(graph.pointer(node));
    }
    let mut rank = vec![0; graph.nodes.len()];
    for (position, &node) in sorted.iter().enumerate() {
        if let Some(rank) = rank.get_mut(node) {
            *rank = position;
        }
    }
    let search = Search { graph, sorted, rank };
    let mut budget = 10_000_usize.saturating_add(graph.nodes.len().saturating_mul(64));
    let mut seen = HashSet::new();
    let mut waiting = vec![Applied::from([(0, 1)])];
    while let Some(start) = waiting.pop() {
        let node = start.keys().next().copied().unwrap_or_default();
        let Some(applied) = search.at_this_place(&start) else { return Some(graph.pointer(node)) };
        let Some(below) = search.below(&applied, &mut budget) else {
            return Some(graph.pointer(node));
        };
        for next in below {
            if !next.is_empty() && !seen.contains(&next) {
                seen.insert(next.clone());
                waiting.push(next);
            }
        }
    }
    None
}

/// The end of a chain of too many schemas applied within each other.
fn long_chain(graph: &Graph<'_>, sorted: &[usize]) -> Option<usize> {
    let mut lengths = vec![0_u32; graph.nodes.len()];
    for &node in sorted {
        let length = lengths.get(node).copied().unwrap_or_default().saturating_add(1);
        for &target in graph.nodes.get(node).map_or(&[][..], Node::same_value) {
            if length >= LONGEST_CHAIN {
                return Some(target);
            }
            if let Some(known) = lengths.get_mut(target) {
                *known = length.max(*known);
            }
        }
    }
    None
}

struct Search<'g, 'd> {
    graph: &'g Graph<'d>,
    sorted: &'g [usize],
    rank: Vec<usize>,
}

impl<'g> Search<'g, '_> {
    /// Everything that is applied where these are, or `None` if it is too much.
    fn at_this_place(&self, start: &Applied) -> Option<Applied> {
        let rank = |node: usize| self.rank.get(node).copied().unwrap_or_default();
        let mut by_rank: BTreeMap<usize, u64> =
            start.iter().map(|(&node, &times)| (rank(node), times)).collect();
        let mut applied = Applied::new();
        let mut total = 0_u64;
        while let Some((position, times)) = by_rank.pop_first() {
            let node = self.sorted.get(position).copied()?;
            total = total.saturating_add(times);
            if total > MOST_AT_ONE_PLACE {
                return None;
            }
            applied.insert(node, times);
            for &target in self.graph.nodes.get(node).map_or(&[][..], Node::same_value) {
                let known = by_rank.entry(rank(target)).or_default();
                *known = known.saturating_add(times);
            }
        }
        Some(applied)
    }

    /// What these apply to each part of the value that they tell apart, or `None` if to look at it all
    /// takes more than the budget.
    fn below(&self, applied: &Applied, budget: &mut usize) -> Option<Vec<Applied>> {
        let nodes: Vec<(&'g Node<'_>, u64)> = applied
            .iter()
            .filter_map(|(&node, &times)| Some((self.graph.nodes.get(node)?, times)))
            .collect();
        let mut below = Vec::new();

        let mut any_member = Applied::new();
        let mut by_name: BTreeMap<&str, Applied> = BTreeMap::new();
        for (node, times) in &nodes {
            for &child in node.parts.patterns.iter().chain(&node.parts.additional) {
                add(&mut any_member, child, *times);
            }
            for (name, _) in &node.parts.properties {
                by_name.entry(name).or_default();
            }
        }
        let longest = nodes.iter().map(|(node, _)| node.parts.tuple.len()).max().unwrap_or(0);
        let spent = (by_name.len() + 1).saturating_mul(any_member.len() + 1);
        let spent = spent.saturating_add((longest + 2).saturating_mul(nodes.len() + 1));
        *budget = budget.checked_sub(spent)?;
        if !any_member.is_empty() {
            for here in by_name.values_mut() {
                here.clone_from(&any_member);
            }
        }
        for (node, times) in &nodes {
            for (name, child) in &node.parts.properties {
                let Some(here) = by_name.get_mut(name) else { continue };
                if let Some(child) = child {
                    add(here, *child, *times);
                }
                // `additionalProperties` leaves a declared member alone.
                if let Some(additional) = node.parts.additional {
                    take(here, additional, *times);
                }
            }
        }
        below.extend(by_name.into_values());
        below.push(any_member);

        for index in 0..=longest {
            let mut here = Applied::new();
            for (node, times) in &nodes {
                let item = node.parts.tuple.get(index).copied().unwrap_or(node.parts.rest);
                for child in item.into_iter().chain(node.parts.contains) {
                    add(&mut here, child, *times);
                }
            }
            below.push(here);
        }

        let mut names = Applied::new();
        for (node, times) in &nodes {
            if let Some(child) = node.parts.names {
                add(&mut names, child, *times);
            }
        }
        below.push(names);
        Some(below)
    }
}

fn add(applied: &mut Applied, node: usize, times: u64) {
    let known = applied.entry(node).or_default();
    *known = known.saturating_add(times);
}

fn take(applied: &mut Applied, node: usize, times: u64) {
    if let Some(known) = applied.get_mut(&node) {
        *known = known.saturating_sub(times);
        if *known == 0 {
            applied.remove(&node);
        }
    }
}
