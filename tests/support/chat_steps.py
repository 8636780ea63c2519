"""What a press of a button that is out of date is answered with."""

import asyncio
import html
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from bot.families import registry
from bot.playground.update_queue import InlineQuery
from bot.store import keys
from bot.store.keys import Scope
from bot.tables.codec import decode_table
from bot.tables.table_loader import is_game_running
from bot.wording.speaker import Speaker
from engine.crossword.state import GameState
from engine.game import Table, view
from engine.game_base import TurnGame
from engine.lobby_seats import Lobby
from engine.rng import commitment
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import NOW, game, with_fields
from tests.support.sent_messages import SentMessage
from tests.support.waiting import PATIENCE


async def is_stale_alert(talk: ChatSession, answer: dict[str, Any]) -> bool:
    """Whether it is an alert that says how the table stands now, as everybody may read it, and not a word more.

    A button of no table that ever was is answered with that instead.
    """
    _, state = await talk.stored_state()
    now = _stale_text(talk, None if state is None else decode_table(state))
    return bool(answer["show_alert"]) and answer["text"] in {talk.text_plain("refusal-stale-button"), now}


def _stale_text(talk: ChatSession, table: Table | None) -> str:
    if table is None:
        return talk.text_plain("stale-none")
    speaker = Speaker(talk.harness.texts, talk.language, table.ruleset.title)
    if isinstance(table, Lobby):
        names = ", ".join(speaker.plain_name(seat.name) for seat in table.seats)
        return talk.text_plain("stale-lobby", game=speaker.game_title, names=names)
    seen = view(table, None)
    scores = html.unescape(re.sub("<.*?>", "", registry.family_of_view(seen).wording(speaker).score_text(seen)))
    if not is_game_running(table):
        return talk.text_plain("stale-over", scores=scores)
    assert isinstance(table, TurnGame)
    on_turn = talk.text_plain("turn-next", name=speaker.plain_name(table.players[table.turn].name))
    return talk.text_plain("stale-game", scores=scores, next=on_turn)


def is_spectator_alert(talk: ChatSession, answer: dict[str, Any]) -> bool:
    start = talk.text_plain("stale-watching", scores="", next="").partition("\n")[0]
    return bool(answer["show_alert"]) and str(answer["text"]).startswith(start)


async def text_in_own_language(talk: ChatSession, person: int, message: str) -> str:
    chosen = (await talk.harness.store.load_settings(person)).get("language")
    return talk.harness.texts.html(chosen or talk.user_json(person)["language_code"], message)


async def run_auto_deletes(house: BotHarness, seconds: float = 0.0) -> None:
    await house.advance_time(seconds)
    now = house.clock.now.timestamp()
    async with asyncio.timeout(PATIENCE):
        while await house.count_due(keys.auto_deletes, now):
            house.look_trigger.trigger_looks()
            await asyncio.sleep(0.005)


async def edited_text(talk: ChatSession, message: SentMessage) -> str:
    return (await talk.wait_edited(message, "editMessageText")).text


def visible_bot_messages(talk: ChatSession) -> list[dict[str, Any]]:
    bot = talk.harness.playground.world.bot["id"]
    return [message for message in talk.chat.messages.values() if message["from"]["id"] == bot]


def button_kinds_of(message: dict[str, Any]) -> list[str]:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button.get("callback_data", "").partition(":")[0] for row in rows for button in row]


def button_labels(board: SentMessage) -> list[str]:
    return [button["text"] for button in board.buttons]


def rows(board: SentMessage) -> list[list[str]]:
    return [[one["text"] for one in row] for row in board.message["reply_markup"]["inline_keyboard"]]


def data_of_label(board: SentMessage, label: str) -> str:
    """What the first button carries that begins with some text."""
    found = next((one for one in board.buttons if one["text"].startswith(label)), None)
    assert found is not None, button_labels(board)
    return str(found["callback_data"])


async def press_own_board(private: ChatSession, board: SentMessage, label: str, person: int = KIRAZ) -> SentMessage:
    await private.press_data(person, board, data_of_label(board, label))
    return await private.wait_edited(board, "editMessageMedia")


async def press_own_board_in_turn(
    private: ChatSession, board: SentMessage, *pressed: str, person: int = KIRAZ
) -> SentMessage:
    for label in pressed:
        board = await press_own_board(private, board, label, person)
    return board


