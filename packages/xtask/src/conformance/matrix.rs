//! The hashes of one surface held against the recorded decisions, and the matrix of all.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::time::Duration;

use aana_fixtures::{Suite, conformance_dir, read_blessed};
use anyhow::{Context as _, Result, bail};

use crate::report;

/// How many differences of one surface are shown.
const SHOWN: usize = 20;

/// Stands for the hash of a case that a surface cannot be asked.
const LEFT_OUT: &str = "-";

/// The recorded decisions: ids in order, each with its hash.
pub(super) struct Expected {
    hashes: Vec<(String, String)>,
    /// How many cases say which refs the host has checked. A request to a server cannot say it.
    attested: usize,
}

impl Expected {
    /// Reads the records of every case of the suite.
    pub(super) fn recorded() -> Result<Self> {
        let suite = Suite::load()?;
        let attested = suite.cases().filter(|case| !case.attested.is_empty()).count();
        let mut hashes = Vec::new();
        for group in &suite.groups {
            let file = conformance_dir().join("decisions").join(format!("{}.jsonl", group.name));
            let text = fs::read_to_string(&file).with_context(|| {
                format!("no decisions of `{}` are recorded; `cargo xtask bless`", group.name)
            })?;
            let recorded = read_blessed(&text).map_err(anyhow::Error::msg)?;
            let same_ids = recorded.iter().map(|it| &it.id).eq(group.cases.iter().map(|it| &it.id));
            if !same_ids {
                bail!("the records of `{}` are not current; `cargo xtask bless`", group.name);
            }
            hashes.extend(recorded.into_iter().map(|it| (it.id, it.sha256)));
        }
        Ok(Self { hashes, attested })
    }

