"""The analysis of a finished game: what is stored and told of it, and ``harfiyen analyse``."""

import dataclasses
import json
from collections import Counter
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from PIL import Image

from bot.analysis.worker import AnalysisRequest
from bot.cli import main
from bot.families.crossword import analysis_jobs
from bot.families.crossword.analysis import CrosswordAnalysis, lexicon_of_game
from bot.families.crossword.analysis_jobs import (
    decode_analysis,
    decode_costliest_puzzle,
    encode_analysis,
    end_of_game,
    words_of_game,
)
from bot.families.finished_games import find_turn_step, list_replay_steps
from bot.handlers.game_pages import moves_page
from bot.pictures import PictureStyle
from bot.records.archive import ArchivedGame
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.premiums import geometry
from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from engine.crossword.view import GameView
from engine.errors import DataError
from engine.game_record import GameRecord, PlayerRecord
from engine.packed_game import UnpackedGame, pack_game, unpack_game
from engine.proof import Proof
from engine.seat_figures import SeatFigures
from tests.support.analysed_turns import think_for_steps
from tests.support.languages import LANGUAGES
from tests.support.random_actions import simulated_proof

PUZZLE = shipped_puzzles("kelimelik")[0]
FAR_FROM_END = 43
"""So many turns are left: more than that are at the beginning of the games here alone."""


def packed(proof: Proof, added: tuple[str, ...] = (), removed: tuple[str, ...] = ()) -> bytes:
    return pack_game(proof.ruleset, proof.secret, proof.log, proof.program, added, removed)


