"""Seats that a table keeps for named people: offered by its host, answered by buttons, whoever else presses them."""

import pytest
from telegram.constants import ChatID

from bot.tables.codec import decode_log_entry
from bot.texts import Html
from bot.wording.speaker import isolate_name
from engine.invitations import INVITATION_LIFETIME
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import visible_bot_messages
from tests.support.sent_messages import Json, SentMessage
from tests.support.stored_tables import load_stored_log

pytestmark = pytest.mark.asyncio(loop_scope="module")
_HOURS = 12
ANONYMOUS: Json = {"id": int(ChatID.ANONYMOUS_ADMIN), "is_bot": True, "first_name": "Group"}


async def open_table(
    house: BotHarness, game: str = "scrabble-tr", host: int = KIRAZ
) -> tuple[ChatSession, SentMessage]:
    """A group that Kiraz owns, and the table that somebody has opened there."""
    talk = await house.new_group()
    return talk, await talk.say_and_wait(host, f"/yeni {game}")


async def invite_nane(house: BotHarness, game: str = "scrabble-tr") -> tuple[ChatSession, SentMessage, SentMessage]:
    talk, card = await open_table(house, game)
    if game != "kelimelik":
        await talk.press_kind(LIMON, card, "join")
    await talk.say_and_wait(KIRAZ, "/davet @nane_masada")
    return talk, card, await talk.wait_edited(card, "editMessageMedia", newest=True)


async def kept_seats(talk: ChatSession) -> list[tuple[str, int | None]]:
    return [(one.name, one.user) for one in (await talk.load_current_lobby()).invited]


async def seated_users(talk: ChatSession) -> list[int]:
    return [seat.user for seat in (await talk.load_current_lobby()).seats]


def invitation_data(card: SentMessage, way: str) -> str:
    return next(str(one["callback_data"]) for one in card.buttons if one["callback_data"].endswith(f":{way}"))


def invitation_buttons(card: SentMessage) -> list[Json]:
    return [one for one in card.buttons if one["callback_data"].startswith("seat:")]


def visible_message_ids(talk: ChatSession) -> set[int]:
    return {int(message["message_id"]) for message in visible_bot_messages(talk)}


async def invite_by_mention(talk: ChatSession, person: int) -> None:
    user = talk.user_json(person)
    name = user["first_name"]
    entities = [
        {"type": "bot_command", "offset": 0, "length": 6},
        {"type": "text_mention", "offset": 7, "length": len(name), "user": user},
    ]
    await talk.say_as_user(talk.user_json(KIRAZ), f"/davet {name}", entities=entities)


async def test_a_seat_is_offered_in_the_tables_one_message_and_taken_by_a_button(harness: BotHarness) -> None:
    """To somebody whom the bot has never met, and knows by the username alone."""
    talk, card = await open_table(harness)
    guest, before = {**FIFTH_USER, "id": 556, "username": "Yeni_Gelen"}, len(visible_bot_messages(talk))
    answer = await talk.say_and_wait(KIRAZ, "/davet @yeni_gelen")
    assert answer.html == talk.text_html("invited", name=isolate_name("@yeni_gelen"), hours=_HOURS)
    shown = await talk.wait_edited(card, "editMessageMedia", newest=True)
    assert shown.text.count("@yeni_gelen") == 1
    assert next(one["text"] for one in shown.buttons) == talk.text_plain("button-invited-yes", name="@yeni_gelen")
    assert len(visible_bot_messages(talk)) == before + 1, "the answer, which goes"
    assert await kept_seats(talk) == [("@yeni_gelen", None)]
    assert (await talk.forge_tap(guest, card, invitation_data(shown, "y")))["text"] == talk.text_plain("seated")
    assert await seated_users(talk) == [KIRAZ, 556]
    assert await kept_seats(talk) == []
    shown = await talk.wait_edited(card, "editMessageMedia", newest=True)
    assert "@yeni_gelen" not in shown.text
    assert not invitation_buttons(shown)
    log = [decode_log_entry(entry).action for entry in await load_stored_log(harness.store, talk.scope)]
    assert [type(action).__name__ for action in log] == ["Open", "Invite", "Join"]


