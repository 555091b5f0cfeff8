//! Random texts of the shell: a grammar, and then some characters changed.

/// Numbers that are the same for the same seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66_D000_0001)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }

    pub(crate) fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

const PROGRAMS: &[&str] = &[
    "ls", "cat", "wc", "rm", "cp", "touch", "head", "tail", "mkdir", "grep", "echo", "l\\s",
    "'ls'", "c\"a\"t", "l\\\ns",
];
const PLAIN: &[&str] = &[
    "a",
    "b",
    "-x",
    "--long=1",
    "a/b",
    "x y",
    "in",
    "do",
    "done",
    "then",
    "if",
    "}",
    "{",
    "{}",
    "!",
    "time",
    "=",
    "a=b",
    "1",
    "2",
    "[[",
    "]]",
    "[",
    "]",
    "esac",
    "a.b",
    "@",
    "%",
    "^",
    "+x",
    ",",
    ":",
    "for",
    "{a",
    "b}",
    "#no",
    "a#b",
    "~",
    "*",
    "f?",
    "{a,b}",
    "{1..3}",
    "x{a,'b c'}",
    "\\;",
    "\\&",
    "\\|",
    "\\#",
    "\\'",
    "\\\"",
    "\\$x",
    "\\\\",
    "\\(",
    "\\ ",
    "\\\n",
    "a\\\nb",
];
const FEW: &[&str] = &["a", "b", "-x", "a/b"];
const QUOTED: &[&str] = &[
    "'a b'",
    "'$(rm q)'",
    "'`rm q`'",
    "';rm q'",
    "'a\nb'",
    "\"a b\"",
    "\"a;b|c&d\"",
    "\"\\\"\"",
    "\"\\$(rm q)\"",
    "\"'\"",
    "'\"'",
    "''",
    "\"\"",
    "$'a\\nb'",
    "$'\\x41'",
    "$\"a\"",
    "\"a\\\nb\"",
    "\"#\"",
    "\"$\"",
    "'a'\"b\"c",
    "\"\\`rm q\\`\"",
    "\"!\"",
    "'#'",
    "'>'",
    "\"<(ls q)\"",
    "\"{a,b}\"",
    "\"~\"",
    "\"*\"",
    "a'b;c'd",
];
const VARIABLES: &[&str] = &[
    "$A",
    "\"$A\"",
    "${A}",
    "\"${B}\"",
    "$B",
    "$?",
    "$#",
    "$@",
    "\"$@\"",
    "$1",
    "${C:-d}",
    "\"${C:-d e}\"",
    "${#A}",
    "${A%x}",
    "${A/o/p}",
    "$X",
    "\"$X\"",
    "${B:1:2}",
    "$$x",
    "a$A",
    "$A/b",
    "\"a $B\"",
    "$_",
    "$!",
    "$-",
    "$",
    "a$",
    "${C-'a b'}",
    "${C+\"x\"}",
    "${A^^}",
];
const TARGETS: &[&str] = &["f", "'f g'", "f\\ h", "\"f\"", "/dev/null", "{f,", "$C.f", "&1", "&2"];
const SPACES: &[&str] = &[" ", " ", " ", " ", "  ", "\t", " \\\n ", "\\\n"];
const NOISE: &[&str] = &[
    "'", "\"", "`", "$", "(", ")", "{", "}", "|", ";", "&", "<", ">", " ", "\n", "\\", "#", "=",
    "[", "]", "*", "~", "!", "$(", "$((", "))", "<(", "${", "<<", "<<<", "&&", "||", "|&", "&>",
    ">&", ">|", "\\\n", "fi", "do", "in", "{ ", "; }", "((", "[[", "]]", "$'", "$\"", "2>", "<<-",
    ";;", "time ", "! ",
];

/// The text of a seed.
pub(crate) fn text(seed: u64) -> String {
    let mut random = Random::new(seed);
    for _ in 0..8 {
        random.below(2);
    }
    if seed.is_multiple_of(8) {
        return soup(&mut random);
    }
    let depth = random.below(4);
    let mut text = list(&mut random, depth);
    if random.below(4) == 0 {
        for _ in 0..=random.below(2) {
            change(&mut random, &mut text);
        }
    }
    text
}

/// Fragments in no order at all.
fn soup(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..2 + random.below(9) {
        let fragments = match random.below(8) {
            0 | 1 => NOISE,
            2 | 3 => PROGRAMS,
            4 => QUOTED,
            5 => VARIABLES,
            6 => TARGETS,
            _ => PLAIN,
        };
        text.push_str(random.one(fragments));
        text.push_str(random.one(&["", "", " ", " ", "; ", "\n"]));
    }
    text
}

/// Puts something in, takes something out, or doubles it.
fn change(random: &mut Random, text: &mut String) {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let at = places[random.below(places.len())];
    match random.below(3) {
        0 | 1 => text.insert_str(at, random.one(NOISE)),
        _ if at < text.len() => {
            text.remove(at);
        }
        _ => {}
    }
}

fn list(random: &mut Random, depth: usize) -> String {
    let mut text = pipeline(random, depth);
    for _ in 0..random.below(6) / 3 {
        let separator = random.one(&[
            "; ",
            ";",
            "\n",
            " && ",
            "&&",
            " || ",
            " & ",
            "\n\n",
            " # x 'y\n",
            " &\n",
            " \n ",
            "&&\n",
        ]);
        text.push_str(separator);
        text.push_str(&pipeline(random, depth));
    }
    text
}

