//! `aana audit stats`: what a log holds, counted.

use std::fmt::Write as _;
use std::path::Path;

use aana_audit::{Stats, stats};
use aana_core::codes::Blocker;
use aana_core::contract::Route;
use serde_json::{Map, Value, json};

use super::log::{failed, whole};
use crate::exit::{self, Outcome};
use crate::output;
use crate::style::{self, CODE, FAILURE, FAINT, HEADING, printable};
use crate::words::counted;

/// How many tools are shown.
const SHOWN: usize = 10;

pub(super) fn run(file: &Path, json: bool) -> Outcome {
    let stats = stats(&whole(file)?).map_err(|error| failed(&error))?;
    if json {
        output::exact_json(format!("{}\n", json_of(&stats)))?;
    } else {
        output::text(&view(&stats))?;
    }
    Ok(exit::SUCCESS)
}

/// The most frequent first; of equals, in their order.
fn by_count<T>(counts: impl Iterator<Item = (T, u64)>) -> Vec<(T, u64)> {
    let mut counts: Vec<(T, u64)> = counts.filter(|(_, count)| *count > 0).collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn view(stats: &Stats) -> String {
    let mut view = String::new();
    let width = stats.decisions.to_string().len().max("decisions".len());
    let _ = writeln!(view, "{HEADING}{:>width$}  route{HEADING:#}", "decisions");
    for (route, count) in Route::ALL.iter().zip(stats.routes) {
        let style = if count == 0 { FAINT } else { style::route(*route) };
        let _ = writeln!(view, "{count:>width$}  {style}{}{style:#}", route.as_str());
    }
    let blockers = by_count(Blocker::ALL.iter().zip(stats.blockers));
    if !blockers.is_empty() {
        let _ = writeln!(view, "\n{HEADING}{:>width$}  blocker{HEADING:#}", "decisions");
    }
    for (blocker, count) in blockers {
        let _ = writeln!(view, "{count:>width$}  {CODE}{blocker}{CODE:#}");
    }
    let tools = by_count(stats.tools.iter().map(|(tool, count)| (tool, *count)));
    if !tools.is_empty() {
        let _ = writeln!(view, "\n{HEADING}{:>width$}  tool{HEADING:#}", "decisions");
    }
    for (tool, count) in tools.iter().take(SHOWN) {
        let _ = writeln!(view, "{count:>width$}  {CODE}{}{CODE:#}", printable(tool));
    }
    let rest = tools.iter().skip(SHOWN).map(|(_, count)| count).sum::<u64>() + stats.other_tools;
    if rest > 0 {
        let _ = writeln!(view, "{FAINT}{rest:>width$}  other tools{FAINT:#}");
    }
    let _ = write!(view, "\n{}", counted(stats.decisions, "decision"));
    if let Some((first, last)) = &stats.span {
        let _ = write!(view, " from {first} to {last}");
    }
    view.push('\n');
    if stats.unreadable > 0 {
        let lines = counted(stats.unreadable, "line");
        let _ = writeln!(view, "{FAILURE}{lines} cannot be read:{FAILURE:#} aana audit verify");
    }
    view
}

fn json_of(stats: &Stats) -> Value {
    let routes: Map<String, Value> = Route::ALL
        .iter()
        .zip(stats.routes)
        .map(|(route, count)| (route.as_str().to_owned(), count.into()))
        .collect();
    let blockers: Map<String, Value> = by_count(Blocker::ALL.iter().zip(stats.blockers))
        .into_iter()
        .map(|(blocker, count)| (blocker.as_str().to_owned(), count.into()))
        .collect();
    let (first, last) = stats.span.clone().unzip();
    json!({
        "decisions": stats.decisions,
        "log_records": stats.log_records,
        "unreadable": stats.unreadable,
        "first": first,
        "last": last,
        "routes": routes,
        "hard_blockers": blockers,
        "other_blockers": stats.other_blockers,
        "tools": stats.tools,
        "other_tools": stats.other_tools,
        "no_tool": stats.no_tool,
    })
}
