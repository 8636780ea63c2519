"""A newcomer's first game: offered once, led through by taps in each language, left out or ended at their wish."""

import re
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.families.crossword.typed_moves import small_digits
from bot.store import keys
from bot.store.people import OnboardingStore
from bot.tables.games import Games
from bot.tables.table_loader import DEFAULT_MOST_TABLES, TABLES_SETTING, table_name
from engine.computer_ids import computer_user
from engine.crossword.actions import Place
from engine.crossword.movegen import finder_for
from engine.crossword.rules import lay_and_score
from engine.crossword.scoring import Score
from engine.crossword.state import GameState
from engine.crossword.view import WordScore
from engine.lexicon import load_lexicon
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import button_labels, press_own_board
from tests.support.games import game, with_fields
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

SMALL_DIGITS = "₀₁₂₃₄₅₆₇₈₉"
SPEAKERS = [*zip((KIRAZ, LIMON, NANE), LANGUAGES, strict=True)]


async def open_as_newcomer(house: BotHarness, person: int = KIRAZ, language: str = "tr") -> ChatSession:
    """A private chat of somebody of whom the bot knows nothing."""
    await house.clear_tables()
    private = await house.private_chat(person, language)
    await house.forget_user_games(person)
    traces = keys.tutorial(person), keys.user_finished_games(person), keys.user_history(person)
    await house.redis.delete(*traces, keys.user_record_chats(person))
    await house.redis.delete(keys.game(private.scope), keys.table_numbers(private.scope))
    await house.store.save_setting(private.scope, TABLES_SETTING, str(DEFAULT_MOST_TABLES))
    return private


async def start_first_game(private: ChatSession, person: int) -> SentMessage:
    """The newcomer's board on their first turn."""
    offer = await private.say_and_wait(person, "/start")
    await private.press_data(person, offer, "tutorial::start")
    return await wait_for_turn(private)


async def wait_for_turn(private: ChatSession) -> SentMessage:
    """The next message that shows the own board, once the computer has played where it is on turn."""
    return (await messages_until_turn(private))[-1]


async def messages_until_turn(private: ChatSession) -> list[SentMessage]:
    """What is told up to the newcomer's turn."""
    told: list[SentMessage] = []
    while not (told and any(button.get("callback_data", "").startswith("own:") for button in told[-1].buttons)):
        await private.harness.wait_until_idle()
        await private.harness.advance_time(5)
        told += await private.wait_messages()
    return told


def find_play(state: GameState) -> tuple[Place, Score] | None:
    """The best short play without a blank of whoever is on turn, with its score."""
    search = finder_for(state, load_lexicon(state.ruleset.lexicon))
    rack = search.search_with(tuple(tile for tile in state.players[state.turn].rack if tile != "?"), ())
    found = [option for anchor in search.find_anchors() for option in rack.plays_at(anchor) if len(option.tiles) < 6]
    if not found:
        return None
    best = max(found, key=lambda option: (option.score, option.word))
    place = Place(state.players[state.turn].user, best.tiles)
    return place, lay_and_score(state, state.turn, place)[1]


async def tap_play(
    private: ChatSession, person: int, board: SentMessage, state: GameState, *, explained: bool
) -> list[int]:
    """Spell a word by taps, choose its place, and play it; each step says what comes next. What its words score.

    Of tiles that make no word the turn is passed.
    """

    def says(shown: SentMessage, message: str) -> bool:
        return private.text_plain(message) in shown.text

    found = find_play(state)
    if found is None:
        board = await press_own_board(private, board, private.text_plain("own-board-pass"), person)
        await press_own_board(private, board, private.text_plain("own-board-pass-yes"), person)
        return []
    place, score = found
    word, laid = score.words[0], {tile.cell: tile.tile for tile in place.tiles}
    for letter, cell in zip(word.word, word.cells, strict=True):
        if cell in laid:
            points = small_digits(state.ruleset.values[letter])
            board = await press_own_board(private, board, f"{letter}{points}", person)
            assert says(board, "tutorial-spell") is explained
    board = await press_place(private, board, word, person)
    assert says(board, "tutorial-confirm") is explained
    await press_own_board(private, board, "✅", person)
    return [word.score for word in score.words]


