"""A group's ranking: what it is by, who stands in it, and buttons that change it in place."""

import pytest

from bot.playground.server_version import NEWEST, OLDEST
from bot.store.records import RecordStore
from bot.texts import Texts
from engine.forgotten_players import next_forgotten_user
from engine.game_record import GameRecord
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import (
    button_labels,
    data_of_label,
    rows,
    run_auto_deletes,
    visible_bot_messages,
)
from tests.support.finished_games import finished_game
from tests.support.games import game
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import Json, SentMessage
from tests.support.stored_records import append_records
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

DAY = 86_400
TEXTS = Texts()


async def a_group(harness: BotHarness, language: str = "tr", status: str = "member") -> ChatSession:
    talk = await harness.new_group(language, status=status)
    harness.switch_server_version(NEWEST if status == "administrator" else OLDEST)
    return talk


def now_of(harness: BotHarness) -> int:
    return int(harness.clock.now.timestamp())


def won(harness: BotHarness, winner: str, loser: str, *, days_ago: float = 0, points: int = 300) -> GameRecord:
    """A game that Kiraz, Limon or Nane won against another, so many days ago."""
    users = {"Kiraz": KIRAZ, "Limon": LIMON, "Nane": NANE, "Zeytin": ZEYTIN}
    ended = now_of(harness) - int(days_ago * DAY)
    return finished_game(ended, (users[winner], winner, points), (users[loser], loser, points - 100))


def ranks(message: SentMessage) -> list[str]:
    """The rows of a ranking, as they are read."""
    lines = message.text.replace("\u2068", "").replace("\u2069", "").splitlines()
    return [line for line in lines if line[:1].isdigit() or line == "…"]


async def test_before_any_game_it_says_that_there_is_nobody(harness: BotHarness) -> None:
    talk = await a_group(harness)
    answer = await talk.say_and_wait(NANE, "/siralama@harfiyen_bot")
    assert answer.text.splitlines()[-1] == talk.text_plain("top-nobody")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_begins_with_ratings_that_are_uncertain_at_first(harness: BotHarness, language: str) -> None:
    talk = await a_group(harness, language)
    await append_records(harness.redis, talk.chat_id, won(harness, "Kiraz", "Limon"), won(harness, "Limon", "Nane"))
    answer = await talk.say_and_wait(ZEYTIN, "/top@harfiyen_bot")
    assert answer.is_photo
    assert [row.split()[:2] for row in ranks(answer)] == [["1.", "Kiraz"], ["2.", "Limon"], ["3.", "Nane"]]
    assert all(row.endswith("?") for row in ranks(answer))
    assert talk.text_plain("top-unsure") in answer.text
    assert talk.text_plain("stats-family-crossword") in answer.text


async def test_its_buttons_show_another_measure_and_period_in_the_same_message(harness: BotHarness) -> None:
    talk = await a_group(harness)
    games = [won(harness, "Kiraz", "Limon", days_ago=20), won(harness, "Limon", "Kiraz", points=400)]
    await append_records(harness.redis, talk.chat_id, *games)
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


async def test_an_average_needs_some_games_and_says_how_many(harness: BotHarness) -> None:
    talk = await a_group(harness)
    games = [won(harness, "Kiraz", "Limon", points=points) for points in (300, 301, 301)]
    await append_records(harness.redis, talk.chat_id, *games, won(harness, "Nane", "Zeytin", points=500))
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
        finished_game(now, (forgotten, "", 300), (NANE, "Nane", 100)),
    )
    await RecordStore(harness.redis).set_unlisted(talk.chat_id, LIMON, unlisted=True)
    shown = await talk.say_and_wait(NANE, "/siralama@harfiyen_bot")
    assert [row.split()[1] for row in ranks(shown)] == ["Kiraz", "Nane"]
    assert talk.text_plain("top-hidden") in shown.text
    await talk.press_data(NANE, shown, data_of_label(shown, "Puan"))
    assert [row.split()[1] for row in ranks(await talk.wait_edited(shown, "editMessageMedia"))] == ["Kiraz", "Nane"]


async def test_ten_are_shown_and_below_them_whoever_asks(harness: BotHarness) -> None:
    talk = await a_group(harness)
    now = now_of(harness)
    games = [
        finished_game(now, (9000 + number, f"P{number}", 500 - number), (KIRAZ, "Kiraz", 10)) for number in range(12)
    ]
    await append_records(harness.redis, talk.chat_id, *games, won(harness, "Limon", "Kiraz", points=110))
    shown = await talk.say_and_wait(NANE, "/siralama@harfiyen_bot")
    await talk.press_data(LIMON, shown, data_of_label(shown, "Puan"))
    changed = await talk.wait_edited(shown, "editMessageMedia")
    assert ranks(changed)[9:] == ["10. P9 491", "…", "14. Limon 110"]
    await talk.press_data(NANE, changed, data_of_label(changed, "Galibiyet"))
    assert "…" not in ranks(await talk.wait_edited(changed, "editMessageMedia")), "Nane has played nothing"


