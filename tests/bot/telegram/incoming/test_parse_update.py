"""What an update asks for, and what is nothing to the bot."""

import json
from datetime import UTC, datetime
from itertools import cycle, product
from typing import Any

import msgspec
import pytest
from telegram import Chat, Document, InlineKeyboardButton, InlineKeyboardMarkup, Message, User

from bot.handlers.general import all_command_rows
from bot.ingress.intake import find_chat_id
from bot.languages import languages
from bot.store.keys import Scope
from bot.telegram.keyboards import encode_button_data
from bot.telegram.requests import BotAdded, Command, MistypedCommand, OwnRightsChanged, PlainText, Tap
from bot.telegram.updates import games_told, parse_update
from bot.user_input.commands import command_name
from engine.rng import commitment, short_seal
from tests.support.languages import LANGUAGES

Json = dict[str, Any]
BOT = User(7, "Harfiyen", is_bot=True, username="harfiyen_bot")
KIRAZ: Json = {"id": 101, "is_bot": False, "first_name": "Kiraz", "language_code": "tr"}
GROUP: Json = {"id": -100123, "type": "supergroup", "title": "Masa", "username": "masa"}
PRIVATE: Json = {"id": 101, "type": "private", "first_name": "Kiraz"}


def read_update(**kinds: Json) -> object:
    return parse_update(json.dumps({"update_id": 5, **kinds}).encode(), BOT)


def message(text: str, *entities: Json, **more: Any) -> Json:
    found = list(entities)
    if not found and text.startswith("/"):
        found = [{"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}]
    body: Json = {"message_id": 9, "date": 0, "chat": GROUP, "from": KIRAZ, "text": text, "entities": found}
    return body | more


def test_every_command_has_both_names_with_or_without_the_bots() -> None:
    forms = cycle(["{}", "{}@harfiyen_bot", "{}@HARFIYEN_BOT", "{} a b"])
    for command, language in product(all_command_rows(), LANGUAGES):
        name = command_name(command, language)
        for typed in (name, name.upper(), next(forms).format(name)):
            found = read_update(message=message(f"/{typed}"))
            assert isinstance(found, Command), typed
            assert found.name == command, typed


@pytest.mark.parametrize(("former", "name", "command"), [("katil", "otur", "join"), ("teslim", "pes", "surrender")])
def test_a_former_name_of_a_command_still_is_one(former: str, name: str, command: str) -> None:
    assert command_name(command, "tr") == name
    for typed in (former, name):
        found = read_update(message=message(f"/{typed} #2"))
        assert isinstance(found, Command)
        assert (found.name, found.table_number) == (command, 2)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("onya", "play"),
        ("Iptla", "cancel"),
        ("sirlama", "top"),
        ("leaderboard", "top"),
        ("ranking", "top"),
        ("rematch", "new"),
        ("shuffle", "rack"),
        ("stop", "cancel"),
        ("kick", "remove"),
        ("vote", "skip"),
        ("meaning", "word"),
        ("istaka", "rack"),
        ("slovnyk", "word"),
    ],
)
def test_a_mistyped_command_is_the_one_that_it_is_near(typed: str, meant: str) -> None:
    found = read_update(message=message(f"/{typed} H8"))
    assert isinstance(found, MistypedCommand)
    assert (found.typed, found.suggestion, found.message) == (typed, meant, 9)


@pytest.mark.parametrize("typed", ["mute", "weather", "warn", "x", "quiz"])
def test_commands_of_other_bots_are_near_none_of_ours(typed: str) -> None:
    assert read_update(message=message(f"/{typed} H8")) is None


@pytest.mark.parametrize(
    "body",
    [
        message("merhaba"),
        message("/bilinmeyen"),
        message("/oyna@baska_bot 8H KALEM"),
        message("dene: /oyna 8H KALEM", {"type": "bot_command", "offset": 6, "length": 5}),
        message("/oyna 8H KALEM", {"type": "code", "offset": 0, "length": 14}),
        message("/oyna", **{"from": KIRAZ | {"is_bot": True}}),
        {key: value for key, value in message("/oyna").items() if key != "from"},
        {key: value for key, value in message("x").items() if key not in {"text", "entities"}},
        message("H8 KALEM", reply_to_message=message("başkası")),
    ],
)
def test_these_messages_are_nothing_to_the_bot(body: Json) -> None:
    assert read_update(message=body) is None


