"""Notices that wait are told together, by as few messages as Telegram takes; what may be told already goes alone."""

import asyncio
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest

from bot.announce.compose import BoardPost, ChatPosts, PostComposer
from bot.announce.send import PendingNotice, batch_for_one_message
from bot.families import registry
from bot.families.crossword.wording import CrosswordWording
from bot.store import keys
from bot.store.client import Client
from bot.store.keys import Scope
from bot.store.streams import Outbox, OutboxEntry
from bot.tables.codec import Notice, encode_stored
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import Keyboards, parse_button_data
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game as door
from engine.absence import Seek, Volunteer, Vote
from engine.clock import Pause
from engine.crossword.actions import AcceptDraw, OfferDraw
from engine.crossword.events import PointsAdjusted
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.game import Table, apply, redact, view
from engine.turns import Pass
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import NOW, OUTSIDER, USERS, after_actions, apply_step, game, open_lobby_of, surrender
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


def turn_notices(count: int) -> list[Notice]:
    """So many turns of one game, each told by itself, of which a picture shows something."""
    notices: list[Notice] = []
    table: Table = LAID
    for number in range(count):
        step = apply(table, Pass((KIRAZ, LIMON)[number % 2]), NOW, bool)
        assert step.table is not None
        table = step.table
        notices.append(
            Notice((PointsAdjusted(number % 2, number + 1),), view(table, None), table_name(table), table.ruleset.title)
        )
    return notices


async def append_notices(talk: ChatSession, notices: list[Notice]) -> None:
    await talk.start_watching()
    await talk.commit_notices(*map(encode_stored, notices))


def notice_lines(house: BotHarness, notices: list[Notice]) -> list[str]:
    words = CrosswordWording(Speaker(house.texts, "tr"))
    return ["\n".join(words.event_lines(one.events, cast("GameView", one.view))) for one in notices]


async def test_what_is_refused_together_is_told_in_halves(harness: BotHarness) -> None:
    talk, notices = await harness.new_group(), turn_notices(3)
    await talk.put_table(LAID)
    talk.refuse_next_calls("sendPhoto", "sendMessage")
    await append_notices(talk, notices)
    first, second = await talk.messages_despite_refusals(2)
    said = notice_lines(harness, notices)
    assert first.html.startswith(said[0])
    assert said[1] not in first.html
    assert second.html.startswith(" · ".join(said[1:]))
    await talk.check_silence(KIRAZ)


async def test_only_what_is_refused_alone_and_without_its_picture_is_dropped(harness: BotHarness) -> None:
    talk, notices = await harness.new_group(), turn_notices(3)
    await talk.put_table(LAID)
    talk.refuse_next_calls("sendPhoto", "sendMessage", "sendPhoto", "sendMessage")
    await append_notices(talk, notices)
    (rest,) = await talk.messages_despite_refusals(1)
    assert rest.html.startswith(" · ".join(notice_lines(harness, notices)[1:]))
    await talk.check_silence(KIRAZ)


