"""The families of games in the chat, and functions that find the family of a game, view or ruleset.

Only a family's own package names the family, its states, views and rulesets.
"""

import asyncio
import html
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final, TypeVar

from bot.families import family_list, own_board
from bot.families.chat_family import ChatFamily, ComputerPlayers, ComputerTurn
from bot.families.services import ChatServices, FamilyChat
from bot.metrics.meters import NO_METERS, Meters
from bot.pictures import PictureStyle, Preparation, PublicSketch, Sketch, seat_labels
from bot.tables.daily_time import end_of_day_round
from bot.tables.games import Games
from bot.tables.table_loader import LoadedTable, require_game
from bot.telegram.keyboards import COMMON_BUTTONS, ButtonSpecs
from bot.texts import Html
from bot.wording.guide_texts import HelpContents
from bot.wording.speaker import Speaker, first_fitting_caption, folding_quote, join_lines, merge_quotes
from bot.wording.tables import label_in_picture, label_line
from engine.game import Action, Game, View
from engine.game_base import GameView, TurnGame
from engine.invitations import INVITATION_LIFETIME
from engine.lexicon import ChangedLexicon, Lexicon
from engine.lobby_seats import Seat
from engine.lobby_view import LobbyView
from engine.rng import short_seal
from engine.rulesets import Ruleset, shipped_rulesets
from render import Painter
from render.lobby import LobbyWords, count_places

FAMILIES: tuple[ChatFamily, ...] = tuple(family.load_chat_family() for family in family_list.COMMAND_LINE_FAMILIES)
"""All families. If no game tells the family of a command, the first one that has the command is used."""


def family_of_ruleset(ruleset: Ruleset) -> ChatFamily:
    """The family of a game's rules."""
    return next(family for family in FAMILIES if isinstance(ruleset, family.engine_family.ruleset))


def family_of_game(game: Game) -> ChatFamily:
    """The family of a running or finished game."""
    return family_of_ruleset(game.ruleset)


def family_of_view(view: View) -> ChatFamily:
    """The family of a game's view. Raises LookupError for other views, such as a lobby's."""
    for family in FAMILIES:
        if isinstance(view, family.engine_family.views):
            return family
    raise LookupError(f"no family has views like {type(view).__name__}")


def create_chats(services: ChatServices) -> dict[str, FamilyChat]:
    """Create the handlers of every family, by its name."""
    return {family.name: family.chat.create(services) for family in FAMILIES}


def all_button_kinds() -> ButtonSpecs:
    """The kinds of buttons that this version draws."""
    return {
        **COMMON_BUTTONS,
        **own_board.OWN_BOARD_BUTTONS,
        **{kind: button for family in FAMILIES for kind, button in family.chat.button_kinds.items()},
    }


def painter_preparations() -> Iterator[Preparation]:
    """The steps in which a painter prepares the pictures of all families."""
    for family in FAMILIES:
        yield from family.pictures.painter_preparations()


def example_sketch(name: str, style: PictureStyle, speaker: Speaker, *, foreign: bool = False) -> Sketch:
    """An example picture for the choice of a look; see :class:`bot.families.chat_family.ExampleSketch`."""
    draw = next(found for family in FAMILIES if (found := family.pictures.example_sketch) is not None)
    return draw(name, style, speaker, foreign=foreign)


def greeting_sketch(style: PictureStyle, speaker: Speaker) -> Sketch:
    """The picture that greets a group: a player who is about to play."""
    sketch = next(found for family in FAMILIES if (found := family.pictures.greeting_sketch) is not None)
    return sketch(style, speaker)


def is_greeted_with(ruleset: Ruleset) -> bool:
    """Whether the greeting's picture shows a game of this family."""
    greeting = next(family for family in FAMILIES if family.pictures.greeting_sketch is not None)
    return family_of_ruleset(ruleset) is greeting


def help_contents(ruleset: Ruleset) -> HelpContents:
    """The contents of a game's help, with a game of the next family as an alternative."""
    family = family_of_ruleset(ruleset)
    following = FAMILIES[(FAMILIES.index(family) + 1) % len(FAMILIES)]
    other = next(name for name, one in shipped_rulesets().items() if one.family == following.name)
    guide = family.guide(ruleset)
    return HelpContents(
        guide.play_messages,
        guide.look_up_messages,
        other,
        family.to_gcg is not None,
        family.pictures.has_labels,
        guide.examples,
    )


_HOUR: Final = timedelta(hours=1)
_MOST_NAMES: Final = 20  # how many names of seated people fit into a lobby's caption


