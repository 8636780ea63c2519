"""In private people are spoken to in their own language, whatever their groups and the operator's default are."""

import pytest
from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.redis import Store
from bot.telegram.inbound import Sender
from bot.telegram.tongues import Tongues, spoken
from tests.support.chats import KIRAZ, LIMON, House, Json, Talk
from tests.support.games import game
from tests.support.ownboards import labels

in_a_house = pytest.mark.asyncio(loop_scope="module")
default = pytest.mark.parametrize("house", [{"DEFAULT_LANGUAGE": "uk"}], indirect=True)
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSĞZ", "AAEEKKL"])


def person(talk: Talk, user: int, code: str | None) -> Json:
    """Somebody of the playground whose Telegram speaks that language."""
    return talk.user(user) | {"language_code": code}


async def undecided(house: House, user: int) -> Talk:
    """The private chat of somebody who has chosen no language there, and of whom none is known."""
    private = await house.private(user)
    await house.store.set_setting(private.scope, "language", None)
    await house.store.set_tongue(user, None)
    return private


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("tr", "tr"),
        ("en", "en"),
        ("en-GB", "en"),
        ("uk-UA", "uk"),
        ("UK_ua", "uk"),
        ("de", None),
        ("", None),
        (None, None),
    ],
)
def test_a_clients_code_means_a_language_of_ours(code: str | None, language: str | None) -> None:
    assert spoken(code) == language


@in_a_house
@default
@pytest.mark.parametrize(("code", "language"), [("en-US", "en"), ("tr", "tr"), ("de", "uk"), (None, "uk")])
async def test_a_private_chat_is_answered_in_the_language_of_its_telegram(
    house: House, code: str | None, language: str
) -> None:
    private = await undecided(house, LIMON)
    private.language = language
    await private.say_as(person(private, LIMON, code), "/rack")
    assert (await private.sent())[0].html == private.html("no-racks")
    await private.say_as(person(private, LIMON, code), "/play")
    assert (await private.sent())[0].html == private.html("refusal-no-game-of-yours")


@in_a_house
@default
async def test_what_was_chosen_there_wins(house: House) -> None:
    private = await undecided(house, LIMON)
    await private.say_as(person(private, LIMON, "en"), "/dil tr")
    await private.sent()
    await private.say_as(person(private, LIMON, "en"), "/raf")
    assert (await private.sent())[0].html == private.html("no-racks")


@in_a_house
@default
async def test_a_rack_that_is_asked_for_in_a_group_comes_in_its_owners_language(house: House) -> None:
    talk, private = await house.group("tr"), await undecided(house, KIRAZ)
    private.language = "en"
    await talk.deal(LAID)
    await private.mark()
    await talk.say_as(person(talk, KIRAZ, "en"), "/raf")
    assert (await talk.sent())[0].html == talk.html("rack-sent"), "the group reads its own"
    assert private.plain("mine-move") in labels((await private.sent())[0])


@in_a_house
@default
async def test_what_anothers_move_sets_off_is_told_in_the_language_that_is_remembered(house: House) -> None:
    talk, private = await house.group("tr"), await undecided(house, LIMON)
    private.language = "en"
    options = {"ex": "bag", "challenge": "void", "clock": "none"}
    racks = ["BOYAAAA", "QQQQQQQ"]
    await talk.deal(game("wordbox-en", laid=["8I HOUSE"], racks=racks, bag="E" * 12, options=options))
    await talk.say_as(person(talk, LIMON, "en-NZ"), "/skor")
    await talk.sent()
    await private.mark()
    await talk.ask(KIRAZ, "/oyna 8I HOUSEBOY")
    news = private.html("whisper-exchanged", cell="O8", name="\u2068Ayşe\u2069", gone="Q", come="E")
    assert (await private.sent())[0].html.splitlines()[0] == news


@in_a_house
@default
async def test_a_language_that_this_version_lacks_is_as_if_none_were_chosen(house: House) -> None:
    talk, private = await house.group("tr"), await undecided(house, LIMON)
    private.language = "tr"
    await talk.deal(LAID)
    for scope in (talk.scope, private.scope):
        await house.store.set_setting(scope, "language", "xx")
    assert "пас" in (await talk.ask(KIRAZ, "/pas")).text, "what counted is told"
    await private.mark()
    await private.say_as(person(private, LIMON, "en"), "/raf")
    assert (await private.sent())[0].html


@in_a_house
@default
async def test_it_is_remembered_for_a_year_and_forgotten_with_the_next_language(house: House) -> None:
    private = await undecided(house, LIMON)
    await private.say_as(person(private, LIMON, "en-CA"), "/raf")
    await private.sent()
    assert await house.store.tongue(LIMON) == "en"
    assert retention.TONGUE_SECONDS - 60 < await house.redis.ttl(keys.tongue(LIMON)) <= retention.TONGUE_SECONDS
    for code, language in (("fr", None), ("en-CA", "en")):
        await private.say_as(person(private, LIMON, code), "/raf")
        await private.sent()
        assert await house.store.tongue(LIMON) == language


def test_a_sender_without_a_code_is_known_to_speak_nothing() -> None:
    assert spoken(Sender(1, "Ayşe", None).language) is None


@in_a_house
@default
async def test_an_apology_in_private_is_in_the_language_of_its_telegram(house: House) -> None:
    private = await undecided(house, LIMON)
    private.language = "en"
    await house.redis.rpush(keys.user_finished(LIMON), b"no scope")
    await private.say_as(person(private, LIMON, "en-GB"), "/proof")
    assert (await private.sent())[0].html == private.html("update-failed")
    await house.forget_games(LIMON)


async def test_people_who_are_around_are_not_written_down_anew_for_others_sake(redis: Redis) -> None:
    """As many as play at a few thousand tables: else nearly every move would write."""
    store = Store(redis)
    tongues, people = Tongues(store, "uk"), range(1, 5_001)
    for user in people:
        await tongues.note(Sender(user, "x", "de"))
    await store.set_tongue(people[0], "tr")
    await tongues.note(Sender(people[0], "x", "de"))
    assert await store.tongue(people[0]) == "tr"
