"""Rankings and one person's figures: what they are by, who is shown, and buttons that change them in place."""

from typing import Any

import msgspec
import pytest

from bot.playground.server_version import NEWEST, OLDEST
from bot.records.projection import Projection
from bot.store import keys
from bot.store.puzzles import DailySolver
from bot.store.records import RecordStore
from engine.forget_player import next_forgotten_user
from engine.game_record import GameRecord
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import button_labels, data_of_label, run_auto_deletes, visible_bot_messages
from tests.support.games import game
from tests.support.records import append_records, game_by_results
from tests.support.sent_messages import Json, SentMessage
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

DAY = 86_400


async def a_group(
    harness: BotHarness, language: str = "tr", title: str = "Masa", status: str = "member"
) -> ChatSession:
    talk = await harness.new_group(language, title, status=status)
    harness.switch_server_version(NEWEST if status == "administrator" else OLDEST)
    return talk


async def group_with(harness: BotHarness, *games: GameRecord, language: str = "tr") -> ChatSession:
    talk = await a_group(harness, language)
    await append_records(harness.redis, talk.chat_id, *games)
    return talk


def now_of(harness: BotHarness) -> int:
    return int(harness.clock.now.timestamp())


def won(harness: BotHarness, winner: str, loser: str, *, days_ago: float = 0, points: int = 300) -> GameRecord:
    users = {"Kiraz": KIRAZ, "Limon": LIMON, "Nane": NANE, "Zeytin": ZEYTIN}
    ended = now_of(harness) - int(days_ago * DAY)
    return game_by_results(ended, (users[winner], winner, points), (users[loser], loser, points - 100))


def ranks(message: SentMessage) -> list[str]:
    lines = message.text.replace("\u2068", "").replace("\u2069", "").splitlines()
    return [line for line in lines if line[:1].isdigit() or line == "…"]


async def test_it_begins_with_ratings_that_are_uncertain_at_first(harness: BotHarness) -> None:
    talk = await a_group(harness, "uk")
    before = await talk.say_and_wait(ZEYTIN, "/top@harfiyen_bot")
    assert before.text.splitlines()[-1] == talk.text_plain("top-nobody")
    await append_records(harness.redis, talk.chat_id, won(harness, "Kiraz", "Limon"), won(harness, "Limon", "Nane"))
    answer = await talk.say_and_wait(ZEYTIN, "/top@harfiyen_bot")
    assert answer.is_photo
    assert [row.split()[:2] for row in ranks(answer)] == [["1.", "Kiraz"], ["2.", "Limon"], ["3.", "Nane"]]
    assert all(row.endswith("?") for row in ranks(answer))
    assert talk.text_plain("top-unsure") in answer.text
    assert talk.text_plain("stats-family-crossword") in answer.text


async def test_its_buttons_show_another_measure_and_period_in_the_same_message(harness: BotHarness) -> None:
    games = [won(harness, "Kiraz", "Limon", days_ago=20), won(harness, "Limon", "Kiraz", points=400)]
    talk = await group_with(harness, *games)
    shown = await talk.say_and_wait(NANE, "/siralama@harfiyen_bot")
    for label, expected in (
        ("Puan", ["1. Limon 400", "2. Kiraz 300"]),
        ("Hepsi", ["1. Limon 600", "1. Kiraz 600"]),
        ("Galibiyet", ["1. Kiraz 1", "1. Limon 1"]),
    ):
        await talk.press_data(LIMON, shown, data_of_label(shown, label))
        changed = await talk.wait_edited(shown, "editMessageMedia")
        assert sorted(ranks(changed)) == sorted(expected)
        assert f"✓ {label}" in button_labels(changed)
        shown = changed
    as_text = await talk.say_and_wait(NANE, "/siralama@harfiyen_bot metin")
    assert not as_text.is_photo
    await talk.press_data(NANE, as_text, data_of_label(as_text, "Puan"))
    assert ranks(await talk.wait_edited(as_text, "editMessageText")) == ["1. Limon 400", "2. Kiraz 300"]
    await run_auto_deletes(harness, 599)
    assert as_text.message_id in talk.chat.messages
    await run_auto_deletes(harness, 2)
    assert not {shown.message_id, as_text.message_id} & talk.chat.messages.keys()


