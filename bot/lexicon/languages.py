"""Makes each language's words from their sources: English, Turkish, Ukrainian, and nouns for Klepka (RULES §4).

Sources are pinned archives, verified by SHA-256 before anything in them is read. Nothing is unpacked to disk, and
nothing in an archive is run. A list that no package has is plain text in this repository, beside its licence; the two
are pinned and read like an archive.
"""

import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
import unicodedata
import zipfile
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

import dawg
import msgspec

from engine.alphabet import LEAST_LETTERS, Alphabet, load_alphabet
from engine.errors import DataError, Malformed

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
        about = next(each for each in paragraphs if each.startswith(f"Files: {self.pin.licence_of}\n"))
        texts = {
            each.split("\n")[0].removeprefix("License: "): each for each in paragraphs if each.startswith("License:")
        }
        named = about.rpartition("\nLicense: ")[2].split(" or ")
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
    name, by_hand = pin.package.partition(" ")[0], f"get the file by hand: {pin.obtain_command}"
    if pin.archive.endswith(".deb"):
        command = ["apt-get", "download", f"{name}={pin.version}"]
    else:
        # With a hash, pip verifies the archive before it runs its set-up for metadata: only the pinned one is run.
        needs = folder / "pinned.txt"
        needs.write_text(f"{name}=={pin.version} --hash=sha256:{pin.sha256}\n", encoding="utf-8")
        kind = "--only-binary" if pin.archive.endswith(".whl") else "--no-binary"
        quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", kind, ":all:", "--require-hashes"]
        command = [sys.executable, "-m", "pip", "download", *quiet, "-r", str(needs), "-d", str(folder)]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)  # noqa: S603 - fixed words and pinned names only
    except FileNotFoundError as error:
        raise DataError(f"{pin.archive}: {command[0]} is not installed; {by_hand}") from error
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip() or "no message").splitlines()[-1]
        raise DataError(f"{pin.archive}: {command[0]} failed: {last}; {by_hand}") from error


class GatheredWords(NamedTuple):
    """The words of a lexicon, and how they were made."""

    words: frozenset[str]
    files: tuple[tuple[str, ...], ...]  # for each archive the paths that were used
    added: dict[str, int]
    steps: dict[str, int]


class LexiconRecipe(NamedTuple):
    """How a lexicon is made: the pinned archives, and the function that gathers its words from them."""

    language: str
    pins: tuple[PinnedArchive, ...]
    gather: Callable[[Sequence[SourceArchive]], GatheredWords]
    is_shipped: bool = True  # false for a list that the bot does not bring, since its licence forbids redistribution


def read_own_list(name: str, letters: Alphabet) -> tuple[str, ...]:
    """The words of one of the project's own lists in ``engine/lexica``; raises DataError."""
    lines = files("engine").joinpath("lexica", name).read_text(encoding="utf-8").splitlines()
    entries = [entry for line in lines if not line.startswith("#") for entry in line.split()]
    for entry in entries:
        if normalise_word(letters, entry) != entry:
            raise DataError(f"lexica/{name}: {entry!r} is no word in capitals of this language")
    if len(set(entries)) != len(entries):
        raise DataError(f"lexica/{name}: a word stands there twice")
    return tuple(entries)


def add_own_lists(words: AbstractSet[str], letters: Alphabet, *names: str) -> tuple[frozenset[str], dict[str, int]]:
    """The words with those of the project's own lists, and how many words each list added, in order."""
    joined, added = frozenset(words), {}
    for name in names:
        fresh = joined.union(read_own_list(name, letters))
        added[name] = len(fresh) - len(joined)
        joined = fresh
    return joined, added


def normalise_word(letters: Alphabet, text: str) -> str | None:
    """A word in its normal form; ``None`` if the text cannot be a word of the language (RULES §1.2)."""
    try:
        return letters.normalise_word(text)
    except Malformed:
        return None


UWU: Final = PinnedArchive(
    package="uwu (bluebear94/uwu on GitHub)",
    version="d76e124",
    archive="uwu-d76e124.txt",
    sha256="499b9f5ef0e8370c12a29e2e08a48029aca2e29d5b3182e69a6de1d7298013c5",
    licence="MIT",
    licence_path="uwu-licence.txt",
    licence_file="uwu-licence.txt",
    obtain_command="git checkout bot/lexicon/sources",
    is_bundled=True,
)