_INLINE_LINK: Json = {
    "type": "text_link",
    "offset": 0,
    "length": 2,
    "url": "https://t.me/harfiyen_bot?start=at_0a1b2c3d_4",
}
_BOARD: Json = message("tahta", **{"from": BOT.to_dict()})
_KINDS_OF_TEXT = {
    "move-in-private": message("H8 yatay KALEM", chat=PRIVATE),
    "unknown-command-in-private": message("/bilinmeyen", chat=PRIVATE),
    "mistyped-command": message("/oyn H8 KALEM"),
    "reply": message("pas", reply_to_message=_BOARD),
    "mention": message("@harfiyen_bot KALEM", {"type": "mention", "offset": 0, "length": 13}),
    "table-number": message("#3 KALEM"),
    "command-in-a-channel's-name": message("/pas", sender_chat={"id": -100777, "type": "channel", "title": "Kanal"}),
    "anonymous-administrator": message(
        "/duraklat", sender_chat=GROUP, **{"from": {"id": 1087968824, "is_bot": True, "first_name": "Group"}}
    ),
    "ephemeral": message("/oyna H8 KALEM", message_id=0, ephemeral_message_id=4),
    "inline-result": message("H8 yatay KALEM", _INLINE_LINK, via_bot=BOT.to_dict()),
    "inline-command": message("/pas", _INLINE_LINK, via_bot=BOT.to_dict()),
} | {
    f"/{name}": message(f"/{name} 1 KALEM", chat=PRIVATE, reply_to_message=_BOARD)
    for name in ("play", *languages().owner_commands_by_name)
}
"""A message of every kind."""


@pytest.mark.parametrize(
    "passed_on",
    [
        {"forward_origin": {"type": "user", "date": 0, "sender_user": KIRAZ}},
        {"forward_origin": {"type": "hidden_user", "date": 0, "sender_user_name": "Biri"}},
        {
            "forward_origin": {"type": "channel", "date": 0, "chat": GROUP, "message_id": 3},
            "is_automatic_forward": True,
        },
        {"is_automatic_forward": True},
        {"via_bot": {"id": 8, "is_bot": True, "first_name": "Baska", "username": "baska_bot"}},
    ],
    ids=["of-a-person", "of-a-hidden-person", "of-a-channel", "of-the-linked-channel", "via-another-bot"],
)
def test_a_message_that_is_only_passed_on_is_nothing_to_the_bot(passed_on: Json) -> None:
    for kind, body in _KINDS_OF_TEXT.items():
        assert read_update(message=body) is not None, kind
        assert read_update(message=body | passed_on) is None, kind
        assert read_update(edited_message=body | passed_on) is None, kind


def test_a_reply_to_a_forwarded_message_is_its_senders_own() -> None:
    forwarded = message("H8 KALEM", forward_origin={"type": "user", "date": 0, "sender_user": KIRAZ})
    assert isinstance(read_update(message=message("/pas", reply_to_message=forwarded)), Command)


def test_a_reply_to_the_bot_is_one_and_a_command_in_it_is_a_command() -> None:
    board = message("tahta", **{"from": BOT.to_dict()})
    found = read_update(message=message("H8 yatay KALEM", reply_to_message=board))
    assert isinstance(found, PlainText)
    assert (found.text, found.message) == ("H8 yatay KALEM", 9)
    assert isinstance(read_update(message=message("/pas", reply_to_message=board)), Command)


