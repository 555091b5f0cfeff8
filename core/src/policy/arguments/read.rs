//! Reading the field `arguments`.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use super::{ArgumentPolicy, Hosts, kinds};
use crate::{
    arguments::{
        decimal::Decimal,
        effect::{Dialect, EffectCode, Kind},
        path,
        shell::rules::{Rule, Rules},
        short::Short,
        url::HostSet,
    },
    code_set::CodeSet,
    codes::FaultCode,
    event::{FieldReader, is_blank},
    fault::Path,
    json::Value,
    policy::fields::{
        Choices, MOST_ENTRIES, check_pattern, choice, each_element, each_member, not_allowed, set,
        texts, whole_number,
    },
};

/// The dialects that an operator can name.
const DIALECTS: Choices<Dialect> = (
    &["postgres", "mysql", "sqlite", "tsql", "duckdb"],
    &[Dialect::Postgres, Dialect::Mysql, Dialect::Sqlite, Dialect::Tsql, Dialect::Duckdb],
);

/// What statements may be held to.
const ONLY: Choices<bool> = (&["reads"], &[true]);

/// The kinds that an operator can name.
const KINDS: Choices<Kind> = (
    &["shell", "argv", "sql", "graphql", "path", "dest", "url", "text"],
    &[
        Kind::Shell,
        Kind::Argv,
        Kind::Sql,
        Kind::Graphql,
        Kind::Path,
        Kind::Dest,
        Kind::Url,
        Kind::Text,
    ],
);

/// What everything that says something passes.
const ANYTHING: (fn(&str) -> bool, &str) = (|_| true, "a string that says something");

/// Reads the whole field.
pub(crate) fn read(reader: &mut FieldReader, path: &Path<'_>, value: Value<'_>) -> ArgumentPolicy {
    let mut policy = ArgumentPolicy::default();
    let read = &mut |reader: &mut FieldReader, path: &Path<'_>, name: &str, value: Value<'_>| {
        match name {
            "shell" => policy.rules = Some(shell(reader, path, value)),
            "sql" => sql(reader, path, value, &mut policy),
            "paths" => paths(reader, path, value, &mut policy),
            "hosts" => policy.hosts = hosts(reader, path, value),
            "http_read" => policy.http_read = texts(reader, path, name, value, REQUEST),
            "limits" => limits(reader, path, value, &mut policy),
            "kinds" => kinds_of_tools(reader, path, value, &mut policy),
            _ => return false,
        }
        true
    };
    each_member(reader, path, "arguments", value, usize::MAX, read);
    policy
}

fn shell(reader: &mut FieldReader, path: &Path<'_>, value: Value<'_>) -> Rules {
    let mut rules = Rules::default();
    let read = &mut |reader: &mut FieldReader, path: &Path<'_>, name: &str, value: Value<'_>| {
        match name {
            "allow" => rules.allow = commands(reader, path, name, value),
            "deny" => rules.deny = commands(reader, path, name, value),
            "deny_effects" => rules.deny_effects = effects(reader, path, value, false),
            "only" => set(&mut rules.only, reader.boolean(path, name, value)),
            _ => return false,
        }
        true
    };
    each_member(reader, path, "shell", value, usize::MAX, read);
    rules
}

fn commands(reader: &mut FieldReader, path: &Path<'_>, name: &str, value: Value<'_>) -> Vec<Rule> {
    let rules = texts(reader, path, name, value, ANYTHING);
    rules.iter().filter_map(|text| Rule::parse(text)).collect()
}

/// Effects that nothing may have, either of statements or of everything else.
fn effects(
    reader: &mut FieldReader,
    path: &Path<'_>,
    value: Value<'_>,
    of_sql: bool,
) -> CodeSet<EffectCode> {
    const NAME: &str = "deny_effects";
    let allowed = if of_sql { "an effect of SQL" } else { "an effect of commands" };
    let mut effects = CodeSet::default();
    each_element(reader, path, NAME, value, &mut |reader, path, _, item| {
        let Value::String(text) = &item else {
            reader.wrong_type(path, NAME, &item, "a string");
            return;
        };
        match EffectCode::parse(text).filter(|_| text.starts_with("sql.") == of_sql) {
            Some(effect) => effects.insert(effect),
            None => not_allowed(reader, path, NAME, &item, allowed),
        }
    });
    effects
}

fn sql(reader: &mut FieldReader, path: &Path<'_>, value: Value<'_>, policy: &mut ArgumentPolicy) {
    let read = &mut |reader: &mut FieldReader, path: &Path<'_>, name: &str, value: Value<'_>| {
        match name {
            "dialect" => set(&mut policy.dialect, choice(reader, path, name, &value, DIALECTS)),
            "read_functions" => policy.read_functions = texts(reader, path, name, value, FUNCTION),
            "only" => {
                let only = choice(reader, path, name, &value, ONLY);
                set(&mut policy.sql_only_reads, only);
            }
            "deny_effects" => policy.sql_deny = effects(reader, path, value, true),
            _ => return false,
        }
        true
    };
    each_member(reader, path, "sql", value, MOST_ENTRIES, read);
}

/// `name` or `schema.name`.
const FUNCTION: (fn(&str) -> bool, &str) = (
    |text| {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
        let mut parts = text.split('.');
        parts.clone().count() <= 2
            && parts.all(|part| !part.is_empty() && part.bytes().all(is_letter))
    },
    "the name of a function, perhaps with its schema",
);

