"""When Duplicate closes look-ups, and that nothing else of its board is told while it runs."""

import pytest

from engine.duplicate.state import StandingAnswer
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.duplicate_answers import ROUND, STRICT, give_ephemeral_command, open_group
from tests.support.duplicate_chats import load_game
from tests.support.duplicate_games import play_of
from tests.support.games import NOW, with_fields

pytestmark = pytest.mark.asyncio(loop_scope="module")
ANSWERED = with_fields(
    STRICT,
    players=(
        with_fields(STRICT.players[0], answer=StandingAnswer(play_of(STRICT, "8F KALEMLİK"), NOW)),
        STRICT.players[1],
    ),
)


async def test_with_checked_words_they_stay_open(harness: BotHarness) -> None:
    group = await open_group(harness, ROUND)
    assert "KALEM" in (await group.say_and_wait(KIRAZ, "/sozluk KALEM")).text


async def test_in_a_strict_round_they_are_closed_to_all_here_and_everywhere_to_who_has_answered(
    harness: BotHarness,
) -> None:
    group, elsewhere = await open_group(harness, ANSWERED), await harness.new_group()
    for person in (KIRAZ, LIMON, NANE):
        assert (await group.say_and_wait(person, "/sozluk KALEM")).html == group.text_html("refusal-look-ups-closed")
    closed = elsewhere.text_html("refusal-look-ups-closed-elsewhere")
    assert (await elsewhere.say_and_wait(KIRAZ, "/sozluk KALEM")).html == closed
    assert (await elsewhere.say_and_wait(LIMON, "/sozluk KALEM")).html != closed, "who only has a seat may"
    await group.put_table(with_fields(ANSWERED, round=None, opens=NOW))
    assert (await elsewhere.say_and_wait(KIRAZ, "/sozluk KALE")).html != closed, "no round is open"


@pytest.mark.parametrize("command", ["/ipucu", "/pas", "/degistir 1", "/itiraz", "/pes"])
async def test_hints_and_what_belongs_to_turns_are_refused(harness: BotHarness, command: str) -> None:
    group = await open_group(harness, ROUND)
    told = await group.say_and_wait(KIRAZ, command)
    assert told.html in {group.text_html("refusal-another-game"), group.text_html("refusal-no-turns")}


async def test_nobody_is_told_who_came_in_while_the_round_is_open(harness: BotHarness) -> None:
    group = await open_group(harness, ROUND)
    await give_ephemeral_command(group, NANE, "/oyna 8F KALEMLİK")
    assert len((await load_game(group)).players) == 3
    for command in ("/masalar", "/skor", "/kanit", "/tahta"):
        assert "Nane" not in (await group.say_and_wait(LIMON, command)).text
    assert "👥 2" in (await group.say_and_wait(LIMON, "/masalar")).text
