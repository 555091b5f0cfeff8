"""`python -m aana`: which version this is, and where to go on."""

from __future__ import annotations

import sys

import aana

TEXT = f"""\
aana {aana.__version__}, the check that runs before an AI agent's tool call does

  python -m aana < event.json    decide one event, and print the decision as JSON
  python -m aana --version       print the version

From Python: aana.check_tool_call(event), aana.Gate(policy).check(event), @aana.guard(...);
help(aana) tells the rest.

The exit status is 0 for accept, 10 for ask, 11 for defer, 12 for refuse and 2 for anything else.
"""

EXIT = {"accept": 0, "ask": 10, "defer": 11, "refuse": 12}


def main(arguments: list[str]) -> int:
    """Run the command and give its exit status."""
    if arguments in (["--version"], ["-V"]):
        print(aana.__version__)
        return 0
    if arguments in (["--help"], ["-h"]) or (not arguments and sys.stdin.isatty()):
        print(TEXT, end="")
        return 0
    if arguments:
        print(TEXT, end="", file=sys.stderr)
        return 2
    (decision,) = aana.check_many_json([sys.stdin.buffer.read()])
    print(decision.decode())
    for route, status in EXIT.items():
        if f'"route":"{route}"'.encode() in decision[:200]:
            return status
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
