"""A table opened from the private chat for a group chosen there: as if it were asked for in the group itself."""

import pytest

from bot.playground.chats import Chat
from bot.playground.shares import fitting, share
from bot.store import keys
from bot.store.callers import Callers
from bot.wording.people import displayed
from engine.game import Table
from engine.rulesets import rulesets
from engine.seats import Lobby
from tests.support.chats import FIFTH, KIRAZ, LIMON, NANE, ZEYTIN, House, Json, Sent, Talk
from tests.support.games import game, lobby
from tests.support.languages import LANGUAGES

OWNER = KIRAZ
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("house", [{"OWNER_IDS": str(OWNER)}], indirect=True),
]

RUNNING = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


async def asked(private: Talk) -> Sent:
    """Ask for a table in private: the question for which group."""
    return await private.ask(private.id, "/yeni")


async def chosen(private: Talk, group: Chat, wanted: int = 2) -> list[Sent]:
    """Choose the group by the key; what is said to it."""
    await asked(private)
    await private.mark()
    share(private.house.playground.world, private.id, private.id, 1, [group.id])
    return await private.sent(wanted)


async def picked(private: Talk, games: Sent, name: str = "kelimelik") -> Json:
    """Choose a game, among those of every language where it is not offered at once; what the tap is answered with."""
    data = [one["callback_data"] for one in games.buttons if one["callback_data"].endswith(f":{name}")]
    if not data:
        await picked(private, games, "every")
        return await picked(private, await private.changed(games, "editMessageText"), name)
    return await private.press(private.id, games, data[0])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_table_opens_in_the_group_and_its_host_is_told_where(house: House, language: str) -> None:
    group = await house.group(language, title="Kelime <b>")
    private = await house.private(LIMON, language)
    await Callers(house.redis).choose(group.scope, NANE, "Nane", 1)
    question = await asked(private)
    assert question.html == private.html("there-group")
    world = house.playground.world
    assert group.id in [one["id"] for one in fitting(world, LIMON, LIMON, 1)]
    said, games = await chosen(private, group.chat)
    assert said.html == private.html("there-chosen", group=displayed("Kelime <b>"))
    assert not private.chat.keyboard
    await group.mark()
    await private.mark()
    await picked(private, games)
    (card,) = await group.sent()
    opened = await group.table()
    assert isinstance(opened, Lobby)
    assert (opened.host, opened.ruleset.id) == (LIMON, "kelimelik")
    assert f"tg://user?id={NANE}" in card.html
    (told,) = await private.sent()
    assert "Kelime <b>" in told.text
    assert told.links == [f"https://t.me/c/{str(group.id)[4:]}/{card.id}"]
    assert private.plain("there-opening", game="Kelimelik") == private.chat.messages[games.id]["text"]


async def test_the_groups_usual_game_comes_first_and_opens_with_its_options(house: House) -> None:
    group, private = await house.group(), await house.private(LIMON)
    await house.store.set_setting(group.scope, "game", "wordbox-uk clock=10min")
    games = (await chosen(private, group.chat))[1]
    assert games.buttons[0]["callback_data"].endswith(":wordbox-uk")
    await group.mark()
    await picked(private, games, "wordbox-uk")
    await group.sent()
    opened = await group.table()
    assert isinstance(opened, Lobby)
    assert (opened.ruleset.id, opened.ruleset.in_use["clock"]) == ("wordbox-uk", "10min")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_games_in_the_groups_language_are_offered_and_the_others_behind_a_button(
    house: House, language: str
) -> None:
    group, private = await house.group("uk"), await house.private(LIMON, language)
    await house.store.set_setting(group.scope, "game", "scrabble-en")
    games = (await chosen(private, group.chat))[1]
    ukrainian = sorted(name for name, ruleset in rulesets().items() if ruleset.language == "uk")
    offered = [button["callback_data"].rpartition(":")[2] for button in games.buttons]
    assert offered == ["scrabble-en", *ukrainian, "every"]
    assert games.buttons[-1]["text"] == private.plain("button-more-languages"), "in the asker's language"
    await picked(private, games, "every")
    asked = await private.changed(games, "editMessageText")
    offered = [button["callback_data"].rpartition(":")[2] for button in asked.buttons]
    assert (offered[0], sorted(offered)) == ("scrabble-en", sorted(rulesets()))
    await group.mark()
    await picked(private, asked, "kelimelik")
    await group.sent()
    opened = await group.table()
    assert isinstance(opened, Lobby)
    assert opened.ruleset.id == "kelimelik"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_that_is_named_waits_with_its_options_for_the_group_and_opens_there(
    house: House, language: str
) -> None:
    group, private = await house.group(), await house.private(LIMON, language)
    await house.store.set_setting(group.scope, "game", "wordbox-uk clock=10min")
    named = await private.ask(LIMON, "/new scrabble-tr clock=25min challenge=double")
    wanted, question = named.html.splitlines()
    assert question == private.html("there-group")
    assert all(told in wanted for told in ("25", private.plain("option-clock"), private.plain("option-challenge")))
    await private.mark()
    share(house.playground.world, LIMON, LIMON, 1, [group.id])
    said, game = await private.sent(2)
    assert said.html == private.html("there-chosen", group=displayed("Masa"))
    assert game.html == wanted
    (key,) = game.buttons
    assert key["text"] == private.plain("button-open-there")
    await group.mark()
    await private.press(LIMON, game, key["callback_data"])
    await group.sent()
    opened = await group.table()
    assert isinstance(opened, Lobby)
    chosen = {option: opened.ruleset.in_use[option] for option in ("clock", "challenge")}
    assert (opened.ruleset.id, chosen) == ("scrabble-tr", {"clock": "25min", "challenge": "double"})