async def test_whoever_has_no_username_is_mentioned_or_answered(harness: BotHarness) -> None:
    talk, _ = await open_table(harness)
    await invite_by_mention(talk, ZEYTIN)
    await talk.wait_messages()
    assert await kept_seats(talk) == [("Zeytin", ZEYTIN)]
    talk.say(NANE, "Ben de gelirim")
    await harness.wait_until_idle()
    said = max(talk.chat.messages)
    await talk.say_and_wait(KIRAZ, "/davet", reply_to=said)
    assert await kept_seats(talk) == [("Zeytin", ZEYTIN), ("Nane", NANE)]


async def test_a_seat_that_is_kept_is_nobody_elses(harness: BotHarness) -> None:
    talk, card, shown = await invite_nane(harness, "kelimelik")
    assert not [one for one in shown.buttons if one["callback_data"].startswith("join:")]
    before = await talk.stored_state()
    answer = await talk.forge_tap(talk.user_json(LIMON), card, card.button_data("join"))
    assert answer["text"] == talk.text_plain("refusal-seats-kept")
    assert (await talk.say_and_wait(ZEYTIN, "/katil")).text == talk.text_plain("refusal-seats-kept")
    assert await talk.stored_state() == before
    talk.say(NANE, "/katil")
    await harness.wait_until_idle()
    assert {player.user for player in (await talk.load_current_game()).players} == {KIRAZ, NANE}


async def test_nobody_answers_for_somebody_else(harness: BotHarness) -> None:
    """Not who is seated, not another group's owner or a stranger, not who has a name like it; nor does the host."""
    await harness.new_group(people=(LIMON, ZEYTIN))
    talk, card, shown = await invite_nane(harness)
    yes, no, before = invitation_data(shown, "y"), invitation_data(shown, "n"), await talk.stored_state()
    impostor = {**FIFTH_USER, "first_name": "Nane", "username": "nane_masada_"}
    for user in (talk.user_json(LIMON), talk.user_json(ZEYTIN), FIFTH_USER, impostor):
        for value in (yes, no):
            assert (await talk.forge_tap(user, card, value))["text"] == talk.text_plain("refusal-not-invited")
    assert (await talk.forge_tap(talk.user_json(KIRAZ), card, yes))["text"] == talk.text_plain("refusal-not-invited")
    for forged in ("2:y", "0:n", "9999:y"):
        value = f"{yes.rpartition(':')[0].rpartition(':')[0]}:{forged}"
        assert (await talk.forge_tap(talk.user_json(NANE), card, value))["text"] == talk.text_plain(
            "refusal-invitation-over"
        )
    assert await talk.stored_state() == before


@pytest.mark.parametrize(("person", "said"), [(NANE, "invitation-declined"), (KIRAZ, "invitation-withdrawn")])
async def test_a_seat_is_free_again_once_it_is_turned_down_or_taken_back(
    harness: BotHarness, person: int, said: str
) -> None:
    talk, card, shown = await invite_nane(harness)
    before = len(visible_bot_messages(talk))
    assert (await talk.press_data(person, card, invitation_data(shown, "n")))["text"] == talk.text_plain(said)
    assert await kept_seats(talk) == []
    again = await talk.forge_tap(talk.user_json(NANE), card, invitation_data(shown, "y"))
    assert again["text"] == talk.text_plain("refusal-invitation-over")
    await harness.wait_until_idle()
    assert len(visible_bot_messages(talk)) == before


async def test_an_administrator_invites_and_takes_back_and_nobody_else_does(harness: BotHarness) -> None:
    """Kiraz owns the group; Limon opens the table."""
    talk, card = await open_table(harness, host=LIMON)
    await talk.press_kind(ZEYTIN, card, "join")
    for person in (ZEYTIN, NANE):
        assert (await talk.say_and_wait(person, "/davet @kiraz_masada")).text == talk.text_plain("refusal-not-host")
    assert await kept_seats(talk) == []
    await talk.say_and_wait(KIRAZ, "/davet @nane_masada")
    shown = await talk.wait_edited(card, "editMessageMedia", newest=True)
    assert (await talk.forge_tap(talk.user_json(ZEYTIN), card, invitation_data(shown, "n")))["text"] == talk.text_plain(
        "refusal-not-invited"
    )
    await talk.press_data(KIRAZ, card, invitation_data(shown, "n"))
    assert await kept_seats(talk) == []
    await talk.say_as_user(ANONYMOUS, "/davet @nane_masada")
    await talk.wait_messages()
    assert await kept_seats(talk) == [("Nane", NANE)]


