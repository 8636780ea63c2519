"""What a family brings along: texts that are checked, and a painter for every theme."""

import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from bot import pictures as drawing
from bot.handlers.general import all_command_rows
from bot.languages import LanguageError, languages
from bot.pictures import PICTURE_WIDTH
from bot.texts import Texts
from bot.user_input import options
from bot.user_input.commands import command_menu, command_name, find_command
from bot.wording.speaker import Speaker
from engine.game_base import GameSetup
from engine.lobby_seats import Seat
from engine.rulesets import parse_ruleset, shipped_rulesets
from render import Painter
from render.theme import THEMES
from tests.support.games import NOW
from tests.support.guess import painter, rules
from tests.support.guess.chat import TEXTS, GuessSketch, add_guess_family_to_bot
from tests.support.guess.family import register_guess_family
from tests.support.guess.painter import TILE
from tests.support.guess.rules import GameView, Guessed, Ruleset
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
    [("turns=few", {"guesses": "4"}), ("TUR=çok", {"guesses": "8"}), ("ходи=6", {"guesses": "6"})],
)
def test_a_familys_options_are_typed_and_told_in_its_own_words(texts: Path, text: str, chosen: dict[str, str]) -> None:
    assert texts.is_dir()
    ruleset = shipped_rulesets()["guess-en"]
    assert options.parse_options(text, ruleset, ("builtin",)) == chosen
    assert languages().find_meaning("games", "hidden") == "guess-en"
    resolved = options.apply_options(ruleset, {"guesses": "4"}, ("builtin",))
    told = {name: option.default for name, option in resolved.options().items()}
    assert "Turns: four each" in Speaker(Texts(), "en").option_lines("guess-en", told)


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('guesses = ["turns"]', 'guesses = ["turns"]\nclock = ["hour"]\nbag = ["sack"]', ""),
        (
            'guesses = ["turns"]',
            'guesses = ["turns"]\ncentre = ["middle"]',
            "options.centre: it stands in another file",
        ),
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


def view_with_guess(marks: str) -> GameView:
    """The group's view of a game with one guess."""
    with register_guess_family():
        ruleset = parse_ruleset((Path(painter.__file__).parent / "guess-en.toml").read_text("utf-8"), "guess-en.toml")
    assert isinstance(ruleset, Ruleset)
    seats = (Seat(1, "Kiraz"), Seat(2, "Limon"))
    state, _ = rules.new_game(
        ruleset, GameSetup(seats=seats, host=1, secret="7f" * 32, message=7, lexicon="en", begins=NOW)
    )
    return replace(rules.view(state, None), guesses=(Guessed(0, "CRANE", marks, 0),))


def open_png(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("theme", THEMES)
def test_it_draws_in_every_theme_with_the_tiles_of_all(theme: str) -> None:
    painter, view = Painter(theme, PICTURE_WIDTH), view_with_guess("=----")
    picture = open_png(GuessSketch(theme, view, "Guess").paint(painter))
    assert picture.width == PICTURE_WIDTH
    page = tuple(bytes.fromhex(THEMES[theme].colours["page"][1:]))
    assert picture.getpixel((PICTURE_WIDTH - 1, picture.height - 1)) == page
    assert picture.getpixel((20 + TILE // 2, picture.height - 10)) != page


def test_what_a_guess_was_marked_with_is_seen() -> None:
    pictures = {
        GuessSketch("light", view_with_guess(marks), "Guess").paint(Painter()) for marks in ("-----", "+----", "=----")
    }
    assert len(pictures) == 3


def test_a_changed_painter_of_a_family_is_another_way_of_drawing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = tmp_path / "bot" / "families" / "guess" / Path(painter.__file__).name
    written.parent.mkdir(parents=True)
    (tmp_path / "render").mkdir()
    monkeypatch.setattr(drawing, "files", tmp_path.joinpath)
    versions = set()
    for text in ("", "TILE = 1", "TILE = 2"):
        written.write_text(text, "utf-8")
        versions.add(drawing.drawing_version.__wrapped__())
    assert len(versions) == 3