async def migrate_group(old: ChatSession, new: ChatSession, *, by_new_group: bool = False) -> None:
    """Have Telegram say that a group has moved, in the new group if ``by_new_group``, else in the old one."""
    link = ("migrate_from_chat_id", old.chat_id) if by_new_group else ("migrate_to_chat_id", new.chat_id)
    message = {
        "message_id": old.harness.next_number(),
        "from": old.user_json(KIRAZ),
        "date": 1_800_000_000,
        "chat": old.harness.playground.world.to_api_chat((new if by_new_group else old).chat),
        link[0]: link[1],
    }
    await new.start_watching()
    old.harness.playground.updates.push_update("message", message)
    await new.check_silence(KIRAZ)


async def read_whole_guide(talk: ChatSession, person: int, text: str) -> SentMessage:
    """What is answered to one person alone, or what the link below the answer leads to, in the group's language."""
    answer = await talk.say_and_wait(person, text)
    if answer.is_ephemeral:
        return answer
    (link,) = answer.links
    private = await talk.harness.private_chat(person, talk.language)
    return await private.say_and_wait(person, f"/start {link.partition('start=')[2]}")


RACKS = ("KALEMİR", "DEFTERA")


def board_game(turn: int = 0, users: tuple[int, ...] = (), name: str = "kelimelik") -> GameState:
    """A game in which whoever sits first can lay KALEM, and whoever sits second DEFTER; its turn began a while ago."""
    state = game(name, racks=RACKS, bag="A" * 30, turn=turn)
    players = tuple(
        with_fields(player, user=user) for player, user in zip(state.players, users or (101, 102), strict=True)
    )
    clocks = with_fields(state.clocks, started=NOW - timedelta(minutes=1))
    return with_fields(state, players=players, clocks=clocks)


def table_scope(talk: ChatSession, number: int) -> Scope:
    return talk.scope.at_table(number)


async def put_tables(talk: ChatSession, *tables: Table) -> None:
    """Put tables into a group under the numbers from 1 on, each with a short name of its own."""
    for number, table in enumerate(tables, start=1):
        secret = f"{number:02x}" * 32
        await talk.put_table(
            with_fields(table, secret=secret, commitment=commitment(secret)), table_scope(talk, number)
        )


async def group_with_tables(house: BotHarness, *tables: Table, language: str = "tr") -> ChatSession:
    talk = await house.new_group(language)
    await put_tables(talk, *tables)
    return talk


async def table_at(talk: ChatSession, number: int) -> Table:
    loaded = await talk.harness.store.load_table(table_scope(talk, number))
    assert loaded.state is not None
    return decode_table(loaded.state)


async def turns_taken(talk: ChatSession, *numbers: int) -> list[int]:
    tables = [await table_at(talk, number) for number in numbers]
    return [table.number for table in tables if isinstance(table, GameState)]


def button_of_table(question: SentMessage, number: int) -> str:
    return str(next(one["callback_data"] for one in question.buttons if one["text"].startswith(f"#{number} ")))


def asked_numbers(question: SentMessage) -> list[int]:
    return [int(one["text"].partition(" ")[0][1:]) for one in question.buttons]


Json = dict[str, Any]
INLINE_RACKS: Final = ("LİKRSĞZ", "AAEEKKL")
LAID: Final = game("kelimelik", laid=["8F KALEM"], racks=INLINE_RACKS)


@dataclass(frozen=True)
class InlineAnswer:
    query: InlineQuery

    @property
    def results(self) -> list[Json]:
        assert self.query.shown_answer is not None, "the bot did not answer"
        return self.query.shown_answer.results

    @property
    def titles(self) -> list[str]:
        return [result["title"] for result in self.results]

    @property
    def text(self) -> str:
        return "\n".join(f"{result['title']}\n{result['description']}" for result in self.results)

    @property
    def posts(self) -> list[Json]:
        assert self.query.shown_answer is not None
        return list(self.query.shown_answer.messages.values())


async def type_query(talk: ChatSession, person: int, text: str = "") -> InlineAnswer:
    world = talk.harness.playground.world
    return InlineAnswer(await asyncio.wait_for(world.inline.ask_bot(world.people[person], talk.chat, text), PATIENCE))


def choose_result(talk: ChatSession, person: int, shown: InlineAnswer, result: int = 0) -> Json:
    return talk.harness.playground.world.choose_inline_result(
        person, talk.chat_id, shown.query.id, shown.results[result]["id"]
    )


async def deal_table(house: BotHarness, table: GameState = LAID, language: str = "tr") -> ChatSession:
    await house.forget_user_games(KIRAZ, LIMON, NANE)
    talk = await house.new_group(language)
    await talk.put_table(table)
    return talk
