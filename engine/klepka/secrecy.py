"""What may be seen of a game of Klepka: all but the face-down cards and the random generator."""

from engine import absence
from engine.alphabet import load_alphabet
from engine.klepka import endings
from engine.klepka.deck import COLOURS, REWARDS, Cards
from engine.klepka.state import GameState
from engine.klepka.view import GameView, SeatView
from engine.timekeeping import clock_view


def view_for(state: GameState, viewer: int | None) -> GameView:
    """The game as the seat ``viewer``, or the group (``None``), may see it."""
    rules = state.ruleset
    over = state.outcome is not None
    return GameView(
        ruleset=rules.id,
        language=rules.language,
        deck=rules.deck,
        columns=rules.cards.columns,
        rows=rules.cards.rows,
        table=tuple(bool(card) for card in state.table),
        values=rules.values,
        seats=tuple(
            SeatView(player.user, player.name, player.score, sort_cards(player.cards, rules.language), player.active)
            for player in state.players
        ),
        turn=None if over else state.turn,
        phase=state.phase,
        flips=0 if over else state.flips,
        number=state.number,
        words=state.words,
        left=sum(bool(card) for card in state.table),
        cards=rules.tiles,
        double=rules.double,
        repeats=rules.repeats,
        viewer=viewer,
        outcome=state.outcome,
        history=state.history,
        clock=clock_view(state),
        flipped=state.flipped,
        pass_ends=endings.is_next_pass_last(state),
        petition=state.petition,
        paused=state.clocks.paused is not None,
        gone=absence.left_seats(state),
    )


def sort_cards(cards: Cards, language: str) -> Cards:
    """Cards in alphabetical order, yellow before blue, rewards last."""
    rank = load_alphabet(language).rank

    def key(card: str) -> tuple[int, int]:
        if card in REWARDS:
            return (len(load_alphabet(language).letters) + 1, REWARDS.index(card))
        return (rank(card[0]), COLOURS.index(card[1]))

    return tuple(sorted(cards, key=key))
