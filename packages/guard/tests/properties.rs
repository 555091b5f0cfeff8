//! Whatever happens in whatever order: the server sees a `tools/call` only if the gate accepted exactly this call and the
//! record of that was written, and a yes runs one call.
//!
//! `AANA_GUARD_CASES` sets how many sessions are played.

mod session;

use proptest::prelude::*;
use session::{Act, Session};

fn cases() -> u32 {
    std::env::var("AANA_GUARD_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2000)
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let small = 0_u8..6;
    let act = prop_oneof![
        8 => (small.clone(), 0_u8..5, 0_u8..3, any::<bool>())
            .prop_map(|(id, tool, arguments, stateless)| Act::Call { id, tool, arguments, stateless }),
        6 => (0_u8..4, 0_u8..7).prop_map(|(question, how)| Act::Answer { question, how }),
        4 => (0_u8..4, small.clone(), 0_u8..5, 0_u8..3, 0_u8..5).prop_map(
            |(state, id, tool, arguments, how)| Act::Again { state, id, tool, arguments, how }
        ),
        6 => (0_u8..4).prop_map(|state| Act::Continue { state }),
        8 => (0_u8..4, prop::bool::weighted(0.8))
            .prop_map(|(ticket, written)| Act::Recorded { ticket, written }),
        5 => (0_u8..4, 0_u8..4).prop_map(|(call, how)| Act::ServerAnswers { call, how }),
        3 => small.prop_map(|id| Act::Cancel { id }),
        3 => (0_u8..6).prop_map(|variant| Act::List { variant }),
        2 => Just(Act::ListChanged),
        2 => (0_u8..4).prop_map(|page| Act::Page { page }),
        2 => prop_oneof![Just(1_i32), Just(6), Just(130), Just(3700), Just(-3), Just(-60)]
            .prop_map(|seconds| Act::Time { seconds }),
        1 => (0_u8..4).prop_map(|variant| Act::Unsolicited { variant }),
    ];
    prop::collection::vec(act, 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn no_call_without_a_decision(acts in acts(), end in 0_u8..3) {
        let mut session = Session::new();
        for act in &acts {
            session.act(act);
        }
        session.end(end);
        session.act(&Act::Recorded { ticket: 0, written: true });
    }
}

/// The property says something: sessions do run calls, reads and approved writes.
#[test]
fn an_approved_write_runs() {
    for stateless in [false, true] {
        let mut session = Session::new();
        session.act(&Act::List { variant: 0 });
        session.act(&Act::Call { id: 1, tool: 1, arguments: 0, stateless });
        assert_eq!(session.sent(), 0);
        if stateless {
            session.act(&Act::Again { state: 0, id: 2, tool: 1, arguments: 0, how: 0 });
        } else {
            session.act(&Act::Answer { question: 0, how: 0 });
        }
        assert_eq!(session.sent(), 0);
        session.act(&Act::Recorded { ticket: 0, written: true });
        assert_eq!(session.sent(), 1);
        session.act(&Act::Recorded { ticket: 0, written: true });
        assert_eq!(session.sent(), 1);
    }
}
