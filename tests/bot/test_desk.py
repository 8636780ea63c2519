"""The owners' desk over HTTP: it is there for owners in their private chats, and for nobody else anywhere."""

import re

import pytest

from bot.handlers.commands import commands
from bot.handlers.kinds import Kinds
from bot.store import keys
from bot.store.acquaintances import Acquaintances
from bot.store.bans import Bans
from bot.store.broadcasts import Broadcasts
from bot.store.callers import Callers
from bot.store.keys import Scope
from bot.store.maintenance import Maintenance
from bot.telegram.inbound import Command, Sender, Venue
from engine.seats import Lobby
from tests.support.chats import KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.games import NOW, game
from tests.support.patience import PATIENCE

OWNER = KIRAZ
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("house", [{"OWNER_IDS": str(OWNER)}], indirect=True),
]
STRANGERS = ("/durum", "/status", "/bakim 30", "/maintenance", f"/yasakla {NANE}", f"/unban {NANE}", "/duyuru Merhaba")


async def edited(talk: Talk, message: Sent) -> str:
    """The text of a message once it was edited after the last press."""
    return (await talk.changed(message, "editMessageText")).text


async def test_to_strangers_owners_commands_are_unknown_ones(house: House) -> None:
    private = await house.private(LIMON)
    for typed in STRANGERS:
        assert (await private.ask(LIMON, typed)).html in {
            private.html("private-hint"),
            private.html("refusal-mistyped-command", typed=typed.split()[0], near="/start"),
        }
    assert await Maintenance(house.redis).now() is None
    assert await Bans(house.redis).all() == {}


async def test_in_groups_they_are_nothing_even_to_owners(house: House) -> None:
    group = await house.group()
    for typed in ("/durum", "/yasakla 103"):
        await group.silent_on(OWNER, typed)
    assert await Bans(house.redis).all() == {}


@pytest.mark.parametrize("data", ["desk::closed:0", "desk::send:00000000:all", "desk::stop:00000000"])
async def test_a_forged_button_of_the_desk_is_a_stale_one(house: House, data: str) -> None:
    private = await house.private(LIMON)
    answer = await private.forge(private.user(LIMON), None, data)
    assert answer["text"] == private.plain("refusal-stale-button")
    group = await house.group()
    answer = await group.forge(group.user(OWNER), None, data)
    assert answer["text"] == group.plain("refusal-stale-button")
    assert await Maintenance(house.redis).now() is None


async def test_status_tells_of_chats_games_and_queues(house: House) -> None:
    group, owner = await house.group(), await house.private(OWNER)
    await group.deal(game("kelimelik", laid=["8F KALEM"], racks=["LERİSĞZ", "AAEEKKL"], turn=1))
    await group.ask(LIMON, "/pas")
    told = (await owner.ask(OWNER, "/durum")).text
    assert "Harfiyen" in told
    running = re.search(r"Süren oyunlar: (\d+) · Son bir saatteki hamleler: (\d+)", told)
    assert running is not None
    assert min(map(int, running.groups())) >= 1
    chats = await Acquaintances(house.redis).chats()
    assert {group.id, OWNER} <= set(chats)


async def test_maintenance_keeps_new_games_and_lets_running_ones_go_on(house: House) -> None:
    group, other, owner = await house.group(), await house.group("en"), await house.private(OWNER)
    await group.deal(game("kelimelik", laid=["8F KALEM"], racks=["LERİSĞZ", "AAEEKKL"], turn=1))
    shown = await owner.ask(OWNER, "/bakim")
    assert shown.html == owner.html("desk-maintenance-off")
    await owner.press(OWNER, shown, "desk::closed:0")
    assert await edited(owner, shown) == owner.plain("desk-maintenance-on")
    assert (await other.ask(KIRAZ, "/new scrabble-en")).html == other.html("refusal-maintenance")
    assert "pas" in (await group.ask(LIMON, "/pas")).text
    await owner.ask(OWNER, "/bakim 2 saat")
    assert (await other.ask(KIRAZ, "/new scrabble-en")).html == other.html("refusal-maintenance-minutes", minutes=120)
    shown = await owner.ask(OWNER, "/bakim 3h")
    assert (await other.ask(KIRAZ, "/new scrabble-en")).html == other.html("refusal-maintenance-hours", hours=3)
    await owner.press(OWNER, shown, "desk::closed:end")
    assert (await other.ask(KIRAZ, "/new scrabble-en")).photo


