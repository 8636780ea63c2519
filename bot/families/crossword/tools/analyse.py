"""``harfiyen analyse``: tells what each turn of recorded games lost, and which turn would have been better."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from bot.families.crossword.search.searcher import BoardSearcher, turn_budget
from bot.families.crossword.tools.replay import UnreadableGameFileError, add_ruleset_option, read_gcg_file
from bot.families.crossword.turn_comparison import compare_turn, luck_text, share_text, turn_heading
from bot.languages import languages
from bot.pictures import DEFAULT_THEME, PictureStyle
from bot.terminal import format_count, print_error, print_json, print_line, show_progress, to_printable
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.analysis.game_analysis import AnalysedTurn, GameAnalyser, GameAnalysis, Size
from engine.crossword.analysis.taken_turns import TakenTurn, to_recorded_game
from engine.crossword.analysis.turn_facts import turn_facts
from engine.crossword.gcg_records import GcgFile
from engine.crossword.gcg_replay import replay_gcg
from engine.crossword.movegen import ScoredPlay
from engine.crossword.placement import place_tiles
from engine.crossword.players.equity import CandidateTurn
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.lexicon import load_lexicon
from render import Painter
from render.turn_comparison import AnalysisOverview

_EXIT_UNUSABLE: Final = 2
_SECONDS: Final = 8.0  # processor time for a game's turns; with loading, a game takes less than ten seconds


class TurnReport(Struct, frozen=True):
    """A turn in the JSON document."""

    turn: int  # the turn's number, from 1
    player: str
    played: str
    best: str
    loss: float  # points of equity, 0 or more
    loss_win: float | None  # how much of the chance to win was lost; `null` if unknown
    size: Size | None  # the class of the loss; `null` for a turn as good as the best


class PlayerReport(Struct, frozen=True):
    """A player in the JSON document."""

    player: str
    share: float | None  # share of the best possible, 0 to 1; `null` if no turn before the bag was empty was judged
    judged: int  # how many turns the share counts
    luck: float | None  # luck in drawing tiles, in points; `null` if unknown


class GameReport(Struct, frozen=True):
    """A game in the JSON document."""

    file: str
    ruleset: str
    lexicon: str  # the word list
    turns: list[TurnReport]
    players: list[PlayerReport]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a game in GCG")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")
    parser.add_argument(
        "--seconds", type=_seconds, default=_SECONDS, help="processor time for a game, at most (%(default)g)"
    )
    parser.add_argument("--picture", metavar="PNG", help="where to draw the turns that lost most; for one FILE")
    add_ruleset_option(parser)


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number <= 3600:  # noqa: PLR2004 - an hour
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 3600 seconds")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Analyse the files. Returns 2 if one holds no readable game, else 1 if a line in one is wrong, else 0."""
    if arguments.picture and len(arguments.files) > 1:
        print_error(f"--picture is for one game, and there are {len(arguments.files)} files")
        return _EXIT_UNUSABLE
    reports, unusable, flawed = [], 0, 0
    for name in arguments.files:
        file = to_printable(name)
        try:
            read = read_gcg_file(name, arguments.ruleset)
        except UnreadableGameFileError as trouble:
            print_error(f"{file}, line {trouble.line}: {trouble}" if trouble.line else f"{file}: {trouble}")
            unusable += 1
            continue
        problems = replay_gcg(read).problems
        for problem in problems:
            print_error(f"{file}, line {problem.line}: {problem.reason}")
        flawed += bool(problems)
        budget, words = turn_budget(arguments.seconds), load_lexicon(read.ruleset.lexicon)
        analyser = GameAnalyser(words, BoardSearcher(), budget, show_progress)
        analysis = analyser.analyse_turns(to_recorded_game(read))
        reports.append(_to_game_report(file, read, analysis))
        if arguments.picture:
            unusable += not _write_picture(arguments.picture, read, analysis)
        if not arguments.json:
            _print_analysis(reports[-1])
    if arguments.json:
        print_json({"games": reports})
    return _EXIT_UNUSABLE if unusable else int(flawed > 0)


def _write_picture(name: str, read: GcgFile, analysis: GameAnalysis) -> bool:
    try:
        Path(name).write_bytes(_draw_analysis(read, analysis))
    except OSError as error:
        print_error(f"{to_printable(name)}: it cannot be written: {error.strerror}")
        return False
    return True


