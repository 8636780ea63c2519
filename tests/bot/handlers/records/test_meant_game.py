"""A reply says which game is meant, whatever has become of the buttons of the message; what cannot be known is refused.

Each message here has lost its buttons before it is replied to, as all but the newest do once others are sent.
"""

from typing import Any

import pytest

from bot.store import keys
from bot.store.records import RECORDS_PER_READ
from bot.telegram.button_data import table_of_button_data
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import visible_bot_messages
from tests.support.games import with_fields
from tests.support.languages import LANGUAGES
from tests.support.played_games import finish_game, newest_record
from tests.support.sent_messages import SentMessage
from tests.support.stored_records import append_records
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

FILES = {"/gcg": ["gcg"], "/kanit": ["json", "gcg"]}
"""The endings of the files that a command sends."""


def strip_buttons(talk: ChatSession, *messages: int) -> None:
    """Have messages no buttons any more, before whatever else the bot edits."""
    for message in messages:
        talk.chat.messages[message].pop("reply_markup", None)


async def deal_game(talk: ChatSession, ruleset: str = "kelimelik") -> tuple[SentMessage, SentMessage]:
    """A game that begins; the lobby, and the board it begins with."""
    lobby = await talk.say_and_wait(KIRAZ, f"/yeni {ruleset}")
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
    talk.say(NANE, "/kanit", messages["end"])
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
    await talk.say_and_wait(NANE, "/yeni kelimelik")
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