async def test_what_was_asked_for_since_opens_nothing_else(house: House) -> None:
    group, private = await house.group(), await house.private(LIMON)
    await private.ask(LIMON, "/yeni kelimelik")
    await private.mark()
    share(house.playground.world, LIMON, LIMON, 1, [group.id])
    _, game = await private.sent(2)
    (key,) = game.buttons
    another, other = await house.private(NANE), game.buttons[0]["callback_data"]
    assert (await another.forge(another.user(NANE), None, other))["text"] == another.plain("refusal-stale-button")
    for text in ("/yeni kelimelik dolunca", "/yeni liste"):
        await private.ask(LIMON, text)
        answer = await private.press(LIMON, game, key["callback_data"])
        assert answer["text"] == private.plain("refusal-stale-button"), text
    assert (await house.store.load(group.scope)).state is None
    assert len((await chosen(private, group.chat))[1].buttons) > 1, "nothing in particular is wanted now"
    refused = await private.ask(LIMON, "/yeni satranc")
    assert "satranc" in refused.text
    await private.ask(LIMON, "/yeni kelimelik")
    assert 0 < await house.redis.ttl(keys.wanted(LIMON)) <= 3600


async def test_a_basic_group_has_no_link_and_its_topics_are_kept_to(house: House) -> None:
    basic, forum = await house.group(basic=True), await house.group()
    private = await house.private(LIMON)
    await picked(private, (await chosen(private, basic.chat))[1])
    (told,) = await private.sent()
    assert (told.text.split()[0], told.links) == ("🎲", [])
    await house.store.set_setting(forum.scope, "topics", "7,9")
    await picked(private, (await chosen(private, forum.chat))[1])
    (told,) = await private.sent()
    assert told.links[0].startswith(f"https://t.me/c/{str(forum.id)[4:]}/7/")
    assert (await house.store.load(forum.topic(7))).state is not None
    assert (await house.store.load(forum.scope)).state is None


@pytest.mark.parametrize(
    ("table", "refusal"), [(lobby("kelimelik"), "lobby-open"), (RUNNING, "game-running")], ids=["lobby", "game"]
)
async def test_where_there_is_a_table_none_is_opened(house: House, table: Table, refusal: str) -> None:
    group, private = await house.group(), await house.private(NANE)
    games = (await chosen(private, group.chat))[1]
    await group.deal(table)
    before, said = await group.stored(), private.html(f"refusal-{refusal}-there")
    assert (await picked(private, games))["text"] == said
    (refused,) = await chosen(private, group.chat, 1)
    assert refused.html == said
    assert not private.chat.keyboard
    assert await group.stored() == before


