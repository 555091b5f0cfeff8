//! WebAssembly reads doubles by a crate without large tables. It reads what the standard library reads, to the bit.

use lexical_parse_float::FromLexical as _;
use proptest::prelude::*;

fn is_read_alike(text: &str) {
    let small = f64::from_lexical(text.as_bytes()).map(f64::to_bits).ok();
    assert_eq!(small, text.parse().map(f64::to_bits).ok(), "{text}");
}

#[test]
fn where_rounding_is_close() {
    for text in [
        "0",
        "-0",
        "0.1",
        "1e400",
        "-1e400",
        "1e-400",
        "5e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "9007199254740993",
        "9007199254740992.9999999999999999",
        "9007199254740993.0000000000000000000000000000000000000000000001",
        "333333333.33333329",
        "4.35e-3",
        "1E+30",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000001e74",
    ] {
        is_read_alike(text);
    }
    let long = "1234567890".repeat(100);
    is_read_alike(&long);
    is_read_alike(&format!("0.{long}"));
    is_read_alike(&format!("{long}e-990"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn every_double(bits in any::<u64>()) {
        let number = f64::from_bits(bits);
        prop_assume!(number.is_finite());
        is_read_alike(&format!("{number:e}"));
        is_read_alike(&format!("{number}"));
    }

    /// Exactly between two doubles, and a little beside it.
    #[test]
    fn half_way(bits in 0..f64::MAX.to_bits(), last in "[0-9]{0,3}") {
        let (low, high) = (f64::from_bits(bits), f64::from_bits(bits + 1));
        is_read_alike(&format!("{low:.30}{last}"));
        is_read_alike(&format!("{:.1080}{last}", low / 2.0 + high / 2.0));
    }

    #[test]
    fn any_number(text in "-?(0|[1-9][0-9]{0,40})([.][0-9]{1,40})?([eE][+-]?[0-9]{1,3})?") {
        is_read_alike(&text);
    }
}
