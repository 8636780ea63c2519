"""The history over HTTP: lists, pages and replays for whom they are, files, and what is gone."""

import pytest

from bot.playground import JournalEntry
from bot.playground.server_version import NEWEST
from bot.records import archive
from bot.store import keys
from bot.telegram.button_data import encode_button_data
from engine.proof import decode_proof
from engine.verify import verify_proof
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import button_labels
from tests.support.foreign_gcg import read_by_woogles
from tests.support.games import with_fields
from tests.support.languages import LANGUAGES
from tests.support.played_games import finish_game, newest_record
from tests.support.sent_messages import SentMessage, is_for_one_member
from tests.support.several_tables import board_game, put_tables
from tests.support.stored_records import append_records
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

HISTORY = {"tr": "/gecmis", "en": "/history", "uk": "/history"}


async def open_private(house: BotHarness, person: int, language: str = "tr") -> ChatSession:
    """A person's chat, whose games of other tests are forgotten."""
    private = await house.private_chat(person, language)
    await house.redis.delete(keys.user_history(person))
    return private


async def replay_from_private(talk: ChatSession, private: ChatSession, person: int = KIRAZ) -> SentMessage:
    """The page of the group's newest game in private, opened from the group's list."""
    listed = await talk.say_and_wait(person, "/gecmis")
    await private.start_watching()
    await talk.press_kind(person, listed, "past")
    return (await private.wait_messages())[0]


def button_data_of(message: SentMessage) -> list[str]:
    """What its buttons carry, in their order."""
    return [str(button["callback_data"]) for button in message.buttons if "callback_data" in button]


def data_of(message: SentMessage, action: str) -> str:
    """The data of the history's button that does something."""
    return next(one for one in button_data_of(message) if one.startswith(f"past::{action}:"))


async def files_sent(house: BotHarness, count: int, since: int) -> list[JournalEntry]:
    return await house.playground.journal.wait_for_entries("sendDocument", after=since, count=count, seconds=PATIENCE)


async def gcg_sent(talk: ChatSession, person: int, reply_to: int | None = None) -> JournalEntry:
    """The file that ``/gcg`` sends; one at a time, as the order of two look-ups is free."""
    since = talk.harness.last_call_number
    talk.say(person, "/gcg", reply_to)
    (file,) = await files_sent(talk.harness, 1, since)
    return file


