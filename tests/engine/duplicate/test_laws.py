"""What holds in every game of Duplicate: tiles, secrets, stored states, replays and proofs, tried on random ones."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import game as door
from engine.clock import Pause, Resume
from engine.computer_ids import computer_user
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.turn_choice import Strength
from engine.crossword.search import SearchQuery
from engine.crossword.tiles import face_of
from engine.duplicate.actions import Action, Answer, CloseRound, Deal, Lock, NextNow, Withdraw
from engine.duplicate.family import Duplicate
from engine.duplicate.simulate import simulate_game
from engine.duplicate.state import GameState
from engine.duplicate.timing import deadline, due_action, next_thinker
from engine.duplicate.tops import search_racks
from engine.encoding import decode_table, make_decoder
from engine.errors import EngineError
from engine.game_record import compose_record
from engine.lexicon import load_lexicon
from engine.lobby_seats import Begin, Join
from engine.messages import Event
from engine.packed_game import pack_game, unpack_game
from engine.proof import compose_proof, decode_proof, encode_proof
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.table_log import LogEntry, apply_with_lexicon, open_seated_table
from engine.turns import Cancel, Stop
from engine.verify import verify_proof
from tests.support.boards import shared_searcher
from tests.support.duplicate import answer, closed, opened, started, step
from tests.support.games import NOW, SECRET, accepts_only

FAMILY = Duplicate()
USERS = (1, 2, 3, computer_user("usta", 1))
NEWCOMER = 9


def found_plays(state: GameState) -> Sequence[ScoredPlay]:
    rack = () if state.round is None else state.round.rack
    query = SearchQuery(state.ruleset.crossword, state.cells, rack)
    return [found.play for found in shared_searcher().find_best_plays(query, load_lexicon(state.ruleset.lexicon), 12)]


def random_action(state: GameState, chance: Random, plays: Sequence[ScoredPlay]) -> Action | Join:
    """What somebody may ask now, legal or not."""
    user, number = chance.choice((*USERS, NEWCOMER)), state.number + (state.round is not None)
    tiles = chance.choice(plays).tiles if plays else ()
    if chance.random() < 0.2:
        tiles = tiles[::-1][:2]
    return chance.choice(
        (
            *(Answer(user, f"P{user}", number, tiles, lock=chance.random() < 0.3),) * 6,
            Lock(user, number),
            Withdraw(user, number),
            CloseRound(user, number),
            NextNow(user, number),
            Join(user, f"P{user}"),
            Pause(user) if state.clocks.paused is None else Resume(user),
        )
    )


def play_random_game(seed: int, **options: str) -> tuple[GameState, list[LogEntry]]:
    """A game of five rounds at most in which anybody does anything, and its log."""
    ruleset = resolve_ruleset(shipped_rulesets()["duplicate-mini"], {"rounds": "5", **options})
    words, chance, now = load_lexicon(ruleset.lexicon), Random(seed), NOW
    table, log = open_seated_table(ruleset, ["P1", "P2", "P3"], f"{seed:064x}", now)
    state, entry = apply_with_lexicon(table, Begin(1, message=seed, lexicon=words.hash), now, words)
    log.append(entry)
    while True:
        assert isinstance(state, GameState)
        if state.outcome is not None:
            return state, log
        plays = found_plays(state) if state.round is not None else ()
        actions: list[Action | Join] = [random_action(state, chance, plays) for _ in range(chance.randrange(8))]
        if chance.random() < 0.05:
            actions.append(chance.choice((Stop(1), Cancel(1, "P1"))))
        if state.clocks.paused is not None:
            actions.append(Resume(1))
        for action in actions:
            now += timedelta(seconds=chance.randrange(9))
            state, now = try_to_play(state, action, now, log)
        state, now = go_on(state, now, log)


def try_to_play(
    state: GameState, action: Action | Join, now: datetime, log: list[LogEntry]
) -> tuple[GameState, datetime]:
    """The game after an action, which leaves it alone where it is refused."""
    if state.outcome is not None:
        return state, now
    before = msgspec.json.encode(state)
    try:
        after_it, entry = apply_with_lexicon(state, action, now, load_lexicon(state.ruleset.lexicon))
    except EngineError:
        assert msgspec.json.encode(state) == before
        return state, now
    assert isinstance(after_it, GameState)
    log.append(entry)
    return after_it, now


def go_on(state: GameState, now: datetime, log: list[LogEntry]) -> tuple[GameState, datetime]:
    """The game after what is due next by itself, drawing a rack included."""
    due, thinker = deadline(state), next_thinker(state)
    if due is not None:
        return try_to_play(state, due_action(state, max(now, due)), max(now, due), log)
    if thinker is None or thinker[1] is not None:
        return state, now
    now = max(now, thinker[0])
    return try_to_play(
        state, Deal(search_racks(state, shared_searcher(), load_lexicon(state.ruleset.lexicon))), now, log
    )


def tiles_of(state: GameState) -> Counter[str]:
    rack = () if state.round is None else state.round.rack
    return Counter((*state.bag, *state.kept, *rack, *(face_of(tile) for tile in state.cells if tile)))


@settings(max_examples=6)
@given(st.integers(0, 2**32), st.sampled_from(["checked", "strict"]))
def test_a_random_game_replays_packs_and_proves_itself(seed: int, answers: str) -> None:
    state, log = play_random_game(seed, answers=answers)
    assert decode_table(msgspec.json.encode(state)) == state
    proof = compose_proof(state, log, "harfiyen test")
    report = verify_proof(decode_proof(encode_proof(proof)))
    assert (report.differences, report.rules, report.entries) == ((), "shipped", len(log))
    unpacked = unpack_game(pack_game(state.ruleset, state.secret, log, "harfiyen test"))
    assert unpacked.end == state
    assert list(unpacked.log) == log
    for table in unpacked.tables:
        if isinstance(table, GameState):
            assert tiles_of(table) == Counter(table.ruleset.counts)
            assert sum(one.laid.score for one in table.closed) == FAMILY.view(table, None).top_points
    entries = make_decoder(LogEntry)
    assert [entries.decode(msgspec.json.encode(entry)) for entry in log] == log


@settings(max_examples=6)
@given(st.integers(0, 2**32))
def test_a_record_and_the_game_say_the_same(seed: int) -> None:
    state, log = play_random_game(seed, answers="strict")
    events = [event for entry in log for event in entry.events]
    record = compose_record(state, events, NOW, NOW)
    if record is None:
        return
    seats = {player.user: seat for seat, player in enumerate(state.players)}
    for one in record.players:
        player, seen = state.players[seats[one.user]], FAMILY.view(state, None).seats[seats[one.user]]
        assert one.user > 0
        assert one.figures.play_points == sum(points or 0 for points in player.points)
        assert one.figures.permille == seen.permille is not None
        assert (one.figures.tops, one.figures.answered, one.place) == (player.tops, seen.answered, seen.place)


def others_see(state: GameState, events: Sequence[Event], seats: Sequence[int] = (0, 2)) -> bytes:
    """All that the group, an outsider and these seats may see of a game and of what came of an action."""
    users = (None, 900, *(state.players[seat].user for seat in seats))
    views = [msgspec.json.encode(FAMILY.view(state, user)) for user in users]
    told = [msgspec.json.encode(door.redact(event, seat)) for event in events for seat in (None, *seats)]
    return b"\n".join((*views, *told))


@pytest.mark.parametrize("answers", ["checked", "strict"])
def test_nothing_of_an_answer_is_seen_by_others_before_the_round_closes(answers: str) -> None:
    judge = accepts_only("LOFTY", "LOFT", "LATE")
    state = opened(started(answers=answers))
    seen: list[list[bytes]] = []
    for first, second in (("8D LOFTY", "8H LOFT"), ("8H LATE", "8D LOFTY"), ("H8 LOFT", "8G LATE")):
        one = state
        course: list[bytes] = []
        for action in (answer(one, 2, first), answer(one, 2, second), Withdraw(2, 1), answer(one, 2, first, lock=True)):
            one, events = step(one, action, 10, judge)
            course.append(others_see(one, events))
        seen.append(course)
    assert seen[0] == seen[1] == seen[2]


def test_who_of_two_answered_or_came_in_is_not_seen_before_the_round_closes() -> None:
    state = opened(started((1, 3)))
    newcomers = [step(state, answer(state, user, "8D LOFTY"), 10) for user in (2, 8)]
    first, second = (others_see(one, events, (0, 1)) for one, events in newcomers)
    assert first == second


def test_whether_a_word_counts_is_nobodys_to_know_before_a_strict_round_closes() -> None:
    state = opened(started(answers="strict"))
    told = []
    for judge in (accepts_only("LOFT"), accepts_only("LOFTY")):
        one, events = step(state, answer(state, 2, "8D LOFTY"), 10, judge)
        own = [msgspec.json.encode(door.redact(event, 1)) for event in events]
        told.append((msgspec.json.encode(FAMILY.view(one, 2)), own))
    assert told[0] == told[1]


def test_a_view_holds_neither_the_secret_nor_the_top_of_an_open_round() -> None:
    state = opened(started(), top="8D FOLTY")
    for user in (None, 1, 900):
        shown = msgspec.json.encode(FAMILY.view(state, user)).decode()
        assert SECRET not in shown
        assert "FOLTY" not in shown
        assert state.draws.seed not in shown
    assert "FOLTY" in msgspec.json.encode(FAMILY.view(closed(state), None)).decode()


def test_refused_racks_are_secret_and_their_owner_is_nobody() -> None:
    words = load_lexicon("en")
    rules = started().ruleset
    events = simulate_game(rules, ["greedy"], "refused", 3, words, shared_searcher()).events
    racks = [event for event in events if type(event).__name__ == "RackDrawn"]
    assert racks
    assert {msgspec.json.encode(door.redact(event, seat)) for event in racks for seat in (None, 0)} == {
        b'{"type":"duplicate_rack","rack":[],"fate":""}'
    }


def test_draws_and_laid_plays_are_the_same_whoever_plays() -> None:
    words = load_lexicon("tr")
    rules = started(ruleset="duplicate-mini", rounds="all").ruleset
    tables: tuple[tuple[Strength, ...], ...] = (("greedy",), ("acemi", "iyi"))
    one, other = (simulate_game(rules, players, "who", 1, words, shared_searcher()) for players in tables)
    facts = [[(each.rack, each.laid, each.reason) for each in game.state.closed] for game in (one, other)]
    assert facts[0] == facts[1]
    assert one.state.players[0].tops == len(facts[0])
    assert other.state.players[0].score < other.state.players[1].score <= one.state.players[0].score