async def test_games_with_computer_players_count_in_no_ranking(harness: BotHarness) -> None:
    talk = await a_group(harness)
    await append_records(
        harness.redis, talk.chat_id, finished_game(now_of(harness), (KIRAZ, "Kiraz", 900), (-3, "Usta", 100))
    )
    assert ranks(await talk.say_and_wait(NANE, "/siralama@harfiyen_bot")) == []


async def test_buttons_choose_one_of_several_games(harness: BotHarness) -> None:
    talk = await a_group(harness)
    klepka = finished_game(now_of(harness), (NANE, "Nane", 30), (KIRAZ, "Kiraz", 20), ruleset="klepka")
    await append_records(harness.redis, talk.chat_id, won(harness, "Kiraz", "Limon"), klepka)
    shown = await talk.say_and_wait(NANE, "/siralama@harfiyen_bot")
    assert rows(shown)[2] == ["✓ Tahta oyunları", "Klepka"]
    await talk.press_data(NANE, shown, data_of_label(shown, "Klepka"))
    shown = await talk.wait_edited(shown, "editMessageMedia")
    assert [row.split()[1] for row in ranks(shown)] == ["Nane", "Kiraz"]
    await talk.press_data(NANE, shown, data_of_label(shown, "Puan"))
    shown = await talk.wait_edited(shown, "editMessageMedia")
    assert ranks(shown) == ["1. Kiraz 320", "2. Limon 200", "3. Nane 30"]
    await talk.press_data(NANE, shown, data_of_label(shown, "Klepka"))
    assert ranks(await talk.wait_edited(shown, "editMessageMedia")) == ["1. Nane 30", "2. Kiraz 20"]


async def test_it_is_text_where_that_is_asked_for_and_stays_so(harness: BotHarness) -> None:
    talk = await a_group(harness)
    await append_records(harness.redis, talk.chat_id, won(harness, "Kiraz", "Limon"))
    shown = await talk.say_and_wait(NANE, "/siralama@harfiyen_bot metin")
    assert not shown.is_photo
    await talk.press_data(NANE, shown, data_of_label(shown, "Puan"))
    changed = await talk.wait_edited(shown, "editMessageText")
    assert ranks(changed) == ["1. Kiraz 300", "2. Limon 200"]


async def test_where_all_see_it_it_does_not_stay(harness: BotHarness) -> None:
    talk = await a_group(harness)
    await append_records(harness.redis, talk.chat_id, won(harness, "Kiraz", "Limon"))
    shown = await talk.say_and_wait(NANE, "/siralama@harfiyen_bot")
    await run_auto_deletes(harness, 599)
    assert shown.message_id in talk.chat.messages
    await run_auto_deletes(harness, 2)
    assert shown.message_id not in talk.chat.messages


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


@pytest.mark.parametrize("command", ["siralama", "istatistik"])
async def test_of_several_tables_none_is_asked_for(harness: BotHarness, command: str) -> None:
    talk = await a_group(harness)
    await append_records(harness.redis, talk.chat_id, won(harness, "Kiraz", "Limon"))
    for number in (1, 2):
        await talk.put_table(game("kelimelik", racks=["LİKSAE?", "AAEEKKL"]), talk.scope.at_table(number))
    assert "Kiraz" in (await talk.say_and_wait(KIRAZ, f"/{command}@harfiyen_bot")).text


async def test_in_private_it_is_refused(harness: BotHarness) -> None:
    private = await harness.private_chat(LIMON)
    assert (await private.say_and_wait(LIMON, "/siralama")).html == private.text_html("refusal-group-only")
    await private.put_table(game("kelimelik", racks=["LİKSAE?", "AAEEKKL"]))
    assert (await private.say_and_wait(LIMON, "/siralama")).html == private.text_html("refusal-group-only")
    answer = await private.forge_tap(private.user_json(LIMON), None, "top::p:w:")
    assert answer["text"] == private.text_plain("refusal-stale-button")


@pytest.mark.parametrize("data", ["top::x:w:", "top::p:x:", "top::p:w", "top::p:w:a:b", "top::p:w:A", "top"])
async def test_a_forged_button_is_refused(harness: BotHarness, data: str) -> None:
    talk = await a_group(harness)
    answer = await talk.forge_tap(talk.user_json(NANE), None, data)
    assert answer["show_alert"]