def content_of(house: BotHarness, call: JournalEntry) -> bytes:
    return house.playground.files.require_file(call.result["document"]["file_id"]).upload.content


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_group_sees_its_games_the_newest_first_in_its_language(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    none = await talk.say_and_wait(NANE, HISTORY[language])
    assert none.html == talk.text_html("refusal-no-history")
    await finish_game(talk)
    await finish_game(talk, ruleset="wordbox-en")
    listed = await talk.say_and_wait(NANE, HISTORY[language])
    assert listed.html == talk.text_html("history-head")
    labels = button_labels(listed)
    assert len(labels) == 2
    assert all("Kiraz 0, Limon 0" in label for label in labels)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_in_private_people_see_their_own_games_of_all_groups(harness: BotHarness, language: str) -> None:
    private = await open_private(harness, KIRAZ, language)
    assert (await private.say_and_wait(KIRAZ, HISTORY[language])).html == private.text_html(
        "refusal-no-history-private"
    )
    for talk in (await harness.new_group(), await harness.new_group()):
        await finish_game(talk)
    listed = await private.say_and_wait(KIRAZ, HISTORY[language])
    assert listed.html == private.text_html("history-head-private")
    assert len(button_labels(listed)) == 2
    stranger = await open_private(harness, NANE, language)
    assert (await stranger.say_and_wait(NANE, HISTORY[language])).html == stranger.text_html(
        "refusal-no-history-private"
    )


async def test_a_game_has_a_page_with_its_board_result_and_what_it_changed(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await open_private(harness, KIRAZ)
    await finish_game(talk, exchanges=4)
    page = await replay_from_private(talk, private)
    assert page.is_photo
    assert "1500 → " in page.text
    assert "Kiraz" in page.text
    pages = [one for one in button_data_of(page) if one.startswith("past:")]
    assert [one.split(":")[2] for one in pages] == ["r", "f", "p"]


async def test_a_replay_steps_through_the_game_on_one_message(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await open_private(harness, KIRAZ)
    await finish_game(talk, passes=1)
    page = await replay_from_private(talk, private)
    since = harness.last_call_number
    await private.press_data(KIRAZ, page, data_of(page, "r"))
    step = await private.wait_edited(page, "editMessageMedia", newest=True)
    assert "1/3" in step.text
    assert button_labels(step)[:2] == ["▶", "⏭"]
    await private.press_data(KIRAZ, step, button_data_of(step)[0])
    step = await private.wait_edited(page, "editMessageMedia", newest=True)
    assert "2/3" in step.text
    assert "rafı:" in step.text
    await private.press_data(KIRAZ, step, button_data_of(step)[3])
    last = await private.wait_edited(page, "editMessageMedia", newest=True)
    assert "3/3" in last.text
    assert button_labels(last)[:2] == ["⏮", "◀"]
    await private.press_data(KIRAZ, last, data_of(last, "b"))
    assert data_of(await private.wait_edited(page, "editMessageMedia", newest=True), "f")
    sent = [call for call in harness.playground.journal.find_entries(after=since) if call.method.startswith("send")]
    assert sent == []


async def test_where_members_can_be_shown_something_alone_the_group_is_sent_nothing(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await finish_game(talk, exchanges=4)
    listed = await talk.say_and_wait(KIRAZ, "/gecmis")
    former = harness.playground.world.server.version
    harness.switch_server_version(NEWEST)
    try:
        since = harness.last_call_number
        await talk.press_kind(NANE, listed, "past")
        await harness.wait_until_idle()
        (page,) = harness.playground.world.ephemeral.visible_to_person(talk.chat_id, NANE)
        assert "1500 → " in page["message"]["caption"]
        assert not harness.playground.world.ephemeral.visible_to_person(talk.chat_id, KIRAZ)
        sent = harness.playground.journal.find_entries(after=since)
        assert not [call for call in sent if call.method.startswith("send") and not is_for_one_member(call)]
    finally:
        harness.switch_server_version(former)


async def test_who_has_no_private_chat_is_told_how_to_get_one(harness: BotHarness) -> None:
    talk, _ = await harness.new_group(), await harness.private_chat(ZEYTIN, opened=False)
    await finish_game(talk)
    listed = await talk.say_and_wait(KIRAZ, "/gecmis")
    assert (await talk.press_kind(ZEYTIN, listed, "past"))["text"] == talk.text_plain("history-needs-private")


async def test_a_game_is_shown_to_its_players_and_its_group_alone(harness: BotHarness) -> None:
    talk, elsewhere = await harness.new_group(), await harness.new_group()
    await finish_game(talk)
    record = await newest_record(talk)
    data = encode_button_data("past", "", "g", talk.chat_id, 0, record.id)
    stale = talk.text_plain("refusal-stale-button")
    assert (await elsewhere.forge_tap(talk.user_json(NANE), None, data))["text"] == stale
    members_alone = await harness.new_group(people=(KIRAZ, LIMON))
    await finish_game(members_alone)
    inside = await newest_record(members_alone)
    data = encode_button_data("past", "", "g", members_alone.chat_id, 0, inside.id)
    stranger = await open_private(harness, ZEYTIN)
    assert (await stranger.forge_tap(talk.user_json(ZEYTIN), None, data))["text"] == stale
    player = await open_private(harness, LIMON)
    await player.forge_tap(talk.user_json(LIMON), None, data)
    assert (await player.wait_messages())[0].is_photo


async def test_a_file_goes_to_who_pressed_and_not_to_the_group(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await open_private(harness, KIRAZ)
    await finish_game(talk)
    page = await replay_from_private(talk, private)
    since = harness.last_call_number
    await private.press_data(KIRAZ, page, data_of(page, "f"))
    (gcg,) = await files_sent(harness, 1, since)
    assert str(gcg.parameters["chat_id"]) == str(private.chat_id)
    lines = content_of(harness, gcg).decode().splitlines()
    assert lines[0] == "#character-encoding UTF-8"
    # What Woogles' reader knows, which refuses any other pragma; Quackle's leaves those out.
    known = ("#character-encoding ", "#title ", "#player1 ", "#player2 ", "#lexicon ", "#note ", ">")
    assert [line for line in lines if not line.startswith(known)] == []
    assert (await private.press_data(KIRAZ, page, data_of(page, "f")))["text"] == private.text_plain("proof-above")
    await private.press_data(KIRAZ, page, data_of(page, "p"))
    _, told, _ = await files_sent(harness, 3, since)
    assert verify_proof(decode_proof(content_of(harness, told))).agrees


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_newest_game_is_sent_as_gcg_or_the_one_that_is_replied_to(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    assert (await talk.say_and_wait(NANE, "/gcg")).html == talk.text_html("refusal-no-history")
    first = await finish_game(talk)
    older = await newest_record(talk)
    await finish_game(talk)
    newer = await newest_record(talk)
    files = [await gcg_sent(talk, NANE), await gcg_sent(talk, NANE, first.message_id)]
    names = [call.result["document"]["file_name"] for call in files]
    assert names == [f"harfiyen-{newer.id[:8]}.gcg", f"harfiyen-{older.id[:8]}.gcg"]
    for record, file in zip((newer, older), files, strict=True):
        scores = [player.score for player in record.players]
        assert list(read_by_woogles(content_of(harness, file)).totals.values()) == scores


async def test_a_running_game_is_given_to_nobody_and_cards_are_not_written_as_gcg(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await finish_game(talk, ruleset="klepka")
    assert (await talk.say_and_wait(NANE, "/gcg")).html == talk.text_html("refusal-no-gcg")
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    await talk.say_and_wait(LIMON, "/katil")
    board = await talk.say_and_wait(LIMON, "/baslat")
    refused = await talk.say_and_wait(NANE, "/gcg", reply_to=board.message_id)
    assert refused.html == talk.text_html("refusal-gcg-running")


async def test_at_several_tables_gcg_is_about_what_is_over_and_asks_nothing(harness: BotHarness) -> None:
    talk = await harness.new_group()
    older_end = await finish_game(talk)
    older = await newest_record(talk)
    await finish_game(talk)
    newer = await newest_record(talk)
    await put_tables(talk, board_game(), board_game())
    files = [await gcg_sent(talk, KIRAZ), await gcg_sent(talk, KIRAZ, older_end.message_id)]
    names = [call.result["document"]["file_name"] for call in files]
    assert names == [f"harfiyen-{newer.id[:8]}.gcg", f"harfiyen-{older.id[:8]}.gcg"]
    running = talk.text_html("refusal-gcg-running")
    assert (await talk.say_and_wait(KIRAZ, "/gcg #2")).html == running
    board = await talk.say_and_wait(KIRAZ, "/tahta #2")
    assert (await talk.say_and_wait(KIRAZ, "/gcg", reply_to=board.message_id)).html == running


async def test_the_proof_of_a_game_that_its_table_has_left_behind_is_still_given(harness: BotHarness) -> None:
    talk = await harness.new_group()
    ended = await finish_game(talk)
    record = await newest_record(talk)
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    since = harness.last_call_number
    await talk.press_kind(NANE, ended, "proof")
    told, _ = await files_sent(harness, 2, since)
    assert decode_proof(content_of(harness, told)).seal.startswith(record.id)


@pytest.mark.parametrize("lost", ["gone", "other-version"])
async def test_a_game_whose_moves_are_lost_says_so_and_still_shows_its_result(harness: BotHarness, lost: str) -> None:
    talk, private = await harness.new_group(), await open_private(harness, KIRAZ)
    await finish_game(talk, exchanges=4)
    record = await newest_record(talk)
    key = keys.packed_game(talk.chat_id, record.id)
    await (harness.redis.delete(key) if lost == "gone" else harness.redis.set(key, b"of another version"))
    page = await replay_from_private(talk, private)
    assert not page.is_photo
    assert private.text_plain(f"history-{lost}") in page.text
    assert "1500 → " in page.text
    assert button_data_of(page) == []
    assert (await talk.say_and_wait(NANE, "/gcg")).html == talk.text_html(f"refusal-history-{lost}")


async def test_pages_of_the_list_turn_on_their_message(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await finish_game(talk)
    record = await newest_record(talk)
    copies = [with_fields(record, id=f"{number:016x}") for number in range(10)]
    await append_records(harness.redis, talk.chat_id, *copies)
    listed = await talk.say_and_wait(NANE, "/gecmis")
    assert len(button_data_of(listed)) == 9
    await talk.press_data(NANE, listed, data_of(listed, "l"))
    older = await talk.wait_edited(listed, "editMessageText")
    assert [data for data in button_data_of(older) if record.id in data]
    assert len(button_data_of(older)) == 4


async def test_older_games_are_reached_though_the_newest_ones_are_gone(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "GAMES_PER_PAGE", 1)
    talk, private = await harness.new_group(), await open_private(harness, KIRAZ)
    await finish_game(talk)
    # Of games that end within one second none is the newer one.
    await harness.advance_time(2)
    await finish_game(talk)
    await private.say_and_wait(KIRAZ, "/gecmis")
    await harness.redis.ltrim(keys.records(talk.chat_id), 0, 0)
    listed = await private.say_and_wait(KIRAZ, "/gecmis")
    assert button_labels(listed) == [private.text_plain("history-older")]
