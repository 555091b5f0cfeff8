//! Reads a log from its beginning and finds whatever was done to it.

mod chain;
mod report;

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Read},
    path::{Path, PathBuf},
};

pub use report::{Fault, Notice, Report, Sort};

use crate::{Damage, Error, Hash, Mark, head::Head, lines::Lines, regular::open_regular};
use chain::Chain;

/// Verifies the files of a log, given in the order of their records, with the head file of the last
/// one and, if given, a mark that was kept elsewhere.
///
/// Takes the same memory for every length.
///
/// # Errors
///
/// A file cannot be read. Whatever is wrong with what is in it stands in the report.
pub fn verify(files: &[impl AsRef<Path>], expected: Option<Mark>) -> Result<Report, Error> {
    verify_and_find(files, expected, &BTreeSet::new()).map(|(report, _)| report)
}

/// The same, and the hashes of the records with these numbers, as far as they are there. Of the record
/// before the first one here, the hash that the first one names.
///
/// # Errors
///
/// As [`verify`].
pub fn verify_and_find(
    files: &[impl AsRef<Path>],
    expected: Option<Mark>,
    wanted: &BTreeSet<u64>,
) -> Result<(Report, BTreeMap<u64, Hash>), Error> {
    let mut chain = Chain::default();
    chain.find(wanted);
    chain.expect(expected);
    let last = files.last().map(AsRef::as_ref);
    // Before the log, which a writer may lengthen in the meantime: a head is never ahead of it.
    match last.map(Head::read).transpose() {
        Ok(Some(Some(head))) => chain.expect_head(head.mark),
        Ok(_) if expected.is_none() => chain.no_head(Sort::HeadMissing),
        Err(Error::Damaged { how: Damage::HeadUnreadable, .. }) => {
            chain.no_head(Sort::HeadUnreadable);
        }
        Ok(_) => {}
        Err(error) => return Err(error),
    }
    for path in files {
        let path = path.as_ref();
        let failed = |error: io::Error| Error::io("read", path, &error);
        let file = open_regular(path).map_err(failed)?;
        read(&mut chain, path.to_owned(), file).map_err(failed)?;
    }
    let found = chain.take_found();
    Ok((chain.end(), found))
}

/// Verifies files that are in memory; they are named `1`, `2` and so on. Without a mark nothing is
/// known of the end.
pub fn verify_bytes(files: &[&[u8]], expected: Option<Mark>) -> Report {
    let mut chain = Chain::default();
    chain.expect(expected);
    if expected.is_none() {
        chain.no_head(Sort::HeadMissing);
    }
    for (index, bytes) in files.iter().enumerate() {
        // Reading memory cannot fail.
        let _ = read(&mut chain, PathBuf::from((index + 1).to_string()), *bytes);
    }
    chain.end()
}

fn read(chain: &mut Chain, path: PathBuf, source: impl Read) -> io::Result<()> {
    chain.file(path);
    let mut lines = Lines::new(source);
    while let Some(line) = lines.next()? {
        chain.line(&line);
    }
    Ok(())
}
