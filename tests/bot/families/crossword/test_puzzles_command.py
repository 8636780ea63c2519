"""``harfiyen puzzles``: what it makes is the same for the same arguments, and a check finds what was changed in it."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.cli import main
from engine.crossword.puzzles.shipped_puzzles import decode_puzzles, encode_puzzles


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("puzzles") / "made.puzzles"
    assert main(["puzzles", "make", "--game", "mini-tr", "--count", "2", "--seed", "a", "--file", str(file)]) == 0
    return file


def test_the_same_arguments_make_the_same_puzzles_and_fewer_make_the_first_of_them(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    again = tmp_path / "again.puzzles"
    assert (
        main(["puzzles", "make", "--game", "mini-tr", "--count", "1", "--seed", "a", "--file", str(again), "--json"])
        == 0
    )
    document = json.loads(capsys.readouterr().out)
    header, (first, _) = decode_puzzles("made", made.read_bytes())
    assert header.command == "harfiyen puzzles make --game mini-tr --count 2 --seed a"
    assert decode_puzzles("again", again.read_bytes())[1] == (first,)
    assert (document["game"], [one["id"] for one in document["puzzles"]]) == ("mini-tr", [first.id])
    assert document["puzzles"][0]["gap"] >= 10


def test_what_was_made_is_sound(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "check", "--simulate", str(made)]) == 0
    assert "2 of 2 puzzles sound" in capsys.readouterr().out


def test_a_changed_puzzle_is_found(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header, (first, second) = decode_puzzles("made", made.read_bytes())
    changed = tmp_path / "changed.puzzles"
    changed.write_bytes(encode_puzzles(header, (replace(first, gap=50.0), second)))
    assert main(["puzzles", "check", "--json", str(changed)]) == 1
    (checked,) = json.loads(capsys.readouterr().out)["checks"]
    assert (checked["checked"], [one["id"] for one in checked["faulty"]]) == (2, [first.id])
    assert checked["faulty"][0]["faults"] == ["figures"]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damaged = tmp_path / "damaged.puzzles"
    damaged.write_bytes(b"nothing")
    assert main(["puzzles", "check", str(damaged), str(tmp_path / "missing")]) == 2
    said = capsys.readouterr().err
    assert "damaged.puzzles" in said
    assert "missing" in said


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "no folder" / "made.puzzles"
    assert main(["puzzles", "make", "--game", "mini-tr", "--count", "1", "--file", str(target)]) == 2
    assert "no folder" in capsys.readouterr().err


@pytest.mark.parametrize("count", ["0", "10001"])
def test_a_count_has_bounds(count: str) -> None:
    with pytest.raises(SystemExit):
        main(["puzzles", "make", "--game", "mini-tr", "--count", count])
