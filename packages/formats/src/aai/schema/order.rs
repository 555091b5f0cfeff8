//! The order in which one value passes through schemas, and circles in it.

use super::graph::{Graph, Node};

/// The nodes in an order in which a value passes through them, and what is wrong with it.
pub(super) struct Order {
    pub(super) sorted: Vec<usize>,
    pub(super) cycles: Vec<(String, &'static str)>,
}

impl Graph<'_> {
    /// Sorts the nodes so that whatever is applied to the same value comes after what applies it.
    pub(super) fn in_place_order(&self) -> Order {
        let mut arrivals = vec![0_usize; self.nodes.len()];
        for target in self.nodes.iter().flat_map(Node::same_value) {
            if let Some(count) = arrivals.get_mut(*target) {
                *count += 1;
            }
        }
        let mut sorted: Vec<usize> =
            (0..self.nodes.len()).filter(|&node| arrivals.get(node) == Some(&0)).collect();
        let mut next = 0;
        while let Some(&node) = sorted.get(next) {
            next += 1;
            for &target in self.nodes.get(node).map_or(&[][..], Node::same_value) {
                if let Some(count) = arrivals.get_mut(target) {
                    *count -= 1;
                    if *count == 0 {
                        sorted.push(target);
                    }
                }
            }
        }
        let cycles = if sorted.len() == self.nodes.len() { vec![] } else { self.cycles(&sorted) };
        Order { sorted, cycles }
    }

    /// The references that stand in a circle: what is left when also those that lead nowhere near one
    /// are taken away.
    fn cycles(&self, sorted: &[usize]) -> Vec<(String, &'static str)> {
        let mut left = vec![true; self.nodes.len()];
        let mut remove = |node: usize| left.get_mut(node).is_some_and(core::mem::take);
        for &node in sorted {
            remove(node);
        }
        let mut sources = vec![Vec::new(); self.nodes.len()];
        let mut departures = vec![0_usize; self.nodes.len()];
        for (node, entry) in self.nodes.iter().enumerate() {
            for &target in entry.same_value() {
                if let (Some(from), Some(count)) =
                    (sources.get_mut(target), departures.get_mut(node))
                {
                    from.push(node);
                    *count += 1;
                }
            }
        }
        let mut ends: Vec<usize> =
            (0..self.nodes.len()).filter(|&node| departures.get(node) == Some(&0)).collect();
        while let Some(end) = ends.pop() {
            remove(end);
            for &source in sources.get(end).map_or(&[][..], Vec::as_slice) {
                if let Some(count) = departures.get_mut(source) {
                    *count -= 1;
                    if *count == 0 {
                        ends.push(source);
                    }
                }
            }
        }
        let message = "this `$ref` comes back to itself without going down into the value; \
                       checking by it would never say no";
        let in_circle = |node: &usize| left.get(*node) == Some(&true);
        (0..self.nodes.len())
            .filter(in_circle)
            .filter(|&node| self.nodes.get(node).is_some_and(|it| it.reference.is_some()))
            .map(|node| (self.keyword(node, "$ref"), message))
            .collect()
    }
}
