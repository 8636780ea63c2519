"""The proof of a game in chats: whole once the game is over, by button and command; before that nothing of it."""

import json
from pathlib import Path

import pytest

from bot.about import program
from bot.cli import main
from bot.playground import Entry
from bot.playground.faults import Fault
from bot.store import keys
from bot.store.keys import Scope
from bot.tables.held import table_name
from bot.telegram.buttons import data
from engine.crossword.state import GameState
from engine.game import Table
from engine.klepka.state import GameState as KlepkaState
from engine.proof import Proof, read
from engine.rng import commitment
from engine.rulesets import Ruleset, rulesets
from engine.verify import verify
from tests.support import klepka
from tests.support.chats import KIRAZ, LIMON, NANE, ZEYTIN, House, Sent, Talk
from tests.support.games import after, begun, changed, surrender
from tests.support.klepka_chats import said
from tests.support.moves import moved
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")


def dealt(ruleset: Ruleset) -> GameState | KlepkaState:
    """A game just begun, of two, one of them Kiraz."""
    if ruleset.family != "klepka":
        return begun(ruleset.id)[0]
    state = klepka.begun()
    return changed(state, players=(changed(state.players[0], user=KIRAZ), *state.players[1:]))


async def played(house: House, *, language: str = "tr", basic: bool = False) -> tuple[Talk, Sent, GameState]:
    """A game of Kelimelik from the lobby to its end by passes: the chat, its last picture, and the game."""
    talk = await house.group(language, basic=basic)
    await talk.ask(KIRAZ, "/yeni kelimelik")
    await talk.ask(LIMON, "/katil")
    await talk.ask(LIMON, "/baslat")
    for _ in range(3):
        state = await talk.game()
        ended = await talk.ask(state.players[state.turn].user, "/pas")
    return talk, ended, await talk.game()


async def files(talk: Talk, count: int, since: int) -> list[Entry]:
    """The files that the bot sends somewhere."""
    calls = await talk.house.playground.journal.wait("sendDocument", after=since, count=count, seconds=PATIENCE)
    assert [call.status for call in calls] == [200] * count
    assert {str(call.parameters["chat_id"]) for call in calls} == {str(talk.id)}
    return calls


def content(house: House, call: Entry) -> bytes:
    return house.playground.files.get(call.result["document"]["file_id"]).upload.content


def proof_of(house: House, call: Entry) -> Proof:
    return read(content(house, call))


