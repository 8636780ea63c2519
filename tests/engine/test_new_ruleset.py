"""A game that the repository does not know takes one TOML text and no code: Beşlik on nine by nine (RULES §2.9)."""

from collections import Counter

from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.simulate import simulate
from engine.crossword.tiles import census
from engine.lexicon import lexicon
from engine.rulesets import parse, resolve
from tests.support.games import after, begun, game, play, points

TEXT = """
schema = 1
id = "beslik"
family = "crossword"
language = "tr"
lexicon = "tr"
rack = 7
bag = "official"
clock = "minute"

[title]
tr = "Beşlik"
en = "Beşlik"

[players]
least = 2
most = 2
order = "random"

[board]
centre_doubles = true
rows = '''
T...t...T
.D.d.d.D.
..t...t..
.d.....d.
t...*...t
.d.....d.
..t...t..
.D.d.d.D.
T...t...T
'''

[scoring]
bingo = 30

[exchange]
least_in_bag = 7

[ending]
out = "transfer"

[ending.run]
counts = "passes"
turns = 3
per_player = 0
own_rack = false

[judging]
mode = "void"

[clocks.minute]
kind = "move"
seconds = 60
overrun = "pass"

[values]
A = 1
B = 3
C = 4
"Ç" = 4
D = 3
E = 1
F = 7
G = 5
"Ğ" = 8
H = 5
I = 2
"İ" = 1
J = 10
K = 1
L = 1
M = 2
N = 1
O = 2
"Ö" = 7
P = 5
R = 1
S = 2
"Ş" = 4
T = 1
U = 2
"Ü" = 3
V = 7
Y = 3
Z = 4
"?" = 0

[bags.official]
tiles = 56

[bags.official.counts]
A = 6
E = 4
"İ" = 4
K = 3
L = 3
N = 3
R = 3
T = 3
I = 3
M = 2
O = 2
S = 2
U = 2
B = 1
D = 1
"Ü" = 1
Y = 1
C = 1
"Ç" = 1
"Ş" = 1
Z = 1
G = 1
H = 1
P = 1
F = 1
"Ö" = 1
V = 1
"Ğ" = 1
J = 1
"""


def beslik() -> Ruleset:
    rules = parse(TEXT, "beslik.toml")
    assert isinstance(rules, Ruleset)
    return resolve(rules)


def test_its_board_and_bag_are_as_written() -> None:
    rules = beslik()
    assert (rules.columns, len(rules.board.rows), rules.tiles) == (9, 9, 56)
    assert "?" not in rules.counts
    assert premium_board(rules.board).grid.names[premium_board(rules.board).centre] == "E5"


def test_its_premiums_count() -> None:
    state = game(beslik(), racks=["KALEMAE", "A"])
    assert points(state, "5A KALEM").total == (3 * 1 + 1 + 1 + 1 + 2) * 2


def test_a_game_of_it_begins_with_full_racks() -> None:
    state, _ = begun(beslik())
    assert [len(player.rack) for player in state.players] == [7, 7]
    assert len(state.bag) == 56 - 14


def test_games_of_it_are_played_to_their_end() -> None:
    rules, words = beslik(), lexicon("tr")
    endings = Counter[str]()
    for number in range(1, 21):
        state = simulate(rules, 2, "new", number, words).state
        assert state.outcome is not None
        endings[state.outcome.reason] += 1
        assert census(state.bag, [player.rack for player in state.players], state.cells) == rules.counts
    assert endings["passes"] > 0


def test_the_first_word_crosses_its_centre() -> None:
    state = game(beslik(), racks=["KALEMAE", "A"])
    state = after(state, play(state, "E3 KALEM"))
    assert state.cells[2 * 9 + 4] == "K"
