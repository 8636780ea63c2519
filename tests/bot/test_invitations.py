"""Seats that a table keeps for named people: offered by its host, answered by buttons, whoever else presses them."""

import pytest
from telegram.constants import ChatID

from bot.tables.codec import decode_entry
from bot.texts import Html
from bot.wording.people import displayed
from engine.invitations import KEPT
from engine.seats import Lobby
from tests.support.chats import FIFTH, KIRAZ, LIMON, NANE, ZEYTIN, House, Json, Sent, Talk
from tests.support.fades import standing
from tests.support.patience import PATIENCE
from tests.support.stored_logs import stored_log

pytestmark = pytest.mark.asyncio(loop_scope="module")
_HOURS = 12
ANONYMOUS: Json = {"id": int(ChatID.ANONYMOUS_ADMIN), "is_bot": True, "first_name": "Group"}


async def opened(house: House, game: str = "scrabble-tr", host: int = KIRAZ) -> tuple[Talk, Sent]:
    """A group that Kiraz owns, and the table that somebody has opened there."""
    talk = await house.group()
    return talk, await talk.ask(host, f"/yeni {game}")


async def invited(house: House, game: str = "scrabble-tr") -> tuple[Talk, Sent, Sent]:
    """A table of Kiraz's with Limon, its message with a seat that is kept for Nane."""
    talk, card = await opened(house, game)
    if game != "kelimelik":
        await talk.tap(LIMON, card, "join")
    await talk.ask(KIRAZ, "/davet @nane_masada")
    return talk, card, await talk.changed(card, "editMessageMedia", newest=True)


async def lobby(talk: Talk) -> Lobby:
    table = await talk.table()
    assert isinstance(table, Lobby)
    return table


async def kept(talk: Talk) -> list[tuple[str, int | None]]:
    return [(one.name, one.user) for one in (await lobby(talk)).invited]


async def seated(talk: Talk) -> list[int]:
    return [seat.user for seat in (await lobby(talk)).seats]


def behind(card: Sent, way: str) -> str:
    """What the button of the first invitation carries."""
    return next(str(one["callback_data"]) for one in card.buttons if one["callback_data"].endswith(f":{way}"))


def answering(card: Sent) -> list[Json]:
    """The buttons of invitations."""
    return [one for one in card.buttons if one["callback_data"].startswith("seat:")]


def sent(talk: Talk) -> set[int]:
    """The numbers of the bot's messages that the group sees; what faded is none of them."""
    return {int(message["message_id"]) for message in standing(talk)}


async def mentions(talk: Talk, person: int) -> None:
    """Kiraz invites somebody who has no username, by a mention."""
    user = talk.user(person)
    name = user["first_name"]
    entities = [
        {"type": "bot_command", "offset": 0, "length": 6},
        {"type": "text_mention", "offset": 7, "length": len(name), "user": user},
    ]
    await talk.say_as(talk.user(KIRAZ), f"/davet {name}", entities=entities)


async def test_a_seat_is_offered_in_the_tables_one_message_and_taken_by_a_button(house: House) -> None:
    """To somebody whom the bot has never met, and knows by the username alone."""
    talk, card = await opened(house)
    guest, before = {**FIFTH, "id": 556, "username": "Yeni_Gelen"}, len(standing(talk))
    answer = await talk.ask(KIRAZ, "/davet @yeni_gelen")
    assert answer.html == talk.html("invited", name=displayed("@yeni_gelen"), hours=_HOURS)
    shown = await talk.changed(card, "editMessageMedia", newest=True)
    assert shown.text.count("@yeni_gelen") == 1
    assert next(one["text"] for one in shown.buttons) == talk.plain("button-invited-yes", name="@yeni_gelen")
    assert len(standing(talk)) == before + 1, "the answer, which goes"
    assert await kept(talk) == [("@yeni_gelen", None)]
    assert (await talk.forge(guest, card, behind(shown, "y")))["text"] == talk.plain("seated")
    assert await seated(talk) == [KIRAZ, 556]
    assert await kept(talk) == []
    shown = await talk.changed(card, "editMessageMedia", newest=True)
    assert "@yeni_gelen" not in shown.text
    assert not answering(shown)
    log = [decode_entry(entry).action for entry in await stored_log(house.store, talk.scope)]
    assert [type(action).__name__ for action in log] == ["Open", "Invite", "Join"]


async def test_whoever_has_no_username_is_mentioned_or_answered(house: House) -> None:
    talk, _ = await opened(house)
    await mentions(talk, ZEYTIN)
    await talk.sent()
    assert await kept(talk) == [("Zeytin", ZEYTIN)]
    talk.say(NANE, "Ben de gelirim")
    await house.quiet()
    said = max(talk.chat.messages)
    await talk.ask(KIRAZ, "/davet", reply_to=said)
    assert await kept(talk) == [("Zeytin", ZEYTIN), ("Nane", NANE)]