SCOWL: Final = PinnedArchive(
    package="scowl (Debian package)",
    version="2020.12.07-2",
    archive="scowl_2020.12.07-2_all.deb",
    sha256="de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718",
    licence="permissive, several notices; see the file",
    licence_path="usr/share/doc/scowl/copyright",
    licence_file="scowl-copyright.txt",
    obtain_command="apt-get download scowl=2020.12.07-2",
)

_FOLDER: Final = "usr/share/dict/scowl/"

_CATEGORIES: Final = ("english", "american", "british", "british_z")
"""The categories without variants: common variants are in the other list, the rest are slips (LANDSLIDDEN)."""

_MAX_LIST_SIZE: Final = 50  # larger lists add as many abbreviations (KCAL, CSCH, PSIA) as words
_LEFT_OUT_LIST: Final = "en-left-out.txt"


def gather_english(archives: Sequence[SourceArchive]) -> GatheredWords:
    """English words: those of uwu, of scowl up to size 50, modern words, and the two-letter words of our own list."""
    game, speller = archives
    letters = load_alphabet("en")
    known = _read_game_words(game, letters)
    paths = _find_word_lists(speller)
    common, steps = _read_speller_words(speller, paths, letters)
    fit = common.difference(read_own_list(_LEFT_OUT_LIST, letters))
    long = {word for word in known | fit if len(word) > LEAST_LETTERS}
    steps |= {
        f"dropped: {_LEFT_OUT_LIST}": len(common) - len(fit),
        "words of uwu": len(known),
        "joined: only in scowl": len(fit - known),
        "dropped: two letters": len(known | fit) - len(long),
        "distinct": len(long),
    }
    words, added = add_own_lists(long, letters, "en-two-letters.txt", "en-modern.txt")
    return GatheredWords(words, ((game.pin.archive,), paths), added, steps)


def _read_game_words(archive: SourceArchive, letters: Alphabet) -> frozenset[str]:
    entries = archive.read_text(archive.pin.archive).split()
    strange = next((entry for entry in entries if normalise_word(letters, entry) != entry), None)
    if strange is not None:
        raise DataError(f"{archive.pin.archive}: {strange!r} is no word in capitals of this language")
    return frozenset(entries)


def _read_speller_words(
    archive: SourceArchive, paths: Sequence[str], letters: Alphabet
) -> tuple[frozenset[str], dict[str, int]]:
    entries = _read_entries(archive, paths)
    lower = {entry for entry in entries if entry == letters.lower(entry)}
    spoken = lower - _read_entries(archive, (path for path, _, _ in _find_lists(archive, "abbreviations")))
    words = frozenset(word for word in (normalise_word(letters, _strip_accents(entry)) for entry in spoken) if word)
    return words, {
        "distinct entries of scowl": len(entries),
        "dropped: capital": len(entries) - len(lower),
        "dropped: abbreviation": len(lower) - len(spoken),
        "dropped: not 2 letters of a–z, or the same but for accents": len(spoken) - len(words),
    }


def _read_entries(archive: SourceArchive, paths: Iterable[str]) -> set[str]:
    return {entry for path in paths for entry in archive.read_text(path).split("\n") if entry}


def _strip_accents(text: str) -> str:
    """The letters without their accents, since tiles have none: CAFE, JALAPENO."""
    return "".join(ch for ch in unicodedata.normalize("NFD", text) if not unicodedata.combining(ch))


def _find_word_lists(archive: SourceArchive) -> tuple[str, ...]:
    found = [
        (path, category)
        for path, category, size in _find_lists(archive, "words")
        if category in _CATEGORIES and size <= _MAX_LIST_SIZE
    ]
    missing = set(_CATEGORIES).difference(category for _, category in found)
    if missing:
        raise DataError(f"{archive.pin.archive}: holds no words of {', '.join(sorted(missing))}")
    return tuple(path for path, _ in found)