@pytest.mark.parametrize("typed", ["soon", "0", "8 gün", "5 sn", "99999999999"])
async def test_what_is_no_length_of_time_begins_no_maintenance(house: House, typed: str) -> None:
    owner = await house.private(OWNER)
    assert (await owner.ask(OWNER, f"/bakim {typed}")).html == owner.html("desk-maintenance-how", typed=typed)
    assert await Maintenance(house.redis).now() is None


async def test_a_lobby_does_not_begin_during_maintenance(house: House) -> None:
    group, owner = await house.group(), await house.private(OWNER)
    await group.ask(KIRAZ, "/yeni kelimelik")
    await group.ask(LIMON, "/katil")
    shown = await owner.ask(OWNER, "/bakim 30 dk")
    assert (await group.ask(KIRAZ, "/baslat")).html == group.html("refusal-maintenance-minutes", minutes=30)
    await owner.press(OWNER, shown, "desk::closed:end")
    await group.ask(KIRAZ, "/baslat")


async def test_no_seat_is_kept_for_who_is_banned(house: House) -> None:
    group, owner = await house.group(), await house.private(OWNER)
    await group.ask(LIMON, "/katil")
    await group.ask(KIRAZ, "/yeni scrabble-tr")
    await owner.ask(OWNER, f"/yasakla {LIMON}")
    try:
        assert (await group.ask(KIRAZ, "/davet @limon_masada")).html == group.html("refusal-invited-is-banned")
    finally:
        await owner.ask(OWNER, f"/izin {LIMON}")
    assert "Limon" in (await group.ask(KIRAZ, "/davet @limon_masada")).text


async def test_who_is_banned_is_not_mentioned_by_the_next_table_nor_waits_on(house: House) -> None:
    group, owner = await house.group(), await house.private(OWNER)
    for person in (LIMON, NANE):
        await group.ask(person, "/haber")
    await owner.ask(OWNER, f"/yasakla {LIMON}")
    try:
        card = await group.ask(KIRAZ, "/yeni kelimelik")
    finally:
        await owner.ask(OWNER, f"/izin {LIMON}")
    assert f"tg://user?id={NANE}" in card.html
    assert f"tg://user?id={LIMON}" not in card.html
    assert await Callers(house.redis).waiting(group.scope) == []


async def test_the_seat_that_would_begin_a_game_stays_free_during_maintenance(house: House) -> None:
    """A table that starts when it is full never waits, full."""
    group, owner = await house.group(people=(KIRAZ, LIMON)), await house.private(OWNER)
    lobby = await group.ask(KIRAZ, "/yeni kelimelik dolunca")
    shown = await owner.ask(OWNER, "/bakim 30 dk")
    assert (await group.tap(LIMON, lobby, "join"))["text"] == group.plain("refusal-maintenance-minutes", minutes=30)
    table = await group.table()
    assert isinstance(table, Lobby)
    assert len(table.seats) == 1
    await owner.press(OWNER, shown, "desk::closed:end")
    await group.tap(LIMON, lobby, "join")
    assert not isinstance(await group.table(), Lobby)


async def test_who_is_banned_is_told_once_and_then_not_heard(house: House) -> None:
    group, owner = await house.group(), await house.private(OWNER)
    await group.deal(game("kelimelik", laid=["8F KALEM"], racks=["LERİSĞZ", "AAEEKKL"], turn=1))
    banned = await owner.ask(OWNER, f"/yasakla {LIMON}")
    assert str(LIMON) in banned.text
    before, _ = await group.stored()
    assert (await group.ask(LIMON, "/pas")).html == group.html("refusal-banned")
    group.say(LIMON, "/pas")
    await group.silent(NANE)
    private = await house.private(LIMON)
    assert not (await group.forge(group.user(LIMON), None, "board:")).get("text")
    await house.quiet()
    before_talk = house.calls
    private.say(LIMON, "?")
    await house.quiet()
    assert not house.playground.journal.entries("sendMessage", after=before_talk)
    assert (await group.stored())[0] == before
    assert (await owner.ask(OWNER, f"/izin {LIMON}")).text.startswith("✅")
    assert (await group.ask(LIMON, "/pas")).html != group.html("refusal-banned")
    await owner.ask(OWNER, f"/yasakla {LIMON}")
    assert (await group.ask(LIMON, "/pas")).html == group.html("refusal-banned"), "it is another ban"
    await owner.ask(OWNER, f"/izin {LIMON}")


