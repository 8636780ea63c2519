"""The longest captions that a game on a board can have: Telegram takes them, and a phone's screen has room for them.

At most 25 lines, except for the end of a game of four with the longest names, which may take three more: it is a
result, with everybody's tiles and the secret of the draw, and read once.
"""

import pytest

from bot.families.crossword.board_wording import CrosswordWording
from bot.families.table_message import full_caption
from bot.playground.state.text_entities import parse_html, utf16_length
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.actions import Challenge
from engine.crossword.events import GameStarted
from engine.crossword.shipped import crossword_rulesets
from tests.support.captions import caption_of_step, group_view
from tests.support.games import accepts_any_word, apply_step, game, place_play, started_game, with_fields
from tests.support.languages import LANGUAGES
from tests.support.phone import LINES, phone_line_count

TEXTS = Texts()
CAPTION = 1024
FINAL_LINES = LINES + 3
SHORT = ("Ayşe Yılmaz", "Bora", "Олена Коваль", "Nane Limon")
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
@pytest.mark.parametrize(("names", "lines"), [(LONG, FINAL_LINES), (SHORT, LINES)], ids=["long names", "usual names"])
def test_the_longest_caption_is_one_that_telegram_takes(language: str, names: tuple[str, ...], lines: int) -> None:
    """Four players with the longest names, a play of eight words that ends the game, and everybody's racks."""
    before = game("scrabble-en", board=BOARD, racks=["OPQRST?", "AEIOUNR", "AEIOUNR", "AEIOUNR"], bag="")
    before = with_fields(
        before,
        players=tuple(with_fields(one, name=name, score=1234) for one, name in zip(before.players, names, strict=True)),
    )
    state, events = apply_step(before, place_play(before, "8E OPQRSTu"), accepts_any_word)
    assert state.outcome is not None
    text = caption_of_step(state, events, language)
    read, _ = parse_html(text, lambda _: None)
    assert read.count(" + ") >= 8
    assert phone_line_count(read) <= lines
    assert utf16_length(read) <= CAPTION


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_start_is_a_caption_too(language: str) -> None:
    """Even when all four draw the same letter again and again."""
    state, events = started_game("scrabble-tr", 4)
    started = next(event for event in events if isinstance(event, GameStarted))
    started = with_fields(started, rounds=started.rounds[:1] * 3)
    state = with_fields(
        state, players=tuple(with_fields(one, name=name) for one, name in zip(state.players, LONG, strict=True))
    )
    read, _ = parse_html(caption_of_step(state, (started,), language), lambda _: None)
    assert phone_line_count(read) <= LINES
    assert utf16_length(read) <= CAPTION


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_caption_of_a_running_game_is_one_that_telegram_takes(language: str) -> None:
    """The same play where it may be challenged, all four on the clock, after a challenge that cost points."""
    options = {"challenge": "five", "clock": "15min"}
    before = game(
        "scrabble-en", board=BOARD, racks=["OPQRST?", "AEIOUNR", "AEIOUNR", "AEIOUNR"], bag="AAAA", options=options
    )
    before = with_fields(
        before,
        players=tuple(with_fields(one, name=name, score=1234) for one, name in zip(before.players, LONG, strict=True)),
    )
    state, events = apply_step(before, place_play(before, "8E OPQRSTu"), accepts_any_word)
    state, more = apply_step(state, Challenge(state.players[1].user), accepts_any_word)
    words = CrosswordWording(Speaker(TEXTS, language, state.ruleset.title, "en:common"))
    view = group_view(state)
    text = "\n".join((*words.event_lines((*events, *more), view), "", words.standing_text(view)))
    read, _ = parse_html(text, lambda _: None)
    assert TEXTS.plain(language, "unit-minute", count=15) in read
    assert phone_line_count(read) <= LINES
    assert utf16_length(read) <= CAPTION


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", crossword_rulesets())
def test_what_a_board_says_and_answers_is_no_longer_than_a_screen(ruleset: str, language: str) -> None:
    """Only the board as text is: somebody asked for it, and it is shown to them alone where that can be done."""
    state, _ = started_game(ruleset, crossword_rulesets()[ruleset].players.most)
    state = with_fields(
        state, players=tuple(with_fields(one, name=name) for one, name in zip(state.players, LONG, strict=False))
    )
    view, speaker = group_view(state), Speaker(TEXTS, language, state.ruleset.title, state.ruleset.lexicon)
    words = CrosswordWording(speaker)
    for text in (words.bag_text(view), words.score_text(view), full_caption(view, speaker)):
        assert phone_line_count(text) <= LINES
