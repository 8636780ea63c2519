"""The proof of a game in chats: whole once the game is over, by button and command; before that nothing of it."""

import json
from pathlib import Path

import pytest

from bot.cli import main
from bot.playground import JournalEntry
from bot.playground.dispatch import Fault
from bot.playground.server_version import NEWEST, OLDEST
from bot.store import keys
from bot.store.keys import Scope
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_button_data
from bot.terminal import program_version
from engine.crossword.state import GameState
from engine.duplicate.state import GameState as DuplicateState
from engine.game import Table
from engine.klepka.state import GameState as KlepkaState
from engine.proof import Proof, decode_proof
from engine.rng import commitment
from engine.rulesets import Ruleset, shipped_rulesets
from engine.verify import verify_proof
from tests.support import duplicate, klepka
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import migrate_group, run_auto_deletes
from tests.support.games import started_game, with_fields
from tests.support.klepka_chats import calls_about_chat
from tests.support.sent_messages import SentMessage
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

ANONYMOUS = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
"""Who sends what an administrator says as the group."""


def dealt_game(ruleset: Ruleset) -> GameState | KlepkaState | DuplicateState:
    if ruleset.family == "duplicate":
        return duplicate.started((KIRAZ, LIMON), ruleset.id)
    if ruleset.family != "klepka":
        return started_game(ruleset.id)[0]
    state = klepka.started_game()
    return with_fields(state, players=(with_fields(state.players[0], user=KIRAZ), *state.players[1:]))


async def play_game_by_passes(
    house: BotHarness, *, language: str = "tr", basic: bool = False
) -> tuple[ChatSession, SentMessage, GameState]:
    """A game of Kelimelik from the lobby to its end by passes: the chat, its last picture, and the game."""
    talk = await house.new_group(language, basic=basic)
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
    await talk.say_and_wait(LIMON, "/katil")
    await talk.say_and_wait(LIMON, "/baslat")
    for _ in range(3):
        state = await talk.load_current_game()
        ended = await talk.say_and_wait(state.players[state.turn].user, "/pas")
    return talk, ended, await talk.load_current_game()


async def sent_files(talk: ChatSession, count: int, since: int) -> list[JournalEntry]:
    calls = await talk.harness.playground.journal.wait_for_entries(
        "sendDocument", after=since, count=count, seconds=PATIENCE
    )
    assert [call.status for call in calls] == [200] * count
    assert {str(call.parameters["chat_id"]) for call in calls} == {str(talk.chat_id)}
    return calls


def file_content(house: BotHarness, call: JournalEntry) -> bytes:
    return house.playground.files.require_file(call.result["document"]["file_id"]).upload.content


def proof_of(house: BotHarness, call: JournalEntry) -> Proof:
    return decode_proof(file_content(house, call))