def analyse(data: bytes, steps: Callable[[int], int] = lambda _: 0) -> bytes:
    """The job, with time to simulate a turn for so many steps by the turns that are left: it costs most of the work."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(analysis_jobs, "turn_budget", lambda _: lambda left: think_for_steps(steps(left)))
        patched.setattr(analysis_jobs, "find_costliest_puzzle", lambda *_: PUZZLE)
        return analysis_jobs.analyse_packed_game(msgspec.msgpack.encode(AnalysisRequest(data, "")))


@pytest.fixture(scope="module")
def game() -> UnpackedGame:
    return unpack_game(packed(simulated_proof("kelimelik")))


@pytest.fixture(scope="module")
def found() -> bytes:
    return analyse(packed(simulated_proof("kelimelik")), lambda left: 30 if left > FAR_FROM_END else 0)


def test_what_is_stored_is_the_same_analysis_with_the_positions_of_the_game_and_no_name(
    found: bytes, game: UnpackedGame
) -> None:
    analysis = decode_analysis(found, game)
    assert len(analysis.seats) == 2
    assert decode_costliest_puzzle(found) == PUZZLE
    assert encode_analysis(analysis, PUZZLE) == found
    for turn in analysis.turns:
        assert turn.turn.view.rack
        assert turn.loss >= 0
    for seat, one in enumerate(analysis.seats):
        assert 0 < len(one.costliest) <= 3
        assert {turn.turn.seat for turn in one.costliest} <= {seat}
    assert not [one.name for one in game.end.players if one.name.encode() in found]  # type: ignore[union-attr]


def test_a_turning_point_that_was_challenged_off_is_told_as_the_play_that_it_was() -> None:
    data = packed(simulated_proof("tournament-tr"))
    game = unpack_game(data)
    analysis = decode_analysis(analyse(data), game)
    place, turn = next((place, one.turn) for place, one in enumerate(analysis.turns) if one.turn.withdrawn)
    assert turn.play is not None
    report = CrosswordAnalysis().compose_seat_report(
        game,
        encode_analysis(replace(analysis, turning_point=place)),
        turn.view.seats[turn.seat].user,
        Speaker(Texts(), "tr"),
        PictureStyle("tr"),
    )
    told = next(line for line in report.lines if "dönüm noktası" in line)
    assert f"{turn.play.word} geçersiz)" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_took_over_and_was_judged_in_no_turn_is_told_so_without_figures(
    found: bytes, game: UnpackedGame, language: str
) -> None:
    first, *others = end_of_game(game).players
    end = replace(end_of_game(game), players=(replace(first, user=999), *others))
    speaker, game = Speaker(Texts(), language), replace(game, tables=(*game.tables[:-1], end))
    report = CrosswordAnalysis().compose_seat_report(game, found, 999, speaker, PictureStyle(language))
    assert report.lines[:2] == [speaker.plain(f"analysis-{name}-unknown") for name in ("share", "luck")]
    nane = PlayerRecord(999, "Nane", 1, 90, left=False, joined_late=True, figures=SeatFigures())
    record = GameRecord("1" * 16, "kelimelik", "crossword", 0, 600, "out", 20, (nane,))
    page = moves_page(ArchivedGame(-100, 0, record), report, 0, 0, speaker)
    assert page.text.startswith(speaker.html("costly-unjudged", name=speaker.player_name("Nane")))
    assert page.alert == speaker.plain("costly-unjudged-short")


def test_the_turning_point_is_a_key_that_opens_its_turn(found: bytes, game: UnpackedGame) -> None:
    speaker, turn = Speaker(Texts(), "tr"), 3
    user = end_of_game(game).players[0].user
    report = CrosswordAnalysis().compose_seat_report(game, found, user, speaker, PictureStyle("tr"))
    steps = list_replay_steps(game, speaker)
    step = find_turn_step(steps, turn)
    assert step is not None
    before = steps[step].before
    assert before is not None
    assert before.number == turn
    kiraz = PlayerRecord(user, "Kiraz", 1, 90, left=False, joined_late=False, figures=SeatFigures())
    record = GameRecord("1" * 16, "kelimelik", "crossword", 0, 600, "out", 20, (kiraz,))
    shown = dataclasses.replace(report, turning_point=turn)
    page = moves_page(ArchivedGame(-100, 0, record), shown, 0, 0, speaker, turning_step=step)
    assert page.keyboard is not None
    keys = [key for row in page.keyboard.inline_keyboard for key in row]
    opened = {key.text: key.callback_data for key in keys}
    assert opened[speaker.plain("button-turning-point", number="4")] == f"past::r:-100:0:{record.id}:{step}"


def test_a_costly_move_and_the_better_play_are_laid_from_the_rack_on_free_cells(
    found: bytes, game: UnpackedGame
) -> None:
    user = end_of_game(game).players[0].user
    report = CrosswordAnalysis().compose_seat_report(game, found, user, Speaker(Texts(), "tr"), PictureStyle("tr"))
    assert report.moves
    for move in report.moves:
        assert isinstance(move.view, GameView)
        cells = dict(zip(geometry(move.view.columns, move.view.rows).names, move.view.cells, strict=True))
        assert move.played != move.better
        for laid in (move.played, move.better):
            assert not [cell for cell in laid if cells[cell]]
            assert not Counter(tile[0] for tile in laid.values()) - Counter(move.rack)


def test_what_cannot_be_read_is_refused(game: UnpackedGame) -> None:
    for damage in (b"", b"\x00", b"\x93\x90\x90\xc0"):
        with pytest.raises(DataError, match="cannot be read"):
            decode_analysis(damage, game)


def test_the_chats_words_count_as_they_did_at_the_table() -> None:
    proof = simulated_proof("kelimelik")
    plain, changed = unpack_game(packed(proof)), unpack_game(packed(proof, ("QQQ",), ("KALEM",)))
    assert "QQQ" not in words_of_game(plain)
    assert "KALEM" in words_of_game(plain)
    assert "QQQ" in words_of_game(changed)
    assert "KALEM" not in words_of_game(changed) or "KALEM" in {w for e in proof.log for w in e.verdicts}
    assert lexicon_of_game(plain) == proof.ruleset.lexicon
    assert lexicon_of_game(changed) == f"{proof.ruleset.lexicon}+1-1"


GAME = """#player1 ada Ada
#player2 bora Bora
>ada: AEINRST 8G AN +2 2
>bora: BDERUWW - +0 0
>bora: QQ
"""


@pytest.fixture
def good(tmp_path: Path) -> Path:
    game = tmp_path / "good.gcg"
    game.write_text(GAME.replace(">bora: QQ\n", ""), "utf-8")
    return game


def test_the_json_names_turns_and_bad_files_stop_no_other(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, missing = tmp_path / "bad.gcg", str(tmp_path / "missing.gcg")
    bad.write_text("no game", "utf-8")
    status = main(["analyse", str(bad), missing, str(good), "--json", "--ruleset", "scrabble-en", "--seconds", "0.01"])
    told = capsys.readouterr()
    assert status == 2
    assert told.err.splitlines()[0].startswith(f"{bad}, line 1: no line begins with # or >")
    assert told.err.splitlines()[1].startswith(f"{missing}: it cannot be read")
    assert len(told.err.splitlines()) == 2, "no bar shows how far a game is, as this is no terminal"
    (found,) = json.loads(told.out)["games"]
    assert found["file"] == str(good)
    assert [set(turn) for turn in found["turns"]] == [
        {"turn", "player", "played", "best", "loss", "loss_win", "size"}
    ] * 2
    assert [(turn["turn"], turn["player"], turn["played"]) for turn in found["turns"]] == [
        (1, "ada", "8G AN +4"),
        (2, "bora", "-"),
    ]
    assert all(turn["loss"] >= 0 and 0 <= turn["loss_win"] <= 1 for turn in found["turns"])


def test_a_line_in_error_a_picture_of_two_games_and_one_that_cannot_be_written_are_named(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flawed, nowhere = tmp_path / "flawed.gcg", tmp_path / "missing" / "x.png"
    flawed.write_text(GAME, "utf-8")
    assert main(["analyse", str(flawed), "--seconds", "0.01"]) == 1
    told = capsys.readouterr()
    assert "flawed.gcg, line 5:" in told.err
    assert "2 turns with a rack that is known" in told.out
    assert main(["analyse", str(good), str(good), "--picture", str(tmp_path / "x.png")]) == 2
    assert "--picture is for one game, and there are 2 files" in capsys.readouterr().err
    assert main(["analyse", str(good), "--seconds", "0.01", "--picture", str(nowhere)]) == 2
    assert f"{nowhere}: it cannot be written" in capsys.readouterr().err


def test_a_player_of_whom_no_turn_could_be_judged_has_no_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "unknown.gcg"
    game.write_text(">A: ??????? 8D DISRATE +70 70\n>B: ABCE??? 7H AB +16 16\n", "utf-8")
    assert main(["analyse", str(game)]) in {0, 1}
    assert capsys.readouterr().out.splitlines() == [
        f"{game}: scrabble-en, word list en, 0 turns with a rack that is known",
        "  A: no turn judged before the bag was empty, luck of the draws unknown",
        "  B: no turn judged before the bag was empty, luck of the draws unknown",
    ]
    main(["analyse", str(game), "--json"])
    (found,) = json.loads(capsys.readouterr().out)["games"]
    assert found["players"] == [{"player": nick, "share": None, "judged": 0, "luck": None} for nick in "AB"]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_game_is_told_with_shares_losses_a_bar_on_a_terminal_and_a_picture_of_what_lost_most(
    good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun, empty, costly, terminal = tmp_path / "begun.gcg", tmp_path / "e.png", tmp_path / "c.png", Terminal()
    begun.write_text("\n".join(GAME.splitlines()[:2]) + "\n", "utf-8")
    assert main(["analyse", str(begun), "--ruleset", "scrabble-en", "--picture", str(empty)]) == 0
    capsys.readouterr()
    with monkeypatch.context() as patch:
        patch.setattr("sys.stderr", terminal)
        assert main(["analyse", str(good), "--ruleset", "scrabble-en", "--picture", str(costly)]) == 0
    assert terminal.getvalue() == f"\r[{'#' * 15}{'.' * 15}] 1/2\r[{'#' * 30}] 2/2\n"
    with Image.open(empty) as without, Image.open(costly) as picture:
        assert picture.format == without.format == "PNG"
        assert picture.height > without.height
    told = capsys.readouterr().out
    assert "large" in told
    assert all("of the best possible (1 turn judged), luck" in share for share in told.splitlines()[-2:])
