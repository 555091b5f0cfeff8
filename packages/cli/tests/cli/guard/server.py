"""A server that lists the tools of the transcripts, and writes down each call that it gets."""

import json
import os
import sys
import time

scenarios, log = sys.argv[1], sys.argv[2]
with open(scenarios, encoding="utf-8") as file:
    tools = list(json.load(file)["tools"].values())


def answer(identifier, result):
    print(json.dumps({"jsonrpc": "2.0", "id": identifier, "result": result}), flush=True)


# Universal newlines, as Python's text streams read: a CR ends a line too.
for line in sys.stdin:
    if not line.strip():
        continue
    message = json.loads(line)
    method = message.get("method")
    if method == "initialize":
        version = message["params"]["protocolVersion"]
        answer(message["id"], {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": {"name": "s"}})
    elif method == "tools/list":
        print("a line of a log, which is not a message", flush=True)
        answer(message["id"], {"tools": tools})
    elif method == "tools/call":
        with open(log, "a", encoding="utf-8") as file:
            file.write(line)
        if message["params"]["name"] == "frobnicate" and "end" in message["params"].get("arguments", {}):
            os._exit(3)
        if message["params"]["name"] == "frobnicate" and "hang" in message["params"].get("arguments", {}):
            time.sleep(3600)
        answer(message["id"], {"content": [{"type": "text", "text": "done"}]})
    elif "id" in message:
        answer(message["id"], {})
