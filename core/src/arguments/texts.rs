//! The readers as functions of a text, for tests that hold them against other programs.
#![doc(hidden)]

use alloc::string::String;

use super::{
    effect::{Dialect, Finding, Nested, Row, Sink, Summary},
    graphql, path, sql, url,
};

/// Adds up what a reader tells. Texts for other readers are read as well.
struct Adding(Summary);

impl Sink for Adding {
    fn row(&mut self, row: Row) {
        self.0.add(row);
    }

    fn finding(&mut self, finding: Finding) {
        self.0.findings.insert(finding);
    }

    fn nested(&mut self, nested: Nested<'_>) {
        match nested {
            Nested::Path(text) => {
                path::read(text, path::Place::Command, &[], self);
            }
            Nested::Url(text) => {
                url::read(text, path::Place::Command, url::Hosts::default(), &[], self);
            }
            Nested::Sql(text, dialect) => {
                sql::read(text, sql::Options { dialect, read_functions: &[] }, self);
            }
        }
    }
}

/// Reads a text of this kind: `sql`, `graphql`, `path` or `url`; nothing for another kind or dialect.
pub fn read(kind: &str, text: &str, dialect: Option<&str>) -> Option<Summary> {
    let mut found = Adding(Summary::default());
    match kind {
        "sql" => {
            let dialect = match dialect {
                None => Dialect::Unknown,
                Some("postgres") => Dialect::Postgres,
                Some("mysql") => Dialect::Mysql,
                Some("sqlite") => Dialect::Sqlite,
                Some("tsql") => Dialect::Tsql,
                Some("duckdb") => Dialect::Duckdb,
                Some(_) => return None,
            };
            sql::read(text, sql::Options { dialect, read_functions: &[] }, &mut found);
        }
        "graphql" => graphql::read(text, &mut found),
        "path" => {
            path::read(text, path::Place::Argument, &[], &mut found);
        }
        "url" => {
            url::read(text, path::Place::Argument, url::Hosts::default(), &[], &mut found);
        }
        _ => return None,
    }
    Some(found.0)
}

/// The host that an address is read as, if it names one.
pub fn host(url: &str) -> Option<String> {
    url::host_of(url)
}
