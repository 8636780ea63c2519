"""The README: what it shows is true, and its links reach every page."""

from collections import Counter
from pathlib import Path

from msgspec.structs import replace

from bot.user_input.commands import command_name
from engine.ruleset_base import Players
from engine.rulesets import shipped_rulesets
from tests.animation.scene import BEFORE, NAMES, shown_position
from tests.docs.sample_chats import shown_chat, told_answer
from tests.support.checkout import READER_PAGES, README, link_targets, page_section, table_rows

TONGUES = {"en": "English", "tr": "Turkish", "uk": "Ukrainian"}


def test_every_page_is_reached_by_two_links() -> None:
    by_one = _linked_pages({README})
    assert set(READER_PAGES) - by_one - _linked_pages(by_one) == set()


def _linked_pages(pages: set[Path]) -> set[Path]:
    found = {(page.parent / target.partition("#")[0]).resolve() for page in pages for target in link_targets(page)}
    return {page for page in found if page.suffix == ".md" and page.exists()}


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
