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

GAMES = 60


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


@pytest.mark.parametrize("seated", [2, 3, 4])
@pytest.mark.parametrize("ruleset", ["scrabble-tr", "scrabble-en"])
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


def test_a_blank_comes_before_a() -> None:
    rules = with_bag("scrabble-en", {"A": 10, "?": 10})
    for secret in secrets():
        state, events = started_game(rules, secret=secret)
        last = {one.user: one.tile for one in started(events).rounds[-1]}
        assert last[state.players[0].user] == "?"
        assert last[state.players[1].user] == "A"


def test_turkish_letters_are_ordered_by_the_turkish_alphabet() -> None:
    rules = with_bag("scrabble-tr", {"Ç": 15, "D": 15})
    for secret in secrets():
        state, events = started_game(rules, secret=secret)
        last = {one.user: one.tile for one in started(events).rounds[-1]}
        assert last[state.players[0].user] == "Ç"


def test_ties_that_outlast_the_bag_are_still_settled() -> None:
    rules = with_bag("scrabble-en", {"E": 27, "F": 1})
    for secret in secrets():
        _, events = started_game(rules, 4, secret=secret)
        assert sorted(started(events).order) == list(USERS)


def test_the_draw_is_fair() -> None:
    first = Counter(started_game("scrabble-en", 2, secret=f"{n:064x}")[0].players[0].user for n in range(400))
    assert all(150 < first[user] < 250 for user in USERS[:2])


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


def test_the_game_begins_with_nothing_on_the_board_and_the_first_seat_on_turn() -> None:
    state, _ = started_game("scrabble-tr", 3)
    assert (set(state.cells), state.turn, state.number) == ({""}, 0, 0)
    assert {player.score for player in state.players} == {0}


def test_the_s3_table_is_played_with_ninety_one_tiles() -> None:
    rules = crossword_rulesets()["scrabble-tr"]
    state, _ = started_game(replace(rules, bag="s3-table"), 2)
    assert len(state.bag) == 91 - 14


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


@pytest.mark.parametrize("ruleset", ["scrabble-tr", "scrabble-en"])
def test_scrabble_has_no_bonus_cell(ruleset: str) -> None:
    assert started_game(ruleset)[0].bonus is None


def test_the_same_secret_seats_and_message_give_the_same_game() -> None:
    assert started_game("kelimelik") == started_game("kelimelik")


def test_another_message_gives_another_game() -> None:
    def racks(state: GameState) -> list[tuple[str, ...]]:
        return [player.rack for player in state.players]

    assert racks(started_game("kelimelik", message=7)[0]) != racks(started_game("kelimelik", message=8)[0])


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
