"""What is remembered of a task of LangGraph while the graph waits for an answer.

LangGraph runs an interrupted task once more from its beginning. A plain `ToolNode` runs all calls of a message in
one task, so a call that was done runs again because another one was interrupted. And the task's answers are
handed out by a counter, to whichever call asks first. So while this process lives, a task that was interrupted by
a question keeps what its calls gave, and the answers, each for the call that it is for. A task that comes to its
end without a question keeps nothing, and of those with one, only the latest keep what their calls gave: in the
others, a call that was done does not run again, and what it gave is not known any more.
"""

from __future__ import annotations

import asyncio
import hashlib
import weakref
from collections import OrderedDict
from concurrent.futures import Future, wait
from contextvars import ContextVar
from threading import RLock
from typing import TYPE_CHECKING, Any

from langgraph.errors import GraphBubbleUp

from aana._native import given_json

if TYPE_CHECKING:
    from typing_extensions import Self

    from aana.integrations._common import Answer, Call

_MOST = 4096
"""As many tasks are remembered, those that wait for an answer and the others each."""

_MOST_WITH_RESULTS = 256
"""As many tasks keep what their calls gave, after a question interrupted them."""

_RUN = "__pregel_read"
"""Where LangGraph has an object of its own for each run of a task, which goes when the run has ended."""

_PATIENCE = 30.0
"""Seconds that a call waits for its own earlier run in another loop, which may stand still."""

_inside: ContextVar[frozenset[int]] = ContextVar("aana_inside", default=frozenset())


class CallIncomplete(Exception):  # noqa: N818
    """The call was begun and did not come to its end, or has not yet; nobody knows what it has done."""


class Entry:
    """One run of a call, from its check to its end."""

    def __init__(self, task: Task, key: str | None) -> None:
        self._task, self._key = task, key
        self.known: Future[Any] | None = None
        """What the call gave before, if it is not to run again."""
        self.waits_for: Entry | None = None
        """An earlier run of the call, which has not come to its end."""
        self.future: Future[Any] = Future()
        self.begun = False
        """Whether the tool itself runs."""
        self.loop: object = None
        """What awaits the tool, if something does."""
        self._given_at = -1

    def __enter__(self) -> Self:
        self._token = _inside.set(_inside.get() | {id(self.future)})
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        _inside.reset(self._token)
        # It holds the run's whole context.
        del self._token
        if error is None:
            return
        if isinstance(error, GraphBubbleUp) or (not isinstance(error, Exception) and not self.begun):
            # A call that interrupts the graph goes on by running again.
            self._task.forget(self._key, self)
            self.future.set_result(None)
        elif isinstance(error, Exception):
            self.future.set_exception(error)
        else:
            self.future.set_exception(CallIncomplete())

    def is_over(self, interrupts: int) -> bool:
        """Say whether a tool that failed may run again: its failure was told once since the task's last question.

        So a failure is not tried again because of another call, but a node that is retried does try again.
        """
        error = self.future.exception()
        told = self._given_at == interrupts
        self._given_at = interrupts
        return told and self.begun and error is not None and not isinstance(error, CallIncomplete)


