//! A progress bar on the standard error, where a person watches and it is in nobody's way.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const OF_A_FILE: &str =
    "{spinner} [{bar:30}] {percent:>3} %  {msg} events, {bytes_per_sec}, {eta} left";
const OF_A_STREAM: &str = "{spinner} {msg} events, {bytes} read, {bytes_per_sec}";

/// The bar for an input of this many bytes. There is none if the standard error is no terminal, or
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
