"""``harfiyen simulate``: games of every ruleset, with options, and what it cannot do."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.subcommands.simulate import first_ruleset_id, measure_strength
from engine.crossword.shipped import crossword_rulesets
from engine.lexicon import load_lexicon
from tests.oracles import duplicate
from tests.oracles.compiled_search import CompiledSearch


def printed_json(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


@pytest.mark.repeats(1)
@pytest.mark.parametrize("ruleset", sorted(crossword_rulesets()))
def test_simulated_games_are_replayed(ruleset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "games"
    players = str(crossword_rulesets()[ruleset].players.most)
    arguments = ["simulate", "--ruleset", ruleset, "--games", "2", "--seed", "ş1", "--gcg", str(folder)]
    assert main([*arguments, "--players", players, "--json"]) == 0
    summary = printed_json(capsys)
    assert [Path(file).name for file in summary["files"]] == [f"{ruleset}-ş1-000{n}.gcg" for n in (1, 2)]
    assert sum(summary["endings"].values()) == summary["games"] == 2
    assert main(["replay", "--json", *summary["files"]]) == 0
    assert printed_json(capsys) == {"games": 2, "plays": summary["plays"], "mismatches": [], "errors": []}


@pytest.mark.repeats(1)
@pytest.mark.parametrize("ruleset", ["duplicate-en", "duplicate-kelimelik", "duplicate-mini", "duplicate-tr"])
def test_games_in_rounds_follow_their_rules(ruleset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--ruleset", ruleset, "--games", "1", "--seed", "rounds", "--json"]
    assert main([*arguments, "--record", str(tmp_path)]) == 0
    summary = printed_json(capsys)
    rules, totals = duplicate.Rules(ruleset), duplicate.Totals()
    words, file = load_lexicon(rules.list_name), tmp_path / f"{ruleset}-1.txt"
    totals.add(duplicate.check_game(file.read_bytes().decode(), rules, words, CompiledSearch(rules, words)))
    assert summary == pytest.approx(totals.summary(), abs=1e-4)
    assert main([*arguments, "--players", "acemi", "orta", "--record", str(tmp_path / "others")]) == 0
    assert printed_json(capsys) == summary
    assert (tmp_path / "others" / file.name).read_bytes() == file.read_bytes()


def test_games_have_all_rounds_unless_an_option_says_less(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--ruleset", "duplicate-mini", "--games", "1"]
    assert main([*arguments, "--option", "rounds=5", "--gcg", str(tmp_path), "--json"]) == 0
    assert printed_json(capsys)["rounds_mean"] == 5
    written = (tmp_path / "duplicate-mini-1-0001.gcg").read_text("utf-8").splitlines()
    assert sum(line.startswith(">Top: ") for line in written) == 5
    assert main(arguments) == 0
    assert "rounds, whose tops are" in capsys.readouterr().out


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


@pytest.mark.repeats(1)
@pytest.mark.parametrize(("ruleset", "options"), OPTIONS)
def test_options_are_noted(ruleset: str, options: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        *("simulate", "--ruleset", ruleset, "--games", "1"),
        *("--gcg", str(tmp_path), "--json", *option_arguments(options)),
    ]
    assert main(arguments) == 0
    summary = printed_json(capsys)
    game = Path(summary["files"][0]).read_text("utf-8")
    assert game.count("#note harfiyen option ") + game.count("#note harfiyen bag ") == len(options.split())
    assert main(["replay", "--json", *summary["files"]]) == 0
    assert printed_json(capsys) == {"games": 1, "plays": summary["plays"], "mismatches": [], "errors": []}


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
    ("arguments", "complaint"),
    [
        ("scrabble-en --players 5", "--players 5: scrabble-en is for 2 to 4"),
        ("scrabble-en --bag big", "--bag big: scrabble-en has challenge, challenge-per"),
        (
            "scrabble-en --option challenge-per=word",
            "--option challenge-per: it changes nothing without challenge=five",
        ),
        ("scrabble-en --record x", "--record: scrabble-en has turns"),
        (f"scrabble-en --gcg {os.devnull}", f"--gcg {os.devnull}: it cannot be written"),
        ("klepka --bag big", "--bag big: klepka has deck, repeats, double, clock"),
        ("klepka --gcg games", "--gcg: klepka is not played on a board"),
        ("wordbox-en --option clock=7min", "--option clock=7min: wordbox-en has none, 25min, 10min, 24h"),
        ("kelimelik --option ex=off", "--option ex=off: kelimelik has challenge, "),
        ("kelimelik --option dictionary=live", "--option dictionary=live: kelimelik has challenge, "),
        ("kelimelik --players iyi", "--players: it takes a number, or two computer players"),
        ("kelimelik --players iyi usta orta", "--players: it takes a number, or two computer players"),
        ("kelimelik --players iyi strong", "--players strong: the computer players of kelimelik are greedy, "),
        ("kelimelik --players strong", "'strong' is no number from 1 on, and no computer player (greedy, "),
        ("kelimelik --players iyi usta --gcg games", "--gcg, --proofs: games of computer players are counted"),
        ("duplicate-en --players greedy ali", "--players ali: the computer players of"),
        ("duplicate-en --players 101", "--players 101: duplicate-en is for 1 to 100"),
    ],
)
def test_it_says_what_it_cannot_do(arguments: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--ruleset", *arguments.split()]) == 2
    assert complaint in capsys.readouterr().err


def test_two_computer_players_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--language", "tr", "--players", "kolay", "acemi", "--pairs", "1", "--seed", "ş"]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["ruleset"], found["players"]) == (first_ruleset_id("tr"), ["kolay", "acemi"])
    assert (found["pairs"], found["games"]) == (1, 2)
    assert found["wins"] + found["draws"] + found["losses"] == 2
    own, other = found["average"]
    assert own - other == pytest.approx(found["spread"], abs=0.02)
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{found['ruleset']}: kolay against acemi, 1 pair of games\n")
    assert f"average  {own:.1f} to {other:.1f} points" in told


def test_players_of_klepka_are_measured_too(capsys: pytest.CaptureFixture[str]) -> None:
    asked = "simulate --ruleset klepka --option deck=quick --players usta acemi --pairs 2 --json"
    assert main(asked.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["wins"]) == (4, 4)
    assert main(asked.replace("acemi", "greedy").split()) == 2
    assert "--players greedy: the computer players of klepka are acemi, kolay, " in capsys.readouterr().err


def test_intervals_are_of_pairs() -> None:
    pairs = [((300, 200), (300, 200)), ((300, 200), (200, 300)), ((250, 250), (200, 300)), ((300, 200), (300, 200))]
    found = measure_strength("kelimelik", "1", ("iyi", "greedy"), pairs)
    assert (found.wins, found.draws, found.losses) == (5, 1, 2)
    # The means of the pairs are 1, 0.5, 0.25 and 1: their standard deviation is 0.375.
    assert found.win_rate == 0.6875
    assert found.win_rate_interval == (0.32, 1.0)
    assert found.spread == 37.5
    assert found.spread_interval == (-36.0, 111.0)
    assert found.average == (268.75, 231.25)
    alone = measure_strength("kelimelik", "1", ("iyi", "greedy"), pairs[:1])
    assert (alone.win_rate_interval, alone.spread_interval) == (None, None)
