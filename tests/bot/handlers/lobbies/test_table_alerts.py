"""``/haber``: who asks for it is told of the next table, once, in the lobby's own message."""

from dataclasses import replace

import pytest
from redis.asyncio import Redis

from bot.handlers.lobby_options import MAX_ALERTED
from bot.judges import WordJudge
from bot.store.chats import MAX_SUBSCRIBERS, AlertSubscriber, TableAlerts, subscriber_field
from bot.store.commits import Commit, Committed, Conflict, UpdateContext
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.streams import Outbox
from bot.tables.codec import decode_notice
from bot.tables.games import DueAlerts, Games
from bot.texts import Html
from bot.wording.speaker import mention_html
from engine.game import Step
from engine.lobby_seats import Seat
from engine.rulesets import resolve_ruleset, shipped_rulesets
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.games import NOW, open_lobby_of
from tests.support.sent_messages import SentMessage
from tests.support.streams import read_new_entries
from tests.support.timers import frozen_served_clock

running = pytest.mark.asyncio(loop_scope="module")
HERE = Scope(-100777, 3)


def mentioned_users(message: SentMessage) -> list[int]:
    return [one["user"]["id"] for one in message.message["caption_entities"] if one["type"] == "text_mention"]


async def tap_alert(talk: ChatSession, person: int) -> str:
    offer = await talk.say_and_wait(person, "/haber")
    assert offer.html == talk.text_html("table-alert-offer")
    return str((await talk.press_kind(person, offer, "alert"))["text"])


async def waiting_users(talk: ChatSession) -> list[int]:
    return [caller.user for caller in await TableAlerts(talk.harness.redis).list_subscribers(talk.scope)]