async def test_what_somebody_may_have_told_who_ended_since_is_told_alone(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three turns wait that a former owner took: the first may be told by now, of the others none can be."""
    assert isinstance(harness.redis, Client)
    talk = await harness.new_group()
    await talk.put_table(LAID)
    outbox_of_chat, read = keys.outbox(keys.shard_of(talk.chat_id)), Outbox.read_new

    async def taken_by_another(outbox: Outbox, shards: Any, count: int, _: Any) -> None:
        await read(outbox, shards, count, AsyncMock())

    with monkeypatch.context() as patch:
        patch.setattr(Outbox, "deliver_locally", AsyncMock())
        patch.setattr(Outbox, "read_new", taken_by_another)
        await append_notices(talk, turn_notices(3))
        async with asyncio.timeout(PATIENCE):
            while (await harness.redis.xpending(outbox_of_chat, "harfiyen"))["pending"] < 3:
                pass
    harness.redis.state.break_count += 1
    first, others = await talk.messages_despite_refusals(2)
    one, *rest = notice_lines(harness, turn_notices(3))
    assert first.html.startswith(one)
    assert rest[0] not in first.html
    assert others.html.startswith(" · ".join(rest))


A, B, C, _ = USERS
TEXTS = Texts()
RACKS = ("NAEEEEE", "AEIOUST", "QJXZKVW")
TABLE = game("wordbox-en", laid=["8I AID"], racks=RACKS, options={"challenge": "void", "clock": "none"})
OFFERED = after_actions(TABLE, OfferDraw(A))
SEEK = Seek(A, 1, ruling=True)
SOUGHT = after_actions(OFFERED, SEEK)
EMIN = Volunteer(OUTSIDER, "Emin", 1)
READY = after_actions(SOUGHT, EMIN)
VOTE = Vote(A, "replace", 1, READY.number, user=OUTSIDER)
DRAW, HEIR, BALLOT = ["agree", "decline"], ["volunteer", "substitute"], ["vote", "vote"]


def button_kinds(state: GameState, *actions: door.Action) -> list[str]:
    notices = []
    for action in actions:
        state, events = apply_step(state, action)
        notices.append(Notice(events, door.view(state, None), table_name(state), state.ruleset.title))
    post = PostComposer(TEXTS, Keyboards(TEXTS)).compose_post(notices, "en")
    assert post.notice_count == len(actions)
    keys = [] if post.keyboard is None else [key for row in post.keyboard.inline_keyboard for key in row]
    pressed = [parse_button_data(str(key.callback_data), registry.all_button_kinds()) for key in keys]
    return [one.kind for one in pressed if one is not None]


@pytest.mark.parametrize(
    ("state", "actions", "kinds"),
    [
        (OFFERED, [SEEK], HEIR),
        (SOUGHT, [EMIN], BALLOT),
        (READY, [VOTE], BALLOT),
        (after_actions(TABLE, SEEK), [OfferDraw(A)], DRAW),
        (READY, [AcceptDraw(C)], DRAW),
        (READY, [Pause(A)], DRAW),
        (TABLE, [OfferDraw(A), SEEK], DRAW + HEIR),
        (TABLE, [SEEK, OfferDraw(C)], DRAW + HEIR),
        (TABLE, [SEEK], HEIR),
        (TABLE, [OfferDraw(A)], DRAW),
    ],
)
async def test_a_message_has_the_buttons_of_what_it_tells(
    state: GameState, actions: list[door.Action], kinds: list[str]
) -> None:
    assert button_kinds(state, *actions) == kinds


def told(table: Table, *events: door.Event) -> Notice:
    return Notice(events, view(table, None), table_name(table), table.ruleset.title)


BEGUN = told(LAID)
LOBBY = told(open_lobby_of("kelimelik"))


def count_told_together(*notices: Notice) -> int:
    waiting = [
        PendingNotice.of(OutboxEntry(Scope(-1001), f"{number}-0", b"", 1), notice)
        for number, notice in enumerate(notices, start=1)
    ]
    return len(batch_for_one_message(waiting))


async def test_a_lobby_is_told_with_nothing_whichever_comes_first() -> None:
    """What was told already may come again behind the beginning, which would be told to nobody."""
    assert count_told_together(LOBBY, BEGUN) == 1
    assert count_told_together(BEGUN, LOBBY) == 1
    assert count_told_together(BEGUN, BEGUN) == 2


@pytest.mark.parametrize("keeps_games", [True, False])
async def test_costly_moves_are_offered_where_finished_games_are_kept(*, keeps_games: bool) -> None:
    over, events = apply_step(LAID, surrender(LAID))
    notice = told(over, *(redact(event, None) for event in events))
    posts = ChatPosts(
        PostComposer(TEXTS, Keyboards(TEXTS), lambda: cast("Any", None)),
        None,
        None,
        cast("Any", None),
        default_language="en",
        keeps_games=keeps_games,
    )
    post = await posts.compose_chat_post(Scope(-100), [notice], Scope(-100))
    assert isinstance(post, BoardPost)
    rows = () if post.keyboard is None else post.keyboard.inline_keyboard
    labels = [key.text for row in rows for key in row]
    assert (TEXTS.plain("en", "button-costly") in labels) is keeps_games