async def test_an_average_needs_some_games_and_says_how_many(harness: BotHarness) -> None:
    games = [won(harness, "Kiraz", "Limon", points=points) for points in (300, 301, 301)]
    talk = await group_with(harness, *games, won(harness, "Nane", "Zeytin", points=500))
    shown = await talk.say_and_wait(NANE, "/siralama@harfiyen_bot")
    await talk.press_data(NANE, shown, data_of_label(shown, "Ortalama"))
    changed = await talk.wait_edited(shown, "editMessageMedia")
    assert ranks(changed) == ["1. Kiraz 300,7", "2. Limon 200,7"]
    assert talk.text_plain("top-least-games", games=3) in changed.text


async def test_who_left_the_ranks_was_forgotten_or_has_long_not_played_is_not_shown(harness: BotHarness) -> None:
    talk = await a_group(harness)
    now = now_of(harness)
    forgotten = next_forgotten_user(())
    await append_records(
        harness.redis,
        talk.chat_id,
        won(harness, "Zeytin", "Kiraz", days_ago=40),
        won(harness, "Kiraz", "Limon"),
        game_by_results(now, (forgotten, "", 300), (NANE, "Nane", 100)),
    )
    await RecordStore(harness.redis).set_unlisted(talk.chat_id, LIMON, unlisted=True)
    shown = await talk.say_and_wait(NANE, "/siralama@harfiyen_bot")
    assert [row.split()[1] for row in ranks(shown)] == ["Kiraz", "Nane"]
    assert talk.text_plain("top-hidden") in shown.text
    await talk.press_data(NANE, shown, data_of_label(shown, "Puan"))
    assert [row.split()[1] for row in ranks(await talk.wait_edited(shown, "editMessageMedia"))] == ["Kiraz", "Nane"]


async def test_ten_are_shown_and_below_them_whoever_asks(harness: BotHarness) -> None:
    now = now_of(harness)
    games = [
        game_by_results(now, (9000 + number, f"P{number}", 500 - number), (KIRAZ, "Kiraz", 10)) for number in range(12)
    ]
    talk = await group_with(harness, *games, won(harness, "Limon", "Kiraz", points=110))
    shown = await talk.say_and_wait(NANE, "/siralama@harfiyen_bot")
    await talk.press_data(LIMON, shown, data_of_label(shown, "Puan"))
    changed = await talk.wait_edited(shown, "editMessageMedia")
    assert ranks(changed)[9:] == ["10. P9 491", "…", "14. Limon 110"]
    await talk.press_data(NANE, changed, data_of_label(changed, "Galibiyet"))
    assert "…" not in ranks(await talk.wait_edited(changed, "editMessageMedia")), "Nane has played nothing"


async def test_where_the_server_can_the_asker_alone_sees_it_and_changes_it(harness: BotHarness) -> None:
    talk = await a_group(harness, status="administrator")
    await append_records(harness.redis, talk.chat_id, won(harness, "Kiraz", "Limon"))
    await talk.start_watching()
    talk.say(NANE, "/siralama")
    seen = await ephemeral_page(talk, "Kiraz")
    assert not harness.playground.world.ephemeral.visible_to_person(talk.chat_id, KIRAZ)
    shown = SentMessage({}, seen, is_photo=True)
    await talk.press_data(NANE, shown, data_of_label(shown, "Puan"))
    assert ranks(SentMessage({}, await ephemeral_page(talk, "300"), is_photo=True)) == ["1. Kiraz 300", "2. Limon 200"]
    await harness.wait_until_idle()
    await run_auto_deletes(harness, 3599)
    assert harness.playground.world.ephemeral.visible_to_person(talk.chat_id, NANE)
    await run_auto_deletes(harness, 2)
    assert not harness.playground.world.ephemeral.visible_to_person(talk.chat_id, NANE)


