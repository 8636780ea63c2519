"""Applying actions: one pure function from a state and an action to a new state and events (RULES §6.5–6.9)."""

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from engine.absence import Remove, Replace, Seek, Skip, Volunteer, Vote
from engine.clock import Pause, Remind, Resume, Timeout
from engine.errors import Malformed, Refusal
from engine.family_protocol import Judge
from engine.game_base import amend_history
from engine.klepka import actions, timing
from engine.klepka.actions import Action, Chaos, DoubleWord, Flip, Form, Trade
from engine.klepka.deck import POLYSEMY, face_down_positions, letter_on, match_cards, pick_up_cards, remove_cards
from engine.klepka.events import CardsRevealed, TurnPassed, WordDoubled, WordFormed
from engine.klepka.state import GameState
from engine.klepka.timing import Result, end_game, end_turn, enter_phase, reset_passes
from engine.klepka.view import Flipped, FormedWord, RevealedCard
from engine.klepka.words import Spelling, parse_word, spell_word
from engine.turns import Cancel, Pass, PlayerSurrendered, Surrender, require_seat, require_turn, with_player


def apply(state: GameState, action: Action, now: datetime, judge: Judge, begins: datetime | None = None) -> Result:
    """Apply one action; never changes ``state``.

    The next turn or phase begins at the same instant, or later at ``begins`` (:func:`engine.game.apply`).

    Raises:
        Refusal: the action is against the rules.
        Malformed: it names what does not exist.
        Ambiguous: it names a card that is held in two colours.
    """
    if state.outcome is not None:
        raise Refusal("game_over")
    begins = begins or now
    match action:
        case Timeout() | Remind() | Pause() | Resume():
            return timing.apply_clock_action(state, action, now, begins)
        case Skip() | Remove() | Replace() | Seek() | Volunteer() | Vote():
            return timing.apply_absence(state, action, now, begins)
        case Cancel():
            return end_game(state, "cancelled", ())
        case DoubleWord():
            return _double_word(state, action)
        case Surrender():
            seat = require_seat(state, action.by)
            return timing.leave_game(state, seat, (PlayerSurrendered(seat),), begins)
        case _:
            return _apply_turn_action(replace(state, idle=0), action, now, judge, begins)


def _apply_turn_action(
    state: GameState, action: Form | Flip | Pass | Trade | Chaos, now: datetime, judge: Judge, begins: datetime
) -> Result:
    match action:
        case Form():
            return _form_word(state, action, now, judge)
        case Flip():
            return _flip_cards(state, action, now, begins)
        case Pass():
            return _pass_turn(state, action, now, begins)
        case Trade():
            return actions.trade_cards(state, action)
        case Chaos():
            return actions.shuffle_table(state, action)
        case _:
            assert_never(action)


def preview_word(state: GameState, seat: int, text: str) -> Spelling:
    """The cards that a typed word would take from a seat's collection, and its score; checks neither turn nor word.

    Raises:
        Refusal: the cards cannot make it, or ``word_repeated`` if repeats are forbidden.
        Malformed: it is no word.
    """
    typed = parse_word(text, state.ruleset)
    if state.ruleset.repeats == "forbidden" and not typed.wins:
        before = next((word for word in state.words if word.word == typed.word), None)
        if before is not None:
            raise Refusal("word_repeated", word=typed.word, name=state.players[before.seat].name)
    return spell_word(typed, state.players[seat].cards, state.ruleset)


