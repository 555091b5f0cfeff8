"""Examples in docstrings and in the README, run as they are printed."""

from __future__ import annotations

import doctest


def run_examples(text: str, name: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    failures: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    result = runner.run(test, out=failures.append)
    assert result.failed == 0, "".join(failures)
