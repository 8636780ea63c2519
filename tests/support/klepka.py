"""Games of Klepka in any position, their tables drawn as text, and the actions to try on them.

In a picture a capital is a yellow letter card and a small letter a blue one; ``*`` is polysemy, ``=`` exchange, ``#``
chaos, ``.`` an empty position. Collections are written the same way, in one row.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from textwrap import dedent

from msgspec.structs import replace

from engine import clock
from engine.alphabet import load_alphabet
from engine.clock import Pause, Remind, Resume, Timeout
from engine.errors import EngineError
from engine.family_protocol import Judge
from engine.game_base import GameSetup
from engine.klepka.actions import Action, Chaos, DoubleWord, Flip, Form, Trade
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY, Cards, colour_of, face_down_positions
from engine.klepka.events import Event
from engine.klepka.rules import apply
from engine.klepka.ruleset import Ruleset
from engine.klepka.state import SCHEMA, GameState, Player, open_game
from engine.klepka.view import Phase
from engine.klepka.words import Spelling, parse_word, spell_word
from engine.lobby_seats import Seat
from engine.rng import Draws, commitment
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.turns import Cancel, Pass, Surrender


def count_cards(table: Iterable[str], collections: Iterable[Iterable[str]], discarded: Iterable[str]) -> Counter[str]:
    count = Counter(card for card in table if card)
    for held in collections:
        count.update(held)
    count.update(discarded)
    return count


NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
NAMES = ("Оля", "Боря", "Віра", "Гнат", "Діна", "Ева")
USERS = (201, 202, 203, 204, 205, 206)
OUTSIDER = 900
SECRET = "7b" * 32
REWARDS = {"*": POLYSEMY, "=": EXCHANGE, "#": CHAOS}


def card_of_sign(sign: str) -> str:
    if sign in REWARDS:
        return REWARDS[sign]
    letters = load_alphabet("uk")
    return f"{letters.upper(sign)}{'B' if letters.is_lower(sign) else 'Y'}"


def sign_of_card(card: str) -> str:
    if card in SIGNS:
        return SIGNS[card]
    return load_alphabet("uk").lower(card[0]) if card[1] == "B" else card[0]


SIGNS = {card_of_sign: sign_of_card for sign_of_card, card_of_sign in REWARDS.items()} | {"": "."}


def accepts_any_word(word: str) -> bool:
    return bool(word)


def klepka_rules(**options: str) -> Ruleset:
    ruleset = shipped_rulesets()["klepka"]
    if not isinstance(ruleset, Ruleset):
        raise TypeError("the ruleset is of another family")
    return resolve_ruleset(ruleset, options)


def cards_of_signs(signs: str) -> Cards:
    return tuple("" if sign == "." else card_of_sign(sign) for sign in signs if sign != " ")


def signs_of_cards(collection: Sequence[str]) -> str:
    return "".join(sign_of_card(one) for one in collection)


def table_picture(state: GameState) -> str:
    width = state.ruleset.cards.columns
    signs = signs_of_cards(state.table)
    return "\n".join(signs[start : start + width] for start in range(0, len(signs), width))


def assert_table(state: GameState, expected: str) -> None:
    """Fail with both tables drawn side by side unless they are equal."""
    wanted, actual = dedent(expected).split(), table_picture(state).split()
    if wanted != actual:
        width = max(map(len, (*wanted, "expected")))
        lines = [f"{left:{width}}   {right}" for left, right in zip(wanted, actual, strict=True)]
        raise AssertionError("tables differ\n" + "\n".join([f"{'expected':{width}}   actual", *lines]))


def game(
    table: str = "",
    *hands: str,
    turn: int = 0,
    phase: Phase = "words",
    host: int = USERS[0],
    scores: Sequence[int] = (),
    passed: Sequence[int] = (),
    ruleset: Ruleset | None = None,
) -> GameState:
    """A game in mid-play.

    ``table``: a picture of the cards face down, one line a row; all taken when empty. ``hands``: each player's
    collection as a row of signs; two empty ones when not given. ``phase``: the action that the player on turn is at.
    ``scores``: each player's points so far; zeros when not given. ``passed``: the seats that have passed on an empty
    table. ``ruleset``: resolved; without options and with the full deck when not given.
    """
    chosen = ruleset or klepka_rules(deck="full")
    lines = dedent(table).split() or ["." * chosen.cards.columns] * chosen.cards.rows
    deck = replace(chosen.cards, columns=len(lines[0]), rows=len(lines))
    chosen = replace(chosen, decks={chosen.deck: deck})
    collections = hands or ("", "")
    points = tuple(scores) or (0,) * len(collections)
    players = tuple(
        Player(user, name, cards_of_signs(hand), score, passed=seat in passed)
        for seat, (user, name, hand, score) in enumerate(zip(USERS, NAMES, collections, points, strict=False))
    )
    return GameState(
        schema=SCHEMA,
        ruleset=chosen,
        lexicon="00",
        players=players,
        table=cards_of_signs("".join(lines)),
        draws=Draws("ab" * 32),
        secret=SECRET,
        commitment=commitment(SECRET),
        host=host,
        turn=turn,
        phase=phase,
        clocks=clock.start_turn(clock.initial_clocks(None, len(players)), NOW),
    )


def started_game(
    seated: int = 2, *, secret: str = SECRET, message: int = 7, ruleset: Ruleset | None = None, **options: str
) -> GameState:
    seats = [Seat(user, name) for user, name in zip(USERS[:seated], NAMES, strict=False)]
    rules_in_use = ruleset or klepka_rules(**options)
    return open_game(
        rules_in_use, GameSetup(seats=seats, host=USERS[0], secret=secret, message=message, lexicon="00", begins=NOW)
    )[0]


def user_at(state: GameState, seat: int | None = None) -> int:
    return state.players[state.turn if seat is None else seat].user


def form(state: GameState, word: str, seat: int | None = None) -> Form:
    return Form(user_at(state, seat), word)


def flip(state: GameState, *positions: int, seat: int | None = None) -> Flip:
    return Flip(user_at(state, seat), positions)


def pass_(state: GameState, seat: int | None = None) -> Pass:
    return Pass(user_at(state, seat))


def trade(state: GameState, seat: int, give: str, partner: int, take: str) -> Trade:
    """One seat trades a card with another; cards are signs."""
    return Trade(user_at(state, seat), card_of_sign(give), user_at(state, partner), card_of_sign(take))


def chaos(state: GameState, seat: int) -> Chaos:
    return Chaos(user_at(state, seat))


def double(word: str, user: int = USERS[0]) -> DoubleWord:
    return DoubleWord(user, word)


def surrender(state: GameState, seat: int | None = None) -> Surrender:
    return Surrender(user_at(state, seat))


def apply_step(
    state: GameState, action: Action, judge: Judge = accepts_any_word, *, later: float = 0
) -> tuple[GameState, tuple[Event, ...]]:
    """The game after an action ``later`` seconds from the beginning, and what the engine tells of it."""
    return apply(state, action, NOW + timedelta(seconds=later), judge)


def after_actions(state: GameState, *actions: Action) -> GameState:
    for action in actions:
        state, _ = apply_step(state, action)
    return state


def refusal_of(
    state: GameState, action: Action, judge: Judge = accepts_any_word, *, later: float = 0
) -> EngineError | None:
    try:
        apply_step(state, action, judge, later=later)
    except EngineError as error:
        return error
    return None


def spell_from_hand(word: str, hand: str, **options: str) -> Spelling:
    ruleset = klepka_rules(**options)
    return spell_word(parse_word(word, ruleset), cards_of_signs(hand), ruleset)


_KINDS = {
    "form": 30,
    "flip": 60,
    "match": 40,
    "pass": 20,
    "trade": 10,
    "chaos": 5,
    "double": 6,
    "garbage": 8,
    "clock": 12,
    "surrender": 0.6,
    "cancel": 0.2,
}


def random_letters(state: GameState, chance: Random) -> str:
    letters = [card[0] for card in state.players[state.turn].cards if colour_of(card)]
    chosen = chance.sample(letters, min(len(letters), chance.randint(2, 6)))
    return "".join(f"[{letter}]" if chance.random() < 0.15 else letter for letter in chosen)


def random_matching_positions(state: GameState, chance: Random) -> tuple[int, ...]:
    """Positions of equal letters, as nobody could know them, and others to make up the number."""
    lying = list(face_down_positions(state.table))
    chance.shuffle(lying)
    lying.sort(key=lambda position: state.table[position - 1][:1])
    start = chance.randrange(len(lying) + 1)
    return tuple((lying[start:] + lying[:start])[: state.flips])


def random_trade(state: GameState, chance: Random) -> Trade:
    giver, owner = (chance.choice(state.players) for _ in range(2))
    give, take = (chance.choice((*player.cards, "ОY", "А", "chaos", "")) for player in (giver, owner))
    return Trade(giver.user, give, owner.user, take)


def random_garbage_action(state: GameState, chance: Random) -> Action:
    user = chance.choice((*(player.user for player in state.players), OUTSIDER))
    positions = tuple(chance.randint(-2, len(state.table) + 2) for _ in range(chance.randint(0, 6)))
    word = "".join(chance.choice("аоинґ'[] z1") for _ in range(chance.randint(0, 9)))
    choices: tuple[Action, ...] = (
        Flip(user, positions),
        Form(user, word),
        Pass(user),
        Chaos(user),
        Trade(user, word, OUTSIDER, word),
        DoubleWord(user, word),
    )
    return chance.choice(choices)


def random_double(state: GameState, chance: Random) -> DoubleWord:
    return DoubleWord(state.host, chance.choice((*(word.word for word in state.words[-3:]), "ВОДА")))


def random_clock_action(state: GameState, chance: Random) -> Action:
    user = state.players[state.turn].user
    choices: tuple[Action, ...] = (Timeout(), Remind(), Pause(user), Resume(user))
    return chance.choice(choices)


_MAKERS: Mapping[str, Callable[[GameState, Random], Action]] = {
    "form": lambda state, chance: Form(state.players[state.turn].user, random_letters(state, chance)),
    "flip": lambda state, chance: Flip(
        state.players[state.turn].user, tuple(chance.sample(face_down_positions(state.table), state.flips))
    ),
    "match": lambda state, chance: Flip(state.players[state.turn].user, random_matching_positions(state, chance)),
    "pass": lambda state, _: Pass(state.players[state.turn].user),
    "trade": random_trade,
    "chaos": lambda state, chance: Chaos(chance.choice(state.players).user),
    "double": random_double,
    "garbage": random_garbage_action,
    "clock": random_clock_action,
    "surrender": lambda state, chance: Surrender(chance.choice(state.players).user),
    "cancel": lambda state, _: Cancel(state.players[state.turn].user),
}


def action_of_number(state: GameState, number: int) -> Action:
    chance = Random(number)
    kind = chance.choices(tuple(_KINDS), tuple(_KINDS.values()))[0]
    return _MAKERS[kind](state, chance)


def play_numbers(
    state: GameState, numbers: Iterable[int]
) -> Iterable[tuple[GameState, Action, datetime, GameState, tuple[Event, ...]]]:
    """Play numbers as actions until the game ends: the state before, the action, its instant, the state after, events.

    A refused action leads nowhere: the state after is the one before, without events.
    """
    now = NOW
    for number in numbers:
        now += timedelta(seconds=number % 41)
        asked = action_of_number(state, number)
        try:
            done, events = apply(state, asked, now, accepts_any_word)
        except EngineError:
            yield state, asked, now, state, ()
            continue
        yield state, asked, now, done, events
        state = done
        if state.outcome is not None:
            return
