//! What the tests ask the readers directly, until the gate does.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::effect::{Dialect, Effect, EffectCode, Finding, Kind, Nested, Row, Sink, Summary};
use super::kinds::Said;
use super::shell::rules::{Rule, Rules};
use super::walk::{self, Settings};
use super::{mass, path, sql, url};
use crate::code_set::CodeSet;
use crate::fault::Path;
use crate::json::{self, Object, Value};

/// Everything that a reader said.
#[derive(Debug, Default)]
pub struct Report {
    /// What it comes to.
    pub summary: Summary,
    /// Every part, in order.
    pub rows: Vec<Row>,
    /// The words of every command. A word that is decided when it runs is none.
    pub commands: Vec<Vec<Option<String>>>,
    /// The arguments that were read, and what they were taken for.
    pub arguments: Vec<(String, Kind)>,
    /// A place was read that is the host's own or that of a person.
    pub private: bool,
}

impl Sink for Report {
    fn row(&mut self, row: Row) {
        self.summary.add(row);
        self.rows.push(row);
    }

    fn finding(&mut self, finding: Finding) {
        self.summary.findings.insert(finding);
    }

    fn nested(&mut self, nested: Nested<'_>) {
        match nested {
            Nested::Path(text) => {
                self.private |= path::read(text, path::Place::Command, &[], self);
            }
            Nested::Url(text) => {
                let place = path::Place::Command;
                self.private |= url::read(text, place, url::Hosts::default(), &[], self);
            }
            Nested::Sql(text, dialect) => {
                sql::read(text, sql::Options { dialect, read_functions: &[] }, self);
            }
        }
    }

    fn argument(&mut self, path: &Path<'_>, kind: Kind) {
        if kind != Kind::Text {
            self.arguments.push((path.pointer().into_string(), kind));
        }
    }

    fn command(&mut self, words: &mut dyn Iterator<Item = Option<&str>>) {
        self.commands.push(words.map(|word| word.map(ToString::to_string)).collect());
    }
}

/// Reads a text of the shell.
pub fn shell(text: &str, rules: Option<&Rules>) -> Report {
    let mut report = Report::default();
    super::shell::read(text, rules, &mut report);
    report
}

/// Reads words that are one command.
pub fn words(words: &[&str], rules: Option<&Rules>) -> Report {
    let mut report = Report::default();
    super::shell::read_words(words, rules, &mut report);
    report
}

/// Reads all arguments of a call under an operator's settings, both as JSON. Nothing, if either is not an object.
pub fn call(tool: &str, is_write: bool, arguments: &str, settings: &str) -> Option<Report> {
    let arguments = json::parse(arguments, usize::MAX).ok()?;
    let settings = json::parse(settings, usize::MAX).ok()?;
    let said = Settled::of(settings.as_object()?);
    let amounts: Vec<(&str, &str)> = said.amounts.iter().map(|it| (it.0, it.1.as_str())).collect();
    let limits = mass::Limits { recipients: said.recipients, amount: &amounts };
    let settings = Settings {
        rules: said.rules.as_ref(),
        dialect: said.dialect,
        read_functions: &said.functions,
        sql_deny: said.sql_deny,
        roots: &said.roots,
        hosts: url::Hosts { allow: &said.allow, deny: &said.deny, only: said.only },
        http_read: &said.http_read,
        limits,
        kinds: &said.kinds,
    };
    let mut report = Report::default();
    let arguments = arguments.as_object()?;
    let read = walk::read(tool, arguments, &Path::Root, &settings, &mut report);
    report.private |= read.private;
    if is_write || report.summary.effect == Some(Effect::Writes) {
        mass::read(arguments, &settings.limits, &mut report);
    }
    Some(report)
}

/// Settings as the operator writes them.
struct Settled<'a> {
    rules: Option<Rules>,
    dialect: Dialect,
    functions: Vec<&'a str>,
    sql_deny: CodeSet<EffectCode>,
    roots: Vec<&'a str>,
    allow: Vec<&'a str>,
    deny: Vec<&'a str>,
    only: bool,
    http_read: Vec<&'a str>,
    recipients: u64,
    amounts: Vec<(&'a str, String)>,
    kinds: Vec<Said<'a>>,
}

fn member<'v, 'a>(object: Option<&'v Object<'a>>, key: &str) -> Option<&'v Object<'a>> {
    object?.get(key)?.as_object()
}

fn list<'v>(object: Option<&'v Object<'_>>, key: &str) -> Vec<&'v str> {
    let items = object.and_then(|object| object.get(key)?.as_array()).unwrap_or_default();
    items.iter().filter_map(Value::as_str).collect()
}

fn is_set(object: Option<&Object<'_>>, key: &str) -> bool {
    matches!(object.and_then(|object| object.get(key)), Some(Value::Bool(true)))
}

impl<'a> Settled<'a> {
    fn of(object: &'a Object<'_>) -> Self {
        let all = Some(object);
        let (shell, sql, hosts) = (member(all, "shell"), member(all, "sql"), member(all, "hosts"));
        let limits = member(all, "limits");
        let number = |value: &Value<'_>| match value {
            Value::Number(number) => number.as_str().to_string(),
            other => other.as_str().unwrap_or_default().to_string(),
        };
        let recipients = limits.and_then(|it| it.get("recipients")).map(number);
        let amounts = member(limits, "amount").map(Object::members).unwrap_or_default();
        Self {
            rules: shell.map(rules),
            dialect: dialect(sql.and_then(|it| it.get("dialect")?.as_str())),
            functions: list(sql, "read_functions"),
            sql_deny: effects(sql),
            roots: list(member(all, "paths"), "roots"),
            allow: list(hosts, "allow"),
            deny: list(hosts, "deny"),
            only: is_set(hosts, "only"),
            http_read: list(all, "http_read"),
            recipients: recipients.and_then(|it| it.parse().ok()).unwrap_or(mass::RECIPIENTS),
            amounts: amounts.iter().map(|it| (it.key.as_ref(), number(&it.value))).collect(),
            kinds: kinds(member(all, "kinds")),
        }
    }
}

fn kinds<'a>(said: Option<&'a Object<'_>>) -> Vec<Said<'a>> {
    let mut kinds = Vec::new();
    for tool in said.map(Object::members).unwrap_or_default() {
        for key in tool.value.as_object().map(Object::members).unwrap_or_default() {
            if let Some(kind) = key.value.as_str().and_then(Kind::parse) {
                kinds.push(Said { tool: &tool.key, key: &key.key, kind });
            }
        }
    }
    kinds
}

fn rules(said: &Object<'_>) -> Rules {
    let said = Some(said);
    let parse = |key: &str| list(said, key).into_iter().filter_map(Rule::parse).collect();
    Rules {
        allow: parse("allow"),
        deny: parse("deny"),
        deny_effects: effects(said),
        only: is_set(said, "only"),
    }
}

fn effects(said: Option<&Object<'_>>) -> CodeSet<EffectCode> {
    let mut effects = CodeSet::default();
    effects.extend(list(said, "deny_effects").into_iter().filter_map(EffectCode::parse));
    effects
}

fn dialect(name: Option<&str>) -> Dialect {
    match name {
        Some("postgres") => Dialect::Postgres,
        Some("mysql") => Dialect::Mysql,
        Some("sqlite") => Dialect::Sqlite,
        Some("tsql") => Dialect::Tsql,
        Some("duckdb") => Dialect::Duckdb,
        _ => Dialect::Unknown,
    }
}

/// The host that an address is read as, if it names one.
pub fn host(url: &str) -> Option<String> {
    url::host_of(url)
}
