"""The handlers for games of all kinds, built here, and all commands that there are, gathered from who answers them.

A new class of handlers is a field of :class:`General` and the line that builds it; its commands follow from its rows.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Final, Self, get_type_hints

from bot.families import registry
from bot.families.family import Chat, Services
from bot.handlers.absent import AbsentHandlers
from bot.handlers.bell import BellHandlers
from bot.handlers.choices import ChoiceHandlers
from bot.handlers.choosing import Choosing
from bot.handlers.clocks import ClockHandlers
from bot.handlers.computers import ComputerHandlers
from bot.handlers.elsewhere import ElsewhereHandlers
from bot.handlers.ending import EndingHandlers
from bot.handlers.guides import GuideHandlers
from bot.handlers.info import InfoHandlers
from bot.handlers.inviting import InvitingHandlers, People
from bot.handlers.lobby import LobbyHandlers
from bot.handlers.mine import MineHandlers
from bot.handlers.presence import PresenceHandlers
from bot.handlers.proof import ProofHandlers
from bot.handlers.settings import SettingsHandlers
from bot.handlers.starting import StartHandlers
from bot.handlers.surrender import SurrenderHandlers
from bot.handlers.themes import ThemeHandlers
from bot.handlers.words import WordHandlers
from bot.judges import Judges
from bot.typed.commands import CommandError, Row, gathered


@dataclass(frozen=True, slots=True)
class General:
    """Those of games of all kinds. Where a family answers a command itself, it goes before them."""

    lobby: LobbyHandlers
    inviting: InvitingHandlers
    bell: BellHandlers
    ending: EndingHandlers
    surrender: SurrenderHandlers
    absent: AbsentHandlers
    computers: ComputerHandlers
    presence: PresenceHandlers
    clocks: ClockHandlers
    info: InfoHandlers
    guides: GuideHandlers
    mine: MineHandlers
    words: WordHandlers
    start: StartHandlers
    settings: SettingsHandlers
    choices: ChoiceHandlers
    themes: ThemeHandlers
    proof: ProofHandlers

    @classmethod
    def built(
        cls, use: Services, judges: Judges, chats: Mapping[str, Chat], people: People, seconds: Callable[[], float]
    ) -> Self:
        """All of them, wired.

        Args:
            use: what the handlers of families may use, too.
            judges: who judges words.
            chats: the families' own handlers, by the families' names.
            people: knows those whom the bot has met.
            seconds: a clock that only goes forward.
        """
        gateway, members, games = use.gateway, use.members, use.games
        answers, buttons, texts = use.answers, use.buttons, use.texts
        info = InfoHandlers(answers, buttons, use.photos, use.games, seconds=seconds)
        choosing = Choosing(members, use.store, use.studio, answers)
        presence = PresenceHandlers(members, games, use.store)
        guides = GuideHandlers(answers, buttons, use.games, gateway)
        mine = MineHandlers(use, chats, info.score)
        bell = BellHandlers(members, use.callers, answers, people.is_shut)
        elsewhere = ElsewhereHandlers(use, judges, bell)
        lobby = LobbyHandlers(members, games, judges, answers, buttons, bell=bell, elsewhere=elsewhere)
        return cls(
            lobby=lobby,
            inviting=InvitingHandlers(lobby, members, games, answers, people),
            bell=bell,
            ending=EndingHandlers(members, games, answers),
            surrender=SurrenderHandlers(games, answers, buttons),
            absent=AbsentHandlers(members, presence, games, answers),
            computers=ComputerHandlers(members, games, judges, answers),
            presence=presence,
            clocks=ClockHandlers(members, games, answers),
            info=info,
            guides=guides,
            mine=mine,
            words=WordHandlers(
                gateway=gateway, games=games, judges=judges, look_ups=use.look_ups, answers=answers, texts=texts
            ),
            start=StartHandlers(gateway, answers, buttons, personal=use.personal, mine=mine, guides=guides),
            settings=SettingsHandlers(gateway, choosing, answers, buttons),
            choices=ChoiceHandlers(choosing, judges, use.look_ups, answers),
            themes=ThemeHandlers(
                choosing=choosing,
                studio=use.studio,
                photos=use.photos,
                answers=answers,
                buttons=buttons,
                texts=texts,
            ),
            proof=ProofHandlers(gateway=gateway, games=games, answers=answers, buttons=buttons, texts=texts),
        )

    def __iter__(self) -> Iterator[object]:
        """Every one of them."""
        return (getattr(self, field.name) for field in fields(self))


GENERAL: Final[tuple[type, ...]] = tuple(get_type_hints(General).values())
"""The classes of those for games of all kinds."""


def commands() -> Mapping[str, Row]:
    """Every command's row by its key, in the order of the menus.

    Raises:
        bot.typed.commands.CommandError: rows, names and handlers do not belong together.
    """
    return gathered(GENERAL, [family.handlers for family in registry.FAMILIES])


def answered(keys: Collection[str]) -> Mapping[str, Row]:
    """The same, where these commands are all that somebody answers.

    Raises:
        bot.typed.commands.CommandError: one of them is not there, or nobody answers another.
    """
    rows = commands()
    for key in sorted(rows.keys() ^ keys):
        raise CommandError(f"nobody answers the command {key}" if key in rows else f"nobody names the command {key}")
    return rows