async def ephemeral_page(talk: ChatSession, text: str) -> Json:
    """The only message that Nane alone sees, once its picture stands above such a text."""
    world, journal = talk.harness.playground.world, talk.harness.playground.journal
    while True:
        newest = talk.harness.last_call_number
        found = [one["message"] for one in world.ephemeral.visible_to_person(talk.chat_id, NANE)]
        if len(found) == 1 and text in found[0].get("caption", ""):
            return dict(found[0])
        assert not any(text in one.get("caption", "") for one in visible_bot_messages(talk)), "all of the group see it"
        assert await journal.wait_for_entries(after=newest, count=1, seconds=PATIENCE), "it is not shown"


async def test_of_several_tables_none_is_asked_for(harness: BotHarness) -> None:
    talk = await group_with(harness, won(harness, "Kiraz", "Limon"))
    for number in (1, 2):
        await talk.put_table(game("kelimelik", racks=["LİKSAE?", "AAEEKKL"]), talk.scope.at_table(number))
    for command in ("siralama", "istatistik"):
        assert "Kiraz" in (await talk.say_and_wait(KIRAZ, f"/{command}@harfiyen_bot")).text


async def test_in_private_it_is_refused(harness: BotHarness) -> None:
    private = await harness.private_chat(LIMON)
    assert (await private.say_and_wait(LIMON, "/siralama")).html == private.text_html("refusal-group-only")
    await private.put_table(game("kelimelik", racks=["LİKSAE?", "AAEEKKL"]))
    assert (await private.say_and_wait(LIMON, "/siralama")).html == private.text_html("refusal-group-only")
    answer = await private.forge_tap(private.user_json(LIMON), None, "top::p:w:")
    assert answer["text"] == private.text_plain("refusal-stale-button")


KALEM: dict[str, Any] = {
    "plays": 10,
    "play_points": 234,
    "bingos": 2,
    "best_play": 98,
    "best_play_word": "KALEMLİK",
    "best_word": "KALEM",
    "best_word_points": 60,
    "longest_word": "KALEMLİK",
    "challenges_won": 3,
    "challenges_lost": 1,
}


def played(harness: BotHarness, *results: tuple[int, str, int], days_ago: int = 0, **more: Any) -> GameRecord:
    return game_by_results(int(harness.clock.now.timestamp()) - days_ago * DAY, *results, **more)


def facts(message: SentMessage) -> dict[str, str]:
    lines = message.text.replace("\u2068", "").replace("\u2069", "").splitlines()
    lines[0] = lines[0].rpartition(" · ")[2]  # the rating stands beside the name
    return dict(line.split(": ", 1) for line in lines if ": " in line)


def head(message: SentMessage) -> list[str]:
    return message.text.replace("\u2068", "").replace("\u2069", "").splitlines()[:2]


async def change(talk: ChatSession, person: int, shown: SentMessage, label: str) -> SentMessage:
    await talk.press_data(person, shown, data_of_label(shown, label))
    return await talk.wait_edited(shown, "editMessageMedia")


async def test_without_a_finished_game_it_says_so(harness: BotHarness) -> None:
    talk = await a_group(harness, "en")
    answer = await talk.say_and_wait(NANE, "/stats@harfiyen_bot")
    assert answer.html == talk.text_html("refusal-no-figures")
    private = await harness.private_chat(ZEYTIN, "en")
    await harness.redis.delete(keys.user_record_chats(ZEYTIN))
    assert (await private.say_and_wait(ZEYTIN, "/stats")).html == talk.text_html("refusal-no-figures-private")


