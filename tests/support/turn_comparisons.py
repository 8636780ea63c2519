"""Turns beside better ones, said in one call."""

from collections.abc import Sequence

from engine.crossword import secrecy
from engine.crossword.analysis.game_analysis import AnalysedTurn, Size
from engine.crossword.analysis.taken_turns import TakenTurn
from engine.crossword.analysis.turn_facts import TurnFacts, turn_facts
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.equity import CandidateTurn
from engine.crossword.rules import lay_and_score
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from tests.support.games import place_play

Done = str | Sequence[str]
"""A written play such as ``8H LOFTY``, or the faces that are given back: none is a pass."""


def scored_play(state: GameState, text: str) -> ScoredPlay:
    """A written play of the player on turn with its score, whether its words count or not."""
    place = place_play(state, text)
    play, score = lay_and_score(state, state.turn, place)
    return ScoredPlay(place.tiles, play.words[0].word, score.total)


def candidate(state: GameState, done: Done, equity: float = 0.0) -> CandidateTurn:
    """What could be done in a turn."""
    if isinstance(done, str):
        return CandidateTurn(equity, scored_play(state, done))
    return CandidateTurn(equity, None, tuple(done))


def analysed_turn(
    state: GameState,
    played: Done,
    best: Done,
    *,
    loss: float = 12.0,
    loss_win: float | None = 0.05,
    size: Size | None = "medium",
    exact: tuple[float, float] | None = None,
    withdrawn: bool = False,
) -> AnalysedTurn:
    """A turn of the player on turn; ``exact`` are the spreads to which the best and the played one lead."""
    spreads = exact or (0.0, 0.0)
    taken = candidate(state, played, spreads[1])
    view = secrecy.view_for(state, state.turn)
    turn = TakenTurn(state.number, state.turn, view, taken.play, taken.given, withdrawn)
    if withdrawn:
        taken = CandidateTurn(0.0, None)
    better = candidate(state, best, spreads[0])
    return AnalysedTurn(turn, better, taken, loss, 2.0, loss_win, size, exact is not None)


def facts_of(state: GameState, turn: AnalysedTurn) -> TurnFacts:
    """Its facts, by the game's own list of words."""
    return turn_facts(turn, state.ruleset, load_lexicon(state.ruleset.lexicon))
