"""The longest captions that a game on a board can have are captions that Telegram takes."""

import pytest

from bot.families.crossword.wording import Wording
from bot.playground.entities import parse_html, utf16_length
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.actions import Challenge
from engine.crossword.events import GameStarted
from tests.support.captions import seen, told
from tests.support.games import (
    any_word,
    begun,
    changed,
    game,
    play,
    step,
)
from tests.support.languages import LANGUAGES

TEXTS = Texts()
CAPTION = 1024
LONG = ("x" * 24, "&" * 24, "😀" * 23 + "…", "علي" * 8)
BOARD = """
    ...............
    ...............
    ...............
    ...............
    ...............
    ...............
    ....ABCDEFG....
    ...............
    ....HIJKLMN....
    ...............
    ...............
    ...............
    ...............
    ...............
    ...............
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_caption_is_one_that_telegram_takes(language: str) -> None:
    """Four players with the longest names, a play of eight words that ends the game, and everybody's racks."""
    before = game("scrabble-en", board=BOARD, racks=["OPQRST?", "AEIOUNR", "AEIOUNR", "AEIOUNR"], bag="")
    before = changed(
        before,
        players=tuple(changed(one, name=name, score=1234) for one, name in zip(before.players, LONG, strict=True)),
    )
    state, events = step(before, play(before, "8E OPQRSTu"), any_word)
    assert state.outcome is not None
    text = told(state, events, language)
    read, _ = parse_html(text, lambda _: None)
    assert read.count(" + ") >= 8
    assert utf16_length(read) <= CAPTION


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_start_is_a_caption_too(language: str) -> None:
    """Even when all four draw the same letter again and again."""
    state, events = begun("scrabble-tr", 4)
    started = next(event for event in events if isinstance(event, GameStarted))
    started = changed(started, rounds=started.rounds[:1] * 3)
    state = changed(
        state, players=tuple(changed(one, name=name) for one, name in zip(state.players, LONG, strict=True))
    )
    read, _ = parse_html(told(state, (started,), language), lambda _: None)
    assert utf16_length(read) <= CAPTION


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_caption_of_a_running_game_is_one_that_telegram_takes(language: str) -> None:
    """The same play where it may be challenged, all four on the clock, after a challenge that cost points."""
    options = {"challenge": "five", "clock": "15min"}
    before = game(
        "scrabble-en", board=BOARD, racks=["OPQRST?", "AEIOUNR", "AEIOUNR", "AEIOUNR"], bag="AAAA", options=options
    )
    before = changed(
        before,
        players=tuple(changed(one, name=name, score=1234) for one, name in zip(before.players, LONG, strict=True)),
    )
    state, events = step(before, play(before, "8E OPQRSTu"), any_word)
    state, more = step(state, Challenge(state.players[1].user), any_word)
    words = Wording(Speaker(TEXTS, language, state.ruleset.title, "en:common"))
    view = seen(state)
    text = "\n".join((*words.lines((*events, *more), view), "", words.standing(view)))
    read, _ = parse_html(text, lambda _: None)
    assert TEXTS.plain(language, "unit-minute", count=15) in read
    assert utf16_length(read) <= CAPTION
