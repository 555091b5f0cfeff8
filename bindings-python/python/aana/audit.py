"""The audit log: what was decided, a line each, chained by hashes so that it can be trusted later.

>>> import aana, tempfile
>>> from aana.audit import AuditLog
>>> folder = tempfile.TemporaryDirectory()
>>> log = AuditLog(folder.name + "/audit.jsonl", fsync="always")
>>> gate = aana.Gate()
>>> decision = gate.check({"tool_name": "delete_database"})
>>> mark = log.append(decision)
>>> log.close()
>>> folder.cleanup()

`append` returns when the record is in the log, and with `fsync="always"` on the disk; if it raises
`AuditError`, there is no record, and what leaves no record must not run. The place that it gives,
`SEQ:HASH`, proves later that nothing up to there was changed or left out. `aana audit verify` looks for
that, and for everything else that somebody may have done to the file. Against somebody who may write the
whole log anew, run `aana audit anchor --follow` beside it: it signs the last record, again and again, for a
place where they cannot write.

Given as `on_decision`, it records what a guard decides before the function runs:

>>> folder = tempfile.TemporaryDirectory()
>>> log = AuditLog(folder.name + "/audit.jsonl")
>>> @aana.guard(tool_category="public_read", risk_domain="research", on_decision=log.append)
... def search_docs(query):
...     return ["leave-policy.md"]
>>> search_docs("leave policy")
['leave-policy.md']
>>> log.close()
>>> search_docs("leave policy")
Traceback (most recent call last):
...
ValueError: the audit log is closed
>>> folder.cleanup()
"""

from __future__ import annotations

from aana._errors import AuditError
from aana._native import AuditLog

__all__ = ["AuditError", "AuditLog"]
