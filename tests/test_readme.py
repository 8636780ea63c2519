"""What the README promises: the commands, settings, figures and links in it are those of the program."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import pytest

from bot import gallery, samples
from bot.announce.wording import Wording
from bot.cli import COMMANDS as SUBCOMMANDS
from bot.cli import main
from bot.config import SETTINGS
from bot.dictionaries import Kind
from bot.doctor import installation
from bot.handlers.lobby import called
from bot.handlers.options import known, read, typable
from bot.handlers.optionwords import option_meant, value_meant, value_word
from bot.inbound import COMMANDS
from bot.lexicon.recipes import RECIPES
from bot.texts import Texts
from engine.alphabet import alphabet
from engine.crossword.notation import parse
from engine.crossword.ruleset import ChallengeMode
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.errors import Refusal
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.lexicon import lexicon
from engine.rng import commitment
from engine.rulesets import Ruleset, crosswords, rulesets

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
KINDS: Final[tuple[Kind, ...]] = ("builtin", "common", "live")
OFFLINE = {"rules", "simulate", "replay", "board", "lexicon"}
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def section(title: str, level: str = "##") -> str:
    """The text below a heading, up to the next one that is not below it."""
    text = README.split(f"\n{level} {title}\n", 1)[1]
    return re.split(rf"\n#{{2,{len(level)}}} ", text, maxsplit=1)[0]


def rows(text: str) -> Iterator[list[str]]:
    """The rows of every table, without headings and rules; a ``|`` in a cell is not foreseen."""
    table = False
    for line in text.splitlines():
        if not line.startswith("|"):
            table = False
        elif set(line) <= set("|-: "):
            table = True
        elif table:
            yield [cell.strip() for cell in line.strip("|").split("|")]


def anchors(page: Path) -> set[str]:
    """The fragments that lead to a page's headings, as the usual viewers of Markdown make them."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def quoted(cell: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`(.+?)`", cell)


def options_told() -> list[list[str]]:
    """The rows of the table of options: names, other names, values."""
    return list(rows(section("Options of a table", "###")))


def figures(ruleset: Ruleset) -> list[str]:
    """A game's cells in the README's table, after its title."""
    players = ruleset.players
    count = f"{players.least}" if players.least == players.most else f"{players.least}–{players.most}"
    if isinstance(ruleset, KlepkaRuleset):
        size = f"{ruleset.cards.columns}×{ruleset.cards.rows}"
        own = ["–", "–", f"the word {ruleset.instant_win}"]
    else:
        size = f"{ruleset.columns}×{len(ruleset.board.rows)}"
        own = [f"{ruleset.rack}", f"+{ruleset.scoring.bingo}", f"{run_ending(ruleset)} in a row"]
    return [f"`{ruleset.id}`", count, size, f"{ruleset.tiles}", *own]


def run_ending(ruleset: CrosswordRuleset) -> str:
    """The run of turns that ends a game with the least players; for each player where only that counts."""
    run = ruleset.ending.run
    kind = {"passes": "passes", "scoreless": "scoreless turns"}[run.counts]
    each = run.turns < run.per_player * ruleset.players.least
    return f"{run.per_player} {kind} each" if each else f"{run.turns} {kind}"


def test_the_table_of_commands_has_every_command_by_both_names() -> None:
    told = [tuple(row[:2]) for row in rows(section("Commands"))]
    assert sorted(told) == sorted((f"`/{turkish}`", f"`/{english}`") for turkish, english in COMMANDS.values())


def test_the_turkish_part_has_every_turkish_command() -> None:
    told = set(re.findall(r"/([a-z]+)", section("Türkçe")))
    assert {turkish for turkish, _ in COMMANDS.values()} - {"start"} <= told


def test_no_command_is_told_that_does_not_exist() -> None:
    known = {name for names in COMMANDS.values() for name in names} | {"newbot", "setprivacy"}
    assert set(re.findall(r"`/([a-z]+)(?=[`@ ])", README)) <= known


def test_the_table_of_settings_has_every_setting_in_order() -> None:
    assert [row[0] for row in rows(section("Settings"))] == [f"`{name}`" for name in SETTINGS]