async def press_place(private: ChatSession, board: SentMessage, word: WordScore, person: int) -> SentMessage:
    """Press the place of a word, on whichever page of the list it is."""
    place = f"{word.cells[0]}{'→' if word.cells[0][1:] == word.cells[1][1:] else '↓'}"
    while not (found := [label for label in button_labels(board) if place in label]):
        board = await press_own_board(private, board, private.text_plain("own-board-more-places"), person)
    return await press_own_board(private, board, found[0], person)


def sums_of(text: str) -> list[int]:
    """What each line of an explained score comes to, added up anew from its letters."""
    found = []
    for line in text.splitlines():
        parts = re.fullmatch(r"\S+: \(?([^()=]+)\)?(?: × (\d+))? = (\d+)", line)
        if parts is None:
            continue
        total = 0
        for tile in parts[1].split(" + "):
            points, _, times = tile.partition("×")
            digits = "".join(sign for sign in points if sign in SMALL_DIGITS)
            total += int(digits.translate(str.maketrans(SMALL_DIGITS, "0123456789"))) * int(times or 1)
        assert total * int(parts[2] or 1) == int(parts[3]), line
        found.append(int(parts[3]))
    return found


@pytest.mark.repeats(1)
@pytest.mark.parametrize(("person", "language"), SPEAKERS)
async def test_a_newcomer_plays_three_turns_by_taps_and_is_told_why_they_score(
    harness: BotHarness, person: int, language: str
) -> None:
    private = await open_as_newcomer(harness, person, language)
    board = await start_first_game(private, person)
    for turn, message in enumerate(("tutorial-tiles", "tutorial-cross", "tutorial-other-turns", "tutorial-done")):
        state = await private.load_current_game()
        said = message
        if turn < 2 and any(state.cells) is (turn == 0):
            said = "tutorial-tiles-join" if turn == 0 else "tutorial-tiles"
        assert board.text.endswith(private.text_plain(said)), "the last line, right above the buttons"
        ends = private.text_plain("button-tutorial-end") in button_labels(board)
        assert ends is (message != "tutorial-done")
        if message == "tutorial-done":
            break
        assert state.ruleset.language == language
        assert state.players[1 - state.turn].user == computer_user("acemi", 1)
        await private.start_watching()
        scores = await tap_play(private, person, board, state, explained=turn < 2)
        messages = await messages_until_turn(private)
        board, told = messages[-1], "\n".join(message.text for message in messages)
        assert told.count(private.text_plain("tutorial-why-premiums")) == bool(scores)
        assert sums_of(told) == scores


async def test_the_game_goes_on_without_explanations_once_they_are_enough(harness: BotHarness) -> None:
    private = await open_as_newcomer(harness)
    board = await start_first_game(private, KIRAZ)
    board = await press_own_board(private, board, private.text_plain("button-tutorial-end"))
    assert board.text.startswith(private.text_plain("tutorial-ended"))
    assert "📌" not in board.text
    assert private.text_plain("button-tutorial-end") not in button_labels(board)
    board = await press_own_board(private, board, private.text_plain("own-board-more-actions"))
    assert "📌" not in board.text
    assert not (await private.load_current_game()).outcome


