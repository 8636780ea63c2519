"""Games that are over: lists, pages, replays, files and pictures shown elsewhere, and which game a reply means."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.analysis.process import AnalysisProcess
from bot.families.crossword.analysis_jobs import encode_analysis
from bot.families.finished_games import list_lead_changes, list_replay_steps
from bot.handlers.game_pages import step_caption
from bot.handlers.settings import NAME_SETTING, NAME_SHOWN
from bot.message_limits import CAPTION, count_visible_units
from bot.playground import JournalEntry
from bot.records.archive import parse_share_query
from bot.store import keys
from bot.store.records import RECORDS_PER_READ
from bot.telegram.keyboards import encode_button_data
from bot.texts import Texts
from bot.wording import game_result
from bot.wording.speaker import Speaker
from engine.crossword.analysis.game_analysis import GameAnalysis, SeatAnalysis
from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from engine.crossword.secrecy import view_for
from engine.game_base import TurnGame
from engine.packed_game import UnpackedGame, pack_game, unpack_game
from engine.proof import decode_proof
from engine.rulesets import shipped_rulesets
from engine.verify import verify_proof
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import board_game, button_labels, put_tables, rows, visible_bot_messages
from tests.support.games import game, with_fields
from tests.support.gcg_samples import read_by_woogles
from tests.support.played_games import finish_game, newest_record
from tests.support.records import append_records
from tests.support.sent_messages import Json, SentMessage
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
    listed = await talk.say_and_wait(person, HISTORY[talk.language])
    await private.start_watching()
    await talk.press_kind(person, listed, "past")
    return (await private.wait_messages())[0]


def button_data_of(message: SentMessage) -> list[str]:
    return [str(button["callback_data"]) for button in message.buttons if "callback_data" in button]


def data_of(message: SentMessage, action: str) -> str:
    return next(one for one in button_data_of(message) if one.startswith(f"past::{action}:"))


async def files_sent(house: BotHarness, count: int, since: int) -> list[JournalEntry]:
    return await house.playground.journal.wait_for_entries("sendDocument", after=since, count=count, seconds=PATIENCE)


def content_of(house: BotHarness, call: JournalEntry) -> bytes:
    return house.playground.files.require_file(call.result["document"]["file_id"]).upload.content


async def test_a_group_sees_its_games_the_newest_first_by_pages_that_turn_on_their_message(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    assert (await talk.say_and_wait(NANE, "/history")).html == talk.text_html("refusal-no-history")
    await finish_game(talk, ruleset="klepka")
    assert (await talk.say_and_wait(NANE, "/gcg")).html == talk.text_html("refusal-no-gcg"), "cards are not written so"
    record = await newest_record(talk)
    await finish_game(talk, ruleset="wordbox-en")
    listed = await talk.say_and_wait(NANE, "/history")
    assert listed.html == talk.text_html("history-head")
    assert len(button_labels(listed)) == 2
    assert all("Kiraz 0, Limon 0" in label for label in button_labels(listed))
    copies = [with_fields(record, id=f"{number:016x}") for number in range(9)]
    await append_records(harness.redis, talk.chat_id, *copies)
    listed = await talk.say_and_wait(NANE, "/history")
    assert len(button_data_of(listed)) == 9
    await talk.press_data(NANE, listed, data_of(listed, "l"))
    older = await talk.wait_edited(listed, "editMessageText")
    assert [data for data in button_data_of(older) if record.id in data]
    assert len(button_data_of(older)) == 4


async def test_in_private_people_see_their_own_games_of_all_groups(harness: BotHarness) -> None:
    language = "en"
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


async def test_a_game_has_a_page_with_its_result_a_replay_on_one_message_and_files(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await open_private(harness, KIRAZ)
    await finish_game(talk, exchanges=4)
    page = await replay_from_private(talk, private)
    assert page.is_photo
    assert "1500 → " in page.text
    assert "Kiraz" in page.text
    pages = [one for one in button_data_of(page) if one.startswith("past:")]
    assert [one.split(":")[2] for one in pages] == ["r", "f", "p"]
    since = harness.last_call_number
    await private.press_data(KIRAZ, page, data_of(page, "r"))
    step = await private.wait_edited(page, "editMessageMedia", newest=True)
    assert "1/6" in step.text
    assert button_labels(step)[:2] == ["▶", "⏭"]
    await private.press_data(KIRAZ, step, button_data_of(step)[0])
    step = await private.wait_edited(page, "editMessageMedia", newest=True)
    assert "2/6" in step.text
    assert "rafı:" in step.text
    await private.press_data(KIRAZ, step, button_data_of(step)[3])
    last = await private.wait_edited(page, "editMessageMedia", newest=True)
    assert "6/6" in last.text
    assert button_labels(last)[:2] == ["⏮", "◀"]
    await private.press_data(KIRAZ, last, data_of(last, "b"))
    assert data_of(await private.wait_edited(page, "editMessageMedia", newest=True), "f")
    sent = [call for call in harness.playground.journal.find_entries(after=since) if call.method.startswith("send")]
    assert sent == []
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


async def test_the_proof_of_a_game_that_its_table_has_left_behind_is_still_given(harness: BotHarness) -> None:
    talk = await harness.new_group()
    ended = await finish_game(talk)
    record = await newest_record(talk)
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
    since = harness.last_call_number
    await talk.press_kind(NANE, ended, "proof")
    told, _ = await files_sent(harness, 2, since)
    assert decode_proof(content_of(harness, told)).seal.startswith(record.id)


async def test_a_game_whose_moves_are_lost_says_so_and_still_shows_its_result(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await open_private(harness, KIRAZ)
    await finish_game(talk, exchanges=4)
    key = keys.packed_game(talk.chat_id, (await newest_record(talk)).id)
    for stored, lost in ((b"of another version", "other-version"), (None, "gone")):
        await (harness.redis.delete(key) if stored is None else harness.redis.set(key, stored))
        page = await replay_from_private(talk, private)
        assert not page.is_photo
        assert private.text_plain(f"history-{lost}") in page.text
        assert "1500 → " in page.text
        assert button_data_of(page) == []
        assert (await talk.say_and_wait(NANE, "/gcg")).html == talk.text_html(f"refusal-history-{lost}")


FILES = {"/gcg": ["gcg"], "/kanit grup": ["json", "gcg"]}
"""The endings of the files that a command sends."""


def strip_buttons(talk: ChatSession, *messages: int) -> None:
    for message in messages:
        talk.chat.messages[message].pop("reply_markup", None)


async def deal_game(talk: ChatSession, ruleset: str = "kelimelik") -> tuple[SentMessage, SentMessage]:
    lobby = await talk.say_and_wait(KIRAZ, f"/yeni {ruleset} start=asked")
    await talk.say_and_wait(LIMON, "/katil")
    return lobby, await talk.say_and_wait(KIRAZ, "/baslat")


async def play_game(talk: ChatSession, ruleset: str = "kelimelik") -> dict[str, int]:
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
    messages, older = await play_game(talk, ruleset), (await newest_record(talk)).id
    await finish_game(talk)
    strip_buttons(talk, *messages.values())
    return messages, older


async def file_names(talk: ChatSession, person: int, text: str, reply_to: int | None) -> list[str]:
    since, endings = talk.harness.last_call_number, FILES[text]
    talk.say(person, text, reply_to)
    return [str(call.result["document"]["file_name"]) for call in await files_sent(talk.harness, len(endings), since)]


def names_of(game: str, text: str) -> list[str]:
    return [f"harfiyen-{game[:8]}.{ending}" for ending in FILES[text]]


async def test_a_reply_to_a_message_that_shows_an_older_game_means_that_one_and_no_other(harness: BotHarness) -> None:
    talk = await harness.new_group()
    assert (await talk.say_and_wait(NANE, "/gcg")).html == talk.text_html("refusal-no-history")
    messages, older = await play_two_games(talk)
    newest = await newest_record(talk)
    listed = await talk.say_and_wait(NANE, "/siralama")
    for text in FILES:
        assert await file_names(talk, NANE, text, None) == names_of(newest.id, text)
        assert await file_names(talk, NANE, text, listed.message_id) == names_of(newest.id, text), "it is no game's"
        for name in ("end", "board", "lobby"):
            assert await file_names(talk, NANE, text, messages[name]) == names_of(older, text), name
        refused = await talk.say_and_wait(NANE, text, messages["turn"])
        assert refused.html == talk.text_html("refusal-which-finished-game"), "it does not show its game"
    call = harness.playground.journal.find_entries("sendDocument")[-1]
    scores = [player.score for player in newest.players]
    assert list(read_by_woogles(content_of(harness, call)).totals.values()) == scores
    file = int(call.result["message_id"])
    await deal_game(talk)
    await harness.wait_until_idle()
    assert await file_names(talk, NANE, "/gcg", file) == names_of(older, "/gcg")
    # The end may be told after the next table was opened under its number, whose message it then seems to be.
    await harness.redis.hset(keys.game(talk.scope), "messages", str(messages["end"]))
    assert await file_names(talk, NANE, "/gcg", messages["end"]) == names_of(older, "/gcg")
    others = [with_fields(newest, id=f"{number:016x}") for number in range(RECORDS_PER_READ)]
    await append_records(harness.redis, talk.chat_id, *others)
    assert await file_names(talk, NANE, "/gcg", messages["end"]) == names_of(older, "/gcg"), "of long ago"
    await harness.redis.lpop(keys.records(talk.chat_id))
    for text, refusal in (("/gcg", "refusal-which-finished-game"), ("/kanit grup", "refusal-proof-gone")):
        assert (await talk.say_and_wait(NANE, text, messages["end"])).html == talk.text_html(refusal), "it is not kept"


async def test_a_running_game_has_no_gcg(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, board_game(), board_game())
    running = talk.text_html("refusal-gcg-running")
    assert (await talk.say_and_wait(KIRAZ, "/gcg #2")).html == running
    board = await talk.say_and_wait(KIRAZ, "/tahta #2")
    assert (await talk.say_and_wait(KIRAZ, "/gcg", reply_to=board.message_id)).html == running


async def test_in_private_a_reply_means_the_game_of_its_message_or_is_refused(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await open_private(harness, KIRAZ)
    await play_game(talk)
    older = (await newest_record(talk)).id
    assert await file_names(private, KIRAZ, "/gcg", 0) == names_of(older, "/gcg")
    file = visible_bot_messages(private)[-1]
    await harness.advance_time(2)
    await finish_game(talk)
    await deal_game(talk)
    assert await file_names(private, KIRAZ, "/gcg", file["message_id"]) == names_of(older, "/gcg")
    said = await private.say_and_wait(KIRAZ, "/dil xx")
    refused = await private.say_and_wait(KIRAZ, "/gcg", said.message_id)
    assert refused.html == private.text_html("refusal-which-finished-game")
    board = await private.say_and_wait(KIRAZ, "/raf")
    refused = await private.say_and_wait(KIRAZ, "/gcg", board.message_id)
    assert refused.html == private.text_html("refusal-gcg-running")


def replayed(ruleset: str) -> UnpackedGame:
    course = simulated_course(ruleset)
    table = course[-1][0]
    assert not isinstance(table, str)
    return unpack_game(pack_game(table.ruleset, table.secret, [entry for _, entry in course], "test"))


@pytest.mark.parametrize(("ruleset", "language"), [("wordbox-tr", "en"), ("duplicate-en", "tr"), ("klepka", "uk")])
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


def query_of(message: SentMessage) -> str:
    return str(next(one["switch_inline_query"] for one in message.buttons if "switch_inline_query" in one))


async def ask(house: BotHarness, person: int, text: str) -> list[Json]:
    world = house.playground.world
    query = await world.inline.ask_bot(world.people[person], world.chats[person], text)
    assert query.shown_answer is not None
    return list(query.shown_answer.messages.values())


async def test_the_button_under_the_end_and_on_its_page_shows_its_picture_in_any_chat_and_nothing_else(
    harness: BotHarness,
) -> None:
    talk, private = await harness.new_group(title="Gizli Kulüp"), await harness.private_chat(KIRAZ)
    ended = await finish_game(talk)
    shown_keys = rows(ended)
    assert shown_keys[-1] == [talk.text_plain("button-share")]
    assert max(map(len, shown_keys)) == 2, "of three a phone cuts one off"
    await harness.wait_until_idle()
    query = query_of(ended)
    (shown,) = await ask(harness, NANE, query)
    assert shown["photo"][-1]["file_id"] == ended.message["photo"][-1]["file_id"]
    assert "Gizli Kulüp" not in shown["caption"]
    assert f"{game_result.SURRENDERED} \u2068Limon" in shown["caption"], "it is no medal, whatever the score"
    assert query_of(await replay_from_private(talk, private)) == query
    for guess in (
        query[:-1] + ("0" if query[-1] != "0" else "1"), query[:-8], f"#{talk.chat_id}.", f"#{KIRAZ}.{query[-16:]}"
    ):  # fmt: skip
        assert not [one for one in await ask(harness, NANE, guess) if "photo" in one]
    await harness.store.save_setting(talk.scope, NAME_SETTING, NAME_SHOWN)
    (shown,) = await ask(harness, KIRAZ, query)
    assert "Gizli Kulüp" in shown["caption"]
    await check_only_watching(talk, shown)
    found = parse_share_query(query)
    assert found is not None
    await harness.redis.delete(keys.shared_picture(*found))
    page = await replay_from_private(talk, private)
    assert not [one for one in page.buttons if "switch_inline_query" in one], "its picture is not kept"


async def check_only_watching(talk: ChatSession, shown: Json) -> None:
    """Whoever sees a shared picture may watch the game and see nothing else of it."""
    talk.chat.people = (KIRAZ, LIMON)
    private = await talk.harness.private_chat(ZEYTIN)
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


async def test_a_shared_picture_leads_to_its_costliest_turn_as_a_puzzle_once_that_is_known(
    harness: BotHarness,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = replace(shipped_puzzles("kelimelik")[0], source="game")
    nothing = SeatAnalysis((), None, 0, None)

    async def run_job(*_: object, **__: object) -> bytes:
        return encode_analysis(GameAnalysis((), (nothing, nothing), None), puzzle)

    monkeypatch.setattr(AnalysisProcess, "run_job", run_job)
    talk, private = await harness.new_group(), await harness.private_chat(ZEYTIN, "uk")
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


async def test_the_lead_changes_where_another_seat_leads_alone_than_before() -> None:
    start = view_for(game("kelimelik", racks=["KALEMİT", "AAEEKKL"]), None)
    scores = [(0, 0), (5, 0), (5, 5), (5, 9), (9, 9), (20, 9), (20, 30)]
    views = [
        replace(start, seats=tuple(replace(one, score=score) for one, score in zip(start.seats, pair, strict=True)))
        for pair in scores
    ]
    assert list_lead_changes(views) == [3, 5, 6]