async def test_whom_the_bot_has_met_is_known_by_the_username(house: House) -> None:
    talk, _ = await opened(house)
    await talk.ask(LIMON, "/tahta")
    await talk.ask(KIRAZ, "/davet @LIMON_masada")
    assert await kept(talk) == [("Limon", LIMON)]


async def test_a_seat_that_is_kept_is_nobody_elses(house: House) -> None:
    talk, card, shown = await invited(house, "kelimelik")
    assert not [one for one in shown.buttons if one["callback_data"].startswith("join:")]
    before = await talk.stored()
    answer = await talk.forge(talk.user(LIMON), card, card.data("join"))
    assert answer["text"] == talk.plain("refusal-seats-kept")
    assert (await talk.ask(ZEYTIN, "/katil")).text == talk.plain("refusal-seats-kept")
    assert await talk.stored() == before
    talk.say(NANE, "/katil")
    await house.quiet()
    assert await seated(talk) == [KIRAZ, NANE]


async def test_nobody_answers_for_somebody_else(house: House) -> None:
    """Not who is seated, not another group's owner or a stranger, not who has a name like it; nor does the host."""
    await house.group(people=(LIMON, ZEYTIN))
    talk, card, shown = await invited(house)
    yes, no, before = behind(shown, "y"), behind(shown, "n"), await talk.stored()
    impostor = {**FIFTH, "first_name": "Nane", "username": "nane_masada_"}
    for user in (talk.user(LIMON), talk.user(ZEYTIN), FIFTH, impostor):
        for value in (yes, no):
            assert (await talk.forge(user, card, value))["text"] == talk.plain("refusal-not-invited")
    assert (await talk.forge(talk.user(KIRAZ), card, yes))["text"] == talk.plain("refusal-not-invited")
    for forged in ("2:y", "0:n", "9999:y"):
        value = f"{yes.rpartition(':')[0].rpartition(':')[0]}:{forged}"
        assert (await talk.forge(talk.user(NANE), card, value))["text"] == talk.plain("refusal-invitation-over")
    assert await talk.stored() == before


@pytest.mark.parametrize(("person", "said"), [(NANE, "invitation-declined"), (KIRAZ, "invitation-withdrawn")])
async def test_a_seat_is_free_again_once_it_is_turned_down_or_taken_back(house: House, person: int, said: str) -> None:
    talk, card, shown = await invited(house)
    before = len(standing(talk))
    assert (await talk.press(person, card, behind(shown, "n")))["text"] == talk.plain(said)
    assert await kept(talk) == []
    again = await talk.forge(talk.user(NANE), card, behind(shown, "y"))
    assert again["text"] == talk.plain("refusal-invitation-over")
    await house.quiet()
    assert len(standing(talk)) == before


async def test_an_administrator_invites_and_takes_back_and_nobody_else_does(house: House) -> None:
    """Kiraz owns the group; Limon opens the table."""
    talk, card = await opened(house, host=LIMON)
    await talk.tap(ZEYTIN, card, "join")
    for person in (ZEYTIN, NANE):
        assert (await talk.ask(person, "/davet @kiraz_masada")).text == talk.plain("refusal-not-host")
    assert await kept(talk) == []
    await talk.ask(KIRAZ, "/davet @nane_masada")
    shown = await talk.changed(card, "editMessageMedia", newest=True)
    assert (await talk.forge(talk.user(ZEYTIN), card, behind(shown, "n")))["text"] == talk.plain("refusal-not-invited")
    await talk.press(KIRAZ, card, behind(shown, "n"))
    assert await kept(talk) == []
    await talk.say_as(ANONYMOUS, "/davet @nane_masada")
    await talk.sent()
    assert await kept(talk) == [("Nane", NANE)]


async def test_whom_no_seat_can_be_kept_for_is_said(house: House) -> None:
    talk, card = await opened(house)
    await talk.tap(LIMON, card, "join")
    await talk.ask(KIRAZ, "/davet @nane_masada")
    before = await talk.stored()
    for text, refusal in (
        ("@nane_masada", "invited-already"),
        ("@limon_masada", "invited-is-seated"),
        ("@kiraz_masada", "invited-is-seated"),
        (f"@{house.playground.world.username}", "invited-is-bot"),
        ("@SomeGameBot", "invited-is-bot"),
        ("", "whom-to-invite"),
        ("Nane", "whom-to-invite"),
        ("@zeytin_masada Nane", "whom-to-invite"),
        ("@zeytin_masada.", "whom-to-invite"),
        (" ".join(f"@konuk_{number}" for number in range(11)), "whom-to-invite"),
    ):
        assert (await talk.ask(KIRAZ, f"/davet {text}".strip())).html == talk.html(f"refusal-{refusal}"), text
    assert await talk.stored() == before


