"""A game kept on paper: whose turn it is, the scores, the bag, and the checks of every message against them."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from bot.playground.entities import parse_html
from bot.texts import Texts
from engine.alphabet import alphabet
from engine.clock import GameClock, MoveClock
from engine.crossword.opening import open_game
from engine.crossword.ruleset import Ruleset
from engine.lexicon import lexicon
from engine.seats import Seat
from tests.e2e.room import Said, Venue
from tests.e2e.solver import Found, Solver

_PAIR = 2
_DAY = 86_400
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""Any instant: the tiles that are dealt do not depend on it."""
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_TEXTS = Texts()
Turn = Found | str
"""A move, or the name of another command that took the turn."""


def sentence(language: str, message: str, /, **arguments: str | int) -> str:
    """A message of the text files as people read it."""
    return parse_html(_TEXTS.html(language, message, **arguments), lambda _: None)[0]


@dataclass(slots=True)
class Player:
    """Somebody at the table."""

    user: int
    name: str
    score: int = 0
    active: bool = True


@dataclass(slots=True)
class Ledger:
    """A game as somebody at the table writes it down, and what the bot must say of it."""

    room: Venue
    language: str
    ruleset: Ruleset
    players: list[Player]
    """In the order of play."""
    board: Said
    """The message whose buttons are used."""
    seal: str
    start_message: int
    sat_down: tuple[int, ...]
    solver: Solver
    bag: int
    undrawn: int = 0
    """Tiles that are drawn only once nobody may challenge the last move any more."""
    turn: int = 0
    racks: list[tuple[str, ...]] = field(default_factory=list)
    """Every rack that somebody was shown, which nobody else may have seen."""
    first_racks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    typed: list[Turn] = field(default_factory=list)
    """What was done in turn: moves, and the names of other commands."""
    over: bool = False
    crashed: bool = False
    """Whether the bot was killed in this game: it may then repeat a message, but never a move."""

    @property
    def on_turn(self) -> Player:
        return self.players[self.turn]

    def check_text(self, said: Said) -> None:
        """The board as text shows every letter that lies on it."""
        rows = [line for line in said.lines if line[:2].strip().isdecimal()]
        assert len(rows) == len(self.ruleset.board.rows)
        shown = [row[2 + 2 * column : 4 + 2 * column] for row in rows for column in range(self.ruleset.columns)]
        letters = alphabet(self.ruleset.language)
        for cell, mark in zip(self.solver.cells, shown, strict=True):
            sign = letters.lower(cell[1]) if cell.startswith("?") else cell
            assert (mark[0] in "|>") == bool(cell)
            assert not cell or mark[1] == sign, said.text
        assert said.photo is None

    def note(self, done: Turn) -> None:
        """Write a turn down: the score, the board, the bag, and who is next."""
        self.typed.append(done)
        self.draw()
        if isinstance(done, Found):
            self.on_turn.score += done.score
            self.solver.play(done)
            self.undrawn = len(done.tiles)
            if not self.ruleset.judging.challenges:
                self.draw()
        self.turn = self.step(1)

    def draw(self) -> None:
        """Take from the bag what the last move left to be drawn."""
        self.bag -= min(self.bag, self.undrawn)
        self.undrawn = 0

    def told(self, done: Turn, player: Player | None = None) -> list[str]:
        """The line that the group reads of a turn; of a single tile's, one line of these."""
        name = (player or self.players[self.before()]).name
        if not isinstance(done, Found):
            return [sentence(self.language, "turn-passed", name=name)]
        lines = []
        for word, cell, across in done.heads:
            way = sentence(self.language, "way-across" if across else "way-down")
            lines.append(
                sentence(self.language, "turn-played", name=name, word=word, cell=cell, way=way, score=done.score)
            )
        return lines

    def run_is_over(self, *more: Turn) -> bool:
        """Whether the last turns, and some more, are as many without points as end the game."""
        counted = {"pass"} if self.ruleset.ending.run.counts == "passes" else {"pass", "exchange"}
        run = 0
        for done in reversed((*self.typed, *more)):
            if done not in counted:
                break
            run += 1
        active = sum(player.active for player in self.players)
        return run >= max(self.ruleset.ending.run.turns, self.ruleset.ending.run.per_player * active)

    async def check(self, said: Said, heads: Sequence[str]) -> None:
        """A turn's message: its picture, what was done (one of ``heads``), its words, and how the game stands."""
        self.board = said
        image = await self.room.picture(said)
        assert image.width >= 800, image.size
        told = self._of_the_turn(said)
        assert told[0] in heads, f"{said.text}\nis none of {heads}"
        last = self.typed[-1] if self.typed else None
        if isinstance(last, Found):
            self._check_words(said, last)
        self.check_standing(said)

    async def check_several(self, said: Said, turns: Sequence[Turn]) -> None:
        """A message that tells the last few turns in their order, and how the game stands after them."""
        self.board = said
        await self.room.picture(said)
        last, count = len(self.typed), len(self.players)
        heads = []
        for back, done in enumerate(reversed(turns)):
            assert self.typed[last - 1 - back] is done
            told = self.told(done, self.players[(self.turn - 1 - back) % count])
            heads.append(next(place for place, line in enumerate(said.lines) if line in told))
        assert heads == sorted(heads, reverse=True), said.text
        self.check_standing(said)

    @staticmethod
    def _of_the_turn(said: Said) -> list[str]:
        """The lines without what exchange cells of the move before did, now that nobody may challenge it."""
        return [line for line in said.lines if not line.startswith("🔁")]

    def _check_words(self, said: Said, found: Found) -> None:
        parts = self._of_the_turn(said)[1].split(" + ")
        worth = [int(part.rsplit(" ", 1)[1]) for part in parts]
        assert sum(worth) == found.score, said.text
        words = [part.rsplit(" ", 1)[0] for part in parts[: len(found.words)]]
        assert words[0] in {word for word, _, _ in found.heads}
        assert Counter(words) == Counter(found.words), said.text
        assert len(parts) == len(words) + found.bingo + found.on_bonus, said.text

    def check_standing(self, said: Said) -> None:
        scores = " · ".join(f"{player.name} {player.score}" for player in self.players)
        bag = sentence(self.language, "bag-left", count=self.bag)
        following = sentence(self.language, "turn-next", name=self.on_turn.name)
        place = [line.replace("−", "-") for line in said.lines].index(scores)
        title = self.ruleset.title[self.language]
        assert said.lines[place + 1] == f"{bag} · {self._dictionary()} · {title}", said.text
        assert said.lines[-1] == following, said.text
        free = [line for line in said.lines if line in self._bonus_free()]
        assert len(free) == (self.solver.bonus is not None), said.text
        between = [line for line in said.lines[place + 2 : -1] if not line.startswith("⚖️") and line not in free]
        assert len(between) == (self.ruleset.timing is not None), said.text
        if between:
            self._check_clocks(between[0])
        assert said.mentioned == [self.on_turn.user], said.text
        out = [player.name for player in self.players if not player.active]
        assert said.marked("strikethrough") == out

    def _bonus_free(self) -> list[str]:
        """How a caption tells of the bonus cell while nothing lies on it."""
        if self.solver.bonus is None or self.ruleset.scoring.cell is None:
            return []
        points = self.ruleset.scoring.cell.points
        return [sentence(self.language, "bonus-free", cell=self.solver.bonus, points=points)]

    def _dictionary(self) -> str:
        words = sentence(self.language, f"lexicon-{self.ruleset.lexicon}")
        return sentence(self.language, "dictionary-line", words=words)

    def _check_clocks(self, line: str) -> None:
        """Of a clock for every move the one on turn has all; of a clock for the game everybody has a part."""
        rule = self.ruleset.timing
        if isinstance(rule, MoveClock) and rule.seconds % _DAY == 0:
            assert line == f"⏱ {self.on_turn.name} {sentence(self.language, 'unit-day', count=rule.seconds // _DAY)}"
        else:
            timed = [
                one.name for one in self.players if one.active and (isinstance(rule, GameClock) or one is self.on_turn)
            ]
            assert line.startswith("⏱ "), line
            assert [part.split()[0] for part in line.removeprefix("⏱ ").split(" · ")] == timed, line

    async def check_end(self, said: Said, reason: str, held: dict[int, tuple[str, ...]]) -> None:
        """The last message: why the game ended, the final scores, and the secret behind the seal."""
        self.over = True
        self.board = said
        await self.room.picture(said)
        assert sentence(self.language, f"ended-{reason}") in said.lines, said.text
        result = said.lines[said.lines.index(sentence(self.language, f"ended-{reason}")) :]
        worth = {user: sum(self.ruleset.values[tile] for tile in rack) for user, rack in held.items()}
        changes = {player.user: self._change(player, reason, worth) for player in self.players}
        ranked = sorted(self.players, key=lambda one: (not one.active, -(one.score + changes[one.user])))
        shown = [line for line in result if line.startswith((*_MEDALS.values(), "▫️", "🏳️"))]
        for line, player in zip(shown, ranked, strict=True):
            change = changes[player.user]
            figures = f"{player.score + change}" + (f" ({change:+d})".replace("-", "−") if change else "")
            tiles = " ".join("▢" if tile == "?" else tile for tile in held[player.user])
            expected = f"{player.name} {figures}" + (f" · {tiles}" if tiles else "")
            assert line.split(" ", 1)[1] == expected, said.text
        best = [one for one in self.players if one.active]
        top = max(one.score + changes[one.user] for one in best)
        winners = [one.name for one in self.players if one.active and one.score + changes[one.user] == top]
        kind = "ended-draw-between" if len(winners) > 1 else "ended-winner"
        names = sentence(self.language, "and").join(winners) if len(winners) <= _PAIR else ", ".join(winners)
        assert sentence(self.language, kind, names=names) in said.lines, said.text
        self._check_secret(said)

    def _change(self, player: Player, reason: str, worth: dict[int, int]) -> int:
        others = sum(worth[one.user] for one in self.players if one.active and one is not player)
        if reason == "out":
            if not worth[player.user] and player is self.players[self.before()]:
                return others * (2 if self.ruleset.ending.out == "double" else 1)
            return 0 if self.ruleset.ending.out == "double" or not player.active else -worth[player.user]
        if reason in {"passes", "scoreless"} and self.ruleset.ending.run.own_rack:
            return -worth[player.user] if player.active else 0
        return 0

    def _check_secret(self, said: Said) -> None:
        """The seal fits the secret, and the secret gives the very racks that were dealt."""
        secret = next(code for code in said.marked("code") if len(code) == 64)
        assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == self.seal
        names = {player.user: player.name for player in self.players}
        state, _ = open_game(
            self.ruleset,
            [Seat(user, names[user]) for user in self.sat_down],
            host=self.sat_down[0],
            secret=secret,
            message=self.start_message,
            lexicon=lexicon(self.ruleset.lexicon).hash,
            now=_EPOCH,
        )
        dealt = {player.user: player.rack for player in state.players}
        assert list(dealt) == [player.user for player in self.players]
        for user, rack in self.first_racks.items():
            assert dealt[user] == rack

    def step(self, way: int) -> int:
        place = self.turn
        while True:
            place = (place + way) % len(self.players)
            if self.players[place].active:
                return place

    def before(self) -> int:
        return self.step(-1)
