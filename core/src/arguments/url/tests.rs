//! What the reader of addresses makes of texts.

use super::{HostSet, Hosts, read};
use crate::arguments::collected::{Collected, cases};
use crate::arguments::effect::Finding;
use crate::arguments::method;
use crate::arguments::path::Place;
use crate::arguments::steps::grows_with_the_text;

fn collect(text: &str, hosts: Hosts<'_>) -> (Collected, bool) {
    let mut found = Collected::default();
    let private = read(text, Place::Argument, hosts, &[], &mut found);
    (found, private)
}

fn found(text: &str) -> Vec<&'static str> {
    collect(text, Hosts::default()).0.blockers()
}

fn texts(value: &serde_json::Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

#[test]
fn every_case_of_an_address_is_read_as_it_says() {
    for case in cases(&["url"]) {
        let (arguments, expected) = (&case["arguments"], &case["expect"]);
        let policy = &case["policy"]["arguments"];
        let allow = HostSet::new(&texts(&policy["hosts"]["allow"]));
        let hosts =
            Hosts { allow: &allow, deny: HostSet::NONE, only: policy["hosts"]["only"] == true };
        let urls: Vec<&str> = arguments["url"].as_str().into_iter().collect();
        let mut found = Collected::default();
        let mut private = false;
        for url in &urls {
            private |= read(url, Place::Argument, hosts, &[], &mut found);
        }
        if let Some(method) = arguments["method"].as_str() {
            let request =
                method::Request { method, urls: &urls, has_body: arguments["body"].is_object() };
            method::read(&request, &texts(&policy["http_read"]), &mut found);
        }
        assert_eq!(expected["verdict"], found.verdict(), "{}", case["id"]);
        assert_eq!(expected["class"].as_str(), found.class(), "{}", case["id"]);
        let mut codes = found.blockers();
        if private && case["declared_category"] == "public_read" {
            codes.push("public_read_reclassified_by_arguments");
        }
        let expected: Vec<String> = texts(&expected["codes"])
            .into_iter()
            // These two are the gate's.
            .filter(|code| {
                code != "declared_read_reclassified_by_arguments"
                    && code != "argument_effect_unknown"
            })
            .collect();
        assert_eq!(codes, expected, "{}", case["id"]);
    }
}

#[test]
fn the_metadata_address_in_every_spelling() {
    for url in [
        "http://169.254.169.254/",
        "http://169.254.169.254:80/latest",
        "http://2852039166/",
        "http://0xA9FEA9FE/",
        "http://0xa9.0xfe.0xa9.0xfe/",
        "http://0251.0376.0251.0376/",
        "http://00000251.0376.169.254/",
        "http://169.254.43518/",
        "http://169.16689662/",
        "http://169.254.169.254./",
        "http://425.510.425.510/",
        "http://7147006462/",
        "http://[::ffff:169.254.169.254]/",
        "http://[::ffff:a9fe:a9fe]/",
        "http://[0:0:0:0:0:FFFF:A9FE:A9FE]:80/",
        "http://[::169.254.169.254]/",
        "http://[64:ff9b::a9fe:a9fe]/",
        "http://[2002:a9fe:a9fe::1]/",
        "http://[fe80::1%25eth0]/",
        "http://[fd00:ec2::254]/",
        "http://[FD00:0EC2:0:0:0:0:0:0254]/",
        "http://metadata.google.internal/computeMetadata/v1/",
        "http://METADATA.google.internal./",
        "http://100.100.100.200/",
        "http://%31%36%39.254.169.254/",
        "http://\u{FF11}\u{FF16}\u{FF19}.254.169.254/",
        "http://169\u{3002}254\u{3002}169\u{3002}254/",
        "http://\u{2460}69.254.169.254/",
        "http://169.254.169.254\u{AD}/",
        "http:169.254.169.254/",
        "http:/169.254.169.254/",
        "http:\\\\169.254.169.254/",
        "http:////169.254.169.254/",
        "//169.254.169.254/x",
        "/\\169.254.169.254/x",
        "169.254.169.254/latest/meta-data",
        "169.254.169.254:80",
        "metadata.google.internal:80/x",
        "ht\ntp://169.254.169.254/",
        " http://169.254.169.254/ ",
        "http://user:pw@169.254.169.254/",
        "http://169.254.169.254@good.example/",
        "http://good.example\\@169.254.169.254/",
        "ws://169.254.169.254/",
        "ftp://169.254.169.254/",
        "http://169.254.1.1/",
        "git://169.254.169.254/x",
        "git+http://metadata.google.internal/x",
    ] {
        let codes = found(url);
        assert!(codes.contains(&"argument_metadata_address"), "{url}: {codes:?}");
    }
    for url in [
        "http://169.253.169.254/",
        "http://169.254.example/",
        "https://metadata.example/",
        "http://8.8.8.8/",
        "https://api.example/169.254.169.254",
        "docs/metadata",
        "/v1/items",
        "https://api.example/?next=http%3A%2F%2F169.254.169.254%2F",
        "git@git.example:acme/site.git",
        "mailto:jo@x.example",
        "s3://bucket/key",
        "s3://metadata/key",
    ] {
        assert_eq!(found(url), Vec::<&str>::new(), "{url}");
    }
}

#[test]
fn places_inside_are_warnings() {
    let warning = |url: &str| {
        let (found, _) = collect(url, Hosts::default());
        assert!(found.blockers().is_empty(), "{url}: {:?}", found.blockers());
        found.summary.findings.iter().next()
    };
    for url in [
        "http://localhost:3000/",
        "http://127.0.0.1/",
        "http://0.0.0.0:8000",
        "http://[::1]/",
        "http://app.localhost/",
        "localhost:8080/health",
    ] {
        assert_eq!(warning(url), Some(Finding::LoopbackAddress), "{url}");
    }
    for url in ["http://10.0.0.5/", "http://172.16.0.1/", "http://[fc00::1]/", "http://100.64.0.1/"]
    {
        assert_eq!(warning(url), Some(Finding::PrivateAddress), "{url}");
    }
    assert_eq!(warning("https://m\u{FC}nchen.example/"), Some(Finding::UrlPunycode));
    assert_eq!(warning("https://172.32.0.1/"), None);
}

#[test]
fn what_clients_read_in_two_ways() {
    for url in [
        "https://a@b.example/",
        "https://a.example\\b",
        "http:/a.example",
        "http:a.example",
        "http:///a.example/",
        "https://a.example:80x/",
        "https://a.example:80:90/",
        "https://",
        "https:///",
        "https://a b.example/",
        "https://a.example/x y",
        "https://a..example/",
        "http://0177.0.0.1/",
        "http://127.1/",
        "http://1/",
        "http://256.1.1.1/",
        "http://1.2.3.4.5/",
        "http://[::1/",
        "http://[::1]x/",
        "http://[1.2.3.4]/",
        "http://::1/",
        "http://a%2eexample/",
        "https://a.example/\u{7}",
        "https://xn--google-.example/",
        "http://127.0.0.1./",
        "http://0x7f.1/",
        "https://a<b.example/",
    ] {
        let codes = found(url);
        assert!(codes.contains(&"argument_url_ambiguous"), "{url}: {codes:?}");
    }
    for url in [
        "https://a.example/x?y=1#z",
        "https://a.example:443",
        "https://a.example?x=a\\b",
        "https://a.example./",
        "https://a_b.example/",
        "http://1.2.3.4/",
        "https://a.example/@b",
        "https://a.example/?u=jo@x.example",
    ] {
        assert_eq!(found(url), Vec::<&str>::new(), "{url}");
    }
}

#[test]
fn schemes() {
    for url in [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "java\nscript:alert(1)",
        " data:text/html,hi",
        "gopher://x.example/",
        "dict://x.example:11211/",
        "ldap://x.example/",
        "jar:http://x.example!/",
        "file:/etc/fstab",
        "FILE:///etc/fstab",
        "php://filter/x",
        "view-source:http://x.example/",
    ] {
        assert_eq!(found(url), ["argument_url_scheme"], "{url}");
    }
    assert!(collect("file:///etc/fstab", Hosts::default()).1, "a file of the host is not public");
    assert!(found("file:///etc/shadow").contains(&"argument_secret_file"));
}

#[test]
fn hosts_are_compared_by_whole_labels() {
    const NOT: &str = "argument_host_not_allowed";
    fn hosts<'a>(allow: &'a HostSet, deny: &'a HostSet, only: bool) -> Hosts<'a> {
        Hosts { allow, deny, only }
    }
    let list =
        HostSet::new(&owned(&["api.example", "*.cdn.example", "m\u{FC}nchen.example", "10.0.0.5"]));
    for (url, fits) in [
        ("https://api.example/", true),
        ("https://API.EXAMPLE./", true),
        ("https://api.example:8443/", true),
        ("https://x.api.example/", false),
        ("https://notapi.example/", false),
        ("https://api.example.evil.example/", false),
        ("https://a.b.cdn.example/", true),
        ("https://cdn.example/", false),
        ("https://xcdn.example/", false),
        ("https://xn--mnchen-3ya.example/", true),
        ("http://10.0.0.5/", true),
        ("http://10.0.0.6/", false),
        ("http://167772165/", true),
        ("//other.example/x", false),
        ("other.example/x", false),
        ("docs/page", false),
        ("/v1/items", true),
        ("git@git.example:a/b", false),
        ("ssh://git.example/a", false),
        ("https://api.example@evil.example/", false),
        ("https://evil.example\\@api.example/", false),
        ("https://api.example\\@evil.example/", false),
        ("https://api.example\\@api.example/", true),
        ("https://user@api.example/", true),
    ] {
        let (found, _) = collect(url, hosts(&list, HostSet::NONE, true));
        assert_eq!(!found.blockers().contains(&NOT), fits, "{url}");
    }
    let all = HostSet::new(&owned(&["*"]));
    let evil = HostSet::new(&owned(&["*.evil.example", "evil.example"]));
    let denied = hosts(&all, &evil, false);
    for url in ["https://a.evil.example/", "https://evil.example/", "https://EVIL.example./"] {
        assert!(collect(url, denied).0.blockers().contains(&NOT), "{url}");
    }
    assert!(!collect("https://good.example/", denied).0.blockers().contains(&NOT));
    // Denied is denied, also where it is allowed.
    let metadata = HostSet::new(&owned(&["169.254.169.254"]));
    let both = hosts(&metadata, &metadata, false);
    let (found, _) = collect("http://169.254.169.254/", both);
    assert_eq!(found.blockers(), [NOT, "argument_metadata_address"]);
}

#[test]
fn letters_of_hosts() {
    let lookalike = |url: &str| {
        let (found, _) = collect(url, Hosts::default());
        assert!(found.found(Finding::UrlPunycode), "{url}");
        found.found(Finding::Lookalike)
    };
    for url in [
        "https://c\u{43E}ntoso.example/",
        "https://xn--cntoso-wqf.example/",
        "https://\u{441}\u{43E}\u{440}\u{435}.example/",
        "https://XN--E1ARGC.example/",
        "https://www.p\u{430}ypal.example/",
    ] {
        assert!(lookalike(url), "{url}");
    }
    for url in
        ["https://\u{43F}\u{43E}\u{447}\u{442}\u{430}.example/", "https://m\u{FC}nchen.example/"]
    {
        assert!(!lookalike(url), "{url}");
    }
}

#[test]
fn data_that_leaves() {
    const LEAVES: &str = "argument_data_in_url";
    for url in [
        "https://x.example/?d=c2VjcmV0IHRleHQgaGVyZQ==",
        "https://x.example/?d=c2VjcmV0IHRleHQgaGVyZQ",
        "https://x.example/?c2VjcmV0IHRleHQgaGVyZQ",
        "https://x.example/?a=1&b=73656372657420746578742068657265",
        "https://x.example/?b=%37%33656372657420746578742068657265",
        "https://x.example/?api_key=abc",
        "https://x.example/?%61pi%5Fkey=abc",
        "https://x.example/?password=hunter2",
        "https://x.example/?access_token=abc",
        "https://aaaaaaaaaabbbbbbbbbbccccccccccddddddddddee.x.example/",
        "x.example/?d=c2VjcmV0IHRleHQgaGVyZQ==",
        "/search?d=c2VjcmV0IHRleHQgaGVyZQ==",
    ] {
        assert!(found(url).contains(&LEAVES), "{url}");
    }
    let long = format!("https://x.example/?q={}", "a+".repeat(520));
    assert!(found(&long).contains(&LEAVES));
    let cursor = format!("https://x.example/?page_token={}", "c2Vj".repeat(33));
    assert!(found(&cursor).contains(&LEAVES), "a cursor is no longer than a cursor");
    for url in [
        "https://x.example/?cursor=eyJpZCI6MTIzNDU2Nzg5MH0",
        "https://x.example/?page_token=c2VjcmV0IHRleHQgaGVyZQ",
        "https://x.example/?nextPageToken=c2VjcmV0IHRleHQgaGVyZQ",
        "https://x.example/?id=550e8400-e29b-41d4-a716-446655440000",
        "https://x.example/?sha=9fceb02d0ae598e95dc970b74767f19372d61af8",
        "https://x.example/?utm_campaign=autumn_sale_2026",
        "https://x.example/?token=",
        "https://x.example/?max_tokens=100",
        "https://x.example/#c2VjcmV0IHRleHQgaGVyZQ==",
        "https://x.example/?q=internationalization",
    ] {
        assert_eq!(found(url), Vec::<&str>::new(), "{url}");
    }
}

#[test]
fn methods() {
    const URL: &str = "https://x.example/a";
    let read = |method: &str, url: &'static str, has_body: bool, rules: &[&str]| {
        let mut found = Collected::default();
        method::read(
            &method::Request { method, urls: &[url], has_body },
            &owned(rules),
            &mut found,
        );
        (found.verdict(), found.class())
    };
    assert_eq!(
        read("POST", "https://x.example/v1/Charges?x=1", true, &[]),
        ("writes", Some("MONEY"))
    );
    assert_eq!(
        read("POST", "https://x.example/v1/charges:capture", true, &[]),
        ("writes", Some("MONEY"))
    );
    assert_eq!(read("POST", "https://pay.example/recharges", true, &[]), ("writes", Some("SEND")));
    assert_eq!(read("OPTIONS", URL, false, &[]), ("reads", None));
    assert_eq!(read("PROPPATCH", URL, false, &[]), ("writes", Some("SEND")));
    assert_eq!(read("to", URL, false, &[]), ("reads", None));
    let rules = ["POST https://x.example/search*", "GET https://x.example/*"];
    let post = |url| read("post", url, true, &rules);
    assert_eq!(post("https://x.example/search?q=a").0, "reads");
    assert_eq!(read("GET", "https://x.example/graph", true, &rules).0, "reads");
    for url in [
        "https://x.example/other",
        "https://x.example/search/../delete",
        "https://x.example/search/%2e%2e/delete",
        "https://x.example/search\\..\\delete",
        "https://x.example@evil.example/search",
        "http://x.example/search",
    ] {
        assert_eq!(post(url).0, "writes", "{url}");
    }
}

#[test]
fn the_work_grows_with_the_text() {
    let parts = [
        "a.", "xn--a.", "@", "%31", "https://", "?a=", "c2Vj", "&", "\\", ":", "[", "0x1.",
        "\u{FF11}", "\u{430}.", "70", "/", "\n",
    ];
    grows_with_the_text(&parts, 60, |text| {
        found(text);
        found(&format!("https://{text}"));
        found(&format!("https://x.example/?a={text}"));
    });
}
