//! Which class asks for more care.

use crate::contract::VerbClass;

/// The class that asks for more care.
pub(in crate::gate::classify) fn stricter(left: VerbClass, right: VerbClass) -> VerbClass {
    let rank = |class| match class {
        VerbClass::Read => 0,
        VerbClass::Draft => 1,
        VerbClass::Edit => 2,
        VerbClass::Other => 3,
        VerbClass::Send => 4,
        VerbClass::Money => 5,
        VerbClass::Exec => 6,
        VerbClass::Destroy => 7,
    };
    if rank(right) > rank(left) { right } else { left }
}
