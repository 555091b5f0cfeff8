"""Values of Python's: what each is in JSON, and what has no place there."""

from __future__ import annotations

import collections
import dataclasses
import enum
import functools
import json
import types
import uuid
import warnings
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any, Generic, TypeVar

import aana
import numpy
import pydantic
import pytest
from events import NOW, minimal, search


@dataclasses.dataclass
class Address:
    street: str
    lines: list[int]
    kind: dataclasses.InitVar[int] = 0


@dataclasses.dataclass(frozen=True)
class Slotted:
    __slots__ = ("a",)
    a: int


class Model(pydantic.BaseModel):
    to: str
    at: datetime
    amount: Decimal


class Root(pydantic.RootModel[list[int]]):
    pass


class Person(pydantic.BaseModel):
    name: str


class External(Person):
    address: str = ""


class Message(pydantic.BaseModel):
    """One whose own JSON says something else than it holds."""

    model_config = pydantic.ConfigDict(extra="allow")

    to: Person = Person(name="bob")
    bcc: str = pydantic.Field(default="", exclude=True)
    subject: str = pydantic.Field(default="", alias="title", deprecated=True)

    @pydantic.field_serializer("to")
    def _shortened(self, _: Person) -> str:
        return "somebody"

    @pydantic.computed_field  # type: ignore[prop-decorator]
    @property
    def length(self) -> int:
        return 7

    def model_dump(self, **_: Any) -> Any:
        return {"to": "somebody"}


T = TypeVar("T")


class Box(pydantic.BaseModel, Generic[T]):
    inside: T


@dataclasses.dataclass
class PlainBox(Generic[T]):
    inside: T


@pydantic.dataclasses.dataclass
class Checked:
    a: int


class Colour(str, enum.Enum):
    RED = "red"


class Number(int):
    """Says something else than it is."""

    def __str__(self) -> str:
        return "7"

    __repr__ = __str__


class Level(enum.IntEnum):
    HIGH = 3


class Real(float):
    pass


class Ordered(dict[str, Any]):
    """A dict with an order and methods of its own, that shows what it holds."""

    def __iter__(self) -> Any:
        return iter(sorted(super().__iter__(), reverse=True))


class Shown(dict[str, Any]):
    """A dict that shows something else than it holds to whoever unpacks it."""

    def __iter__(self) -> Any:
        return iter(["shown"])

    def keys(self) -> Any:
        return ["shown"]

    def __getitem__(self, key: str) -> Any:
        return "by item"


class Less(dict[str, Any]):
    """A dict that shows only a part of what it holds."""

    def __iter__(self) -> Any:
        return iter(["stored"])

    keys = __iter__


Pair = collections.namedtuple("Pair", "left right")  # noqa: PYI024

UTC = timezone.utc
PLUS_TWO = timezone(timedelta(hours=2))