async def test_several_are_invited_at_once_by_one_message_as_far_as_there_are_seats(house: House) -> None:
    """At a table for four with two guests: two seats are free, and four are named, one of them twice."""
    talk, card = await opened(house)
    await talk.tap(LIMON, card, "join")
    before = len(standing(talk))
    text = "/davet @limon_masada, @zeytin_masada @ZEYTIN_masada Nane @yeni_gelen"
    nane = {"type": "text_mention", "offset": text.index("Nane"), "length": 4, "user": talk.user(NANE)}
    entities = [{"type": "bot_command", "offset": 0, "length": 6}, nane]
    await talk.say_as(talk.user(KIRAZ), text, entities=entities)
    (told,) = await talk.sent()
    names = Html(f"{displayed('@zeytin_masada')}, {displayed('Nane')}")
    lines = [
        talk.html("invited-several", names=names, hours=_HOURS),
        talk.html("invited-not", name=displayed("@limon_masada"), why=talk.plain("refusal-invited-is-seated")),
        talk.html("invited-not", name=displayed("@yeni_gelen"), why=talk.plain("refusal-seats-kept")),
    ]
    assert told.html == "\n".join(lines)
    await house.quiet()
    assert len(standing(talk)) == before + 1, "the answer, which goes"
    assert await kept(talk) == [("@zeytin_masada", None), ("Nane", NANE)]
    log = [decode_entry(entry).action for entry in await stored_log(house.store, talk.scope)]
    assert [type(action).__name__ for action in log] == ["Open", "Join", "Invite"]


async def test_of_several_for_whom_no_seat_can_be_kept_each_is_told_and_nothing_is_done(house: House) -> None:
    talk, _ = await opened(house)
    before = await talk.stored()
    told = await talk.ask(KIRAZ, "/davet @kiraz_masada @SomeGameBot")
    whys = (("@kiraz_masada", "invited-is-seated"), ("@SomeGameBot", "invited-is-bot"))
    assert told.html.splitlines() == [
        talk.html("invited-not", name=displayed(name), why=talk.plain(f"refusal-{why}")) for name, why in whys
    ]
    assert await talk.stored() == before
    assert (await talk.ask(LIMON, "/davet @nane_masada @zeytin_masada")).text == talk.plain("refusal-not-host")
    assert await talk.stored() == before


async def test_who_is_not_in_the_group_is_not_invited(house: House) -> None:
    talk = await house.group(people=(KIRAZ, LIMON))
    await talk.ask(KIRAZ, "/yeni scrabble-tr")
    await mentions(talk, ZEYTIN)
    assert (await talk.sent())[0].text == talk.plain("refusal-invited-is-away")
    assert await kept(talk) == []


async def test_without_a_table_that_waits_nobody_is_invited(house: House) -> None:
    talk = await house.group()
    assert (await talk.ask(KIRAZ, "/davet @nane_masada")).html == talk.html("refusal-no-game")
    await talk.ask(KIRAZ, "/yeni kelimelik dolunca")
    talk.say(LIMON, "/katil")
    await house.quiet()
    assert (await talk.ask(KIRAZ, "/davet @nane_masada")).html == talk.html("refusal-game-running")


async def test_a_seat_that_nobody_takes_is_free_after_a_while_without_a_message(house: House) -> None:
    talk, card, _ = await invited(house)
    await house.quiet()
    await talk.mark()
    before = sent(talk)
    await house.pass_time(KEPT.total_seconds())
    shown = await talk.changed(card, "editMessageMedia")
    assert not answering(shown)
    assert await kept(talk) == []
    await house.quiet()
    assert sent(talk) <= before
    assert (await talk.press(NANE, card, shown.data("join")))["text"] == talk.plain("seated")


async def test_where_the_tables_message_is_gone_a_seat_becomes_free_without_a_word(house: House) -> None:
    talk, card, _ = await invited(house)
    await house.quiet()
    house.playground.world.delete(talk.chat, card.id)
    before, calls = sent(talk), house.calls
    await house.pass_time(KEPT.total_seconds())
    assert await house.playground.journal.wait("editMessageMedia", after=calls, seconds=PATIENCE)
    await house.quiet()
    assert await kept(talk) == []
    assert sent(talk) <= before
    assert (await talk.ask(KIRAZ, "/tahta")).data("join")