@running
async def test_who_asked_is_mentioned_in_the_next_lobby_and_never_again(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    for person in (NANE, LIMON):
        assert await tap_alert(talk, person) == talk.text_plain("table-alert-on")
    await talk.start_watching()
    talk.say(KIRAZ, "/new scrabble-tr")
    (card,) = await talk.messages_despite_refusals()
    names = Html(", ".join(mention_html(user, talk.user_json(user)["first_name"]) for user in (NANE, LIMON)))
    assert talk.text_html("lobby-called", names=names) in card.html
    assert mentioned_users(card) == [NANE, LIMON]
    assert await waiting_users(talk) == []
    await talk.press_kind(LIMON, card, "join")
    await harness.wait_until_idle()
    assert "tg://user" not in str((await talk.wait_edited(card, "editMessageMedia", newest=True)).message)
    await talk.say_and_wait(KIRAZ, "/cancel")
    assert mentioned_users(await talk.say_and_wait(KIRAZ, "/new kelimelik")) == []


@running
async def test_the_same_by_the_button_of_a_full_table_and_of_a_closed_one(harness: BotHarness) -> None:
    talk = await harness.new_group(table=open_lobby_of("kelimelik"))
    full = await talk.say_and_wait(NANE, "/tahta")
    assert (await talk.press_kind(NANE, full, "alert"))["text"] == talk.text_plain("table-alert-on")
    assert await waiting_users(talk) == [NANE]
    assert (await talk.press_kind(NANE, full, "alert"))["text"] == talk.text_plain("table-alert-off")
    await talk.say_and_wait(KIRAZ, "/iptal")
    card = await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    await talk.say_and_wait(KIRAZ, "/iptal")
    closed = await talk.wait_edited(card, "editMessageCaption", newest=True)
    assert (await talk.press_kind(LIMON, closed, "alert"))["text"] == talk.text_plain("table-alert-on")
    assert await waiting_users(talk) == [LIMON]


@running
async def test_a_stranger_does_not_wait_nor_anybody_in_private(harness: BotHarness) -> None:
    talk = await harness.new_group(people=(KIRAZ, LIMON))
    for user in (FIFTH_USER, talk.user_json(NANE)):
        assert (await talk.forge_tap(user, None, "alert:"))["text"] == talk.text_plain("refusal-members-only")
    assert await waiting_users(talk) == []
    private = await harness.private_chat(NANE)
    assert (await private.forge_tap(private.user_json(NANE), None, "alert:"))["text"] == talk.text_plain(
        "refusal-group-only"
    )
    assert (await private.say_and_wait(NANE, "/haber")).html == talk.text_html("refusal-group-only")
    assert await waiting_users(private) == []


@running
async def test_who_has_left_the_group_is_not_told_nor_waits_on(harness: BotHarness) -> None:
    talk = await harness.new_group()
    callers = TableAlerts(harness.redis)
    talk.chat.people = (KIRAZ, LIMON)
    for number, user in enumerate((NANE, LIMON, KIRAZ)):
        await callers.set_subscription(talk.scope, user, f"Kişi {number}", number)
    assert mentioned_users(await talk.say_and_wait(KIRAZ, "/yeni kelimelik")) == [LIMON]
    assert await waiting_users(talk) == []


@running
async def test_what_other_bots_are_told_subscribes_nobody(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(NANE, "/ping")
    assert await waiting_users(talk) == []


@running
async def test_only_so_many_are_told_at_once_and_wait(harness: BotHarness) -> None:
    talk = await harness.new_group()
    callers, people = TableAlerts(harness.redis), harness.playground.world.people
    many = range(5_000, 5_000 + MAX_SUBSCRIBERS)
    for user in many:
        people[user] = replace(people[NANE], id=user)
        await callers.set_subscription(talk.scope, user, "W" * 24, user)
    talk.chat.people += tuple(many)
    assert await tap_alert(talk, LIMON) == talk.text_plain("refusal-bell-full", most=MAX_SUBSCRIBERS)
    card = await talk.say_and_wait(KIRAZ, "/yeni wordbox-uk")
    assert card.is_photo
    assert mentioned_users(card) == list(range(5_000, 5_000 + MAX_ALERTED))
    assert len(await waiting_users(talk)) == MAX_SUBSCRIBERS - MAX_ALERTED
    for user in many:
        del people[user]


async def test_one_update_turns_it_once(redis: Redis) -> None:
    callers = TableAlerts(redis, lambda: 5.0)
    await callers.set_subscription(HERE, NANE, "Nane Limon", 1)
    await callers.set_subscription(HERE, NANE, None, 2)
    await callers.set_subscription(HERE, NANE, "Nane Limon", 1)
    assert await callers.list_subscribers(HERE) == []
    await callers.set_subscription(HERE, NANE, "Nane Limon", 3)
    await callers.set_subscription(HERE, NANE, None, 2)
    assert await callers.list_subscribers(HERE) == [AlertSubscriber(5000, NANE, "Nane Limon")]


async def test_a_commit_that_calls_somebody_who_waits_no_more_is_lost_whole(redis: Redis) -> None:
    store, callers = GameStore(redis), TableAlerts(redis)
    await callers.set_subscription(HERE, NANE, "Nane", 1)
    both = (subscriber_field(HERE, NANE), subscriber_field(HERE, LIMON))
    commit = Commit(scope=HERE, expected_version=0, update_id=9, state=b"s", outbox=(b"told",), alerted=both)
    assert await store.commit(commit) == Conflict(0)
    assert len(await callers.list_subscribers(HERE)) == 1
    assert await store.commit(replace(commit, alerted=both[:1])) == Committed(1)
    assert await callers.list_subscribers(HERE) == []


async def test_who_thinks_better_of_it_meanwhile_is_not_called_and_a_repeated_update_calls_nobody(redis: Redis) -> None:
    store, callers = GameStore(redis), TableAlerts(redis)
    games = Games(store, WordJudge(redis), frozen_served_clock(NOW))
    for number, user in enumerate((NANE, LIMON)):
        await callers.set_subscription(HERE, user, str(user), number)
    asked: list[int] = []

    async def summon(scope: Scope, host: int) -> DueAlerts:
        assert (scope, host) == (HERE, KIRAZ)
        found = await callers.list_subscribers(scope)
        if not asked:
            await callers.set_subscription(HERE, LIMON, None, 7)
        asked.append(len(found))
        return DueAlerts(
            tuple(Seat(one.user, one.name) for one in found), tuple(subscriber_field(scope, one.user) for one in found)
        )

    async def opened(update: int) -> Step | None:
        ruleset = resolve_ruleset(shipped_rulesets()["kelimelik"])
        return await games.open_table(
            await games.load_place(HERE, UpdateContext(update)),
            ruleset,
            Seat(KIRAZ, "Kiraz"),
            UpdateContext(update),
            find_alerts=summon,
        )

    await opened(11)
    assert asked == [2, 1]
    told = [decode_notice(entry.payload).mentioned for entry in await read_new_entries(Outbox(redis))]
    assert told == [(Seat(NANE, str(NANE)),)]
    assert await opened(11) is None
    assert asked == [2, 1]
    # Whoever waits is told of the next table there, whichever number it has.
    await callers.set_subscription(HERE, ZEYTIN, "Zeytin", 8)
    await opened(12)
    (notice,) = [decode_notice(entry.payload) for entry in await read_new_entries(Outbox(redis))]
    assert (notice.number, notice.mentioned) == (2, (Seat(ZEYTIN, "Zeytin"),))
    assert await callers.list_subscribers(HERE) == []
