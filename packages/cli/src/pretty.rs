//! A decision at a glance.

use std::fmt::{Display, Write as _};

use aana_core::Decision;
use aana_core::codes::Warning;
use aana_core::contract::Mode;

use crate::long_form::LongForm;
use crate::style::{self, CODE, FAINT, HEADING, printable};
use crate::words::{advice, need, places};

/// How many faults or needs are shown.
const SHOWN: usize = 12;

/// The whole view.
pub(crate) fn view(decision: &Decision<'_>) -> String {
    let long = LongForm::of(decision);
    let mut view = View(String::new());
    view.summary(decision, &long);
    view.faults(decision);
    view.blockers(decision, &long);
    view.warnings(&long);
    view.needs(decision, &long);
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

    fn summary(&mut self, decision: &Decision<'_>, long: &LongForm) {
        let route = decision.route();
        let style = style::route(route);
        self.row("route", format_args!("{style}{route}{style:#}: {}", advice(route)));
        if decision.mode() == Mode::Shadow {
            self.row("mode", "shadow: the host goes on, whatever was decided");
        }
        if let Some(tool) = long.text("/tool_name") {
            self.row("tool", printable(tool));
        }
        if let (Some(declared), Some(effective)) = (
            long.text("/classification/declared_category"),
            long.text("/classification/effective_category"),
        ) {
            let category = if declared == effective {
                effective.to_owned()
            } else {
                format!("{declared} -> {effective}")
            };
            self.row("category", category);
        }
        self.authorization(long);
        let wish = long.text("/runtime_recommended_route").filter(|wish| *wish != route.as_str());
        if let Some(wish) = wish {
            self.row("recommended", format_args!("{wish}, by the runtime"));
        }
    }

    fn authorization(&mut self, long: &LongForm) {
        let state = |name: &str| long.text(&format!("/authorization_report/{name}"));
        let Some(declared) = state("declared_state") else { return };
        let mut row = format!("declared {declared}");
        for (name, what) in [
            ("evidence_supported_state", "supported"),
            ("effective_state", "effective"),
            ("required_state", "required"),
        ] {
            if let Some(state) = state(name) {
                let _ = write!(row, ", {what} {state}");
            }
        }
        self.row("authorization", row);
    }

    fn faults(&mut self, decision: &Decision<'_>) {
        let faults = decision.validation_errors();
        if faults.is_empty() {
            return;
        }
        self.heading("faults of the event");
        for fault in faults.iter().take(SHOWN) {
            let at = places([fault.path.as_str()].into_iter());
            self.entry(fault.code.as_str(), at, &printable(&fault.message));
        }
        self.and_more(decision.validation_errors_total(), "aana validate");
    }

    fn blockers(&mut self, decision: &Decision<'_>, long: &LongForm) {
        if decision.hard_blockers().is_empty() {
            return;
        }
        self.heading("blockers");
        for blocker in decision.hard_blockers().iter() {
            let at = places(long.places(blocker.as_str()));
            self.entry(blocker.as_str(), at, blocker.sentence());
        }
    }

    fn warnings(&mut self, long: &LongForm) {
        if long.count("/warnings") == 0 {
            return;
        }
        self.heading("warnings");
        for (code, pointer) in long.warnings() {
            let sentence = Warning::parse(code).map_or("", Warning::sentence);
            let at = places(pointer.into_iter().chain(long.places(code)));
            self.entry(code, at, sentence);
        }
    }

    /// What would change the route. For a malformed event the faults have said it.
    fn needs(&mut self, decision: &Decision<'_>, long: &LongForm) {
        let needs: Vec<String> = long.needs().map(|(kind, about)| need(kind, about)).collect();
        if !needs.is_empty() && decision.validation_errors().is_empty() {
            self.heading("what is needed");
            for need in needs.iter().take(SHOWN) {
                let _ = writeln!(self.0, "  {need}");
            }
            let all = usize::try_from(long.count("/recovery/needs")).unwrap_or(needs.len());
            self.and_more(all, "aana explain");
        }
        if let Some(suggestion) = long.text("/recovery/suggestion") {
            let _ = writeln!(self.0, "\n{HEADING}next:{HEADING:#} {suggestion}");
        }
    }
}