@dataclass(frozen=True, slots=True)
class LobbySketch(PublicSketch):
    """A lobby's picture."""

    view: LobbyView
    words: LobbyWords

    @property
    def content(self) -> tuple[Any, ...]:
        """All that is drawn."""
        return self.view, self.words, self.theme, {}

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.lobby(self.view, self.words)


def lobby_sketch(view: LobbyView, speaker: Speaker, style: PictureStyle) -> LobbySketch:
    """The picture of a lobby."""
    ruleset = shipped_rulesets().get(view.ruleset)
    ready = len(view.seats) >= view.least
    motif = None if ruleset is None else family_of_ruleset(ruleset).guide(ruleset).motif_message
    words = LobbyWords(
        title=speaker.game_title,
        motif=speaker.plain(motif) if motif is not None and speaker.has_message(motif) else "",
        subtitle=speaker.plain("lobby-ready" if ready else "lobby-waiting"),
        tiles=speaker.plain(_pieces_message(view), count=view.tiles),
        host=speaker.plain("lobby-host"),
        needed=speaker.plain("lobby-needed"),
        free=speaker.plain("lobby-free"),
        options=tuple(speaker.option_lines(view.ruleset, view.options)),
        labels=style.board_labels(ruleset.language if ruleset else style.language),
        seats=seat_labels(speaker, count_places(view)),
        kept=speaker.plain("lobby-kept"),
        label=label_in_picture(view.seats, speaker),
    )
    return LobbySketch(style.theme, view, words)


def lobby_caption(view: LobbyView, speaker: Speaker, to_mention: Sequence[Seat] = (), *, private: bool = False) -> str:
    """The caption of a lobby, which mentions ``to_mention``; in a ``private`` chat nobody else can join."""
    left = len(view.seats) - _MOST_NAMES
    named = [speaker.player_name(seat.name) for seat in view.seats[:_MOST_NAMES]]
    names = Html(", ".join((*named, f"+{left}") if left > 0 else named))
    ruleset = shipped_rulesets().get(view.ruleset)
    retired = {name for name, option in (ruleset.options() if ruleset else {}).items() if option.retired}
    altered = ", ".join(speaker.option_label(name) for name in view.altered if name not in retired)
    text = speaker.html(
        "lobby-alone" if private else "lobby-full" if view.is_full else "lobby",
        game=speaker.game_title,
        names=names,
        seated=len(view.seats),
        most=view.most,
    )
    # In private the game may start at once, and the button to start it is below; this text would stay behind.
    how = "" if private else speaker.html("lobby-how-full" if view.is_full else "lobby-how", least=view.least)
    changes = speaker.html("lobby-altered", options=altered) if altered else ""
    has_turns = ruleset is None or issubclass(family_of_ruleset(ruleset).engine_family.state, TurnGame)
    rotates = bool(view.begins) and has_turns
    rotated = speaker.html("lobby-rotated", name=speaker.player_name(view.begins)) if rotates else ""
    mentioned = Html(", ".join(speaker.mention(seat.user, seat.name) for seat in to_mention))
    calls = speaker.html("lobby-called", names=mentioned) if to_mention else ""
    asked = Html(", ".join(speaker.player_name(one.name) for one in view.invited))
    hours = INVITATION_LIFETIME // _HOUR
    return join_lines(
        label_line(view.seats, speaker),
        text,
        changes,
        calls,
        folding_quote(
            how,
            speaker.html("lobby-invited", names=asked, hours=hours) if asked else "",
            rotated,
            speaker.html(_pieces_message(view), count=view.tiles),
            *(html.escape(line, quote=False) for line in speaker.option_lines(view.ruleset, view.options)),
            seal_line(view.commitment, speaker),
        ),
    )


def seal_line(commitment: str, speaker: Speaker) -> str:
    """The seal, which commits to a table's draws, as a line of a phone's width: the chat keeps it."""
    return speaker.html("seal-line", seal=short_seal(commitment))


def _pieces_message(view: LobbyView) -> str:
    ruleset = shipped_rulesets().get(view.ruleset)
    return "lobby-tiles" if ruleset is None else family_of_ruleset(ruleset).guide(ruleset).pieces_message


def table_sketch(view: View, speaker: Speaker, style: PictureStyle) -> Sketch:
    """The picture of a table; ``speaker`` speaks of it."""
    if isinstance(view, LobbyView):
        return lobby_sketch(view, speaker, style)
    return family_of_view(view).pictures.table_sketch(view, speaker, style)


def sketch_above_keys(view: View, speaker: Speaker, style: PictureStyle) -> Sketch:
    """The picture of a table above buttons, which may show the table themselves."""
    if not isinstance(view, LobbyView):
        sketch = family_of_view(view).pictures.sketch_above_keys
        if sketch is not None:
            return sketch(view, speaker, style)
    return table_sketch(view, speaker, style)


