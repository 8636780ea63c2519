"""Reading pinned source archives, verified by SHA-256 before anything in them is read.

Nothing is unpacked to disk, and nothing in an archive is run. A list that no package has is plain text in this
repository, beside its licence; the two are pinned and read like an archive.
"""

import hashlib
import io
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from engine.errors import DataError

BUNDLED_SOURCES: Final = Path(__file__).parent / "sources"  # the lists that no package has
_AR_MAGIC: Final = b"!<arch>\n"
_AR_HEADER: Final = 60


class PinnedArchive(NamedTuple):
    """An archive pinned by its hash, and where people get it."""

    package: str
    version: str
    archive: str
    sha256: str
    licence: str
    licence_path: str  # where the licence's text is in the archive
    licence_file: str  # the name under which that text is published with the lexicon
    obtain_command: str  # a command that puts the archive into the current directory
    licence_from: str = ""  # how the licence begins, if it is part of a longer text
    licence_of: str = ""
    """The files under this licence, as Debian's machine-readable copyright file names them, if it covers others, too.
    """
    is_bundled: bool = False
    """Whether the list is in this repository, in :data:`BUNDLED_SOURCES`, and not in a folder of downloads."""


class SourceArchive:
    """The files of a verified archive by path, in memory; raises DataError if it is missing, different or damaged."""

    def __init__(self, pin: PinnedArchive, folder: Path) -> None:
        self.pin: Final = pin
        self._path: Final = (BUNDLED_SOURCES if pin.is_bundled else folder) / pin.archive
        content = self._read_verified()
        try:
            self._files: Final = dict(self._unpack_files(content))
        except (tarfile.TarError, zipfile.BadZipFile, ValueError, EOFError, OSError) as error:
            raise DataError(f"{self._path}: cannot be unpacked: {error}") from error

    def _read_verified(self) -> bytes:
        try:
            content = self._path.read_bytes()
        except FileNotFoundError as error:
            raise DataError(f"{self._path}: no such file; get it with: {self.pin.obtain_command}") from error
        except OSError as error:
            raise DataError(f"{self._path}: cannot be read: {error}") from error
        found = hashlib.sha256(content).hexdigest()
        if found != self.pin.sha256:
            remedy = f"get it anew with: {self.pin.obtain_command}"
            raise DataError(f"{self._path}: SHA-256 is {found}, expected {self.pin.sha256}; {remedy}")
        return content

    def _unpack_files(self, content: bytes) -> Iterator[tuple[str, bytes]]:
        if self._path.suffix == ".txt":
            yield self.pin.archive, content
            yield self.pin.licence_path, self._path.with_name(self.pin.licence_path).read_bytes()
        elif self._path.suffix == ".whl":
            with zipfile.ZipFile(io.BytesIO(content)) as wheel:
                yield from ((entry.filename, wheel.read(entry)) for entry in wheel.infolist() if not entry.is_dir())
        else:
            yield from _read_tar_files(_find_deb_data(content) if self._path.suffix == ".deb" else content)

    def read_bytes(self, path: str) -> bytes:
        """One file's bytes; raises DataError."""
        if path not in self._files:
            raise DataError(f"{self._path}: holds no {path}")
        return self._files[path]

    def read_text(self, path: str) -> str:
        """One file's text; raises DataError."""
        try:
            return self.read_bytes(path).decode("utf-8")
        except UnicodeDecodeError as error:
            raise DataError(f"{self._path}: {path} is not UTF-8: {error}") from error

    def read_licence(self) -> str:
        """The licence's text with uniform line ends; raises DataError."""
        text = self.read_text(self.pin.licence_path).replace("\r\n", "\n")
        if self.pin.licence_from not in text:
            raise DataError(f"{self._path}: {self.pin.licence_path} has no {self.pin.licence_from!r}")
        text = text[text.index(self.pin.licence_from) :]
        return self._used_paragraphs(text) if self.pin.licence_of else text

    def _used_paragraphs(self, text: str) -> str:
        """The parts of a copyright file that matter: its head, the paragraph on the files used, and their licences."""
        head, *paragraphs = text.rstrip("\n").split("\n\n")
        files = f"Files: {self.pin.licence_of}\n"
        about = next((each for each in paragraphs if each.startswith(files)), "")
        named = about.rpartition("\nLicense: ")[2].split(" or ")
        texts = {
            each.split("\n")[0].removeprefix("License: "): each for each in paragraphs if each.startswith("License:")
        }
        if missing := [licence for licence in named if licence not in texts]:
            absent = ", ".join(missing) if about else self.pin.licence_of
            raise DataError(f"{self._path}: {self.pin.licence_path} has no paragraph on {absent}")
        return "\n\n".join([head, about, *(texts[licence] for licence in named)]) + "\n"

    def paths(self) -> list[str]:
        """The paths of all files, sorted."""
        return sorted(self._files)


def _find_deb_data(content: bytes) -> bytes:
    """The ``data.tar.*`` member of a Debian package, which is an ``ar`` archive."""
    if not content.startswith(_AR_MAGIC):
        raise ValueError("not a Debian package")
    at = len(_AR_MAGIC)
    while at < len(content):
        header = content[at : at + _AR_HEADER]
        size = int(header[48:58])
        at += _AR_HEADER
        if header.startswith(b"data.tar"):
            return content[at : at + size]
        at += size + size % 2
    raise ValueError("holds no data.tar")


def _read_tar_files(content: bytes) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        for member in tar:
            extracted = tar.extractfile(member) if member.isreg() else None
            if extracted is not None:
                yield member.name.removeprefix("./"), extracted.read()


def fetch_archive(pin: PinnedArchive, folder: Path) -> None:
    """Download a pinned archive into a folder; raises DataError, which names the command to try by hand."""
    command = _apt_command(pin) if pin.archive.endswith(".deb") else _pip_command(pin, folder)
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)  # noqa: S603 - fixed words and pinned names only
    except FileNotFoundError as error:
        raise DataError(
            f"{pin.archive}: {command[0]} is not installed; get the file by hand: {pin.obtain_command}"
        ) from error
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip() or "no message").splitlines()[-1]
        raise DataError(
            f"{pin.archive}: {command[0]} failed: {last}; get the file by hand: {pin.obtain_command}"
        ) from error


def _apt_command(pin: PinnedArchive) -> list[str]:
    name = pin.package.partition(" ")[0]
    return ["apt-get", "download", f"{name}={pin.version}"]


def _pip_command(pin: PinnedArchive, folder: Path) -> list[str]:
    # With a hash, pip verifies the archive before it runs its set-up for metadata: only the pinned one is run.
    needs = folder / "pinned.txt"
    name = pin.package.partition(" ")[0]
    needs.write_text(f"{name}=={pin.version} --hash=sha256:{pin.sha256}\n", encoding="utf-8")
    quiet = [
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--only-binary" if pin.archive.endswith(".whl") else "--no-binary",
        ":all:",
        "--require-hashes",
    ]
    return [sys.executable, "-m", "pip", "download", *quiet, "-r", str(needs), "-d", str(folder)]
