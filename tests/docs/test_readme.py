"""The README: short enough to be read whole, true, and a start for everybody."""

import tomllib
from collections import Counter
from pathlib import Path
from statistics import fmean

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.user_input.command_names import command_name
from engine.ruleset_base import Players
from engine.rulesets import shipped_rulesets
from tests.animation.__main__ import ANIMATION, STILL
from tests.animation.scene import BEFORE, NAMES, shown_position
from tests.docs.sample_chats import shown_chat, told_answer
from tests.support.doc_pages import (
    DOCS,
    GUIDES,
    READER_PAGES,
    README,
    ROOT,
    link_targets,
    page_section,
    page_text,
    table_rows,
)
from tools.game_minutes import GAMES, TURNS, count_turns, minutes_of_games

LINES = 130
COLUMNS = 120
FIRST_SCREEN = 8
MOST_BYTES = 1_000_000
FILMED = DOCS / "animation"
TONGUES = {"en": "English", "tr": "Turkish", "uk": "Ukrainian"}


def test_it_can_be_read_whole() -> None:
    lines = page_text(README).splitlines()
    assert len(lines) <= LINES
    assert [line for line in lines if len(line) > COLUMNS] == []


def test_players_find_the_guide_in_their_language_at_once() -> None:
    screen = "\n".join(page_text(README).splitlines()[:FIRST_SCREEN])
    for guide in GUIDES.values():
        assert f"]({guide.relative_to(ROOT)})" in screen


def test_every_page_is_reached_by_two_links() -> None:
    by_one = _linked_pages({README})
    assert set(READER_PAGES) - by_one - _linked_pages(by_one) == set()


def _linked_pages(pages: set[Path]) -> set[Path]:
    found = {(page.parent / target.partition("#")[0]).resolve() for page in pages for target in link_targets(page)}
    return {page for page in found if page.suffix == ".md" and page.exists()}


def test_the_animation_is_small_and_endless() -> None:
    assert (FILMED / ANIMATION).stat().st_size < MOST_BYTES
    with Image.open(FILMED / ANIMATION) as film, Image.open(FILMED / STILL) as still:
        assert getattr(film, "n_frames", 1) > 1
        assert film.info["loop"] == 0
        assert film.size == still.size


@pytest.mark.parametrize("name", [ANIMATION, STILL])
def test_animation_and_still_are_shown(name: str) -> None:
    assert f"docs/animation/{name}" in page_text(README)


def test_the_answer_shown_is_what_the_bot_says() -> None:
    start = shown_position()
    named = tuple(replace(one, name=name) for one, name in zip(start.players, NAMES, strict=True))
    start = replace(start, players=named)
    chat = shown_chat(README)
    assert (chat.player, chat.command, chat.play) == (NAMES[1], command_name("play", "en"), " down ".join(BEFORE))
    assert chat.answer == told_answer(start, " ".join(BEFORE), "en")


def test_the_table_of_games_has_all_of_them_with_their_players() -> None:
    rows = table_rows(page_section(README, "Games"))
    told = Counter((language, row[2]) for row in rows for language in row[1].split(", "))
    games = (ruleset for ruleset in shipped_rulesets().values())
    assert told == Counter((TONGUES[game.language], _players(game.players)) for game in games)


def _players(players: Players) -> str:
    return str(players.most) if players.least == players.most else f"{players.least}–{players.most}"


def test_the_minutes_are_of_turns_that_were_played() -> None:
    mini = shipped_rulesets()["mini-tr"]
    turns = fmean(count_turns(mini, mini.players.most, game) for game in range(1, GAMES + 1))
    assert tomllib.loads(TURNS.read_text("utf-8"))["mini-tr"][1] == round(turns, 1), "python -m tools.game_minutes"


@pytest.mark.parametrize(("rulesets", "minutes"), [(["mini-tr"], "15"), (["mini-tr", "super-tr"], "15–60")])
def test_minutes_are_from_the_shortest_game_to_the_longest(rulesets: list[str], minutes: str) -> None:
    assert minutes_of_games(rulesets) == minutes