def full_caption(view: View, speaker: Speaker, *, above: str = "") -> str:
    """The caption of a requested picture: ``above``, which is never shortened, then the last turn and the scores."""
    label = ""
    if isinstance(view, LobbyView):
        versions: tuple[tuple[str, ...], ...] = ((lobby_caption(view, speaker),),)
    else:
        label = label_line(view.seats, speaker)
        versions = family_of_view(view).wording(speaker).caption_versions(view)
    whole_ones = [merge_quotes(join_lines(above, label, *parts)) for parts in versions]
    return first_fitting_caption(*whole_ones, above) if above else first_fitting_caption(*whole_ones)


def last_turn_text(view: GameView, speaker: Speaker) -> str:
    """The newest turn as a message without a picture, then what matters for the next one."""
    text = family_of_view(view).wording(speaker).turn_text(view)
    return first_fitting_caption(join_lines(label_line(view.seats, speaker), text))


def table_as_html(view: View, speaker: Speaker) -> str:
    """The whole table as text, for users who want text."""
    if isinstance(view, LobbyView):
        return lobby_caption(view, speaker)
    text = family_of_view(view).pictures.table_as_html(view, speaker)
    return merge_quotes(join_lines(label_line(view.seats, speaker), text))


_Result = TypeVar("_Result")
_TURN_SECONDS: Final = 0.3  # processor time of a turn at the strongest level; less while several computer players wait


class ThinkingThread:
    """Runs computer players in a thread."""

    def __init__(self, games: Games, folder: Path, meters: Meters = NO_METERS) -> None:
        self._meters: Final = meters
        self._games: Final = games
        self._folder: Final = folder
        self._computer_players: Final[dict[str, ComputerPlayers]] = {}
        self._waiting = 0
        self._thread: Final = ThreadPoolExecutor(1, "computer players")

    async def choose_action(self, loaded: LoadedTable, refused_words: frozenset[str] = frozenset()) -> Action:
        """The action of the computer player whose turn it is. Raises LookupError without one, or UnreadableState."""
        return await self._think("computer", loaded, refused_words, lambda players, turn: players.choose_action(turn))

    async def find_hinted_turn(self, loaded: LoadedTable, refused_words: frozenset[str] = frozenset()) -> Action:
        """The best turn of the person whose turn it is. Raises LookupError without hints, or UnreadableState."""
        return await self._think("hint", loaded, refused_words, lambda players, turn: players.find_hinted_turn(turn))

    async def _think(
        self,
        purpose: str,
        loaded: LoadedTable,
        refused_words: frozenset[str],
        think: Callable[[ComputerPlayers, ComputerTurn], Action],
    ) -> Action:
        game = require_game(loaded.table)
        computer_players = await self._computer_players_of(game.ruleset)
        log = await self._games.history.read_log(loaded) if computer_players.needs_log else ()
        dictionary = await self._games.loader.load_dictionary(loaded, game.ruleset)
        words: Lexicon = dictionary.words
        if refused_words:
            changes = dictionary.changes
            words = ChangedLexicon(dictionary.base, changes.added, (*changes.removed, *refused_words))
        self._waiting += 1
        try:
            turn = ComputerTurn(game, words, log, _TURN_SECONDS / self._waiting, self._end_of_day(loaded))
            began = perf_counter()
            action = await self._run_in_thread(partial(think, computer_players, turn))
            self._meters.observe_search(purpose, perf_counter() - began)
            return action
        finally:
            self._waiting -= 1

    def _end_of_day(self, loaded: LoadedTable) -> datetime | None:
        times = self._games.times
        ends = end_of_day_round(loaded.settings, times.utc_now)
        return None if ends is None else ends - (times.downtime or timedelta())

    def stop_thinking(self) -> None:
        """Stop the thread once its current turn is chosen."""
        self._thread.shutdown(cancel_futures=True)

    async def _computer_players_of(self, ruleset: Ruleset) -> ComputerPlayers:
        family = family_of_ruleset(ruleset)
        if family.name not in self._computer_players:
            # In the thread, since the import takes longer than an answer may.
            if family.load_computer_players is None:
                raise LookupError(f"no computers play {ruleset.id}")
            made = await self._run_in_thread(partial(family.load_computer_players, self._folder))
            self._computer_players.setdefault(family.name, made)
        return self._computer_players[family.name]

    def _run_in_thread(self, work: Callable[[], _Result]) -> Awaitable[_Result]:
        return asyncio.get_running_loop().run_in_executor(self._thread, work)
