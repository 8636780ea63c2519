"""``/haber``: who asks for it is told of the next table, once, in the lobby's own message."""

from dataclasses import replace

import pytest
from redis.asyncio import Redis

from bot.handlers.bell import MOST_TOLD
from bot.judges import Judges
from bot.playground.faults import Fault
from bot.store.callers import MOST, Caller, Callers, field_of
from bot.store.commits import Commit, Committed, Lost
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.streams import Outbox
from bot.tables.codec import decode_notice
from bot.tables.games import Games
from bot.tables.summons import Summons
from bot.texts import Html
from bot.wording.people import mention
from engine.errors import Refusal
from engine.rulesets import resolve, rulesets
from engine.seats import Seat
from tests.support.chats import FIFTH, KIRAZ, LIMON, NANE, ZEYTIN, House, Sent, Talk
from tests.support.games import NOW, game, lobby, surrender
from tests.support.games import after as played
from tests.support.languages import LANGUAGES
from tests.support.present import standing
from tests.support.streams import read

running = pytest.mark.asyncio(loop_scope="module")
HERE = Scope(-100777, 3)
PAIR = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


def mentioned(message: Sent) -> list[int]:
    """Whom a message notifies."""
    return [one["user"]["id"] for one in message.message["caption_entities"] if one["type"] == "text_mention"]


async def waiting(talk: Talk) -> list[int]:
    return [caller.user for caller in await Callers(talk.house.redis).waiting(talk.scope)]


@running
@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_asked_is_mentioned_in_the_next_lobby_and_never_again(house: House, language: str) -> None:
    talk = await house.group(language)
    for person in (NANE, LIMON):
        assert (await talk.ask(person, "/ping")).html == talk.html("bell-on")
    await talk.mark()
    talk.say(KIRAZ, "/new kelimelik")
    (card,) = await talk.told()
    names = Html(", ".join(mention(user, talk.user(user)["first_name"]) for user in (NANE, LIMON)))
    assert talk.html("lobby-called", names=names) in card.html
    assert mentioned(card) == [NANE, LIMON]
    assert await waiting(talk) == []
    await talk.tap(LIMON, card, "join")
    await house.quiet()
    assert "tg://user" not in str((await talk.changed(card, "editMessageMedia", newest=True)).message)
    await talk.ask(KIRAZ, "/cancel")
    assert mentioned(await talk.ask(KIRAZ, "/new kelimelik")) == []


@running
async def test_asking_again_calls_it_off(house: House) -> None:
    talk = await house.group()
    assert (await talk.ask(NANE, "/haber")).html == talk.html("bell-on")
    assert (await talk.ask(NANE, "/haber")).html == talk.html("bell-off")
    assert mentioned(await talk.ask(KIRAZ, "/yeni kelimelik")) == []


@running
async def test_the_same_by_the_button_of_a_full_table_and_of_a_closed_one(house: House) -> None:
    talk = await house.group()
    await talk.deal(lobby("kelimelik"))
    full = await talk.ask(NANE, "/tahta")
    assert (await talk.tap(NANE, full, "bell"))["text"] == talk.plain("bell-on")
    assert await waiting(talk) == [NANE]
    assert (await talk.tap(NANE, full, "bell"))["text"] == talk.plain("bell-off")
    await talk.ask(KIRAZ, "/iptal")
    card = await talk.ask(KIRAZ, "/yeni kelimelik")
    await talk.ask(KIRAZ, "/iptal")
    closed = await talk.changed(card, "editMessageCaption", newest=True)
    assert (await talk.tap(LIMON, closed, "bell"))["text"] == talk.plain("bell-on")
    assert await waiting(talk) == [LIMON]


@running
async def test_a_stranger_does_not_wait_nor_anybody_in_private(house: House) -> None:
    talk = await house.group(people=(KIRAZ, LIMON))
    for user in (FIFTH, talk.user(NANE)):
        assert (await talk.forge(user, None, "bell:"))["text"] == talk.plain("refusal-members-only")
    assert await waiting(talk) == []
    private = await house.private(NANE)
    assert (await private.forge(private.user(NANE), None, "bell:"))["text"] == talk.plain("refusal-group-only")
    assert (await private.ask(NANE, "/haber")).html == talk.html("refusal-group-only")
    assert await waiting(private) == []


@running
async def test_who_has_left_the_group_is_not_told_nor_waits_on(house: House) -> None:
    talk = await house.group()
    callers = Callers(house.redis)
    talk.chat.people = (KIRAZ, LIMON)
    for number, user in enumerate((NANE, LIMON, KIRAZ)):
        await callers.choose(talk.scope, user, f"Kişi {number}", number)
    assert mentioned(await talk.ask(KIRAZ, "/yeni kelimelik")) == [LIMON]
    assert await waiting(talk) == []


