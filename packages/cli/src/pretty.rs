//! A decision at a glance.

use std::fmt::{Display, Write as _};

use aana_core::Decision;
use aana_core::contract::Mode;
use aana_core::report::{AuthorizationReport, Report};

use crate::arguments;
use crate::style::{self, CODE, FAINT, HEADING, printable};
use crate::words::{advice, found_at, need, places};

/// How many faults or needs are shown.
const SHOWN: usize = 12;

/// The whole view.
pub(crate) fn view(decision: &Decision<'_>) -> String {
    let report = decision.report();
    let mut view = View(String::new());
    view.summary(decision, &report);
    view.faults(&report);
    view.blockers(&report);
    view.warnings(&report);
    view.needs(&report);
    let _ = writeln!(
        view.0,
        "\n{FAINT}in words: aana explain; the whole decision: --format json{FAINT:#}"
    );
    view.0
}

struct View(String);

impl View {
    fn row(&mut self, label: &str, value: impl Display) {
        let _ = writeln!(self.0, "{label:<15}{value}");
    }

    fn heading(&mut self, heading: &str) {
        let _ = writeln!(self.0, "\n{HEADING}{heading}{HEADING:#}");
    }

    /// A code, where it was found, and below what it means.
    fn entry(&mut self, code: &str, places: Option<String>, sentence: &str) {
        let _ = write!(self.0, "  {CODE}{}{CODE:#}", printable(code));
        if let Some(places) = places {
            let _ = write!(self.0, "{FAINT}  at {places}{FAINT:#}");
        }
        let _ = writeln!(self.0, "\n    {sentence}");
    }

    fn and_more(&mut self, all: usize, where_they_are: &str) {
        if let Some(more @ 1..) = all.checked_sub(SHOWN) {
            let _ = writeln!(self.0, "  {FAINT}and {more} more: {where_they_are}{FAINT:#}");
        }
    }

    fn summary(&mut self, decision: &Decision<'_>, report: &Report<'_>) {
        let route = report.route;
        let style = style::route(route);
        self.row("route", format_args!("{style}{route}{style:#}: {}", advice(route)));
        if decision.mode() == Mode::Shadow {
            self.row("mode", "shadow: the host goes on, whatever was decided");
        }
        let Some(call) = &report.call else { return };
        self.row("tool", printable(&call.tool_name));
        let of = call.classification;
        let (declared, effective) = (of.declared_category, of.effective_category);
        let category = if declared == effective {
            effective.to_string()
        } else {
            format!("{declared} -> {effective}")
        };
        self.row("category", category);
        if let Some(arguments) = arguments::line(report) {
            self.row("arguments", arguments);
        }
        self.row("authorization", authorization(call.authorization));
        if call.recommended_route != route {
            self.row("recommended", format_args!("{}, by the runtime", call.recommended_route));
        }
    }

    fn faults(&mut self, report: &Report<'_>) {
        let faults = report.validation_errors;
        if faults.is_empty() {
            return;
        }
        self.heading("faults of the event");
        for fault in faults.iter().take(SHOWN) {
            let at = places([fault.path.as_str()].into_iter());
            self.entry(fault.code.as_str(), at, &printable(&fault.message));
        }
        self.and_more(report.validation_errors_total, "aana validate");
    }

    fn blockers(&mut self, report: &Report<'_>) {
        if report.hard_blockers.is_empty() {
            return;
        }
        self.heading("blockers");
        for blocker in report.hard_blockers.iter() {
            let at = places(found_at(report, blocker.as_str()));
            self.entry(blocker.as_str(), at, blocker.sentence());
        }
    }

    fn warnings(&mut self, report: &Report<'_>) {
        if report.warnings.codes().is_empty() {
            return;
        }
        self.heading("warnings");
        for warning in report.warnings.iter() {
            let code = warning.code.as_str();
            let at = places(warning.pointer.into_iter().chain(found_at(report, code)));
            self.entry(code, at, warning.code.sentence());
        }
    }

    /// What would change the route. For a malformed event the faults have said it.
    fn needs(&mut self, report: &Report<'_>) {
        let recovery = report.recovery();
        let needs = recovery.needs.entries();
        if !needs.is_empty() && report.validation_errors.is_empty() {
            self.heading("what is needed");
            for one in needs.iter().take(SHOWN) {
                let _ = writeln!(self.0, "  {}", need(*one));
            }
            self.and_more(recovery.needs.total(), "aana explain");
        }
        let _ = writeln!(self.0, "\n{HEADING}next:{HEADING:#} {}", recovery.suggestion);
    }
}

fn authorization(of: AuthorizationReport) -> String {
    let mut row = format!(
        "declared {}, supported {}, effective {}",
        of.declared_state, of.evidence_supported_state, of.effective_state
    );
    if let Some(required) = of.required_state {
        let _ = write!(row, ", required {required}");
    }
    row
}
