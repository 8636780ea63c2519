"""What the bot says when it comes into a group, or back to one where a table waits."""

from bot.languages import languages
from bot.tables.held import is_running
from bot.wording.help import member_hint
from bot.wording.speaker import Speaker
from engine.game import Table
from engine.seats import Lobby


def greeting(table: Table | None, speaker: Speaker, bot: str, *, administrator: bool = True) -> str:
    """HTML: how to open a table, or, where one is open or a game is on, that it still is.

    Args:
        table: the chat's.
        speaker: speaks to the chat.
        bot: the bot's name with its ``@``.
        administrator: whether bare commands reach the bot there.
    """
    if isinstance(table, Lobby):
        text = speaker.html("back-to-table")
    elif table is not None and not isinstance(table, Lobby) and is_running(table):
        player = table.players[table.turn]
        text = speaker.html("back-to-game", name=speaker.named(player.name))
    else:
        hello = speaker.html("greeting-group" if administrator else "greeting-group-member", bot=bot)
        return f"{hello} {_switches(speaker, '' if administrator else bot)}"
    return text if administrator else f"{text}\n{member_hint(speaker, bot)}"


def _switches(speaker: Speaker, bot: str) -> str:
    """How every other language says that the chat can be spoken to in it; ``bot`` goes with the command."""
    _, *others = own_first(speaker.language)
    return " · ".join(speaker.tongue(code).html("switch-language", bot=bot, code=code) for code in others)


def own_first(language: str) -> tuple[str, ...]:
    """The languages of the interface in their order, but one of them first."""
    return (language, *(code for code in languages().codes if code != language))
