"""Choose what people do at a table of each kind, and the command, button or page by which they do it.

An administrator's decision may have no effect: the bot asks Telegram for the group's administrators, which may fail.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from random import Random
from typing import Final

from msgspec import Struct

from bot.families.crossword.typed_moves import places_used
from bot.families.duplicate.own_board import AnswerStep
from bot.families.duplicate.wording import spell_play
from bot.families.own_board import PLAY_STEP, hash_rack
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_button_data
from bot.telegram.requests import PageMove
from engine import cancellation
from engine.absence import Skip, Vote
from engine.allowance import Extend
from engine.alphabet import BLANK
from engine.cancellation import ObjectToCancel, ProposeCancel
from engine.clock import Pause, Remind, Resume, Timeout
from engine.crossword.actions import AcceptDraw, AskHint, Challenge, DeclineDraw, Exchange, OfferDraw, Place, TakeBack
from engine.crossword.draft import Draft, RackTile, encode_draft
from engine.crossword.premiums import Direction
from engine.crossword.rules import lay_and_score
from engine.crossword.simulate import Habits, random_action
from engine.crossword.state import GameState
from engine.duplicate.actions import CloseRound, Lock, NextNow, Withdraw
from engine.duplicate.state import GameState as RoundsState
from engine.duplicate.view import Play
from engine.errors import EngineError
from engine.game_base import Game
from engine.klepka.actions import Chaos, Flip, Form, Trade
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.simulate import random_move
from engine.klepka.state import GameState as CardsState
from engine.lexicon import load_lexicon
from engine.lobby_seats import Alter, Lobby
from engine.messages import Action
from engine.rng import Draws
from engine.turns import Pass, Surrender, Undo
from tools.bench.games import play_as_typed
from tools.simulator import people
from tools.simulator.ledger import AnswerAsked, ExpectedAction, expect, laid_play, may_come, typed_play
from tools.simulator.people import PlayerAction

_CODES: Final = {"yatay": "h", "dikey": "v"}
_ACTION_WEIGHTS: Final = Habits(
    passing=15, exchanging=40, surrendering=3, bluffing=100, challenging=200, drawing=10, taking_back=250
)
_PRIVATE_SHARE: Final = 0.1
_BUTTON_SHARE: Final = 0.1
_PAGE_SHARE: Final = 0.1
_CARD_BUTTON_SHARE: Final = 0.3
_CARD_WORDS: Final = {"Y": "s", "B": "m", POLYSEMY: "polisemi", EXCHANGE: "takas", CHAOS: "kaos"}
_DECISION_SHARE: Final = 0.12
_PAUSED_SHARE: Final = 0.02
_MAX_OPTIONS: Final = 6
_MAX_VALUES: Final = 3
_MAX_DATA_BYTES: Final = 64
ChosenAction = tuple[list[PlayerAction], Action]


class TableKind(Struct, frozen=True):
    game: str
    players: tuple[int, ...] = (2,)
    is_played: bool = True
    is_untimed: bool = True
    """Whether no clock runs there, so that a player can plan several actions ahead."""
    waits_for_window: bool = False
    """Whether people wait after each play until its window (for challenges or take-backs) has closed."""
    starts_when_full: bool = False


PLAYED_KINDS: Final = (
    TableKind("kelimelik saat=kapalı"),
    TableKind("kelimelik saat=kapalı dolunca", starts_when_full=True),
    TableKind("kelimelik saat=kapalı geri-alma=1dk"),
    TableKind("kelimelik saat=kapalı ipucu=2"),
    TableKind("scrabble-tr sözlük=liste", (2, 3, 4)),
    TableKind("scrabble-en challenge=double clock=none", (2, 3)),
    TableKind("wordbox-tr saat=kapalı", (2, 3, 4)),
    TableKind("wordbox-tr saat=kapalı itiraz=kapalı geri-alma=1dk", (2, 3, 4)),
    TableKind("wordbox-uk saat=kapalı"),
    TableKind("wordbox-en saat=kapalı ex=swap"),
    TableKind("tournament-tr saat=kapalı sözlük=liste"),
    TableKind("tournament-en saat=kapalı"),
    TableKind("klepka deste=kısa", (2, 3)),
    TableKind("kelimelik saat=2dk", is_untimed=False),
    TableKind("kelimelik saat=2dk geri-alma=10sn", is_untimed=False),
    TableKind("tournament-en pencere=15s", is_untimed=False),
    TableKind("klepka deste=kısa saat=açık", (2, 3), is_untimed=False),
    TableKind("duplicate-tr tur-süresi=60sn turlar=5 ara=10sn", (2, 3, 4), is_untimed=False),
    TableKind("duplicate-mini tur-süresi=60sn turlar=5 ara=10sn cevaplar=strict", (2, 3, 4), is_untimed=False),
)
IDLE_KINDS: Final = (
    TableKind("klepka deste=kısa saat=açık", is_played=False, is_untimed=False),
    TableKind("tournament-tr saat=final sözlük=liste", is_played=False, is_untimed=False),
    TableKind("kelimelik saat=2dk", is_played=False, is_untimed=False),
    TableKind("tournament-tr pencere=15s sözlük=liste", is_untimed=False, waits_for_window=True),
    TableKind("scrabble-en challenge=double window=15s clock=none", (2, 3), is_untimed=False, waits_for_window=True),
    TableKind("kelimelik saat=kapalı geri-alma=10sn", is_untimed=False, waits_for_window=True),
)
"""Tables whose people have gone away or let each play's window close: their deadlines pass again and again."""


