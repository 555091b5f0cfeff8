"""Every conformance case through the component, loaded by the `wasmtime` package of Python.

Needs nothing else. `cargo xtask conformance --only component-python` builds the component, makes the
virtual environment and runs this. With `AANA_CONFORMANCE_OUT` set to a folder, the hashes are written
there to `component-python.tsv`.
"""

import base64
import datetime
import hashlib
import json
import os
import pathlib
import re
import sys

from wasmtime import Engine, Store
from wasmtime.component import Component, Linker

ROOT = pathlib.Path(__file__).resolve().parents[3]
CASES = ROOT / "tests" / "conformance" / "cases"


class Gates:
    """The component in one instance, and a gate for each policy."""

    def __init__(self) -> None:
        engine = Engine()
        self.store = Store(engine)
        component = Component.from_file(engine, str(ROOT / "dist" / "aana.component.wasm"))
        # Nothing is linked in, so a component that imported anything would not start.
        self.instance = Linker(engine).instantiate(self.store, component)
        self.precheck = self.instance.get_export_index(self.store, "aana:gate/precheck@1.0.0")
        self.gates: dict[str | None, object] = {}

    def call(self, name: str, *arguments: object) -> object:
        index = self.instance.get_export_index(self.store, name, self.precheck)
        function = self.instance.get_func(self.store, index)
        result = function(self.store, *arguments)
        function.post_return(self.store)
        return result

    def check(self, policy: str | None, event: bytes, now_ms: int, attested: list[int]) -> str:
        if policy not in self.gates:
            self.gates[policy] = self.call("[constructor]gate", policy)
        if attested:
            return self.call("[method]gate.check-attested", self.gates[policy], event, now_ms, attested).json
        return self.call("[method]gate.check-json", self.gates[policy], event, now_ms)


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def event_of(case: dict) -> bytes:
    if "event" in case:
        return compact(case["event"]).encode()
    if "event_text" in case:
        return case["event_text"].encode()
    return base64.b64decode(case["event_base64"], validate=True)


def unix_ms(text: str) -> int:
    moment = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    return (moment - epoch) // datetime.timedelta(milliseconds=1)


def run_cases(gates: Gates) -> list[tuple[str, str]]:
    hashes: dict[str, str] = {}
    for file in sorted(CASES.glob("*.json")):
        cases = json.loads(file.read_text("utf-8"))["cases"]
        if not cases:
            sys.exit(f"{file.name} holds no case")
        for case in cases:
            if case["id"] in hashes:
                sys.exit(f"the id {case['id']} stands twice")
            policy = compact(case["policy"]) if "policy" in case else None
            decision = gates.check(policy, event_of(case), unix_ms(case["now"]), case.get("attested", []))
            if json.loads(decision)["route"] != case["expect"]["route"]:
                sys.exit(f"{case['id']}: another route than expected")
            hashes[case["id"]] = hashlib.sha256(decision.encode()).hexdigest()
    if not hashes:
        sys.exit("there are no cases")
    return list(hashes.items())


def run_other_doors(gates: Gates) -> None:
    """Records and lists cross the border as well."""
    event = (ROOT / "examples" / "send_email.json").read_text("utf-8")
    decision = gates.call("[method]gate.check", gates.gates[None], event, 0)
    assert decision.route == "ask", decision.route
    assert "write-missing-validation-or-confirmation" in getattr(decision, "hard-blockers")
    assert gates.call("should-execute", decision.json, event) is False
    faults = gates.call("validate", "{}")
    assert len(faults) == 7 and faults[0].code == "missing-field", faults


def run_readme() -> None:
    """The example in the README, as it stands there."""
    text = (ROOT / "bindings-wasm" / "README.md").read_text("utf-8")
    examples = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    if not examples:
        sys.exit("the README has no example in Python")
    os.chdir(ROOT)
    for example in examples:
        exec(compile(example, "bindings-wasm/README.md", "exec"), {})


def main() -> None:
    gates = Gates()
    hashes = run_cases(gates)
    run_other_doors(gates)
    run_readme()
    out = os.environ.get("AANA_CONFORMANCE_OUT")
    if out:
        lines = "".join(f"{id_}\t{digest}\n" for id_, digest in hashes)
        pathlib.Path(out, "component-python.tsv").write_text(lines, "utf-8")
    print(f"{len(hashes)} cases through the component in Python")


main()
