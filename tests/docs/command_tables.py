"""The guides' tables of commands: names, and who may, come from the rows; what each does stands in the guide alone."""

from bot.handlers.general import all_command_rows
from bot.texts import Texts
from bot.user_input.command_names import command_menu, command_name
from tests.support.doc_pages import table_rows


def names(command: str, language: str) -> tuple[str, ...]:
    """The cells that name a command in a guide: the English one, which others link to, has both names."""
    languages = ("tr", "en") if language == "en" else (language,)
    return tuple(f"`/{command_name(command, one)}`" for one in languages)


def command_rows(language: str, section: str) -> tuple[str, ...]:
    """The table's rows in the order of the menus; what the guide does not tell yet is said as in the menus."""
    said, lines, told = Texts(), dict(command_menu(language)), _told(section)
    made = []
    for command, row in all_command_rows().items():
        named = names(command, language)
        what = told.get(named[0]) or lines[command_name(command, language)]
        made.append(f"| {' | '.join((*named, what, said.plain(language, f'guide-who-{row.allowed_users}')))} |")
    return tuple(made)


def _told(section: str) -> dict[str, str]:
    """What the guide says of each command, by its first name."""
    return {cells[0]: cells[-2] for cells in table_rows(section)}