async def test_the_button_at_the_end_sends_what_shows_that_the_draws_were_fair(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk, ended, state = await played(house)
    assert state.secret in ended.text
    since = house.calls
    assert (await talk.tap(NANE, ended, "proof"))["text"] == ""
    told, gcg = await files(talk, 2, since)
    name = f"harfiyen-{table_name(state)}"
    assert [call.result["document"]["file_name"] for call in (told, gcg)] == [f"{name}.json", f"{name}.gcg"]
    proof = proof_of(house, told)
    assert (proof.seal, proof.secret) == (state.commitment, state.secret)
    assert commitment(proof.secret) == proof.seal
    assert {seat.user for seat in proof.seats} == {KIRAZ, LIMON}
    assert [seat.name for seat in proof.seats] == ["Kiraz", "Limon"]
    assert proof.program == program()
    caption = str(told.result["caption"])
    link = f"https://t.me/c/{str(talk.id)[4:]}/{proof.start.message}"
    for fact in (proof.seal, proof.secret, proof.seed, str(proof.start.message), "Kiraz", "101", link, f"{name}.json"):
        assert fact in caption
    assert verify(proof).agrees
    assert b"#harfiyen seed " + proof.seed.encode() in content(house, gcg)
    for call in (told, gcg):
        (tmp_path / call.result["document"]["file_name"]).write_bytes(content(house, call))
    assert main(["verify", str(tmp_path / f"{name}.json")]) == 0
    assert main(["replay", str(tmp_path / f"{name}.gcg")]) == 0
    assert "Everything agrees." in capsys.readouterr().out


async def test_the_message_that_began_the_game_is_the_one_that_was_sent_or_pressed(house: House) -> None:
    talk = await house.group()
    lobby = await talk.ask(KIRAZ, "/yeni kelimelik")
    await talk.ask(LIMON, "/katil")
    await talk.tap(LIMON, lobby, "begin")
    await talk.sent()
    await talk.cancel(KIRAZ)
    since = house.calls
    talk.say(KIRAZ, "/kanit")
    told, _ = await files(talk, 2, since)
    assert (proof_of(house, told).start.message, proof_of(house, told).start.chat) == (lobby.id, talk.id)


async def test_whoever_presses_again_at_once_is_told_that_it_is_there(house: House) -> None:
    talk, ended, _ = await played(house)
    since = house.calls
    await talk.tap(KIRAZ, ended, "proof")
    await files(talk, 2, since)
    assert (await talk.tap(LIMON, ended, "proof"))["text"] == talk.plain("proof-above")


@pytest.mark.parametrize("language", ["tr", "en", "uk"])
async def test_the_command_sends_it_in_the_chats_language_and_none_of_another_topic(
    house: House, language: str
) -> None:
    talk, _, state = await played(house, language=language)
    since = house.calls
    talk.say(ZEYTIN, "/kanit" if language == "tr" else "/proof")
    told, _ = await files(talk, 2, since)
    assert talk.plain("proof-check", file=f"harfiyen-{table_name(state)}.json").split("<")[0] in told.result["caption"]
    assert talk.plain("proof-hashes") in told.result["caption"]
    await talk.mark()
    await talk.say_as(talk.user(KIRAZ), "/kanit", message_thread_id=7, is_topic_message=True)
    assert (await talk.sent())[0].html == talk.html("refusal-proof-gone")


@pytest.mark.parametrize("ruleset", rulesets().values(), ids=lambda ruleset: ruleset.id)
async def test_a_running_game_gives_nothing_of_it_away(house: House, ruleset: Ruleset) -> None:
    talk = await house.group()
    private = await house.private(KIRAZ)
    state = dealt(ruleset)
    await talk.deal(state)
    # What nobody can read stands where its log would: whoever read that would fail.
    await house.redis.rpush(keys.log(talk.scope), b"unread")
    await house.store.add_user_game(KIRAZ, talk.scope, table_name(state))
    since = house.calls
    assert (await talk.ask(NANE, "/kanit")).html == talk.html("refusal-proof-running")
    forged = await talk.forge(talk.user(KIRAZ), None, data("proof", table_name(state)))
    assert forged["text"] == talk.plain("refusal-proof-running")
    assert (await private.ask(KIRAZ, "/kanit")).html == talk.html("refusal-proof-running")
    forged = await private.forge(talk.user(KIRAZ), None, data("proof", table_name(state)))
    assert forged["text"] == talk.plain("refusal-proof-running")
    assert house.playground.journal.entries("sendDocument", after=since) == []
    told = said(house, talk.id) + said(house, private.id)
    for secret in (state.secret, state.draws.seed, *_racks(state)):
        assert secret not in told
    await house.forget_games(KIRAZ)


def _racks(state: Table) -> list[str]:
    return [" ".join(player.rack) for player in state.players] if isinstance(state, GameState) else []


async def test_before_the_game_and_where_none_was_it_is_said_why(house: House) -> None:
    talk = await house.group()
    assert (await talk.ask(KIRAZ, "/kanit")).html == talk.html("refusal-proof-gone")
    await talk.ask(KIRAZ, "/yeni kelimelik")
    assert (await talk.ask(KIRAZ, "/kanit")).html == talk.html("refusal-proof-not-begun")


async def test_a_button_of_a_game_that_is_no_longer_kept_says_so(house: House) -> None:
    talk, ended, _ = await played(house)
    await talk.ask(KIRAZ, "/yeni kelimelik")
    assert (await talk.tap(KIRAZ, ended, "proof"))["text"] == talk.plain("refusal-proof-gone")


async def test_a_game_without_a_log_has_no_proof(house: House) -> None:
    talk = await house.group()
    state, _ = begun("kelimelik")
    await talk.deal(after(state, surrender(state)))
    assert (await talk.ask(KIRAZ, "/kanit")).html == talk.html("refusal-proof-gone")


async def test_who_played_gets_it_in_private_and_chooses_among_several(house: House) -> None:
    private = await house.private(KIRAZ)
    assert (await private.ask(KIRAZ, "/kanit")).html == private.html("refusal-proof-gone")
    _, _, first = await played(house)
    since = house.calls
    private.say(KIRAZ, "/kanit")
    told, _ = await files(private, 2, since)
    assert proof_of(house, told).seal == first.commitment
    _, _, second = await played(house)
    choice = await private.ask(KIRAZ, "/kanit")
    assert choice.html == private.html("proof-which")
    assert [one["callback_data"] for one in choice.buttons] == [
        data("proof", table_name(state)) for state in (second, first)
    ]
    assert "Kelimelik: " in choice.buttons[0]["text"]
    since = house.calls
    await private.press(KIRAZ, choice, data("proof", table_name(first)))
    told, _ = await files(private, 2, since)
    assert proof_of(house, told).seal == first.commitment
    stranger = await house.private(ZEYTIN)
    assert (await stranger.ask(ZEYTIN, "/kanit")).html == stranger.html("refusal-proof-gone")


async def test_a_game_of_klepka_is_proven_without_gcg(house: House) -> None:
    talk = await house.group()
    await talk.ask(KIRAZ, "/yeni klepka")
    await talk.ask(LIMON, "/katil")
    await talk.ask(KIRAZ, "/baslat")
    question = await talk.ask(KIRAZ, "/teslim")
    await talk.tap(KIRAZ, question, "yes")
    since = house.calls
    talk.say(LIMON, "/kanit")
    (told,) = await files(talk, 1, since)
    assert talk.plain("proof-no-gcg") in told.result["caption"]
    assert verify(proof_of(house, told)).agrees


@pytest.mark.parametrize("language", ["tr", "en", "uk"])
async def test_six_of_the_longest_names_leave_the_caption_its_room(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.ask(KIRAZ, "/new klepka")
    for number in range(5):
        await talk.say_as({"id": 7_000_000_001 + number, "is_bot": False, "first_name": "𝔚" * 30}, "/join")
        await talk.sent()
    await talk.ask(KIRAZ, "/begin")
    await talk.cancel(KIRAZ, "/cancel")
    since = house.calls
    talk.say(KIRAZ, "/proof")
    (told,) = await files(talk, 1, since)
    assert "7000000005" in told.result["caption"]
    assert proof_of(house, told).secret in told.result["caption"]


async def test_a_chat_that_takes_no_files_has_the_facts_as_text(house: House) -> None:
    talk, _, state = await played(house)
    reason = "Bad Request: not enough rights to send documents to the chat"
    house.playground.faults.add(
        Fault(kind="error", method="sendDocument", chat_id=talk.id, status=400, description=reason)
    )
    answer = await talk.ask(KIRAZ, "/kanit")
    assert state.secret in answer.text
    assert answer.html.endswith(talk.html("proof-no-files"))


async def test_files_that_telegram_puts_off_are_sent_when_it_lets_them(house: House) -> None:
    talk, _, _ = await played(house)
    house.playground.faults.add(Fault(kind="retry_after", method="sendDocument", chat_id=talk.id, retry_after=0))
    since = house.calls
    talk.say(KIRAZ, "/kanit")
    calls = await house.playground.journal.wait("sendDocument", after=since, count=3, seconds=PATIENCE)
    assert [call.status for call in calls] == [429, 200, 200]


async def test_a_players_list_of_finished_games_is_short_and_newest_first(house: House) -> None:
    for number in (*range(12), 3):
        await house.store.add_finished_game(NANE, Scope(-number - 1), "abcd1234")
    noted = [scope.chat for scope, _ in await house.store.finished_games(NANE)]
    assert noted == [-4, -12, -11, -10, -9, -8, -7, -6]


async def test_the_proof_of_a_game_in_a_topic_goes_there(house: House) -> None:
    talk = await house.group()
    there = {"message_thread_id": 7, "is_topic_message": True}
    for person, text in ((KIRAZ, "/yeni kelimelik"), (LIMON, "/katil"), (LIMON, "/baslat"), (KIRAZ, "/iptal")):
        await talk.say_as(talk.user(person), text, **there)
        (asked,) = await talk.sent()
    asked.message.update(there)
    await talk.forge(talk.user(KIRAZ), asked, asked.data("cancel"))
    await talk.sent()
    since = house.calls
    await talk.say_as(talk.user(KIRAZ), "/kanit", **there)
    told, gcg = await files(talk, 2, since)
    assert [int(call.parameters["message_thread_id"]) for call in (told, gcg)] == [7, 7]
    proof = proof_of(house, told)
    assert f"https://t.me/c/{str(talk.id)[4:]}/7/{proof.start.message}" in told.result["caption"]


async def test_after_a_move_the_message_that_began_the_game_has_no_link(house: House) -> None:
    """Its number is the old group's: in the new one another message has it, or none."""
    old, _, state = await played(house, basic=True)
    new = await house.group()
    await moved(old, new)
    since = house.calls
    new.say(KIRAZ, "/kanit")
    told, _ = await files(new, 2, since)
    proof = proof_of(house, told)
    assert (proof.seal, proof.start.chat) == (state.commitment, old.id)
    assert verify(proof).agrees
    assert str(proof.start.message) in told.result["caption"]
    assert "t.me" not in json.dumps(told.result | {"caption": told.parameters["caption"]})
