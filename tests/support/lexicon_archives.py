"""Source archives of lexica as the packages have them, small enough to see what is in them."""

import gzip
import hashlib
import io
import json
import struct
import tarfile
import zipfile
from importlib.resources import files
from pathlib import Path

import dawg
import msgspec

from bot.lexicon.build import RECIPES
from bot.lexicon.languages import UWU, LexiconRecipe

_OWN = files("engine").joinpath("lexica/uk-additions.txt").read_text(encoding="utf-8").splitlines()
UKRAINIAN_ADDITIONS = tuple(line for line in _OWN if not line.startswith("#"))

TURKISH_ENTRIES = """\
a	ünlem	0	0	0	a(ünlem)
kâğıt	isim	0	0	0	kâğıt(isim)
kağıt	isim	0	0	0	kağıt(isim)
gel	fiil	0	0	0	gel(fiil)
oku	fiil	0	0	0	oku(fiil)
gül	fiil,isim	0	0	0	gül(fiil,isim)
Ankara	isim	0	0	0	Ankara(isim)
baş üstü	isim	0	0	0	baş(isim)
watt	isim	0	0	0	watt(isim)
kalaybalık	isim	0	0	0	kalaybalık(isim)
T.C	isim	0	0	0	T.C(isim)
"""


def make_tar(files: dict[str, str], mode: str, encoding: str = "utf-8") -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode=f"w:{mode}") as archive:  # type: ignore[call-overload] # mode is literal in typeshed
        for path, text in files.items():
            entry = tarfile.TarInfo(path)
            content = text.encode(encoding)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return held.getvalue()


def make_deb(members: dict[str, bytes]) -> bytes:
    parts = [b"!<arch>\n"]
    for name, content in members.items():
        parts.append(f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode())
        parts.append(content + b"\n" * (len(content) % 2))
    return b"".join(parts)


def pinned_recipe(name: str, folder: Path, *contents: bytes) -> dict[str, LexiconRecipe]:
    real = RECIPES[name]
    for pin, content in zip(real.pins, contents, strict=True):
        (folder / pin.archive).write_bytes(content)
    digests = [hashlib.sha256(content).hexdigest() for content in contents]
    pins = tuple(pin._replace(sha256=digest, is_bundled=False) for pin, digest in zip(real.pins, digests, strict=True))
    return {name: real._replace(pins=pins)}


def turkish_archive(entries: str = TURKISH_ENTRIES) -> bytes:
    root = "trnlp-0.2.3a0"
    return make_tar({f"{root}/LICENSE.txt": "GPL\r\n", f"{root}/trnlp/data/ana_sozluk.txt": entries}, "gz")


def turkish_recipe(folder: Path, entries: str = TURKISH_ENTRIES) -> dict[str, LexiconRecipe]:
    return pinned_recipe("tr", folder, turkish_archive(entries))


def debian_package(files: dict[str, str]) -> bytes:
    content = make_tar({f"./{path}": text for path, text in files.items()}, "xz")
    return make_deb({"debian-binary": b"2.0\n", "control.tar.xz": b"odd", "data.tar.xz": content})


def english_recipe(folder: Path, lists: dict[str, str], game: str = "CAT\nDOG\nAH\nZO\n") -> dict[str, LexiconRecipe]:
    files = {f"usr/share/dict/scowl/{name}": text for name, text in lists.items()}
    (folder / UWU.licence_path).write_text("MIT\n", encoding="utf-8")
    speller = debian_package(files | {"usr/share/doc/scowl/copyright": "permitted\n"})
    return pinned_recipe("en", folder, game.encode(), speller)


COPYRIGHT = """\
Format: the usual one

Files: *
License: other

Files: dictionaries/uk_UA/*
Copyright: somebody
License: GPL-2+ or MPL-1.1

License: GPL-2+
 share alike

License: MPL-1.1
 with care

License: other
 not at all
"""


def hunspell_affixes(**rules: str) -> str:
    """Rules for suffixes as the aff file of Hunspell has them: of each flag ``taken put condition``, one a line.

    Every flag in our own list of Ukrainian headwords that is not given has a rule that applies to nothing.
    """
    used = {flag for line in UKRAINIAN_ADDITIONS for flag in line.partition("/")[2]}
    given = dict.fromkeys(sorted(used), "щщщ щщщщ щщщ") | rules
    parts = ["SET UTF-8\n"]
    for flag, each in given.items():
        lines = each.split("\n")
        parts += [f"SFX {flag} Y {len(lines)}\n", *(f"SFX {flag} {line}\n" for line in lines)]
    return "".join(parts)


def hunspell_archive(*entries: str, rules: str | None = None, copyright_file: str = COPYRIGHT) -> bytes:
    dictionary = "".join(f"{entry}\n" for entry in (str(len(entries)), *entries))
    return debian_package(
        {
            "usr/share/hunspell/uk_UA.aff": hunspell_affixes() if rules is None else rules,
            "usr/share/hunspell/uk_UA.dic": dictionary,
            "usr/share/doc/hunspell-uk/copyright": copyright_file,
        }
    )


def ukrainian_archive(*entries: str) -> bytes:
    words = "".join(f"{entry}\n" for entry in entries)
    return debian_package({"usr/share/dict/ukrainian": words, "usr/share/doc/wukrainian/copyright": "free\n"})


def make_wheel(files: dict[str, bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return held.getvalue()


def frequency_wheel(table: str, *bins: list[str], head: object = None) -> bytes:
    content = msgspec.msgpack.encode([{"format": "cB", "version": 1} if head is None else head, *bins])
    return make_wheel(
        {
            f"wordfreq/data/{table}.msgpack.gz": gzip.compress(content),
            "wordfreq-3.1.1.dist-info/METADATA": b"Name: wordfreq\n\n## License\n\nshare alike\n",
        }
    )


def morphology_wheel(forms: dict[str, tuple[int, int]], paradigms: list[list[int]], tags: list[str]) -> bytes:
    numbers = [len(paradigms), *(number for each in paradigms for number in (len(each), *each))]
    data = "pymorphy3_dicts_uk/data"
    return make_wheel(
        {
            f"{data}/words.dawg": dawg.RecordDAWG(">HH", sorted(forms.items())).tobytes(),
            f"{data}/paradigms.array": struct.pack(f"<{len(numbers)}H", *numbers),
            f"{data}/gramtab-opencorpora-int.json": json.dumps(tags).encode(),
            "pymorphy3_dicts_uk-2.4.1.1.1663094765.dist-info/METADATA": b"not for sale\n",
        }
    )
