"""In private people are spoken to in their own language, whatever their groups and the operator's default are."""

import pytest

from bot.store import keys
from bot.telegram.private_delivery import client_locale
from bot.telegram.requests import Sender
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import game
from tests.support.sent_messages import Json

in_a_house = pytest.mark.asyncio(loop_scope="module")
default = pytest.mark.parametrize("harness", [{"DEFAULT_LANGUAGE": "uk"}], indirect=True)
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSĞZ", "AAEEKKL"])


def person(talk: ChatSession, user: int, code: str | None) -> Json:
    return talk.user_json(user) | {"language_code": code}


async def private_chat_without_language(house: BotHarness, user: int) -> ChatSession:
    private = await house.private_chat(user)
    await house.store.save_setting(private.scope, "language", None)
    await house.store.players.save_locale(user, None)
    return private


@pytest.mark.parametrize(
    ("code", "language"), [("tr", "tr"), ("en-GB", "en"), ("uk-UA", "uk"), ("UK_ua", "uk"), ("de", None), (None, None)]
)
def test_a_clients_code_means_a_language_of_ours(code: str | None, language: str | None) -> None:
    assert client_locale(Sender(1, "Ayşe", code)) == language


@in_a_house
@default
@pytest.mark.parametrize(("code", "language"), [("en-US", "en"), ("de", "uk")])
async def test_a_private_chat_is_answered_in_the_language_of_its_telegram(
    harness: BotHarness, code: str, language: str
) -> None:
    private = await private_chat_without_language(harness, LIMON)
    private.language = language
    for text, answer in (("/rack", "no-racks"), ("/play", "refusal-no-game-of-yours")):
        await private.say_as_user(person(private, LIMON, code), text)
        assert (await private.wait_messages())[0].html == private.text_html(answer)


@in_a_house
@default
async def test_what_anothers_move_sets_off_is_told_in_the_language_that_is_remembered(harness: BotHarness) -> None:
    talk, private = await harness.new_group("tr"), await private_chat_without_language(harness, LIMON)
    private.language = "en"
    options = {"ex": "bag", "challenge": "void", "clock": "none"}
    racks = ["BOYAAAA", "QQQQQQQ"]
    await talk.put_table(game("wordbox-en", laid=["8I HOUSE"], racks=racks, bag="E" * 12, options=options))
    await talk.say_as_user(person(talk, LIMON, "en-NZ"), "/skor")
    await talk.wait_messages()
    await private.start_watching()
    await talk.say_and_wait(KIRAZ, "/oyna 8I HOUSEBOY")
    news = private.text_html("own-tile-exchanged", cell="O8", name="\u2068Ayşe\u2069", gone="Q", come="E")
    assert (await private.wait_messages())[0].html.splitlines()[0] == news


@in_a_house
@default
async def test_a_language_that_this_version_lacks_is_as_if_none_were_chosen(harness: BotHarness) -> None:
    talk, private = await harness.new_group("tr"), await private_chat_without_language(harness, LIMON)
    private.language = "tr"
    await talk.put_table(LAID)
    for scope in (talk.scope, private.scope):
        await harness.store.save_setting(scope, "language", "xx")
    assert "пас" in (await talk.say_and_wait(KIRAZ, "/pas")).text, "what counted is told"
    await private.start_watching()
    await private.say_as_user(person(private, LIMON, "en"), "/raf")
    assert (await private.wait_messages())[0].html


@in_a_house
@default
async def test_an_apology_in_private_is_in_the_language_of_its_telegram(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.supervisor._FIRST_SECONDS", 0.0)
    private = await private_chat_without_language(harness, LIMON)
    private.language = "en"
    await harness.redis.rpush(keys.user_finished_games(LIMON), b"no scope")
    await private.say_as_user(person(private, LIMON, "en-GB"), "/proof")
    assert (await private.wait_messages())[0].html == private.text_html("update-failed")
    await harness.forget_user_games(LIMON)
