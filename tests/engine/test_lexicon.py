"""The lexica that ship: what is a word, what is none, and what becomes of a damaged file."""

import json
import shutil
from importlib.resources import as_file, files
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.alphabet import load_alphabet
from engine.errors import DataError
from engine.lexicon import ChangedLexicon, load_lexicon, read_lexicon

LEXICA = files("engine").joinpath("lexica")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("tr.dawg", "tr.json"):
        with as_file(LEXICA.joinpath(name)) as path:
            shutil.copy(path, tmp_path)
    return tmp_path


NAMES = ("en", "en-common", "tr", "tr-common", "uk", "uk-common")
WORDS = {
    "tr": ("KALEM", "KAĞIT", "GELMEK", "OKUMAK", "EV", "İĞNE", "ISI", "SAAT", "DE", "YE", "ÜÇLEŞMEK", "HAL"),
    "en": ("QI", "ZA", "KA", "AA", "QUETZALS", "COLOUR", "COLOR", "ORGANISE", "ORGANIZE"),
    "uk": (
        "ВОДА", "ВОДИ", "ВОДОЮ", "МОЛОКО", "СЛАВА", "ЩО", "ЇЇ", "П'ЯТЬ", "СІМ'Я", "КРОВ'Ю", "ҐАНОК", "ҐРУНТ", "ҐУДЗИК",
        "ЩАСТЯ", "ЇЖАК", "ЄНОТ", "ЙОД", "ПИШУТЬ", "ЧЕРВОНОГО",
    ),
}  # fmt: skip
"""Headwords of Turkish; forms of English and Ukrainian."""
NO_WORDS = {
    "tr": (
        "GELDİ", "KİTAPLAR", "EVDE", "ANKARA", "GELMAK", "OKUMEK", "GEL", "KÂĞIT", "kalem", "KALEMİ", "TBMM", "A", "",
    ),
    "en": ("DA", "OK", "GI", "TE", "CS", "LONDON", "CAFÉ", "DON'T", "XQZ", "cat"),
    "uk": ("УКРАЇНА", "ЛЬВІВ", "КГ", "МЛРД", "А", "П’ЯТЬ", "ПЯТЬ", "ҐОЛОВА", "БУДЬ-ХТО", "вода", "ВОДAМ", "ЫЫ"),
}  # fmt: skip
"""Inflected forms of Turkish, stems, names, abbreviations, measures, misspellings, look-alikes, later short words."""


@pytest.mark.parametrize("language", ["tr", "en", "uk"])
def test_a_language_has_its_words_and_no_others(language: str) -> None:
    words = load_lexicon(language)
    assert [word for word in WORDS[language] if word not in words] == []
    assert [word for word in NO_WORDS[language] if word in words] == []


@pytest.mark.parametrize(
    ("name", "known", "strange"),
    [
        ("tr-common", "KALEM EV GELMEK OKUMAK KAĞIT", "ÜÇLEŞMEK KALEMTIRAŞ"),
        ("en-common", "HOUSE WRITTEN COLOUR COLOR QI", "ZYMURGY QUETZALS"),
        ("uk-common", "ВОДА ВОДОЮ МОЛОКО П'ЯТЬ СІМ'Я", "ЗВУКОПРОПУСКАННІ ҐАВ"),
    ],
)
def test_common_words_are_fewer_of_the_alphabet_and_all_in_the_full_list(name: str, known: str, strange: str) -> None:
    common, full = load_lexicon(name), load_lexicon(name.removesuffix("-common"))
    assert all(word in common for word in known.split())
    assert all(word in full and word not in common for word in strange.split())
    letters = set(load_alphabet(full.provenance.language).letters)
    assert all(word in full and letters.issuperset(word) and len(word) >= 2 for word in common.words())


@pytest.mark.parametrize("name", ["tr", "en", pytest.param("uk", marks=pytest.mark.repeat)])
def test_every_word_is_normalised_and_of_the_alphabet(name: str) -> None:
    letters = set(load_alphabet(name).letters)
    assert all(letters.issuperset(word) and len(word) >= 2 for word in load_lexicon(name).words())


def test_prefixes_are_known() -> None:
    words = load_lexicon("tr")
    assert [words.has_prefix(prefix) for prefix in ("", "KALE", "KALEM", "Ğ", "KALEMX")] == [
        True, True, True, False, False,
    ]  # fmt: skip
    assert list(islice(words.words("KALEMT"), 2)) == ["KALEMTIRAŞ"]


def test_the_provenance_names_sources_whose_licence_ships() -> None:
    for name in NAMES:
        for source in load_lexicon(name).provenance.sources:
            assert source.version.replace(":", "%3a") in source.archive
            assert len(LEXICA.joinpath(source.licence_file).read_text(encoding="utf-8")) > 1000


def test_a_missing_graph_is_named_with_the_remedy(folder: Path) -> None:
    (folder / "tr.dawg").unlink()
    with pytest.raises(DataError, match=r"tr\.dawg.*harfiyen lexicon build tr"):
        read_lexicon(folder, "tr")


def test_one_flipped_byte_is_found_and_named(folder: Path) -> None:
    graph = bytearray((folder / "tr.dawg").read_bytes())
    graph[1000] ^= 1
    (folder / "tr.dawg").write_bytes(graph)
    with pytest.raises(DataError, match=r"lexica/tr\.dawg: SHA-256 is [0-9a-f]{64}, expected .*lexicon build tr"):
        read_lexicon(folder, "tr")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"schema": 99}, "schema 99"),
        ({"name": "en"}, "of 'en'"),
        ({"colour": 1}, "unknown field"),
        ({"words": "x"}, "words"),
    ],
)
def test_a_wrong_provenance_is_named_with_the_remedy(folder: Path, change: dict[str, object], complaint: str) -> None:
    path = folder / "tr.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | change), encoding="utf-8")
    with pytest.raises(DataError, match=rf"lexica/tr\.json: .*{complaint}.*lexicon build tr"):
        read_lexicon(folder, "tr")


SOME = st.frozensets(st.sampled_from(["KALEM", "KALEMLİK", "KALE", "KALKMAK", "KAZ", "KAZZ", "KAAA", "KZZZ", "KAL"]))


@settings(max_examples=12)
@given(added=SOME, removed=SOME, prefix=st.sampled_from(["K", "KA", "KALE", "KALEM", "KAZZ", "KZ", "KAAAA"]))
def test_a_changed_lexicon_agrees_with_a_set(added: frozenset[str], removed: frozenset[str], prefix: str) -> None:
    expected = (set(load_lexicon("tr").words("K")) | added) - removed
    ours = ChangedLexicon(load_lexicon("tr"), added, removed)
    assert list(ours.words(prefix)) == sorted(word for word in expected if word.startswith(prefix))
    assert ours.has_prefix(prefix) == any(word.startswith(prefix) for word in expected)
    assert all((word in ours) == (word in expected) for word in added | removed)
    assert len(ours) - len(load_lexicon("tr")) == len(expected) - sum(1 for _ in load_lexicon("tr").words("K"))