def choose_board_action(state: GameState, now: datetime, rng: Random) -> ChosenAction | None:
    draws, words = Draws(f"{rng.getrandbits(64):x}"), load_lexicon(state.ruleset.lexicon)
    action, _, _ = random_action(state, now, draws, words, _ACTION_WEIGHTS)
    done = None if isinstance(action, Timeout | Remind) else to_player_action(state, action, rng)
    return None if done is None else ([done], action)


def to_player_action(state: GameState, action: Action, rng: Random) -> PlayerAction | None:  # noqa: C901, PLR0912 - a way for each
    """Express an action in one of the ways in which a player can do it; ``None`` if there is none."""
    private, button, table = rng.random() < _PRIVATE_SHARE, rng.random() < _BUTTON_SHARE, table_name(state)
    match action:
        case Place(by=by):
            return _to_play(state, action, private=private, button=button, page=rng.random() < _PAGE_SHARE)
        case Exchange(tiles=tiles):
            return _type(f"/degistir {' '.join('*' if one == BLANK else one for one in tiles)}", action, private)
        case Pass(by=by):
            page = PageMove(kind="pass", table=table, number=state.number) if rng.random() < _PAGE_SHARE else None
            return PlayerAction(by, "/pas", expect(action), is_private=private, page=page)
        case Surrender(by=by):
            return _tap(expect(action, table), encode_button_data("yes", table, by))
        case Challenge(by=by) if state.pending is not None:
            # A typed challenge names no play: it means the one that is pending when it arrives.
            play = state.pending.play
            if button:
                return _tap(_challenge(by, table, play), encode_button_data("doubt", table, play))
            return PlayerAction(by, "/itiraz", _challenge(by), is_private=private)
        case OfferDraw():
            return _type("/berabere", action)
        case AcceptDraw(by=by) | DeclineDraw(by=by):
            agrees = isinstance(action, AcceptDraw)
            if button and state.offer is not None:
                data = encode_button_data("agree" if agrees else "decline", table, state.offer.seat)
                return _tap(expect(action, table), data)
            return _type(f"/berabere {'evet' if agrees else 'olmaz'}", action)
        case AskHint(by=by, number=number, step=step):
            # A turn may be committed before the search ends.
            ask = may_come(
                by, f"hint {step}", lambda one: isinstance(one, AskHint) and (one.number, one.step) == (number, step)
            )
            return _tap(ask, encode_button_data("hint", table, number, step), private=private)
        case TakeBack(by=by) if state.pending is not None:
            if rng.random() < 0.5:  # noqa: PLR2004 - either
                play = state.pending.play
                return _tap(_take_back(by, table, play), encode_button_data("back", table, play))
            return PlayerAction(by, "/geri", _take_back(by), is_private=private)
        case Undo(by=by):
            return ask_for_undo(by)
        case _:
            return None


