"""Whoever asks too much hears so once, in the chat's language, while others play on."""

import pytest

from tests.support.chats import KIRAZ, LIMON, NANE, ZEYTIN, House
from tests.support.games import game
from tests.support.languages import LANGUAGES
from tests.support.moves import moved

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    # Shares are counted, and nothing waits to be sent.
    pytest.mark.parametrize("house", [{"RATE_LIMITS": "9999, 9999, 9999"}], indirect=True, ids=["limits"]),
]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is beyond a share has its try without waiting."""
    monkeypatch.setattr("bot.ingress.beyond.TRY_SECONDS", 0.0)


LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_too_many_commands_are_refused_with_one_word_and_a_move_is_not(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(LAID)
    house.playground.world.clock = lambda: 1_800_000_000.0
    await talk.mark()
    for _ in range(20):
        talk.say(LIMON, "/pas")
    talk.say(KIRAZ, "/oyna 8F KALEMLİK")
    await house.quiet()
    said = await talk.told(12)
    texts = [one.html for one in said if not one.photo]
    assert texts.count(talk.html("refusal-too-hasty")) == 1
    assert len(texts) == 11
    assert sum(one.photo for one in said) == 1
    assert (await talk.game()).turn == 1


async def test_who_talks_too_much_with_the_board_is_left_alone(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    house.playground.world.clock = lambda: 1_800_000_000.0
    await talk.mark()
    for _ in range(12):
        talk.say(KIRAZ, "KALEMLİK", reply_to=board.id)
    said = await talk.told(6)
    assert talk.html("refusal-too-hasty") not in [one.html for one in said]
    talk.say(KIRAZ, "/oyna 8F KALEMLİK")
    assert (await talk.told(1))[0].photo


async def test_a_good_move_behind_more_bad_ones_than_are_answered_is_played(house: House) -> None:
    talk = await house.group("en")
    await talk.deal(LAID)
    house.playground.world.clock = lambda: 1_800_000_000.0
    await talk.mark()
    for _ in range(15):
        talk.say(KIRAZ, "/play 8F KALEMX")
    await house.quiet()
    talk.say(KIRAZ, "/play 8F KALEMLİK")
    await house.quiet()
    said = await talk.told(12)
    assert sum(one.photo for one in said) == 1
    assert sum(one.html == talk.html("refusal-too-hasty") for one in said) == 1
    assert (await talk.game()).turn == 1


@pytest.mark.parametrize(("language", "person"), list(zip(LANGUAGES, (KIRAZ, LIMON, NANE), strict=True)))
async def test_what_there_is_no_room_to_answer_is_made_known(
    house: House, language: str, person: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.limiter._MOST_ANSWERS", 0)
    talk = await house.private(person, language)
    await talk.mark()
    talk.say(person, "/pas")
    [told] = await talk.sent()
    assert told.html == talk.html("refusal-crowded")


async def test_too_many_taps_are_refused_in_a_box(house: House) -> None:
    # One whose private chat, where their own board would be sent, is not as another test left it.
    talk = await house.group("en")
    await talk.deal(game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL", "A", "E"]))
    board = await talk.ask(ZEYTIN, "/board")
    taps = 1
    while (await talk.press(ZEYTIN, board, board.data("rack")))["text"] != talk.plain("refusal-too-hasty"):
        taps += 1
    assert taps > 30, "twenty, and ten of what is to come"


async def test_what_is_too_much_in_a_group_that_has_moved_is_told_there_and_answers_no_message_of_that_number(
    house: House,
) -> None:
    old, new = await house.group(basic=True), await house.group()
    await old.deal(LAID)
    await moved(old, new)
    await new.mark()
    for _ in range(20):
        old.say(LIMON, "/pas")
    await house.quiet()
    [told] = [one for one in await new.told(11) if one.html == new.html("refusal-too-hasty")]
    assert "reply_parameters" not in told.asked