def _find_lists(archive: SourceArchive, kind: str) -> Iterator[tuple[str, str, int]]:
    """The lists of a kind, each with category and size, from names like ``british_z-words.35``."""
    for path in archive.paths():
        name, _, size = path.removeprefix(_FOLDER).rpartition(".")
        category = name.removesuffix(f"-{kind}")
        if category != name:
            yield path, category, int(size)


TRNLP: Final = PinnedArchive(
    package="trnlp (PyPI source archive)",
    version="0.2.3a0",
    archive="trnlp-0.2.3a0.tar.gz",
    sha256="328002f202f8591eb406bc2c2ff8c3f426d3323cadfe8415d1ac3ca16823b3cc",
    licence="GPL-3.0",
    licence_path="trnlp-0.2.3a0/LICENSE.txt",
    licence_file="trnlp-licence.txt",
    obtain_command="pip download --no-deps --no-binary :all: trnlp==0.2.3a0",
)

_WORDS: Final = "trnlp-0.2.3a0/trnlp/data/ana_sozluk.txt"
_COLUMNS: Final = 6
_TURKISH_LEFT_OUT_LIST: Final = "tr-left-out.txt"
BACK_VOWELS: Final = frozenset("AIOU")
FRONT_VOWELS: Final = frozenset("EİÖÜ")


def gather_turkish(archives: Sequence[SourceArchive]) -> GatheredWords:
    """Turkish headwords: verbs as infinitives, all others unchanged (RULES §2.6), and our own lists."""
    (archive,) = archives
    letters = load_alphabet("tr")
    entries = [line for line in archive.read_text(_WORDS).splitlines() if line]
    steps = {"entries": len(entries), "dropped: capital": 0, "dropped: several words": 0}
    steps |= {"dropped: not 2 letters of the 29": 0, "infinitives": 0, "as they stand": 0}
    words = set()
    for number, entry in enumerate(entries, start=1):
        columns = entry.split("\t")
        if len(columns) != _COLUMNS:
            raise DataError(f"{_WORDS}: line {number} has {len(columns)} columns, not {_COLUMNS}")
        stem, tags = columns[0], columns[1].split(",")
        if stem != letters.lower(stem):
            steps["dropped: capital"] += 1
        elif len(stem.split()) != 1:
            steps["dropped: several words"] += 1
        else:
            for step, form in _headword_forms(letters.normalise(stem), tags):
                word = normalise_word(letters, form)
                steps[step if word else "dropped: not 2 letters of the 29"] += 1
                if word:
                    words.add(word)
    kept = words.difference(read_own_list(_TURKISH_LEFT_OUT_LIST, letters))
    steps |= {f"dropped: {_TURKISH_LEFT_OUT_LIST}": len(words) - len(kept), "distinct": len(kept)}
    every, added = add_own_lists(kept, letters, "tr-short.txt", "tr-additions.txt", "tr-modern.txt")
    return GatheredWords(every, ((_WORDS,),), added, steps)


def _headword_forms(stem: str, tags: list[str]) -> Iterator[tuple[str, str]]:
    if "fiil" in tags:
        yield "infinitives", make_infinitive(stem)
    if tags != ["fiil"]:
        yield "as they stand", stem


def make_infinitive(stem: str) -> str:
    """The infinitive of a Turkish verb stem in capitals: -MAK after a back vowel, -MEK after a front one."""
    for letter in reversed(stem):
        if letter in BACK_VOWELS:
            return f"{stem}MAK"
        if letter in FRONT_VOWELS:
            return f"{stem}MEK"
    raise DataError(f"{_WORDS}: the verb stem {stem!r} has no vowel")


_IGNORED_DIRECTIVES: Final = frozenset(("SET", "TRY", "KEY", "REP", "MAP", "WORDCHARS", "BREAK", "ICONV", "IGNORE"))
"""Directives that concern only typing and suggestions."""

_CONDITION: Final = re.compile(r"[^\W\d_]|[.'()|^[\]]")
_HEADER_COLUMNS: Final = 4
_RULE_COLUMNS: Final = 5


class HunspellEntry(NamedTuple):
    """A headword, with the flags of the rules that apply to it."""

    word: str
    flags: str


class _SuffixChange(NamedTuple):
    removed: str
    added: str