def ask_for_undo(player: int) -> PlayerAction:
    ruling = people.admin_of(player).user
    return _decide(ruling, "/gerial", Undo)


def choose_unfit_take_back(state: Game, rng: Random) -> tuple[int, str] | None:
    """Choose a take-back button that must be refused, for another player's play or an older one: user and data."""
    if not isinstance(state, GameState) or state.pending is None or not state.ruleset.take_back:
        return None
    mover, play = state.players[state.pending.seat].user, state.pending.play
    other = rng.choice([player.user for player in state.players if player.user != mover])
    who, which = rng.choice(((other, play), (people.stranger_of(mover).user, play), (mover, play - 1)))
    return who, encode_button_data("back", table_name(state), which)


def choose_refused_play(state: GameState, user: int, rng: Random) -> PlayerAction:
    """Choose a play that the rules refuse from every player: few racks have all its letters."""
    cell = f"{chr(65 + rng.randrange(state.ruleset.columns))}{1 + rng.randrange(len(state.ruleset.board.rows))}"
    way, word = rng.choice(tuple(_CODES)), rng.choice(("JJJJ", "ZZZZZ", "KALEMKALEM"))
    return PlayerAction(user, f"/oyna {cell} {way} {word}", typed_play(user, f"{cell} {way} {word}"))


def choose_card_action(state: CardsState, rng: Random) -> ChosenAction | None:
    draws, words = Draws(f"{rng.getrandbits(64):x}"), load_lexicon(state.ruleset.lexicon)
    action, _ = random_move(state, {}, draws, words)
    by, table = state.players[state.turn].user, table_name(state)
    match action:
        case Flip(positions=positions) if rng.random() < _CARD_BUTTON_SHARE:
            return [_tap_card(by, table, state.number, position) for position in positions], action
        case Flip(positions=positions):
            text = f"/ac {' '.join(map(str, positions))}"
        case Form(word=word):
            text = f"/soz {word}"
        case Pass():
            text = "/pas"
        case Chaos(by=by):
            text = "/kaos"
        case Surrender():
            return [_tap(expect(action, table), encode_button_data("yes", table, by))], action
        case Trade(by=by, give=give, owner=owner, take=take):
            seat = 1 + next(seat for seat, player in enumerate(state.players) if player.user == owner)
            text = f"/takas {_card_as_typed(give)} {seat} {_card_as_typed(take)}"
        case _:
            return None
    return [PlayerAction(by, text, expect(action))], action


def choose_pauses(game: RoundsState, admin: int, rng: Random) -> list[PlayerAction]:
    pauses = [_decide(admin, "/duraklat", Pause)] if game.clocks.paused is None else []
    return [*pauses, _decide(admin, "/devam", Resume)] if not pauses or rng.random() < _PAUSED_SHARE else []


