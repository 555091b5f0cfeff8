//! The same with JSON text as the answer, for the command and for other languages.
//!
//! Every answer is an object with `ok` and `faults`. With faults, each with its `document`, there is nothing else in
//! it but `ok`, which is false, and `seems`, which says what the document seems to be instead.

use aana_core::Fault;
use aana_core::contract::{AuthorizationState, Route};
use aana_core::json::{JsonWriter, Visitor as _};

use crate::remark::Remark;
use crate::view::ToolReading;
use crate::{CheckReport, Document, Faulty, InitReport, TestReport};

/// How a policy reads a list of tools. `ok` says that every entry names a tool and every tool is named.
pub fn check(policy: &str, tools: Option<&str>) -> String {
    crate::check(policy, tools).map_or_else(|faulty| of_faulty(&faulty), |report| of_check(&report))
}

/// A first policy. `ok` says that there is one.
pub fn init(tools: &str) -> String {
    crate::init(tools).map_or_else(|faulty| of_faulty(&faulty), |report| of_init(&report))
}

/// What came of cases. `ok` says that every decision is the expected one.
pub fn run_cases(policy: &str, cases: &str, now_ms: i64) -> String {
    let report = crate::run_cases(policy, cases, now_ms);
    report.map_or_else(|faulty| of_faulty(&faulty), |report| of_test(&report))
}

/// What is said of a document in which a binding found a fault, so that there is no text of it.
pub fn unread(document: Document, fault: Fault) -> String {
    of_faulty(&Faulty { document, faults: vec![fault], seems: None })
}

/// A report as JSON text.
pub fn of_check(report: &CheckReport) -> String {
    let mut json = begin(report.complete());
    word_or_null(&mut json, "form", report.form.map(crate::Form::as_str));
    strings(&mut json, "entries", &report.entries);
    tools(&mut json, &report.tools);
    json.key("dead_entries");
    json.begin_array();
    for entry in &report.dead_entries {
        json.begin_object();
        string(&mut json, "entry", &entry.pattern);
        strings(&mut json, "nearest", &entry.nearest);
        json.end_object();
    }
    json.end_array();
    json.key("unnamed_tools");
    json.begin_array();
    for tool in &report.unnamed_tools {
        json.begin_object();
        string(&mut json, "name", &tool.name);
        strings(&mut json, "nearest", &tool.nearest);
        json.end_object();
    }
    json.end_array();
    remarks(&mut json, &report.remarks);
    json.end_object();
    json.into_string()
}

/// A report as JSON text. `policy` is the text of the policy.
pub fn of_init(report: &InitReport) -> String {
    let mut json = begin(true);
    word_or_null(&mut json, "form", Some(report.form.as_str()));
    string(&mut json, "policy", &report.policy);
    tools(&mut json, &report.tools);
    remarks(&mut json, &report.remarks);
    json.end_object();
    json.into_string()
}

/// A report as JSON text.
pub fn of_test(report: &TestReport) -> String {
    let mut json = begin(report.failed() == 0);
    number(&mut json, "passed", report.passed());
    number(&mut json, "failed", report.failed());
    json.key("cases");
    json.begin_array();
    for case in &report.cases {
        json.begin_object();
        string(&mut json, "id", &case.id);
        json.key("passed");
        json.boolean(case.passed());
        json.key("tool_name");
        match &case.tool_name {
            Some(name) => json.string(name),
            None => json.null(),
        }
        string(&mut json, "route", case.route);
        strings(&mut json, "hard_blockers", &case.hard_blockers);
        json.key("differences");
        json.begin_array();
        for difference in &case.differences {
            json.begin_object();
            string(&mut json, "field", &difference.field);
            string(&mut json, "expected", &difference.expected);
            string(&mut json, "found", &difference.found);
            json.end_object();
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
    json.end_object();
    json.into_string()
}

/// Why there is no report, as JSON text.
pub fn of_faulty(faulty: &Faulty) -> String {
    let mut json = JsonWriter::with_capacity(256);
    json.begin_object();
    json.key("ok");
    json.boolean(false);
    json.key("faults");
    json.begin_array();
    for fault in &faulty.faults {
        json.begin_object();
        string(&mut json, "document", faulty.document.as_str());
        string(&mut json, "path", &fault.path);
        string(&mut json, "code", fault.code.as_str());
        string(&mut json, "message", &fault.message);
        json.end_object();
    }
    json.end_array();
    word_or_null(&mut json, "seems", faulty.seems.map(crate::Kind::as_str));
    json.end_object();
    json.into_string()
}

fn begin(ok: bool) -> JsonWriter {
    let mut json = JsonWriter::with_capacity(1024);
    json.begin_object();
    json.key("ok");
    json.boolean(ok);
    json.key("faults");
    json.begin_array();
    json.end_array();
    json
}

fn tools(json: &mut JsonWriter, tools: &[ToolReading]) {
    json.key("tools");
    json.begin_array();
    for tool in tools {
        json.begin_object();
        string(json, "name", &tool.name);
        string(json, "verb_class", tool.verb_class.as_str());
        string(json, "category", tool.category.as_str());
        string(json, "unknown_category", tool.unknown_category.as_str());
        json.key("why");
        json.begin_array();
        for (code, sentence) in &tool.why {
            json.begin_object();
            string(json, "code", code);
            string(json, "sentence", sentence);
            json.end_object();
        }
        json.end_array();
        strings(json, "entries", &tool.entries);
        json.key("deciding");
        json.begin_object();
        word_or_null(json, "tool_category", tool.deciding.tool_category.as_deref());
        word_or_null(json, "minimum_authorization", tool.deciding.minimum_authorization.as_deref());
        word_or_null(json, "route_floor", tool.deciding.route_floor.as_deref());
        json.end_object();
        word_or_null(
            json,
            "minimum_authorization",
            tool.minimum_authorization.map(AuthorizationState::as_str),
        );
        word_or_null(json, "route_floor", tool.route_floor.map(Route::as_str));
        remarks(json, &tool.remarks);
        json.end_object();
    }
    json.end_array();
}

fn remarks(json: &mut JsonWriter, remarks: &[Remark]) {
    json.key("remarks");
    json.begin_array();
    for remark in remarks {
        json.begin_object();
        string(json, "code", remark.code());
        string(json, "sentence", &remark.sentence());
        json.end_object();
    }
    json.end_array();
}

fn string(json: &mut JsonWriter, key: &'static str, value: &str) {
    json.key(key);
    json.string(value);
}

fn word_or_null(json: &mut JsonWriter, key: &'static str, value: Option<&str>) {
    json.key(key);
    match value {
        Some(value) => json.string(value),
        None => json.null(),
    }
}

fn number(json: &mut JsonWriter, key: &'static str, value: usize) {
    json.key(key);
    json.integer(u32::try_from(value).unwrap_or(u32::MAX));
}

fn strings<S: AsRef<str>>(json: &mut JsonWriter, key: &'static str, values: &[S]) {
    json.key(key);
    json.begin_array();
    for value in values {
        json.string(value.as_ref());
    }
    json.end_array();
}