async def test_whom_no_seat_can_be_kept_for_is_said(harness: BotHarness) -> None:
    talk, card = await open_table(harness)
    await talk.press_kind(LIMON, card, "join")
    await talk.say_and_wait(KIRAZ, "/davet @nane_masada")
    before = await talk.stored_state()
    for text, refusal in (
        ("@nane_masada", "invited-already"),
        ("@limon_masada", "invited-is-seated"),
        (f"@{harness.playground.world.username}", "invited-is-bot"),
        ("@SomeGameBot", "invited-is-bot"),
        ("", "whom-to-invite"),
        ("@zeytin_masada Nane", "whom-to-invite"),
        (" ".join(f"@konuk_{number}" for number in range(11)), "whom-to-invite"),
    ):
        assert (await talk.say_and_wait(KIRAZ, f"/davet {text}".strip())).html == talk.text_html(
            f"refusal-{refusal}"
        ), text
    assert await talk.stored_state() == before


async def test_several_are_invited_at_once_by_one_message_as_far_as_there_are_seats(harness: BotHarness) -> None:
    """At a table for four with two guests: two seats are free, and four are named, one of them twice."""
    talk, card = await open_table(harness)
    await talk.press_kind(LIMON, card, "join")
    before = len(visible_bot_messages(talk))
    text = "/davet @limon_masada, @zeytin_masada @ZEYTIN_masada Nane @yeni_gelen"
    nane = {"type": "text_mention", "offset": text.index("Nane"), "length": 4, "user": talk.user_json(NANE)}
    entities = [{"type": "bot_command", "offset": 0, "length": 6}, nane]
    await talk.say_as_user(talk.user_json(KIRAZ), text, entities=entities)
    (told,) = await talk.wait_messages()
    names = Html(f"{isolate_name('@zeytin_masada')}, {isolate_name('Nane')}")
    lines = [
        talk.text_html("invited-several", names=names, hours=_HOURS),
        talk.text_html(
            "invited-not", name=isolate_name("@limon_masada"), why=talk.text_plain("refusal-invited-is-seated")
        ),
        talk.text_html("invited-not", name=isolate_name("@yeni_gelen"), why=talk.text_plain("refusal-seats-kept")),
    ]
    assert told.html == "\n".join(lines)
    await harness.wait_until_idle()
    assert len(visible_bot_messages(talk)) == before + 1, "the answer, which goes"
    assert await kept_seats(talk) == [("@zeytin_masada", None), ("Nane", NANE)]
    log = [decode_log_entry(entry).action for entry in await load_stored_log(harness.store, talk.scope)]
    assert [type(action).__name__ for action in log] == ["Open", "Join", "Invite"]


async def test_who_is_not_in_the_group_is_not_invited(harness: BotHarness) -> None:
    talk = await harness.new_group(people=(KIRAZ, LIMON))
    await talk.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    await invite_by_mention(talk, ZEYTIN)
    assert (await talk.wait_messages())[0].text == talk.text_plain("refusal-invited-is-away")
    assert await kept_seats(talk) == []


async def test_a_seat_that_nobody_takes_is_free_after_a_while_without_a_message(harness: BotHarness) -> None:
    talk, card, _ = await invite_nane(harness)
    await harness.wait_until_idle()
    await talk.start_watching()
    before = visible_message_ids(talk)
    await harness.advance_time(INVITATION_LIFETIME.total_seconds())
    shown = await talk.wait_edited(card, "editMessageMedia")
    assert not invitation_buttons(shown)
    assert await kept_seats(talk) == []
    await harness.wait_until_idle()
    assert visible_message_ids(talk) <= before
    assert (await talk.press_data(NANE, card, shown.button_data("join")))["text"] == talk.text_plain("seated")
