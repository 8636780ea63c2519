"""The command line: what it prints, what it returns, and one sentence for what it cannot do."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from engine.rulesets import shipped_rulesets
from tests.support.gcg_samples import SAMPLE

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
SCRIPT = "import sys; from bot.cli import main; sys.exit(main())"


@pytest.fixture
def sample_game_file(tmp_path: Path) -> Path:
    file = tmp_path / "sample.gcg"
    file.write_text(SAMPLE, encoding="utf-8")
    return file


def printed_json(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def run_harfiyen(*arguments: str, script: str = SCRIPT, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, check=False, timeout=60)


def test_rules_as_json_has_every_parameter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--json"]) == 0
    by_id = {ruleset["id"]: ruleset for ruleset in printed_json(capsys)}
    assert set(by_id) == set(shipped_rulesets())
    kelimelik = by_id["kelimelik"]
    assert (kelimelik["bingo"], kelimelik["tiles"], kelimelik["rack"], kelimelik["language"]) == (30, 100, 7, "tr")
    assert (kelimelik["players"]["least"], kelimelik["players"]["most"]) == (2, 2)
    assert kelimelik["board"]["rows"][0] == "..T..d...d..T.."
    assert kelimelik["scoring"]["cell"] == {"points": 25, "where": "plain"}
    assert kelimelik["ending"]["run"]["counts"] == "passes"
    assert kelimelik["exchange"]["least_in_bag"] == 7
    assert by_id["scrabble-tr"]["bags"]["s3-table"]["tiles"] == 91
    assert by_id["scrabble-en"]["values"]["Q"] == 10
    assert by_id["tournament-en"]["judging"] == {"mode": "wordpoints", "per": "challenge", "to": "mover", "window": 60}
    assert by_id["kelimelik"]["clocks"]["2min"] == {"kind": "move", "seconds": 120, "overrun": "pass-then-forfeit"}
    assert by_id["wordbox-en"]["options"]["ex"] == {"values": ["bag", "swap", "off"], "default": "bag"}
    assert (by_id["klepka"]["family"], by_id["wordbox-uk"]["columns"]) == ("klepka", 17)


def test_replay_as_json_names_every_difference(sample_game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample_game_file.write_bytes(SAMPLE.replace("LOAM +24", "LOAM +25").replace("\n", "\r\n").encode())
    assert main(["replay", "--json", str(sample_game_file)]) == 1
    assert printed_json(capsys) == {
        "games": 1,
        "plays": 6,
        "mismatches": [
            {
                "file": str(sample_game_file),
                "line": 10,
                "text": ">bo:k: ALMORST 7I LOAM +25 24",
                "recorded": 25,
                "computed": 24,
            }
        ],
        "errors": [],
    }


def test_a_bad_file_hides_no_other(sample_game_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, missing, empty = tmp_path / "bad.gcg", tmp_path / "missing.gcg", tmp_path / "empty.gcg"
    bad.write_text(
        SAMPLE.replace(">bo:k: (challenge) +5 394", "gibberish\n>bo:k: (challenge) +5 394"), encoding="utf-8"
    )
    bad.write_text(bad.read_text(encoding="utf-8").replace(" S. +11 112", " S. +12 113"), encoding="utf-8")
    empty.write_bytes(b"")
    assert main(["replay", "--json", str(bad), str(missing), str(tmp_path), str(empty), str(sample_game_file)]) == 2
    found = printed_json(capsys)
    assert (found["games"], found["plays"]) == (2, 12)
    assert [(error["file"], error["line"]) for error in found["errors"]] == [
        (str(bad), 13),
        (str(missing), 0),
        (str(tmp_path), 0),
        (str(empty), 1),
    ]
    assert "No such file" in found["errors"][1]["reason"]
    assert [(each["file"], each["line"]) for each in found["mismatches"]] == [(str(bad), 15)]


@pytest.mark.parametrize("content", [None, b"", b"no game"])
def test_replay_and_board_end_alike_where_a_file_holds_no_game(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "a.gcg"
    if content is not None:
        file.write_bytes(content)
    assert main(["replay", str(file)]) == main(["board", str(file), "-o", str(tmp_path / "a.png")]) == 2


def test_replay_takes_a_ruleset_for_files_that_name_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tr.gcg"
    file.write_text(">a: ?ÇA 8G ÇAy +10 10\n", encoding="utf-8")
    assert main(["replay", str(file), "--ruleset", "scrabble-tr"]) == 0
    assert main(["replay", str(file)]) == 1
    assert "'Ç' in 'ÇAy' is no letter of the language en" in capsys.readouterr().out


def test_board_draws_the_position(sample_game_file: Path, tmp_path: Path) -> None:
    last, first = tmp_path / "last.png", tmp_path / "first.png"
    assert main(["board", str(sample_game_file), "-o", str(last)]) == 0
    assert main(["board", str(sample_game_file), "-o", str(first), "--move", "0", "--language", "tr"]) == 0
    assert last.read_bytes()[:8] == first.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert last.read_bytes() != first.read_bytes()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"move": "10"}, "the game has 9 turns"),
        ({"file": "nothing.gcg"}, "it cannot be read: No such file"),
        ({"output": "no/such/folder.png"}, "it cannot be written: No such file"),
    ],
)
def test_board_says_what_it_cannot_do(
    sample_game_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, str], complaint: str
) -> None:
    file = tmp_path / change.get("file", sample_game_file.name)
    output = tmp_path / change.get("output", "x.png")
    assert main(["board", str(file), "-o", str(output), "--move", change.get("move", "1")]) == 2
    assert complaint in capsys.readouterr().err
    assert not output.exists()


def test_faulty_records_are_drawn(sample_game_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample_game_file.write_text(f"{SAMPLE}>oops\n", encoding="utf-8")
    assert main(["board", str(sample_game_file), "-o", str(tmp_path / "x.png")]) == 1
    assert f"{sample_game_file}, line 23: a line with > begins" in capsys.readouterr().err
    assert (tmp_path / "x.png").exists()


TO_THE_EDGE = """\
#harfiyen ruleset wordbox-en
>Ann: EHOSU?? 8I HOUSE +8 8
>Bob: ABOTEEE 8I .....BOAT +39 39
>Ann: AEINRT? Q8 .RAINEr +7 15
"""


def test_plays_in_the_last_columns_of_wordbox_are_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, picture = tmp_path / "edge.gcg", tmp_path / "edge.png"
    file.write_text(TO_THE_EDGE, encoding="utf-8")
    assert main(["replay", "--json", str(file)]) == 0
    assert printed_json(capsys) == {"games": 1, "plays": 3, "mismatches": [], "errors": []}
    pictures = []
    for move in ("2", "3"):
        assert main(["board", str(file), "-o", str(picture), "--move", move]) == 0
        pictures.append(picture.read_bytes())
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["replay"],
        ["replay", "x", "--ruleset", "chess"],
        ["board", "x"],
        ["board", "x", "-o", "y", "--move", "-1"],
        ["board", "x", "-o", "y", "--theme", "sea"],
        ["simulate", "--games", "3"],
        ["simulate", "--ruleset", "kelimelik", "--games", "0"],
        ["simulate", "--ruleset", "kelimelik", "--seed", "a/b"],
        ["simulate", "--ruleset", "kelimelik", "--option", "challenge"],
        ["simulate", "--ruleset", "kelimelik", "--option", "clock=none bag=91"],
    ],
)
def test_wrong_arguments_end_with_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: harfiyen")


def test_the_bench_is_said_to_be_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "move"]) == 2
    assert "make bench" in capsys.readouterr().err


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"harfiyen {tomllib.loads(PYPROJECT.read_text('utf-8'))['project']['version']}\n"


def test_wrong_data_ends_a_command_with_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lexicon", "build", "tr", "--sources", str(tmp_path), "--target", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("harfiyen: ")
    assert error.count("\n") == 1


def test_a_broken_setting_ends_the_start_before_the_bot_is_loaded(tmp_path: Path) -> None:
    script = "import sys; from bot.cli import main; ended = main(); sys.exit(7 if 'bot.app' in sys.modules else ended)"
    environment = {"HTTP_LISTEN": "nowhere", "BOT_TOKEN": "", "DATA_DIR": str(tmp_path), "REDIS_URL": ""}
    ended = run_harfiyen("run", script=script, **environment)
    assert ended.returncode == 2
    assert ended.stderr.decode().startswith("harfiyen: HTTP_LISTEN is 'nowhere'")
    assert ended.stderr.count(b"\n") == 1


def test_turkish_is_printed_whatever_the_locale() -> None:
    ended = run_harfiyen("lexicon", "check", "kâğıt", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert ended.returncode == 0
    assert "KAĞIT" in ended.stdout.decode("utf-8")


def test_a_reader_that_goes_away_is_no_trouble() -> None:
    command = [sys.executable, "-c", SCRIPT, "rules", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        if process.stdout is None or process.stderr is None:
            pytest.fail("the pipes are missing")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("work", "unloaded"),
    [
        ("from bot.cli import main; main(['rules'])", ("telegram", "PIL", "aiohttp", "redis", "dawg")),
        (
            "import bot.app.service",
            (
                *("engine.crossword.analysis", "engine.crossword.players", "bot.families.crossword.analysis"),
                *("bot.families.crossword.turn_comparison", "bot.families.crossword.tools", "multiprocessing"),
                *("prometheus_client", "structlog"),
            ),
        ),
    ],
    ids=["offline", "idle"],
)
def test_what_is_not_needed_is_not_loaded(work: str, unloaded: tuple[str, ...]) -> None:
    script = f"import gc, sys; gc.disable(); {work}; sys.exit(' '.join({unloaded} & sys.modules.keys()) or 0)"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, b"")