def choose_answers(state: RoundsState, rng: Random) -> list[PlayerAction]:
    round_, table, done = state.round, table_name(state), list[PlayerAction]()
    if round_ is None:
        following = _decision(state.host, NextNow, table)
        is_asked = state.number > 0 and rng.random() < 0.3  # noqa: PLR2004 - of all looks
        return [_tap(following, encode_button_data("next", table, state.number))] if is_asked else []
    mark = hash_rack(round_.rack)
    for player in state.players:
        step, roll = partial(encode_button_data, PLAY_STEP, table, f"{player.user:x}", state.number, mark), rng.random()
        if player.locked:
            continue
        if roll < 0.3 and player.answer is not None:  # noqa: PLR2004 - of all looks
            done.append(_tap(_on_answer(player.user, Lock, round_.number), step(AnswerStep.LOCK), private=True))
        elif roll < 0.35 and player.answer is not None:  # noqa: PLR2004 - as above
            done.append(_tap(_on_answer(player.user, Withdraw, round_.number), step(AnswerStep.WITHDRAW), private=True))
        elif roll < 0.65:  # noqa: PLR2004 - as above
            play = rng.choice(round_.best)
            done.append(_to_answer(state, player.user, play, step, rng))
    if rng.random() < 0.1:  # noqa: PLR2004 - as above
        close = encode_button_data("close", table, round_.number)
        done += [_tap(_decision(state.host, CloseRound, table), close)] * 2
    return done


def _to_answer(state: RoundsState, user: int, play: Play, step: Callable[[object], str], rng: Random) -> PlayerAction:
    round_ = state.round
    number = 0 if round_ is None else round_.number
    ask = AnswerAsked(by=user, what=f"{play.cell} {play.word} in round {number}", round=number, play=play)
    way = "yatay" if play.direction is Direction.ACROSS else "dikey"
    if rng.random() < 0.4:  # noqa: PLR2004 - fewer type
        return PlayerAction(user, f"/oyna {play.cell} {way} {spell_play(play)}", ask, is_private=True)
    data = step(f"{AnswerStep.ANSWER}{draft_of_play(state, play)}")
    inline = rng.random() < 0.3  # noqa: PLR2004 - fewer choose in the line
    return PlayerAction(user, data, ask, is_tap=True, is_private=True, is_choice=inline)


def _on_answer(user: int, kind: type[Lock | Withdraw], number: int) -> ExpectedAction:
    return may_come(user, kind.__name__, lambda one: isinstance(one, kind) and one.round == number)


def draft_of_play(state: RoundsState, play: Play) -> str:
    tiles, rack = [put.tile for put in play.tiles], () if state.round is None else state.round.rack
    letters = [tile.removeprefix(BLANK) if tile.startswith(BLANK) else "" for tile in tiles]
    laid = tuple(map(RackTile, places_used(rack, tiles), letters))
    return encode_draft(state.position, Draft(play.tiles[0].cell, play.direction, laid))


def choose_option_change(lobby: Lobby, rng: Random) -> PlayerAction:
    """Let the host choose a value of an option; the option may not exist or have this value already."""
    step, table = f"{rng.randrange(_MAX_OPTIONS)}{rng.randrange(_MAX_VALUES)}", table_name(lobby)
    return _tap(_decision(lobby.host, Alter, table), encode_button_data("alter", table, step))


def choose_decisions(game: Game, admin: int, rng: Random) -> list[PlayerAction]:
    if game.clocks.paused is not None:
        return [_decide(admin, "/devam", Resume)]
    if game.petition is not None and not game.petition.is_waiting:
        return _cast_vote(game, rng)
    if isinstance(game, GameState) and game.former is not None and rng.random() < _DECISION_SHARE:
        return [ask_for_undo(admin)]
    if rng.random() >= _DECISION_SHARE:
        return []
    seat = rng.randrange(len(game.players))
    match rng.randrange(6):
        case 0:
            return [_decide(admin, "/duraklat", Pause), _decide(admin, "/devam", Resume)]
        case 1:
            who = f"{1 + seat} " if rng.random() < 0.3 else ""  # noqa: PLR2004 - mostly the player on turn
            return [_decide(admin, f"/uzat {who}{rng.choice(('5dk', '20sn', '1sa'))}", Extend)]
        case 2:
            return [_decide(admin, "/atla", Skip)]
        case 3:
            return [ask_for_undo(admin)]
        case 4:
            return [_decide(game.players[seat].user, f"/cikar {1 + rng.randrange(len(game.players))}", Vote)]
        case _:
            return _propose_cancel(game, rng)


