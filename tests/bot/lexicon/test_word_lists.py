"""Making lexica: which words each recipe gathers, forms by the rules of Hunspell, the same bytes every time."""

import hashlib
import json
from pathlib import Path

import pytest

from bot.cli import main
from bot.lexicon.build import LEXICA_FOLDER, RECIPES, build_lexicon, check_words, compile_words
from bot.lexicon.languages import (
    SCOWL,
    TRNLP,
    UWU,
    SourceArchive,
    fetch_archive,
    generate_forms,
    parse_entries,
    parse_suffix_rules,
    read_own_list,
)
from engine.alphabet import load_alphabet
from engine.errors import DataError
from engine.lexicon import load_lexicon, read_lexicon
from tests.support.lexicon_archives import (
    UKRAINIAN_ADDITIONS,
    english_recipe,
    frequency_wheel,
    hunspell_affixes,
    hunspell_archive,
    make_deb,
    morphology_wheel,
    pinned_recipe,
    turkish_archive,
    turkish_recipe,
    ukrainian_archive,
)

TURKISH_LISTS = ("tr-short.txt", "tr-additions.txt", "tr-modern.txt")
ADDED = {word for name in TURKISH_LISTS for word in read_own_list(name, load_alphabet("tr"))}
TWO = set(read_own_list("en-two-letters.txt", load_alphabet("en")))
MODERN = set(read_own_list("en-modern.txt", load_alphabet("en")))
SCOWL_CATEGORIES = ("english", "american", "british", "british_z")


def test_turkish_headwords_are_gathered_and_everything_else_dropped(tmp_path: Path) -> None:
    report = build_lexicon("tr", tmp_path, tmp_path, turkish_recipe(tmp_path))
    words = set(read_lexicon(tmp_path, "tr").words())
    assert words - ADDED == {"KAĞIT", "GELMEK", "OKUMAK", "GÜLMEK", "GÜL"}
    assert words >= ADDED
    assert (report.provenance.steps["dropped: tr-left-out.txt"], report.provenance.steps["distinct"]) == (1, 5)
    assert report.provenance.added == {"tr-short.txt": 20, "tr-additions.txt": 1280, "tr-modern.txt": 186}


def test_english_lists_are_gathered_by_category_and_size(tmp_path: Path) -> None:
    lists = {f"{category}-words.50": f"{category.replace('_', '')}\n" for category in SCOWL_CATEGORIES}
    lists |= {
        "english-words.10": "cat\ncafé\ncat's\nok\nx\nGHz\nwhiskys\nppm\nmph\n",
        "english-abbreviations.95": "ppm\n",
        "british-abbreviations.35": "mph\n",
        "english-words.70": "kcal\ncsch\npsia\n",
        "variant_2-words.10": "landslidden\n",
        "english-upper.10": "london\n",
        "canadian-words.10": "toque\n",
        "special-hacker.50": "foobar\n",
    }
    report = build_lexicon("en", tmp_path, tmp_path, english_recipe(tmp_path, lists))
    words = set(read_lexicon(tmp_path, "en").words())
    assert {word for word in words if len(word) == 2} == TWO
    assert words - TWO - MODERN == {"CAT", "DOG", "CAFE", "ENGLISH", "AMERICAN", "BRITISH", "BRITISHZ"}
    assert report.provenance.steps["distinct"] == 7
    assert report.provenance.added == {"en-two-letters.txt": 101, "en-modern.txt": len(MODERN)}
    assert (tmp_path / "uwu-licence.txt").read_text("utf-8") == "MIT\n"


def test_ukrainian_forms_are_gathered_without_names_compounds_and_signs_of_measures(tmp_path: Path) -> None:
    entries = ("вода", "води", "Київ", "п'ять", "об’єкт", "ґанок", "будь-хто", "кг", "млрд", "й", "що", "їхати")
    build_lexicon(
        "uk", tmp_path, tmp_path, pinned_recipe("uk", tmp_path, hunspell_archive(), ukrainian_archive(*entries))
    )
    assert built_words(tmp_path) == {"ВОДА", "ВОДИ", "П'ЯТЬ", "ОБ'ЄКТ", "ҐАНОК", "ЩО", "ЇХАТИ"}


def built_words(folder: Path) -> set[str]:
    own = {line.partition("/")[0].upper() for line in UKRAINIAN_ADDITIONS}
    words = set(read_lexicon(folder, "uk").words())
    assert words >= own
    return words - own


