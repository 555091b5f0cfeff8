//! How well the gate reads the names of real tools. `tests/names/README.md` says what is measured.

use std::collections::BTreeMap;

use aana_core::Gate;
use aana_core::contract::{Route, ToolCategory};
use anyhow::{Context as _, Result, anyhow, ensure};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::report;
use crate::workspace::{read, root};

const POLICIES: [(&str, &str); 2] =
    [("open", r#"{"names":"open"}"#), ("strict", r#"{"names":"strict"}"#)];

/// So many parts the sources are dealt into, to see how far the figures differ.
const PARTS: usize = 3;

/// A tool of the list.
#[derive(Deserialize)]
struct Tool {
    source: String,
    name: String,
    params: Vec<String>,
    truth: Truth,
    /// It takes something away, and does not only write over it.
    #[serde(default)]
    removes: bool,
    /// Of a tool that reads: whose data that is, where that is plain.
    about: Option<About>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum About {
    /// It belongs to a person.
    Person,
    /// It is there for everybody.
    Everybody,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "lowercase")]
enum Truth {
    Read,
    Write,
    Destructive,
    Exec,
}

/// A share of some.
#[derive(Clone, Copy, Default)]
struct Share {
    found: u32,
    of: u32,
}

impl Share {
    fn count(&mut self, found: bool) {
        self.found += u32::from(found);
        self.of += 1;
    }

    fn ratio(self) -> f64 {
        f64::from(self.found) / f64::from(self.of.max(1))
    }

    fn percent(self) -> String {
        format!("{:5.1} % of {}", self.ratio() * 100.0, self.of)
    }
}

#[derive(Default)]
struct Figures {
    recall: Share,
    false_alarms: Share,
    parts: [(Share, Share); PARTS],
    /// The names that were read wrongly, by what they do and what they were taken for.
    wrong: BTreeMap<(Truth, &'static str), Vec<String>>,
}

/// Prints the figures, and what was read wrongly.
pub(crate) fn print() -> Result<()> {
    let tools = tools()?;
    for (label, policy) in POLICIES {
        let figures = figures(&tools, policy)?;
        report::line(&format!(
            "names: {label}    recall {}    false alarms {}",
            figures.recall.percent(),
            figures.false_alarms.percent(),
        ));
        for (part, (recall, false_alarms)) in figures.parts.iter().enumerate() {
            report::line(&format!(
                "  part {}       recall {}    false alarms {}",
                part + 1,
                recall.percent(),
                false_alarms.percent()
            ));
        }
        for ((truth, class), names) in &figures.wrong {
            report::line(&format!("  {truth:?} read as {class}: {}", names.join(" ")));
        }
    }
    let (refused, others) = removers(&tools)?;
    report::line(&format!("removers refused as unknown    {}", refused.percent()));
    report::line(&format!("others refused as unknown      {}", others.percent()));
    let raised = Raised::of(&tools)?;
    report::line(&format!("a person's data made private   {}", raised.personal.percent()));
    report::line(&format!("everybody's data made private  {}", raised.public.percent()));
    report::line(&format!("public reads made private      {}", raised.all.percent()));
    Ok(())
}

fn tools() -> Result<Vec<Tool>> {
    let text = read(root().join("tests/names/tools.jsonl"))?;
    let tools = text.lines().map(|line| serde_json::from_str(line).context("tools.jsonl"));
    let tools = tools.collect::<Result<Vec<Tool>>>()?;
    ensure!(tools.len() > 2_000, "only {} tools", tools.len());
    Ok(tools)
}

fn gate(policy: &str) -> Result<Gate> {
    Gate::new(policy).map_err(|error| anyhow!("{error}"))
}

fn figures(tools: &[Tool], policy: &str) -> Result<Figures> {
    let gate = gate(policy)?;
    let mut sources: Vec<&str> = tools.iter().map(|tool| tool.source.as_str()).collect();
    sources.sort_unstable();
    sources.dedup();
    let evidence = json!([{
        "source_id": "session-1", "kind": "auth_event", "trust_tier": "runtime",
        "redaction_status": "redacted", "provenance": "idp", "freshness": {"status": "fresh"},
    }]);
    let mut figures = Figures::default();
    for tool in tools {
        let event = event(tool, "private_read", "authenticated", &evidence, &Map::new());
        let decision = gate.check(&event, 0);
        let report = decision.report();
        let stopped = report.route != Route::Accept;
        let part = sources.binary_search(&tool.source.as_str()).unwrap_or_default() % PARTS;
        let (recall, false_alarms) = &mut figures.parts[part];
        let reads = tool.truth == Truth::Read;
        if reads {
            figures.false_alarms.count(stopped);
            false_alarms.count(stopped);
        } else {
            figures.recall.count(stopped);
            recall.count(stopped);
        }
        if reads == stopped {
            let class =
                report.call.as_ref().map_or("none", |it| it.classification.verb_class.as_str());
            figures.wrong.entry((tool.truth, class)).or_default().push(tool.name.clone());
        }
    }
    Ok(figures)
}

/// Of the tools that take something away, and of all others, those that are refused where nobody says what
/// they are.
fn removers(tools: &[Tool]) -> Result<(Share, Share)> {
    let gate = gate("{}")?;
    let (mut removers, mut others) = (Share::default(), Share::default());
    for tool in tools {
        let event = event(tool, "unknown", "none", &json!([]), &Map::new());
        let refused = gate.check(&event, 0).route() == Route::Refuse;
        let share = if tool.removes { &mut removers } else { &mut others };
        share.count(refused);
    }
    Ok((removers, others))
}

/// Of the tools that read, declared public, those that are read as private.
#[derive(Default)]
struct Raised {
    /// Of those that show what belongs to a person, by their names.
    personal: Share,
    /// Of those that show what is there for everybody, by their names.
    public: Share,
    /// Of all, by their names and the keys of all their parameters.
    all: Share,
}

impl Raised {
    fn of(tools: &[Tool]) -> Result<Self> {
        let gate = gate("{}")?;
        let mut raised = Self::default();
        for tool in tools.iter().filter(|tool| tool.truth == Truth::Read) {
            let is_private = |arguments: &Map<String, Value>| {
                let event = event(tool, "public_read", "none", &json!([]), arguments);
                let decision = gate.check(&event, 0);
                let call = decision.report().call.as_ref().map(|it| it.classification);
                call.is_some_and(|it| it.effective_category != ToolCategory::PublicRead)
            };
            let every_key = tool.params.iter().map(|key| (key.clone(), json!("value"))).collect();
            raised.all.count(is_private(&every_key));
            match tool.about {
                Some(About::Person) => raised.personal.count(is_private(&Map::new())),
                Some(About::Everybody) => raised.public.count(is_private(&Map::new())),
                None => {}
            }
        }
        Ok(raised)
    }
}

fn event(
    tool: &Tool,
    category: &str,
    state: &str,
    evidence: &Value,
    arguments: &Map<String, Value>,
) -> String {
    json!({
        "tool_name": tool.name, "tool_category": category, "authorization_state": state,
        "evidence_refs": evidence, "risk_domain": "research", "proposed_arguments": arguments,
        "recommended_route": "accept",
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What may not get worse.
    #[derive(Deserialize)]
    struct Ratchet {
        open: Least,
        strict: Least,
        removers_refused: f64,
        personal_made_private: f64,
        public_made_private: f64,
    }

    #[derive(Deserialize)]
    struct Least {
        recall: f64,
        false_alarms: f64,
    }

    #[test]
    fn the_figures_do_not_get_worse() {
        let tools = tools().expect("the list of tools");
        let ratchet = read(root().join("tests/names/ratchet.json")).expect("the ratchet");
        let ratchet: Ratchet = serde_json::from_str(&ratchet).expect("figures");
        for ((label, policy), least) in POLICIES.into_iter().zip([ratchet.open, ratchet.strict]) {
            let found = figures(&tools, policy).expect("figures");
            let (recall, false_alarms) = (found.recall.ratio(), found.false_alarms.ratio());
            assert!(recall >= least.recall, "{label}: a recall of {recall}");
            assert!(false_alarms <= least.false_alarms, "{label}: {false_alarms} of false alarms");
        }
        let (refused, _) = removers(&tools).expect("figures");
        assert!(refused.ratio() >= ratchet.removers_refused, "{} refused", refused.ratio());
        let raised = Raised::of(&tools).expect("figures");
        let (personal, public) = (raised.personal.ratio(), raised.public.ratio());
        assert!(personal >= ratchet.personal_made_private, "{personal} of a person's data");
        assert!(public <= ratchet.public_made_private, "{public} of everybody's data");
    }
}
