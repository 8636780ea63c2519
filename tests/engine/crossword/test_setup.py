"""From the lobby to the first turn (RULES §1.3, §2.5)."""

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from engine import game as door
from engine.alphabet import load_alphabet
from engine.crossword.events import DrawnTile, GameStarted, TilesDrawn
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Bag, Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.lobby_seats import Join, Seat, open_lobby, rematch_order
from engine.rng import commitment, seed
from engine.rulesets import resolve_ruleset
from tests.support import boards
from tests.support.games import NOW, SECRET, USERS, accepts_any_word, started_game

GAMES = 30


def secrets() -> Iterator[str]:
    return (f"{number:064x}" for number in range(GAMES))


def started(events: Sequence[door.Event]) -> GameStarted:
    (found,) = (event for event in events if isinstance(event, GameStarted))
    return found


def with_bag(ruleset: str, counts: dict[str, int]) -> Ruleset:
    rules = crossword_rulesets()[ruleset]
    return replace(rules, bags={rules.bag: Bag(sum(counts.values()), counts)})


def replayed_order(rounds: Sequence[Sequence[DrawnTile]], users: Sequence[int], language: str) -> list[int]:
    """The order that published draws give: every redraw only settles what was equal before."""
    letters = load_alphabet(language).letters
    drawn: dict[int, list[int]] = {user: [] for user in users}
    for round_ in rounds:
        for one in round_:
            drawn[one.user].append(-1 if one.tile == "?" else letters.index(one.tile))
    return sorted(users, key=lambda user: drawn[user])


@pytest.mark.parametrize(("ruleset", "seated"), [("scrabble-tr", 2), ("scrabble-en", 4)])
def test_seats_are_ordered_by_their_letters(ruleset: str, seated: int) -> None:
    language = crossword_rulesets()[ruleset].language
    for secret in secrets():
        state, events = started_game(ruleset, seated, secret=secret)
        event = started(events)
        assert list(event.order) == replayed_order(event.rounds, USERS[:seated], language)
        assert [player.user for player in state.players] == list(event.order)


def test_only_tied_players_draw_again() -> None:
    redraws = 0
    for secret in secrets():
        _, events = started_game("scrabble-en", 4, secret=secret)
        rounds = started(events).rounds
        assert {one.user for one in rounds[0]} == set(USERS)
        history: dict[int, str] = dict.fromkeys(USERS, "")
        for round_ in rounds:
            tied = {user for user in USERS if list(history.values()).count(history[user]) > 1}
            assert {one.user for one in round_} == tied
            redraws += round_ is not rounds[0]
            history |= {one.user: history[one.user] + one.tile for one in round_}
        assert len(set(history.values())) == len(USERS)
    assert redraws > 0


@pytest.mark.parametrize(("ruleset", "first", "second"), [("scrabble-en", "?", "A"), ("scrabble-tr", "Ç", "D")])
def test_a_blank_comes_before_a_and_letters_in_the_order_of_their_alphabet(
    ruleset: str, first: str, second: str
) -> None:
    for secret in secrets():
        state, events = started_game(with_bag(ruleset, {first: 15, second: 15}), secret=secret)
        last = {one.user: one.tile for one in started(events).rounds[-1]}
        assert [last[player.user] for player in state.players] == [first, second]


def test_kelimelik_starts_in_random_order_without_a_draw() -> None:
    orders = Counter[tuple[int, ...]]()
    for secret in secrets():
        _, events = started_game("kelimelik", secret=secret)
        assert started(events).rounds == ()
        orders[started(events).order] += 1
    assert set(orders) == {USERS[:2], USERS[1::-1]}


@pytest.mark.parametrize(("ruleset", "seated"), [("kelimelik", 2), ("scrabble-tr", 4), ("scrabble-en", 3)])
def test_everybody_has_seven_tiles_of_one_whole_set(ruleset: str, seated: int) -> None:
    state, events = started_game(ruleset, seated)
    assert [len(player.rack) for player in state.players] == [7] * seated
    assert len(state.bag) == 100 - 7 * seated
    assert boards.count_tiles(state.bag, [player.rack for player in state.players], state.cells) == state.ruleset.counts
    dealt = [event for event in events if isinstance(event, TilesDrawn)]
    assert [(event.seat, event.count, event.tiles) for event in dealt] == [
        (seat, 7, player.rack) for seat, player in enumerate(state.players)
    ]


def test_the_kelimelik_bonus_lies_on_a_plain_cell_and_is_public() -> None:
    names = premium_board(crossword_rulesets()["kelimelik"].board).grid.names
    signs = dict(zip(names, "".join(crossword_rulesets()["kelimelik"].board.rows), strict=True))
    found = set()
    for secret in secrets():
        state, events = started_game("kelimelik", secret=secret)
        assert state.bonus is not None
        assert signs[state.bonus] == "."
        assert started(events).bonus == state.bonus
        view = door.view(state, None)
        assert isinstance(view, GameView)
        assert view.bonus is not None
        assert (view.bonus.cell, view.bonus.points, view.bonus.taken) == (state.bonus, 25, False)
        found.add(state.bonus)
    assert len(found) > GAMES / 2


