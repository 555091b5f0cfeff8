"""Addresses against Python's parser: the host that it asks is the one that was read, or the address is ambiguous."""

import ipaddress
import json
import random
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

PARTS = json.loads(Path(__file__).with_name("addresses.json").read_text(encoding="utf-8"))


def texts(seed: int, count: int) -> list[str]:
    """Addresses of parts that are read in different ways."""
    pick = random.Random(seed)
    made: list[str] = []
    for _ in range(count):
        names = ("starts", "schemes", "slashes", "users", "hosts", "ports", "tails")
        # The first of each list is the plain one.
        lists = (PARTS[name][:1] if pick.random() < 0.5 else PARTS[name] for name in names)
        text = "".join(pick.choice(choices) for choices in lists)
        at = pick.randrange(len(text) + 1)
        piece = pick.choice(PARTS["pieces"]) if pick.random() < 0.5 else ""
        made.append(text[:at] + piece + text[at:])
    return made


def host_of(text: str) -> str | None:
    """The host that Python's clients ask, in one form."""
    try:
        # Clients take blanks around an address off.
        split = urlsplit(text.strip())
        host, _ = split.hostname, split.port
    except ValueError:
        return None
    # What other schemes have for a host is not looked at.
    if not host or split.scheme not in {"http", "https", "ws", "wss", "ftp"}:
        return None
    host = host.rstrip(".")
    try:
        address = ipaddress.ip_address(host.split("%")[0])
    except ValueError:
        pass
    else:
        mapped = getattr(address, "ipv4_mapped", None)
        return str(mapped or address)
    labels = host.split(".")
    try:
        return ".".join(
            label[4:].encode().decode("punycode") if label.startswith("xn--") else label for label in labels
        )
    except UnicodeError:
        return host


def main() -> int:
    """Compare, print what differs, and say so with the exit code."""
    reader = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 20_000
    all_texts = texts(seed, count)
    requests = "\n".join(json.dumps({"kind": "url", "text": text}) for text in all_texts)
    answers = subprocess.run(
        [reader], input=requests, capture_output=True, text=True, encoding="utf-8", check=True
    ).stdout.splitlines()
    wrong = equal = 0
    for text, answer in zip(all_texts, answers, strict=True):
        found = json.loads(answer)
        expected = host_of(text)
        if expected is None or "argument_url_ambiguous" in found["findings"]:
            continue
        if found["host"] == expected:
            equal += 1
        else:
            wrong += 1
            print(f"{text!r}: read as {found['host']!r}, Python asks {expected!r}")
    print(f"{len(all_texts)} addresses, {equal} read alike, {wrong} otherwise")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