async def test_all_figures_are_told_below_their_picture(harness: BotHarness) -> None:
    talk = await a_group(harness, "uk")
    await append_records(
        harness.redis,
        talk.chat_id,
        played(harness, (KIRAZ, "Kiraz", 1312), (LIMON, "Limon", 250), figures=[KALEM]),
        played(harness, (KIRAZ, "Kiraz", 201), (LIMON, "Limon", 201), (NANE, "Nane", 40)),
    )
    answer = await talk.say_and_wait(KIRAZ, "/stats@harfiyen_bot")
    assert answer.is_photo
    assert head(answer)[0].startswith(f"📊 Kiraz · {talk.text_plain('stats-rating')}: ")
    expected = {
        "games": "2",
        "wins": "1",
        "draws": "1",
        "average-game": talk.text_plain("stats-tenths", whole="756", tenth="5"),
        "points": "1513",
        "average-play": talk.text_plain("stats-tenths", whole="23", tenth="4"),
        "best-game": "1312",
        "best-play": "98 KALEMLİK",
        "best-word": "60 KALEM",
        "longest-word": "KALEMLİK",
        "bingos": "2",
        "challenges-won": "3",
        "challenges-lost": "1",
        "best-streak": "1",
        "opponents": "Limon (2), Nane (1)",
    }
    told = facts(answer)
    assert told.pop(talk.text_plain("stats-rating")).endswith("?")
    assert told == {talk.text_plain(f"stats-{name}"): value for name, value in expected.items()}


async def test_periods_and_games_have_buttons_that_change_the_message(harness: BotHarness) -> None:
    talk = await a_group(harness)
    await append_records(
        harness.redis,
        talk.chat_id,
        played(harness, (KIRAZ, "Kiraz", 300), (LIMON, "Limon", 250), days_ago=45),
        played(harness, (KIRAZ, "Kiraz", 30), (LIMON, "Limon", 25), ruleset="klepka"),
    )
    shown = await talk.say_and_wait(KIRAZ, "/istatistik@harfiyen_bot")
    assert facts(shown)["Puan"] == "330"
    shown = await change(talk, NANE, shown, "Klepka")
    assert (head(shown)[1], facts(shown)["Puan"]) == ("Klepka · Tüm zamanlar", "30")
    assert head(shown)[0].startswith("📊 Kiraz · Güç puanı: ")
    shown = await change(talk, NANE, shown, "Bütün oyunlar")
    shown = await change(talk, NANE, shown, "Ay")
    assert (head(shown)[1], facts(shown)["Puan"]) == ("Bütün oyunlar · Bu ay", "30")
    shown = await change(talk, NANE, shown, "Kelimelik")
    assert talk.text_plain("stats-nothing") in shown.text


async def test_games_with_the_computer_are_apart(harness: BotHarness) -> None:
    talk = await group_with(harness, played(harness, (KIRAZ, "Kiraz", 500), (-3, "Usta", 250)))
    alone = await talk.say_and_wait(KIRAZ, "/istatistik@harfiyen_bot")
    assert (head(alone)[1], facts(alone)["Puan"]) == ("Bütün oyunlar · Tüm zamanlar · Bilgisayarla", "500")
    assert talk.text_plain("stats-rating") not in facts(alone)
    await append_records(harness.redis, talk.chat_id, played(harness, (KIRAZ, "Kiraz", 300), (LIMON, "Limon", 250)))
    shown = await talk.say_and_wait(KIRAZ, "/istatistik@harfiyen_bot")
    assert facts(shown)["Puan"] == "300"
    shown = await change(talk, KIRAZ, shown, talk.text_plain("button-with-computers"))
    assert facts(shown)["Puan"] == "500"
    shown = await change(talk, KIRAZ, shown, talk.text_plain("button-without-computers"))
    assert facts(shown)["Puan"] == "300"