async def test_a_banned_group_is_told_once_and_then_not_heard(house: House) -> None:
    group, owner = await house.group(), await house.private(OWNER)
    await owner.ask(OWNER, f"/yasakla {group.id}")
    assert (await group.ask(LIMON, "/tahta")).html == group.html("refusal-banned-chat")
    await house.quiet()
    before = house.calls
    group.say(NANE, "/tahta")
    await house.quiet()
    assert not house.playground.journal.entries("sendMessage", after=before)
    await owner.ask(OWNER, f"/izin {group.id}")
    assert (await group.ask(LIMON, "/tahta")).html == group.html("refusal-no-game")


async def test_a_banned_groups_table_is_not_played_on_from_private_chats(house: House) -> None:
    group, owner, private = await house.group(), await house.private(OWNER), await house.private(LIMON)
    await group.deal(game("kelimelik", laid=["8F KALEM"], racks=["LERİSĞZ", "AAEEKKL"], turn=1))
    await owner.ask(OWNER, f"/yasakla {group.id}")
    before, _ = await group.stored()
    assert (await private.ask(LIMON, "/pas")).html == private.html("refusal-banned-chat-private")
    assert (await group.stored())[0] == before
    await owner.ask(OWNER, f"/izin {group.id}")
    private.say(LIMON, "/pas")
    await group.sent()
    assert (await group.stored())[0] > before


async def test_owners_are_not_banned(house: House) -> None:
    owner = await house.private(OWNER)
    assert (await owner.ask(OWNER, f"/yasakla {OWNER}")).html == owner.html("desk-ban-owner")
    # As somebody who became one later may have been before.
    assert (await owner.ask(OWNER, "/yasakla")).html.startswith(owner.html("desk-bans-none"))


@pytest.mark.parametrize(
    ("origin", "who"),
    [
        ({"type": "user", "date": 1, "sender_user": {"id": 777, "is_bot": False, "first_name": "Nar"}}, 777),
        ({"type": "channel", "date": 1, "message_id": 5, "chat": {"id": -100888, "type": "channel"}}, -100888),
        ({"type": "hidden_user", "date": 1, "sender_user_name": "Nar"}, None),
    ],
)
async def test_a_forwarded_message_names_whom_to_ban(house: House, origin: dict[str, object], who: int | None) -> None:
    owner = await house.private(OWNER)
    user = owner.user(OWNER)
    forwarded = {"message_id": 3, "date": 1, "from": user, "forward_origin": origin, "text": "x"}
    await owner.say_as(user, "/yasakla", reply_to_message=forwarded)
    told = (await owner.sent())[0]
    if who is None:
        assert told.html == owner.html("desk-author-hidden")
    else:
        assert who in await Bans(house.redis).all()
        await owner.ask(OWNER, f"/izin {who}")


async def test_a_name_that_was_seen_names_whom_to_ban(house: House) -> None:
    group, owner = await house.group(), await house.private(OWNER)
    await group.say_as(group.user(NANE) | {"username": "Nane_Cayi"}, "/tahta")
    await group.sent()
    assert (await owner.ask(OWNER, "/yasakla @kimse")).html == owner.html("desk-name-unknown", name="@kimse")
    await owner.ask(OWNER, "/yasakla @nane_cayi")
    assert set(await Bans(house.redis).all()) == {NANE}
    await owner.ask(OWNER, "/izin @Nane_Cayi")
    assert await Bans(house.redis).all() == {}


async def over(house: House, after: int) -> None:
    """Wait until the broadcast is over, and its owner has been told so."""
    journal, ended = house.playground.journal, 0
    while not ended:
        calls = await journal.wait("editMessageText", after=after, seconds=PATIENCE)
        assert calls, "the broadcast did not end"
        ended = sum("Duyuru bitti" in call.parameters["text"] for call in calls)
        after = calls[-1].number
    assert await journal.wait("sendDocument", after=0, seconds=PATIENCE)


