//! What is done once for one run of this program, whoever asks for it first.

use std::sync::OnceLock;

use anyhow::{Error, Result};

/// The outcome of work that several steps need. Who comes second waits for who came first, and gets the same.
pub(crate) struct Once<T>(OnceLock<Result<T, String>>);

impl<T: Clone> Once<T> {
    pub(crate) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// The outcome; `work` is done if nobody has asked before.
    pub(crate) fn get(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let outcome = self.0.get_or_init(|| work().map_err(|error| format!("{error:#}")));
        outcome.clone().map_err(Error::msg)
    }
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::Once;

    #[test]
    fn the_first_outcome_stays_also_if_it_is_an_error() {
        let once = Once::new();
        assert_eq!(once.get(|| Ok(1)).unwrap(), 1);
        assert_eq!(once.get(|| Ok(2)).unwrap(), 1);
        let failed = Once::<u8>::new();
        assert!(failed.get(|| bail!("no")).is_err());
        assert_eq!(failed.get(|| Ok(1)).unwrap_err().to_string(), "no");
    }
}
