//! Which program a command runs, and what it is told to run.

use super::{
    origin::Origin,
    values::{Fields, Language},
    words::{DENIED_MODULES, INSTALLING_MODULES, PACKAGE_MANAGERS, PRIVILEGED, SHELLS, WRAPPERS},
};
use crate::command::Word;
use crate::tool_request::{RequestRule as Rule, found::RequestFindings};

/// What would run.
pub(crate) struct Run {
    /// The script; nothing for a module of the language.
    pub(crate) script: Option<String>,
}

type Outcome = Result<Run, (Rule, &'static str)>;

const INLINE: (Rule, &str) =
    (Rule::CmdInlineCode, "program text on the command line or from standard input");
const INTERACTIVE: (Rule, &str) = (Rule::CmdInteractive, "an interactive or watching mode");
const INSTALL: (Rule, &str) =
    (Rule::CmdPackageInstall, "a package manager, or a runtime told to fetch a package");

/// Reads the program and its options, or reports why it may not run.
pub(crate) fn read(
    words: &[Word],
    origin: Origin<'_>,
    fields: &Fields,
    found: &mut RequestFindings,
) -> Option<Run> {
    let (program, arguments) = words.split_first()?;
    let arguments: Vec<&str> = arguments.iter().map(Word::text).collect();
    match run(program.text(), &arguments, fields.language) {
        Ok(run) => Some(run),
        Err((rule, message)) => {
            found.add(rule, origin.at(program.at()), message);
            None
        }
    }
}

fn run(program: &str, arguments: &[&str], language: Option<Language>) -> Outcome {
    if SHELLS.contains(&program) {
        return Err((Rule::CmdShellProgram, "the program is a shell"));
    }
    if WRAPPERS.contains(&program) {
        return Err((Rule::CmdWrapperProgram, "the program runs other programs"));
    }
    if PRIVILEGED.contains(&program) {
        let message = "the program raises privilege, or controls containers or the host";
        return Err((Rule::CmdPrivileged, message));
    }
    let versioned_pip = program
        .strip_prefix("pip")
        .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'));
    if PACKAGE_MANAGERS.contains(&program) || versioned_pip {
        return Err(INSTALL);
    }
    let versioned_python = program
        .strip_prefix("python3.")
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()));
    let languages: &[Language] = match program {
        "python" | "python3" => &[Language::Python],
        _ if versioned_python => &[Language::Python],
        "node" => &[Language::Node, Language::Ts],
        "ts-node" | "tsx" => &[Language::Ts],
        "go" => &[Language::Go],
        "ruby" => &[Language::Ruby],
        _ => {
            let message = "the program is not one of those of `python`, `node`, `ts`, `go`, `ruby`";
            return Err((Rule::CmdProgramNotAllowed, message));
        }
    };
    if language.is_some_and(|language| !languages.contains(&language)) {
        let message = "the program belongs to another language than `language`";
        return Err((Rule::CmdLanguageMismatch, message));
    }
    match languages.first() {
        Some(Language::Python) => python(arguments),
        Some(Language::Go) => go(arguments),
        Some(Language::Ruby) => ruby(arguments),
        _ => node(program, arguments),
    }
}

fn script(script: Option<&&str>) -> Outcome {
    match script {
        Some(script) => Ok(Run { script: Some((*script).to_owned()) }),
        None => Err((Rule::CmdNoScript, "the runtime is named, but nothing to run")),
    }
}

fn python(arguments: &[&str]) -> Outcome {
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match *argument {
            "-" => return Err(INLINE),
            "--" => return script(rest.next()),
            "--check-hash-based-pycs" => {
                rest.next();
            }
            long if long.starts_with("--") => {}
            short if short.starts_with('-') => {
                let mut letters = short.trim_start_matches('-').chars();
                while let Some(letter) = letters.next() {
                    match letter {
                        'c' => return Err(INLINE),
                        'i' => return Err(INTERACTIVE),
                        'm' => {
                            let attached = letters.as_str();
                            let name = if attached.is_empty() {
                                rest.next().copied()
                            } else {
                                Some(attached)
                            };
                            return module(name);
                        }
                        'W' | 'X' | 'Q' => {
                            if letters.as_str().is_empty() {
                                rest.next();
                            }
                            break;
                        }
                        _ => {}
                    }
                }
            }
            _ => return script(Some(argument)),
        }
    }
    script(None)
}

fn module(name: Option<&str>) -> Outcome {
    let Some(name) = name.filter(|name| !name.is_empty()) else { return script(None) };
    // A package stands for all that is in it.
    let ends = name.match_indices('.').map(|(at, _)| at).chain([name.len()]);
    let is_of =
        |list: &[&str]| ends.clone().any(|at| name.get(..at).is_some_and(|it| list.contains(&it)));
    if is_of(INSTALLING_MODULES) {
        return Err(INSTALL);
    }
    if is_of(DENIED_MODULES) {
        let message = "a module that serves, debugs, runs other modules or evaluates text";
        return Err((Rule::CmdModuleDenied, message));
    }
    Ok(Run { script: None })
}

