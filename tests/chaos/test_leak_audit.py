"""The leak audit finds racks, secrets and tokens wherever they left, and lets their owners see them."""

import pytest
from msgspec.structs import replace

from engine.crossword.actions import Placement
from engine.crossword.events import PlayWithdrawn, TilesPlaced
from engine.crossword.state import GameState
from tests.support.audited_games import CHAT, whole_crossword_game
from tools.chaos.findings import Findings
from tools.chaos.leak_audit import MIN_TILES, GameSecrets, OutputText
from tools.chaos.message_audit import step_sentences

TOKEN = "7:chaos-token"  # noqa: S105 - a word to look for


class Leaks:
    def __init__(self) -> None:
        self.game = whole_crossword_game()
        self.secrets = GameSecrets((TOKEN,))
        self.secrets.learn_from_log(self.game.place, self.game.steps)
        state = self.game.steps[3].after
        assert isinstance(state, GameState)
        self.state = state
        self.rack = state.players[0].rack
        self.owner, self.other = (player.user for player in state.players)

    def found(self, text: str, chat: int | None, *, message: bool = True) -> list[str]:
        findings = Findings()
        assert self.secrets.find_leaks([OutputText("here", text, chat, message)], findings) == 1
        return [finding.what for finding in findings]


@pytest.fixture(scope="module")
def leaks() -> Leaks:
    return Leaks()


@pytest.mark.parametrize("mark", [", ", " ", "  ", "|", "', '", '","'])
def test_a_rack_in_whatever_order_is_found_in_the_group_and_in_private_of_others(leaks: Leaks, mark: str) -> None:
    for rack in (leaks.rack, sorted(leaks.rack), leaks.rack[::-1]):
        written = f"taşlar: {mark.join(rack)}.".replace("?", "▢")
        assert leaks.found(written, CHAT)
        assert leaks.found(written, leaks.other)
        assert leaks.found(written, None)
        assert leaks.found(written, leaks.owner) == []


def test_a_rack_with_the_points_of_its_tiles_is_found(leaks: Leaks) -> None:
    alert = "  ".join(f"{tile}₁" for tile in leaks.rack).replace("?", "▢")
    assert leaks.found(alert, leaks.other)
    assert leaks.found(alert, leaks.owner) == []


def test_a_rack_as_one_word_is_found_where_nobody_played_it(leaks: Leaks) -> None:
    assert leaks.found("".join(leaks.rack).replace("?", "▢"), CHAT)


def test_other_tiles_are_nobodys_rack(leaks: Leaks) -> None:
    assert leaks.found("J, J, J, J, J, J, J", CHAT) == []
    assert leaks.found("KALEM yazdım", CHAT) == []


def test_the_secret_may_be_told_by_the_end_of_its_game_alone(leaks: Leaks) -> None:
    secret, end = leaks.state.secret, step_sentences(leaks.game.steps[-1])[-1]
    assert leaks.found(f"{secret}", CHAT)
    assert leaks.found(f"{leaks.state.draws.seed}", None)
    assert leaks.found(f"{end} {secret}", CHAT) == []
    assert leaks.found(f"{end} {secret}", None)
    assert leaks.found(f"{end} {secret}", CHAT - 1)


def test_the_end_may_be_told_before_a_group_becomes_a_supergroup() -> None:
    game = whole_crossword_game()
    game.place.former_chat = CHAT - 7
    secrets = GameSecrets()
    secrets.learn_from_log(game.place, game.steps)
    state = game.steps[3].after
    assert isinstance(state, GameState)
    text = f"{step_sentences(game.steps[-1])[-1]} {state.secret}"
    for chat, wrong in ((CHAT, 0), (CHAT - 7, 0), (CHAT - 8, 1)):
        findings = Findings()
        secrets.find_leaks([OutputText("here", text, chat)], findings)
        assert len([*findings]) == wrong


def test_the_end_of_a_game_is_no_secret_of_its_players_own_boards(leaks: Leaks) -> None:
    end, rack = step_sentences(leaks.game.steps[-1])[-1], " · ".join(leaks.rack).replace("?", "▢")
    assert leaks.found(f"{end} {rack}", leaks.other) == []
    assert leaks.found(rack, leaks.other)


def test_a_token_is_found_anywhere(leaks: Leaks) -> None:
    assert leaks.found(f"POST /bot{TOKEN}/sendMessage", None)
    assert leaks.found(TOKEN, leaks.owner)


@pytest.mark.parametrize("field", ['"rack":["A"', "'bag': ('A'", '"seed":"00', '"draws":{'])
def test_a_state_in_the_log_or_in_a_notice_is_found(leaks: Leaks, field: str) -> None:
    assert leaks.found(f"x {field} x", None)
    assert leaks.found(f"x {field} x", CHAT, message=False)
    assert leaks.found('{"rack":null,"bag":12,"rack":[]}', CHAT, message=False) == []