@pytest.mark.parametrize(
    ("link", "is_page"),
    [
        ("https://t.me/harfiyen_bot?start=rules_kelimelik_-100123", True),
        ("https://t.me/harfiyen_bot?start=zcc568bb2a1fe_-100123", True),
        ("https://t.me/harfiyen_bot", True),
        ("https://t.me/harfiyen_bot?start=r-100123_7t2", False),
        ("https://t.me/c/123/45", False),
        ("https://t.me/kelime_grubu/7/45", False),
    ],
)
def test_a_message_with_a_link_to_a_game_is_no_page(link: str, is_page: bool) -> None:  # noqa: FBT001 - a parameter of the test
    keyboard = {"inline_keyboard": [[{"text": "→", "url": link}]]}
    said = message("sıra sizde", reply_markup=keyboard, **{"from": BOT.to_dict()})
    found = read_update(message=message("/gcg", reply_to_message=said))
    assert isinstance(found, Command)
    assert (found.replied_message, found.replied_page) == (said["message_id"], is_page)


def tap_update(carrier: Json | None, **more: Any) -> Json:
    query: Json = {"id": "77", "from": KIRAZ, "chat_instance": "1", "data": "rack:abcd1234"}
    return query | ({"message": carrier} if carrier else {}) | more


def test_a_tap_that_tells_of_no_chat_belongs_to_its_pressers_private_chat() -> None:
    query = tap_update(None, inline_message_id="x")
    found = read_update(callback_query=query)
    assert isinstance(found, Tap)
    assert (found.query, found.data, found.venue.private) == ("77", "rack:abcd1234", True)
    assert found.venue.scope == Scope(query["from"]["id"])
    assert find_chat_id({"update_id": 1, "callback_query": query}) == query["from"]["id"]


def test_a_chosen_result_that_has_a_buttons_data_is_a_tap_on_it_which_nothing_answers() -> None:
    chosen = {"result_id": "rack:abcd1234", "from": tap_update(None)["from"], "query": "KALEM"}
    found = read_update(chosen_inline_result=chosen)
    assert isinstance(found, Tap)
    assert (found.query, found.data, found.tells_no_chat) == ("", "rack:abcd1234", True)
    assert found.venue.scope == Scope(chosen["from"]["id"])
    assert read_update(chosen_inline_result={**chosen, "result_id": "1"}) is None


def membership(before: str, after: str, chat: Json = GROUP) -> Json:
    def member(status: str) -> Json:
        extra = {"until_date": 0} if status == "kicked" else {}
        if status == "restricted":
            rights = (
                "is_member can_change_info can_invite_users can_pin_messages can_send_messages can_send_polls"
                " can_send_other_messages can_add_web_page_previews can_manage_topics until_date can_send_audios"
                " can_send_documents can_send_photos can_send_videos can_send_video_notes can_send_voice_notes"
                " can_edit_tag can_react_to_messages"
            )
            extra = dict.fromkeys(rights.split(), True) | {"until_date": 0}
        if status == "administrator":
            rights = (
                "can_be_edited is_anonymous can_manage_chat can_delete_messages can_manage_video_chats"
                " can_restrict_members can_promote_members can_change_info can_invite_users can_post_stories"
                " can_edit_stories can_delete_stories"
            )
            extra = dict.fromkeys(rights.split(), False)
        return {"status": status, "user": BOT.to_dict(), **extra}

    return {"chat": chat, "from": KIRAZ, "date": 0, "old_chat_member": member(before), "new_chat_member": member(after)}


@pytest.mark.parametrize("before", ["left", "kicked"])
@pytest.mark.parametrize("after", ["member", "administrator"])
def test_coming_into_a_group_is_noticed_with_the_bots_standing(before: str, after: str) -> None:
    found = read_update(my_chat_member=membership(before, after))
    assert isinstance(found, BotAdded)
    assert found.as_admin == (after == "administrator")


@pytest.mark.parametrize(
    ("before", "after", "may_write"),
    [("member", "administrator", True), ("member", "restricted", False), ("restricted", "member", True)],
)
def test_who_stays_in_a_group_may_do_other_things_there(before: str, after: str, may_write: bool) -> None:  # noqa: FBT001 - a column
    change = membership(before, after)
    if after == "restricted":
        change["new_chat_member"]["can_send_messages"] = False
    found = read_update(my_chat_member=change)
    assert isinstance(found, OwnRightsChanged)
    assert found.may_write is may_write


