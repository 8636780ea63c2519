"""An update's outside: its number and its chat, and how an answer comes apart whatever stands in one of them."""

import json
from typing import Any

import msgspec
import pytest

from bot.ingress.intake import MAX_UPDATE_BYTES, UnreadableUpdate, find_chat_id, read_header, split_updates
from tests.support.mutations import RAW_JSON_VALUES

GOOD = rb'{"update_id":7,"message":{"chat":{"id":-5},"text":"a \"],[{}"}}'


@pytest.mark.parametrize(
    "broken", [b"[]", b"7", b'"x"', *RAW_JSON_VALUES.values()], ids=["list", "number", "text", *RAW_JSON_VALUES]
)
def test_an_answer_comes_apart_whatever_stands_in_it(broken: bytes) -> None:
    inside = b'{"update_id":8,"x":' + broken + b"}"
    for middle in (broken, inside):
        answer = b'{"ok":true, "result" : [ ' + b" , ".join((GOOD, middle, GOOD)) + b' ] ,"more":[1]}'
        assert split_updates(answer) == [GOOD, middle, GOOD]


@pytest.mark.parametrize("quotes", [rb"\"" * 100_000, b'"' * 100_001], ids=["escaped", "bare"])
def test_an_answer_that_was_cut_within_a_text_is_told_at_once(quotes: bytes) -> None:
    """Where each quotation mark were looked at as a beginning this would go on for hours."""
    with pytest.raises(msgspec.DecodeError):
        split_updates(b'{"result":[{"update_id":1,"text":"' + quotes)


def test_brackets_that_close_the_answer_with_its_last_update() -> None:
    deep = b'{"x":' + b"[" * 3_000 + b"]" * 3_000 + b"}"
    assert split_updates(b'{"ok":true,"result":[[],' + deep + b",7,{},[[]]]}") == [b"[]", deep, b"7", b"{}", b"[[]]"]


def test_what_is_longer_than_any_update_is_none() -> None:
    with pytest.raises(UnreadableUpdate, match="longer") as caught:
        read_header(b'{"update_id":9,"text":"' + b"x" * MAX_UPDATE_BYTES + b'"}')
    assert caught.value.update_id == 9


@pytest.mark.parametrize(
    "answer",
    [b"", b"[]", b'{"ok":true}', b'{"result":{}}', b'{"result":[{"update_id":1}', b'{"result":[{"a":"', b"[" * 9_000],
)
def test_what_is_no_answer_is_no_updates(answer: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        split_updates(answer)


@pytest.mark.parametrize("number", [None, "7", True, 7.0, -1, 2**51, 10**30, [7]], ids=lambda number: str(number)[:12])
def test_a_number_that_no_update_has_is_not_believed(number: object) -> None:
    with pytest.raises(UnreadableUpdate) as caught:
        read_header(json.dumps({"update_id": number, "message": {}}).encode())
    assert caught.value.update_id is None


def number_of(raw: bytes) -> int | None:
    try:
        return read_header(raw)[0]
    except UnreadableUpdate as error:
        return error.update_id


@pytest.mark.parametrize("value", RAW_JSON_VALUES.values(), ids=RAW_JSON_VALUES)
def test_the_number_is_known_also_of_what_cannot_be_read(value: bytes) -> None:
    raw = b'{"update_id": 2251799813685247, "message": {"text": ' + value + b"}}"
    assert number_of(raw) == 2**51 - 1


@pytest.mark.parametrize(
    "head", [b'{"update_id": 4503599627370496, ', b'{"update_id": 12.5, ', b'{"x": {"update_id": 7, ']
)
def test_no_other_number_is_taken_for_it(head: bytes) -> None:
    with pytest.raises(UnreadableUpdate) as caught:
        read_header(head + rb'"text": "\ud800"}')
    assert caught.value.update_id is None


@pytest.mark.parametrize("owner", [[], {}, "5", True, 1.5, 2**52, -(10**40), None])
def test_a_chat_whose_number_is_none_is_nobodys(owner: object) -> None:
    assert find_chat_id({"update_id": 1, "message": {"chat": {"id": owner}, "from": {"id": owner}}}) == 0


USER = {"id": 77, "first_name": "Ada"}
CHAT = {"id": -100, "type": "supergroup"}


@pytest.mark.parametrize(
    ("content", "owner"),
    [
        ({"message": {"chat": CHAT, "from": USER}}, -100),
        ({"edited_message": {"chat": CHAT, "from": USER}}, -100),
        ({"channel_post": {"chat": CHAT}}, -100),
        ({"callback_query": {"id": "1", "from": USER, "message": {"chat": CHAT, "from": {"id": 1}}}}, -100),
        ({"callback_query": {"id": "1", "from": USER, "message": {"chat": CHAT, "date": 0}}}, -100),
        ({"callback_query": {"id": "1", "from": USER, "inline_message_id": "x"}}, 77),
        ({"my_chat_member": {"chat": CHAT, "from": USER}}, -100),
        ({"chat_member": {"chat": CHAT, "from": USER}}, -100),
        ({"chat_join_request": {"chat": CHAT, "from": USER}}, -100),
        ({"message_reaction": {"chat": CHAT, "user": USER}}, -100),
        ({"chat_boost": {"chat": CHAT}}, -100),
        ({"inline_query": {"id": "1", "from": USER}}, 77),
        ({"chosen_inline_result": {"from": USER}}, 77),
        ({"pre_checkout_query": {"from": USER}}, 77),
        ({"poll_answer": {"poll_id": "1", "user": USER}}, 77),
        ({"poll_answer": {"poll_id": "1", "voter_chat": CHAT}}, -100),
        ({"business_connection": {"user": USER}}, 77),
        ({"poll": {"id": "1"}}, 0),
        ({}, 0),
    ],
)
def test_every_kind_of_update_belongs_to_its_chat_or_else_to_its_user(content: dict[str, Any], owner: int) -> None:
    assert find_chat_id({"update_id": 5, **content}) == owner