class Task:
    """One task of one thread."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.interrupts = 0
        """How often a question has interrupted it."""
        self.runs: set[int] = set()
        """Which of LangGraph's runs of it have not ended."""
        self._answers: dict[str, Answer] = {}
        self._runs: dict[str, Entry] = {}

    def keep(self, answers: list[Answer]) -> None:
        """Keep answers for the calls that they are for. The first one counts."""
        for answer in answers:
            self._answers.setdefault(answer.question_id, answer)

    def answer(self, question_id: str) -> Answer | None:
        """The answer that came for a question."""
        return self._answers.get(question_id)

    def enter(self, key: str | None) -> Entry:
        """Begin with a call, after its own earlier run in this task has ended. Raises `CallIncomplete` if that lasts."""
        while (entry := self._claim(key)).waits_for is not None:
            wait([entry.waits_for.future], None if entry.waits_for.loop is None else _PATIENCE)
            if not entry.waits_for.future.done():
                raise CallIncomplete
        return entry

    async def enter_async(self, key: str | None) -> Entry:
        """Begin with a call without holding up the loop."""
        loop = asyncio.get_running_loop()
        while (entry := self._claim(key, loop)).waits_for is not None:
            future = asyncio.wrap_future(entry.waits_for.future)
            await asyncio.wait([future], timeout=None if entry.waits_for.loop in (None, loop) else _PATIENCE)
            if not entry.waits_for.future.done():
                raise CallIncomplete
        return entry

    def forget(self, key: str | None, entry: Entry) -> None:
        """Forget a run of a call."""
        with self.lock:
            if key is not None and self._runs.get(key) is entry:
                del self._runs[key]

    def let_go(self) -> None:
        """Keep of the calls only that they were begun."""
        with self.lock:
            for key, entry in self._runs.items():
                if entry.future.done():
                    begun = self._runs[key] = Entry(self, key)
                    begun.future.set_exception(CallIncomplete())

    def _claim(self, key: str | None, loop: object = None) -> Entry:
        with self.lock:
            earlier = None if key is None else self._runs.get(key)
            if earlier is not None and id(earlier.future) in _inside.get():
                # The tool calls itself.
                return Entry(self, None)
            entry = Entry(self, key)
            if earlier is not None and not earlier.future.done():
                entry.waits_for = earlier
                return entry
            if earlier is not None and self.interrupts and not earlier.is_over(self.interrupts):
                entry.known = earlier.future
                return entry
            entry.loop = loop
            if key is not None:
                self._runs[key] = entry
            return entry


class Tasks:
    """The tasks of all threads."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._others: OrderedDict[_Name, Task] = OrderedDict()
        self._waiting: OrderedDict[_Name, Task] = OrderedDict()
        self._with_results: OrderedDict[_Name, Task] = OrderedDict()

    def of(self, call: Call) -> Task:
        """The task that a call is in. Outside of a graph, each call has one of its own."""
        name = _name_of(call)
        if name is None:
            return Task()
        with self._lock:
            task = self._waiting.get(name) or self._others.get(name)
            if task is None:
                task = self._others[name] = Task()
                _shorten(self._others)
            run = call.context["configurable"].get(_RUN)
            if run is not None and id(run) not in task.runs:
                task.runs.add(id(run))
                weakref.finalize(run, self._ended, name, task, id(run)).atexit = False
        return task

    def _ended(self, name: _Name, task: Task, run: int) -> None:
        """Forget a task that has ended without a question."""
        with self._lock:
            task.runs.discard(run)
            if not task.runs and self._others.get(name) is task:
                del self._others[name]

    def waits(self, call: Call, task: Task) -> None:
        """Say that a task was interrupted by the question about a call."""
        task.interrupts += 1
        name = _name_of(call)
        if name is not None:
            with self._lock:
                self._others.pop(name, None)
                self._waiting[name] = task
                self._waiting.move_to_end(name)
                _shorten(self._waiting)
                self._with_results[name] = task
                self._with_results.move_to_end(name)
                most = max(len(self._with_results) - _MOST_WITH_RESULTS, 0)
                old = [self._with_results.popitem(last=False)[1] for _ in range(most)]
            for one in old:
                one.let_go()


_Name = tuple[str, str]


def _name_of(call: Call) -> _Name | None:
    configurable = call.context.get("configurable", {})
    thread, place = configurable.get("thread_id"), configurable.get("checkpoint_ns")
    return None if call.call_id is None or thread is None or not place else (str(thread), str(place))


def _shorten(tasks: OrderedDict[_Name, Task]) -> None:
    while len(tasks) > _MOST:
        tasks.popitem(last=False)


def key_of(call: Call) -> str | None:
    """A name for exactly this call, which holds none of its values; `None` if it cannot be said what it is."""
    try:
        text, faults = given_json([call.tool_name, call.call_id, dict(call.arguments)])
    except Exception:  # noqa: BLE001
        return None
    return None if faults else hashlib.sha256(text.encode()).hexdigest()