    /// What the surface that leads has written, for cases of which no answers are recorded.
    pub(super) fn written(text: &str) -> Result<Self> {
        let pair =
            |line: &str| line.split_once('\t').map(|(id, hash)| (id.to_owned(), hash.to_owned()));
        let hashes: Option<Vec<_>> = text.lines().map(pair).collect();
        match hashes {
            Some(hashes) if !hashes.is_empty() => Ok(Self { hashes, attested: 0 }),
            _ => bail!(
                "the file of hashes that the others are held against is empty or no such file"
            ),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// How many cases no request can ask.
    pub(super) fn attested(&self) -> usize {
        self.attested
    }

    /// Compares what a runner wrote with the records.
    pub(super) fn compare(&self, text: &str) -> Comparison {
        let mut differences = Vec::new();
        let mut found: HashMap<&str, &str> = HashMap::new();
        for (number, line) in text.lines().enumerate() {
            match line.split_once('\t') {
                Some((id, hash)) => {
                    if found.insert(id, hash).is_some() {
                        differences.push(format!("{id}: stands twice"));
                    }
                }
                None => differences.push(format!("line {}: no tab in it", number + 1)),
            }
        }
        let (mut passed, mut left_out) = (0_usize, 0_usize);
        for (id, hash) in &self.hashes {
            match found.get(id.as_str()) {
                Some(&LEFT_OUT) => left_out += 1,
                Some(other) if *other == hash => passed += 1,
                Some(other) => differences.push(format!("{id}: recorded {hash}, found {other}")),
                None => differences.push(format!("{id}: missing")),
            }
        }
        let known: HashSet<&str> = self.hashes.iter().map(|(id, _)| id.as_str()).collect();
        let unknown = found.keys().filter(|id| !known.contains(*id));
        differences.extend(unknown.map(|id| format!("{id}: there is no such case")));
        if found.is_empty() {
            differences.insert(0, "the file of hashes is empty".to_owned());
        }
        Comparison { passed, left_out, differences }
    }
}

/// How far one surface agrees.
pub(super) struct Comparison {
    passed: usize,
    /// What the surface cannot be asked, by its own account.
    left_out: usize,
    differences: Vec<String>,
}

/// One row of the matrix.
pub(super) struct Row {
    pub(super) surface: &'static str,
    pub(super) time: Duration,
    /// An error if the runner failed.
    pub(super) result: Result<Comparison>,
    /// How many cases the surface must have left out.
    pub(super) left_out: usize,
}

impl Row {
    pub(super) fn passed(&self) -> bool {
        self.result.as_ref().is_ok_and(|comparison| {
            comparison.differences.is_empty() && comparison.left_out == self.left_out
        })
    }
}

/// Prints the matrix, after everything that differs.
pub(super) fn print(rows: &[Row], total: usize) {
    for row in rows {
        let differences: &[String] = match &row.result {
            Ok(comparison) => &comparison.differences,
            Err(error) => &[format!("{error:#}")],
        };
        let shown: Vec<String> = differences
            .iter()
            .take(SHOWN)
            .map(|difference| format!("{}: {difference}", row.surface))
            .collect();
        report::lines(&shown, "");
        if differences.len() > SHOWN {
            report::line(&format!("{}: and {} more", row.surface, differences.len() - SHOWN));
        }
    }
    let width = rows.iter().map(|row| row.surface.len()).max().unwrap_or(0).max(7);
    report::line(&format!("\n| {:width$} | decided alike | seconds |", "surface"));
    report::line(&format!("| {:-<width$} | ------------: | ------: |", ""));
    for row in rows {
        let passed = row.result.as_ref().map_or(0, |comparison| comparison.passed);
        let count = format!("{passed}/{total}");
        let left_out = row.result.as_ref().map_or(0, |comparison| comparison.left_out);
        let note =
            if left_out > 0 { format!(" {left_out} cannot be asked") } else { String::new() };
        let word = if row.passed() { note } else { format!("{note} FAILED") };
        let seconds = row.time.as_secs_f64();
        report::line(&format!("| {:width$} | {count:>13} | {seconds:7.1} |{word}", row.surface));
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Expected, Row};

    fn differences(text: &str) -> (usize, Vec<String>) {
        let pairs = [("a", "1"), ("b", "2")];
        let hashes = pairs.map(|(id, hash)| (id.to_owned(), hash.to_owned())).to_vec();
        let comparison = Expected { hashes, attested: 0 }.compare(text);
        (comparison.passed, comparison.differences)
    }

    #[test]
    fn the_same_hashes_pass() {
        assert_eq!(differences("a\t1\nb\t2\n"), (2, vec![]));
    }

    #[test]
    fn every_difference_is_told() {
        assert_eq!(differences("a\t1\nb\t3\n").1, ["b: recorded 2, found 3"]);
        assert_eq!(differences("a\t1\n").1, ["b: missing"]);
        assert_eq!(differences("a\t1\nb\t2\nc\t3\n").1, ["c: there is no such case"]);
        assert_eq!(differences("a\t1\nb\t2\nb\t2\n").1, ["b: stands twice"]);
        assert_eq!(differences("a 1\nb\t2\n").1, ["line 1: no tab in it", "a: missing"]);
    }

    #[test]
    fn what_is_left_out_is_counted_and_must_be_allowed() {
        let expected = Expected::written("a\t1\nb\t2\n").unwrap();
        let passed = |left_out| {
            let result = Ok(expected.compare("a\t-\nb\t2\n"));
            Row { surface: "x", time: Duration::ZERO, result, left_out }.passed()
        };
        assert_eq!([0, 1, 2].map(passed), [false, true, false]);
    }

    #[test]
    fn an_empty_set_is_a_difference() {
        let (passed, found) = differences("");
        assert_eq!((passed, found[0].as_str()), (0, "the file of hashes is empty"));
    }

    #[test]
    fn hashes_of_the_first_surface_are_expected_of_the_others() {
        let expected = Expected::written("a\t1\nb\t2\n").unwrap();
        assert_eq!(expected.compare("a\t1\nb\t3\n").differences, ["b: recorded 2, found 3"]);
        assert!(Expected::written("").is_err() && Expected::written("a 1\n").is_err());
    }

    #[test]
    fn every_case_of_the_suite_is_recorded() {
        assert!(Expected::recorded().unwrap().len() > 100);
    }
}
