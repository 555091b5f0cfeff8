"""`python -m aana.mcp` is `aana-mcp`."""

from __future__ import annotations

import sys

from aana.mcp._cli import main

if __name__ == "__main__":
    sys.exit(main())