@pytest.mark.parametrize("text", ["/oyna 8H KALEM", "@harfiyen_bot 8H KALEM", "8H KALEM @HARFIYEN_BOT"])
def test_an_edited_message_is_read_as_one_of_when_it_was_edited(text: str) -> None:
    entities = [{"type": "mention", "offset": text.find("@"), "length": 13}] if "@" in text else []
    found = read_update(edited_message=message(text, *entities, edit_date=1_767_323_045))
    assert isinstance(found, Command | PlainText)
    assert (found.is_edit, found.text, found.message) == (True, "8H KALEM", 9)
    assert found.sent_at.timestamp() == 1_767_323_045
    assert read_update(edited_message=message("/oyn 8H KALEM")) is None


def test_people_without_a_username_are_named_by_the_units_that_telegram_counts() -> None:
    mention = {"type": "text_mention", "offset": 8, "length": 5, "user": KIRAZ | {"id": 77}}
    command = {"type": "bot_command", "offset": 0, "length": 5}
    found = read_update(message=message("/yeni 😀Limon kelimelik", command, mention))
    assert isinstance(found, Command)
    assert found.mentions == (("Limon", 77),)


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b"{}", b'{"update_id": "x"}', b'{"update_id": 5, "message": {"message_id": 9}}', b"\xff{}"]
)
def test_what_is_no_update_is_told_from_one_that_asks_nothing(raw: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        parse_update(raw, BOT)


SECRET, OTHER_SECRET = "ab" * 32, "cd" * 32
SEAL = commitment(SECRET)
GAME, OTHER_GAME = SEAL[:16], commitment(OTHER_SECRET)[:16]
LIST = encode_button_data("past", "", "l", 1)


def said(**fields: Any) -> Message:
    return Message(1, datetime.now(UTC), Chat(-5, Chat.GROUP), **fields)


def file(name: str | None = None) -> Document:
    return Document("1", "2", file_name=name)


def keyboard(*data: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup.from_column([InlineKeyboardButton("→", callback_data=one) for one in data])


def page_of(game: str) -> str:
    return encode_button_data("past", "", "g", -5, 12, game)


@pytest.mark.parametrize(
    "message",
    [
        said(caption=f"🔏 {short_seal(SEAL)}"),
        said(text=f"SHA-256:\n{SEAL}"),
        said(caption=f"Kiraz 12\n{SECRET}"),
        said(text=f"{SEAL}, {SECRET}, {commitment(SEAL)}"),
        said(document=file(f"harfiyen-{SEAL[:8]}.json")),
        said(reply_markup=keyboard(page_of(GAME), LIST)),
        said(reply_markup=keyboard(encode_button_data("costly", "", -5, 12, GAME, 0, 1), page_of(GAME))),
    ],
)
def test_a_seal_a_secret_a_file_or_the_way_to_one_record_tells_the_game(message: Message) -> None:
    assert any(GAME.startswith(one) for one in games_told(message))
    assert not any(OTHER_GAME.startswith(one) for one in games_told(message))


@pytest.mark.parametrize(
    "message",
    [
        said(),
        said(text=f"{SEAL[:29]} {SEAL[:31]} {SEAL}0"),
        said(document=file()),
        said(document=file("harfiyen-export.json")),
        said(reply_markup=keyboard(page_of(GAME), page_of(OTHER_GAME))),
        said(reply_markup=keyboard(LIST, "?", encode_button_data("stats", "", 16, "w", "", "p"))),
        said(reply_markup=InlineKeyboardMarkup.from_button(InlineKeyboardButton("→", url="https://example.org"))),
    ],
)
def test_other_digits_other_files_and_lists_of_games_tell_none(message: Message) -> None:
    assert games_told(message) == ()
