"""After the end: the same game once more, its seats rotated, or another; under every end."""

from typing import Any

import pytest

from bot.telegram.button_data import encode_button_data
from engine.crossword.state import GameState
from engine.game_record import CANCELLED
from engine.klepka.state import GameState as CardState
from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import after_actions, game, pass_turn, surrender, with_fields
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ("LERİSĞZ", "AAEEKKL", "LERİSĞZ")
THREE = game("wordbox-en", laid=["8F HOUSE"], racks=("AEIOUNR", "AEIOUNR", "AEIOUNR"))
PAIR = game("kelimelik", laid=["8F KALEM"], racks=RACKS[:2])
OVER = after_actions(PAIR, surrender(PAIR))
TIMED = game("kelimelik", laid=["8F KALEM"], racks=RACKS[:2], options={"clock": "slow", "challenge": "void"})
CARDS = klepka_game_of_chat("ЩюФоЖоФЩ", "КіТ", "ВоДа")


def button_kinds(message: SentMessage) -> list[str]:
    return [button["callback_data"].partition(":")[0] for button in message.buttons if "callback_data" in button]


async def end_by_surrender(talk: ChatSession) -> SentMessage:
    await talk.put_table(PAIR)
    await talk.press_kind(LIMON, await talk.say_and_wait(LIMON, "/teslim"), "yes")
    return (await talk.wait_messages())[0]


async def end_by_cancel(talk: ChatSession) -> SentMessage:
    await talk.put_table(with_fields(PAIR, host=LIMON))
    return await talk.cancel_game(KIRAZ)


async def end_by_draw(talk: ChatSession) -> SentMessage:
    await talk.put_table(game("wordbox-en", laid=["8F HOUSE"], racks=("AEIOUNR", "AEIOUNR")))
    await talk.press_kind(KIRAZ, await talk.say_and_wait(LIMON, "/berabere"), "agree")
    return (await talk.wait_messages())[0]


async def end_by_time(talk: ChatSession) -> SentMessage:
    await talk.put_table(TIMED)
    await talk.harness.advance_time(72 * 3600 + 1)
    return (await talk.wait_messages())[0]


async def close_lobby(talk: ChatSession) -> SentMessage:
    state = PAIR
    while (ended := after_actions(state, pass_turn(state))).outcome is None:
        state = ended
    await talk.put_table(state)
    return await talk.say_and_wait(state.players[state.turn].user, "/pas")


async def end_klepka_by_cancel(talk: ChatSession) -> SentMessage:
    await talk.put_table(CARDS)
    return await talk.cancel_game(KIRAZ)


@pytest.mark.parametrize(
    "end", [end_by_surrender, end_by_cancel, end_by_draw, end_by_time, close_lobby, end_klepka_by_cancel]
)
async def test_every_end_offers_the_same_again_and_another_game(harness: BotHarness, end: Any) -> None:
    talk = await harness.new_group()
    ended = await end(talk)
    table = await talk.load_current_table()
    assert isinstance(table, GameState | CardState)
    assert table.outcome is not None
    is_told_costly_moves = isinstance(table, GameState) and table.outcome.reason != CANCELLED
    costly = ["costly"] if is_told_costly_moves else []
    assert button_kinds(ended)[-3 - len(costly) :] == ["again", "more", *costly, "proof"]
    assert (await talk.press_kind(KIRAZ, ended, "again"))["text"] == talk.text_plain("again-opened")
    opened = await talk.load_current_table()
    assert isinstance(opened, Lobby)
    assert opened.ruleset == table.ruleset


@pytest.mark.parametrize("text", ["/iptal", "/ayril"])
async def test_a_closed_lobby_offers_another_game(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.scope, "tables", "1")
    card = await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    await talk.start_watching()
    talk.say(KIRAZ, text)
    closed = await talk.wait_edited(card, "editMessageCaption", newest=True)
    assert button_kinds(closed) == ["more", "bell"]
    await talk.press_kind(NANE, closed, "more")
    choice = (await talk.wait_messages())[-1]
    await talk.press_kind(NANE, choice, "choose")
    await harness.wait_until_idle()
    opened = await talk.load_current_table()
    assert isinstance(opened, Lobby)
    assert opened.host == NANE
    # Its buttons go, but somebody may have been about to press.
    assert (await talk.forge_tap(talk.user_json(LIMON), None, encode_button_data("more")))["text"] == talk.text_plain(
        "refusal-lobby-open"
    )


@pytest.mark.parametrize("language", LANGUAGES)
async def test_in_a_rematch_whoever_was_second_begins_and_it_says_so(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(OVER)
    over = await talk.say_and_wait(NANE, "/tahta")
    await talk.press_kind(KIRAZ, over, "again")
    (card,) = await talk.wait_messages()
    assert talk.text_html("lobby-rotated", name="\u2068Bora\u2069") in card.html
    await talk.press_kind(LIMON, card, "join")
    await talk.press_kind(KIRAZ, card, "begin")
    await talk.wait_messages()
    begun = await talk.load_current_game()
    assert [player.user for player in begun.players] == [LIMON, KIRAZ]
    assert begun.ruleset == OVER.ruleset