SuffixRules = dict[str, list[tuple[re.Pattern[str], list[_SuffixChange]]]]
"""The changes of each flag, grouped by the condition under which they apply."""


def parse_entries(path: str, lines: Iterable[str]) -> Iterator[HunspellEntry]:
    """The entries in the lines of a dictionary; lines that begin with # are comments. Raises DataError."""
    for line in lines:
        if line.startswith("#"):
            continue
        word, _, flags = line.partition("/")
        if not word or len(line.split()) != 1:
            raise DataError(f"{path}: {line!r} is no word with flags")
        yield HunspellEntry(word, flags)


def parse_suffix_rules(path: str, aff_text: str) -> SuffixRules:
    """Parse the rules of an ``.aff`` file from its text; errors name ``path``. Raises DataError.

    Conditions are regular expressions for a word's end. Hunspell supports only classes of letters, and never applies
    the few rules with alternatives; here they apply as intended: ПЕРЕЖАТИ, ПЕРЕЖНУ.
    """
    found: defaultdict[str, dict[str, list[_SuffixChange]]] = defaultdict(dict)
    announced: dict[str, int] = {}
    for number, line in enumerate(aff_text.splitlines(), start=1):
        columns = line.split()
        if not columns or columns[0].startswith("#") or columns[0] in _IGNORED_DIRECTIVES:
            continue
        if columns[0] != "SFX" or len(columns) < _HEADER_COLUMNS or len(columns[1]) != 1:
            raise DataError(f"{path}: line {number}, {line!r}, is no rule for suffixes of one step")
        flag = columns[1]
        if flag not in announced:
            announced[flag] = _parse_rule_count(path, number, columns)
            continue
        announced[flag] -= 1
        condition, ending = _parse_rule(path, number, columns)
        found[flag].setdefault(condition, []).append(ending)
    if wrong := sorted(flag for flag, left in announced.items() if left):
        raise DataError(f"{path}: of the rules {' '.join(wrong)} there are not as many as announced")
    return {
        flag: [(re.compile(f"(?:{condition})$"), endings) for condition, endings in by_condition.items()]
        for flag, by_condition in found.items()
    }


def _parse_rule_count(path: str, number: int, columns: list[str]) -> int:
    if len(columns) != _HEADER_COLUMNS or columns[2] not in {"Y", "N"} or not columns[3].isdecimal():
        raise DataError(f"{path}: line {number} does not say how many rules {columns[1]} has")
    return int(columns[3])


def _parse_rule(path: str, number: int, columns: list[str]) -> tuple[str, _SuffixChange]:
    if len(columns) < _RULE_COLUMNS or "/" in columns[3] or not _is_condition(columns[4]):
        raise DataError(f"{path}: line {number}, {' '.join(columns)!r}, is no rule for suffixes of one step")
    taken, put = ("" if column == "0" else column for column in columns[2:4])
    return columns[4], _SuffixChange(taken, put)


def _is_condition(text: str) -> bool:
    """Whether a condition consists only of letters, classes of letters and groups with alternatives."""
    if _CONDITION.sub("", text):
        return False
    try:
        re.compile(text)
    except re.error:
        return False
    return True


def generate_forms(path: str, known: SuffixRules, headwords: Iterable[HunspellEntry]) -> Iterator[str]:
    """Each headword and the forms that the rules give, some more than once. No rule removes a whole word."""
    for word, flags in headwords:
        yield word
        for flag in flags:
            if flag not in known:
                raise DataError(f"{path}: {word} has the flag {flag!r}, for which there are no rules")
            for condition, endings in known[flag]:
                if condition.search(word):
                    for taken, put in endings:
                        if word.endswith(taken) and len(word) > len(taken):
                            yield word[: len(word) - len(taken)] + put


HUNSPELL: Final = PinnedArchive(
    package="hunspell-uk (Debian package)",
    version="1:7.5.0-1",
    archive="hunspell-uk_1%3a7.5.0-1_all.deb",
    sha256="8191ea5162b30f7ce5ad1bedd618590d1a8094bffeffb9745fd2035b6631a14a",
    licence="GPL-2.0-or-later or LGPL-2.1-or-later or MPL-1.1",
    licence_path="usr/share/doc/hunspell-uk/copyright",
    licence_file="hunspell-uk-copyright.txt",
    licence_of="dictionaries/uk_UA/*",
    obtain_command="apt-get download hunspell-uk=1:7.5.0-1",
)

