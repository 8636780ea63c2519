"""The README's first minutes: its commands are found in it, and its table of steps begins a game on the playground."""

import asyncio
import re
from pathlib import Path

import pytest

from bot.playground.server_version import NEWEST
from tests.e2e.page_process import run_playground_command
from tests.support.doc_pages import README, page_text
from tools import try_readme
from tools.readme_steps import NotFoundError, PageStep, address_in, read_steps
from tools.try_program import Failed

MAKE_RUN = "make run     # start"


def test_the_commands_of_the_readme_are_taken_from_it_word_for_word() -> None:
    steps = read_steps(page_text(README))
    assert steps.start == MAKE_RUN
    assert steps.test.startswith("make test")
    assert {"python3", "git", "make"} == set(steps.install.split()[3:])
    assert address_in(steps.answer) == "http://127.0.0.1:8080"


def test_a_changed_readme_is_followed() -> None:
    page = page_text(README).replace(MAKE_RUN, "make run PYTHON=python3.12")
    page = page.replace("| Limon | **➕ Join** |", "| Nane | `/join`, then **🪑 Sit** |")
    steps = read_steps(page)
    assert steps.start == "make run PYTHON=python3.12"
    assert steps.at_the_page[2:4] == (PageStep("Nane", typed="/join"), PageStep("Nane", button="🪑 Sit"))


@pytest.mark.parametrize(
    "left_out",
    [
        MAKE_RUN,
        "make test ",
        "sudo apt install python3",
        "HTTP_LISTEN=127.0.0.1:9090",
        "cp .env.example .env && chmod 600 .env`",
        "BOT_TOKEN=`",
        ".venv/bin/harfiyen doctor",
        "## Try it: two commands",
        "```text\nHarfiyen's",
    ],
)
def test_what_the_readme_does_not_say_is_missed(left_out: str) -> None:
    page = page_text(README)
    assert left_out in page
    with pytest.raises(NotFoundError):
        read_steps(page.replace(left_out, ""))


def test_a_readme_without_a_table_of_steps_is_refused() -> None:
    with pytest.raises(NotFoundError):
        read_steps(re.sub(r"^\| (Kiraz|Limon|whoever).*\n", "", page_text(README), flags=re.MULTILINE))


async def test_the_table_of_steps_begins_a_game(tmp_path: Path) -> None:
    steps = read_steps(page_text(README)).at_the_page
    async with run_playground_command(tmp_path, NEWEST) as address:
        page = await asyncio.to_thread(try_readme.Playground, address)
        await asyncio.to_thread(page.do_all, steps)
        assert len(await asyncio.to_thread(page.boards)) == 1


async def test_a_step_that_nobody_can_do_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(try_readme, "PATIENCE", 0.5)
    async with run_playground_command(tmp_path, NEWEST) as address:
        page = await asyncio.to_thread(try_readme.Playground, address)
        with pytest.raises(Failed, match="🪑 Sit"):
            await asyncio.to_thread(page.do, PageStep("Limon", button="🪑 Sit"))


def test_what_is_written_outside_the_clone_is_seen(tmp_path: Path) -> None:
    stranger = try_readme.Stranger(tmp_path, "/srv/clone", 0, tmp_path / "tmp" / "log")
    for folder in ("srv/clone", "root/.cache/pip", "tmp"):
        (tmp_path / folder).mkdir(parents=True)
    before = stranger.files_outside()
    for name in ("srv/clone/.venv", "tmp/socket", "root/.cache/pip/page", "root/.cache/mine"):
        (tmp_path / name).touch()
    assert {*stranger.files_outside()} - {*before} == {str(tmp_path / "root" / ".cache" / "mine")}


def test_the_token_is_put_behind_the_setting_that_the_readme_names(tmp_path: Path) -> None:
    stranger = try_readme.Stranger(tmp_path, "/clone", 0, tmp_path / "log")
    (tmp_path / "clone").mkdir()
    (tmp_path / "clone" / ".env").write_text("# BOT_TOKEN= is a secret\nBOT_TOKEN=\nREDIS_URL=\n")
    stranger.put("BOT_TOKEN=", "1:a")
    assert (tmp_path / "clone" / ".env").read_text().splitlines()[1:] == ["BOT_TOKEN=1:a", "REDIS_URL="]
    with pytest.raises(Failed):
        stranger.put("TOKEN=", "1:a")