async def test_a_broadcast_is_shown_confirmed_and_told_once(house: House) -> None:
    groups = [await house.group(title=f"Masa {number}") for number in range(3)]
    owner = await house.private(OWNER)
    world = house.playground.world
    world.set_bot_status(world.group(groups[2].id), "kicked")
    await house.quiet()
    # As if that had not been heard of.
    await house.redis.zadd(keys.chats(keys.shard_of(groups[2].id)), {str(groups[2].id): 1_800_000_000})
    for group in groups:
        await group.mark()
    await owner.mark()
    owner.say(OWNER, "/duyuru Yarın <b>bakım</b> var")
    preview, question = await owner.sent(2)
    assert preview.text == "Yarın <b>bakım</b> var"
    data = question.data("desk")
    assert data.endswith(":groups")
    before = house.calls
    await owner.press(OWNER, question, data)
    # A second press of the same button begins nothing.
    await owner.press_at_once(OWNER, question, data)
    await over(house, before)
    sent = [
        int(call.parameters["chat_id"])
        for call in house.playground.journal.entries("sendMessage", after=before)
        if call.status == 200 and "bakım" in call.parameters["text"]
    ]
    assert len(sent) == len(set(sent))
    assert {groups[0].id, groups[1].id} <= set(sent)
    assert groups[2].id not in sent
    assert OWNER not in sent
    missed = await Broadcasts(house.redis).missed()
    assert (groups[2].id, "gone") in missed
    assert groups[2].id not in await Acquaintances(house.redis).chats()
    (file,) = house.playground.journal.entries("sendDocument", after=before)
    assert int(file.parameters["chat_id"]) == OWNER


async def test_a_broadcast_that_was_dropped_is_not_sent(house: House) -> None:
    owner = await house.private(OWNER)
    await owner.mark()
    owner.say(OWNER, "/duyuru Vazgeçtim")
    _, question = await owner.sent(2)
    drop = next(one["callback_data"] for one in question.buttons if ":drop:" in one["callback_data"])
    await owner.press(OWNER, question, drop)
    await owner.forge(owner.user(OWNER), question, question.data("desk"))
    assert await edited(owner, question) == owner.plain("desk-broadcast-stale")


async def test_a_draft_is_dropped_by_its_own_button_alone(house: House) -> None:
    await house.group()
    owner = await house.private(OWNER)
    await owner.mark()
    owner.say(OWNER, "/duyuru Eski")
    _, old = await owner.sent(2)
    await owner.mark()
    owner.say(OWNER, "/duyuru Yeni")
    _, new = await owner.sent(2)
    drop = next(one["callback_data"] for one in old.buttons if ":drop:" in one["callback_data"])
    await owner.press(OWNER, old, drop)
    assert await edited(owner, old) == owner.plain("desk-broadcast-stale")
    before = house.calls
    await owner.press(OWNER, new, new.data("desk"))
    # What was begun goes on, whatever a phone shows that is behind: its message says so no less.
    drop = next(one["callback_data"] for one in new.buttons if ":drop:" in one["callback_data"])
    await owner.forge(owner.user(OWNER), new, drop)
    told: list[str] = []
    while not any("Duyuru bitti" in text for text in told):
        calls = await house.playground.journal.wait("editMessageText", after=before, seconds=PATIENCE)
        assert calls, "the broadcast did not end"
        told += [call.parameters["text"] for call in calls]
        before = calls[-1].number
    assert owner.plain("desk-broadcast-dropped") not in told


async def test_chats_from_before_the_bot_noted_them_are_known(house: House) -> None:
    """By what they chose, or by their tables; again nothing is looked for."""
    await house.store.set_setting(Scope(-4040), "language", "uk")
    await house.store.set_setting(Scope(4041), "language", "uk")
    topic = await house.group()
    await topic.deal(game("kelimelik"), Scope(-4042, 7))
    acquaintances = Acquaintances(house.redis)
    await house.redis.delete(keys.SEEDED)
    await acquaintances.begin()
    assert {-4040, 4041, -4042} <= set(await acquaintances.chats())
    await acquaintances.forget(-4040)
    await acquaintances.begin()
    assert -4040 not in await acquaintances.chats()


async def test_who_is_banned_is_answered_in_nobodys_place(house: House) -> None:  # noqa: ARG001 - the module's settings
    place = Venue(Scope(-5), private=False, title="", username=None)
    request = Command(1, place, Sender(LIMON, "Limon", None), 1, "score", "", NOW)
    for heard in (True, False):
        kind = Kinds(commands(), lambda _, heard=heard: heard)(request)  # type: ignore[misc]  # the loop's own
        assert kind is not None
        assert (kind.alike is None) != heard