@running
async def test_of_whom_telegram_says_nothing_the_next_table_asks(house: House) -> None:
    talk = await house.group()
    await Callers(house.redis).choose(talk.scope, ZEYTIN, "Zeytin", 1)
    house.playground.faults.add(Fault(kind="error", status=429, method="getChatMember", chat_id=talk.id, retry_after=1))
    assert mentioned(await talk.ask(KIRAZ, "/yeni kelimelik")) == []
    assert await waiting(talk) == [ZEYTIN]


@running
async def test_a_rematch_calls_as_well_and_each_topic_calls_its_own(house: House) -> None:
    talk = await house.group()
    callers = Callers(house.redis)
    await callers.choose(talk.scope, NANE, "Nane", 1)
    await callers.choose(talk.topic(7), ZEYTIN, "Zeytin", 2)
    await talk.deal(played(PAIR, surrender(PAIR)))
    over = await talk.ask(LIMON, "/tahta")
    await talk.tap(LIMON, over, "again")
    (card,) = await talk.sent()
    assert mentioned(card) == [NANE]
    assert [caller.user for caller in await callers.waiting(talk.topic(7))] == [ZEYTIN]


@running
async def test_only_so_many_are_told_at_once_and_wait(house: House) -> None:
    talk = await house.group()
    callers, people = Callers(house.redis), house.playground.world.people
    many = range(5_000, 5_000 + MOST)
    for user in many:
        people[user] = replace(people[NANE], id=user)
        await callers.choose(talk.scope, user, "W" * 24, user)
    talk.chat.people += tuple(many)
    assert (await talk.ask(LIMON, "/haber")).html == talk.html("refusal-bell-full", most=MOST)
    card = await talk.ask(KIRAZ, "/yeni wordbox-uk")
    assert card.photo
    assert mentioned(card) == list(range(5_000, 5_000 + MOST_TOLD))
    assert len(await waiting(talk)) == MOST - MOST_TOLD
    for user in many:
        del people[user]


async def test_one_update_turns_it_once(redis: Redis) -> None:
    callers = Callers(redis, lambda: 5.0)
    await callers.choose(HERE, NANE, "Nane Limon", 1)
    await callers.choose(HERE, NANE, None, 2)
    await callers.choose(HERE, NANE, "Nane Limon", 1)
    assert await callers.waiting(HERE) == []
    await callers.choose(HERE, NANE, "Nane Limon", 3)
    await callers.choose(HERE, NANE, None, 2)
    assert await callers.waiting(HERE) == [Caller(5000, NANE, "Nane Limon")]


async def test_a_commit_that_calls_somebody_who_waits_no_more_is_lost_whole(redis: Redis) -> None:
    store, callers = Store(redis), Callers(redis)
    await callers.choose(HERE, NANE, "Nane", 1)
    both = (field_of(HERE, NANE), field_of(HERE, LIMON))
    commit = Commit(scope=HERE, expected=0, update_id=9, state=b"s", outbox=(b"told",), called=both)
    assert await store.commit(commit) == Lost(0)
    assert len(await callers.waiting(HERE)) == 1
    assert await store.commit(replace(commit, called=both[:1])) == Committed(1)
    assert await callers.waiting(HERE) == []


async def test_who_thinks_better_of_it_meanwhile_is_not_called_and_a_repeated_update_calls_nobody(redis: Redis) -> None:
    store, callers = Store(redis), Callers(redis)
    games = Games(store, Judges(redis), standing(NOW))
    for number, user in enumerate((NANE, LIMON)):
        await callers.choose(HERE, user, str(user), number)
    asked: list[int] = []

    async def summon(scope: Scope, host: int) -> Summons:
        assert (scope, host) == (HERE, KIRAZ)
        found = await callers.waiting(scope)
        if not asked:
            await callers.choose(HERE, LIMON, None, 7)
        asked.append(len(found))
        return Summons(
            tuple(Seat(one.user, one.name) for one in found), tuple(field_of(scope, one.user) for one in found)
        )

    async def opened() -> None:
        ruleset = resolve(rulesets()["kelimelik"])
        await games.open(await games.load(HERE, 11), ruleset, Seat(KIRAZ, "Kiraz"), 11, summon=summon)

    await opened()
    assert asked == [2, 1]
    told = [decode_notice(entry.payload).called for entry in await read(Outbox(redis))]
    assert told == [(Seat(NANE, str(NANE)),)]
    with pytest.raises(Refusal, match="lobby_open"):
        await opened()
