"""People see what is kept of them, leave the ranks, and are forgotten, in three languages."""

import asyncio
import json
from typing import Any

import pytest

from bot.playground import JournalEntry
from bot.store import keys
from bot.store.personal_data import ForgottenList
from bot.store.records import RecordStore
from engine.forget_player import is_forgotten
from engine.proof import decode_proof
from engine.verify import verify_proof
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.sent_messages import SentMessage
from tests.support.stored_games import find_names
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

COMMANDS = {"tr": "/verilerim", "en": "/mydata", "uk": "/mydata"}


async def start_game(house: BotHarness, language: str = "tr") -> ChatSession:
    talk = await house.new_group(language)
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
    await talk.say_and_wait(LIMON, "/katil")
    await talk.say_and_wait(LIMON, "/baslat")
    return talk


async def finish_game(talk: ChatSession) -> None:
    for _ in range(3):
        state = await talk.load_current_game()
        await talk.say_and_wait(state.players[state.turn].user, "/pas")
    await talk.harness.wait_until_idle()


async def ask_for_data(talk: ChatSession, person: int, command: str) -> tuple[dict[str, Any], SentMessage]:
    """The file, however new another one is, and the message below it."""
    await talk.harness.redis.delete(keys.personal_file(person))
    journal, since = talk.harness.playground.journal, talk.harness.last_call_number
    await talk.start_watching()
    talk.say(person, command)
    (sent,) = await journal.wait_for_entries("sendDocument", after=since, count=1, seconds=PATIENCE)
    (below,) = await journal.wait_for_entries("sendMessage", after=since, count=1, seconds=PATIENCE)
    return json.loads(_content(talk.harness, sent)), SentMessage(below.parameters, below.result, is_photo=False)


def _content(house: BotHarness, call: JournalEntry) -> bytes:
    return house.playground.files.require_file(call.result["document"]["file_id"]).upload.content


async def tap(talk: ChatSession, person: int, message: SentMessage, chosen: str) -> str:
    since = talk.harness.last_call_number
    await talk.press_data(person, message, f"mydata::{chosen}")
    (edit,) = await talk.harness.playground.journal.wait_for_entries(
        "editMessageText", after=since, count=1, seconds=PATIENCE
    )
    return str(edit.parameters["text"])


async def wait_until_forgotten(talk: ChatSession, language: str, since: int) -> None:
    journal, told = talk.harness.playground.journal, talk.harness.texts.html(language, "forget-done")
    async with asyncio.timeout(PATIENCE):
        while True:
            sent = journal.find_entries("sendMessage", after=since)
            if any(call.parameters.get("text") == told for call in sent):
                break
            talk.harness.look_trigger.trigger_looks()
            await journal.wait_for_entries("sendMessage", after=since, count=len(sent) + 1, seconds=0.2)
        while await talk.harness.redis.exists(keys.forgetting()):
            await talk.harness.redis.ping()


async def test_the_file_tells_what_is_kept_and_nothing_of_others(harness: BotHarness) -> None:
    language = "tr"
    group = await start_game(harness, language)
    private = await harness.private_chat(LIMON, language)
    await finish_game(group)
    file, below = await ask_for_data(private, LIMON, COMMANDS[language])
    assert file["your_telegram_id"] == LIMON
    assert file["settings_of_your_private_chat"]["language"] == language
    remembered = {chat["chat"]: chat for chat in file["chats_that_remember_you"]}[group.chat_id]
    (game,) = remembered["games"]
    assert (game["ruleset"], game["players"], game["you"]["name"]) == ("kelimelik", 2, "Limon")
    assert "Kiraz" not in json.dumps(file)
    assert harness.texts.html(language, "mydata-shown") in below.html
    assert [row[0]["text"] for row in below.message["reply_markup"]["inline_keyboard"]] == [
        harness.texts.plain(language, "button-ranks-leave"),
        harness.texts.plain(language, "button-forget"),
    ]
    assert 0 < await harness.redis.ttl(keys.personal_file(LIMON)) <= 600
    since = harness.last_call_number
    answer = await private.say_and_wait(LIMON, COMMANDS[language])
    assert harness.texts.html(language, "mydata-file-above") in answer.html
    assert answer.message["reply_markup"] == below.message["reply_markup"]
    assert not harness.playground.journal.find_entries("sendDocument", after=since)
    told = await group.say_and_wait(LIMON, COMMANDS[language])
    assert told.html == harness.texts.html(language, "mydata-in-private")
    ((button,),) = told.message["reply_markup"]["inline_keyboard"]
    assert button["url"].endswith("?start=mydata")
    file, _ = await ask_for_data(private, LIMON, "/start mydata")
    assert file["your_telegram_id"] == LIMON
    for talk, message in ((private, below), (group, told)):
        forged = await talk.forge_tap(talk.user_json(KIRAZ), message, "mydata::now")
        assert forged["text"] == talk.text_plain("refusal-stale-button")
    assert not await harness.redis.exists(keys.forgetting())


