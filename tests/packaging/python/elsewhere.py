"""Every wheel of a release, loaded and run where it belongs: another processor, another C library, the
newest CPython.

`cargo xtask python --all-wheels` runs this with `AANA_WHEELS`, the folder of the wheels. The systems are
unpacked from Debian's packages into temporary folders; nothing of them is installed. What is for another
processor runs under `qemu-aarch64-static`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

WHEELS = Path(os.environ["AANA_WHEELS"])
SMOKE = Path(__file__).with_name("smoke.py").read_text("utf-8")

DEBIAN = {"x86_64": "amd64", "aarch64": "arm64"}
LIBRARIES = ("libc6", "libgcc-s1", "zlib1g", "libexpat1", "libffi8", "libzstd1")

CONFIGURATION = """
APT::Architecture "{architecture}";
APT::Architectures {{ "{architecture}"; }};
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
Dir::State "{folder}/state";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}/cache";
Dir::Etc::sourcelist "{folder}/sources";
Dir::Etc::sourceparts "{folder}/no-parts";
"""


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    words = list(map(str, command))
    done = subprocess.run(
        words, env=os.environ | (env or {}), cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


class System:
    """Packages of one of Debian's releases for one processor, unpacked into a folder."""

    def __init__(self, folder: Path, release: str, processor: str) -> None:
        self.root, self.processor = folder / "root", processor
        self.debs = folder / "debs"
        for name in ("root", "debs", "state/lists/partial", "cache/archives/partial", "no-parts"):
            (folder / name).mkdir(parents=True)
        (folder / "status").touch()
        keys = "/usr/share/keyrings/debian-archive-keyring.gpg"
        (folder / "sources").write_text(f"deb [signed-by={keys}] {mirror()} {release} main\n")
        settings = folder / "apt.conf"
        settings.write_text(CONFIGURATION.format(architecture=DEBIAN[processor], folder=folder))
        self.apt = {"APT_CONFIG": str(settings)}
        run("apt-get", "--quiet", "update", env=self.apt)

    def unpack(self, *packages: str) -> None:
        run("apt-get", "--quiet", "download", *packages, env=self.apt, cwd=self.debs)
        for deb in self.debs.glob("*.deb"):
            run("dpkg-deb", "--extract", deb, self.root)
            deb.unlink()

    def unpack_python(self) -> tuple[int, int]:
        """The newest CPython of the release."""
        names = run("apt-cache", "pkgnames", "python3.", env=self.apt).split()
        newest = max(
            int(found[1]) for name in names if (found := re.fullmatch(r"python3\.(\d+)-minimal", name))
        )
        python = f"python3.{newest}"
        there = set(run("apt-cache", "pkgnames", "lib", env=self.apt).split()) | {"zlib1g"}
        parts = (f"{python}-minimal", f"lib{python}-minimal", f"lib{python}-stdlib")
        self.unpack(*parts, *(name for name in LIBRARIES if name in there))
        return 3, newest

    def run(self, program: str, *arguments: str | Path, env: dict[str, str] | None = None) -> str:
        """A program of this system with this system's loader and libraries."""
        folders = [self.root / place / f"{self.processor}-linux-gnu" for place in ("lib", "usr/lib")]
        path = ":".join(map(str, folders))
        loader = self.loader("ld-linux-*.so.[12]")
        start = [*emulator(self.processor), str(loader), "--library-path", path]
        return run(*start, self.root / program, *arguments, env=env)

    def loader(self, name: str) -> Path:
        """The file and not a link to it, which would lead out of the folder."""
        return next(path for path in self.root.glob(f"**/{name}") if not path.is_symlink())


def mirror() -> str:
    """Where this machine gets Debian's packages."""
    lists = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    text = "\n".join(path.read_text("utf-8") for path in lists if path.is_file())
    found = re.search(r"^(?:URIs:|deb(?: \[.*\])?) +(\S+/debian)/?(?: |$)", text, re.MULTILINE)
    assert found, "no source of Debian's packages is set up"
    return found[1]


def emulator(processor: str) -> list[str]:
    if processor == os.uname().machine:
        return []
    name = f"qemu-{processor}-static"
    assert shutil.which(name), f"{name} is not here: on Debian `apt-get install qemu-user-static`"
    return [name]


def unpacked(system: str, processor: str, folder: Path) -> Path:
    """The wheel for this system and this processor, as an installer lays it out."""
    (wheel,) = WHEELS.glob(f"*{system}*_{processor}.whl")
    site = folder / "site-packages"
    with zipfile.ZipFile(wheel) as files:
        files.extractall(site)
    return site


@pytest.mark.parametrize(
    ("release", "processor"), [("bookworm", "aarch64"), ("bookworm", "x86_64"), ("testing", "x86_64")]
)
def test_it_runs(release: str, processor: str, tmp_path: Path) -> None:
    """`testing` has the newest CPython that there is, which the wheel was not built with."""
    site = unpacked("manylinux", processor, tmp_path)
    system = System(tmp_path / "system", release, processor)
    major, minor = system.unpack_python()
    printed = system.run(
        f"usr/bin/python{major}.{minor}",
        "-W",
        "error",
        "-c",
        SMOKE,
        env={"PYTHONHOME": str(system.root / "usr"), "PYTHONPATH": str(site)},
    )
    assert printed == f"ran on ({major}, {minor})\n"


@pytest.mark.parametrize("processor", DEBIAN)
def test_musl_finds_every_symbol(processor: str, tmp_path: Path) -> None:
    """Loaded by musl's own loader, nothing is missing but what the interpreter brings. There is no
    CPython for musl in Debian to run it with.
    """
    site = unpacked("musllinux", processor, tmp_path)
    system = System(tmp_path / "system", "bookworm", processor)
    system.unpack("musl")
    # musl's loader and its C library are one file.
    loader = system.loader("libc.so")
    loaded = subprocess.run(
        [*emulator(processor), str(loader), "--list", str(site / "aana/_native.abi3.so")],
        capture_output=True,
        text=True,
        check=False,
    )
    missing = re.findall(r"^Error relocating \S+: (\S+): symbol not found$", loaded.stderr, re.MULTILINE)
    assert len(missing) == len(loaded.stderr.splitlines()) > 50, loaded.stderr
    assert [name for name in missing if not name.startswith(("Py", "_Py"))] == []