fn paths(reader: &mut FieldReader, at: &Path<'_>, value: Value<'_>, policy: &mut ArgumentPolicy) {
    const ROOT: (fn(&str) -> bool, &str) = (path::is_absolute, "an absolute path");
    each_member(reader, at, "paths", value, MOST_ENTRIES, &mut |reader, at, name, value| {
        let is_known = name == "roots";
        if is_known {
            let roots = texts(reader, at, name, value, ROOT);
            policy.roots = roots.iter().map(|root| path::Folder::new(root)).collect();
        }
        is_known
    });
}

/// A host: a name, `*.` and a name, an address, or `*`. With a scheme, a port or a path it would fit nothing.
const HOST: (fn(&str) -> bool, &str) = (
    |text| {
        let inner = text.strip_prefix('[').unwrap_or(text);
        let inner = inner.strip_suffix(']').unwrap_or(inner);
        let is_hex = |c: char| c.is_ascii_hexdigit() || matches!(c, ':' | '.');
        if inner.matches(':').count() >= 2 && inner.chars().all(is_hex) {
            return true;
        }
        let name = text.strip_prefix("*.").unwrap_or(text);
        let no_name = |c: char| c <= ' ' || "/\\:@?#*%[]".contains(c);
        text == "*" || (!name.is_empty() && !name.contains(no_name))
    },
    "a host without a scheme, a port and a path, `*.` and a host, or `*`",
);

fn hosts(reader: &mut FieldReader, path: &Path<'_>, value: Value<'_>) -> Hosts {
    let mut hosts = Hosts::default();
    let read = &mut |reader: &mut FieldReader, path: &Path<'_>, name: &str, value: Value<'_>| {
        match name {
            "allow" => hosts.allow = HostSet::new(&texts(reader, path, name, value, HOST)),
            "deny" => hosts.deny = HostSet::new(&texts(reader, path, name, value, HOST)),
            "only" => set(&mut hosts.only, reader.boolean(path, name, value)),
            _ => return false,
        }
        true
    };
    each_member(reader, path, "hosts", value, usize::MAX, read);
    hosts
}

/// A method and the pattern of an address.
const REQUEST: (fn(&str) -> bool, &str) = (
    |text| {
        let Some((method, pattern)) = text.split_once(' ') else { return false };
        (3..=10).contains(&method.len())
            && method.bytes().all(|byte| byte.is_ascii_alphabetic())
            && !is_blank(pattern)
    },
    "a method, a blank and a pattern for addresses",
);

fn limits(
    reader: &mut FieldReader,
    path: &Path<'_>,
    value: Value<'_>,
    policy: &mut ArgumentPolicy,
) {
    let read = &mut |reader: &mut FieldReader, path: &Path<'_>, name: &str, value: Value<'_>| {
        match name {
            "recipients" => {
                let most = whole_number(reader, path, name, &value, 0, 1_000_000_000);
                set(&mut policy.recipients, most.map(u64::from));
            }
            "amount" => {
                let amounts = &mut policy.amount;
                let read = &mut |reader: &mut FieldReader,
                                 path: &Path<'_>,
                                 currency: &str,
                                 value: Value<'_>| {
                    let amount = amount(reader, path, currency, &value);
                    amounts.extend(amount.map(|amount| (currency.to_string(), amount)));
                    true
                };
                each_member(reader, path, name, value, MOST_ENTRIES, read);
            }
            _ => return false,
        }
        true
    };
    each_member(reader, path, "limits", value, MOST_ENTRIES, read);
}

/// The largest amount of a currency.
fn amount(
    reader: &mut FieldReader,
    path: &Path<'_>,
    currency: &str,
    value: &Value<'_>,
) -> Option<String> {
    const NAME: &str = "amount";
    let is_code = currency.len() == 3 && currency.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !(is_code || currency == "*") {
        let message =
            format_args!("`{NAME}` has a key that is not a currency of three letters or `*`");
        reader.fault(path, FaultCode::NotAllowedValue, message);
    }
    let number = match value {
        Value::Number(number) => Some(number.as_str()),
        Value::String(text) => {
            let is_digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            is_digits.then_some(&**text)
        }
        other => {
            reader.wrong_type(path, NAME, other, "a number, or a string of digits,");
            return None;
        }
    };
    let is_fine = |text: &&str| {
        Decimal::parse(text).is_some_and(|number| !text.starts_with('-') || number.is_zero())
    };
    let number = number.filter(is_fine);
    if number.is_none() {
        not_allowed(reader, path, NAME, value, "a number from 0 up");
    }
    number.map(ToString::to_string)
}

fn kinds_of_tools(
    reader: &mut FieldReader,
    path: &Path<'_>,
    value: Value<'_>,
    policy: &mut ArgumentPolicy,
) {
    each_member(reader, path, "kinds", value, MOST_ENTRIES, &mut |reader, path, tool, value| {
        check_pattern(reader, path, tool);
        each_member(reader, path, "kinds", value, MOST_ENTRIES, &mut |reader, path, key, value| {
            let folded = Short::snake(key);
            if folded.as_str().is_empty() || !key.is_ascii() {
                let message = format_args!(
                    "`kinds` has a key that no argument is read under: a name of at most 64 letters, digits and `_` is allowed"
                );
                reader.fault(path, FaultCode::NotAllowedValue, message);
            }
            let kind = choice(reader, path, "kinds", &value, KINDS);
            if kind == Some(Kind::Text) && !kinds::is_particular(tool) {
                let message = format_args!(
                    "`kinds` says `text` of a pattern of wildcards; that ends the reading of an argument, so the tools have to be named"
                );
                reader.fault(path, FaultCode::NotAllowedValue, message);
            }
            if let Some(kind) = kind {
                policy.kinds.add(tool, folded.as_str(), kind);
            }
            true
        });
        true
    });
}
