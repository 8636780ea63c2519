"""The README's first minutes: its commands are found in it, and its table of steps begins a game on the playground."""

import asyncio
from pathlib import Path

from bot.playground.server_version import NEWEST
from tests.e2e.page_process import run_playground_command
from tests.support.checkout import README, page_text
from tools import try_readme
from tools.readme_steps import address_in, read_steps

MAKE_RUN = "make run     # start"


def test_the_commands_of_the_readme_are_taken_from_it_word_for_word() -> None:
    steps = read_steps(page_text(README))
    assert steps.start == MAKE_RUN
    assert steps.test.startswith("make test")
    assert {"python3", "git", "make"} == set(steps.install.split()[3:])
    assert address_in(steps.answer) == "http://127.0.0.1:8080"


async def test_the_table_of_steps_begins_a_game(tmp_path: Path) -> None:
    steps = read_steps(page_text(README)).at_the_page
    async with run_playground_command(tmp_path, NEWEST) as address:
        page = await asyncio.to_thread(try_readme.Playground, address)
        await asyncio.to_thread(page.do_all, steps)
        assert len(await asyncio.to_thread(page.boards)) == 1
