"""Games on a board as the chat knows them (see :class:`bot.families.family.Family`)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from telegram import InlineKeyboardMarkup

from bot.families.crossword import buttons, sketches
from bot.families.crossword.disputes import OF_ABSENCE, OF_DRAWS, SAID_ONLY
from bot.families.crossword.example import example
from bot.families.crossword.exhibits import WAITING, exhibits
from bot.families.crossword.handlers import HANDLERS, BoardChat
from bot.families.crossword.legend import legend
from bot.families.crossword.moves import centre
from bot.families.crossword.rules import Rules
from bot.families.crossword.wording import Wording
from bot.families.exhibits import Exhibit, Waiting
from bot.families.family import Chat, Family, Services
from bot.families.minds import Thinker
from bot.pictures.drawing import Preparation
from bot.pictures.sketches import Look, Sketch
from bot.telegram.buttons import Button
from bot.texts import Html, Texts
from bot.wording import clocks
from bot.wording.captions import fitting, lines
from bot.wording.help import BEHIND_NAME
from bot.wording.rules import whole
from bot.wording.speaker import Speaker
from engine.absence import TurnSkipped
from engine.alphabet import alphabet
from engine.crossword import events as crossword
from engine.crossword import family as engine
from engine.crossword.gcg import write
from engine.crossword.ruleset import BLANK, Ruleset
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.family import AnyFamily
from engine.game import Event
from engine.proof import Proof
from engine.record import LogEntry


class Crossword(Family[Ruleset, GameState, GameView]):
    """Kelimelik, Scrabble and WordBox, whatever their boards, bags and languages."""

    engine: ClassVar[AnyFamily] = engine.Crossword()
    pieces: ClassVar[str] = "lobby-tiles"
    handlers: ClassVar[tuple[type, ...]] = HANDLERS
    begins: ClassVar[type] = crossword.GameStarted
    said_only: ClassVar[tuple[type, ...]] = SAID_ONLY
    tileless: ClassVar[tuple[type, ...]] = (crossword.TilesExchanged, crossword.TurnPassed, TurnSkipped)
    buttons: ClassVar[Mapping[str, Button]] = buttons.BUTTONS
    sent_again: ClassVar[bool] = True
    labelled: ClassVar[bool] = True
    recorded: ClassVar[bool] = True
    computers: ClassVar[bool] = True

    def thinker(self, folder: Path) -> Thinker:
        """Loaded when the first of them is on turn."""
        from bot.families.crossword.thinking import BoardThinker  # noqa: PLC0415 - as said

        return BoardThinker(folder)

    def chat(self, services: Services) -> Chat:
        """Its handlers."""
        return BoardChat(services)

    def closes_look_ups(self, game: GameState) -> bool:
        """Where words are judged only when they are challenged (RULES §7.1)."""
        return game.ruleset.judging.challenges

    def lines(self, events: Iterable[Event], view: GameView, speaker: Speaker) -> list[str]:
        """What happened; quiet about tiles drawn."""
        return Wording(speaker).lines(events, view)

    def standings(self, events: Sequence[Event], view: GameView, speaker: Speaker) -> tuple[str, ...]:
        """Scores, what is left, an open window, and who is next; of the table's terms, that the lobby told, no more."""
        began = any(isinstance(event, self.begins) for event in events)
        return (Wording(speaker).standing(view, terms=not began),)

    def asked(self, view: GameView, speaker: Speaker) -> tuple[tuple[str, ...], ...]:
        """The last turn goes first, and is left out first."""
        words = Wording(speaker)
        stands = (words.result(view), words.standing(view))
        return ((words.last(view), *stands), stands)

    def scores(self, view: GameView, speaker: Speaker) -> str:
        """In the order of play."""
        return Wording(speaker).scores(view)

    def next(self, view: GameView, speaker: Speaker) -> str:
        """Whose turn it is."""
        return Wording(speaker).next(view)

    def brief(self, view: GameView, speaker: Speaker) -> str:
        """Clocks where there are any, an open window, what would end the game, and who is next."""
        return Wording(speaker).brief(view)

    def result(self, view: GameView, speaker: Speaker) -> str:
        """With the final standings."""
        return Wording(speaker).result(view)

    def bag(self, view: GameView, speaker: Speaker) -> str:
        """How many tiles the bag holds and, per letter, how many are not on the board.

        A viewer's own rack is left out of the count; in a group it is everybody's business.
        """
        letters = alphabet(view.language)
        counts = sorted(view.unseen.items(), key=lambda item: letters.rank(item[0]))
        unseen = " ".join(f"{'▢' if tile == BLANK else tile}<b>{count}</b>" for tile, count in counts)
        message = "bag-list" if view.viewer is None else "bag-list-private"
        return speaker.html(message, bag=view.bag, tiles=view.tiles, unseen=Html(unseen))

    def written(self, view: GameView) -> str:
        """The board."""
        return sketches.written(view)

    def as_text(self, view: GameView, speaker: Speaker) -> str:
        """The board, what its signs mean, and what stands below a picture."""
        below = fitting(*(lines(*parts) for parts in self.asked(view, speaker)))
        return f"{sketches.written(view)}\n{legend(view, speaker)}\n{below}"

    def clocks(self, game: GameState, now: datetime, speaker: Speaker) -> list[str]:
        """The players' times, and until when the last play may be challenged."""
        if game.ruleset.timing is None and not game.ruleset.judging.challenges:
            return []
        if game.outcome is not None:
            return [speaker.html("turn-none")]
        told = list(clocks.stand(game, now, speaker))
        if game.pending is not None and game.ruleset.judging.challenges:
            ends = game.clocks.paused or now
            seconds = max(0, int((game.pending.until - ends).total_seconds()))
            told.append(speaker.html("window-left", time=speaker.duration(seconds)))
        return [*told, *clocks.halted(game.clocks, speaker)]

    def motif(self, ruleset: Ruleset) -> str:
        """One for all languages of a game."""
        return f"motif-{ruleset.id.partition('-')[0]}"

    def rules(self, ruleset: Ruleset, speaker: Speaker) -> str:
        """From the ruleset's own figures."""
        rules = Rules(ruleset, speaker)
        return whole(rules.head(), rules.parts(), speaker)

    def help(self, ruleset: Ruleset) -> tuple[Sequence[str], Sequence[str]]:
        """Challenges and draws where there are such; look-ups where they are open."""
        challenges = ruleset.judging.challenges
        play = [
            "help-word-first" if ruleset.places else "help-move",
            "help-move-more",
            BEHIND_NAME,
            *(["help-challenge"] if challenges else []),
            *(["help-take-back"] if ruleset.take_back else []),
            *(["help-draw"] if ruleset.draw_offers else []),
        ]
        return play, ["help-look", *([] if challenges else ["help-word"])]

    def examples(self, ruleset: Ruleset) -> Mapping[str, str]:
        """The cell through which a first word goes."""
        return centre(ruleset.columns, len(ruleset.board.rows))

    def sketch(self, view: GameView, speaker: Speaker, look: Look) -> Sketch:
        """The board."""
        return sketches.sketch(view, speaker, look)

    def preparations(self) -> Iterator[Preparation]:
        """The sprites of every board."""
        return sketches.preparations()

    def example(self, name: str, look: Look, speaker: Speaker, *, foreign: bool) -> Sketch | None:
        """A board with one word."""
        return example(name, look, speaker, foreign=foreign)

    def exhibits(self, texts: Texts) -> Iterator[Exhibit]:
        """Boards, a rack, a move tried out."""
        return exhibits(texts)

    def waiting(self) -> Iterable[Waiting]:
        """One lobby."""
        return (WAITING,)

    def keyboard(self, table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup | None:
        """Under every board."""
        return buttons.board(table, view, speaker)

    def answers(
        self, table: str, view: GameView, speaker: Speaker, kinds: Collection[type]
    ) -> InlineKeyboardMarkup | None:
        """Under an offered draw too; of a draw and a vote those of what is told, or of both where both are."""
        vote = super().answers(table, view, speaker, kinds)
        if view.offer is None:
            return vote
        draw = buttons.offer(table, view.offer.seat, speaker)
        if vote is None or OF_ABSENCE.isdisjoint(kinds):
            return draw
        both = InlineKeyboardMarkup([*draw.inline_keyboard, *vote.inline_keyboard])
        return vote if OF_DRAWS.isdisjoint(kinds) else both

    def record(self, game: GameState, log: Sequence[LogEntry], proof: Proof) -> str | None:
        """As GCG."""
        events = [event for entry in log for event in entry.events if isinstance(event, crossword.Event)]
        names = [player.name for player in game.players]
        return write(game.ruleset, names, events, seed=proof.seed, title=f"Harfiyen {proof.table}")
