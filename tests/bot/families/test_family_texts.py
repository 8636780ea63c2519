"""What a family brings of a language from its own room is checked, typed and listed like all else."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.handlers.general import all_command_rows
from bot.languages import LanguageError, languages
from bot.texts import Texts
from bot.user_input import options
from bot.user_input.command_names import command_menu, command_name, find_command
from bot.wording.speaker import Speaker
from engine.rulesets import shipped_rulesets
from tests.support.guess.in_bot import TEXTS, add_guess_family_to_bot
from tests.support.languages import LANGUAGES
from tools.check_texts import find_text_problems, main, message_arguments


@pytest.fixture
def texts(tmp_path: Path) -> Iterator[Path]:
    """The guessing game's texts, in a folder where they may be changed before they are read."""
    folder = tmp_path / "room" / "texts"
    shutil.copytree(TEXTS, folder)
    for module in TEXTS.parent.glob("*.py"):
        shutil.copy(module, folder.parent)
    with add_guess_family_to_bot(folder):
        yield folder


def change_text(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


@pytest.mark.repeats(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_familys_messages_are_among_those_that_are_checked(texts: Path, language: str) -> None:
    assert (texts / language).is_dir()
    assert {"guess-made", "turn-next"} <= message_arguments(language).keys()
    assert Texts().has_message(language, "guess-made")
    assert list(find_text_problems()) == []


@pytest.mark.repeats(2)
@pytest.mark.parametrize(
    ("language", "old", "new", "found"),
    [
        ("en", "guess-motif =", "guess-mark =", "en lacks the message guess-motif"),
        ("uk", "refusal-wrong-length =", "refusal-long =", "uk lacks the message refusal-wrong-length"),
        ("uk", "guess-motif =", "guess-more = 1\nguess-motif =", "tr lacks the message guess-more"),
        ("tr", "guess-motif =", "guess-more = 1\nguess-motif =", "tr: nothing asks for the message guess-more"),
        ("tr", "refusal-wrong-length", "refusal-no", "tr lacks refusal-wrong-length, which says why something is"),
        ("uk", "{ $letters }", "{ $letter }", "arguments"),
        ("tr", ' Ya da { COMMAND("guess") } CRANE yazın.', "", "tr: no message of the help names the command guess"),
    ],
)
def test_a_message_that_a_family_lacks_or_has_too_much_is_named(
    texts: Path, language: str, old: str, new: str, found: str
) -> None:
    file = texts / language / "guess.ftl"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    assert any(found in problem for problem in find_text_problems())


def test_a_message_that_the_bot_has_already_is_said_in_one_sentence(
    texts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change_text(texts / "en" / "guess.ftl", "guess-motif =", "turn-next = 1\nguess-motif =")
    assert main() == 1
    assert capsys.readouterr().err == "en has the message 'turn-next' twice\n"


def test_a_familys_command_stands_in_the_menus_behind_the_others(texts: Path) -> None:
    assert texts.is_dir()
    assert all_command_rows()["guess"].allowed_users == "mover"
    assert command_menu("tr")[-1] == ("tahmin", "Kelimeyi tahmin edin: CRANE")
    assert command_name("guess", "uk") == "guess"
    assert find_command("tahmin") == "guess"


@pytest.mark.parametrize(
    ("text", "chosen"),
    [("turns=few", {"rounds": "4"}), ("TUR=çok", {"rounds": "8"}), ("ходи=6", {"rounds": "6"})],
)
def test_a_familys_options_are_typed_and_told_in_its_own_words(texts: Path, text: str, chosen: dict[str, str]) -> None:
    assert texts.is_dir()
    ruleset = shipped_rulesets()["guess-en"]
    assert options.parse_options(text, ruleset, ("builtin",)) == chosen
    assert languages().find_meaning("games", "hidden") == "guess-en"
    resolved = options.apply_options(ruleset, {"rounds": "4"}, ("builtin",))
    told = {name: option.default for name, option in resolved.options().items()}
    assert "Turns: four each" in Speaker(Texts(), "en").option_lines("guess-en", told)


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('rounds = ["turns"]', 'rounds = ["turns"]\nclock = ["hour"]\nbag = ["sack"]', ""),
        ('rounds = ["turns"]', 'rounds = ["turns"]\ncentre = ["middle"]', "options.centre: it stands in another file"),
        ('guess = { name = "guess"', 'new = { name = "guess"', "commands.new: it stands in another file"),
        ("[games]", "[game]", "game: there is no such section"),
    ],
)
def test_a_key_that_stands_elsewhere_already_is_refused(texts: Path, old: str, new: str, wrong: str) -> None:
    change_text(texts / "en" / "typed.toml", old, new)
    if not wrong:
        assert languages().find_meaning("options", "sack") == "bag"
        return
    with pytest.raises(LanguageError, match=f"en/typed.toml: {wrong}"):
        languages()


def test_a_family_cannot_bring_a_language_that_is_none(texts: Path) -> None:
    shutil.copytree(texts / "en", texts / "de")
    with pytest.raises(LanguageError, match=r"de/typed.toml: order is missing"):
        languages()
