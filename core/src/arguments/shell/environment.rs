//! Variables by which programs run, and those that are plain data.

use crate::arguments::headed::{Headed, headed};
use crate::arguments::tables::programs::ENV_BAD;

/// Variables that are data for every program that knows them (language, colours, how much it says, who somebody is),
/// and beginnings of those by which programs run.
const NAMES: Headed = headed!(
    "harmless: GIT_AUTHOR_DATE GIT_AUTHOR_EMAIL GIT_AUTHOR_NAME GIT_COMMITTER_DATE GIT_COMMITTER_EMAIL \
               GIT_COMMITTER_NAME GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT LANG LANGUAGE LC_* TZ TERM COLORTERM COLUMNS \
               LINES NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE CARGO_TERM_COLOR CI DEBIAN_FRONTEND NODE_ENV RUST_LOG \
               RUST_BACKTRACE PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8 AWS_PROFILE \
               AWS_REGION AWS_DEFAULT_REGION AWS_DEFAULT_OUTPUT PGDATABASE PGPASSWORD PGPORT PGUSER MYSQL_PWD MANWIDTH \
               SYSTEMD_COLORS GH_NO_UPDATE_NOTIFIER HOMEBREW_NO_AUTO_UPDATE PIP_DISABLE_PIP_VERSION_CHECK PIP_NO_INPUT
     bad: LD_* DYLD_* GIT_* BASH_* GCONV_* npm_config_*"
);

/// Whether other programs run by a variable, whatever its value.
pub(super) fn is_bad(name: &str) -> bool {
    ENV_BAD.contains(name) || name.ends_with("PAGER") || NAMES.of_pattern(name) == Some(b'b')
}

/// Whether it may have this value. Of `None` the value is not known.
pub(crate) fn may_set(name: &str, value: Option<&str>) -> bool {
    if name.ends_with("PAGER") {
        return matches!(value, Some("" | "cat" | "less" | "more"));
    }
    !is_bad(name)
}

/// Whether a variable with this value is nothing but data for whatever program knows it. Any other may say what runs or
/// where a request goes: `RUSTC`, `KUBECONFIG`, `https_proxy`.
pub(super) fn is_data(name: &str, value: Option<&str>) -> bool {
    may_set(name, value) && (name.ends_with("PAGER") || NAMES.of_pattern(name) == Some(b'h'))
}

/// What a variable with this value may make of a program.
pub(super) fn steers(name: &str, value: Option<&str>) -> Steers {
    // A number or a switch names no program, file or host.
    let is_switch = |value: &str| {
        value.bytes().all(|byte| byte.is_ascii_digit())
            || matches!(value, "true" | "false" | "yes" | "no")
    };
    if is_data(name, value) {
        Steers::Nothing
    } else if may_set(name, value) && value.is_some_and(is_switch) {
        Steers::HowItWorks
    } else {
        Steers::WhatItIs
    }
}

/// What the variables of a command may make of its program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Steers {
    /// It stays what it is.
    #[default]
    Nothing,
    /// It may work in another way.
    HowItWorks,
    /// It may run, read or ask something else.
    WhatItIs,
}
