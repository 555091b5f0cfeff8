//! Counts of routes and blockers, and the table that shows them.

use std::fmt::Write as _;
use std::time::Duration;

use aana_core::Decision;
use aana_core::codes::Blocker;
use aana_core::contract::Route;

use crate::style::{self, CODE, FAINT, HEADING};
use crate::words::counted;

/// How many blockers the table shows.
const SHOWN_BLOCKERS: usize = 5;

/// How often each route and each blocker came up.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    routes: [u64; Route::ALL.len()],
    blockers: [u64; Blocker::ALL.len()],
}

impl Default for Tally {
    fn default() -> Self {
        Self { routes: [0; Route::ALL.len()], blockers: [0; Blocker::ALL.len()] }
    }
}

impl Tally {
    pub(super) fn count(&mut self, decision: &Decision<'_>) {
        self.routes[decision.route() as usize] += 1;
        for blocker in decision.hard_blockers().iter() {
            self.blockers[blocker as usize] += 1;
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        let pairs = self.routes.iter_mut().zip(other.routes);
        pairs.for_each(|(count, more)| *count += more);
        let pairs = self.blockers.iter_mut().zip(other.blockers);
        pairs.for_each(|(count, more)| *count += more);
    }

    pub(super) fn events(&self) -> u64 {
        self.routes.iter().sum()
    }

    /// The strictest route that came up, if one did.
    pub(super) fn strictest(&self) -> Option<Route> {
        let mut counted = Route::ALL.iter().zip(self.routes).filter(|(_, count)| *count > 0);
        counted.next_back().map(|(route, _)| *route)
    }

    /// The table for people.
    pub(super) fn table(&self, time: Duration) -> String {
        let mut table = String::new();
        let events = self.events();
        let width = events.to_string().len().max("events".len());
        let _ = writeln!(table, "{HEADING}route    {:>width$}    share{HEADING:#}", "events");
        for (route, count) in Route::ALL.iter().zip(self.routes) {
            let style = if count == 0 { FAINT } else { style::route(*route) };
            let share = share(count, events);
            let _ = writeln!(
                table,
                "{style}{:<8}{style:#} {count:>width$}  {share:>7}",
                route.as_str()
            );
        }

        let mut blockers: Vec<(Blocker, u64)> =
            Blocker::ALL.iter().copied().zip(self.blockers).collect();
        blockers.retain(|(_, count)| *count > 0);
        blockers.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        if !blockers.is_empty() {
            let _ = writeln!(table, "\n{HEADING}{:>width$}  blocker{HEADING:#}", "events");
        }
        for (blocker, count) in blockers.iter().take(SHOWN_BLOCKERS) {
            let _ = writeln!(table, "{count:>width$}  {CODE}{blocker}{CODE:#}");
        }
        if let Some(more @ 1..) = blockers.len().checked_sub(SHOWN_BLOCKERS) {
            let _ = writeln!(table, "{FAINT}{:>width$}  and {more} more{FAINT:#}", "");
        }

        let _ = writeln!(table, "\n{} in {}", counted(events, "event"), took(events, time));
        table
    }
}

/// A share in per cent with one decimal.
fn share(count: u64, of: u64) -> String {
    let tenths = count.saturating_mul(1000).saturating_add(of / 2).checked_div(of).unwrap_or(0);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

fn took(events: u64, time: Duration) -> String {
    let rate = u128::from(events) * 1_000_000 / time.as_micros().max(1);
    format!("{:.2} s, {rate} a second", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use aana_core::Gate;
    use aana_core::contract::Route;

    use super::{Tally, share};

    #[test]
    fn the_strictest_route_is_the_last_that_came_up() {
        let mut tally = Tally::default();
        assert_eq!((tally.events(), tally.strictest()), (0, None));
        for (index, route) in [Route::Ask, Route::Refuse, Route::Defer].into_iter().enumerate() {
            tally.routes[route as usize] = 1;
            let strictest = [Route::Ask, Route::Refuse, Route::Refuse][index];
            assert_eq!(tally.strictest(), Some(strictest));
        }
    }

    #[test]
    fn the_table_shows_what_was_counted() {
        let (gate, mut tally, mut part) = (Gate::default(), Tally::default(), Tally::default());
        part.count(&gate.check("[]", 0));
        tally.add(&part);
        tally.add(&part);
        let table =
            anstream::adapter::strip_str(&tally.table(Duration::from_millis(500))).to_string();
        let expected = "\
route    events    share
accept        0    0.0 %
ask           0    0.0 %
defer         0    0.0 %
refuse        2  100.0 %

events  blocker
     2  schema_validation_failed

2 events in 0.50 s, 4 a second
";
        assert_eq!(table, expected);
    }

    #[test]
    fn shares_are_rounded() {
        let shares = [share(1, 3), share(2, 3), share(0, 0), share(1, 1)];
        assert_eq!(shares, ["33.3 %", "66.7 %", "0.0 %", "100.0 %"]);
    }
}
