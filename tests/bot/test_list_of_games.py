"""The list of games has those in the chat's language; the others are a tap away."""

import pytest

from engine.rulesets import rulesets
from tests.support.chats import KIRAZ, House, Sent
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")


def listed(sent: Sent, kind: str) -> list[str]:
    """The games that buttons of a kind choose."""
    data = [one["callback_data"] for one in sent.buttons]
    return [each.split(":")[3] for each in data if each.startswith(f"{kind}:")]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_games_of_other_languages_are_behind_a_button(house: House, language: str) -> None:
    talk = await house.group(language)
    asked = await talk.ask(KIRAZ, "/new")
    own = sorted(name for name, one in rulesets().items() if one.language == language)
    assert listed(asked, "choose") == own
    await talk.press(KIRAZ, asked, f"games::{KIRAZ}:more")
    every = await talk.changed(asked, "editMessageText")
    found = listed(every, "choose")
    assert (found[: len(own)], sorted(found)) == (own, sorted(rulesets()))
    spoken = [rulesets()[name].language for name in found]
    assert spoken == sorted(spoken, key=list(dict.fromkeys(spoken)).index), "each language stands together"
    await talk.press(KIRAZ, asked, f"games::{KIRAZ}:tunemore")
    assert sorted(listed(await talk.changed(asked, "editMessageText"), "tune")) == sorted(rulesets())


async def test_who_asks_for_the_list_gets_all_of_it(house: House) -> None:
    talk = await house.group()
    assert sorted(listed(await talk.ask(KIRAZ, "/yeni liste"), "choose")) == sorted(rulesets())
