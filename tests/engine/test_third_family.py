"""A family joins the engine with one line: a guessing game is played through the door, stored, replayed and proven."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from msgspec.structs import replace

from engine import encoding, families
from engine import game as door
from engine.clock import Timeout
from engine.encoding import UnknownSchema, decode_table, make_decoder
from engine.errors import DataError
from engine.game import Begin, Table
from engine.lexicon import load_lexicon
from engine.messages import Action, Event, View
from engine.proof import compose_proof, decode_proof, encode_proof
from engine.rulesets import parse_ruleset, resolve_ruleset, shipped_rulesets
from engine.table_log import LogEntry, apply_with_lexicon, open_seated_table
from engine.turns import Cancel, Pass, Surrender
from engine.verify import verify_proof
from tests.support.guess.family import GUESSING, register_guess_family
from tests.support.guess.rules import GameState, GameView, Guess, LetterPeeked, Peek, Player

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
WORDS = load_lexicon("en")
SECRET = "7f" * 32


@pytest.fixture(autouse=True)
def _among_the_families() -> Iterator[None]:
    with register_guess_family():
        yield


def begun(names: int = 2, **options: str) -> tuple[GameState, list[LogEntry]]:
    rules = resolve_ruleset(shipped_rulesets()["guess-en"], options)
    table, log = open_seated_table(rules, ["Ayşe", "Bora", "Cem", "Deniz"][:names], SECRET, NOW)
    state, entry = apply_with_lexicon(table, Begin(1, message=7, lexicon=WORDS.hash), NOW, WORDS)
    assert isinstance(state, GameState)
    return state, [*log, entry]


def by(state: GameState) -> int:
    return state.players[state.turn].user


def step(state: GameState, action: Action, seconds: int = 0) -> tuple[GameState, tuple[Event, ...]]:
    done = door.apply(state, action, NOW + timedelta(seconds=seconds), WORDS.__contains__)
    assert isinstance(done.table, GameState)
    return done.table, done.events


def after(state: GameState, *actions: Action, seconds: int = 0) -> GameState:
    for action in actions:
        state, _ = step(state, action, seconds)
    return state


def wrong(state: GameState) -> str:
    return "CRANE" if state.word != "CRANE" else "STONE"


def test_nobody_sees_the_word_and_a_letter_is_for_who_looked_at_it() -> None:
    state, _ = begun()
    looker, other = state.players[0].user, state.players[1].user
    state, (told,) = step(state, Peek(looker))
    assert isinstance(told, LetterPeeked)
    assert told.letter == state.word[told.position or 0]
    assert door.redact(told, 0) == told
    for viewer in (1, None):
        assert door.redact(told, viewer) == LetterPeeked(0)
    for user, hidden in ((looker, 4), (other, 0), (None, 0), (99, 0)):
        seen = door.view(state, user)
        assert isinstance(seen, GameView)
        assert seen.hint.count(".") == hidden
        text = msgspec.json.encode(seen).decode()
        assert state.word not in text
        assert state.secret not in text
    twin = replace(state, word="ZZZZZ", secret="00" * 32)
    assert door.view(twin, other) == door.view(state, other)


def test_all_of_it_is_stored_and_read() -> None:
    state, log = begun()
    table, _ = open_seated_table(shipped_rulesets()["guess-en"], ["Ayşe", "Bora"], SECRET, NOW)
    actions: list[Action] = [Peek(by(state)), Guess(1, "CRANE"), Pass(1), Surrender(1), Cancel(1), Timeout()]
    for stored in (table, state, after(state, Peek(by(state)))):
        assert decode_table(msgspec.json.encode(stored)) == stored
        view = door.view(stored, None)
        assert make_decoder(View).decode(msgspec.json.encode(view)) == view
    for action in actions:
        assert make_decoder(Action).decode(msgspec.json.encode(action)) == action
    for entry in log:
        assert make_decoder(LogEntry).decode(msgspec.json.encode(entry)) == entry
    assert {type(player) for player in state.players} == {Player}


def test_a_game_replays_from_its_log_and_its_proof_holds() -> None:
    state, log = begun(4)
    table: Table | None = state
    for choose in (Peek, lambda user: Guess(user, wrong(state)), Pass, Peek, lambda user: Guess(user, state.word)):
        assert isinstance(table, GameState)
        table, entry = apply_with_lexicon(table, choose(by(table)), NOW, WORDS)
        log.append(entry)
    proof = decode_proof(encode_proof(compose_proof(table, log, "harfiyen test")))
    report = verify_proof(proof)
    assert report.agrees
    assert (report.entries, report.drawn, report.scored) == (len(log), 2, 2)
    forged = replace(log[-4], action=Guess(4, "GHOST"))
    found = verify_proof(replace(proof, log=(*log[:-4], forged, *log[-3:]))).differences
    assert [difference.what for difference in found] == ["verdict"]


def test_its_rulesets_are_read_and_checked_like_all_others() -> None:
    assert shipped_rulesets()["guess-en"].title["en"] == "Guess"
    text = (GUESSING.folder / "guess-en.toml").read_text(encoding="utf-8")
    for wrong_text, problem in (
        (text.replace('"BREAD"', '"LOAF"'), "'LOAF' has not 5 letters"),
        (text.replace("least = 2", "least = 1"), "players: least is 1"),
        (text.replace("seconds = 120", "seconds = 0"), "seconds is 0"),
        (text.replace("rounds = 6", "round = 6"), "round"),
    ):
        with pytest.raises(DataError, match=problem):
            parse_ruleset(wrong_text, "guess-en.toml")


def test_a_reply_may_be_a_move_of_any_family() -> None:
    assert door.looks_like_action("crane?")
    assert door.looks_like_action("H8 KALEM")
    assert not door.looks_like_action("who knows")
    assert door.looks_like_action("crane?", begun()[0])
    assert not door.looks_like_action("H8 KALEM", begun()[0])


def test_without_its_line_nothing_of_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = msgspec.json.encode(begun()[0])
    monkeypatch.setattr(families, "FAMILIES", families.FAMILIES[:-1])
    assert "guess-en" not in shipped_rulesets()
    assert not door.looks_like_action("crane?")
    with pytest.raises(UnknownSchema):
        decode_table(stored)
    with pytest.raises(msgspec.ValidationError):
        encoding.make_decoder(Action).decode(msgspec.json.encode(Peek(1)))


def test_a_state_of_an_earlier_schema_is_migrated_and_no_other_is_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    state, _ = begun()
    older = msgspec.json.decode(msgspec.json.encode(state), type=dict[str, object])
    older |= {"schema": 0, "hidden": older.pop("word")}
    with pytest.raises(UnknownSchema, match="'guess' has schema 0"):
        decode_table(msgspec.json.encode(older))
    monkeypatch.setattr(type(GUESSING), "migrations", {0: lambda fields: fields | {"word": fields.pop("hidden")}})
    assert decode_table(msgspec.json.encode(older)) == state
    with pytest.raises(UnknownSchema, match="schema 2"):
        decode_table(msgspec.json.encode(older | {"schema": 2}))
