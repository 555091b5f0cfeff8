//! Addresses of mail: parts that look like others.

use super::{
    effect::{Finding, Sink},
    lookalike::{is_all_twins, mixes_scripts},
    url::labels,
};

/// Reads one or more addresses, as they stand in a field: `Jo <jo@x.example>, ann@y.example`.
pub(crate) fn read(text: &str, sink: &mut dyn Sink) {
    for address in addresses(text) {
        let Some((name, domain)) = address.rsplit_once('@') else { continue };
        let domain = domain.trim_end_matches(['>', '.', ')']);
        let name = name.rsplit(['<', '(']).next().unwrap_or(name).trim();
        let is_name_like = mixes_scripts(name) || is_all_twins(name);
        if is_name_like || domain.split('.').any(|label| labels::read(label).is_lookalike) {
            sink.finding(Finding::Lookalike);
        }
    }
}

/// The addresses of a list in one text.
pub(crate) fn addresses(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', '\n']).map(str::trim).filter(|address| !address.is_empty())
}