WUKRAINIAN: Final = PinnedArchive(
    package="wukrainian (Debian package)",
    version="1.8.0+dfsg-1",
    archive="wukrainian_1.8.0+dfsg-1_all.deb",
    sha256="19f04ca296dd512095c378168f7812d67b1b31e7f6622d9a20e5dac834482846",
    licence="GPL-2.0-or-later or LGPL-2.0-or-later",
    licence_path="usr/share/doc/wukrainian/copyright",
    licence_file="wukrainian-copyright.txt",
    obtain_command="apt-get download wukrainian=1.8.0+dfsg-1",
)

PYMORPHY: Final = PinnedArchive(
    package="pymorphy3-dicts-uk (PyPI wheel)",
    version="2.4.1.1.1663094765",
    archive="pymorphy3_dicts_uk-2.4.1.1.1663094765-py2.py3-none-any.whl",
    sha256="6af1e389b69e7e90ef7d50b20e3955a0c78383317a15d9ade5979f1536354733",
    licence="Creative Commons, share alike; the data it was made from is for non-commercial use",
    licence_path="pymorphy3_dicts_uk-2.4.1.1.1663094765.dist-info/METADATA",
    licence_file="pymorphy3-dicts-uk-notice.txt",
    obtain_command="pip download --no-deps --only-binary :all: pymorphy3-dicts-uk==2.4.1.1.1663094765",
)

_AFFIXES: Final = "usr/share/hunspell/uk_UA.aff"
_DICTIONARY: Final = "usr/share/hunspell/uk_UA.dic"
_UKRAINIAN_WORDS: Final = "usr/share/dict/ukrainian"
_UKRAINIAN_LEFT_OUT_LIST: Final = "uk-left-out.txt"
_ADDITIONS_LIST: Final = "uk-additions.txt"
_REFLEXIVE: Final = ("СЯ", "СЬ")
_VOWELS: Final = frozenset("АЕЄИІЇОУЮЯ")
_FORMS: Final = "pymorphy3_dicts_uk/data/words.dawg"
_PARADIGMS: Final = "pymorphy3_dicts_uk/data/paradigms.array"
_TAGS: Final = "pymorphy3_dicts_uk/data/gramtab-opencorpora-int.json"
_NO_COMMON_NOUN: Final = frozenset(("plur", "Abbr", "Name", "Surn", "Patr"))
_PARADIGM_PARTS: Final = 3  # a paradigm lists suffix, tag and prefix of each form


def gather_ukrainian(archives: Sequence[SourceArchive]) -> GatheredWords:
    """The words of both spellers in all cases, genders, numbers and persons, and our own list, without names.

    Symbols of measures, which have no vowel (КГ, МЛРД), are left out: the language has no words of two or more letters
    without one. The older speller's reflexives are dropped if the newer one has the verb without them: they were
    generated mechanically.
    """
    newer, older = archives
    letters = load_alphabet("uk")
    known_rules = parse_suffix_rules(_AFFIXES, newer.read_text(_AFFIXES))
    known, steps = _read_hunspell_words(newer, known_rules, letters)
    before, more = _read_wukrainian_words(older, letters)
    only = before - known
    artless = {word for word in only if word.endswith(_REFLEXIVE) and word[:-2] in known}
    joined = known | (only - artless)
    kept = joined.difference(read_own_list(_UKRAINIAN_LEFT_OUT_LIST, letters))
    steps |= more | {
        "only in wukrainian": len(only),
        "dropped: reflexive of a verb that hunspell-uk has": len(artless),
        f"dropped: {_UKRAINIAN_LEFT_OUT_LIST}": len(joined) - len(kept),
        "distinct": len(kept),
    }
    words = kept | _generate_added(kept, known_rules, letters)
    return GatheredWords(
        words, ((_AFFIXES, _DICTIONARY), (_UKRAINIAN_WORDS,)), {_ADDITIONS_LIST: len(words) - len(kept)}, steps
    )


