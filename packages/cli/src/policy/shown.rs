//! The reports for people.

use std::fmt::Write as _;
use std::path::Path;

use aana_policy::{CheckReport, Faulty, InitReport, Remark, TestReport, ToolReading};

use crate::exit;
use crate::style::{CODE, FAILURE, FAINT, FINE, HEADING, printable};
use crate::words::counted;

pub(super) fn check(report: &CheckReport) -> String {
    let mut text = String::new();
    let entries = count(report.entries.len(), "entry", "entries");
    let Some(form) = report.form else {
        let _ =
            writeln!(text, "{FINE}valid{FINE:#}: {entries}; `--tools FILE` shows what they name");
        return text;
    };
    let tools = count(report.tools.len(), "tool", "tools");
    let _ = writeln!(text, "{entries}; {tools} from {}", form.sentence());
    list_remarks(&mut text, &report.remarks, "");
    for tool in &report.tools {
        reading(&mut text, tool);
    }
    if !report.dead_entries.is_empty() {
        let _ = writeln!(text, "\n{HEADING}entries that name no tool{HEADING:#}");
        for entry in &report.dead_entries {
            let _ = writeln!(
                text,
                "  {CODE}{}{CODE:#}{}",
                printable(&entry.pattern),
                meant(&entry.nearest)
            );
        }
    }
    if !report.unnamed_tools.is_empty() {
        let _ = writeln!(text, "\n{HEADING}tools that no entry names{HEADING:#}");
        for tool in &report.unnamed_tools {
            let _ = writeln!(text, "  {CODE}{}{CODE:#}", printable(&tool.name));
        }
    }
    if report.complete() {
        let _ =
            writeln!(text, "\n{FINE}every entry names a tool, and every tool has an entry{FINE:#}");
    }
    text
}

fn reading(text: &mut String, tool: &ToolReading) {
    let _ = writeln!(
        text,
        "\n{CODE}{}{CODE:#}  {}, {}",
        printable(&tool.name),
        tool.verb_class,
        tool.category
    );
    for (_, sentence) in &tool.why {
        let _ = writeln!(text, "  {FAINT}{sentence}{FAINT:#}");
    }
    if let Some(state) = tool.minimum_authorization {
        let _ = writeln!(
            text,
            "  at least {state}{}",
            at(tool.deciding.minimum_authorization.as_deref())
        );
    }
    if let Some(route) = tool.route_floor {
        let _ =
            writeln!(text, "  route at least {route}{}", at(tool.deciding.route_floor.as_deref()));
    }
    if !tool.entries.is_empty() {
        let entries: Vec<String> =
            tool.entries.iter().map(|entry| format!("`{}`", printable(entry))).collect();
        let _ = writeln!(
            text,
            "  covered by {}{}",
            entries.join(", "),
            category_at(tool.deciding.tool_category.as_deref())
        );
    }
    list_remarks(text, &tool.remarks, "  ");
}

fn at(pointer: Option<&str>) -> String {
    pointer.map_or_else(String::new, |it| format!(", by `{}`", printable(it)))
}

fn category_at(pointer: Option<&str>) -> String {
    pointer.map_or_else(String::new, |it| format!("; category decided by `{}`", printable(it)))
}

fn list_remarks(text: &mut String, remarks: &[Remark], indent: &str) {
    for remark in remarks {
        let _ = writeln!(text, "{indent}look: {}", printable(&remark.sentence()));
    }
}

fn meant(nearest: &[String]) -> String {
    if nearest.is_empty() {
        return String::new();
    }
    let names: Vec<String> = nearest.iter().map(|name| format!("`{}`", printable(name))).collect();
    format!("  did you mean {}?", names.join(" or "))
}

/// What to look at in a first policy: a line for each tool whose category is a guess.
pub(super) fn init(report: &InitReport) -> String {
    let mut text = String::new();
    let tools = count(report.tools.len(), "tool", "tools");
    let _ = writeln!(text, "# {tools} from {}; any other is deferred", report.form.sentence());
    list_remarks(&mut text, &report.remarks, "# ");
    for tool in report.doubtful() {
        for remark in &tool.remarks {
            let (name, sentence) = (printable(&tool.name), remark.sentence());
            let _ =
                writeln!(text, "# {name}: written as {}: {}", tool.category, printable(&sentence));
        }
    }
    text
}

pub(super) fn test(report: &TestReport) -> String {
    let mut text = String::new();
    for case in report.cases.iter().filter(|case| !case.passed()) {
        let _ = writeln!(text, "{FAILURE}{}{FAILURE:#}", printable(&case.id));
        for difference in &case.differences {
            let (expected, found) = (printable(&difference.expected), printable(&difference.found));
            let _ = writeln!(text, "  {}: expected {expected}, found {found}", difference.field);
        }
        if !case.hard_blockers.is_empty() {
            let _ = writeln!(text, "  {FAINT}blockers: {}{FAINT:#}", case.hard_blockers.join(", "));
        }
    }
    let all = counted(u64::try_from(report.cases.len()).unwrap_or(u64::MAX), "case");
    let _ = match report.failed() {
        0 => writeln!(text, "{FINE}{all}, each as expected{FINE:#}"),
        failed => writeln!(text, "{all}, {failed} not as expected"),
    };
    text
}

/// Why there is no report.
pub(super) fn faulty(faulty: &Faulty, file: Option<&Path>) -> String {
    let document = match faulty.document {
        aana_policy::Document::Policy => "the policy",
        aana_policy::Document::Tools => "the list of tools",
        aana_policy::Document::Cases => "the file of cases",
    };
    let mut message = format!("{document} {} is faulty", exit::name(file));
    if let Some(kind) = faulty.seems {
        let _ = write!(message, "; {}", kind.hint());
    }
    for fault in &faulty.faults {
        let place = if fault.path.is_empty() { "the document as a whole" } else { &fault.path };
        let _ = write!(
            message,
            "\n  {CODE}{}{CODE:#}: {}",
            printable(place),
            printable(&fault.message)
        );
    }
    message
}

fn count(many: usize, one: &str, more: &str) -> String {
    format!("{many} {}", if many == 1 { one } else { more })
}
