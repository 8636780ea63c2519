"""Forms by the suffix rules of Hunspell, and refusal of every rule that is not one of those that are known."""

import pytest

from bot.lexicon.languages import generate_forms, parse_entries, parse_suffix_rules
from engine.errors import DataError

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
