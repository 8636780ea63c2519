"""Random games for laws: numbers become actions, mostly legal, so that Hypothesis can shorten a failing game."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import cache, lru_cache
from random import Random
from typing import Any
from zlib import crc32

from msgspec.structs import replace

from engine import game as door
from engine.alphabet import load_alphabet
from engine.clock import Pause, Remind, Resume, Timeout
from engine.crossword.actions import AcceptDraw, Challenge, DeclineDraw, Exchange, OfferDraw, Place, Placement, TakeBack
from engine.crossword.players.turn_choice import Strength
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Bag, Board, Ruleset
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import simulate_game
from engine.crossword.state import GameState
from engine.crossword.timing import deadline
from engine.duplicate.ruleset import Ruleset as DuplicateRuleset
from engine.duplicate.simulate import simulate_game as simulate_duplicate
from engine.errors import EngineError
from engine.game import Table
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.klepka.simulate import simulate_game as simulate_klepka
from engine.lexicon import load_lexicon
from engine.proof import Proof, compose_proof, decode_proof, encode_proof
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.table_log import LogEntry
from engine.turns import Cancel, Pass, Surrender, Undo
from tests.support.boards import shared_searcher
from tests.support.games import NOW, OUTSIDER, USERS, accepts_any_word, after_actions, game, place_play

SMALL_WORDBOX_BOARD = ("Q..X..Q", ".D...t.", "..d.d..", "X..*..X", "..d.d..", ".t...D.", "Q..X..Q")
SMALL_BOARD = ("T..d..T", ".D...t.", "..d.d..", "d..*..d", "..d.d..", ".t...D.", "T..d..T")
_PASSIVE_OF_SIXTEEN = 4
"""Of sixteen tables so many seldom play a word, so that runs of passes end games too."""
FEW_TILES = {"A": 8, "E": 8, "K": 5, "L": 5, "M": 3, "R": 4, "Z": 1, "?": 2}
FEW_CYRILLIC_TILES = {"А": 8, "Е": 8, "К": 5, "Л": 5, "М": 3, "Р": 4, "Ґ": 1, "?": 2}


@cache
def small_ruleset(ruleset: str) -> Ruleset:
    rules = crossword_rulesets()[ruleset]
    few = FEW_CYRILLIC_TILES if rules.language == "uk" else FEW_TILES
    return replace(
        rules,
        board=Board(
            SMALL_WORDBOX_BOARD if "Q" in "".join(rules.board.rows) else SMALL_BOARD,
            centre_doubles=rules.board.centre_doubles,
        ),
        bag="few",
        bags={"few": Bag(sum(few.values()), few)},
    )


def random_placement(state: GameState, chance: Random) -> Place:
    player = state.players[state.turn]
    grid = premium_board(state.ruleset.board).grid
    filled = [index for index, cell in enumerate(state.cells) if cell]
    near = [index for old in filled for index in grid.neighbours[old] if not state.cells[index]]
    start = chance.choice(near or [premium_board(state.ruleset.board).centre])
    step = chance.choice((1, grid.columns))
    rack = list(player.rack)
    chance.shuffle(rack)
    letters = load_alphabet(state.ruleset.language).letters
    tiles = []
    index = start
    for tile in rack[: chance.randint(1, len(rack)) if rack else 0]:
        while index < grid.size and state.cells[index]:
            index += step
        if index >= grid.size:
            break
        chosen = f"?{chance.choice(letters)}" if tile == "?" else tile
        tiles.append(Placement(grid.names[index], chosen))
        index += step
    return Place(player.user, tuple(tiles))


def random_garbage_move(state: GameState, chance: Random) -> Place:
    names = (*premium_board(state.ruleset.board).grid.names, "Z99")
    faces = (*state.ruleset.values, "?A", "??", "", "Q")
    count = chance.randint(0, 8)
    tiles = (Placement(chance.choice(names), chance.choice(faces)) for _ in range(count))
    return Place(chance.choice((*(player.user for player in state.players), OUTSIDER)), tuple(tiles))


def action_of_number(state: GameState, number: int) -> door.Action:
    chance = Random(number)
    player = state.players[state.turn]
    eager = int(state.secret[-1], 16) >= _PASSIVE_OF_SIXTEEN
    kinds = {"place": 80.0 if eager else 8, "exchange": 8, "pass": 12, "garbage": 5, "surrender": 0.7, "cancel": 0.3}
    if state.ruleset.judging.has_challenges:
        kinds["challenge"] = 30 if state.pending else 2
    if state.ruleset.draw_offers:
        kinds["draw"] = 40 if state.offer else 5
    if state.former is not None:
        kinds["take back"] = 10
    if deadline(state) is not None or state.clocks.paused is not None:
        kinds["clock"] = 12 if eager and state.clocks.paused is None else 60
    match chance.choices(tuple(kinds), tuple(kinds.values()))[0]:
        case "place":
            return random_placement(state, chance)
        case "exchange":
            count = chance.randint(0, len(player.rack))
            return Exchange(player.user, tuple(chance.sample(player.rack, count)))
        case "pass":
            return Pass(player.user)
        case "garbage":
            return random_garbage_move(state, chance)
        case "surrender":
            return Surrender(chance.choice(state.players).user)
        case other:
            return random_side_action(state, other, chance)


def random_side_action(state: GameState, kind: str, chance: Random) -> door.Action:
    user = chance.choice((*(player.user for player in state.players), OUTSIDER))
    if kind == "challenge":
        words = () if state.pending is None else tuple(word.word for word in state.pending.words)
        named = tuple(chance.sample(words, chance.randint(0, len(words))))
        return Challenge(user, named, chance.choice((None, None, state.number)))
    if kind == "cancel":
        return Cancel(state.players[state.turn].user)
    if kind == "take back":
        return chance.choice((TakeBack(user), Undo(user, state.number)))
    if kind == "draw":
        return chance.choice((OfferDraw, AcceptDraw, AcceptDraw, AcceptDraw, DeclineDraw))(user)
    if state.clocks.paused is not None:
        return Resume(user)
    return chance.choices((Timeout(), Remind(), Pause(user)), (8, 4, 1))[0]


def instant_of_number(state: GameState, number: int) -> datetime:
    chance = Random(number + 1)
    since = state.clocks.paused or state.clocks.started or NOW
    if state.pending is not None:
        since = max(since, state.pending.until - timedelta(seconds=state.ruleset.judging.window))
    due = deadline(state)
    if due is not None and isinstance(action_of_number(state, number), Timeout | Remind):
        return due
    return since + timedelta(milliseconds=chance.randint(0, 20_000))


def accepts_two_of_three(word: str) -> bool:
    return crc32(word.encode()) % 3 > 0


def judge_of(state: GameState) -> door.Judge:
    """Any word will do where phonies are refused; where plays are challenged, some are phonies."""
    return accepts_two_of_three if state.ruleset.judging.has_challenges else accepts_any_word


def play_numbers(
    state: GameState, numbers: Iterable[int]
) -> Iterable[tuple[GameState, door.Action, GameState, tuple[door.Event, ...]]]:
    """Play numbers as actions until the game ends: the state before, the action, the state after, the events."""
    for _, before, asked, after, events in play_numbers_timed(state, numbers):
        yield before, asked, after, events


def play_numbers_timed(
    state: GameState, numbers: Iterable[int]
) -> Iterable[tuple[datetime, GameState, door.Action, GameState, tuple[door.Event, ...]]]:
    for number in numbers:
        asked, now = action_of_number(state, number), instant_of_number(state, number)
        try:
            done = door.apply(state, asked, now, judge_of(state))
        except EngineError:
            yield now, state, asked, state, ()
            continue
        if not isinstance(done.table, GameState):
            raise TypeError("the game became something else")
        yield now, state, asked, done.table, done.events
        state = done.table
        if state.outcome is not None:
            return


A, B, C, D = USERS
RACKS = ("LOFTYAE", "AEINSDL", "AEINSDL")


def table(racks: tuple[str, ...] = RACKS[:2], bag: str | None = "Q" * 20, **options: str) -> GameState:
    """An English table where plays can be taken back for twenty seconds."""
    chosen = {"challenge": "void", "clock": "none", "take-back": "20"}
    chosen |= {name.replace("_", "-"): value for name, value in options.items()}
    return game(racks=racks, bag=bag, options=chosen)


def laid(state: GameState | None = None, seconds: float = 0) -> GameState:
    state = state or table()
    return after_actions(state, place_play(state, "8H LOFTY"), seconds=seconds)


def held(state: GameState) -> tuple[object, ...]:
    """What a turn that is gone back by must leave as it was."""
    racks = [Counter(player.rack) for player in state.players]
    return racks, [player.score for player in state.players], state.cells, state.bag, state.draws, state.turn


def undo(state: GameState, name: str = "") -> Undo:
    return Undo(D, state.number, name)


def waiting(seated: int = 2, clock: str = "none") -> GameState:
    """WordBox, in which draws are offered, once the first player has laid LOFTY and may take it back."""
    options = {"challenge": "void", "clock": clock, "take-back": "30"}
    start = game("wordbox-en", racks=(RACKS + RACKS[1:])[:seated], bag="Q" * 60, options=options)
    return after_actions(start, place_play(start, "8I LOFTY"))


Json = dict[str, Any]


@lru_cache
def simulated_proof(
    ruleset: str, players: int = 2, number: int = 1, options: tuple[tuple[str, str], ...] = ()
) -> Proof:
    rules = resolve_ruleset(shipped_rulesets()[ruleset], dict(options))
    words = load_lexicon(rules.lexicon)
    table: Table
    log: tuple[LogEntry, ...]
    if isinstance(rules, CrosswordRuleset):
        board = simulate_game(rules, players, "proof", number, words)
        table, log = board.state, board.log
    elif isinstance(rules, DuplicateRuleset):
        # Of a hundred players' answers a game shows no more than of three.
        answering: tuple[Strength, ...] = ("greedy", "kolay", "acemi")
        rounds = simulate_duplicate(rules, answering[:players], "proof", number, words, shared_searcher())
        table, log = rounds.state, rounds.log
    else:
        assert isinstance(rules, KlepkaRuleset)
        cards = simulate_klepka(rules, players, "proof", number, words)
        table, log = cards.state, cards.log
    return compose_proof(table, log, "harfiyen test")


def tampered_proof(proof: Proof, change: Callable[[Json], None]) -> Proof:
    document = json.loads(encode_proof(proof))
    change(document)
    return decode_proof(json.dumps(document).encode())


def log_entry_with_event(document: Json, event: str) -> Json:
    """The first entry of the log that something of a kind came of, in the middle of the game."""
    found: Json = next(
        entry
        for entry in document["log"]
        if entry["action"]["type"] != "begin" and any(one["type"] == event for one in entry["events"])
    )
    return found


Tampering = Callable[[Json], None]
