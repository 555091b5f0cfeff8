//! A progress bar on the standard error, if that is a terminal and the decisions go elsewhere.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

const OF_A_FILE: &str = "{spinner} [{bar:30}] {percent:>3} %  {msg}, {eta} left";
const OF_A_STREAM: &str = "{spinner} {msg}";

/// The bar for an input of this many bytes. No bar is shown if the standard error is not a terminal, or
/// if the decisions themselves go to the terminal.
pub(super) fn bar(bytes: Option<u64>, quiet: bool) -> ProgressBar {
    if quiet || !io::stderr().is_terminal() || io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = if bytes.is_some() { OF_A_FILE } else { OF_A_STREAM };
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ");
    let bar = ProgressBar::with_draw_target(bytes, ProgressDrawTarget::stderr()).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// Shows how many events were decided so far, and that their input had so many more bytes.
pub(super) fn show(bar: &ProgressBar, events: u64, more_bytes: u64) {
    if bar.is_hidden() {
        return;
    }
    let rate = u128::from(events) * 1000 / bar.elapsed().as_millis().max(1);
    let rate = HumanCount(u64::try_from(rate).unwrap_or(u64::MAX));
    bar.set_message(format!("{} events, {rate} a second", HumanCount(events)));
    bar.inc(more_bytes);
}