def test_every_form_of_a_ukrainian_headword_is_made_and_names_have_none(tmp_path: Path) -> None:
    rules = hunspell_affixes(u="0 у [^аь]\n0 и [^аь]", p="ь я ь")
    newer = hunspell_archive("проєкт/u", "день/p", "Київ/u", "дрон/u", "екс-чемпіон/u", "км/u", rules=rules)
    older = ukrainian_archive("проект", "проєкт", "кушетка", "франція")
    report = build_lexicon("uk", tmp_path, tmp_path, pinned_recipe("uk", tmp_path, newer, older))
    forms = {"ПРОЄКТ", "ПРОЄКТУ", "ПРОЄКТИ", "ДЕНЬ", "ДЕНЯ", "ДРОН", "ДРОНУ", "ДРОНИ", "КМУ", "КМИ"}
    assert built_words(tmp_path) == forms | {"ПРОЕКТ", "КУШЕТКА"}
    assert report.provenance.steps["distinct"] == 12
    assert [source.files for source in report.provenance.sources] == [
        ("usr/share/hunspell/uk_UA.aff", "usr/share/hunspell/uk_UA.dic"),
        ("usr/share/dict/ukrainian",),
    ]


def test_a_reflexive_of_the_older_list_needs_a_verb_that_the_newer_one_has_not(tmp_path: Path) -> None:
    newer, older = hunspell_archive("дрімаю", "сміюся"), ukrainian_archive("дрімаюся", "дрімаюсь", "сміюся", "тулюся")
    build_lexicon("uk", tmp_path, tmp_path, pinned_recipe("uk", tmp_path, newer, older))
    assert built_words(tmp_path) == {"ДРІМАЮ", "СМІЮСЯ", "ТУЛЮСЯ"}


def test_of_a_copyright_file_on_many_things_the_paragraphs_on_what_is_used_ship(tmp_path: Path) -> None:
    build_lexicon(
        "uk", tmp_path, tmp_path, pinned_recipe("uk", tmp_path, hunspell_archive(), ukrainian_archive("вода"))
    )
    assert (tmp_path / "hunspell-uk-copyright.txt").read_text("utf-8") == (
        "Format: the usual one\n\n"
        "Files: dictionaries/uk_UA/*\nCopyright: somebody\nLicense: GPL-2+ or MPL-1.1\n\n"
        "License: GPL-2+\n share alike\n\nLicense: MPL-1.1\n with care\n"
    )


def test_common_words_are_the_frequent_ones_of_the_full_list(tmp_path: Path) -> None:
    table = frequency_wheel("large_uk", *[[]] * 700, ["вода", "київ", "xy"], *[[]] * 49, ["п’ять"], ["води"])
    archives = (hunspell_archive("вода", "води"), ukrainian_archive("п'ять", "ґанок", "Київ"), table)
    report = build_lexicon("uk-common", tmp_path, tmp_path, pinned_recipe("uk-common", tmp_path, *archives))
    assert set(read_lexicon(tmp_path, "uk-common").words()) == {"ВОДА", "П'ЯТЬ"}
    assert report.provenance.language == "uk"
    assert report.provenance.steps["among the frequent"] == 2
    assert [source.files for source in report.provenance.sources] == [
        ("usr/share/hunspell/uk_UA.aff", "usr/share/hunspell/uk_UA.dic"),
        ("usr/share/dict/ukrainian",),
        ("wordfreq/data/large_uk.msgpack.gz",),
    ]
    assert (tmp_path / "wordfreq-notice.txt").read_text("utf-8") == "## License\n\nshare alike\n"


def test_a_turkish_verb_is_common_when_one_of_its_forms_is(tmp_path: Path) -> None:
    table = frequency_wheel("small_tr", ["kağıt", "okuyor", "geldi", "gülle"])
    report = build_lexicon(
        "tr-common", tmp_path, tmp_path, pinned_recipe("tr-common", tmp_path, turkish_archive(), table)
    )
    assert set(read_lexicon(tmp_path, "tr-common").words()) == {"KAĞIT", "OKUMAK", "GELMEK"}
    assert report.provenance.steps["verbs by an everyday form"] == 2


def test_a_table_of_frequencies_in_another_format_is_refused(tmp_path: Path) -> None:
    for table in (
        frequency_wheel("small_tr", head={"format": "cB", "version": 2}),
        frequency_wheel("small_tr", head=[1]),
    ):
        recipes = pinned_recipe("tr-common", tmp_path, turkish_archive(), table)
        with pytest.raises(DataError, match=r"small_tr\.msgpack\.gz is no table of word frequencies"):
            build_lexicon("tr-common", tmp_path, tmp_path, recipes)


def test_singular_nouns_are_those_of_both_lists(tmp_path: Path) -> None:
    tags = ["NOUN,inan femn,nomn", "NOUN,inan plur,nomn", "VERB,impf infn", "NOUN,Name,anim masc,nomn"]
    forms = {"вода": (0, 0), "води": (0, 1), "пити": (1, 0), "петро": (2, 0), "україна": (0, 0)}
    paradigms = [[0, 0, 0, 1, 0, 0], [0, 2, 0], [0, 3, 0]]
    spellers = (hunspell_archive("вода", "пити"), ukrainian_archive("води", "петро", "Україна"))
    archives = (*spellers, morphology_wheel(forms, paradigms, tags))
    report = build_lexicon("uk-nouns", tmp_path, tmp_path, pinned_recipe("uk-nouns", tmp_path, *archives))
    assert set(read_lexicon(tmp_path, "uk-nouns").words()) == {"ВОДА"}
    assert (tmp_path / "pymorphy3-dicts-uk-notice.txt").read_text("utf-8") == "not for sale\n"
    assert report.provenance.steps["in both"] == 1


