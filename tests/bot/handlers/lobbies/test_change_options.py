"""The options of an open table, changed by its host in a panel of buttons."""

from itertools import product

import pytest

from bot.handlers.game_options import PRESET_OPTION, GameOptions
from bot.judges.word_judge import DictionaryKind
from bot.texts import Texts
from bot.user_input import options
from engine.rulesets import Ruleset, shipped_rulesets
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import is_stale_alert
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

KINDS: tuple[DictionaryKind, ...] = ("builtin", "live")


async def open_options_panel(
    house: BotHarness, ruleset: str = "scrabble-tr"
) -> tuple[ChatSession, SentMessage, SentMessage]:
    talk = await house.new_group()
    card = await talk.say_and_wait(KIRAZ, f"/yeni {ruleset}")
    await talk.press_kind(KIRAZ, card, "alter")
    (panel,) = await talk.wait_messages()
    return talk, card, panel


def button_data(panel: SentMessage, start: str) -> str:
    return next(str(one["callback_data"]) for one in panel.buttons if one["text"].startswith(start))


async def open_group(talk: ChatSession, panel: SentMessage, group: str) -> SentMessage:
    await talk.press_data(KIRAZ, panel, button_data(panel, talk.text_plain("button-more-options")))
    more = await talk.wait_edited(panel, "editMessageText", newest=True)
    await talk.press_data(KIRAZ, panel, button_data(more, talk.text_plain(f"option-group-{group}")))
    return await talk.wait_edited(panel, "editMessageText", newest=True)


def option_data(panel: SentMessage, name: str) -> str:
    """The data of an option's button, as panels of 0.2.0 bear it at once."""
    place = list(GameOptions(shipped_rulesets()["scrabble-tr"], ("builtin",), {}).selectable).index(name)
    return f"{panel.button_data('alter').rpartition(':')[0]}:{place}"


async def lobby_ruleset(talk: ChatSession) -> Ruleset:
    return (await talk.load_current_lobby()).ruleset


@pytest.mark.asyncio(loop_scope="module")
async def test_the_host_changes_an_option_and_the_lobby_tells_it_in_its_one_message(harness: BotHarness) -> None:
    talk, card, panel = await open_options_panel(harness)
    time = await open_group(talk, panel, "time")
    await talk.press_data(KIRAZ, panel, button_data(time, talk.text_plain("option-clock")))
    page = await talk.wait_edited(panel, "editMessageText")
    assert talk.text_plain("about-option-clock") in page.text
    assert [one["text"][0] for one in page.buttons].count("✓") == 1
    await talk.press_data(
        KIRAZ, panel, button_data(page, talk.text_plain("clock-game", time=talk.text_plain("unit-minute", count=25)))
    )
    told = await talk.wait_edited(card, "editMessageMedia")
    assert talk.text_plain("lobby-altered", options=talk.text_plain("option-clock")) in told.text
    assert (await lobby_ruleset(talk)).clock == "25min"
    menu = await talk.wait_edited(panel, "editMessageText", newest=True)
    assert any(one["text"].startswith(talk.text_plain("option-clock")) and "25" in one["text"] for one in menu.buttons)
    await talk.press_kind(LIMON, card, "join")
    await talk.press_kind(KIRAZ, card, "begin")
    assert (await talk.load_current_game()).ruleset.clock == "25min"


