"""What is left of a finished game of Duplicate: its GCG, what people missed, and the game without who was forgotten."""

from functools import cache

from engine.crossword.gcg import read_gcg
from engine.crossword.gcg_records import Played
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.dictionaries import load_base_list, split_lexicon_name
from engine.duplicate.events import AnswerTaken, RoundClosed
from engine.duplicate.gcg import write_laid_plays
from engine.duplicate.missed_rounds import costliest_rounds
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.simulate import SimulatedGame, simulate_game
from engine.duplicate.state import GameState
from engine.encoding import to_json
from engine.forget_player import Forgotten, forget_in_log
from engine.packed_game import pack_game, unpack_game
from engine.proof import compose_proof
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.verify import verify_proof
from tests.support.boards import shared_searcher

SOMEONE = 10**18 + 7


@cache
def played(game: str = "duplicate-mini") -> SimulatedGame:
    """A game in which somebody always finds the top, and a beginner answers too."""
    rules = shipped_rulesets()[game]
    assert isinstance(rules, Ruleset)
    words = load_base_list(*split_lexicon_name(rules.lexicon))
    return simulate_game(
        resolve_ruleset(rules, {"rounds": "5"}), ["greedy", "acemi"], "history", 1, words, shared_searcher()
    )


def test_the_laid_plays_are_written_as_the_game_of_one_player() -> None:
    state, base = played("duplicate-en").state, shipped_rulesets()["scrabble-en"]
    assert isinstance(base, CrosswordRuleset)
    text = write_laid_plays(state.ruleset, state.closed, "Harfiyen 0a1b2c3d")
    lines = [line for line in text.splitlines() if line.startswith(">")]
    assert len(lines) == len(state.closed) == 5
    assert lines[-1].endswith(f"+{state.closed[-1].laid.score} {sum(one.laid.score for one in state.closed)}")
    assert "#incomplete" not in text
    records = read_gcg(text.replace("#note harfiyen ruleset duplicate-en\n", "").encode(), base).records
    assert sum(isinstance(record, Played) for record in records) == 5


def test_what_somebody_missed_are_the_answered_rounds_furthest_below_the_top() -> None:
    game = played()
    assert not costliest_rounds(game.events, 0), "the greedy one finds every top"
    missed = costliest_rounds(game.events, 1)
    tops = {event.round.number: event.round.laid.score for event in game.events if isinstance(event, RoundClosed)}
    answers = [event for event in game.events if isinstance(event, AnswerTaken) and event.seat == 1 and event.play]
    assert answers
    costs = sorted((one.cost for one in missed), reverse=True)
    assert [one.cost for one in missed] == costs
    assert len(missed) <= 3
    for one in missed:
        assert one.cost == tops[one.closed.number] - one.answer.score > 0


def test_somebody_who_is_forgotten_stays_with_their_answers_and_without_a_name() -> None:
    game = played()
    who = Forgotten(2, SOMEONE, frozenset({"Player 2"}))
    table, log = forget_in_log(game.state, game.log, who)
    assert isinstance(table, GameState)
    assert [(one.user, one.name, one.score) for one in table.players] == [
        (1, "Player 1", game.state.players[0].score),
        (SOMEONE, "", game.state.players[1].score),
    ]
    assert "Player 2" not in to_json(log) + to_json(table)
    assert verify_proof(compose_proof(table, log, "test")).agrees
    packed = pack_game(game.state.ruleset, game.state.secret, log, "test")
    assert unpack_game(packed).end == table
