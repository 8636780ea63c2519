"""The pages of commands: names, and who may, come from the rows; what each does, and where, the page alone says."""

import re
from typing import Final

from bot.handlers.general import all_command_rows
from bot.texts import Texts
from bot.user_input.commands import command_menu, command_name
from tools.wrap_markdown import fill

ITEM: Final = re.compile(r"^- `/(?P<name>\w+)`(?:, `/\w+`)? \([^)]*\): (?P<what>.+(?:\n  .+)*)\n", re.MULTILINE)


def names(command: str, language: str) -> tuple[str, ...]:
    """The names of a command in a page: the English one, which others link to, has both."""
    languages = ("en", "tr") if language == "en" else (language,)
    return tuple(dict.fromkeys(f"`/{command_name(command, one)}`" for one in languages))


def with_commands(page: str, language: str) -> str:
    """A page with an item for every command; one that it lacks is told as in the menus, behind the last item."""
    lines, told = dict(command_menu(language)), told_commands(page)
    commands = {command_name(command, language): command for command in all_command_rows()}

    def anew(item: re.Match[str]) -> str:
        command = commands.get(item["name"])
        return "" if command is None else _item(command, language, " ".join(item["what"].split()))

    found = list(ITEM.finditer(page))
    end = found[-1].end() if found else len(page)
    added = [_item(command, language, lines[name]) for name, command in commands.items() if name not in told]
    return ITEM.sub(anew, page[:end]) + "".join(added) + page[end:]


def told_commands(page: str) -> list[str]:
    """The names of the commands that have an item, in its order."""
    return [item["name"] for item in ITEM.finditer(page)]


def _item(command: str, language: str, what: str) -> str:
    who = Texts().plain(language, f"guide-who-{all_command_rows()[command].allowed_users}")
    return "\n".join(fill(f"{', '.join(names(command, language))} ({who}): {what}", "- ", "  ")) + "\n"
