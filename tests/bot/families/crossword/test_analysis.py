"""The analysis of a finished game: what is stored and told of it, and ``harfiyen analyse``."""

import dataclasses
import json
from collections import Counter
from collections.abc import Callable, Iterator
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
from bot.families.crossword.stored_analysis import decode_analysis, encode_analysis, end_of_game, words_of_game
from bot.families.finished_games import find_turn_step, list_replay_steps
from bot.handlers.game_pages import moves_page
from bot.pictures import PictureStyle
from bot.records.archive import ArchivedGame
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.premiums import geometry
from engine.crossword.view import GameView
from engine.errors import DataError
from engine.game_record import GameRecord, PlayerRecord
from engine.packed_game import pack_game, unpack_game
from engine.proof import Proof
from engine.seat_figures import SeatFigures
from tests.support.analysed_turns import think_for_steps
from tests.support.languages import LANGUAGES
from tests.support.random_actions import simulated_proof

FAR_FROM_END = 40
"""So many turns are left: more than that are at the beginning of the games here alone."""


def packed(proof: Proof, added: tuple[str, ...] = (), removed: tuple[str, ...] = ()) -> bytes:
    return pack_game(proof.ruleset, proof.secret, proof.log, proof.program, added, removed)


def request_for(data: bytes, folder: Path) -> bytes:
    return msgspec.msgpack.encode(AnalysisRequest(data, str(folder)))


@pytest.fixture(scope="module")
def analyse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[bytes], bytes]]:
    """The job in one folder, with time to simulate the first turns of a game only: it costs most of the work."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            analysis_jobs, "turn_budget", lambda _: lambda left: think_for_steps(30 if left > FAR_FROM_END else 0)
        )
        yield lambda data: analysis_jobs.analyse_packed_game(request_for(data, folder))


@pytest.fixture(scope="module")
def found(analyse: Callable[[bytes], bytes]) -> bytes:
    return analyse(packed(simulated_proof("kelimelik")))


def test_what_is_stored_is_the_same_analysis_with_the_positions_of_the_game(found: bytes) -> None:
    game = unpack_game(packed(simulated_proof("kelimelik")))
    analysis = decode_analysis(found, game)
    assert len(analysis.seats) == 2
    assert encode_analysis(analysis) == found
    for turn in analysis.turns:
        assert turn.turn.view.rack
        assert turn.loss >= 0
    for seat, one in enumerate(analysis.seats):
        assert 0 < len(one.costliest) <= 3
        assert {turn.turn.seat for turn in one.costliest} <= {seat}


def test_what_is_stored_has_no_names_and_no_racks_of_the_others(found: bytes) -> None:
    game = unpack_game(packed(simulated_proof("kelimelik")))
    assert not [one.name for one in game.end.players if one.name.encode() in found]  # type: ignore[union-attr]


def test_a_turning_point_that_was_challenged_off_is_told_as_the_play_that_it_was(
    analyse: Callable[[bytes], bytes],
) -> None:
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
def test_who_took_over_and_was_judged_in_no_turn_is_told_so_without_figures(found: bytes, language: str) -> None:
    game = unpack_game(packed(simulated_proof("kelimelik")))
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


def test_the_turning_point_is_a_key_that_opens_its_turn(found: bytes) -> None:
    game, speaker, turn = unpack_game(packed(simulated_proof("kelimelik"))), Speaker(Texts(), "tr"), 3
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


def test_a_costly_move_and_the_better_play_are_laid_from_the_rack_on_free_cells(found: bytes) -> None:
    game = unpack_game(packed(simulated_proof("kelimelik")))
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


@pytest.mark.parametrize("damage", [b"", b"\x00", b"\x93\x90\x90\xc0"])
def test_what_cannot_be_read_is_refused(damage: bytes) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        decode_analysis(damage, unpack_game(packed(simulated_proof("kelimelik"))))


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


def test_the_json_names_turns_and_bad_files_stop_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.gcg", tmp_path / "bad.gcg"
    good.write_text(GAME.replace(">bora: QQ\n", ""), "utf-8")
    bad.write_text("no game", "utf-8")
    missing = str(tmp_path / "missing.gcg")
    status = main(["analyse", str(bad), missing, str(good), "--json", "--ruleset", "scrabble-en", "--seconds", "0.2"])
    told = capsys.readouterr()
    assert status == 2
    assert f"{bad}, line 1: no line begins with # or >" in told.err
    assert f"{missing}: it cannot be read" in told.err
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


def test_a_line_in_error_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flawed = tmp_path / "flawed.gcg"
    flawed.write_text(GAME, "utf-8")
    assert main(["analyse", str(flawed), "--seconds", "0.01"]) == 1
    told = capsys.readouterr()
    assert "flawed.gcg, line 5:" in told.err
    assert "2 turns with a rack that is known" in told.out


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


def test_the_number_of_judged_turns_stands_beside_each_share(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "game.gcg"
    game.write_text(GAME.replace(">bora: QQ\n", ""), "utf-8")
    assert main(["analyse", str(game), "--seconds", "0.01"]) == 0
    shares = capsys.readouterr().out.splitlines()[-2:]
    assert all("of the best possible (1 turn judged), luck" in share for share in shares)


def test_a_picture_shows_the_turns_that_lost_most(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, empty, costly = tmp_path / "game.gcg", tmp_path / "empty.png", tmp_path / "costly.png"
    game.write_text("\n".join(GAME.splitlines()[:2]) + "\n", "utf-8")
    assert main(["analyse", str(game), "--ruleset", "scrabble-en", "--picture", str(empty)]) == 0
    game.write_text(GAME.replace(">bora: QQ\n", ""), "utf-8")
    assert main(["analyse", str(game), "--ruleset", "scrabble-en", "--picture", str(costly)]) == 0
    with Image.open(empty) as without, Image.open(costly) as picture:
        assert picture.format == without.format == "PNG"
        assert picture.height > without.height
    assert "large" in capsys.readouterr().out


def test_a_picture_is_of_one_game_and_must_be_writable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.gcg"
    game.write_text(GAME.replace(">bora: QQ\n", ""), "utf-8")
    assert main(["analyse", str(game), str(game), "--picture", str(tmp_path / "x.png")]) == 2
    assert "--picture is for one game, and there are 2 files" in capsys.readouterr().err
    nowhere = tmp_path / "missing" / "x.png"
    assert main(["analyse", str(game), "--seconds", "0.01", "--picture", str(nowhere)]) == 2
    assert f"{nowhere}: it cannot be written" in capsys.readouterr().err


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_shows_how_far_a_game_is_on_a_terminal_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, terminal = tmp_path / "game.gcg", Terminal()
    game.write_text(GAME.replace(">bora: QQ\n", ""), "utf-8")
    command = ["analyse", str(game), "--ruleset", "scrabble-en", "--seconds", "0.01"]
    assert main(command) == 0
    elsewhere = capsys.readouterr()
    assert not elsewhere.err
    with monkeypatch.context() as patch:
        patch.setattr("sys.stderr", terminal)
        assert main(command) == 0
    assert terminal.getvalue() == f"\r[{'#' * 15}{'.' * 15}] 1/2\r[{'#' * 30}] 2/2\n"
    assert capsys.readouterr().out == elsewhere.out
