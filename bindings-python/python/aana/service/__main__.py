"""`python -m aana.service` is `aana-fastapi`."""

from __future__ import annotations

import sys

from aana.service._cli import main

if __name__ == "__main__":
    sys.exit(main())