@pytest.mark.asyncio(loop_scope="module")
async def test_a_preset_changes_what_the_game_has_in_one_step_and_is_told_by_its_name(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    card = await talk.say_and_wait(KIRAZ, "/new scrabble-tr bag=s3-table hints=2")
    await talk.press_kind(KIRAZ, card, "alter")
    (panel,) = await talk.wait_messages()
    labels = [talk.text_plain(f"preset-{name}") for name in ("relaxed", "fast", "tournament", "learning")]
    assert [one["text"] for one in panel.buttons[:4]] == labels
    version, _ = await talk.stored_state()
    await talk.press_data(KIRAZ, panel, button_data(panel, labels[2]))
    shown = await talk.wait_edited(panel, "editMessageText")
    assert f"✓ {labels[2]}" in [one["text"] for one in shown.buttons]
    assert (await talk.stored_state())[0] == version + 1
    chosen = (await lobby_ruleset(talk)).options_in_use
    assert {
        "challenge": "wordpoints",
        "clock": "25min",
        "places": "off",
        "hints": "off",
        "bag": "s3-table",
    }.items() <= (chosen.items())
    told = await talk.wait_edited(card, "editMessageMedia", newest=True)
    assert talk.text_plain("lobby-altered", options=talk.text_plain("option-preset")) in told.text
    await talk.press_data(KIRAZ, panel, button_data(shown, labels[3]))
    await harness.wait_until_idle()
    chosen = (await lobby_ruleset(talk)).options_in_use
    assert {"challenge": "void", "clock": "none", "places": "on", "hints": "free", "take-back": "60"}.items() <= (
        chosen.items()
    )
    assert (await harness.store.load_settings(KIRAZ))["reviews"] == "on", "as whoever chose it wants to learn"


@pytest.mark.parametrize("ruleset", shipped_rulesets().values(), ids=lambda one: one.id)
def test_presets_choose_values_that_a_game_has_and_that_change_something(ruleset: Ruleset) -> None:
    own = GameOptions(ruleset, KINDS, {})
    assert own.presets[0] == "relaxed"
    for name in own.presets:
        preset = own.with_value(PRESET_OPTION, name)
        assert preset.has_value(PRESET_OPTION, name)
        options.check_options_matter(preset.non_default, ruleset, KINDS)
        assert preset.to_ruleset.id == ruleset.id


@pytest.mark.asyncio(loop_scope="module")
async def test_nobody_but_the_host_and_administrators_changes_anything(harness: BotHarness) -> None:
    """Kiraz owns the group; Limon opens the table."""
    talk = await harness.new_group()
    card = await talk.say_and_wait(LIMON, "/yeni scrabble-tr")
    await talk.press_kind(LIMON, card, "alter")
    (panel,) = await talk.wait_messages()
    await talk.press_kind(NANE, card, "join")
    before = await talk.stored_state()
    clock = option_data(panel, "clock")
    for user in (talk.user_json(NANE), FIFTH_USER):
        for value in (card.button_data("alter"), clock, f"{clock}2"):
            answer = await talk.forge_tap(user, panel, value)
            assert answer["text"] == talk.text_plain("refusal-not-host")
    assert await talk.stored_state() == before
    await talk.forge_tap(talk.user_json(KIRAZ), panel, f"{clock}2")
    await talk.wait_edited(card, "editMessageMedia", newest=True)
    assert (await lobby_ruleset(talk)).clock != shipped_rulesets()["scrabble-tr"].clock


@pytest.mark.asyncio(loop_scope="module")
async def test_a_lobby_never_becomes_the_panel(harness: BotHarness) -> None:
    """What a step of the panel shows goes after a while, and the lobby would with it."""
    talk, card, panel = await open_options_panel(harness)
    before, calls = await talk.stored_state(), harness.last_call_number
    clock = option_data(panel, "clock")
    start = clock.rpartition(":")[0]
    for data in (clock, f"{clock}2", *(f"{start}:{forged}" for forged in ("-", "*", "!1", ".", "z", "00", "0z"))):
        assert (await talk.forge_tap(talk.user_json(KIRAZ), card, data))["show_alert"]
    await harness.wait_until_idle()
    changed = [
        entry.method for entry in harness.playground.journal.find_entries(after=calls) if entry.method != "getUpdates"
    ]
    assert set(changed) == {"answerCallbackQuery"}
    assert await talk.stored_state() == before
    await talk.forge_tap(talk.user_json(KIRAZ), panel, clock)
    assert talk.text_plain("about-option-clock") in (await talk.wait_edited(panel, "editMessageText")).text


def test_every_option_is_explained_in_every_language() -> None:
    offers = [options.available_options(ruleset, KINDS) for ruleset in shipped_rulesets().values()]
    for name, language in product({name for offer in offers for name in options.selectable_options(offer)}, LANGUAGES):
        assert Texts().has_message(language, f"about-option-{name}"), (name, language)


@pytest.mark.asyncio(loop_scope="module")
async def test_a_retired_option_is_offered_nowhere_and_the_others_keep_their_digits(harness: BotHarness) -> None:
    talk, _, panel = await open_options_panel(harness, "kelimelik")
    helps = await open_group(talk, panel, "help")
    step = {name: button_data(helps, talk.text_plain(f"option-{name}"))[-1] for name in ("places", "take-back")}
    digits = "0123456789abcdefghij"
    assert digits.index(step["take-back"]) - digits.index(step["places"]) == 2, "the one between them is not reused"
    former = panel.button_data("alter").rpartition(":")[0] + f":{digits[digits.index(step['places']) + 1]}"
    assert await is_stale_alert(talk, await talk.forge_tap(talk.user_json(KIRAZ), panel, former))
    refused = await talk.say_and_wait(KIRAZ, "/yeni kelimelik preview=on")
    assert refused.html.startswith(talk.text_html("refusal-unknown-option", option="preview", options="")[:15])