async def test_somebody_is_meant_by_a_reply_a_mention_a_username_or_a_name(harness: BotHarness) -> None:
    results = (KIRAZ, "Kiraz", 300), (LIMON, "Limon Ağacı", 250), (NANE, "Nane", 200), (9009, "Nane", 100)
    talk = await group_with(harness, played(harness, *results))
    await talk.put_table(game("kelimelik", racks=["LİKSAE?", "AAEEKKL"]))
    said = harness.playground.world.write_as_person(LIMON, talk.chat_id, "selam")
    await harness.wait_until_idle()
    replied = await talk.say_and_wait(KIRAZ, "/istatistik@harfiyen_bot", reply_to=said["message_id"])
    assert head(replied)[0].startswith("📊 Limon Ağacı · ")
    for named in ("limon ağacı", "LİMON", "limon metin"):
        assert head(await talk.say_and_wait(KIRAZ, f"/istatistik@harfiyen_bot {named}"))[0] == head(replied)[0]
    several = await talk.say_and_wait(KIRAZ, "/istatistik@harfiyen_bot nane")
    assert several.html == talk.text_html("refusal-several-players")
    for nobody in ("Ayva", "@ayva", "@"):
        answer = await talk.say_and_wait(KIRAZ, f"/istatistik@harfiyen_bot {nobody}")
        assert answer.html == talk.text_html("refusal-no-figures-of-player")
    username = talk.user_json(LIMON)["username"]
    assert head(await talk.say_and_wait(KIRAZ, f"/istatistik@harfiyen_bot @{username}"))[0] == head(replied)[0]


async def test_who_left_the_ranks_is_shown_to_nobody_else(harness: BotHarness) -> None:
    talk = await group_with(harness, played(harness, (KIRAZ, "Kiraz", 300), (LIMON, "Limon", 250)))
    shown = await talk.say_and_wait(NANE, "/istatistik@harfiyen_bot Limon")
    await RecordStore(harness.redis).set_unlisted(talk.chat_id, LIMON, unlisted=True)
    answer = await talk.say_and_wait(NANE, "/istatistik@harfiyen_bot Limon")
    assert answer.html == talk.text_html("refusal-player-unlisted")
    pressed = await talk.press_data(NANE, shown, data_of_label(shown, "Ay"))
    assert pressed["text"] == talk.text_plain("refusal-player-unlisted")
    assert head(await talk.say_and_wait(LIMON, "/istatistik@harfiyen_bot"))[0].startswith("📊 Limon · ")
    assert "Limon" not in (await talk.say_and_wait(KIRAZ, "/istatistik@harfiyen_bot")).text


async def test_nobody_who_was_forgotten_is_told_of(harness: BotHarness) -> None:
    forgotten = next_forgotten_user(())
    talk = await group_with(harness, played(harness, (KIRAZ, "Kiraz", 300), (forgotten, "Eski", 250)))
    shown = await talk.say_and_wait(KIRAZ, "/istatistik@harfiyen_bot")
    assert "Eski" not in shown.text
    answer = await talk.say_and_wait(KIRAZ, "/istatistik@harfiyen_bot Eski")
    assert answer.html == talk.text_html("refusal-no-figures-of-player")
    forged = await talk.forge_tap(talk.user_json(KIRAZ), None, f"stats::{forgotten}:e::p")
    assert forged["show_alert"]


async def remember(harness: BotHarness, chat: int, *games: GameRecord) -> None:
    await append_records(harness.redis, chat, *games)
    await Projection(RecordStore(harness.redis)).catch_up(chat)


async def keep_solver(harness: BotHarness, chat: int, person: int, solver: DailySolver) -> None:
    """Have somebody's daily puzzles in a chat be those, where the newest has number 9."""
    stored: dict[Any, Any] = {"puzzle": "0" * 12, "day": "2026-11-27", "number": "9", "state": "sent"}
    await harness.redis.hset(keys.daily_puzzle(chat), mapping=stored)
    await harness.redis.hset(keys.daily_solvers(chat), str(person), msgspec.msgpack.encode(solver))