fn pipeline(random: &mut Random, depth: usize) -> String {
    let mut text = String::new();
    if random.below(12) == 0 {
        text.push_str(random.one(&["! ", "time ", "time -p ", "! time "]));
    }
    text.push_str(&command(random, depth));
    for _ in 0..random.below(8) / 6 {
        text.push_str(random.one(&[" | ", "|", " |& ", " |\n"]));
        text.push_str(&command(random, depth));
    }
    text
}

fn command(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return simple(random, 0);
    }
    let mut text = match random.below(24) {
        0 => format!("({})", list(random, depth - 1)),
        1 => format!("{{ {}; }}", list(random, depth - 1)),
        2 => format!("if {}; then {}; fi", list(random, depth - 1), list(random, depth - 1)),
        3 => format!(
            "if {}\nthen {}\nelif {}; then {}; else {}; fi",
            list(random, depth - 1),
            simple(random, 0),
            simple(random, 0),
            simple(random, 0),
            list(random, depth - 1)
        ),
        4 => format!(
            "while {}; do {}; break; done",
            list(random, depth - 1),
            list(random, depth - 1)
        ),
        5 => format!(
            "for X in {} {}; do {}; done",
            word(random, depth - 1),
            word(random, 0),
            list(random, depth - 1)
        ),
        6 => format!(
            "[[ {} {} {} ]]",
            word(random, depth - 1),
            random.one(&["==", "!=", "-eq", "<", "=~", "-nt", "&&", "||"]),
            word(random, depth - 1)
        ),
        7 => {
            return format!(
                "cat {}{}{}",
                random.one(&["<<", "<< ", "<<-"]),
                document(random, depth - 1),
                ""
            );
        }
        _ => return simple(random, depth),
    };
    if random.below(6) == 0 {
        text.push_str(&redirection(random, depth - 1));
    }
    text
}

/// A here-document with what follows on its line.
fn document(random: &mut Random, depth: usize) -> String {
    let (mark, end) =
        [("E", "E"), ("'E'", "E"), ("\\E", "E"), ("\"E F\"", "E F"), ("E", "E")][random.below(5)];
    let tail = random.one(&["", " a", "; ls b", " | wc", " > f"]);
    let body = match random.below(6) {
        0 => "text".to_owned(),
        1 => format!("a $({}) b", list(random, depth.min(1))),
        2 => format!("a `{}` b", simple(random, 0)),
        3 => "it's \"quoted\" \\$(rm q)".to_owned(),
        4 => format!("\tx ${{C:-$({})}}\\\ny", simple(random, 0)),
        _ => "E \nEE\n E".to_owned(),
    };
    format!("{mark}{tail}\n{body}\n{end}\n{}", simple(random, 0))
}

fn simple(random: &mut Random, depth: usize) -> String {
    let mut text = String::new();
    while random.below(8) == 0 {
        text.push_str(random.one(&["X=", "Y1=", "X+=", "C="]));
        text.push_str(&word(random, depth));
        text.push(' ');
    }
    if random.below(14) == 0 {
        text.push_str(&redirection(random, depth));
        text.push(' ');
    }
    if random.below(10) == 0 {
        text.push_str(random.one(&[
            "command ",
            "command -p ",
            "\\time ",
            "env ",
            "nice ",
            "exec ",
        ]));
    }
    text.push_str(random.one(PROGRAMS));
    for _ in 0..random.below(4) {
        text.push_str(random.one(SPACES));
        text.push_str(&word(random, depth));
        if random.below(10) == 0 {
            text.push_str(random.one(&["", " "]));
            text.push_str(&redirection(random, depth));
        }
    }
    text
}

fn redirection(random: &mut Random, depth: usize) -> String {
    let operator = random.one(&[
        ">", ">>", "2>", " > ", ">|", "&>", "&>>", "<", "<>", "2>&1", ">&2", "<<<", "{fd}>", "3<",
        ">&", ">&-", "<&-", ">& -", "2>&1-",
    ]);
    if operator.ends_with(['1', '2'])
        || (operator.ends_with('-') && random.below(4) > 0)
        || (operator.ends_with('-') && random.below(4) > 0)
    {
        return operator.to_owned();
    }
    let target = match random.below(4) {
        0 if depth > 0 => word(random, depth - 1),
        _ => random.one(TARGETS).to_owned(),
    };
    format!("{operator}{target}")
}

fn word(random: &mut Random, depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..=random.below(5) / 3 {
        text.push_str(&part(random, depth));
    }
    text
}

fn part(random: &mut Random, depth: usize) -> String {
    match random.below(if depth > 0 { 14 } else { 8 }) {
        0..=1 => random.one(FEW).to_owned(),
        2..=3 => random.one(PLAIN).to_owned(),
        4..=5 => random.one(QUOTED).to_owned(),
        6..=7 => random.one(VARIABLES).to_owned(),
        8 => format!("$({})", list(random, depth - 1)),
        9 => format!("\"$({})\"", list(random, depth - 1)),
        10 => format!("`{}`", simple(random, 0).replace('\\', "\\\\").replace('`', "\\`")),
        11 => format!("<({})", list(random, depth - 1)),
        12 => format!("${{C:-{}}}", word(random, depth - 1)),
        _ => {
            let inner = random.one(&["1+2", "x", "(1)*2", "1 + $A", "x[1]", "1,2"]).to_owned();
            match random.below(4) {
                0 => format!("$(({inner}))"),
                1 => format!("$(( $({}) + 1 ))", simple(random, 0)),
                2 => format!("$(({}) )", simple(random, 0)),
                _ => format!("\"$(({inner}))\""),
            }
        }
    }
}
