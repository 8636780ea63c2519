"""A daily puzzle and the game of the week in a group: chosen, posted, solved in private, told of the day after."""

from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import pytest

from bot.families.crossword.puzzle_family import play_text, scored_play_text
from bot.handlers.daily import COMMON_ZONES, parse_daily_time
from bot.languages import languages
from bot.store import keys
from bot.store.records import RecordStore
from bot.tables.codec import decode_table
from bot.tables.daily_time import DailyTime
from bot.texts import Html, Texts
from bot.user_input.commands import normalize_typed_text
from bot.wording.speaker import Speaker
from engine.clock import NOBODY
from engine.crossword.puzzles.puzzle import Puzzle
from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from engine.duplicate.state import GameState
from engine.rulesets import shipped_rulesets
from tests.support.chat_harness import KIRAZ, LIMON, ZEYTIN, BotHarness, ChatSession
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

DAY = 24 * 60 * 60


def link_of(post: SentMessage) -> str:
    [button] = post.buttons
    return str(button["url"]).partition("?start=")[2]


def puzzle_of(post: SentMessage) -> Puzzle:
    wanted = link_of(post)[1:13]
    return next(one for game in shipped_rulesets() for one in shipped_puzzles(game) if one.id == wanted)


def day_text(at: datetime) -> str:
    return f"{at.day}.{at.month:02}"


def answer_to(puzzle: Puzzle, language: str) -> str:
    return play_text(puzzle, puzzle.best, Speaker(Texts(), language))


async def want_daily(talk: ChatSession, person: int = KIRAZ) -> None:
    now = talk.harness.clock.now + timedelta(minutes=10)
    await talk.say_and_wait(person, f"/daily {now:%H:%M} UTC")


async def await_post(talk: ChatSession, seconds: float) -> SentMessage:
    await talk.start_watching()
    await talk.harness.advance_time(seconds)
    [post] = await talk.wait_messages()
    return post


async def solve(talk: ChatSession, person: int, post: SentMessage, language: str) -> SentMessage:
    private = await talk.harness.private_chat(person, language)
    await talk.harness.redis.delete(keys.user_puzzles(person))
    await private.say_and_wait(person, f"/start {link_of(post)}")
    private.say(person, answer_to(puzzle_of(post), language))
    solved, told = await private.wait_messages(2)
    assert private.text_html("puzzle-solved", points=100) in solved.html
    assert "t.me/share/url" in str(told.buttons)
    return told


async def test_the_first_solver_is_named_the_day_after_with_the_answer(harness: BotHarness) -> None:
    language = "uk"
    talk = await harness.new_group(language)
    await want_daily(talk)
    post, day = await await_post(talk, 600), harness.clock.now
    assert post.is_photo
    assert day_text(day) in post.text
    puzzle = puzzle_of(post)
    assert talk.text_plain(f"lexicon-{puzzle.rules.lexicon}") in post.text
    answer = answer_to(puzzle, language)
    assert answer not in post.text
    told = await solve(talk, LIMON, post, language)
    assert told.html == talk.text_html("daily-result", first="yes", streak=1)
    shared = parse_qs(urlsplit(str(told.buttons[0]["url"])).query)
    share = talk.text_plain("daily-share", day=day_text(day), tries=1, hints=0)
    assert shared["text"] == [f"{share}\n🟩"]
    assert shared["url"][0].endswith(f"?start=z{puzzle.id}"), "of no group"
    told = await solve(talk, KIRAZ, post, language)
    assert told.html == talk.text_html("daily-result", first="no", streak=1)
    following = await await_post(talk, DAY)
    assert puzzle_of(following) != puzzle
    speaker = Speaker(talk.harness.texts, language)
    assert talk.text_html("daily-solved-first", count=2, name=speaker.player_name("Limon")) in following.html
    assert speaker.html("daily-answer", answer=Html(scored_play_text(puzzle, puzzle.best, speaker))) in following.html


async def test_who_is_unlisted_is_not_named_and_who_is_not_in_the_group_does_not_count(harness: BotHarness) -> None:
    talk = await harness.new_group(people=(KIRAZ, LIMON))
    await want_daily(talk)
    post = await await_post(talk, 600)
    private = await harness.private_chat(ZEYTIN)
    await harness.redis.delete(keys.user_puzzles(ZEYTIN))
    await private.say_and_wait(ZEYTIN, f"/start {link_of(post)}")
    await private.say_and_wait(ZEYTIN, answer_to(puzzle_of(post), "tr"))
    await solve(talk, LIMON, post, "tr")
    await RecordStore(harness.redis).set_unlisted(talk.chat_id, LIMON, unlisted=True)
    following = await await_post(talk, DAY)
    assert "Limon" not in following.text
    assert talk.text_plain("daily-solved-by", count=1) in following.text