fn node(program: &str, arguments: &[&str]) -> Outcome {
    let typescript = program != "node";
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => (*argument, None),
        };
        match name {
            "-" | "-e" | "--eval" | "-p" | "--print" | "-pe" => return Err(INLINE),
            "-i" | "--interactive" | "--watch" | "--watch-path" => return Err(INTERACTIVE),
            "--" => return script(rest.next()),
            "-r" | "--require" | "--import" | "--loader" | "--experimental-loader" => {
                let loaded = value.or_else(|| rest.next().copied());
                let data =
                    |text: &str| text.get(..5).is_some_and(|s| s.eq_ignore_ascii_case("data:"));
                if loaded.is_some_and(data) {
                    return Err(INLINE);
                }
            }
            "-C" | "--conditions" | "--env-file" if value.is_none() => {
                rest.next();
            }
            "-P" | "--project" | "-O" | "--compiler-options" | "--cwd" | "--tsconfig"
                if typescript && value.is_none() =>
            {
                rest.next();
            }
            short if short.starts_with('-') && !short.starts_with("--") => {
                if short.starts_with("-e")
                    || short.starts_with("-p")
                    || short.chars().skip(1).all(|c| "ceihprv".contains(c))
                        && short.contains(['e', 'p'])
                {
                    return Err(INLINE);
                }
            }
            long if long.starts_with("--") => {}
            "watch" if program == "tsx" => return Err(INTERACTIVE),
            "inspect" if program == "node" => return Err(INTERACTIVE),
            _ => return script(Some(argument)),
        }
    }
    script(None)
}

/// Flags of `go run` that take the next word as their value.
const GO_VALUES: [&str; 18] = [
    "C",
    "p",
    "o",
    "asmflags",
    "buildmode",
    "buildvcs",
    "compiler",
    "covermode",
    "coverpkg",
    "gccgoflags",
    "gcflags",
    "installsuffix",
    "ldflags",
    "mod",
    "modfile",
    "overlay",
    "pgo",
    "tags",
];

fn go(arguments: &[&str]) -> Outcome {
    let mut rest = arguments.iter();
    match rest.next() {
        None => return script(None),
        Some(&"run") => {}
        Some(&("get" | "install" | "mod" | "work")) => return Err(INSTALL),
        Some(_) => return Err((Rule::CmdSubcommand, "a subcommand of `go` other than `run`")),
    }
    while let Some(argument) = rest.next() {
        let Some(flag) = argument.strip_prefix('-').filter(|_| *argument != "--") else {
            let target = if *argument == "--" { rest.next() } else { Some(argument) };
            return target.map_or_else(|| script(None), |target| go_target(target));
        };
        let flag = flag.strip_prefix('-').unwrap_or(flag);
        let (name, value) = match flag.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (flag, None),
        };
        match name {
            "" => return Err(INLINE),
            "exec" | "toolexec" => {
                return Err((Rule::CmdWrapperProgram, "an option that runs another program"));
            }
            _ if value.is_none() && GO_VALUES.contains(&name) => {
                rest.next();
            }
            _ => {}
        }
    }
    script(None)
}

fn go_target(target: &str) -> Outcome {
    let local = target == "."
        || target.starts_with("./")
        || target.starts_with("/in/")
        || target.strip_suffix(".go").is_some();
    if local && !target.contains(['@', ':']) { script(Some(&target)) } else { Err(INSTALL) }
}

fn ruby(arguments: &[&str]) -> Outcome {
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match *argument {
            "-" => return Err(INLINE),
            "--" => return script(rest.next()),
            long if long.starts_with("--") => {}
            short if short.starts_with('-') => {
                let mut letters = short.chars();
                letters.next();
                while let Some(letter) = letters.next() {
                    match letter {
                        'e' => return Err(INLINE),
                        'S' => {
                            let attached = letters.as_str();
                            let name = if attached.is_empty() {
                                rest.next().copied()
                            } else {
                                Some(attached)
                            };
                            return Err(
                                if name.is_some_and(|name| PACKAGE_MANAGERS.contains(&name)) {
                                    INSTALL
                                } else {
                                    (Rule::CmdSubcommand, "an option that searches for a script")
                                },
                            );
                        }
                        'r' | 'I' | 'C' | 'E' => {
                            if letters.as_str().is_empty() {
                                rest.next();
                            }
                            break;
                        }
                        'F' | 'K' | 'T' | 'W' | 'i' | '0' | 'x' => break,
                        _ => {}
                    }
                }
            }
            _ => return script(Some(argument)),
        }
    }
    script(None)
}

/// Options by which sandboxes and containers are opened, wherever they stand.
pub(crate) fn flags(arguments: &[Word], origin: Origin<'_>, found: &mut RequestFindings) {
    for (index, word) in arguments.iter().enumerate() {
        let (name, attached) = match word.text().split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word.text(), None),
        };
        let value = attached.or_else(|| arguments.get(index + 1).map(Word::text)).unwrap_or("");
        let opens = match name {
            "--privileged"
            | "--cap-add"
            | "--security-opt"
            | "--userns"
            | "--cgroupns"
            | "--device-cgroup-rule" => true,
            "--pid" | "--net" | "--network" | "--ipc" | "--uts" => value == "host",
            "--device" => !is_backend(value),
            _ => false,
        };
        if opens {
            let message = "an option that raises privilege or passes a device of the host";
            found.add(Rule::CmdPrivileged, origin.at(word.at()), message);
        }
    }
}

/// Whether this names what numeric libraries compute on.
fn is_backend(value: &str) -> bool {
    let (kind, number) = value.split_once(':').unwrap_or((value, "0"));
    let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    numbered
        && (["cpu", "cuda", "gpu", "mps", "xpu", "tpu", "npu", "hip", "rocm", "metal", "auto"]
            .contains(&kind.to_ascii_lowercase().as_str())
            || kind.bytes().all(|byte| byte.is_ascii_digit()))
}