def _generate_added(words: AbstractSet[str], known_rules: SuffixRules, letters: Alphabet) -> frozenset[str]:
    path = f"lexica/{_ADDITIONS_LIST}"
    found = list(parse_entries(path, files("engine").joinpath(path).read_text(encoding="utf-8").splitlines()))
    for headword in found:
        if normalise_word(letters, headword.word) is None or letters.normalise(headword.word) in words:
            raise DataError(f"{path}: {headword.word!r} is no word in small letters, or needs no adding")
    made, _ = _keep_words_with_vowel(set(generate_forms(path, known_rules, found)), letters)
    return made


def _read_hunspell_words(
    archive: SourceArchive, known_rules: SuffixRules, letters: Alphabet
) -> tuple[frozenset[str], dict[str, int]]:
    found = list(parse_entries(_DICTIONARY, archive.read_text(_DICTIONARY).splitlines()[1:]))
    lower = [entry for entry in found if entry.word == letters.lower(entry.word)]
    made = set(generate_forms(_DICTIONARY, known_rules, lower))
    words, steps = _keep_words_with_vowel(made, letters)
    head = {"headwords": len(found), "dropped: capital": len(found) - len(lower), "distinct forms": len(made)}
    return words, {f"{step} of hunspell-uk": count for step, count in (head | steps).items()}


def _read_wukrainian_words(archive: SourceArchive, letters: Alphabet) -> tuple[frozenset[str], dict[str, int]]:
    found = {entry for entry in archive.read_text(_UKRAINIAN_WORDS).split("\n") if entry}
    lower = {entry for entry in found if entry == letters.lower(entry)}
    words, steps = _keep_words_with_vowel(lower, letters)
    head = {"distinct entries": len(found), "dropped: capital": len(found) - len(lower)}
    return words, {f"{step} of wukrainian": count for step, count in (head | steps).items()}


def _keep_words_with_vowel(texts: AbstractSet[str], letters: Alphabet) -> tuple[frozenset[str], dict[str, int]]:
    words = {word for word in (normalise_word(letters, text) for text in texts) if word}
    spoken = frozenset(word for word in words if not _VOWELS.isdisjoint(word))
    return spoken, {
        "dropped: not 2 letters of the 33 or apostrophes": len(texts) - len(words),
        "dropped: no vowel": len(words) - len(spoken),
        "words": len(spoken),
    }


def gather_singular_nouns(archives: Sequence[SourceArchive]) -> GatheredWords:
    """The words that are a case of a singular noun; a name is recognised by its absence from the full list."""
    *spellers, morphology = archives
    every = gather_ukrainian(spellers)
    letters = load_alphabet("uk")
    singular = {word for word in (normalise_word(letters, form) for form in _singular_noun_forms(morphology)) if word}
    words = every.words.intersection(singular)
    steps = every.steps | {"nouns in the singular": len(singular), "in both": len(words)}
    return GatheredWords(words, (*every.files, (_FORMS, _PARADIGMS, _TAGS)), {}, steps)


