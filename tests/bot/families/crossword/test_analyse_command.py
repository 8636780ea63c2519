"""``harfiyen analyse``: its JSON, and files that hold no game among others."""

import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from PIL import Image

from bot.cli import main

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
    """Standard error where somebody looks on."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "JSON"])
def test_a_bar_shows_how_far_a_game_is_on_a_terminal_alone(
    form: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, terminal = tmp_path / "game.gcg", Terminal()
    game.write_text(GAME.replace(">bora: QQ\n", ""), "utf-8")
    command = ["analyse", str(game), "--ruleset", "scrabble-en", "--seconds", "0.01", *form]
    assert main(command) == 0
    elsewhere = capsys.readouterr()
    assert not elsewhere.err
    with monkeypatch.context() as patch:
        patch.setattr("sys.stderr", terminal)
        assert main(command) == 0
    assert terminal.getvalue() == f"\r[{'#' * 15}{'.' * 15}] 1/2\r[{'#' * 30}] 2/2\n"
    assert capsys.readouterr().out == elsewhere.out
