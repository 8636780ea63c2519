"""A game kept on paper: whose turn it is, the scores, the bag, and the checks of every message against them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.playground.chats import parse_html
from bot.texts import Texts
from bot.wording.speaker import Speaker, localized_title
from engine.alphabet import load_alphabet
from engine.clock import GameClock, MoveClock
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from tests.e2e.chat_room import ReadMessage, Venue
from tests.e2e.move_finder import FoundMove, MoveFinder

_DAY = 86_400
_MORE = re.compile(r" \(([^)]*)\)$")
"""What stands behind a score: a clock, how many tiles are left."""
_TEXTS = Texts()
Turn = FoundMove | str
"""A move, or the name of another command that took the turn."""


def chat_sentence(language: str, message: str, /, **arguments: str | int) -> str:
    """A message of the text files as people read it."""
    return parse_html(_TEXTS.html(language, message, **arguments), lambda _: None)[0]


@dataclass(slots=True)
class Player:
    user: int
    name: str
    score: int = 0
    active: bool = True
    exchanges: int = 0


@dataclass(slots=True)
class ScoreLedger:
    """A game as somebody at the table writes it down, and what the bot must say of it."""

    room: Venue
    language: str
    ruleset: Ruleset
    players: list[Player]
    board: ReadMessage
    seal: str
    secret: str | None = field(default=None, init=False)
    """What the seal commits to, once the game has ended."""
    start_message: int
    sat_down: tuple[int, ...]
    solver: MoveFinder
    bag: int
    challengeable: FoundMove | None = None
    """The last move while it may be challenged: its tiles are drawn, and its exchange cells work, only afterwards."""
    mover: Player | None = None
    is_last_move: bool = False
    """Whether that move ends the game once it stands."""
    expected_exchanges: list[tuple[str, ...]] = field(default_factory=list)
    """For each exchange cell that the next message must tell of, the lines that may do so: one a possible victim."""
    turn: int = 0
    racks_seen: list[tuple[str, ...]] = field(default_factory=list)
    """Every rack that somebody was shown, which nobody else may have seen."""
    first_racks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    turns_taken: list[Turn] = field(default_factory=list)
    """What was done in turn: moves, and the names of other commands."""
    turn_players: list[Player] = field(default_factory=list)
    public_words: set[str] = field(default_factory=set)
    """Every word that lay on the board, were it for a moment."""
    is_over: bool = False
    crashed: bool = False
    """Whether the bot was killed in this game: it may then repeat a message, but never a move."""

    @property
    def on_turn(self) -> Player:
        return self.players[self.turn]

    def check_text_board(self, said: ReadMessage) -> None:
        """The board as text shows every letter that lies on it."""
        rows = [line for line in said.lines if line[:2].strip().isdecimal()]
        assert len(rows) == len(self.ruleset.board.rows)
        shown = [row[2 + 2 * column : 4 + 2 * column] for row in rows for column in range(self.ruleset.columns)]
        letters = load_alphabet(self.ruleset.language)
        for cell, mark in zip(self.solver.cells, shown, strict=True):
            sign = letters.lower(cell[1]) if cell.startswith("?") else cell
            assert (mark[0] in "|>") == bool(cell)
            assert not cell or mark[1] == sign, said.text
        assert said.photo_id is None

    def record_turn(self, done: Turn, *, used: int = 0) -> None:
        """Write a turn down: the score, the board, the bag, and who is next; ``used`` tiles were exchanged."""
        self.turns_taken.append(done)
        self.turn_players.append(self.on_turn)
        self.settle_last_move(held=len(done.tiles) if isinstance(done, FoundMove) else used)
        if isinstance(done, FoundMove):
            self.on_turn.score += done.score
            self.solver.lay_move(done)
            self.public_words.update(done.plain_words)
            self.challengeable, self.mover = done, self.on_turn
        if done == "exchange":
            self.on_turn.exchanges += 1
        self.turn = self.next_active_seat(1)
        if not self.ruleset.judging.has_challenges:
            self.settle_last_move()

    @property
    def undrawn_tiles(self) -> int:
        """How many tiles are drawn once the last move stands: none for somebody who has left meanwhile."""
        stays = self.mover is not None and self.mover.active
        return min(self.bag, len(self.challengeable.tiles)) if self.challengeable is not None and stays else 0

    @property
    def may_exchange(self) -> bool:
        rule = self.ruleset.exchange
        enough = self.bag - self.undrawn_tiles >= rule.least_in_bag
        return enough and (rule.per_player is None or self.on_turn.exchanges < rule.per_player)

    def settle_last_move(self, held: int = 0) -> None:
        """The last move stands: its tiles are drawn, and the exchange cells that it covers take effect."""
        self.bag -= self.undrawn_tiles
        move, self.challengeable, self.is_last_move = self.challengeable, None, False
        few = self.bag < self.ruleset.exchange.least_in_bag
        if move is None or self.mover is None or not self.mover.active or few:
            return
        board = premium_board(self.ruleset.board)
        victims = [one for one in self.players if one.active and one is not self.mover]
        if held == self.ruleset.rack:
            victims.remove(self.on_turn)
        for index in sorted(index for index, _ in move.tiles if index in board.ex_cells):
            cell = board.grid.names[index]
            lines = [chat_sentence(self.language, "tile-exchanged", cell=cell, victim=one.name) for one in victims]
            if lines:
                self.expected_exchanges.append(tuple(lines))

    def turn_lines(self, done: Turn, player: Player | None = None) -> list[str]:
        """How a line begins that the group reads of a turn: of a play its headline, among other turns its own line."""
        name = (player or self.players[self.previous_seat()]).name
        if not isinstance(done, FoundMove):
            return [chat_sentence(self.language, "turn-passed", name=name)]
        lines = []
        for word, cell, across in done.main_words:
            way = chat_sentence(self.language, "way-across" if across else "way-down")
            lines.append(
                chat_sentence(self.language, "turn-played", name=name, word=word, cell=cell, way=way, score=done.score)
            )
            lines.append(chat_sentence(self.language, "turn-brief", name=name, word=word, score=done.score))
        return lines

    def tells_turn(self, line: str, done: Turn, player: Player | None = None) -> bool:
        """Whether a line tells of a turn."""
        return line.startswith(tuple(self.turn_lines(done, player)))

    def is_run_over(self, *more: Turn) -> bool:
        """Whether the last turns, and some more of the player on turn, end the game (RULES §7.3)."""
        own, ending = self.run_per_player(*more), self.ruleset.ending.run
        return sum(own) >= ending.turns and min(own) >= ending.own_turns_needed

    @property
    def run_ending(self) -> str:
        """What the end is called that a run of turns brings."""
        return "passes" if self.ruleset.ending.run.counts == "passes" else "scoreless"

    def run_per_player(self, *more: Turn) -> list[int]:
        """How many of the last turns, all without points, each of the active players has taken."""
        counted = {"pass"} if self.ruleset.ending.run.counts == "passes" else {"pass", "exchange", "withdrawn"}
        taken = [*zip(self.turns_taken, self.turn_players, strict=True), *((done, self.on_turn) for done in more)]
        run: list[int] = []
        for done, player in reversed(taken):
            if done not in {*counted, "surrender"}:
                break
            run += [player.user] if done in counted else []
        return [run.count(player.user) for player in self.players if player.active]

    async def check_turn_message(self, said: ReadMessage, heads: Sequence[str]) -> None:
        """A turn's message: its picture, what was done (one of ``heads``), its words, and how the game stands."""
        self.board = said
        last = self.turns_taken[-1] if self.turns_taken else None
        tileless = last in {"pass", "exchange"} and not self.expected_exchanges
        if not tileless:
            image = await self.room.load_picture(said)
            assert image.width >= 800, image.size
        told = self.lines_without_exchanges(said)
        assert told[0].startswith(tuple(heads)), f"{said.text}\nbegins with none of {heads}"
        if tileless:
            self._check_text_message(said)
            return
        if isinstance(last, FoundMove):
            self._check_place_and_sum(told, last)
        self.check_standing(said)

    async def check_several_turns(self, said: ReadMessage, turns: Sequence[Turn]) -> None:
        """A message that tells the last few turns in their order, and how the game stands after them."""
        self.board = said
        await self.room.load_picture(said)
        last, count = len(self.turns_taken), len(self.players)
        heads = []
        for back, done in enumerate(reversed(turns)):
            assert self.turns_taken[last - 1 - back] is done
            player = self.players[(self.turn - 1 - back) % count]
            heads.append(max(at for at, line in enumerate(said.lines) if self.tells_turn(line, done, player)))
        assert heads == sorted(heads, reverse=True), said.text
        self.check_standing(said)

    def lines_without_exchanges(self, said: ReadMessage) -> list[str]:
        """The lines without what exchange cells of the move before did, which is checked."""
        told = [line for line in said.lines if line.startswith("🔁")]
        assert len(told) == len(self.expected_exchanges), f"{said.text}\nbut expected {self.expected_exchanges}"
        assert all(line in lines for line, lines in zip(told, self.expected_exchanges, strict=True)), said.text
        self.expected_exchanges.clear()
        return [line for line in said.lines if line not in told]

    def _check_place_and_sum(self, told: Sequence[str], found: FoundMove) -> None:
        """Where a play lies; a word that brings its own score alone needs no sum."""
        ways = {True: "way-across", False: "way-down"}
        places = [f"{cell} {chat_sentence(self.language, ways[across])}" for _, cell, across in found.main_words]
        line = next(one for one in told if one.startswith(tuple(places)))
        if len(found.words) + found.bingo + found.covers_bonus == 1:
            assert line in places, line
            return
        parts = line.partition(": ")[2].split(" + ")
        worth = [int(part.rsplit(" ", 1)[1]) for part in parts]
        assert sum(worth) == found.score, line
        words = [part.rsplit(" ", 1)[0] for part in parts[: len(found.words)]]
        assert words[0] in {word for word, _, _ in found.main_words}
        assert Counter(words) == Counter(found.words), line
        assert len(parts) == len(words) + found.bingo + found.covers_bonus, line

    def check_standing(self, said: ReadMessage, *, opening: bool = False) -> None:
        """Who has what and who is next; the message that a game begins with names the game and its dictionary."""
        bag = [chat_sentence(self.language, "bag-left", count=self.bag), *self._bonus_cell_line()]
        place = self._check_scores(said)
        terms = [self._dictionary_line(), localized_title(self.ruleset.title, self.language)] if opening else []
        assert said.lines[place + 1] == " · ".join((*bag, *terms)), said.text
        assert said.lines[place + 2 :] == self._challenge_window_line(), said.text
        self._check_following(said)
        assert said.mentioned_users == [self.on_turn.user], said.text
        out = [player.name for player in self.players if not player.active]
        assert said.parts_marked("strikethrough") == out

    def _check_text_message(self, said: ReadMessage) -> None:
        """A turn of which no picture shows anything: who is next and what they have to know, and the scores."""
        assert said.photo_id is None
        assert self._check_scores(said) == 1, said.text
        self._check_following(said)
        assert said.mentioned_users == [self.on_turn.user], said.text

    def _check_following(self, said: ReadMessage) -> None:
        """What everybody has to know for the next turn ends one of the first two rows."""
        parts = [*self._brief_window(), *self._run_warning_line()]
        row = "".join(f"{part}{' ' if part.endswith('.') else ' · '}" for part in parts)
        row += chat_sentence(self.language, "turn-next", name=self.on_turn.name)
        assert any(line.endswith(row) for line in said.lines[:2]), f"{said.text}\nhas no row that ends with {row}"

    def _brief_window(self) -> list[str]:
        if self.challengeable is None:
            return []
        time = Speaker(_TEXTS, self.language).duration(self.ruleset.judging.window)
        return [chat_sentence(self.language, "window-brief", time=time)]

    def _bonus_cell_line(self) -> list[str]:
        """How a caption tells of the bonus cell while nothing lies on it."""
        if self.solver.bonus is None or self.ruleset.scoring.cell is None:
            return []
        points = self.ruleset.scoring.cell.points
        return [chat_sentence(self.language, "bonus-free", cell=self.solver.bonus, points=points)]

    def _dictionary_line(self) -> str:
        words = chat_sentence(self.language, f"lexicon-{self.ruleset.lexicon}")
        return chat_sentence(self.language, "dictionary-line", words=words)

    def _challenge_window_line(self) -> list[str]:
        """What is said while the last move may be challenged."""
        if self.challengeable is None:
            return []
        time = Speaker(_TEXTS, self.language).duration(self.ruleset.judging.window)
        return [chat_sentence(self.language, "window-open-last" if self.is_last_move else "window-open", time=time)]

    def _run_warning_line(self) -> list[str]:
        """What is said when the next turn of the run ends the game."""
        line = chat_sentence(self.language, f"run-ends-{self.ruleset.ending.run.counts}")
        return [line] if self.is_run_over("pass") else []

    def _check_scores(self, said: ReadMessage) -> int:
        """Everybody's score, with a clock where one matters and the tiles of a small rack; the line's number."""
        known = [f"{player.name} {player.score}" for player in self.players]
        lines = [[_MORE.sub("", part) for part in line.replace("−", "-").split(" · ")] for line in said.lines]
        assert known in lines, said.text
        place = lines.index(known)
        for player, part in zip(self.players, said.lines[place].split(" · "), strict=True):
            more = _MORE.search(part)
            self._check_time(player, "" if more is None else more.group(1))
        return place

    def _check_time(self, player: Player, more: str) -> None:
        """Of a clock for every move the one on turn has all; of a clock for the game everybody has a part."""
        rule = self.ruleset.clock_rule
        timed = rule is not None and player.active and (isinstance(rule, GameClock) or player is self.on_turn)
        assert more.startswith("⏱ ") == timed, more
        if timed and isinstance(rule, MoveClock) and rule.seconds % _DAY == 0:
            assert (
                more.partition(", ")[0] == f"⏱ {chat_sentence(self.language, 'unit-day', count=rule.seconds // _DAY)}"
            )

    def next_active_seat(self, way: int) -> int:
        place = self.turn
        while True:
            place = (place + way) % len(self.players)
            if self.players[place].active:
                return place

    def previous_seat(self) -> int:
        return self.next_active_seat(-1)
