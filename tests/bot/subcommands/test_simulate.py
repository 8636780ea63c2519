"""``harfiyen simulate``: games of every ruleset, with options, and what it cannot do."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from engine.crossword.shipped import crossword_rulesets


def printed_json(capsys: pytest.CaptureFixture[str]) -> Any:
    """The JSON document on the standard output."""
    return json.loads(capsys.readouterr().out)


@pytest.mark.repeats(1)
@pytest.mark.parametrize("ruleset", sorted(crossword_rulesets()))
def test_simulated_games_are_written_and_replay(
    ruleset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "games"
    players = str(crossword_rulesets()[ruleset].players.most)
    arguments = ["simulate", "--ruleset", ruleset, "--games", "3", "--seed", "ş1", "--gcg", str(folder)]
    assert main([*arguments, "--players", players, "--json"]) == 0
    summary = printed_json(capsys)
    assert [Path(file).name for file in summary["files"]] == [f"{ruleset}-ş1-000{n}.gcg" for n in (1, 2, 3)]
    assert sum(summary["endings"].values()) == summary["games"] == 3
    assert main(["replay", "--json", *summary["files"]]) == 0
    assert printed_json(capsys) == {"games": 3, "plays": summary["plays"], "mismatches": [], "errors": []}


def test_simulating_again_writes_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--ruleset", "scrabble-tr", "--bag", "s3-table", "--seed", "again", "--gcg"]
    games = []
    for name in ("one", "two"):
        assert main([*arguments, str(tmp_path / name)]) == 0
        games.append((tmp_path / name / "scrabble-tr-again-0001.gcg").read_bytes())
    assert games[0] == games[1]
    assert b"#note harfiyen bag s3-table\n" in games[0]
    assert "scrabble-tr: 1 game, " in capsys.readouterr().out


OPTIONS = [
    ("kelimelik", "clock=5min challenge=double"),
    ("scrabble-tr", "bag=91 challenge=five challenge-to=challenger out=double"),
    ("scrabble-en", "clock=15min challenge=ten per=word bingo=whole-rack"),
    ("tournament-tr", "clock=25min challenge=double"),
    ("wordbox-en", "four-word=any ex=swap centre=double"),
    ("wordbox-uk", "four-word=endpoint ex=off clock=10min"),
]


def option_arguments(text: str) -> list[str]:
    return [part for option in text.split() for part in ("--option", option)]


@pytest.mark.repeats(2)
@pytest.mark.parametrize(("ruleset", "options"), OPTIONS)
def test_simulated_games_with_options_say_so_and_replay(
    ruleset: str, options: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [
        "simulate",
        "--ruleset",
        ruleset,
        "--games",
        "2",
        "--gcg",
        str(tmp_path),
        "--json",
        *option_arguments(options),
    ]
    assert main(arguments) == 0
    summary = printed_json(capsys)
    game = Path(summary["files"][0]).read_text("utf-8")
    assert game.count("#note harfiyen option ") + game.count("#note harfiyen bag ") == len(options.split())
    assert main(["replay", "--json", *summary["files"]]) == 0
    assert printed_json(capsys) == {"games": 2, "plays": summary["plays"], "mismatches": [], "errors": []}


@pytest.mark.repeats(1)
@pytest.mark.parametrize("options", ["", "deck=quick repeats=no", "deck=48 clock=phases double=off"])
def test_klepka_is_simulated_too(options: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--ruleset", "klepka", "--games", "2", "--players", "3", *option_arguments(options)]
    assert main([*arguments, "--json"]) == 0
    summary = printed_json(capsys)
    assert (summary["ruleset"], summary["games"], summary["files"]) == ("klepka", 2, [])
    assert sum(summary["endings"].values()) == 2
    assert summary["plays"] > 0
    assert main(arguments) == 0
    assert capsys.readouterr().out.startswith(f"klepka: 2 games, {summary['plays']} words\n")


@pytest.mark.parametrize(
    ("ruleset", "arguments", "complaint"),
    [
        ("scrabble-en", "--players 5", "--players 5: scrabble-en is for 2 to 4"),
        ("scrabble-en", "--bag big", "--bag big: scrabble-en has challenge, challenge-per"),
        ("klepka", "--bag big", "--bag big: klepka has deck, repeats, double, clock"),
        ("wordbox-en", "--option clock=7min", "--option clock=7min: wordbox-en has none, 25min, 10min, 24h"),
        ("kelimelik", "--option ex=off", "--option ex=off: kelimelik has challenge, "),
        ("kelimelik", "--option dictionary=live", "--option dictionary=live: kelimelik has challenge, "),
        (
            "scrabble-en",
            "--option challenge-per=word",
            "--option challenge-per: it changes nothing without challenge=five|ten",
        ),
        ("klepka", "--gcg games", "--gcg: klepka is not played on a board"),
        ("scrabble-en", f"--gcg {os.devnull}", f"--gcg {os.devnull}: it cannot be written"),
    ],
)
def test_simulate_says_what_it_cannot_do(
    ruleset: str, arguments: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--ruleset", ruleset, *arguments.split()]) == 2
    assert complaint in capsys.readouterr().err
