"""Administrators choose when a group's daily puzzle comes, and in which zone; in private everybody for themselves."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.handlers.puzzles.daily_calendar import DailyTime
from bot.handlers.puzzles.daily_setting import COMMON_ZONES, parse_daily_time
from bot.languages import languages
from bot.store import keys
from bot.user_input.typed_text import normalize_typed_text
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

GUESSES = {"tr": "Europe/Istanbul", "en": "Europe/London", "uk": "Europe/Kyiv"}


async def chosen_time(talk: ChatSession) -> str | None:
    return (await talk.harness.store.load_settings(talk.chat_id)).get("daily")


async def next_due(talk: ChatSession) -> datetime | None:
    """When the chat is looked at."""
    key = keys.daily_posts(keys.shard_of(talk.chat_id))
    score = await talk.harness.redis.zscore(key, str(talk.chat_id))
    return None if score is None else datetime.fromtimestamp(float(score), UTC)


def marked_buttons(sent: SentMessage) -> list[str]:
    return [button["text"].removeprefix("✓ ") for button in sent.buttons if button["text"].startswith("✓ ")]


async def press(talk: ChatSession, panel: SentMessage, data: str, person: int = KIRAZ) -> SentMessage:
    await talk.press_data(person, panel, data)
    return await talk.wait_edited(panel, "editMessageText", newest=True)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_group_chooses_hour_and_zone_by_buttons(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    panel = await talk.say_and_wait(KIRAZ, "/settings")
    off = f"{talk.text_plain('settings-name-daily')}: {talk.text_plain('value-daily-off')}"
    assert off in panel.text.splitlines()
    section = await press(talk, panel, "set::daily")
    assert marked_buttons(section) == [talk.text_plain("value-daily-off")]
    assert GUESSES[language] in section.text
    assert talk.text_plain("daily-zone-guess") in section.text
    section = await press(talk, panel, "set::daily:at09")
    assert marked_buttons(section) == ["09"]
    assert await chosen_time(talk) == f"09:00 {GUESSES[language]}"
    due = await next_due(talk)
    assert due is not None
    local = due.astimezone(ZoneInfo(GUESSES[language]))
    assert (local.hour, local.minute) == (9, 0)
    zones = await press(talk, panel, "set::zones")
    assert marked_buttons(zones) == [GUESSES[language]]
    assert [button["text"].removeprefix("✓ ") for button in zones.buttons[:-2]] == list(COMMON_ZONES)
    section = await press(talk, panel, "set::zones:america-new-york")
    assert marked_buttons(section) == ["09"]
    assert await chosen_time(talk) == "09:00 America/New_York"
    due = await next_due(talk)
    assert due is not None
    assert due.astimezone(ZoneInfo("America/New_York")).hour == 9
    menu = await press(talk, panel, "set::menu")
    when = talk.text_plain("daily-when", clock="09:00", zone="America/New_York")
    assert f"{talk.text_plain('settings-name-daily')}: {when}" in menu.text.splitlines()
    await press(talk, panel, "set::daily")
    section = await press(talk, panel, "set::daily:off")
    assert marked_buttons(section) == [talk.text_plain("value-daily-off")]
    assert await chosen_time(talk) is None
    assert await next_due(talk) is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_any_minute_and_zone_is_typed(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    command = talk.text_plain("refusal-unknown-daily-time", typed="x").split("/")[1].split()[0]
    told = await talk.say_and_wait(KIRAZ, f"/{command} 7.05 asia/tbilisi")
    when = talk.text_plain("daily-when", clock="07:05", zone="Asia/Tbilisi")
    assert told.html == talk.text_html("daily-chosen", when=when)
    assert await chosen_time(talk) == "07:05 Asia/Tbilisi"
    await talk.say_and_wait(KIRAZ, f"/{command} 22:40")
    assert await chosen_time(talk) == "22:40 Asia/Tbilisi", "the zone stays"
    await talk.say_and_wait(KIRAZ, f"/{command} New York")
    assert await chosen_time(talk) == "22:40 America/New_York", "the hour stays"
    for typed, unknown in (("25:00", "25:00"), ("9 10", "9 10"), ("9 Atlantis", "Atlantis"), ("9:30 TRT", "TRT")):
        refused = await talk.say_and_wait(KIRAZ, f"/{command} {typed}")
        assert refused.html == talk.text_html("refusal-unknown-daily-time", typed=unknown)
    assert await chosen_time(talk) == "22:40 America/New_York"
    off = {"tr": "KAPALI", "en": "off", "uk": "вимкнено"}[language]
    assert (await talk.say_and_wait(KIRAZ, f"/{command} {off}")).html == talk.text_html("daily-off-chosen")
    assert await chosen_time(talk) is None
    assert await next_due(talk) is None


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("09:30 GMT", "09:30 UTC"),
        ("+03:00 9:30 pm", "21:30 UTC+03:00"),
        ("8 P.M. UTC−5", "20:00 UTC-05:00"),
        ("12 am gmt +5:30", "00:00 UTC+05:30"),
        ("09:30 İstanbul", "09:30 Europe/Istanbul"),
        ("Стамбул 7", "07:00 Europe/Istanbul"),
        ("Київ", "09:00 Europe/Kyiv"),
        ("kiev 8", "08:00 Europe/Kyiv"),
        ("Kyiv 8", "08:00 Europe/Kyiv"),
        ("Londra 8", "08:00 Europe/London"),
        ("лондон 8", "08:00 Europe/London"),
    ],
)
async def test_offsets_cities_and_halves_of_the_day_are_read(typed: str, stored: str) -> None:
    daily = parse_daily_time(normalize_typed_text(typed), {}, "tr")
    assert daily is not None
    assert daily.stored == stored
    assert DailyTime.parse_stored(stored) == daily


async def test_every_language_names_the_city_of_every_guessed_zone() -> None:
    for language in LANGUAGES:
        assert set(languages().section(language, "zones")) == set(GUESSES.values())


async def test_the_command_alone_opens_the_section(harness: BotHarness) -> None:
    talk = await harness.new_group()
    panel = await talk.say_and_wait(KIRAZ, "/daily")
    assert talk.text_plain("settings-name-daily") in panel.text
    assert marked_buttons(await press(talk, panel, "set::daily:at20")) == ["20"]
    assert await chosen_time(talk) == "20:00 Europe/Istanbul"


async def test_members_choose_nothing_by_button_or_command(harness: BotHarness) -> None:
    talk = await harness.new_group()
    panel = await talk.say_and_wait(KIRAZ, "/settings")
    refusal = talk.text_plain("refusal-admins-only")
    for data in ("set::daily", "set::daily:at09", "set::daily:off", "set::zones", "set::zones:utc"):
        assert (await talk.forge_tap(talk.user_json(LIMON), panel, data))["text"] == refusal
    for typed in ("/daily", "/daily 09:00", "/daily off", "/daily UTC"):
        assert (await talk.say_and_wait(LIMON, typed)).html == talk.text_html("refusal-admins-only")
    assert await chosen_time(talk) is None
    assert await next_due(talk) is None


async def test_forged_buttons_are_stale(harness: BotHarness) -> None:
    talk = await harness.new_group()
    panel = await talk.say_and_wait(KIRAZ, "/settings")
    for data in ("set::daily:at24", "set::daily:at", "set::daily:on", "set::zones:asia-tbilisi", "set::zones:x"):
        answer = await talk.forge_tap(talk.user_json(KIRAZ), panel, data)
        assert answer["text"] == talk.text_plain("refusal-stale-button")
    assert await chosen_time(talk) is None


async def test_a_person_has_a_puzzle_of_their_own(harness: BotHarness) -> None:
    group = await harness.new_group()
    private = await harness.private_chat(LIMON)
    panel = await private.say_and_wait(LIMON, "/settings")
    await press(private, panel, "set::daily", LIMON)
    await press(private, panel, "set::daily:at08", LIMON)
    assert await chosen_time(private) == "08:00 Europe/Istanbul"
    assert await next_due(private) is not None
    assert await chosen_time(group) is None