def test_every_subcommand_is_told_and_none_besides() -> None:
    told = set(re.findall(r"(?:bin/|`)harfiyen ([a-z]+)", README))
    assert told == set(SUBCOMMANDS)


def shown_runs() -> list[tuple[list[str], str]]:
    """The commands of the README that need neither network nor Redis, in order, each with the output shown."""
    blocks = re.findall(r"^```console\n\$ \.venv/bin/harfiyen (.+)\n((?:.*\n)*?)```$", README, re.MULTILINE)
    return [(shlex.split(command), output) for command, output in blocks if command.split()[0] in OFFLINE]


def expanded(word: str, folder: Path) -> list[str]:
    """What a shell makes of a word: the files it stands for, else the word itself."""
    return [str(file.relative_to(folder)) for file in sorted(folder.glob(word))] or [word]


def test_commands_print_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    runs = shown_runs()
    assert {command for (command, *_), _ in runs} == OFFLINE
    for arguments, output in runs:
        main([part for word in arguments for part in expanded(word, tmp_path)])
        assert capsys.readouterr().out == output


def test_the_secret_shown_fits_its_seal() -> None:
    secret, seal = re.findall(r"\b[0-9a-f]{64}\b", section("Secrecy and fairness"))
    assert commitment(secret) == seal


def test_the_table_of_games_has_the_figures_of_the_rulesets() -> None:
    told = {row[0]: row[1:] for row in rows(section("The games").split("\n### ")[0])}
    assert told == {ruleset.title["en"]: figures(ruleset) for ruleset in rulesets().values()}


def test_further_bags_are_told_with_their_size() -> None:
    text = section("The games")
    for ruleset in crosswords().values():
        for name, bag in ruleset.bags.items():
            if name != ruleset.bag:
                assert f"`{name}`" in text
                assert f"{bag.tiles} tiles" in text


def test_the_random_cell_and_the_least_bag_are_those_of_the_rulesets() -> None:
    text = " ".join(section("The games").split())
    for ruleset in crosswords().values():
        assert f"an exchange needs at least {ruleset.exchange.least_in_bag} tiles in the bag" in text
        if ruleset.scoring.cell is not None:
            assert f"gets {ruleset.scoring.cell.points} points more" in text


def test_every_option_is_told_and_its_names_are_understood() -> None:
    told = {
        name: row[2] for row in rows(section("Options of a table", "###")) for name in re.findall(r"`(.+?)`", row[0])
    }
    assert set(told) == {name for ruleset in rulesets().values() for name in known(ruleset, KINDS)}
    for row in options_told():
        names = quoted(row[0])
        for name in quoted(row[1]):
            able = [ruleset for ruleset in rulesets().values() if set(names) <= known(ruleset, KINDS).keys()]
            with pytest.raises(Refusal) as caught:
                read(f"{name}=x", able[0], KINDS)
            assert option_meant(name) in names
            assert caught.value.fields["option"] == name


def test_every_value_of_an_option_is_told() -> None:
    told = {
        name: row[2] for row in rows(section("Options of a table", "###")) for name in re.findall(r"`(.+?)`", row[0])
    }
    for ruleset in rulesets().values():
        for name, option in known(ruleset, KINDS).items():
            if name not in {"clock", "window"} and len(option.values) > 1:
                assert [value for value in option.values if f"`{value}`" not in told[name]] == []


def words_told(cell: str) -> dict[str, set[str]]:
    """The words that people type, in parentheses behind each value: ``void`` (``yok``, ``немає``)."""
    return {value: set(quoted(words)) for value, words in re.findall(r"`([^`]+)` \((`[^)]+)\)", cell)}


def test_the_words_told_for_a_value_are_understood() -> None:
    for row in options_told():
        (option,) = quoted(row[0])
        for value, words in words_told(row[2]).items():
            assert {value_meant(option, word) for word in words} == {value}


@pytest.mark.parametrize("language", ["tr", "uk"])
def test_every_value_with_a_word_in_a_language_is_told_with_it(language: str) -> None:
    told = {option: words_told(row[2]) for row in options_told() for option in quoted(row[0])}
    for ruleset in rulesets().values():
        for option, choice in known(ruleset, KINDS).items():
            for value in choice.values:
                word = value_word(option, value, language)
                assert word in {None, value} or len(choice.values) == 1 or word in told[option][value], (option, value)


