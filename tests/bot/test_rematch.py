"""After the end: the same game once more, its seats rotated, or another; under every end."""

from typing import Any

import pytest

from bot.telegram.buttons import data
from engine.crossword.state import GameState
from engine.klepka.state import GameState as CardState
from engine.seats import Lobby
from tests.support.chats import KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.games import after, changed, game, pass_, surrender
from tests.support.klepka_chats import dealt
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ("LERİSĞZ", "AAEEKKL", "LERİSĞZ")
THREE = game("wordbox-en", laid=["8F HOUSE"], racks=("AEIOUNR", "AEIOUNR", "AEIOUNR"))
PAIR = game("kelimelik", laid=["8F KALEM"], racks=RACKS[:2])
OVER = after(PAIR, surrender(PAIR))
TIMED = game("kelimelik", laid=["8F KALEM"], racks=RACKS[:2], options={"clock": "slow", "challenge": "void"})
CARDS = dealt("ЩюФоЖоФЩ", "КіТ", "ВоДа")


def kinds(message: Sent) -> list[str]:
    return [button["callback_data"].partition(":")[0] for button in message.buttons]


async def given_up(talk: Talk) -> Sent:
    await talk.deal(PAIR)
    await talk.tap(LIMON, await talk.ask(LIMON, "/teslim"), "yes")
    return (await talk.sent())[0]


async def called_off(talk: Talk) -> Sent:
    await talk.deal(changed(PAIR, host=LIMON))
    return await talk.cancel(KIRAZ)


async def agreed(talk: Talk) -> Sent:
    await talk.deal(game("wordbox-en", laid=["8F HOUSE"], racks=("AEIOUNR", "AEIOUNR")))
    await talk.tap(KIRAZ, await talk.ask(LIMON, "/berabere"), "agree")
    return (await talk.sent())[0]


async def out_of_time(talk: Talk) -> Sent:
    await talk.deal(TIMED)
    await talk.house.pass_time(72 * 3600 + 1)
    return (await talk.sent())[0]


async def nobody_plays(talk: Talk) -> Sent:
    state = PAIR
    while (ended := after(state, pass_(state))).outcome is None:
        state = ended
    await talk.deal(state)
    return await talk.ask(state.players[state.turn].user, "/pas")


async def cards_called_off(talk: Talk) -> Sent:
    await talk.deal(CARDS)
    return await talk.cancel(KIRAZ)


@pytest.mark.parametrize("end", [given_up, called_off, agreed, out_of_time, nobody_plays, cards_called_off])
async def test_every_end_offers_the_same_again_and_another_game(house: House, end: Any) -> None:
    talk = await house.group()
    ended = await end(talk)
    table = await talk.table()
    assert isinstance(table, GameState | CardState)
    assert table.outcome is not None
    assert kinds(ended)[-3:] == ["again", "more", "proof"]
    assert (await talk.tap(KIRAZ, ended, "again"))["text"] == talk.plain("again-opened")
    opened = await talk.table()
    assert isinstance(opened, Lobby)
    assert opened.ruleset == table.ruleset


@pytest.mark.parametrize("text", ["/iptal", "/ayril"])
async def test_a_closed_lobby_offers_another_game(house: House, text: str) -> None:
    talk = await house.group()
    card = await talk.ask(KIRAZ, "/yeni kelimelik")
    await talk.mark()
    talk.say(KIRAZ, text)
    closed = await talk.changed(card, "editMessageCaption", newest=True)
    assert kinds(closed) == ["more", "bell"]
    await talk.tap(NANE, closed, "more")
    choice = (await talk.sent())[-1]
    await talk.tap(NANE, choice, "choose")
    await house.quiet()
    opened = await talk.table()
    assert isinstance(opened, Lobby)
    assert opened.host == NANE
    # Its buttons go, but somebody may have been about to press.
    assert (await talk.forge(talk.user(LIMON), None, data("more")))["text"] == talk.plain("refusal-lobby-open")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_in_a_rematch_whoever_was_second_begins_and_it_says_so(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(OVER)
    over = await talk.ask(NANE, "/tahta")
    await talk.tap(KIRAZ, over, "again")
    (card,) = await talk.sent()
    assert talk.html("lobby-rotated", name="\u2068Bora\u2069") in card.html
    await talk.tap(LIMON, card, "join")
    await talk.tap(KIRAZ, card, "begin")
    await talk.sent()
    begun = await talk.game()
    assert [player.user for player in begun.players] == [LIMON, KIRAZ]
    assert begun.ruleset == OVER.ruleset