def _cast_vote(game: Game, rng: Random) -> list[PlayerAction]:
    petition, table = game.petition, table_name(game)
    if petition is None:
        return []
    voter = game.players[rng.randrange(len(game.players))].user
    if petition.about == "remove" and rng.random() < 0.3:  # noqa: PLR2004 - fewer type than tap
        return [_decide(voter, f"/cikar {1 + petition.seat}", Vote)]
    way = "y" if rng.random() < 0.3 else "n"  # noqa: PLR2004 - most want all players to stay
    data = encode_button_data("vote", table, petition.about, petition.seat, petition.number, 0, way)
    return [_tap(_decision(voter, Vote, table), data)]


def _propose_cancel(game: Game, rng: Random) -> list[PlayerAction]:
    table, host = table_name(game), cancellation.acting_host(game)
    decisions = [_tap(_decision(host, ProposeCancel, table), encode_button_data("cancel", table, host))]
    if rng.random() < 0.8:  # noqa: PLR2004 - of all games some end so
        player = rng.choice(game.players).user
        decisions.append(_tap(_decision(player, ObjectToCancel, table), encode_button_data("object", table)))
    return decisions


def _decision(user: int, kind: type[Action], table: str = "") -> ExpectedAction:
    return may_come(user, kind.__name__, lambda action: isinstance(action, kind), table)


def _decide(user: int, text: str, kind: type[Action]) -> PlayerAction:
    return PlayerAction(user, text, _decision(user, kind))


def _challenge(by: int, table: str = "", play: int | None = None) -> ExpectedAction:
    return may_come(
        by, "a challenge", lambda one: isinstance(one, Challenge) and not one.words and play in {None, one.play}, table
    )


def _take_back(by: int, table: str = "", play: int | None = None) -> ExpectedAction:
    return may_come(by, "a play back", lambda one: isinstance(one, TakeBack) and play in {None, one.play}, table)


def _tap_card(by: int, table: str, turn: int, position: int) -> PlayerAction:
    ask = may_come(by, f"card {position}", lambda one: isinstance(one, Flip) and position in one.positions, table)
    return _tap(ask, encode_button_data("card", table, turn, position))


def _tap(ask: ExpectedAction, data: str, *, private: bool = False) -> PlayerAction:
    return PlayerAction(ask.by, data, ask, is_tap=True, is_private=private)


def _type(text: str, action: Action, private: bool = False) -> PlayerAction:  # noqa: FBT001, FBT002 - what it says
    ask = expect(action)
    return PlayerAction(ask.by, text, ask, is_private=private)


def _to_play(
    state: GameState, action: Place, *, private: bool, button: bool, page: bool = False
) -> PlayerAction | None:
    try:
        text = play_as_typed(action, lay_and_score(state, state.turn, action)[1].words[0])
    except EngineError:
        return None
    by, table, (start, way, word) = action.by, table_name(state), text.split()
    data = encode_button_data("lay", table, state.number, start, _CODES[way], word)
    if button and len(data.encode()) <= _MAX_DATA_BYTES:
        return _tap(typed_play(by, f"{start} {_CODES[way]} {word}", table, state.number), data, private=private)
    if page:
        tiles = {placed.cell: placed.tile for placed in action.tiles}
        move = PageMove(kind="play", table=table, number=state.number, tiles=tiles)
        return PlayerAction(by, f"/oyna {text}", laid_play(action, table, state.number), page=move)
    return PlayerAction(by, f"/oyna {text}", typed_play(by, text), is_private=private)


def _card_as_typed(card: str) -> str:
    return _CARD_WORDS.get(card) or card[0] + _CARD_WORDS[card[1]]