async def test_strangers_and_groups_without_the_bot_are_refused_and_learn_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.members.KNOWN_SECONDS", 0.0)
    group = await house.group(people=(KIRAZ, LIMON))
    stranger, private = await house.private(NANE), await house.private(LIMON)
    await group.deal(RUNNING)
    games = (await chosen(await house.private(ZEYTIN), (await house.group(title="Başka")).chat))[1]
    data = f"there::{group.id}:kelimelik"
    refused = stranger.plain("refusal-not-there")
    assert (await stranger.forge(stranger.user(NANE), None, data))["text"] == refused
    assert (await stranger.forge(stranger.user(NANE), None, "there::-1009:kelimelik"))["text"] == refused
    await group.deal(lobby("kelimelik"))
    before = await group.stored()
    for forger in (FIFTH, group.user(LIMON)):
        assert (await group.forge(forger, None, data))["text"] == group.plain("refusal-stale-button")
    assert (await stranger.forge(stranger.user(NANE), games, f"there::{group.id}:nothing"))["text"] == stranger.plain(
        "refusal-stale-button"
    )
    other = await house.group(people=(KIRAZ, LIMON))
    offered = (await chosen(private, other.chat))[1]
    other.chat.bot_status = "left"
    answer = await picked(private, offered)
    assert answer["text"] == refused
    assert await group.stored() == before
    assert (await house.store.load(other.scope)).state is None


async def test_who_left_the_group_since_it_was_chosen_opens_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.members.KNOWN_SECONDS", 0.0)
    group, private = await house.group(), await house.private(LIMON)
    games = (await chosen(private, group.chat))[1]
    group.chat.people = (KIRAZ, NANE)
    assert (await picked(private, games))["text"] == private.plain("refusal-not-there")
    assert (await house.store.load(group.scope)).state is None


async def test_only_who_may_open_tables_there_does_so_from_afar(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.telegram.members.KNOWN_SECONDS", 0.0)
    group = await house.group()
    admin, private = await house.private(KIRAZ), await house.private(LIMON)
    games = (await chosen(admin, group.chat))[1]
    offered = (await chosen(private, group.chat))[1]
    await house.store.set_setting(group.scope, "openers", "admins")
    refused = private.plain("refusal-only-admins-open")
    assert (await picked(private, offered))["text"] == refused
    assert (await chosen(private, group.chat, 1))[0].html == refused
    group.chat.people = (NANE, *(one for one in group.chat.people if one != NANE))
    assert (await picked(admin, games))["text"] == refused
    assert (await house.store.load(group.scope)).state is None
    group.chat.people = (KIRAZ, *(one for one in group.chat.people if one != KIRAZ))
    await picked(admin, games)
    assert isinstance(await group.table(), Lobby)


async def test_maintenance_and_bans_hold_from_afar(house: House) -> None:
    group, private, owner = await house.group(), await house.private(LIMON), await house.private(OWNER)
    games = (await chosen(private, group.chat))[1]
    shown = await owner.ask(OWNER, "/bakim")
    await owner.press(OWNER, shown, "desk::closed:0")
    await owner.changed(shown, "editMessageText")
    assert (await picked(private, games))["text"] == private.plain("refusal-maintenance")
    await owner.press(OWNER, shown, "desk::closed:end")
    await owner.ask(OWNER, f"/yasakla {group.id}")
    assert (await picked(private, games))["text"] == private.plain("refusal-banned-chat-private")
    assert (await house.store.load(group.scope)).state is None


async def test_a_second_tap_opens_nothing_more(house: House) -> None:
    group, private = await house.group(), await house.private(LIMON)
    games = (await chosen(private, group.chat))[1]
    await picked(private, games)
    await house.quiet()
    before, told = await group.stored(), len(group.chat.messages)
    again = await private.forge(private.user(LIMON), games, f"there::{group.id}:kelimelik")
    assert again["text"] == private.plain("refusal-lobby-open-there")
    await house.quiet()
    assert (await group.stored(), len(group.chat.messages)) == (before, told)


@pytest.mark.parametrize("later", [0, 1], ids=["the-same-update", "another-update"])
async def test_a_tap_that_telegram_delivers_twice_opens_and_says_nothing_more(
    house: House, later: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    group, private = await house.group(), await house.private(LIMON)
    games = (await chosen(private, group.chat))[1]
    updates, taps = house.playground.updates, list[Json]()
    push = updates.push_raw

    def noted(update: Json) -> None:
        taps.append(update)
        push(update)

    with monkeypatch.context() as patch:
        patch.setattr(updates, "push_raw", noted)
        await picked(private, games)
    await house.quiet()
    before, told, shown = await group.stored(), len(group.chat.messages), private.chat.messages[games.id]
    (tap,) = taps
    push({**tap, "update_id": tap["update_id"] + later})
    # What is written next is handled next: by then the tap was.
    await private.ask(LIMON, "/yardim")
    await house.quiet()
    assert (await group.stored(), len(group.chat.messages)) == (before, told)
    assert private.chat.messages[games.id] == shown
