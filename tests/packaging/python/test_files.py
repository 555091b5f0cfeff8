"""What a wheel's compiled half asks of the system, told by the file itself.

`AANA_WHEEL` names the wheel; where `AANA_WHEELS` names a folder, all wheels in it are looked at.
"""

from __future__ import annotations

import io
import os
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from abi3info import DATAS, FUNCTIONS
from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerNeedSection
from elftools.elf.sections import SymbolTableSection

OLDEST = (3, 10)
MACHINES = {"x86_64": "EM_X86_64", "aarch64": "EM_AARCH64"}
STABLE = {
    symbol.name: (known.added.major, known.added.minor)
    for table in (FUNCTIONS, DATAS)
    for symbol, known in table.items()
}


def wheels() -> list[Path]:
    if folder := os.environ.get("AANA_WHEELS"):
        return sorted(Path(folder).glob("*.whl"))
    return [Path(os.environ["AANA_WHEEL"])]


@pytest.fixture(params=wheels(), ids=lambda wheel: wheel.stem.partition("abi3-")[2])
def wheel(request: pytest.FixtureRequest) -> Path:
    path = request.param
    assert isinstance(path, Path)
    return path


def library(wheel: Path) -> Any:
    with zipfile.ZipFile(wheel) as files:
        return ELFFile(io.BytesIO(files.read("aana/_native.abi3.so")))


def needed(elf: Any) -> set[str]:
    """The libraries that it asks for."""
    (dynamic,) = [part for part in elf.iter_sections() if isinstance(part, DynamicSection)]
    tags: list[Any] = list(dynamic.iter_tags("DT_NEEDED"))
    return {tag.needed for tag in tags}


def symbols(elf: Any, *, here: bool) -> set[str]:
    """The names of what it brings, or of what it looks for elsewhere."""
    (table,) = [
        part
        for part in elf.iter_sections()
        if isinstance(part, SymbolTableSection) and part["sh_type"] == "SHT_DYNSYM"
    ]
    found = table.iter_symbols()
    return {one.name for one in found if (one["st_shndx"] != "SHN_UNDEF") is here and one.name}


def glibc(elf: Any) -> set[tuple[int, ...]]:
    """The versions of glibc's symbols that it looks for."""
    names = [
        auxiliary.name
        for part in elf.iter_sections()
        if isinstance(part, GNUVerNeedSection)
        for _, auxiliaries in part.iter_versions()
        for auxiliary in auxiliaries
    ]
    assert [name for name in names if not name.startswith(("GLIBC_", "GCC_"))] == []
    numbers = [name.removeprefix("GLIBC_") for name in names if name.startswith("GLIBC_")]
    return {tuple(map(int, number.split("."))) for number in numbers}


def test_it_is_for_the_machine_in_its_name(wheel: Path) -> None:
    machine = next(name for name in MACHINES if wheel.stem.endswith(name))
    assert library(wheel)["e_machine"] == MACHINES[machine]


def test_an_old_system_is_enough(wheel: Path) -> None:
    elf = library(wheel)
    if "musllinux" in wheel.name:
        assert (needed(elf), glibc(elf)) == ({"libc.so"}, set())
    else:
        (oldest,) = re.findall(r"manylinux_(\d+)_(\d+)_", wheel.name)
        assert (2, 0) < max(glibc(elf)) <= tuple(map(int, oldest)) == (2, 17)
        loader = {"ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
        others = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "libgcc_s.so.1"}
        assert "libc.so.6" in needed(elf) <= loader | others


def test_every_later_python_has_what_it_asks_for(wheel: Path) -> None:
    """Nothing but the stable ABI, as it was in the oldest Python that the wheel is for."""
    elf = library(wheel)
    asked = {name for name in symbols(elf, here=False) if name.startswith(("Py", "_Py"))}
    assert len(asked) > 50
    assert {name for name in asked if STABLE.get(name, (9, 9)) > OLDEST} == set()
    assert "PyInit__native" in symbols(elf, here=True)