async def test_somebodys_own_puzzle_comes_each_day_and_tells_whether_they_solved_it(harness: BotHarness) -> None:
    private = await harness.private_chat(KIRAZ)
    await want_daily(private)
    post = await await_post(private, 600)
    # At once: what is noted of the first is noted on the next day.
    following = await await_post(private, DAY)
    assert puzzle_of(following) != puzzle_of(post)
    assert private.text_plain("daily-not-solved-by-you") in following.text
    await solve(private, KIRAZ, following, "tr")
    assert private.text_plain("daily-solved-by-you") in (await await_post(private, DAY)).text
    await private.say_and_wait(KIRAZ, "/daily off")


GUESSES = {"tr": "Europe/Istanbul", "en": "Europe/London", "uk": "Europe/Kyiv"}


async def chosen_time(talk: ChatSession) -> str | None:
    return (await talk.harness.store.load_settings(talk.chat_id)).get("daily")


async def next_due(talk: ChatSession) -> datetime | None:
    key = keys.daily_posts(keys.shard_of(talk.chat_id))
    score = await talk.harness.redis.zscore(key, str(talk.chat_id))
    return None if score is None else datetime.fromtimestamp(float(score), UTC)


def marked_buttons(sent: SentMessage) -> list[str]:
    return [button["text"].removeprefix("✓ ") for button in sent.buttons if button["text"].startswith("✓ ")]


async def press(talk: ChatSession, panel: SentMessage, data: str, person: int = KIRAZ) -> SentMessage:
    await talk.forge_tap(talk.user_json(person), panel, data)
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


async def test_forged_buttons_are_stale(harness: BotHarness) -> None:
    talk = await harness.new_group()
    panel = await talk.say_and_wait(KIRAZ, "/settings")
    for data in ("set::daily:at24", "set::daily:at", "set::daily:on", "set::zones:asia-tbilisi", "set::zones:x"):
        answer = await talk.forge_tap(talk.user_json(KIRAZ), panel, data)
        assert answer["text"] == talk.text_plain("refusal-stale-button")
    assert await chosen_time(talk) is None


def next_monday(now: datetime) -> datetime:
    """Nine on the next Monday in UTC."""
    at = now.replace(hour=9, minute=0, second=0, microsecond=0) + timedelta(days=-now.weekday() % 7)
    return at if at > now else at + timedelta(days=7)


async def want_week_game(talk: ChatSession) -> None:
    await talk.say_and_wait(KIRAZ, "/daily 09:00 UTC")
    panel = await talk.say_and_wait(KIRAZ, "/settings")
    for data in ("set::play", "set::week", "set::week:on"):
        await talk.press_data(KIRAZ, panel, data)


async def begin_game(talk: ChatSession) -> datetime:
    at = next_monday(talk.harness.clock.now)
    await talk.harness.advance_time((at - talk.harness.clock.now).total_seconds() + 1)
    for _ in range(3):
        await talk.harness.look_trigger.look_and_wait()
    return at


async def game_of(talk: ChatSession) -> GameState | None:
    loaded = await talk.harness.store.load_table(talk.scope)
    game = None if loaded.state is None else decode_table(loaded.state)
    assert game is None or isinstance(game, GameState)
    return game


async def test_a_group_that_has_as_many_tables_as_it_may_has_no_week_game(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await want_week_game(talk)
    await harness.store.save_setting(talk.scope, "tables", "1")
    before = next_monday(harness.clock.now) - harness.clock.now - timedelta(minutes=10)
    await harness.advance_time(before.total_seconds())
    await talk.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    await begin_game(talk)
    loaded = await harness.store.load_place(talk.scope)
    assert loaded.state is not None
    assert not isinstance(decode_table(loaded.state), GameState)
    assert not loaded.others


async def test_the_week_game_is_a_slow_one_that_nobody_hosts_and_begins_once(harness: BotHarness) -> None:
    """Though it is due again and was stopped."""
    talk = await harness.new_group("en")
    await want_week_game(talk)
    at = await begin_game(talk)
    await talk.wait_messages(2)
    game = await game_of(talk)
    assert game is not None
    assert (game.ruleset.id, game.ruleset.rounds, game.ruleset.round) == ("duplicate-en", 7, 86_400)
    assert (game.host, game.players) == (NOBODY, ())
    assert game.round is not None
    assert game.round.due == at + timedelta(days=1)
    asked = await talk.say_and_wait(KIRAZ, "/cancel")
    await talk.press_kind(KIRAZ, asked, "cancel")
    await talk.wait_messages()
    stopped = await game_of(talk)
    assert stopped is not None
    assert stopped.outcome is not None
    due = keys.daily_posts(keys.shard_of(talk.chat_id))
    await harness.redis.zadd(due, {f"{talk.chat_id} week": at.timestamp()})
    await harness.advance_time(60)
    await harness.look_trigger.look_and_wait()
    loaded = await harness.store.load_place(talk.scope)
    assert loaded.state is not None
    assert decode_table(loaded.state) == stopped
    assert not loaded.others