def _form_word(state: GameState, action: Form, now: datetime, judge: Judge) -> Result:
    seat = require_turn(state, action.by, now)
    if state.phase == "extra":
        raise Refusal("words_come_first", flips=state.flips)
    if state.phase != "words":
        raise Refusal("words_are_over", flips=state.flips)
    spelling = preview_word(state, seat, action.word)
    if not spelling.wins and not judge(spelling.word):
        raise Refusal("not_words", words=(spelling.word,))
    spent = (*spelling.cards, *(POLYSEMY for _ in spelling.polysemies))
    player = state.players[seat]
    player = replace(player, cards=remove_cards(player.cards, spent), score=player.score + spelling.score)
    word = FormedWord(
        seat,
        state.number,
        spelling.word,
        spelling.cards,
        spelling.polysemies,
        spelling.doubled,
        spelling.score,
    )
    after = reset_passes(with_player(state, seat, player))
    after = replace(after, discarded=(*state.discarded, *spent), words=(*state.words, word))
    events = (WordFormed(word, after.flips),)
    return end_game(after, "glory", events, winner=seat) if spelling.wins else (after, events)


def _flip_cards(state: GameState, action: Flip, now: datetime, begins: datetime) -> Result:
    seat = require_turn(state, action.by, now)
    _check_positions(state, action.positions)
    table, revealed = pick_up_cards(state.table, action.positions)
    taken = match_cards(revealed)
    back = list(table)
    for position, card, goes in zip(action.positions, revealed, taken, strict=True):
        back[position - 1] = "" if goes else card
    gained = tuple(card for card, goes in zip(revealed, taken, strict=True) if goes)
    player = state.players[seat]
    after = with_player(state, seat, replace(player, cards=player.cards + gained))
    after = enter_phase(replace(after, table=tuple(back), flipped=Flipped(seat, state.number, gained)), "extra", begins)
    again = after.flips if any(letter_on(card) for card in gained) else 0
    shown = tuple(
        RevealedCard(position, card, goes)
        for position, card, goes in zip(action.positions, revealed, taken, strict=True)
    )
    events = (CardsRevealed(seat, shown, state.phase == "extra", again),)
    return (after, events) if again else end_turn(after, events, begins)


def _check_positions(state: GameState, positions: Sequence[int]) -> None:
    lying = frozenset(face_down_positions(state.table))
    if not lying:
        raise Refusal("table_empty")
    seen: set[int] = set()
    for position in positions:
        if not 1 <= position <= len(state.table):
            raise Malformed("unknown_position", position=position, last=len(state.table))
        if position in seen:
            raise Malformed("position_twice", position=position)
        seen.add(position)
        if position not in lying:
            raise Refusal("position_empty", position=position)
    if len(positions) != state.flips:
        raise Refusal("wrong_flip_count", needed=state.flips, given=len(positions))


def _pass_turn(state: GameState, action: Pass, now: datetime, begins: datetime) -> Result:
    seat = require_turn(state, action.by, now)
    if state.phase != "extra":
        if state.flips:
            raise Refusal("must_flip", flips=state.flips)
        state = with_player(state, seat, replace(state.players[seat], passed=True))
    return end_turn(state, (TurnPassed(seat, state.phase),), begins)


def _double_word(state: GameState, action: DoubleWord) -> Result:
    """Double the score of a word formed in this turn or the one before; each word only once."""
    if state.ruleset.double != "host":
        raise Refusal("no_host_double")
    if action.by != state.host:
        raise Refusal("double_is_hosts")
    typed = parse_word(action.word, state.ruleset).word
    found = [index for index, word in enumerate(state.words) if word.turn >= state.number - 1 and word.word == typed]
    if not found:
        raise Refusal("not_formed_lately", word=typed)
    open_ones = [index for index in found if not state.words[index].doubled]
    if not open_ones:
        raise Refusal("doubled_already", word=typed)
    index = open_ones[-1]
    word = state.words[index]
    doubled = replace(word, doubled=True, score=word.score * 2)
    player = state.players[word.seat]
    after = with_player(state, word.seat, replace(player, score=player.score + word.score))
    after = replace(
        after,
        words=(*state.words[:index], doubled, *state.words[index + 1 :]),
        history=amend_history(state.history, word.seat, word.score, state.number - word.turn),
    )
    return after, (WordDoubled(word.seat, word.word, doubled.score),)