async def test_the_button_at_the_end_sends_what_shows_that_the_draws_were_fair(
    harness: BotHarness, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk, ended, state = await play_game_by_passes(harness)
    assert state.secret not in ended.text
    shown = (await talk.press_kind(NANE, ended, "seal"))["text"]
    assert state.secret in shown
    assert state.commitment in shown
    since = harness.last_call_number
    assert (await talk.press_kind(NANE, ended, "proof"))["text"] == ""
    told, gcg = await sent_files(talk, 2, since)
    assert (await talk.press_kind(LIMON, ended, "proof"))["text"] == talk.text_plain("proof-above")
    name = f"harfiyen-{table_name(state)}"
    assert [call.result["document"]["file_name"] for call in (told, gcg)] == [f"{name}.json", f"{name}.gcg"]
    proof = proof_of(harness, told)
    assert (proof.seal, proof.secret) == (state.commitment, state.secret)
    assert commitment(proof.secret) == proof.seal
    assert {seat.user for seat in proof.seats} == {KIRAZ, LIMON}
    assert [seat.name for seat in proof.seats] == ["Kiraz", "Limon"]
    assert proof.program == program_version()
    caption = str(told.result["caption"])
    link = f"https://t.me/c/{str(talk.chat_id)[4:]}/{proof.start.message}"
    for fact in (proof.seal, proof.secret, proof.seed, str(proof.start.message), "Kiraz", "101", link, f"{name}.json"):
        assert fact in caption
    assert verify_proof(proof).agrees
    assert b"#note harfiyen seed " + proof.seed.encode() in file_content(harness, gcg)
    for call in (told, gcg):
        (tmp_path / call.result["document"]["file_name"]).write_bytes(file_content(harness, call))
    assert main(["verify", str(tmp_path / f"{name}.json")]) == 0
    assert main(["replay", str(tmp_path / f"{name}.gcg")]) == 0
    assert "Everything agrees." in capsys.readouterr().out


async def test_the_message_that_began_the_game_is_the_one_that_was_sent_or_pressed(harness: BotHarness) -> None:
    talk = await harness.new_group()
    lobby = await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
    await talk.say_and_wait(LIMON, "/katil")
    await talk.press_kind(LIMON, lobby, "begin")
    await talk.wait_messages()
    await talk.cancel_game(KIRAZ)
    since = harness.last_call_number
    talk.say(KIRAZ, "/kanit grup")
    told, _ = await sent_files(talk, 2, since)
    assert (proof_of(harness, told).start.message, proof_of(harness, told).start.chat) == (
        lobby.message_id,
        talk.chat_id,
    )


async def test_the_command_sends_it_to_whoever_asks_and_where_it_was_asked_for(harness: BotHarness) -> None:
    talk, _, state = await play_game_by_passes(harness, language="uk")
    since = harness.last_call_number
    talk.say(ZEYTIN, "/proof групі")
    told, _ = await sent_files(talk, 2, since)
    check = talk.text_plain("proof-check", file=f"harfiyen-{table_name(state)}.json")
    assert check.split("<")[0] in told.result["caption"]
    assert talk.text_plain("proof-hashes") in told.result["caption"]
    await talk.start_watching()
    await talk.say_as_user(talk.user_json(KIRAZ), "/kanit", message_thread_id=7, is_topic_message=True)
    assert (await talk.wait_messages())[0].html == talk.text_html("refusal-proof-gone"), "of another topic"
    since = harness.last_call_number
    await talk.say_as_user(ANONYMOUS, "/kanit", sender_chat={"id": talk.chat_id, "type": "supergroup", "title": "x"})
    told, _ = await sent_files(talk, 2, since)
    assert proof_of(harness, told).seal == state.commitment, "who asks as the group has no private chat"
    private = await harness.private_chat(NANE)
    for version in (NEWEST, OLDEST):
        harness.switch_server_version(version)
        since = harness.last_call_number
        note = await talk.say_and_wait(NANE, "/kanit")
        told, _ = await sent_files(private, 2, since)
        assert proof_of(harness, told).seal == state.commitment
        assert note.html == talk.text_html("history-sent")
        assert [button["url"] for button in note.buttons] == [f"https://t.me/{harness.playground.world.username}"]
        assert note.is_ephemeral == (version != OLDEST)
        await run_auto_deletes(harness, 61)
        assert note.message_id not in talk.chat.messages
    reason = "Bad Request: not enough rights to send documents to the chat"
    harness.playground.faults.add_fault(
        Fault(kind="error", method="sendDocument", chat_id=talk.chat_id, status=400, description=reason)
    )
    answer = await talk.say_and_wait(KIRAZ, "/proof групі")
    assert state.secret in answer.text
    assert answer.html.endswith(talk.text_html("proof-no-files"))


@pytest.mark.parametrize("ruleset", ["kelimelik", "klepka", "duplicate-en"])
async def test_a_running_game_gives_nothing_of_it_away(harness: BotHarness, ruleset: str) -> None:
    talk = await harness.new_group()
    private = await harness.private_chat(KIRAZ)
    state = dealt_game(shipped_rulesets()[ruleset])
    await talk.put_table(state)
    # What nobody can read stands where its log would: whoever read that would fail.
    await harness.redis.rpush(keys.game_log(talk.scope), b"unread")
    await harness.store.players.add_user_game(KIRAZ, talk.scope, table_name(state))
    since = harness.last_call_number
    assert (await talk.say_and_wait(NANE, "/kanit")).html == talk.text_html("refusal-proof-running")
    forged = await talk.forge_tap(talk.user_json(KIRAZ), None, encode_button_data("proof", table_name(state)))
    assert forged["text"] == talk.text_plain("refusal-proof-running")
    assert (await private.say_and_wait(KIRAZ, "/kanit")).html == talk.text_html("refusal-proof-running")
    forged = await private.forge_tap(talk.user_json(KIRAZ), None, encode_button_data("proof", table_name(state)))
    assert forged["text"] == talk.text_plain("refusal-proof-running")
    assert harness.playground.journal.find_entries("sendDocument", after=since) == []
    told = calls_about_chat(harness, talk.chat_id) + calls_about_chat(harness, private.chat_id)
    for secret in (state.secret, state.draws.seed, *_racks(state)):
        assert secret not in told
    await harness.forget_user_games(KIRAZ)


def _racks(state: Table) -> list[str]:
    return [" ".join(player.rack) for player in state.players] if isinstance(state, GameState) else []


async def test_before_the_game_and_where_none_was_it_is_said_why(harness: BotHarness) -> None:
    talk = await harness.new_group()
    assert (await talk.say_and_wait(KIRAZ, "/kanit")).html == talk.text_html("refusal-proof-gone")
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
    assert (await talk.say_and_wait(KIRAZ, "/kanit")).html == talk.text_html("refusal-proof-not-begun")


async def test_who_played_gets_it_in_private_and_chooses_among_several(harness: BotHarness) -> None:
    private = await harness.private_chat(KIRAZ)
    assert (await private.say_and_wait(KIRAZ, "/kanit")).html == private.text_html("refusal-proof-gone")
    _, _, first = await play_game_by_passes(harness)
    since = harness.last_call_number
    private.say(KIRAZ, "/kanit")
    told, _ = await sent_files(private, 2, since)
    assert proof_of(harness, told).seal == first.commitment
    _, _, second = await play_game_by_passes(harness)
    choice = await private.say_and_wait(KIRAZ, "/kanit")
    assert choice.html == private.text_html("proof-which")
    assert [one["callback_data"] for one in choice.buttons] == [
        encode_button_data("proof", table_name(state)) for state in (second, first)
    ]
    assert "Kelimelik: " in choice.buttons[0]["text"]
    since = harness.last_call_number
    await private.press_data(KIRAZ, choice, encode_button_data("proof", table_name(first)))
    told, _ = await sent_files(private, 2, since)
    assert proof_of(harness, told).seal == first.commitment
    stranger = await harness.private_chat(ZEYTIN)
    assert (await stranger.say_and_wait(ZEYTIN, "/kanit")).html == stranger.text_html("refusal-proof-gone")


async def test_a_game_of_klepka_is_proven_without_gcg(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/yeni klepka")
    await talk.say_and_wait(LIMON, "/katil")
    await talk.say_and_wait(KIRAZ, "/baslat")
    question = await talk.say_and_wait(KIRAZ, "/teslim")
    await talk.press_kind(KIRAZ, question, "yes")
    since = harness.last_call_number
    talk.say(LIMON, "/kanit grup")
    (told,) = await sent_files(talk, 1, since)
    assert talk.text_plain("proof-no-gcg") in told.result["caption"]
    assert verify_proof(proof_of(harness, told)).agrees


@pytest.mark.parametrize("language", ["tr", "en", "uk"])
async def test_six_of_the_longest_names_leave_the_caption_its_room(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.say_and_wait(KIRAZ, "/new klepka")
    for number in range(5):
        await talk.say_as_user({"id": 7_000_000_001 + number, "is_bot": False, "first_name": "𝔚" * 30}, "/join")
        await talk.wait_messages()
    await talk.say_and_wait(KIRAZ, "/begin")
    await talk.cancel_game(KIRAZ, "/cancel")
    since = harness.last_call_number
    talk.say(KIRAZ, "/proof group")
    (told,) = await sent_files(talk, 1, since)
    assert "7000000005" in told.result["caption"]
    assert proof_of(harness, told).secret in told.result["caption"]


async def test_a_players_list_of_finished_games_is_short_and_newest_first(harness: BotHarness) -> None:
    for number in (*range(12), 3):
        await harness.store.players.add_finished_game(NANE, Scope(-number - 1), "abcd1234")
    noted = [scope.chat for scope, _ in await harness.store.players.load_finished_games(NANE)]
    assert noted == [-4, -12, -11, -10, -9, -8, -7, -6]


async def test_after_a_move_the_message_that_began_the_game_has_no_link(harness: BotHarness) -> None:
    """Its number is the old group's: in the new one another message has it, or none."""
    old, _, state = await play_game_by_passes(harness, basic=True)
    new = await harness.new_group()
    await migrate_group(old, new)
    since = harness.last_call_number
    new.say(KIRAZ, "/kanit grup")
    told, _ = await sent_files(new, 2, since)
    proof = proof_of(harness, told)
    assert (proof.seal, proof.start.chat) == (state.commitment, old.chat_id)
    assert verify_proof(proof).agrees
    assert str(proof.start.message) in told.result["caption"]
    assert "t.me" not in json.dumps(told.result | {"caption": told.parameters["caption"]})