def test_a_word_on_the_board_is_nobodys_rack_though_it_had_all_of_it() -> None:
    """A play of a whole rack, the first of its game, as the cells of a stored view have it."""
    game, play = next(
        (game, event)
        for game in (whole_crossword_game(number=number) for number in range(40))
        for step in game.steps
        for event in step.entry.events
        if isinstance(event, TilesPlaced) and len(event.tiles) == len(event.words[0].word) >= MIN_TILES
    )
    secrets, findings = GameSecrets(), Findings()
    secrets.learn_from_log(game.place, game.steps)
    cells = '","'.join(put.tile for put in play.tiles)
    secrets.find_leaks([OutputText("here", f'["","{cells}",""]', CHAT, is_message=False)], findings)
    assert [finding.what for finding in findings] == []


def test_the_end_of_a_row_and_the_beginning_of_the_next_are_nobodys_rack_together(leaks: Leaks) -> None:
    """As the cells of a stored view have them: row by row."""
    rack = tuple(tile.replace("?", "A") for tile in leaks.rack)
    before = 15 - 3
    cells = tuple(rack[place - before] if 0 <= place - before < len(rack) else "" for place in range(225))
    stored = '","'.join(cells)
    assert "".join(rack) in "".join(cells)
    secrets, findings = GameSecrets(), Findings()
    player, *others = leaks.state.players
    table = replace(leaks.state, cells=cells, players=(replace(player, rack=rack), *others))
    step = replace(leaks.game.steps[3], after=table)
    secrets.learn_from_log(leaks.game.place, [replace(step, after=replace(table, cells=("",) * 225))])
    secrets.find_leaks([OutputText("here", stored, CHAT, is_message=False)], findings)
    assert len(findings) == 1
    secrets.learn_from_log(leaks.game.place, [step])
    secrets.find_leaks([OutputText("here", stored, CHAT, is_message=False)], findings)
    assert len(findings) == 1


def test_tiles_that_a_challenge_gave_back_are_known_to_everybody(leaks: Leaks) -> None:
    """A whole rack was laid, taken back, and told as what is on the rack again."""
    told = OutputText("here", " ".join(leaks.rack), CHAT)
    secrets, findings = GameSecrets(), Findings()
    secrets.learn_from_log(leaks.game.place, leaks.game.steps)
    secrets.find_leaks([told], findings)
    assert len(findings) == 1
    tiles = tuple(
        Placement(f"{column}8", "?E" if tile == "?" else tile)
        for column, tile in zip("ABCDEFG", leaks.rack, strict=False)
    )
    step = leaks.game.steps[3]
    withdrawn = PlayWithdrawn(0, tiles, ("PHONY",), 72)
    secrets.learn_from_log(leaks.game.place, [replace(step, entry=replace(step.entry, events=(withdrawn,)))])
    secrets.find_leaks([told], findings)
    assert len(findings) == 1


def test_a_rack_laid_beside_a_blank_is_nobodys_rack_on_a_board_in_letters(leaks: Leaks) -> None:
    """There blanks are small letters, so that the others stand in a row by themselves."""
    rack = tuple(tile.replace("?", "A") for tile in leaks.rack)
    player, *others = leaks.state.players
    cells = ("?K", *rack, *("",) * (225 - 1 - len(rack)))
    step = replace(leaks.game.steps[3], after=replace(leaks.state, cells=cells))
    held = replace(step, after=replace(leaks.state, players=(replace(player, rack=rack), *others)))
    board = f"1 |k|{'|'.join(rack)} . ."
    for steps, found in (([held], 1), ([held, step], 0)):
        secrets, findings = GameSecrets(), Findings()
        secrets.learn_from_log(leaks.game.place, steps)
        secrets.find_leaks([OutputText("here", board, CHAT)], findings)
        assert len(findings) == found


def test_a_rack_whose_last_tile_is_the_sign_of_a_cell_is_nobodys_rack_on_a_board_in_letters(leaks: Leaks) -> None:
    """Free cells stand there with the signs of their premiums, some of which are capital letters."""
    signs = "".join(leaks.state.ruleset.board.rows)
    sign = next(number for number in range(1, 225) if signs[number].isupper())
    rack = (signs[sign], "A", "N", "K", "E", "T", "R")
    player, *others = leaks.state.players
    cells = tuple(rack[index - sign] if sign < index < sign + 7 else "" for index in range(225))
    held = replace(leaks.game.steps[3], after=replace(leaks.state, players=(replace(player, rack=rack), *others)))
    laid = replace(held, after=replace(leaks.state, cells=cells))
    board = f"1 . .  {rack[0]}|{'|'.join(rack[1:])} . ."
    for steps, found in (([held], 1), ([held, laid], 0)):
        secrets, findings = GameSecrets(), Findings()
        secrets.learn_from_log(leaks.game.place, steps)
        secrets.find_leaks([OutputText("here", board, CHAT)], findings)
        assert len(findings) == found