def _singular_noun_forms(archive: SourceArchive) -> Iterator[str]:
    tags = [frozenset(re.split("[ ,]", tag)) for tag in json.loads(archive.read_bytes(_TAGS))]
    wanted = [("NOUN" in tag and _NO_COMMON_NOUN.isdisjoint(tag)) for tag in tags]
    paradigms = list(_read_paradigms(archive.read_bytes(_PARADIGMS)))
    for form, (paradigm, number) in dawg.RecordDAWG(">HH").frombytes(archive.read_bytes(_FORMS)).iteritems():
        lists = paradigms[paradigm]
        if wanted[lists[len(lists) // _PARADIGM_PARTS + number]]:
            yield form


def _read_paradigms(content: bytes) -> Iterator["array[int]"]:
    numbers = array("H", content)
    if sys.byteorder == "big":
        numbers.byteswap()
    at = 1
    for _ in range(numbers[0]):
        end = at + 1 + numbers[at]
        yield numbers[at + 1 : end]
        at = end


WORDFREQ: Final = PinnedArchive(
    package="wordfreq (PyPI wheel)",
    version="3.1.1",
    archive="wordfreq-3.1.1-py3-none-any.whl",
    sha256="4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
    licence="CC-BY-SA-4.0 (data), Apache-2.0 (code, not used)",
    licence_path="wordfreq-3.1.1.dist-info/METADATA",
    licence_file="wordfreq-notice.txt",
    obtain_command="pip download --no-deps --only-binary :all: wordfreq==3.1.1",
    licence_from="## License",
)

_TABLE: Final = "wordfreq/data/{size}_{language}.msgpack.gz"
_FORMAT: Final = {"format": "cB", "version": 1}


class Threshold(msgspec.Struct, frozen=True):
    """A frequency table, and how rare a word may be: 600 is once in a million words, 700 once in ten million."""

    size: str
    max_rarity: int


THRESHOLDS: Final = {
    "en": Threshold("large", 650),  # once in three million words
    "tr": Threshold("small", 600),  # once in a million words, which is where the only Turkish table ends
    "uk": Threshold("large", 750),  # once in thirty million: each noun shares its uses among a dozen forms
}


def common_words_recipe(full: LexiconRecipe) -> LexiconRecipe:
    """The recipe for a language's common words, given that for all of its words."""

    def gather(archives: Sequence[SourceArchive]) -> GatheredWords:
        every = full.gather(archives[:-1])
        threshold = THRESHOLDS[full.language]
        table = _TABLE.format(size=threshold.size, language=full.language)
        letters = load_alphabet(full.language)
        frequent = {
            normalise_word(letters, entry) for entry in _read_frequent(archives[-1], table, threshold.max_rarity)
        }
        kept = every.words & frequent
        steps = {"words of the full list": len(every.words), "among the frequent": len(kept)}
        if full.language == "tr":
            verbs = {word for word in every.words - kept if not frequent.isdisjoint(everyday_verb_forms(word))}
            steps["verbs by an everyday form"] = len(verbs)
            kept |= verbs
        return GatheredWords(kept, (*every.files, (table,)), {}, steps)

    return LexiconRecipe(full.language, (*full.pins, WORDFREQ), gather)


def _read_frequent(archive: SourceArchive, table: str, rarest: int) -> Iterator[str]:
    problem = f"{archive.pin.archive}: {table} is no table of word frequencies in hundredths of a decade"
    try:
        head, *bins = msgspec.msgpack.decode(gzip.decompress(archive.read_bytes(table)), type=list[Any])
        entries = msgspec.convert(bins[: rarest + 1], list[list[str]])
    except (OSError, EOFError, ValueError, msgspec.ValidationError) as error:
        raise DataError(f"{problem}: {error}") from error
    if head != _FORMAT:
        raise DataError(f"{problem}: it begins with {head}")
    return (entry for group in entries for entry in group)


def everyday_verb_forms(verb: str) -> Iterator[str]:
    """Some third-person forms of a Turkish infinitive; none if the word does not look like one.

    These are the past, the reported past, the present, the future and the verbal noun, in harmony with the last vowel.
    """
    stem, ending = verb[:-3], verb[-3:]
    vowel = next((letter for letter in reversed(stem) if letter in BACK_VOWELS | FRONT_VOWELS), None)
    if ending not in {"MAK", "MEK"} or vowel is None or (ending == "MAK") != (vowel in BACK_VOWELS):
        return
    close = _CLOSE[vowel]
    open_ = "A" if ending == "MAK" else "E"
    yield f"{stem}{'T' if stem[-1] in _VOICELESS else 'D'}{close}"
    yield f"{stem}M{close}Ş"
    yield f"{stem}M{open_}"
    if stem[-1] not in BACK_VOWELS | FRONT_VOWELS:
        yield f"{stem}{close}YOR"
        yield f"{stem}{open_}C{open_}K"
        return
    yield f"{stem}Y{open_}C{open_}K"
    before = next((letter for letter in reversed(stem[:-1]) if letter in _CLOSE), stem[-1])
    yield f"{stem[:-1]}{_CLOSE[before] if stem[-1] in 'AE' else stem[-1]}YOR"


_CLOSE: Final = {"A": "I", "I": "I", "E": "İ", "İ": "İ", "O": "U", "U": "U", "Ö": "Ü", "Ü": "Ü"}
_VOICELESS: Final = frozenset("FSTKÇŞHP")