async def test_who_leaves_the_offer_out_is_not_offered_it_again_unless_they_ask(harness: BotHarness) -> None:
    private = await open_as_newcomer(harness)
    greeting, name = "greeting-private", "\u2068Kiraz\u2069"
    offer = await private.say_and_wait(KIRAZ, "/start")
    assert offer.html == private.text_html("tutorial-offer", name=name)
    await private.press_data(KIRAZ, offer, "tutorial::skip")
    assert (await private.wait_edited(offer, "editMessageText")).text == private.text_plain(greeting, name=name)
    assert (await private.say_and_wait(KIRAZ, "/start")).html == private.text_html(greeting, name=name)
    (link,) = [one for one in (await private.say_and_wait(KIRAZ, "/yardim")).links if "start=" in one]
    asked = await private.say_and_wait(KIRAZ, f"/start {link.partition('start=')[2]}")
    assert asked.html == offer.html


@pytest.mark.parametrize("trace", ["a seat", "a record", "a finished game", "an open table"])
async def test_who_has_played_before_is_not_led(harness: BotHarness, trace: str) -> None:
    private = await open_as_newcomer(harness)
    table = game("kelimelik", racks=["AAEEKKL", "JJJJJJJ"])
    if trace == "a seat":
        await (await harness.new_group()).put_table(table)
    elif trace == "a record":
        await harness.redis.sadd(keys.user_record_chats(KIRAZ), "-100")
    elif trace == "a finished game":
        await harness.store.players.add_finished_game(KIRAZ, private.scope, "0" * 8)
    else:
        await harness.store.save_setting(private.scope, TABLES_SETTING, "1")
        await private.say_and_wait(KIRAZ, "/bot")
        await private.forge_tap(private.user_json(KIRAZ), None, "alone::0:kelimelik")
    assert (await private.say_and_wait(KIRAZ, "/start")).html == private.text_html(
        "greeting-private", name="\u2068Kiraz\u2069"
    )


async def test_a_second_tap_starts_no_second_game(harness: BotHarness) -> None:
    private = await open_as_newcomer(harness)
    offer = await private.say_and_wait(KIRAZ, "/start")
    await private.press_data(KIRAZ, offer, "tutorial::start")
    await wait_for_turn(private)
    answer = await private.forge_tap(private.user_json(KIRAZ), offer, "tutorial::start")
    assert answer["text"] == private.text_plain("refusal-game-begun-private")
    assert len((await harness.store.load_place(private.scope)).others) == 0


async def test_an_own_game_is_not_explained_and_no_button_of_another_table_ends_the_first_one(
    harness: BotHarness,
) -> None:
    private = await open_as_newcomer(harness)
    dealt = game("kelimelik", racks=["AAEEKKL", "JJJJJJJ"])
    rival = with_fields(dealt.players[1], user=computer_user("kolay", 1))
    await private.put_table(with_fields(dealt, players=(dealt.players[0], rival)))
    onboarding = OnboardingStore(harness.redis)
    await onboarding.save_tutorial(KIRAZ, "0" * 8)
    board = await private.say_and_wait(KIRAZ, "/raf")
    assert "📌" not in board.text
    await private.forge_tap(private.user_json(KIRAZ), board, f"tutorial::end:{table_name(dealt)}")
    assert await onboarding.load_tutorial(KIRAZ) == "0" * 8
    group = await harness.new_group()
    answer = await group.forge_tap(group.user_json(KIRAZ), None, "tutorial::start")
    assert answer["text"] == group.text_plain("refusal-stale-button")


async def test_a_tap_that_was_cut_short_after_the_table_was_opened_starts_the_game_when_it_comes_again(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = await open_as_newcomer(harness)
    offer = await private.say_and_wait(KIRAZ, "/start")
    start_game, cuts = Games.start_game, [RedisConnectionError("cut short")]

    async def start_once_redis_is_back(*arguments: Any) -> None:
        if cuts:
            raise cuts.pop()
        await start_game(*arguments)

    monkeypatch.setattr(Games, "start_game", start_once_redis_is_back)
    await private.press_data(KIRAZ, offer, "tutorial::start")
    await wait_for_turn(private)
    assert not cuts
    assert not (await harness.store.load_place(private.scope)).others, "one table"
