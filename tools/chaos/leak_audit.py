"""What left the process, searched for what must not: racks of others, bags, seeds, secrets before the end, tokens.

Everything that was sent and everything that was logged is a text with who may read it: nobody's (the log), a chat's, a
person's. Pictures are not read; what was drawn is a view, which holds no secret.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from bot.store.scope import Scope
from engine.crossword.events import PlayWithdrawn, TilesPlaced, TurnUndone
from engine.crossword.state import GameState
from engine.game import Event, is_over
from engine.lobby_seats import Lobby
from tools.chaos.findings import Findings
from tools.chaos.ledger import TableRecord
from tools.chaos.log_audit import LogStep
from tools.chaos.message_audit import result_text, step_sentences

MIN_TILES: Final = 5
"""Shorter racks occur in words by chance."""
_SECRET: Final = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
_FIELDS: Final = re.compile(r"""["'](?:(?:rack|bag)["']\s*[:=]\s*[\[(]\s*["']|(?:seed|draws)["']\s*[:=]\s*["'({\[])""")
"""Fields of a state with something in them; how many tiles a bag holds everybody may know."""
_EXCERPT: Final = 4000
"""How much of a text is kept with what was found in it."""
_GAME_ENDED: Final = re.compile(r'"type":"\w*ended"')
"""The event of a game's end, whatever its family calls it."""
_TILE: Final = r"(?:\??[A-ZÇĞİÖŞÜА-ЯҐЄІЇ]|[▢?])(?:[₀-₉]{1,2})?"
"""As racks and boards hold it: ``?A`` is a blank that stands for A."""
_TILE_RUN: Final = re.compile(rf"{_TILE}(?:(?:, | {{1,2}}|,|\|| · |['\"], ?['\"]){_TILE}){{{MIN_TILES - 1},}}")
_SINGLE_TILE: Final = re.compile(r"\??[A-ZÇĞİÖŞÜА-ЯҐЄІЇ]|[▢?]")
_WORD: Final = re.compile(r"[A-ZÇĞİÖŞÜА-ЯҐЄІЇ▢?]{5,}")


class OutputText(Struct, frozen=True):
    """Something that left the process."""

    source: str
    """What it was: a method with its number, a log."""
    text: str
    reader: int | None = None
    """Who may read it: a group, or a person by their number; ``None`` for the operator, who may know no secret."""
    is_message: bool = True
    """Whether it is words; else it is JSON."""


class GameSecrets:
    """What is secret, and from whom, as logs and tables tell it after the fact."""

    def __init__(self, credentials: Iterable[str] = ()) -> None:
        self._credentials: Final = tuple(filter(None, credentials))
        """Tokens, passwords."""
        self._racks: Final[defaultdict[str, set[tuple[int, Scope]]]] = defaultdict(set)
        """The sorted tiles of racks: whose, and in which games."""
        self._rack_words: Final[defaultdict[str, set[tuple[int, Scope]]]] = defaultdict(set)
        """The same in the order in which they are held, as one word."""
        self._seeds: Final[dict[str, Scope]] = {}
        """Secrets and seeds: of which game."""
        self._taken_back: Final[set[tuple[str, Scope]]] = set()
        """The sorted tiles of plays that were taken back, which everybody has seen, and in which games."""
        self._words: Final[set[str]] = set()
        """What lies on boards for all to see: words, and whatever stands side by side there."""
        self._end_sentences: Final[dict[Scope, tuple[str, ...]]] = {}
        """How a chat is told of the end of its game, with which racks and the secret are laid open."""
        self._chats: Final[dict[Scope, frozenset[int]]] = {}
        """The numbers that a game's chat has had: it may be told of the end before it becomes a supergroup."""

    def learn_from_log(self, record: TableRecord, steps: Sequence[LogStep]) -> None:
        """Note what was secret in a game."""
        self._chats[record.scope] = record.chat_numbers
        for step in steps:
            table = step.after
            if table is None or isinstance(table, Lobby):
                if table is not None:
                    self._seeds[table.secret] = record.scope
                continue
            if is_over(table):
                self._end_sentences[record.scope] = (step_sentences(step)[-1], result_text(step))
            for secret in (table.secret, table.draws.seed):
                self._seeds[secret] = record.scope
            if not isinstance(table, GameState):
                continue
            # Cells are stored row by row, so the end of a row and the beginning of the next one are a run as well.
            self._words.update("".join(cell[-1:] or " " for cell in table.cells).split())
            # A board in letters has the signs of free cells beside them, of which some are capitals.
            signs = "".join(table.ruleset.board.rows)
            marks = zip(table.cells, signs, strict=True)
            self._words.update("".join(cell[-1:] or (sign if sign.isupper() else " ") for cell, sign in marks).split())
            self._learn_public(record.scope, step.entry.events)
            for player in table.players:
                if len(player.rack) >= MIN_TILES:
                    self._racks[_sort_tiles(player.rack)].add((player.user, record.scope))
                    self._rack_words["".join(player.rack)].add((player.user, record.scope))

    def _learn_public(self, scope: Scope, events: Iterable[Event]) -> None:
        """Note what events show to everybody."""
        for event in events:
            match event:
                case TilesPlaced(words=words):
                    self._words.update(word.word for word in words)
                case PlayWithdrawn(tiles=tiles) | TurnUndone(tiles=tiles):
                    # A blank is one again.
                    self._taken_back.add((_sort_tiles(placement.tile[0] for placement in tiles), scope))

    def find_leaks(self, texts: Iterable[OutputText], findings: Findings) -> int:
        """Search texts; how many there were."""
        count = 0
        for text in texts:
            count += 1
            for what in dict.fromkeys(self._leaks_in(text)):
                findings.add_finding("leaked", text.source, f"{what}: {text.text[:_EXCERPT]!r}")
        return count

    def _leaks_in(self, text: OutputText) -> Iterator[str]:
        for secret in self._credentials:
            if secret in text.text:
                yield "a token or a password"
        for found in _SECRET.findall(text.text):
            scope = self._seeds.get(found)
            if scope is not None and not self._announces_end(text, scope):
                yield f"the secret of a game in chat {scope}"
        ended = not text.is_message and _GAME_ENDED.search(text.text) is not None
        if not ended and (text.reader is None or not text.is_message) and (field := _FIELDS.search(text.text)):
            yield f"a field of a state: {field[0]}"
        for run in _TILE_RUN.findall(text.text):
            marks = _SINGLE_TILE.findall(run)
            tiles = tuple("?" if mark[0] in "▢?" else mark for mark in marks)
            if "".join(mark[-1] for mark in marks) not in self._words:
                yield from self._leaked_racks(self._racks.get(_sort_tiles(tiles)), text, tiles)
        for word in _WORD.findall(text.text):
            tiles = tuple(word.replace("▢", "?"))
            if word not in self._words:
                yield from self._leaked_racks(self._rack_words.get("".join(tiles)), text, tiles)

    def _announces_end(self, text: OutputText, scope: Scope) -> bool:
        """Whether this tells a chat of the end of its game, or a person, whose own board shows it too."""
        if (
            scope not in self._end_sentences
            or text.reader is None
            or (text.reader not in self._chats[scope] and text.reader < 0)
        ):
            return False
        if not text.is_message:
            return _GAME_ENDED.search(text.text) is not None
        return any(mark in text.text for mark in self._end_sentences[scope])

    def _leaked_racks(
        self, owners: set[tuple[int, Scope]] | None, text: OutputText, tiles: Sequence[str]
    ) -> Iterator[str]:
        if not owners or text.reader in {user for user, _ in owners}:
            return
        laid = "".join(tile[-1:] for tile in tiles)
        if any(laid in word for word in self._words):
            # Beside a blank, which a board in letters has in small ones.
            return
        for user, scope in owners:
            if (_sort_tiles(tiles), scope) in self._taken_back:
                continue
            if self._announces_end(text, scope) or (
                text.reader is not None and text.reader < 0 and text.reader != scope.chat
            ):
                # Racks of other chats are no news here: who spells one does so by chance.
                continue
            yield f"the rack {' '.join(tiles)} of {user} in chat {scope}"


def _sort_tiles(tiles: Iterable[str]) -> str:
    return "".join(sorted(tiles))