async def test_streaks_of_daily_puzzles_are_told_while_they_last(harness: BotHarness) -> None:
    talk = await a_group(harness, "uk")
    streak, longest = talk.text_plain("stats-daily-streak"), talk.text_plain("stats-daily-longest")
    results = (KIRAZ, "Kiraz", 300), (LIMON, "Limon", 250), (NANE, "Nane", 200)
    await append_records(harness.redis, talk.chat_id, played(harness, *results))
    await keep_solver(harness, talk.chat_id, KIRAZ, DailySolver(newest=8, streak=3, longest=5, total=8))
    await keep_solver(harness, talk.chat_id, LIMON, DailySolver(newest=7, streak=3, longest=4, total=7))
    told = {person: facts(await talk.say_and_wait(person, "/stats@harfiyen_bot")) for person in (KIRAZ, LIMON, NANE)}
    assert (told[KIRAZ][streak], told[KIRAZ][longest]) == ("3", "5")
    assert (told[LIMON].get(streak), told[LIMON][longest]) == (None, "4"), "the one before the newest was left out"
    assert not {streak, longest} & set(told[NANE])


async def test_in_private_one_sees_all_of_ones_own_and_each_group_behind_a_button(harness: BotHarness) -> None:
    await harness.redis.delete(keys.user_record_chats(LIMON))
    one, two = await a_group(harness, title="Birinci"), await a_group(harness, title="İkinci <b>&")
    await remember(harness, one.chat_id, played(harness, (LIMON, "Limon", 300), (KIRAZ, "Kiraz", 250)))
    await remember(
        harness, two.chat_id, *[played(harness, (LIMON, "Limon", 30), (NANE, "Nane", 25), ruleset="klepka")] * 2
    )
    private = await harness.private_chat(LIMON, "en")
    shown = await private.say_and_wait(LIMON, "/stats")
    points, opponents = private.text_plain("stats-points"), private.text_plain("stats-opponents")
    assert (facts(shown)[points], facts(shown)[opponents]) == ("360", "Nane (2), Kiraz (1)")
    assert private.text_plain("stats-rating") not in facts(shown)
    assert facts(shown)[private.text_plain("stats-rating-in", group="Birinci")].endswith("?")
    assert "İkinci <b>&" in button_labels(shown)
    shown = await change(private, LIMON, shown, "Birinci")
    assert (facts(shown)[points], facts(shown)[opponents]) == ("300", "Kiraz (1)")
    assert private.text_plain("stats-rating") in facts(shown)
    shown = await change(private, LIMON, shown, private.text_plain("stats-all-groups"))
    assert facts(shown)[points] == "360"


async def test_buttons_of_other_chats_and_people_are_refused(harness: BotHarness) -> None:
    talk = await a_group(harness)
    await remember(harness, talk.chat_id, played(harness, (LIMON, "Limon", 300), (KIRAZ, "Kiraz", 250)))
    stranger = await harness.private_chat(ZEYTIN)
    await harness.redis.delete(keys.user_record_chats(ZEYTIN))
    nothing = await stranger.forge_tap(stranger.user_json(ZEYTIN), None, f"stats::c{talk.chat_id}:e::p")
    assert nothing["text"] == stranger.text_plain("refusal-no-figures-private")
    private = await harness.private_chat(LIMON)
    for data in (f"stats::{KIRAZ}:e::p", "stats::c-5:e::p", "stats::c:x::p", "stats::c:e:A:p", "stats::c:e::q"):
        answer = await private.forge_tap(private.user_json(LIMON), None, data)
        assert answer["text"] == private.text_plain("refusal-stale-button")
    in_group = await talk.forge_tap(talk.user_json(LIMON), None, "stats::c:e::p")
    assert in_group["show_alert"]
