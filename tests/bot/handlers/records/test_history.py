"""Games that are over: lists, pages, replays, files and pictures shown elsewhere, and which game a reply means."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.analysis.process import AnalysisProcess
from bot.families.crossword.stored_analysis import encode_analysis
from bot.handlers.game_pages import list_replay_steps, step_caption
from bot.handlers.settings import NAME_SETTING, NAME_SHOWN
from bot.message_limits import CAPTION, count_visible_units
from bot.playground import JournalEntry
from bot.playground.server_version import NEWEST
from bot.records import archive
from bot.records.archive import parse_share_query, share_query
from bot.store import keys
from bot.store.records import RECORDS_PER_READ
from bot.telegram.gateway import Gateway
from bot.telegram.keyboards import encode_button_data, table_of_button_data
from bot.texts import Texts
from bot.wording import game_result
from bot.wording.speaker import Speaker
from engine.crossword.analysis.game_analysis import GameAnalysis, SeatAnalysis
from engine.crossword.events import TilesPlaced
from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from engine.crossword.state import GameState
from engine.game_base import TurnGame
from engine.packed_game import UnpackedGame, pack_game, unpack_game
from engine.proof import decode_proof
from engine.rulesets import shipped_rulesets
from engine.verify import verify_proof
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import board_game, button_labels, migrate_group, put_tables, rows, visible_bot_messages
from tests.support.games import with_fields
from tests.support.gcg_samples import read_by_woogles
from tests.support.languages import LANGUAGES
from tests.support.played_games import finish_game, newest_record
from tests.support.records import append_records
from tests.support.sent_messages import Json, SentMessage, is_for_one_member
from tests.support.stored_games import simulated_course
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
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
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
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
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


FILES = {"/gcg": ["gcg"], "/kanit grup": ["json", "gcg"]}
"""The endings of the files that a command sends."""


def strip_buttons(talk: ChatSession, *messages: int) -> None:
    """Have messages no buttons any more, before whatever else the bot edits."""
    for message in messages:
        talk.chat.messages[message].pop("reply_markup", None)


async def deal_game(talk: ChatSession, ruleset: str = "kelimelik") -> tuple[SentMessage, SentMessage]:
    """A game that begins; the lobby, and the board it begins with."""
    lobby = await talk.say_and_wait(KIRAZ, f"/yeni {ruleset} start=asked")
    await talk.say_and_wait(LIMON, "/katil")
    return lobby, await talk.say_and_wait(KIRAZ, "/baslat")


async def play_game(talk: ChatSession, ruleset: str = "kelimelik") -> dict[str, int]:
    """A game with a pass, finished; its messages: the lobby, the board it begins with, a turn, and the end."""
    lobby, board = await deal_game(talk, ruleset)
    state: Any = await talk.load_current_table()
    turn = await talk.say_and_wait(state.players[state.turn].user, "/pas")
    question = await talk.say_and_wait(LIMON, "/teslim")
    await talk.press_kind(LIMON, question, "yes")
    end = (await talk.wait_messages())[0]
    await talk.harness.wait_until_idle()
    messages = {"lobby": lobby, "board": board, "turn": turn, "end": end}
    return {name: message.message_id for name, message in messages.items()}


async def play_two_games(talk: ChatSession, ruleset: str = "kelimelik") -> tuple[dict[str, int], str]:
    """Two finished games: the messages of the older one, without buttons, and its id."""
    messages, older = await play_game(talk, ruleset), (await newest_record(talk)).id
    await finish_game(talk)
    strip_buttons(talk, *messages.values())
    return messages, older


async def file_names(talk: ChatSession, person: int, text: str, reply_to: int) -> list[str]:
    """The names of the files that a command sends."""
    since, endings = talk.harness.last_call_number, FILES[text]
    talk.say(person, text, reply_to)
    sent = await talk.harness.playground.journal.wait_for_entries(
        "sendDocument", after=since, count=len(endings), seconds=PATIENCE
    )
    return [str(call.result["document"]["file_name"]) for call in sent]


def names_of(game: str, text: str) -> list[str]:
    """The names of a game's files."""
    return [f"harfiyen-{game[:8]}.{ending}" for ending in FILES[text]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", FILES)
async def test_a_reply_to_the_end_the_beginning_or_the_lobby_of_an_older_game_means_that_one(
    harness: BotHarness, text: str, language: str
) -> None:
    talk = await harness.new_group(language)
    messages, older = await play_two_games(talk)
    for name in ("end", "board", "lobby"):
        assert await file_names(talk, NANE, text, messages[name]) == names_of(older, text), name


async def test_so_it_does_where_one_board_is_edited_and_its_texts_tell_the_turns(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.scope, "boards", "one")
    messages, older = await play_two_games(talk)
    for name in ("end", "board"):
        assert await file_names(talk, NANE, "/gcg", messages[name]) == names_of(older, "/gcg"), name


async def test_the_end_of_a_game_of_cards_says_which_it_was(harness: BotHarness) -> None:
    talk = await harness.new_group()
    messages, older = await play_two_games(talk, "klepka")
    told = await file_names(talk, NANE, "/gcg", (await send_file(talk, "/gcg", None)).message_id)
    assert told != names_of(older, "/gcg"), "the newest game, by the name of its file"
    since = harness.last_call_number
    talk.say(NANE, "/kanit grup", messages["end"])
    (sent,) = await harness.playground.journal.wait_for_entries("sendDocument", after=since, count=1, seconds=PATIENCE)
    assert sent.result["document"]["file_name"] == f"harfiyen-{older[:8]}.json"


async def send_file(talk: ChatSession, text: str, reply_to: int | None) -> SentMessage:
    """The last file that a command sends."""
    since = talk.harness.last_call_number
    talk.say(NANE, text, reply_to)
    sent = await talk.harness.playground.journal.wait_for_entries(
        "sendDocument", after=since, count=len(FILES[text]), seconds=PATIENCE
    )
    return SentMessage(sent[-1].parameters, sent[-1].result, is_photo=False)


async def test_a_reply_to_a_file_of_a_game_means_that_game(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await finish_game(talk)
    older, file = (await newest_record(talk)).id, await send_file(talk, "/gcg", None)
    await finish_game(talk)
    assert await file_names(talk, NANE, "/gcg", file.message_id) == names_of(older, "/gcg")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", FILES)
async def test_a_message_that_does_not_show_its_game_is_refused_and_no_other_game_sent(
    harness: BotHarness, text: str, language: str
) -> None:
    talk = await harness.new_group(language)
    messages, _ = await play_two_games(talk)
    await harness.wait_until_idle()
    shown = {message["message_id"] for message in visible_bot_messages(talk)}
    talk.say(NANE, text, messages["turn"])
    await harness.wait_until_idle()
    told = [message.get("text") for message in visible_bot_messages(talk) if message["message_id"] not in shown]
    assert told == [talk.text_plain("refusal-which-finished-game")]


@pytest.mark.parametrize("text", FILES)
async def test_so_is_a_list_of_several_tables(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await finish_game(talk)
    await harness.store.save_setting(talk.scope, "tables", "2")
    await deal_game(talk)
    await talk.say_and_wait(NANE, "/yeni kelimelik istenince")
    listed = await talk.say_and_wait(NANE, "/masalar")
    assert len({table_of_button_data(button["callback_data"]) for button in listed.buttons}) == 2
    refused = await talk.say_and_wait(NANE, text, listed.message_id)
    assert refused.html == talk.text_html("refusal-which-finished-game")


async def test_who_replies_does_not_share_the_answer_of_who_does_not(harness: BotHarness) -> None:
    talk = await harness.new_group()
    messages, older = await play_two_games(talk)
    since = harness.last_call_number
    for reply_to in (None, messages["end"], messages["turn"]):
        talk.say(NANE, "/gcg", reply_to)
    sent = await harness.playground.journal.wait_for_entries("sendDocument", after=since, count=2, seconds=PATIENCE)
    names = {str(call.result["document"]["file_name"]) for call in sent}
    assert names == {*names_of(older, "/gcg"), *names_of((await newest_record(talk)).id, "/gcg")}
    await harness.wait_until_idle()
    assert visible_bot_messages(talk)[-1]["text"] == talk.text_plain("refusal-which-finished-game")


@pytest.mark.parametrize("text", FILES)
async def test_a_game_that_is_not_kept_is_refused_and_no_other_game_sent(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    messages, _ = await play_two_games(talk)
    await harness.redis.lpop(keys.records(talk.chat_id))
    refused = await talk.say_and_wait(NANE, text, messages["end"])
    refusal = "refusal-which-finished-game" if text == "/gcg" else "refusal-proof-gone"
    assert refused.html == talk.text_html(refusal)


@pytest.mark.parametrize("text", FILES)
async def test_a_reply_to_what_is_no_games_means_the_newest_game(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await play_two_games(talk)
    newest = (await newest_record(talk)).id
    listed, helped = await talk.say_and_wait(NANE, "/siralama"), await talk.say_and_wait(NANE, "/yardim")
    assert not helped.is_ephemeral
    talk.say(LIMON, "güzel oyundu")
    await harness.wait_until_idle()
    said = max(talk.chat.messages)
    for message in (listed.message_id, helped.message_id, said):
        assert await file_names(talk, NANE, text, message) == names_of(newest, text)


@pytest.mark.parametrize("text", FILES)
async def test_what_a_message_shows_is_surer_than_to_which_table_it_was_noted(harness: BotHarness, text: str) -> None:
    """The end may be told after the next table was opened under its number, whose message it then seems to be."""
    talk = await harness.new_group()
    messages, older = await play_two_games(talk)
    await deal_game(talk)
    await harness.wait_until_idle()
    await harness.redis.hset(keys.game(talk.scope), "messages", str(messages["end"]))
    assert await file_names(talk, NANE, text, messages["end"]) == names_of(older, text)


async def test_a_game_of_long_ago_is_found(harness: BotHarness) -> None:
    talk = await harness.new_group()
    messages, older = await play_two_games(talk)
    record = await newest_record(talk)
    others = [with_fields(record, id=f"{number:016x}") for number in range(RECORDS_PER_READ)]
    await append_records(harness.redis, talk.chat_id, *others)
    assert await file_names(talk, NANE, "/gcg", messages["end"]) == names_of(older, "/gcg")


@pytest.mark.parametrize("text", FILES)
async def test_in_private_a_reply_means_the_game_of_its_message_or_is_refused(harness: BotHarness, text: str) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await harness.redis.delete(keys.user_history(KIRAZ))
    await play_game(talk)
    older = (await newest_record(talk)).id
    assert await file_names(private, KIRAZ, "/gcg", 0) == names_of(older, "/gcg")
    file = visible_bot_messages(private)[-1]
    await harness.advance_time(2)
    await finish_game(talk)
    assert (await newest_record(talk)).id != older
    assert await file_names(private, KIRAZ, text, file["message_id"]) == names_of(older, text)
    said = await private.say_and_wait(KIRAZ, "/dil xx")
    refused = await private.say_and_wait(KIRAZ, text, said.message_id)
    assert refused.html == private.text_html("refusal-which-finished-game")


@pytest.mark.parametrize("text", FILES)
async def test_in_private_a_reply_to_ones_board_of_a_running_game_is_told_that_it_runs(
    harness: BotHarness, text: str
) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await finish_game(talk)
    await deal_game(talk)
    board = await private.say_and_wait(KIRAZ, "/raf")
    refused = await private.say_and_wait(KIRAZ, text, board.message_id)
    assert refused.html == private.text_html("refusal-gcg-running" if text == "/gcg" else "refusal-proof-running")


def replayed(ruleset: str) -> UnpackedGame:
    """A simulated game, packed and unpacked."""
    course = simulated_course(ruleset)
    table = course[-1][0]
    assert not isinstance(table, str)
    return unpack_game(pack_game(table.ruleset, table.secret, [entry for _, entry in course], "test"))


@pytest.mark.repeats(12)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", shipped_rulesets())
async def test_every_step_of_every_game_is_told_in_a_caption(ruleset: str, language: str) -> None:
    speaker = Speaker(Texts(), language).about_table(shipped_rulesets()[ruleset].title)
    steps = list_replay_steps(replayed(ruleset), speaker)
    # A game without turns is told from its first round on: before it there is nothing to see.
    assert (steps[0].before is None) == isinstance(steps[-1].after, TurnGame)
    assert steps[-1].after.outcome is not None
    for number, step in enumerate(steps, start=1):
        caption = step_caption(step, number, len(steps), speaker)
        assert count_visible_units(caption) <= CAPTION
        assert caption.startswith(speaker.html("history-step", step=str(number), steps=str(len(steps))))


async def test_a_play_is_shown_with_the_rack_from_which_it_was_laid() -> None:
    speaker = Speaker(Texts(), "tr").about_table(shipped_rulesets()["kelimelik"].title)
    steps = list_replay_steps(replayed("kelimelik"), speaker)
    plays = [step for step in steps if any(isinstance(event, TilesPlaced) for event in step.entry.events)]
    assert plays
    for step in plays:
        assert isinstance(step.before, GameState)
        rack = step.before.players[step.before.turn].rack
        caption = step_caption(step, 1, 2, speaker)
        tiles = next(line for line in caption.splitlines() if "rafı" in line).partition(":")[2].split()
        assert len(tiles) == len(rack)
        assert step.public_view.viewer is None


async def test_the_beginning_tells_who_drew_what_but_not_how_to_move() -> None:
    speaker = Speaker(Texts(), "tr").about_table(shipped_rulesets()["scrabble-tr"].title)
    first, *_ = steps = list_replay_steps(replayed("scrabble-tr"), speaker)
    caption = step_caption(first, 1, len(steps), speaker)
    assert "Kura: " in caption
    assert "/oyna" not in caption


def parse(query: str) -> tuple[int, str]:
    """The chat and the game of a query."""
    found = parse_share_query(query)
    assert found is not None
    return found


async def open_page(talk: ChatSession, private: ChatSession) -> SentMessage:
    """The page of the group's newest game, which Kiraz opens in private."""
    listed = await talk.say_and_wait(KIRAZ, "/gecmis")
    await private.start_watching()
    await talk.press_kind(KIRAZ, listed, "past")
    return (await private.wait_messages())[0]


def query_of(message: SentMessage) -> str:
    """What the button types behind the bot's name."""
    return str(next(one["switch_inline_query"] for one in message.buttons if "switch_inline_query" in one))


async def ask(house: BotHarness, person: int, text: str) -> list[Json]:
    """The messages that the results of an inline query become."""
    world = house.playground.world
    query = await world.inline.ask_bot(world.people[person], world.chats[person], text)
    assert query.shown_answer is not None
    return list(query.shown_answer.messages.values())


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_button_under_the_end_shows_its_picture_in_any_chat(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language, title="Gizli Kulüp")
    ended = await finish_game(talk)
    keys = rows(ended)
    assert keys[-1] == [talk.text_plain("button-share")]
    assert max(map(len, keys)) == 2, "of three a phone cuts one off"
    await harness.wait_until_idle()
    (shown,) = await ask(harness, NANE, query_of(ended))
    assert shown["photo"][-1]["file_id"] == ended.message["photo"][-1]["file_id"]
    assert "Kiraz" in shown["caption"]
    assert "Gizli Kulüp" not in shown["caption"]
    assert f"{game_result.SURRENDERED} \u2068Limon" in shown["caption"], "it is no medal, whatever the score"


async def test_whoever_sees_a_shared_picture_may_watch_the_game_and_nothing_else_of_it(harness: BotHarness) -> None:
    talk, private = await harness.new_group(people=(KIRAZ, LIMON)), await harness.private_chat(ZEYTIN)
    ended = await finish_game(talk)
    await harness.wait_until_idle()
    (shown,) = await ask(harness, ZEYTIN, query_of(ended))
    watch, play_too = [one["url"] for row in shown["reply_markup"]["inline_keyboard"] for one in row]
    assert play_too.endswith("?start=first")
    replay = await private.say_and_wait(ZEYTIN, f"/start {watch.partition('start=')[2]}")
    assert replay.is_photo
    kinds = [one["callback_data"].split(":")[2] for one in replay.buttons]
    assert set(kinds) == {"r"}, "the game's page has its files, and is its group's"
    await private.press_data(ZEYTIN, replay, replay.buttons[0]["callback_data"])
    page = replay.buttons[0]["callback_data"].replace("past::r:", "past::g:").rpartition(":")[0]
    refused = await private.forge_tap(private.user_json(ZEYTIN), replay, page)
    assert refused["text"] == private.text_plain("refusal-stale-button")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_shared_picture_leads_to_its_costliest_turn_as_a_puzzle_once_that_is_known(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    puzzle = replace(shipped_puzzles("kelimelik")[0], source="game")
    nothing = SeatAnalysis((), None, 0, None)

    async def run_job(*_: object, **__: object) -> bytes:
        return encode_analysis(GameAnalysis((), (nothing, nothing), None), puzzle)

    monkeypatch.setattr(AnalysisProcess, "run_job", run_job)
    talk, private = await harness.new_group(), await harness.private_chat(ZEYTIN, language)
    ended, own = await finish_game(talk), await harness.private_chat(KIRAZ)
    await harness.wait_until_idle()

    async def links() -> dict[str, str]:
        (shown,) = await ask(harness, ZEYTIN, query_of(ended))
        keys = [key for row in shown["reply_markup"]["inline_keyboard"] for key in row]
        return {key["text"]: key["url"].partition("start=")[2] for key in keys}

    label = private.text_plain("button-better-move")
    assert label not in await links(), "nobody has asked for the game's analysis yet"
    await own.start_watching()
    await talk.press_kind(KIRAZ, ended, "costly")
    await own.wait_messages()
    assert list(await links()) == [private.text_plain("button-watch"), private.text_plain("button-play-too"), label]
    page = await private.say_and_wait(ZEYTIN, f"/start {(await links())[label]}")
    assert page.is_photo
    assert page.text.startswith(private.text_plain("puzzle-head", game="Kelimelik").partition("<")[0])
    assert not [name for name in ("Kiraz", "Limon") if name in page.text]


async def test_the_groups_name_goes_along_where_the_group_allows_it(harness: BotHarness) -> None:
    talk = await harness.new_group(title="Açık Kulüp")
    ended = await finish_game(talk)
    await harness.wait_until_idle()
    await harness.store.save_setting(talk.scope, NAME_SETTING, NAME_SHOWN)
    (shown,) = await ask(harness, KIRAZ, query_of(ended))
    assert "Açık Kulüp" in shown["caption"]


async def test_a_game_is_shown_from_its_page_of_the_history_too(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    ended = await finish_game(talk)
    await harness.wait_until_idle()
    page = await open_page(talk, private)
    assert query_of(page) == query_of(ended)
    (shown,) = await ask(harness, KIRAZ, query_of(page))
    assert shown["photo"][-1]["file_id"] == ended.message["photo"][-1]["file_id"]


async def test_a_game_whose_picture_is_not_kept_is_not_offered(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    ended = await finish_game(talk)
    await harness.wait_until_idle()
    await harness.redis.delete(keys.shared_picture(*parse(query_of(ended))))
    page = await open_page(talk, private)
    assert not [one for one in page.buttons if "switch_inline_query" in one]


async def test_where_inline_mode_is_off_no_game_is_offered(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await finish_game(talk)
    await harness.wait_until_idle()
    monkeypatch.setattr(Gateway, "inline_mention", "")
    page = await open_page(talk, private)
    assert not [one for one in page.buttons if "switch_inline_query" in one]


async def test_a_game_is_shown_after_its_group_has_become_a_supergroup(harness: BotHarness) -> None:
    old, new = await harness.new_group(basic=True), await harness.new_group(title="Büyüyen Kulüp")
    private = await harness.private_chat(KIRAZ)
    ended = await finish_game(old)
    await harness.wait_until_idle()
    await harness.store.save_setting(old.scope, NAME_SETTING, NAME_SHOWN)
    await migrate_group(old, new)
    page = await open_page(new, private)
    assert parse(query_of(page))[0] == new.chat_id
    for query in (query_of(ended), query_of(page)):
        (shown,) = await ask(harness, KIRAZ, query)
        assert shown["photo"][-1]["file_id"] == ended.message["photo"][-1]["file_id"]
        assert "Büyüyen Kulüp" in shown["caption"]


async def test_whoever_does_not_know_a_games_id_is_shown_nothing_of_it(harness: BotHarness) -> None:
    talk = await harness.new_group()
    ended = await finish_game(talk)
    await harness.wait_until_idle()
    query = query_of(ended)
    for guess in (
        query[:-1] + ("0" if query[-1] != "0" else "1"),
        query[:-8],
        f"#{talk.chat_id}.",
        f"#{KIRAZ}.{query[-16:]}",
    ):
        assert not [one for one in await ask(harness, NANE, guess) if "photo" in one]


async def test_only_what_the_button_types_shares_anything() -> None:
    assert parse_share_query(share_query(-100, "0123456789abcdef")) == (-100, "0123456789abcdef")
    for text in ("", "#", "#-100.0123", "8F KALEM", "#-100.0123456789abcdeg", "#1.2.0123456789abcdef"):
        assert parse_share_query(text) is None