def _to_game_report(file: str, read: GcgFile, analysis: GameAnalysis) -> GameReport:
    players = [
        PlayerReport(nick, _rounded(seat.share, 4), seat.judged, _rounded(seat.luck, 2))
        for nick, seat in zip(read.nicks, analysis.seats, strict=True)
    ]
    turns = [_to_report(read, turn) for turn in analysis.turns]
    return GameReport(file, read.ruleset.id, read.ruleset.lexicon, turns, players)


def _to_report(read: GcgFile, turn: AnalysedTurn) -> TurnReport:
    taken = turn.turn
    played = turn.played if taken.play is None else CandidateTurn(0.0, taken.play)
    return TurnReport(
        taken.number + 1,
        read.nicks[taken.seat],
        _describe_turn(taken, played, read.ruleset) + (" (withdrawn)" if taken.withdrawn else ""),
        _describe_turn(taken, turn.best, read.ruleset),
        round(turn.loss, 2),
        _rounded(turn.loss_win, 4),
        turn.size,
    )


def _rounded(figure: float | None, digits: int) -> float | None:
    return None if figure is None else round(figure, digits)


def _describe_turn(taken: TakenTurn, turn: CandidateTurn, rules: Ruleset) -> str:
    """A turn in the notation of GCG: ``8H K.LEM +24``, ``-AEI``, ``-`` for a pass."""
    if turn.play is None:
        return f"-{''.join(turn.given)}"
    grid, letters = premium_board(rules.board).grid, load_alphabet(rules.language)
    new = {put.cell: put.tile for put in turn.play.tiles}
    cells = _main_word_cells(taken.view.cells, turn.play, rules)
    tiles = [new.get(grid.names[cell]) for cell in cells]
    signs = [
        "." if tile is None else letters.blank_sign(tile[1:]) if tile.startswith(BLANK) else tile for tile in tiles
    ]
    first = grid.names[cells[0]]
    column = next(place for place, sign in enumerate(first) if sign.isdigit())
    across = len(cells) > 1 and cells[1] == cells[0] + 1
    position = f"{first[column:]}{first[:column]}" if across else first
    return f"{position} {''.join(signs)} {turn.play.score:+d}"


def _main_word_cells(cells: Sequence[str], play: ScoredPlay, rules: Ruleset) -> Sequence[int]:
    board = premium_board(rules.board)
    tiles = {board.grid.indices[put.cell]: put.tile for put in play.tiles}
    return next(run.cells for run in place_tiles(cells, board, tiles, rules.rack).words if run.word == play.word)


def _print_analysis(game: GameReport) -> None:
    count = format_count(len(game.turns), "turn")
    print_line(f"{game.file}: {game.ruleset}, word list {game.lexicon}, {count} with a rack that is known")
    for turn in game.turns:
        if turn.size is not None:
            win = "" if turn.loss_win is None else f", {turn.loss_win:.1%} of the chance to win"
            print_line(
                f"  {turn.turn:3}  {turn.player}: {turn.played}; better {turn.best}: {turn.size}, "
                f"{turn.loss:.1f} points{win}"
            )
    for one in game.players:
        share = "no turn judged before the bag was empty"
        if one.share is not None:
            share = f"{one.share:.0%} of the best possible ({format_count(one.judged, 'turn')} judged)"
        luck = "unknown" if one.luck is None else f"{one.luck:+.0f}"
        print_line(f"  {one.player}: {share}, luck of the draws {luck}")


MOST_TURNS: Final = 12  # more turns would make a picture that viewers do not open


def _draw_analysis(read: GcgFile, analysis: GameAnalysis) -> bytes:
    own = read.ruleset.language
    language = own if own in languages().codes else "en"
    speaker, words = Speaker(Texts(), language, read.ruleset.title), load_lexicon(read.ruleset.lexicon)
    lost = sorted((turn for turn in analysis.turns if not turn.is_equal), key=lambda turn: -turn.loss)[:MOST_TURNS]
    names = [read.names.get(nick, nick) for nick in read.nicks]
    style = PictureStyle(language, DEFAULT_THEME)
    turns = tuple(
        compare_turn(
            turn,
            turn_facts(turn, read.ruleset, words),
            speaker,
            style,
            turn_heading(turn.turn.number + 1, names[turn.turn.seat], speaker),
            note=True,
        )
        for turn in sorted(lost, key=lambda turn: turn.turn.number)
    )
    lines = tuple(
        f"{name}: {share_text(seat, speaker)} · {luck_text(seat.luck, speaker)}"
        for name, seat in zip(names, analysis.seats, strict=True)
    )
    return Painter(DEFAULT_THEME).analysis_overview(AnalysisOverview(" – ".join(names), lines, turns))
