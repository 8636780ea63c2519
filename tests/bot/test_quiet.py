"""Groups as quiet as can be: one message an action, nothing that stays for one person."""

import asyncio
from typing import Any

import pytest

from bot.playground.faults import Fault
from bot.store.fades import OpenFades
from bot.store.ownership import Shards
from bot.tables.held import table_name
from bot.telegram.fading import SECONDS
from engine.seats import Lobby
from tests.support.chats import KIRAZ, LIMON, NANE, ZEYTIN, House, Talk
from tests.support.fades import buttons, standing, sweep
from tests.support.games import after, changed, game, surrender
from tests.support.patience import PATIENCE
from tests.support.stale import leads

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
OVER = after(LAID, surrender(LAID))
PLAY = "/oyna F8 yatay KALEMLİK"


async def until(true: Any) -> None:
    """Wait for what the bot does beside all else."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - what the bot does beside all else has no event
            await asyncio.sleep(0.005)


async def act(talk: Talk, person: int, text: str) -> None:
    talk.say(person, text)
    await talk.house.quiet()


async def test_a_lobby_is_one_message_however_many_come_and_go(house: House) -> None:
    talk = await house.group()
    before = len(standing(talk))
    card = await talk.ask(KIRAZ, "/yeni scrabble-tr")
    picture = card.message["photo"][-1]["file_id"]
    for kind, person in (("join", LIMON), ("join", NANE), ("leave", LIMON), ("join", LIMON), ("join", ZEYTIN)):
        await talk.tap(person, card, kind)
    await house.quiet()
    assert len(standing(talk)) == before + 1
    now = talk.chat.messages[card.id]
    assert all(name in now["caption"] for name in ("Kiraz", "Limon", "Nane", "Zeytin"))
    assert now["photo"][-1]["file_id"] != picture
    assert buttons(now) == ["leave", "begin", "seal", "alter", "bell"]
    await talk.tap(LIMON, card, "begin")
    await house.quiet()
    assert len(standing(talk)) == before + 2
    await until(lambda: not buttons(talk.chat.messages[card.id]))


async def test_every_turn_is_one_message_and_one_without_tiles_is_words(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    before = len(standing(talk))
    for person, text in ((KIRAZ, PLAY), (LIMON, "/pas"), (KIRAZ, "/degistir 1 2"), (LIMON, "/degistir 1")):
        await act(talk, person, text)
    await sweep(house, 1)
    told = standing(talk)[before:]
    assert [("photo" in message) for message in told] == [True, False, False, False]
    assert all(buttons(message) == ["rack", "board"] for message in told[-1:])
    await until(lambda: not any(buttons(message) for message in standing(talk)[before:-1]))
    mentioned = [entity["user"]["id"] for entity in told[-1]["entities"] if entity["type"] == "text_mention"]
    assert mentioned == [KIRAZ], "the next player, and nobody else"


async def test_a_lobby_that_was_deleted_is_sent_anew(house: House) -> None:
    talk = await house.group()
    card = await talk.ask(KIRAZ, "/yeni kelimelik")
    house.playground.world.delete(talk.chat, card.id)
    await talk.mark()
    talk.say(LIMON, "/katil")
    again = next(sent for sent in await talk.sent(2) if sent.photo)
    assert "Limon" in again.text
    assert again.data("begin")


async def test_a_refusal_goes_after_a_minute(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    refusal = await talk.ask(LIMON, PLAY)
    await sweep(house, SECONDS - 1)
    assert refusal.id in talk.chat.messages
    await sweep(house, 2)
    assert refusal.id not in talk.chat.messages


@pytest.mark.parametrize("text", ["/raf", "/dene 8F KALEMLİK", "/yon"])
@pytest.mark.parametrize("opened", [True, False])
async def test_what_leads_one_person_elsewhere_goes_after_a_minute(house: House, text: str, *, opened: bool) -> None:
    talk = await house.group()
    await house.private(KIRAZ, opened=opened)
    await talk.deal(LAID)
    said = await talk.ask(KIRAZ, text)
    await sweep(house, SECONDS + 1)
    assert said.id not in talk.chat.messages


async def test_a_refusal_goes_with_the_players_next_good_move_and_nobody_elses(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    mine, other = await talk.ask(KIRAZ, "/oyna A1 yatay KALEM"), await talk.ask(LIMON, PLAY)
    await act(talk, KIRAZ, PLAY)
    await sweep(house)
    assert mine.id not in talk.chat.messages
    assert other.id in talk.chat.messages


async def test_what_says_that_somebody_sat_down_stays_for_a_minute(house: House) -> None:
    talk = await house.group()
    await talk.ask(KIRAZ, "/yeni kelimelik")
    said = await talk.ask(LIMON, "/katil")
    await house.quiet()
    await sweep(house, 1)
    assert said.id in talk.chat.messages
    await sweep(house, SECONDS)
    assert said.id not in talk.chat.messages


async def test_what_is_to_be_deleted_outlasts_trouble_and_is_gone_already_without_harm(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    first, second = [await talk.ask(LIMON, PLAY) for _ in range(2)]
    house.playground.world.delete(talk.chat, first.id)
    fault = Fault(kind="error", status=502, description="Bad Gateway", method="deleteMessage", chat_id=talk.id, count=2)
    house.playground.faults.add(fault)
    await sweep(house, SECONDS + 1)
    await until(lambda: not house.playground.faults.waiting)
    await sweep(house, 120)
    assert second.id not in talk.chat.messages


async def test_only_the_owner_of_a_shard_finds_what_is_to_be_deleted(house: House) -> None:
    fades, due = OpenFades(house.redis), 1.0
    chat = -1_009_999_999
    await fades.put(chat, b"-1009999999 5", due)
    nobody = OpenFades(house.redis, _Nobody())
    assert await nobody.due(due, 9) == []
    assert await fades.due(due, 9) == [b"-1009999999 5"]
    assert await fades.due(due, 9) == [], "it is in hand"
    await fades.done(chat, b"-1009999999 5")


class _Nobody(Shards):
    """Owns none."""

    reading: Any = {}  # noqa: RUF012 - nothing is ever put there
    epochs: Any = {}  # noqa: RUF012 - the same

    def lost(self, shard: int, epoch: str) -> None:
        """There is none to lose."""


async def test_an_old_button_leads_to_what_is_now_and_goes(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    await talk.deal(changed(LAID, commitment="0" * 64))
    answer = await talk.tap(NANE, board, "rack")
    assert await leads(talk, answer)
    assert talk.plain("turn-next", name="Ayşe") in answer["text"]
    await until(lambda: not buttons(talk.chat.messages[board.id]))


async def test_a_finished_game_offers_itself_once_more_and_others(house: House) -> None:
    talk = await house.group()
    await talk.deal(OVER)
    over = await talk.ask(NANE, "/tahta")
    assert [button["callback_data"].partition(":")[0] for button in over.buttons] == ["again", "more", "proof"]
    await talk.tap(LIMON, over, "more")
    (choice,) = await talk.sent()
    assert (await talk.tap(NANE, choice, "choose"))["text"] == talk.plain("refusal-not-your-button")
    assert (await talk.tap(LIMON, over, "again"))["text"] == talk.plain("again-opened")
    (card,) = await talk.sent()
    table = await talk.table()
    assert isinstance(table, Lobby)
    assert (table.host, table.ruleset) == (LIMON, OVER.ruleset)
    assert card.data("join")
    assert await leads(talk, await talk.tap(KIRAZ, over, "again"))
    assert await talk.table() == table


async def test_a_list_of_games_goes_once_one_is_chosen(house: House) -> None:
    talk = await house.group()
    choice = await talk.ask(KIRAZ, "/yeni")
    await talk.tap(KIRAZ, choice, "choose")
    await talk.sent()
    await sweep(house)
    assert choice.id not in talk.chat.messages


@pytest.mark.parametrize("data", ["choose::{user}:kelimelik", "no:{table}:{user}", "tune::{user}:kelimelik"])
async def test_a_press_that_no_message_bears_changes_none(house: House, data: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    said = await talk.ask(KIRAZ, "/pas")
    if "table" not in data:
        await talk.deal(OVER)
    await house.quiet()
    for message in (board, said):
        forged = data.format(user=NANE, table=table_name(LAID))
        await talk.forge(talk.user(NANE), message, forged)
        await house.quiet()
    await sweep(house, 1)
    now = [talk.chat.messages.get(message.id, {}) for message in (board, said)]
    assert [now[0].get("caption"), now[1].get("text")] == [board.text, said.text]
