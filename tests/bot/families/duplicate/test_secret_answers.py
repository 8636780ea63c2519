"""Until a round closes nobody learns anything of an answer: neither from what a group reads, nor from log or metrics.

Two rounds that differ in one person's answer alone, however it is given, are the same to everybody else.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.metrics.meters import Meters
from bot.playground.server_version import NEWEST, VERSIONS
from engine.duplicate.actions import Answer
from engine.duplicate.state import GameState
from engine.game import apply
from tests.support.buttons import same_position_elsewhere
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import choose_result, data_of_label, type_query
from tests.support.duplicate_answers import ROUND, STRICT, give_ephemeral_command, word_of
from tests.support.duplicate_chats import load_round
from tests.support.duplicate_games import open_round, play_of
from tests.support.games import accepts_any_word, game, instant_at
from tests.support.logs import all_lines
from tests.support.waiting import Looks

pytestmark = pytest.mark.asyncio(loop_scope="module")
TOKEN = "7000000001:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw-_"  # noqa: S105 - an invented one
_OF_THE_BOT = frozenset({"getMe", "getUpdates"})
"""Calls that come by themselves."""
_OF_ITS_MOMENT = frozenset({"timestamp", "update", "seconds"})


@dataclass
class Traces:
    """What everybody else may have seen, or an operator read, of a round so far."""

    calls: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    metrics: list[str] = field(default_factory=list)


def count_metrics(monkeypatch: pytest.MonkeyPatch, counted: list[str]) -> None:
    # Whether a call waited in the queue is told by the machine's own clock.
    counting = (
        name for name in vars(Meters) if name.startswith(("count_", "observe_")) and name != "observe_send_wait"
    )
    for name in counting:

        def count(_: Meters, *of: Any, name: str = name) -> None:
            if not _OF_THE_BOT.intersection(map(str, of)):
                counted.append(f"{name} {[one for one in of if not isinstance(one, float)]}")

        monkeypatch.setattr(Meters, name, count)


async def answer_in_every_way(group: ChatSession, private: ChatSession, word: str) -> None:
    """Kiraz answers by taps, typing, an inline result and a command; Limon has answered before, Nane does after."""
    harness, text = group.harness, f"8F {word}"
    other = ChatSession(harness, harness.playground.world.chats[LIMON], "tr")
    await other.say_and_wait(LIMON, "8F KALEMLİ")
    board = await private.say_and_wait(KIRAZ, "/raf")
    assert board.is_photo
    told = await private.say_and_wait(KIRAZ, text)
    await private.press_data(KIRAZ, told, data_of_label(told, "↩️"))
    await harness.wait_until_idle()
    choose_result(group, KIRAZ, await type_query(group, KIRAZ, text))
    await harness.wait_until_idle()
    await give_ephemeral_command(group, KIRAZ, f"/oyna {text}")
    await give_ephemeral_command(group, NANE, "/oyna 8F KALEMLİ")
    await harness.wait_until_idle()


async def traces_of(
    harness: BotHarness, group: ChatSession, table: GameState, word: str, monkeypatch: pytest.MonkeyPatch
) -> Traces:
    """The traces of a round in which Kiraz has answered so, up to the last call."""
    await harness.restart_time()
    await harness.advance_time(0.5)
    private = await harness.private_chat(KIRAZ)
    await harness.private_chat(LIMON)
    await group.put_table(table)
    found, mark = Traces(), harness.last_call_number
    with monkeypatch.context() as patch, all_lines(TOKEN) as (_, lines):
        count_metrics(patch, found.metrics)
        await answer_in_every_way(group, private, word)
        await harness.advance_time(95)
        looks = Looks()
        while not (await load_round(group)).called:
            await looks.pause()
        await harness.wait_until_idle()
        told = lines.getvalue()
    assert await word_of(group) == f"F8 {word}"
    for call in harness.playground.journal.find_entries(after=mark):
        seen_by_all = str(call.parameters.get("chat_id")) == str(group.chat_id)
        if seen_by_all and "ephemeral" not in f"{call.method} {call.parameters}".lower():
            found.calls.append(re.sub(r"'message_id': '?\d+'?", "", f"{call.method} {call.parameters}"))
    records = [json.loads(line) for line in told.splitlines()]
    found.lines += sorted(
        json.dumps({name: what for name, what in record.items() if name not in _OF_ITS_MOMENT}) for record in records
    )
    found.metrics.sort()
    return found


@pytest.mark.parametrize(
    ("table", "words"),
    [(ROUND, ("KALEMLİK", "KALEMLİ")), (STRICT, ("KALEMLİK", "KALEMSİK"))],
    ids=["checked", "strict, a word that does not count"],
)
async def test_rounds_that_differ_in_an_answer_alone_are_the_same_to_all_others(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, table: GameState, words: tuple[str, str]
) -> None:
    harness.playground.world.server.feedback = 1
    harness.switch_server_version(NEWEST)
    await harness.forget_user_games(KIRAZ, LIMON, NANE)
    group = await harness.new_group()
    await traces_of(harness, group, table, words[0], monkeypatch)  # what is looked up once is known then
    first, second = [await traces_of(harness, group, table, word, monkeypatch) for word in words]
    assert first.calls == second.calls
    assert any("sendPhoto" in call or "edit" in call for call in first.calls), "the last call is told"
    assert first.lines == second.lines
    assert first.metrics == second.metrics
    harness.switch_server_version(VERSIONS[0])
    assert not [word for word in words if any(word in one for one in (*first.calls, *first.lines, *first.metrics))]


def come_in(table: GameState, *, lock: bool) -> GameState:
    """Limon answers unseen."""
    play = play_of(table, "8F KALEMLİ")
    after = apply(table, Answer(LIMON, "Limon", 1, play.tiles, lock=lock), instant_at(10), accepts_any_word).table
    assert isinstance(after, GameState)
    return after


@pytest.mark.parametrize("people", [(NANE,), (NANE, LIMON)], ids=["who came in unseen", "who played before"])
async def test_which_table_is_meant_in_the_open_tells_nothing_of_an_answer(
    harness: BotHarness, people: tuple[int, ...]
) -> None:
    table = open_round(people=people)
    told = []
    for state in (table, come_in(table, lock=False), come_in(table, lock=True)):
        await harness.forget_user_games(KIRAZ, LIMON, NANE)
        group = await harness.new_group()
        await group.put_table(same_position_elsewhere(game("kelimelik", laid=["8F KALEM"], turn=1)))
        await group.put_table(state, group.scope.at_table(2))
        mark = harness.last_call_number
        for text in ("/oyna 8F yatay KALEMLİK", "8F yatay KALEMLİK", "/skor", "pas", "/oyn KALEMLİK", "/sure"):
            group.say(LIMON, text)
            await harness.wait_until_idle()
        calls = [call for call in harness.playground.journal.find_entries(after=mark) if "text" in call.parameters]
        told.append([(call.parameters["text"], str(call.parameters.get("reply_markup", ""))[:60]) for call in calls])
    assert told[0]
    assert told[0] == told[1] == told[2]
