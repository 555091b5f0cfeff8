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
    let id = 0_u8..6;
    // Mostly the same few tools and arguments, mostly the newest question, and mostly a yes.
    let tool = prop_oneof![3 => Just(0_u8), 8 => Just(1_u8), 2 => 2_u8..5];
    let arguments = prop_oneof![4 => Just(0_u8), 1 => 1_u8..3];
    let newest = prop_oneof![5 => Just(0_u8), 3 => 1_u8..4];
    let how = prop_oneof![6 => Just(0_u8), 3 => 1_u8..7];
    let variant = prop_oneof![6 => Just(0_u8), 2 => 1_u8..6];
    let act = prop_oneof![
        10 => (id.clone(), tool.clone(), arguments.clone(), any::<bool>())
            .prop_map(|(id, tool, arguments, stateless)| Act::Call { id, tool, arguments, stateless }),
        10 => (newest.clone(), how.clone())
            .prop_map(|(question, how)| Act::Answer { question, how }),
        8 => (newest.clone(), id.clone(), tool, arguments, how).prop_map(
            |(state, id, tool, arguments, how)| Act::Again { state, id, tool, arguments, how }
        ),
        5 => newest.clone().prop_map(|state| Act::Continue { state }),
        12 => (newest.clone(), prop::bool::weighted(0.8))
            .prop_map(|(ticket, written)| Act::Recorded { ticket, written }),
        5 => (0_u8..4, 0_u8..4).prop_map(|(call, how)| Act::ServerAnswers { call, how }),
        2 => id.prop_map(|id| Act::Cancel { id }),
        1 => variant.clone().prop_map(|variant| Act::List { variant }),
        1 => Just(Act::ListChanged),
        2 => variant.prop_map(|page| Act::Page { page }),
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
    }
}

/// The property says something: sessions do run calls, reads and approved writes.
#[test]
fn an_approved_write_runs() {
    for stateless in [false, true] {
        let mut session = Session::new();
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