def test_a_list_that_is_not_as_expected_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="line 2 has 2 columns, not 6"):
        build_lexicon("tr", tmp_path, tmp_path, turkish_recipe(tmp_path, "a	b	c	d	e	f\nx	y\n"))


@pytest.mark.parametrize(("name", "own"), [("tr", ADDED), ("en", TWO | MODERN)])
def test_the_shipped_lexicon_holds_its_own_lists(name: str, own: set[str]) -> None:
    assert all(word in load_lexicon(name) for word in own)


@pytest.mark.parametrize("name", ["tr", "en", "uk"])
def test_the_shipped_lexicon_holds_nothing_that_is_left_out(name: str) -> None:
    assert not any(word in load_lexicon(name) for word in read_own_list(f"{name}-left-out.txt", load_alphabet(name)))


def test_neither_names_nor_abbreviations_nor_inflected_forms_are_turkish_headwords() -> None:
    forms = "ADAMI ASACAK TORUNLAR NASILSINIZ NEYMİŞ UZATMAYALIM ŞİMDİKİLER DEMİNDEN ELİNDEN"
    pronouns = "BENDEN SENDEN ONDAN BİZDEN SİZDEN ONLARDAN BUNDAN ŞUNDAN"
    held = [word for word in f"CC PH ADALAT ALLAH {forms} {pronouns}".split() if word in load_lexicon("tr")]
    assert held == []


@pytest.mark.parametrize(
    ("name", "own"), [*(("tr", own) for own in TURKISH_LISTS), ("en", "en-two-letters.txt"), ("en", "en-modern.txt")]
)
def test_every_word_of_our_own_lists_is_needed(name: str, own: str) -> None:
    assert load_lexicon(name).provenance.added[own] == len(read_own_list(own, load_alphabet(name)))


AFF = """\
# a remark
SET UTF-8
ICONV 1
ICONV ʼ '
SFX A Y 3
SFX A ка ці [^к]ка
SFX A кка цці кка
SFX A 0 ю [ао]
SFX b Y 2
SFX b ати ну (^|[^б])жати ### since somebody asked
SFX b ати у .жати
SFX ' N 1
SFX ' ь 0 .
"""


def forms_of(entry: str, aff: str = AFF) -> list[str]:
    return list(generate_forms("x.dic", parse_suffix_rules("x.aff", aff), parse_entries("x.dic", [entry])))


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ("вода", ["вода"]),
        ("вода/A", ["вода", "водаю"]),
        ("річка/A", ["річка", "річці", "річкаю"]),
        ("пережати/b", ["пережати", "пережну", "пережу"]),
        ("обжати/b", ["обжати", "обжу"]),
        ("день/A'", ["день", "ден"]),
        ("ь/'", ["ь"]),
    ],
)
def test_each_rule_applies_under_its_condition_and_never_takes_a_whole_word(entry: str, found: list[str]) -> None:
    assert forms_of(entry) == found


@pytest.mark.parametrize("entry", ["", "/A", "вода/A st:вода"])
def test_an_entry_that_is_more_than_a_word_with_flags_is_named(entry: str) -> None:
    with pytest.raises(DataError, match=r"x\.dic: .* is no word with flags"):
        list(parse_entries("x.dic", [entry]))


@pytest.mark.parametrize(
    "line",
    [
        "PFX N Y 1",
        "FLAG long",
        "COMPOUNDFLAG C",
        "SFX AB Y 1",
        "SFX C Y many\n",
        "SFX C Y 1\nSFX C 0 а",
        "SFX C Y 1\nSFX C 0 а/A б",
        "SFX C Y 1\nSFX C 0 а [а-я]",
    ],
)
def test_a_line_that_could_make_other_forms_is_named(line: str) -> None:
    with pytest.raises(DataError, match=r"x\.aff: line \d+"):
        parse_suffix_rules("x.aff", f"{AFF}{line}\n")


@pytest.mark.parametrize("count", [0, 2])
def test_fewer_or_more_rules_than_announced_are_named(count: int) -> None:
    with pytest.raises(DataError, match=r"x\.aff: of the rules C there are not as many as announced"):
        parse_suffix_rules("x.aff", f"SFX C Y {count}\nSFX C 0 а б\n")


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
@pytest.mark.parametrize("name", ["tr-common", "en-common"])
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
