"""From a descriptor and a document to calls that ran, or did not: `python examples/pipeline/python/pipeline.py`."""

from __future__ import annotations

from pathlib import Path

from call import delete_with_consent
from document import approve_edit_refuse
from service import Desk

HERE = Path(__file__).resolve().parent
KEY = "AAI_COM_EXAMPLE_DESK_KEY"
SECRETS = {KEY: "only-for-this-example"}


def main() -> None:
    """Run both parts, and print what happens."""
    service = Desk(SECRETS[KEY])
    service.start()
    try:
        # The port is free to choose on each run; a descriptor on disk says one.
        text = (HERE.parent / "aai.json").read_text(encoding="utf-8")
        delete_with_consent(
            service,
            text.replace("http://127.0.0.1:8099", service.origin),
            SECRETS,
            [f"{KEY}={service.origin}"],
        )
    finally:
        service.stop()
    approve_edit_refuse(HERE.parents[1] / "TR-20260312-091500Z-survey-summary.md", HERE.parent / "inputs")


if __name__ == "__main__":
    main()
