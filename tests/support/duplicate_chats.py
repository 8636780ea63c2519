"""Duplicate in a chat: games that are begun, answered in private, and carried on by time."""

from bot.playground import JournalEntry
from engine.alphabet import BLANK
from engine.crossword.premiums import Direction, geometry
from engine.duplicate.state import GameState, Round
from engine.duplicate.view import Play
from tests.support.chat_harness import KIRAZ, BotHarness, ChatSession
from tests.support.sent_messages import SentMessage

GRACE = 3
"""Seconds after a live round's end in which it is closed."""


async def load_game(talk: ChatSession) -> GameState:
    table = await talk.load_current_table()
    assert isinstance(table, GameState)
    return table


async def load_round(talk: ChatSession) -> Round:
    opened = (await load_game(talk)).round
    assert opened is not None
    return opened


async def begin_game(talk: ChatSession, *others: int, game: str = "duplicate-en rounds=5") -> SentMessage:
    """Open a table, sit down and begin; the first round's message."""
    await talk.give_command(KIRAZ, "new", game)
    for person in others:
        await talk.give_command(person, "join")
    await talk.give_command(KIRAZ, "begin")
    return await next_round(talk, 0)


async def next_round(talk: ChatSession, seconds: float) -> SentMessage:
    await talk.start_watching()
    await talk.harness.advance_time(seconds)
    return (await talk.wait_messages())[0]


async def call_round(talk: ChatSession, message: SentMessage, seconds: float = 90) -> SentMessage:
    await talk.start_watching()
    await talk.harness.advance_time(seconds)
    return await talk.wait_edited(message, "editMessageCaption")


async def close_round(talk: ChatSession, message: SentMessage, seconds: float = 30 + GRACE) -> SentMessage:
    await talk.start_watching()
    await talk.harness.advance_time(seconds)
    return await talk.wait_edited(message, "editMessageMedia")


def type_play(play: Play) -> str:
    """A play as people type it."""
    names = geometry(15, 15).names
    start, step = names.index(play.cell), 1 if play.direction is Direction.ACROSS else 15
    blanks = {put.cell for put in play.tiles if put.tile.startswith(BLANK)}
    marks = (f"[{mark}]" if names[start + step * place] in blanks else mark for place, mark in enumerate(play.word))
    return f"{play.cell} {'→' if step == 1 else '↓'} {''.join(marks)}"


async def answer(talk: ChatSession, person: int, play: Play) -> SentMessage:
    """Type an answer in private; what its writer is told."""
    house = talk.harness
    house.playground.world.clock = house.clock.now.timestamp
    private = ChatSession(house, house.playground.world.chats[person], talk.language)
    private.chat.is_opened = True
    await house.store.save_setting(private.scope, "language", talk.language)
    return await private.say_and_wait(person, type_play(play))


def calls_here(talk: ChatSession, after: int) -> list[JournalEntry]:
    calls = talk.harness.playground.journal.find_entries(after=after)
    here = [one for one in calls if str(one.parameters.get("chat_id")) == str(talk.chat_id)]
    return [one for one in here if one.method.startswith(("send", "edit")) and one.status == 200]


async def settle(house: BotHarness) -> None:
    await house.look_trigger.look_and_wait()
    await house.wait_until_idle()
