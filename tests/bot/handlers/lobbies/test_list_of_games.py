"""The list of games has those in the chat's language; the others are a tap away."""

import pytest

from engine.rulesets import shipped_rulesets
from tests.support.chat_harness import KIRAZ, BotHarness
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")


def offered_games(sent: SentMessage, kind: str) -> list[str]:
    """The games that buttons of a kind choose."""
    data = [one["callback_data"] for one in sent.buttons]
    return [each.split(":")[3] for each in data if each.startswith(f"{kind}:")]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_games_of_other_languages_are_behind_a_button(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    asked = await talk.say_and_wait(KIRAZ, "/new")
    own = sorted(name for name, one in shipped_rulesets().items() if one.language == language)
    assert offered_games(asked, "choose") == own
    await talk.press_data(KIRAZ, asked, f"games::{KIRAZ}:more")
    every = await talk.wait_edited(asked, "editMessageText")
    found = offered_games(every, "choose")
    assert (found[: len(own)], sorted(found)) == (own, sorted(shipped_rulesets()))
    spoken = [shipped_rulesets()[name].language for name in found]
    assert spoken == sorted(spoken, key=list(dict.fromkeys(spoken)).index), "each language stands together"
    await talk.press_data(KIRAZ, asked, f"games::{KIRAZ}:tunemore")
    assert sorted(offered_games(await talk.wait_edited(asked, "editMessageText"), "tune")) == sorted(shipped_rulesets())


async def test_who_asks_for_the_list_gets_all_of_it(harness: BotHarness) -> None:
    talk = await harness.new_group()
    assert sorted(offered_games(await talk.say_and_wait(KIRAZ, "/yeni liste"), "choose")) == sorted(shipped_rulesets())