async def test_who_leaves_the_ranks_is_left_out_of_groups_to_come(harness: BotHarness) -> None:
    records = RecordStore(harness.redis)
    group = await start_game(harness)
    private = await harness.private_chat(LIMON)
    await finish_game(group)
    _, below = await ask_for_data(private, LIMON, "/verilerim")
    assert harness.texts.html("tr", "mydata-hidden") in await tap(private, LIMON, below, "hide")
    assert LIMON in await records.read_unlisted(group.chat_id)
    later = await start_game(harness)
    await finish_game(later)
    await ask_for_data(private, LIMON, "/verilerim")
    assert await records.read_unlisted(later.chat_id) == {LIMON}
    _, below = await ask_for_data(private, LIMON, "/verilerim")
    assert harness.texts.html("tr", "mydata-shown") in await tap(private, LIMON, below, "show")
    assert await records.read_unlisted(group.chat_id) == await records.read_unlisted(later.chat_id) == frozenset()


async def test_somebody_is_forgotten_everywhere(harness: BotHarness) -> None:
    language = "en"
    group = await start_game(harness, language)
    await finish_game(group)
    private = await harness.private_chat(LIMON, language)
    _, below = await ask_for_data(private, LIMON, COMMANDS[language])
    question = await tap(private, LIMON, below, "forget")
    assert question == harness.texts.html(language, "forget-sure")
    assert await find_names(harness.redis, ["Limon"])
    since = harness.last_call_number
    assert await tap(private, LIMON, below, "now") == harness.texts.html(language, "forget-begun")
    await wait_until_forgotten(private, language, since)
    assert await find_names(harness.redis, ["Limon"]) == []
    left = [key async for key in harness.redis.scan_iter(match=f"hf:*u{LIMON}:*")]
    assert left == [keys.web_closed(LIMON).encode()]
    assert not [key async for key in harness.redis.scan_iter(match=f"hf:{{*}}:{LIMON}:*")]
    state = await group.load_current_game()
    assert sorted(is_forgotten(player.user) for player in state.players) == [False, True]
    assert await ForgottenList(harness.redis, None).find_forgotten([KIRAZ, LIMON], 0) == [LIMON]
    score = await group.say_and_wait(KIRAZ, "/skor")
    assert harness.texts.plain(language, "forgotten-player") in score.text
    since = harness.last_call_number
    group.say(KIRAZ, "/kanit grup")
    (proof, _) = await harness.playground.journal.wait_for_entries(
        "sendDocument", after=since, count=2, seconds=PATIENCE
    )
    assert harness.texts.plain(language, "proof-forgotten") in proof.result["caption"]
    report = verify_proof(decode_proof(_content(harness, proof)))
    assert report.agrees
    assert not report.seed_checked


async def test_running_games_are_given_up_if_the_person_says_so(harness: BotHarness) -> None:
    group = await start_game(harness)
    private = await harness.private_chat(LIMON)
    await harness.store.players.add_user_game(LIMON, group.scope, "whatever")
    _, below = await ask_for_data(private, LIMON, "/verilerim")
    question = await tap(private, LIMON, below, "forget")
    assert harness.texts.html("tr", "forget-running", count=1) in question
    since = harness.last_call_number
    await tap(private, LIMON, below, "now")
    await wait_until_forgotten(private, "tr", since)
    assert await find_names(harness.redis, ["Limon"]) == []
    state = await group.load_current_game()
    assert state.outcome is not None
    assert [state.players[seat].user for seat in state.outcome.winners] == [KIRAZ]


async def test_running_games_may_end_first_and_who_waits_may_keep_everything(harness: BotHarness) -> None:
    group = await start_game(harness)
    private = await harness.private_chat(LIMON)
    await harness.store.players.add_user_game(LIMON, group.scope, "whatever")
    _, below = await ask_for_data(private, LIMON, "/verilerim")
    await tap(private, LIMON, below, "forget")
    await tap(private, LIMON, below, "later")
    assert await tap(private, LIMON, below, "keep") == harness.texts.html("tr", "forget-not")
    assert not await harness.redis.exists(keys.forgetting())
    assert await find_names(harness.redis, ["Limon"])
    _, below = await ask_for_data(private, LIMON, "/verilerim")
    await tap(private, LIMON, below, "forget")
    since = harness.last_call_number
    assert await tap(private, LIMON, below, "later") == harness.texts.html("tr", "forget-waits")
    await harness.advance_time(1)
    assert (await group.load_current_game()).outcome is None
    assert await harness.redis.exists(keys.forgetting())
    await finish_game(group)
    await wait_until_forgotten(private, "tr", since)
    assert await find_names(harness.redis, ["Limon"]) == []
