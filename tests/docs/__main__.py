"""``python -m tests.docs``: write the tables that follow from the rulesets, and what commands print, into the pages."""

import re
import tempfile
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path

from bot.cli import main
from tests.docs.generated_tables import placed, tables, with_commands
from tests.docs.shown_commands import PAGE, RUN, arguments
from tests.support.checkout import COMMAND_PAGES


def write() -> None:
    for table in tables():
        table.page.write_text(placed(table.page.read_text("utf-8"), table), "utf-8")
    for language, listed in COMMAND_PAGES.items():
        listed.write_text(with_commands(listed.read_text("utf-8"), language), "utf-8")
    PAGE.write_text(with_outputs(PAGE.read_text("utf-8")), "utf-8")


def with_outputs(page: str) -> str:
    """A page with what each of its offline commands prints, whatever was written below it, or nothing."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        return RUN.sub(_run_anew, page)


def _run_anew(shown: re.Match[str]) -> str:
    printed = StringIO()
    with redirect_stdout(printed):
        main(arguments(shown["command"], Path.cwd()))
    before = shown.start("output") - shown.start()
    return f"{shown[0][:before]}{printed.getvalue()}```"


if __name__ == "__main__":
    write()