TAKEN = {
    "none": (None, None),
    "bool": (True, True),
    "bool_false": (False, False),
    "int": (7, 7),
    "int_negative": (-1, -1),
    "int_of_64_bits": (2**63, 2**63),
    "int_beyond_64_bits": (2**64, 2**64),
    "int_negative_beyond": (-(2**63) - 1, -(2**63) - 1),
    "int_of_forty_digits": (10**40, 10**40),
    "int_at_the_border": (2**63 - 1, 2**63 - 1),
    "int_subclass": (Number(12), 12),
    "int_subclass_beyond": (Number(10**30), 10**30),
    "int_enum": (Level.HIGH, 3),
    "float": (0.1, 0.1),
    "float_subclass": (Real(2.5), 2.5),
    "float_of_numpy": (numpy.float64(2.5), 2.5),
    "float_whole": (1.0, 1),
    "float_negative_zero": (-0.0, 0),
    "float_large": (1e300, 1e300),
    "str": ('h\u00e9 \U0001f600 \x00\n"\\', 'h\u00e9 \U0001f600 \x00\n"\\'),
    "str_enum": (Colour.RED, "red"),
    "list": ([1, [2]], [1, [2]]),
    "tuple": ((1, (2,)), [1, [2]]),
    "named_tuple": (Pair(1, 2), [1, 2]),
    "ordered_dict": (collections.OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
    "default_dict": (collections.defaultdict(int, a=1), {"a": 1}),
    "dict_subclass": (Ordered(stored=1), {"stored": 1}),
    "dataclass": (Address("Main", [1]), {"street": "Main", "lines": [1]}),
    "dataclass_slots": (Slotted(1), {"a": 1}),
    "dataclass_pydantic": (Checked(a=1), {"a": 1}),
    "pydantic": (
        Model(to="x", at=datetime(2026, 5, 10, tzinfo=UTC), amount=Decimal("1.50")),
        {"to": "x", "at": "2026-05-10T00:00:00+00:00", "amount": 1.5},
    ),
    "pydantic_root": (Root([1, 2]), [1, 2]),
    "pydantic_root_of_a_root": (pydantic.RootModel[Root](Root([1])), [1]),
    "pydantic_root_of_a_date": (pydantic.RootModel[date](date(2026, 5, 10)), "2026-05-10"),
    "pydantic_excluded": (
        Message(bcc="eve@example.com"),
        {"to": {"name": "bob"}, "bcc": "eve@example.com", "subject": ""},
    ),
    "pydantic_subclass_in_a_field": (
        Message(to=External(name="bob", address="a@example.com")),
        {"to": {"name": "bob", "address": "a@example.com"}, "bcc": "", "subject": ""},
    ),
    "pydantic_alias": (Message(title="x"), {"to": {"name": "bob"}, "bcc": "", "subject": "x"}),
    "pydantic_extra": (
        Message.model_validate({"cc": ["a"]}),
        {"to": {"name": "bob"}, "bcc": "", "subject": "", "cc": ["a"]},
    ),
    "pydantic_generic": (Box[int](inside=1), {"inside": 1}),
    "dataclass_generic": (PlainBox(1), {"inside": 1}),
    "datetime": (datetime(2026, 5, 10, 1, 2, 3, 450000, UTC), "2026-05-10T01:02:03.450000+00:00"),
    "datetime_offset": (datetime(2026, 5, 10, tzinfo=PLUS_TWO), "2026-05-10T00:00:00+02:00"),
    "date": (date(2026, 5, 10), "2026-05-10"),
    "uuid": (uuid.UUID(int=7), "00000000-0000-0000-0000-000000000007"),
    "decimal": (Decimal("19.99"), 19.99),
    "decimal_exponent": (Decimal("1E+3"), 1000.0),
    "decimal_whole": (Decimal(9007199254740993), 9007199254740993),
}


@pytest.mark.parametrize(("value", "stands_for"), TAKEN.values(), ids=TAKEN)
def test_taken(value: Any, stands_for: Any) -> None:
    """The digest is about all of the arguments, so equal digests are equal arguments."""
    decision = aana.check_tool_call(search(q={"deep": [value]}), now=NOW)
    assert decision["route"] == "accept", decision["validation_errors"]
    by_text = json.loads(aana.check_json(json.dumps(search(q={"deep": [stands_for]})), now=NOW))
    assert decision == by_text


def cycle() -> list[Any]:
    inner: list[Any] = []
    inner.append({"again": inner})
    return inner


class LyingModel:
    """Looks like a model and is not one."""

    __pydantic_serializer__ = None
    model_fields: dict[str, Any] = {}  # noqa: RUF012

    def model_dump(self, mode: str) -> Any:
        return {}


@dataclasses.dataclass(init=False)
class Computed:
    """Its field is read by code of its own."""

    a: int

    def __getattr__(self, name: str) -> Any:
        raise ValueError("secret-in-message")


@dataclasses.dataclass
class Failing:
    a: int

    def __getattribute__(self, name: str) -> Any:
        if name == "a":
            raise RuntimeError("no")
        return super().__getattribute__(name)


@dataclasses.dataclass
class Kept:
    """Keeps what it was given beside its fields."""

    to: str
    bcc: dataclasses.InitVar[str] = ""

    def __post_init__(self, bcc: str) -> None:
        self._bcc = bcc


@dataclasses.dataclass(frozen=True)
class SlotBelow(Slotted):
    __slots__ = ("__hidden",)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_SlotBelow__hidden", 1)


@dataclasses.dataclass(eq=False)
class OfASet(set[int]):
    a: int


@dataclasses.dataclass
class Shadowed:
    a: int


Shadowed(1)
Shadowed.a = property(lambda self: 7, lambda self, value: self.__dict__.update(a=value))  # type: ignore[assignment]


@pydantic.dataclasses.dataclass(config=pydantic.ConfigDict(extra="allow"))
class CheckedAndMore:
    a: int


class Private(pydantic.BaseModel):
    a: int
    _b: int = pydantic.PrivateAttr(default=1)


class PrivateRoot(pydantic.RootModel[int]):
    _b: int = pydantic.PrivateAttr(default=1)


class Cached(pydantic.BaseModel):
    a: int

    @functools.cached_property
    def b(self) -> int:
        return self.a


def cached() -> Cached:
    """Its field has changed since the other one was computed."""
    model = Cached(a=1)
    model.a = model.b + 1
    return model


class Showing(pydantic.BaseModel):
    a: int

    def __getattribute__(self, name: str) -> Any:
        return 7 if name == "a" else super().__getattribute__(name)


def model_of(value: Any, kind: Any = Any) -> Any:
    return pydantic.create_model(
        "M", __config__=pydantic.ConfigDict(arbitrary_types_allowed=True), x=(kind, ...)
    )(x=value)


REFUSED = {
    "nan": (float("nan"), "number_out_of_range"),
    "infinity": (float("inf"), "number_out_of_range"),
    "minus_infinity": (float("-inf"), "number_out_of_range"),
    "int_without_end": (10**5000, "number_out_of_range"),
    "decimal_nan": (Decimal("NaN"), "number_out_of_range"),
    "decimal_infinity": (Decimal("-Infinity"), "number_out_of_range"),
    "decimal_beyond_double": (Decimal("1E+400"), "number_out_of_range"),
    "decimal_of_too_many_digits": (Decimal(1) / 3, "number_out_of_range"),
    "set": ({1}, "wrong_type"),
    "frozenset": (frozenset({1}), "wrong_type"),
    "dict_that_shows_another": (Shown(stored=1), "wrong_type"),
    "dict_that_shows_less": (Less(stored=1, more=2), "wrong_type"),
    "bytes": (b"x", "wrong_type"),
    "bytearray": (bytearray(b"x"), "wrong_type"),
    "memoryview": (memoryview(b"x"), "wrong_type"),
    "complex": (1j, "wrong_type"),
    "object": (object(), "wrong_type"),
    "function": (len, "wrong_type"),
    "class": (Address, "wrong_type"),
    "iterator": (iter([1]), "wrong_type"),
    "mapping_proxy": (types.MappingProxyType({}), "wrong_type"),
    "mapping_of_its_own": (collections.UserDict(a=1), "wrong_type"),
    "int_of_numpy": (numpy.int64(7), "wrong_type"),
    "bool_of_numpy": (numpy.bool_(True), "wrong_type"),
    "array_of_numpy": (numpy.array([1]), "wrong_type"),
    "nan_of_numpy": (numpy.float64("nan"), "number_out_of_range"),
    "enum": (enum.Enum("E", "A").A, "wrong_type"),  # type: ignore[attr-defined]
    "naive_datetime": (datetime(2026, 5, 10), "wrong_type"),
    "offset_with_seconds": (datetime(2026, 5, 10, tzinfo=timezone(timedelta(seconds=30))), "wrong_type"),
    "time": (time(1, 2), "wrong_type"),
    "timedelta": (timedelta(1), "wrong_type"),
    "key_int": ({1: "a", "1": "b"}, "wrong_type"),
    "key_none": ({None: 1}, "wrong_type"),
    "key_tuple": ({(1,): 1}, "wrong_type"),
    "lone_surrogate": ("a\ud800", "lone_surrogate"),
    "lone_surrogate_in_key": ({"\udfff": 1}, "lone_surrogate"),
    "lying_model": (LyingModel(), "wrong_type"),
    "failing_field": (Computed(), "wrong_type"),
    "failing_dataclass": (Failing(1), "wrong_type"),
    "dataclass_kept_aside": (Kept("a@example.com", "eve@example.com"), "wrong_type"),
    "dataclass_slot_aside": (SlotBelow(1), "wrong_type"),
    "dataclass_of_a_set": (OfASet(1), "wrong_type"),
    "dataclass_shadowed": (Shadowed(1), "wrong_type"),
    "dataclass_pydantic_extra": (CheckedAndMore(a=1, b=2), "wrong_type"),  # type: ignore[call-arg]
    "model_private": (Private(a=1), "wrong_type"),
    "model_root_private": (PrivateRoot(1), "wrong_type"),
    "model_cached": (cached(), "wrong_type"),
    "model_showing": (Showing(a=1), "wrong_type"),
    "model_a_name_twice": (Message.model_validate({"title": "x", "subject": "y"}), "wrong_type"),
    "model_with_nan": (model_of(float("nan"), float), "number_out_of_range"),
    "model_with_a_secret": (model_of(pydantic.SecretStr("a")), "wrong_type"),
    "model_with_a_set": (model_of({1}), "wrong_type"),
    "model_with_bytes": (model_of(b"a"), "wrong_type"),
    "model_with_a_path": (model_of(Path("a")), "wrong_type"),
    "model_with_a_url": (model_of("https://example.com", pydantic.HttpUrl), "wrong_type"),
    "model_with_a_duration": (model_of(timedelta(1)), "wrong_type"),
    "model_with_an_enum": (model_of(enum.Enum("E", "A").A), "wrong_type"),  # type: ignore[attr-defined]
    "model_with_an_object": (model_of(object()), "wrong_type"),
    "model_root_of_a_set": (pydantic.RootModel[set[int]]({1}), "wrong_type"),
}


@pytest.mark.parametrize(("value", "code"), REFUSED.values(), ids=REFUSED)
def test_refused(value: Any, code: str) -> None:
    decision = aana.check_tool_call(search(**{"a/b": [0, value]}), now=NOW)
    assert decision["route"] == "refuse"
    assert decision["hard_blockers"] == ["schema_validation_failed"]
    (fault,) = decision["validation_errors"]
    assert fault["code"] == code
    assert fault["path"].startswith("/proposed_arguments/a~1b/1")
    assert "secret-in-message" not in fault["message"]
    assert fault["message"][0] != fault["message"][0].upper() or fault["message"].startswith("`")
    assert aana.validate_event(search(**{"a/b": [0, value]})) == [fault]
    assert aana.should_execute_tool(value) is False
    assert aana.should_execute_tool({"gate_decision": value}) is False


class LyingDate(date):
    def isoformat(self) -> str:
        return "2030-01-01"

    __str__ = isoformat


class LyingDatetime(datetime):
    def isoformat(self, *_: Any, **__: Any) -> str:
        return "2030-01-01T00:00:00+00:00"

    def utcoffset(self) -> timedelta:
        return timedelta()

    __str__ = isoformat


class LyingDecimal(Decimal):
    def __str__(self) -> str:
        return "1"

    def is_finite(self) -> bool:
        return True

    def as_tuple(self) -> Any:
        return Decimal(1).as_tuple()


class LyingUUID(uuid.UUID):
    def __str__(self) -> str:
        return "00000000-0000-0000-0000-000000000000"


HELD = {
    "date": (LyingDate(2026, 1, 2), "2026-01-02"),
    "datetime": (LyingDatetime(2026, 1, 2, tzinfo=timezone.utc), "2026-01-02T00:00:00+00:00"),
    "decimal": (LyingDecimal("7.25"), 7.25),
    "uuid": (LyingUUID(int=7), "00000000-0000-0000-0000-000000000007"),
}


@pytest.mark.parametrize(("value", "held"), HELD.values(), ids=HELD)
def test_read_as_it_is_held_whatever_its_class_shows(value: Any, held: Any) -> None:
    digests = [aana.check_tool_call(search(query=one), now=NOW)["action_digest"] for one in (value, held)]
    assert digests[0] == digests[1]


def says_it_is(kind: type[object]) -> property:
    return property(lambda _: kind)


def test_what_only_says_that_it_is_a_date_is_none() -> None:
    class Says:
        def isoformat(self) -> str:
            return "2026-01-02"

    for kind in (date, datetime, Decimal, uuid.UUID, str, dict):
        says: Any = type("Says", (Says,), {"__class__": says_it_is(kind)})
        event = search(query=says())
        assert aana.check_tool_call(event, now=NOW)["validation_errors"][0]["code"] == "wrong_type"


def test_a_deprecated_field_is_read_without_a_warning() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert aana.check_tool_call(search(q=Message(title="x")), now=NOW)["route"] == "accept"
    assert caught == []


@pytest.mark.parametrize("field", ["tool_name", "risk_domain", "evidence_refs", "authorization_subject"])
def test_refused_in_any_field(field: str) -> None:
    (fault,) = aana.validate_event(minimal(**{field: {"a": {1}}}))
    assert fault["path"] == f"/{field}/a"


def test_surrogate_in_the_tool_name() -> None:
    decision = aana.check_tool_call(minimal(tool_name="\ud800"))
    assert (decision["route"], decision["validation_errors"][0]["path"]) == ("refuse", "/tool_name")


@pytest.mark.parametrize("event", [None, 7, [], (), "accept", 1.5, True, set(), b"{}", '{"a": 1}', object])
def test_any_value_is_decided(event: Any) -> None:
    assert aana.check_tool_call(event)["route"] == "refuse"
    assert len(aana.validate_event(event)) == 1


def test_text_in_the_place_of_an_event_gets_a_hint() -> None:
    for text in ('{"tool_name": "x"}', b"[]"):
        (fault,) = aana.validate_event(text)
        assert fault["code"] == "not_an_object"
        assert "`_json`" in fault["message"]


def nested(levels: int) -> Any:
    value: Any = "end"
    for _ in range(levels):
        value = [value]
    return value


def test_levels() -> None:
    # The event and its arguments are two of the sixty-four.
    assert aana.check_tool_call(search(q=nested(62)))["route"] == "accept"
    for value in (nested(63), nested(100_000), cycle()):
        (fault,) = aana.check_tool_call(search(q=value))["validation_errors"]
        assert fault["code"] == "nesting_too_deep"
        assert fault["path"].startswith("/proposed_arguments/q/0")
    assert aana.check_tool_call(search(q=1))["route"] == "accept"


def test_one_list_many_times_over() -> None:
    value: Any = "x"
    for _ in range(50):
        value = [value, value]
    (fault,) = aana.check_tool_call(search(q=value))["validation_errors"]
    assert (fault["path"], fault["code"]) == ("", "event_too_large")


def test_size() -> None:
    gate = aana.Gate({"max_event_bytes": 1000})
    assert gate.check(search(q="x" * 500)).executes
    (fault,) = gate.check(search(q="x" * 1000)).validation_errors
    assert fault["code"] == "event_too_large"


def test_keys_that_only_python_tells_apart() -> None:
    class Key(str):
        def __eq__(self, other: object) -> bool:
            return self is other

        def __hash__(self) -> int:
            return id(self)

    (fault,) = aana.check_tool_call(search(q={Key("a"): 1, Key("a"): 2}))["validation_errors"]
    assert (fault["path"], fault["code"]) == ("/proposed_arguments/q", "duplicate_key")


def test_reading_a_member_may_change_the_dict() -> None:
    arguments: dict[str, Any] = {}

    @dataclasses.dataclass(init=False)
    class Changing:
        a: int

        def __getattr__(self, name: str) -> Any:
            arguments.clear()
            return 1

    arguments.update(a=Changing(), b=2)
    decision = aana.check_tool_call(search(**arguments) | {"proposed_arguments": arguments})
    assert decision["audit_event"]["proposed_argument_keys"] == ["a", "b"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_what_ends_the_program_ends_it(error: type[BaseException]) -> None:
    @dataclasses.dataclass(init=False)
    class Ending:
        a: int

        def __getattr__(self, name: str) -> Any:
            raise error

    for check in (aana.check_tool_call, aana.validate_event, aana.should_execute_tool):
        with pytest.raises(error):
            check(search(q=Ending()))
