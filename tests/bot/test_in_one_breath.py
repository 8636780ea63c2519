"""What comes together is done one after the other: each sees what came of the one before."""

import pytest

from tests.support.chats import KIRAZ, LIMON, NANE, House, Talk
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], scores=[12, 7])


async def dealt(house: House) -> Talk:
    """A group in whose game Kiraz is to move, with nothing under way."""
    talk = await house.group()
    await talk.deal(LAID)
    await house.quiet()
    return talk


async def test_who_asks_for_the_score_with_a_move_sees_it_counted(house: House) -> None:
    talk = await dealt(house)
    talk.say(KIRAZ, "/oyna 9F yatay ER")
    talk.say(NANE, "/skor")
    [score] = [answer for answer in await talk.sent(2) if not answer.photo]
    scores = [player.score for player in (await talk.game()).players]
    assert scores[0] > 12
    assert f"\u2068Ayşe\u2069 {scores[0]} · \u2068Bora\u2069 7" in score.text


async def test_who_answers_a_move_before_it_is_told_plays_on_what_it_left(house: House) -> None:
    talk = await dealt(house)
    talk.say(KIRAZ, "/oyna 9F yatay ER")
    talk.say(LIMON, "/oyna J8 dikey MALA")
    await talk.sent()
    await house.quiet()
    table = await talk.game()
    assert (table.number, table.turn) == (2, 0), "both were played"


async def test_a_language_that_was_just_chosen_is_spoken_to_whoever_asks_with_it(house: House) -> None:
    talk = await dealt(house)
    talk.say(KIRAZ, "/dil en")
    talk.say(NANE, "/skor")
    _, score = await talk.sent(2)
    talk.language = "en"
    assert score.text.endswith(talk.plain("turn-next", name="\u2068Ayşe\u2069"))
