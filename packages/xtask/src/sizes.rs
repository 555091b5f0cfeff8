//! The sizes of the shipped artefacts, held under `tests/snapshots/sizes.toml`.
//!
//! A table for each artefact gives the most bytes that it may have, as it is (`raw`) and as a server
//! sends it (`gzip`). Growth is a change to that file, seen in a diff.

use std::io::Write as _;

use anyhow::{Context as _, Result, bail};
use flate2::{Compression, write::GzEncoder};
use toml::Table;

use crate::workspace::read;

const FILE: &str = "tests/snapshots/sizes.toml";

/// Measures an artefact and says its sizes; more than its ceilings is an error.
pub(crate) fn check(artefact: &str, bytes: &[u8]) -> Result<String> {
    let ceilings: Table = read(FILE)?.parse().with_context(|| format!("{FILE} is not TOML"))?;
    compare(&ceilings, artefact, bytes.len(), gzipped(bytes)?)
}

fn compare(ceilings: &Table, artefact: &str, raw: usize, gzip: usize) -> Result<String> {
    let sizes = format!("{artefact}: {raw} bytes, {gzip} gzipped");
    for (kind, size) in [("raw", raw), ("gzip", gzip)] {
        let ceiling = ceilings
            .get(artefact)
            .and_then(|table| table.get(kind)?.as_integer())
            .and_then(|ceiling| usize::try_from(ceiling).ok())
            .with_context(|| format!("{FILE} has no `{kind}` for {artefact}; it is {size}"))?;
        if size > ceiling {
            bail!("{sizes}: at most {ceiling} are allowed for `{kind}` by {FILE}");
        }
    }
    Ok(sizes)
}

fn gzipped(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

#[cfg(test)]
mod tests {
    use super::{compare, gzipped};

    #[test]
    fn growth_beyond_a_ceiling_is_an_error() {
        let ceilings = "[module]\nraw = 10\ngzip = 5".parse().unwrap();
        assert_eq!(compare(&ceilings, "module", 10, 5).unwrap(), "module: 10 bytes, 5 gzipped");
        for (raw, gzip) in [(11, 5), (10, 6)] {
            assert!(compare(&ceilings, "module", raw, gzip).is_err());
        }
        assert!(compare(&ceilings, "other", 1, 1).unwrap_err().to_string().contains("no `raw`"));
    }

    #[test]
    fn bytes_are_compressed() {
        assert!(gzipped(&[0; 4096]).unwrap() < 100);
    }
}
