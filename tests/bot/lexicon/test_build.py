"""Making lexica: from pinned archives, the same bytes every time, and nothing made from a wrong one."""

import hashlib
import json
from pathlib import Path

import pytest

from bot.cli import main
from bot.lexicon.build import LEXICA_FOLDER, RECIPES, build_lexicon, check_words, compile_words
from bot.lexicon.languages import SCOWL, TRNLP, UWU, SourceArchive, fetch_archive
from engine.errors import DataError
from engine.lexicon import load_lexicon
from tests.support.lexicon_archives import make_deb, pinned_recipe, turkish_recipe


def test_building_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    recipes = turkish_recipe(tmp_path)
    first = build_lexicon("tr", tmp_path, tmp_path, recipes)
    names = ("tr.dawg", "tr.json", "trnlp-licence.txt")
    before = {name: (tmp_path / name).read_bytes() for name in names}
    second = build_lexicon("tr", tmp_path, tmp_path, recipes)
    assert {name: (tmp_path / name).read_bytes() for name in names} == before
    assert (first.changed, second.changed) == (True, False)
    assert before["trnlp-licence.txt"] == b"GPL\n"


@pytest.mark.repeats(1)
@pytest.mark.parametrize("name", ["tr-common", "en-common", "tr", "en"])
def test_the_shipped_graph_is_what_its_words_compile_to(name: str) -> None:
    graph = compile_words(frozenset(load_lexicon(name).words()))
    assert hashlib.sha256(graph).hexdigest() == load_lexicon(name).hash


@pytest.mark.parametrize("name", [name for name, pinned_recipe in RECIPES.items() if pinned_recipe.is_shipped])
def test_the_shipped_provenance_names_the_pinned_archives(name: str) -> None:
    sources = load_lexicon(name).provenance.sources
    assert [(source.archive, source.version, source.sha256) for source in sources] == [
        (pin.archive, pin.version, pin.sha256) for pin in RECIPES[name].pins
    ]


def test_a_list_that_no_package_has_lies_in_the_repository_as_it_is_pinned(tmp_path: Path) -> None:
    archive = SourceArchive(UWU, tmp_path)
    assert archive.read_text(UWU.archive).split()[:2] == ["AA", "AAH"]
    assert archive.read_licence() == (LEXICA_FOLDER / UWU.licence_file).read_text("utf-8")


def test_another_archive_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / TRNLP.archive).write_bytes(b"something else")
    found = hashlib.sha256(b"something else").hexdigest()
    with pytest.raises(DataError, match=f"{TRNLP.archive}: SHA-256 is {found}, expected {TRNLP.sha256}"):
        build_lexicon("tr", tmp_path, tmp_path)
    assert not (tmp_path / "tr.dawg").exists()


def test_a_missing_archive_is_named_with_the_command_that_gets_it(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=rf"{SCOWL.archive}: no such file; get it with: apt-get download scowl"):
        build_lexicon("en", tmp_path, tmp_path)


@pytest.mark.parametrize(
    ("language", "content"), [("tr", b"no tar"), ("uk", b"no deb"), ("uk", make_deb({"data.tar.xz": b"no tar"}))]
)
def test_a_damaged_archive_is_refused(tmp_path: Path, language: str, content: bytes) -> None:
    with pytest.raises(DataError, match="cannot be unpacked"):
        build_lexicon(
            language, tmp_path, tmp_path, pinned_recipe(language, tmp_path, *[content] * len(RECIPES[language].pins))
        )


def test_a_client_that_is_missing_is_named_with_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DataError, match="apt-get is not installed; get the file by hand: apt-get download scowl"):
        fetch_archive(SCOWL, tmp_path)


def test_check_gives_each_lexicons_verdict_on_each_word() -> None:
    names = ["en", "tr", "uk"]
    verdicts = [(each.text, each.lexicon, each.word, each.finding) for each in check_words(["kâğıt", "qi", "a"], names)]
    assert verdicts == [
        ("kâğıt", "en", "KÂĞIT", "not_letters"),
        ("kâğıt", "tr", "KAĞIT", "word"),
        ("kâğıt", "uk", "KÂĞIT", "not_letters"),
        ("qi", "en", "QI", "word"),
        ("qi", "tr", "Qİ", "not_letters"),
        ("qi", "uk", "QI", "not_letters"),
        ("a", "en", "A", "too_short"),
        ("a", "tr", "A", "too_short"),
        ("a", "uk", "A", "not_letters"),
    ]


@pytest.mark.parametrize(
    ("name", "words", "finding"),
    [
        ("tr", "ÇAN AKREP UFO PANDEMİ BLOG", "word"),
        ("tr", "KALAYBALIK KİTAPLAR GELDİ", "unknown"),
        ("en", "CAFE FIANCEE JALAPENO SUDOKU WIFI NIQAB EMOJI BLOG SELFIE HASHTAG QI ZA", "word"),
        ("en", "KCAL CSCH PSIA HTML SITU NAUSEAM OK DA", "unknown"),
        ("tr", "DRON EMOJİ BARİSTA LATTE YOUTUBER SELFİE MI Mİ MU MÜ", "word"),
        ("tr", "DRONLAR TC USB", "unknown"),
        ("en", "PILATES BURPEE BURPEES BAE COVID JPEG LOL", "word"),
        ("en", "OMG WTF HTTP FBI LONDON", "unknown"),
        ("uk", "ПРОЄКТ ПРОЄКТУ ПРОЄКЦІЯ МЕДІА ФОЄ ДРОН МЕМ ТВІТ СЕЛФІ ЕМОДЗІ ХЕШТЕГ БЛЕКАУТ КОРОНАВІРУС", "word"),
        ("uk", "ЛАЙК ЛАЙКІВ ЛОКДАУНУ ПОЛІЦЕЙСЬКОГО ФОТОГРАФКА ФОТОГРАФКОЮ ПРИЙОМ", "word"),
        ("uk", "ПРОЕКТ ФОЙЄ МАЙЯ МІЛІЦЕЙСЬКИЙ ДОСТАВКА КУШЕТКА ВЕСТИБУЛЬ", "word"),
        ("uk", "ХАРКІВ УКРАЇНА ФРАНЦІЯ ШЕВЧЕНКОВІ ООН КГ МЛРД ККАЛ ТАЩИТИ ДРІМАЮСЯ", "unknown"),
    ],
)
def test_the_words_that_people_missed_count_and_abbreviations_do_not(name: str, words: str, finding: str) -> None:
    assert [(each.word, each.finding) for each in check_words(words.split(), [name])] == [
        (word, finding) for word in words.split()
    ]


def test_the_command_says_yes_or_no_and_its_status_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lexicon", "check", "kalem", "--lexicon", "tr"]) == 0
    assert capsys.readouterr().out == "KALEM\ttr\tyes\n"
    assert main(["lexicon", "check", "kalem", "geldi", "--lexicon", "tr"]) == 1
    assert capsys.readouterr().out == "KALEM\ttr\tyes\nGELDİ\ttr\tno\n"


def test_the_command_answers_a_program_with_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["lexicon", "check", "ev", "--lexicon", "tr", "--json"])
    assert json.loads(capsys.readouterr().out) == [
        {"text": "ev", "lexicon": "tr", "word": "EV", "finding": "word", "valid": True}
    ]