def test_the_seed_follows_from_the_published_facts() -> None:
    state, _ = started_game("kelimelik", message=7)
    assert state.draws.seed == seed(SECRET, USERS[:2], 7)
    assert state.commitment == commitment(SECRET)


def rematch(ruleset: str, users: Sequence[int], order: Sequence[int], secret: str = SECRET) -> list[int]:
    """In which order these play who have sat down, in a rematch of those."""
    table: door.Table | None = open_lobby(
        resolve_ruleset(crossword_rulesets()[ruleset]),
        Seat(users[0], "A"),
        secret,
        order=rematch_order([Seat(user, "B") for user in order]),
    )
    for user in users[1:]:
        assert table is not None
        table = door.apply(table, Join(user, "A"), NOW, accepts_any_word).table
    assert table is not None
    done = door.apply(table, door.Begin(users[0], 7, "00"), NOW, accepts_any_word)
    assert isinstance(done.table, GameState)
    assert started(done.events).order == tuple(player.user for player in done.table.players)
    assert {player.name for player in done.table.players} == {"A"}
    return [player.user for player in done.table.players]


@pytest.mark.parametrize("order", [[1, 2], [2, 1], [3, 1, 2], [2, 4, 1, 3]])
def test_in_a_rematch_of_the_same_players_whoever_was_second_begins(order: list[int]) -> None:
    assert rematch("wordbox-en", sorted(order), order) == order[1:] + order[:1]


@pytest.mark.parametrize("users", [[1, 2], [1, 2, 4], [1, 2, 3, 4]], ids=["one gone", "another", "one more"])
def test_where_others_play_than_before_the_lot_decides(users: list[int]) -> None:
    drawn = {tuple(rematch("wordbox-en", users, [1, 2, 3], secret)) for secret in secrets()}
    assert {order[0] for order in drawn} == set(users)


def test_where_letters_are_drawn_they_decide_in_a_rematch_too() -> None:
    drawn = {tuple(rematch("scrabble-tr", [1, 2], [1, 2], secret)) for secret in secrets()}
    assert drawn == {(1, 2), (2, 1)}


IDS = ("wordbox-en", "wordbox-tr", "wordbox-uk")

TILES = {
    "wordbox-en": (
        "E14 A11 I11 O9 N7 R7 T7 L5 S5 U5", "D5 G4", "B2 C2 M2 P2 F2 H2 V2 W2 Y2", "K1 J1 X1 Q1 Z1",
    ),
    "wordbox-tr": (
        "A14 E9 İ8 K8 L8 R7 N6 T6", "I5 M5 O4 S4 U4", "B3 D2 Ü2 Y2 C2 Ç2 Ş2 Z2", "G1 H1 P1 F1 Ö1 V1 Ğ1 J1",
    ),
    "wordbox-uk": (
        "О11 А9 И8 Н8 І6 Е6 Р6 Т6 В5", "К5 М5 С4 Д3 Л3 П3", "У3 Б2 Г2 З2 Я2",
        "Й1 Х1 Ч1 Ь1 Ї1 Ж1 Ц1 Ш1 Ю1 Є1 Ф1 Щ1 '1 Ґ1",
    ),
}  # fmt: skip

COLOURS = {"yellow": 1, "green": 2, "blue": 3, "red": 5}


@pytest.mark.parametrize("name", IDS)
def test_tiles_and_their_colours(name: str) -> None:
    rules = crossword_rulesets()[name]
    columns = dict(zip(COLOURS, TILES[name], strict=True))
    counts = {item[0]: int(item[1:]) for row in columns.values() for item in row.split()}
    assert rules.counts == counts | {"?": 2}
    assert rules.colours == {item[0]: colour for colour, row in columns.items() for item in row.split()}
    assert rules.values == {face: COLOURS[colour] for face, colour in rules.colours.items()} | {"?": 0}


@pytest.mark.parametrize("name", IDS)
def test_the_board_is_17_by_15_and_mirrored_both_ways(name: str) -> None:
    rows = crossword_rulesets()[name].board.rows
    assert (len(rows[0]), len(rows)) == (17, 15)
    assert Counter("".join(rows)) == {"d": 24, "t": 12, "D": 16, "T": 4, "Q": 4, "X": 4, "*": 1, ".": 190}
    assert rows == rows[::-1]
    assert rows == tuple(row[::-1] for row in rows)
    board = premium_board(crossword_rulesets()[name].board)
    assert (board.grid.names[board.centre], board.grid.names[-1]) == ("I8", "Q15")
