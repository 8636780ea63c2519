"""Plays whose windows a group is told of late, and how long these windows are then."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Final

import pytest

from bot.pictures import SentPhoto
from bot.store import keys
from bot.store.keys import Scope
from bot.tables.codec import decode_log_entry
from bot.telegram.gateway import Gateway
from bot.telegram.send_queue import RateLimits, SendQueue
from engine.crossword.state import GameState
from engine.game_base import OpenWindow
from engine.timekeeping import LengthenWindow
from tests.support.chat_harness import KIRAZ, BotHarness, ChatSession
from tests.support.games import game
from tests.support.sent_messages import SentMessage
from tests.support.stored_tables import load_stored_log
from tests.support.waiting import PATIENCE, Looks

RACKS: Final = ["KALEMİR", "ŞŞZZVVÖ"]
RETRACTABLE: Final = game("kelimelik", racks=RACKS, options={"clock": "none", "take-back": "20"})
CHALLENGED: Final = game("scrabble-tr", racks=RACKS, options={"clock": "none", "challenge": "single"})
TABLES: Final = {"take-back": (RETRACTABLE, 20), "challenge": (CHALLENGED, 60)}
"""A table with each kind of window, and how long that is."""


def hold_back_pictures(
    harness: BotHarness,
    monkeypatch: pytest.MonkeyPatch,
    seconds: float,
    *,
    meanwhile: Callable[[], None] = lambda: None,
    until: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Let time pass while a picture is sent, as where Telegram or the group's limit holds it back."""
    send = Gateway.send_photo

    async def slow(*arguments: Any, **more: Any) -> SentPhoto:
        await harness.advance_time(seconds)
        meanwhile()
        if until is not None:
            await until()
        return await send(*arguments, **more)

    monkeypatch.setattr(Gateway, "send_photo", slow)


def share_limit(harness: BotHarness, monkeypatch: pytest.MonkeyPatch, chat: int, limits: RateLimits) -> asyncio.Event:
    """Hold a chat to such limits; time passes only while it waits for them, and not before the event is set."""
    may_pass, waits = asyncio.Event(), set[asyncio.Task[None]]()

    def call_later(seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(seconds, call, (), asyncio.get_running_loop())

        async def let_pass() -> None:
            await may_pass.wait()
            if not handle.cancelled():
                await harness.advance_time(seconds)
                call()

        waits.add(asyncio.get_running_loop().create_task(let_pass()))
        return handle

    def read_clock() -> float:
        return harness.clock.now.timestamp()

    limited, gates_of = SendQueue(limits, clock=read_clock, call_later=call_later), SendQueue._gates_of  # noqa: SLF001 - only this chat has limits
    monkeypatch.setattr(SendQueue, "_gates_of", lambda queue, of: gates_of(limited if of == chat else queue, of))
    return may_pass


def note_when_pictures_come(harness: BotHarness, monkeypatch: pytest.MonkeyPatch) -> dict[int, datetime]:
    """By the number of the table that a picture is of, when it was sent first."""
    send, sent_at = Gateway.send_photo, dict[int, datetime]()

    async def send_and_note(gateway: Gateway, scope: Scope, *arguments: Any, **more: Any) -> SentPhoto:
        sent = await send(gateway, scope, *arguments, **more)
        sent_at.setdefault(scope.table, harness.clock.now)
        return sent

    monkeypatch.setattr(Gateway, "send_photo", send_and_note)
    return sent_at


async def play(talk: ChatSession, state: GameState) -> SentMessage:
    await talk.put_table(state)
    told = await talk.say_and_wait(KIRAZ, "/oyna 8F KALEM")
    await talk.harness.wait_until_idle()
    return told


async def wait_looked_for(harness: BotHarness) -> None:
    async with asyncio.timeout(PATIENCE):
        looks = Looks()
        while await harness.count_due(keys.deadlines, harness.clock.now.timestamp()):
            harness.look_trigger.trigger_looks()
            await looks.pause()
    for _ in range(50):
        await harness.redis.ping()


async def window_of(talk: ChatSession) -> OpenWindow:
    window = (await talk.load_current_game()).open_window
    assert window is not None
    return window


async def logged_lengthenings(talk: ChatSession, scope: Scope | None = None) -> list[LengthenWindow]:
    entries = [decode_log_entry(entry) for entry in await load_stored_log(talk.harness.store, scope or talk.scope)]
    return [entry.action for entry in entries if isinstance(entry.action, LengthenWindow)]
