"""What holds for every page: links lead somewhere; commands, moves, tables and buttons that are told exist."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from bot.cli import COMMANDS as SUBCOMMANDS
from bot.config import SETTINGS
from bot.handlers.game_options import find_game
from bot.judges.word_judge import DictionaryKind
from bot.languages import languages
from bot.lexicon.build import RECIPES
from bot.store.keys import KEYS
from bot.tables.forgetting import ERASED, KEPT
from bot.texts import read_language_source
from bot.user_input.commands import command_name, load_vocabulary
from bot.user_input.options import parse_options
from engine.alphabet import load_alphabet
from engine.crossword import notation
from engine.lexicon import load_lexicon
from engine.rng import commitment
from engine.rulesets import shipped_rulesets
from tests.animation.scene import BEFORE, NAMES, shown_position
from tests.docs.sample_chats import shown_chat, told_answer
from tests.support.checkout import (
    DOCS,
    READER_PAGES,
    README,
    ROOT,
    heading_anchors,
    language_of,
    link_targets,
    list_items,
    page_section,
    page_text,
    table_rows,
    tracked,
)
from tests.support.languages import LANGUAGES

LINKED = [
    *READER_PAGES,
    ROOT / "CHANGELOG.md",
    ROOT / "SECURITY.md",
    *sorted((DOCS / "decisions").glob("*.md")),
    DOCS / "gallery" / "README.md",
]
RULES = DOCS / "rules.md"
HEADINGS = re.compile(r"^##+ (\d+(?:\.\d+)?)\.? ", re.MULTILINE)
NAMED = re.compile(r"RULES ([^)\"`|:;]*)")
"""What follows the name of the page, up to where something else begins."""
PLACE = re.compile(r"§(\d+(?:\.\d+)?)(?:–(\d+(?:\.\d+)?))?")
READINGS = re.compile(r"§8,? (?:nos?\.|row) ((?:\d+[a-z]?(?:–|, | and )?)+)")
READING = re.compile(r"\*\*(\d+[a-z]?)\*\* .+: .+ \*Reading:\* .+ \*Why:\* ")
"""How an item of the readings begins: its number, which texts are unclear, where, and how they are read."""
TONGUES = {"en": "English", "tr": "Turkish", "uk": "Ukrainian"}
OF_BOTFATHER = {"newapp", "newbot", "setinline", "setinlinefeedback", "setprivacy"}


def told(pattern: str) -> list[tuple[Path, str]]:
    """Whatever the pages tell that fits a pattern, once a page."""
    return [(page, found) for page in READER_PAGES for found in sorted(set(re.findall(pattern, page_text(page))))]


def test_every_link_leads_to_a_file_or_a_heading() -> None:
    for page, target in ((linked, target) for linked in LINKED for target in link_targets(linked)):
        path, _, fragment = target.partition("#")
        aim = page.parent / path if path else page
        if not re.match(r"https?://", target):
            assert aim.exists(), (page, target)
            assert not fragment or fragment in heading_anchors(aim), (page, target)


def test_every_page_is_reached_by_two_links() -> None:
    by_one = _linked_pages({README})
    assert set(READER_PAGES) - by_one - _linked_pages(by_one) == set()


def _linked_pages(pages: set[Path]) -> set[Path]:
    found = {(page.parent / target.partition("#")[0]).resolve() for page in pages for target in link_targets(page)}
    return {page for page in found if page.suffix == ".md" and page.exists()}


def test_every_file_and_folder_named_exists() -> None:
    tree = [f"/{path}" for path in tracked(ROOT)]
    pages = page_text(DOCS / "architecture.md") + page_text(DOCS / "contributing.md")
    for name in set(re.findall(r"`([\w./]+\.(?:py|lua|toml|ftl)|[a-z_]+/(?:[\w]+/)*)`", pages)):
        assert any(f"{path}/".endswith(f"/{name}/") or f"/{name}" in path for path in tree), name


def test_no_command_is_told_that_does_not_exist() -> None:
    known = {*languages().commands_by_name, *languages().owner_commands_by_name} | OF_BOTFATHER
    others = {name for _, name in told(r"`/([a-z]+)(?=[`@ ])")} - known
    assert {name for name in others if languages().find_meaning("synonyms", name) is None} == set()


def test_every_subcommand_is_told_and_none_besides() -> None:
    assert {name for _, name in told(r"(?:bin/|`)harfiyen ([a-z]+)")} == set(SUBCOMMANDS)


def test_every_table_told_can_be_opened() -> None:
    for page, table in told(r"`/(?:yeni|new) ([^`]+)`"):
        if languages().find_meaning("answers", table) == "list":
            continue
        name, _, options = table.partition(" ")
        assert bool(parse_options(options, find_game(name, language_of(page)), get_args(DictionaryKind))) == bool(
            options
        ), (page.name, table)


def test_every_move_told_can_be_read() -> None:
    for page, move in told(r"`/(?:oyna|play|dene|try)(?:@\w+)? (?:#\d+ )?([^`…]+)`"):
        assert notation.read_partial_move(move, load_alphabet(language_of(page)), load_vocabulary()).signs, (
            page.name,
            move,
        )


def test_every_button_told_says_that() -> None:
    sentences = "\n".join(read_language_source(language) for language in LANGUAGES)
    buttons = set(re.findall(r"^(?:button|own-board|settings-name|page)-[a-z-]+ = (.+)$", sentences, re.MULTILINE))
    bold = {name for _, name in told(r"\*\*([^*\n]+)\*\*")}
    assert {name for name in bold if unicodedata.category(name[0]) == "So"} <= buttons


def test_the_answer_shown_in_the_readme_is_what_the_bot_says() -> None:
    start = shown_position()
    start = replace(
        start, players=tuple(replace(one, name=name) for one, name in zip(start.players, NAMES, strict=True))
    )
    chat = shown_chat(README)
    assert (chat.player, chat.command, chat.play) == (NAMES[1], command_name("play", "en"), " down ".join(BEFORE))
    assert chat.answer == told_answer(start, " ".join(BEFORE), "en")


def test_the_readmes_table_of_games_has_all_of_them_with_their_players() -> None:
    rows = table_rows(page_section(README, "Games"))
    told = Counter((language, row[2]) for row in rows for language in row[1].split(", "))
    assert told == Counter(
        (TONGUES[game.language], "–".join(map(str, sorted({game.players.least, game.players.most}))))
        for game in shipped_rulesets().values()
    )


def test_the_list_of_settings_has_every_setting_in_order() -> None:
    told = re.findall(r"^- `(\w+)`", page_section(DOCS / "operate.md", "Settings"), re.MULTILINE)
    assert told == list(SETTINGS)


def test_the_secret_shown_fits_its_seal() -> None:
    secret, seal = re.findall(r"\b[0-9a-f]{64}\b", page_text(DOCS / "fairness.md"))
    assert commitment(secret) == seal


def test_the_list_of_word_lists_has_their_size() -> None:
    told = dict(re.findall(r"^- `([\w-]+)`, ([\d,]+) words: ", page_text(DOCS / "dictionaries.md"), re.MULTILINE))
    shipped = {name for name, recipe in RECIPES.items() if recipe.is_shipped}
    assert {name: told[name] for name in shipped} == {name: f"{len(load_lexicon(name)):,}" for name in shipped}


@pytest.mark.parametrize("page", ["privacy.md", "privacy.tr.md", "privacy.uk.md"])
def test_a_page_of_privacy_says_of_each_kind_of_key_what_becomes_of_it(page: str) -> None:
    told = page_text(DOCS / page).rpartition("\n## ")[2]
    # Keys go by the first fixed part of their name that is no mark of a shard.
    names = {
        next(part for part in KEYS[kind].pattern.split(":")[1:] if not part.startswith(("{", "<", "u<")))
        for kind in (*ERASED, *KEPT)
    }
    assert {name for name in names if f"`{name}`" not in told} == set()


def cited() -> Iterator[tuple[str, str]]:
    """Every place that is named, each with the file: ``5.5``, ``8``, and readings as ``no. 40``."""
    files = (file for room in ("bot", "engine", "render", "tests") for file in sorted((ROOT / room).rglob("*")))
    for file in files:
        if file.suffix not in {".py", ".toml", ".ftl"} and file.parent.name != "playthroughs":
            continue
        for found in NAMED.finditer(file.read_text("utf-8")):
            for place in PLACE.finditer(found[1]):
                yield from ((str(file.relative_to(ROOT)), end) for end in place.groups() if end)
            for listed in READINGS.finditer(found[1]):
                numbers = re.findall(r"\d+[a-z]?", listed[1])
                yield from ((str(file.relative_to(ROOT)), f"no. {number}") for number in numbers)


@pytest.fixture(scope="module")
def there() -> set[str]:
    readings = page_section(RULES, "8. Where the texts are unclear, and how they are read")
    numbers = [READING.match(item) for item in list_items(readings)]
    assert None not in numbers
    return {*HEADINGS.findall(page_text(RULES)), *(f"no. {number[1]}" for number in numbers if number)}


def test_every_section_and_reading_that_is_named_is_there(there: set[str]) -> None:
    named = set(cited())
    assert len(named) > 100
    assert {place for _, place in named} >= {"1.4", "5.5", "7.1", "8", "no. 40", "no. 32b", "no. 38"}
    assert sorted((file, place) for file, place in named if place not in there) == []


def test_the_page_names_only_its_own_sections(there: set[str]) -> None:
    places = {end for place in PLACE.finditer(page_text(RULES)) for end in place.groups() if end}
    assert places - there == set()