def test_the_times_to_challenge_are_told() -> None:
    (told,) = (quoted(row[2]) for row in options_told() if row[0] == "`window`")
    ruleset = crosswords()["scrabble-en"]
    times = known(ruleset, KINDS)["window"].values
    assert told[: len(times)] == [typable("window", time, ruleset, "en") for time in times]
    for word in told:
        assert read(f"window={word}", ruleset, KINDS)["window"] in times


def test_the_doctor_finds_what_is_shown() -> None:
    shown = set(re.findall(r"^✓ .+$", README, re.MULTILINE))
    found = {re.sub(r"\b\d+ messages", "… messages", str(check)) for check in installation()}
    varying = ("✓ Python:", "✓ pictures:")
    assert {line for line in found if not line.startswith(varying)} <= shown
    assert {line for line in shown if line.startswith(("✓ lexicon", "✓ texts"))} <= found


def test_every_clock_is_told_the_default_first() -> None:
    games = section("Challenges and clocks", "###").split("**Clocks**")[1]
    told = {game: quoted(row[1]) for row in rows(games) for game in quoted(row[0])}
    options = {name: known(ruleset, KINDS)["clock"] for name, ruleset in rulesets().items()}
    assert {name: sorted(clocks) for name, clocks in told.items()} == {
        name: sorted(option.values) for name, option in options.items()
    }
    assert {name: clocks[0] for name, clocks in told.items()} == {
        name: option.default for name, option in options.items()
    }


def test_every_way_to_challenge_has_its_price() -> None:
    prices = section("Challenges and clocks", "###").split("**Clocks**")[0]
    told = {name for row in rows(prices) for name in quoted(re.sub(r"\(.+?\)", "", row[0]))}
    assert told == set(get_args(ChallengeMode)) - {"void"}


@pytest.mark.parametrize("table", sorted(set(re.findall(r"`/(?:yeni|new) ([^`]+)`", README))))
def test_every_table_told_can_be_opened(table: str) -> None:
    name, _, options = table.partition(" ")
    ruleset = called(name)
    assert bool(read(options, ruleset, KINDS)) == bool(options)


@pytest.mark.parametrize("name", sorted(name for name, recipe in RECIPES.items() if recipe.ships))
def test_the_table_of_word_lists_has_their_size(name: str) -> None:
    told = {row[0]: row[1] for row in rows(section("Dictionaries, fonts, licences"))}
    assert told[f"`{name}`"] == f"{len(lexicon(name)):,}"


@pytest.mark.parametrize("move", sorted(set(re.findall(r"`/oyna(?:@\w+)? ([^`…]+)`", README)) - {"H8 yatay WORD"}))
def test_every_move_told_can_be_read(move: str) -> None:
    assert parse(move, alphabet("tr")).signs


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_or_a_heading(page: Path) -> None:
    text = page.read_text("utf-8")
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    for target in targets:
        if re.match(r"https?://", target):
            continue
        path, _, fragment = target.partition("#")
        aim = page.parent / path if path else page
        assert aim.exists(), target
        assert not fragment or fragment in anchors(aim), target


def test_the_folders_told_exist() -> None:
    for row in rows(section("Where things are")):
        for name in re.findall(r"`([a-z_/]+/)`", row[0]):
            assert (ROOT / name).is_dir(), name


def test_the_picture_of_the_board_is_small() -> None:
    assert (ROOT / "docs" / "gallery" / "board-light.png").stat().st_size <= 60_000


def test_the_caption_shown_is_that_of_the_picture() -> None:
    board = samples.seen(gallery.middle())
    words, title = Wording(Texts(), "tr"), rulesets()["kelimelik"].title
    caption = re.sub(r"<[^>]+>|[\u2068\u2069]", "", f"{words.last(board)}\n\n{words.standing(board, title, 'tr')}")
    shown = re.search(r"^Harfiyen: (.*?)\n +\[🔤", README, re.MULTILINE | re.DOTALL)
    assert shown is not None
    assert [line.strip() for line in shown[1].splitlines()] == caption.splitlines()
