"""A game of Klepka kept on paper: what everybody holds, what lies where, and the checks of every message."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Self

from bot.typed.commands import command_name
from bot.wording.speaker import title
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY, REWARDS
from engine.klepka.ruleset import Ruleset
from engine.klepka.secrecy import in_order
from engine.rng import shown
from tests.e2e.cards import Reader, taken
from tests.e2e.ledger import sentence
from tests.e2e.room import Room, Said
from tests.support.klepka import rules

SHOWN_SECONDS = 10
_SIGNS = {"Y": "🟨", "B": "🟦"}
_SMALL = {"tr": "deste=kısa", "uk": "колода=мала"}
"""How the small deck is asked for."""
_TYPED = {
    "tr": {"Y": "s", "B": "m", POLYSEMY: "polisemi", EXCHANGE: "takas", CHAOS: "kaos"},
    "uk": {"Y": "ж", "B": "с", POLYSEMY: "полісемія", EXCHANGE: "обмін", CHAOS: "хаос"},
}
"""How rewards and the colours of letters are written."""

Turned = tuple[int, str, bool]
"""A position, the card that was turned up there, and whether it was taken."""

_HONOURS = ("best-word", "best-turn")
"""What begins the lines that name the best word and turn: tests of the engine know which those are."""


@dataclass(slots=True)
class Collector:
    """Somebody at the table, and the open collection."""

    user: int
    name: str
    cards: list[str] = field(default_factory=list)
    score: int = 0
    passed: bool = False

    @property
    def letters(self) -> list[str]:
        """The letter cards of the collection."""
        return [card for card in self.cards if card not in REWARDS]

    def letters_of(self, tint: str) -> Counter[str]:
        """How many of each letter the collection has in one colour."""
        return Counter(card[0] for card in self.letters if card[1] == tint)


@dataclass(slots=True)
class CardGame:
    """A table of Klepka in a room, from the lobby to the final score."""

    room: Room
    language: str
    ruleset: Ruleset
    players: list[Collector]
    """In the order of play."""
    board: Said
    seal: str
    start_message: int
    sat_down: tuple[int, ...]
    reader: Reader
    down: set[int]
    """Where cards lie face down."""
    known: dict[int, str] = field(default_factory=dict)
    """The cards that were turned up and down again since the table was last mixed."""
    turn: int = 0
    phase: Literal["words", "extra"] = "words"
    formed: int = 0
    """How many words the player on turn has formed in this turn."""
    spent: list[str] = field(default_factory=list)
    revealed: list[list[Turned]] = field(default_factory=list)
    """Everything that pictures showed, in its order."""
    over: bool = False
    racks: tuple[tuple[str, ...], ...] = ()
    """Collections are open: nobody is shown what others are not."""
    public: tuple[str, ...] = ()

    @classmethod
    async def begin(cls, room: Room, people: Sequence[int], language: str) -> Self:
        """Open a table with the small deck, sit down and begin."""
        await room.ask(people[0], f"/language {language}")
        lobby = await room.ask(people[0], f"/{command_name('new', language)} klepka {_SMALL[language]}")
        for person in people[1:]:
            await room.ask(person, f"/{command_name('join', language)}")
        seal = await room.seal(people[0], lobby)
        start = await room.say(people[0], f"/{command_name('begin', language)}")
        board = await room.next()
        ruleset = rules(deck="quick")
        deck = ruleset.cards
        names = board.lines[1].rsplit(": ", 1)[1].split(", ")
        assert {room.names[name] for name in names} == set(people)
        game = cls(
            room=room,
            language=language,
            ruleset=ruleset,
            players=[Collector(room.names[name], name) for name in names],
            board=board,
            seal=seal,
            start_message=start,
            sat_down=tuple(people),
            reader=Reader(ruleset),
            down=set(range(1, deck.cards + 1)),
        )
        told = {"cards": deck.cards, "columns": deck.columns, "rows": deck.rows}
        text = game.say("klepka-started", names=", ".join(names), **told)
        await game.check(board, [*text.split("\n"), game.say("seal-line", seal=shown(seal))], opening=True)
        return game

    def say(self, message: str, /, **arguments: str | int) -> str:
        """A message in the language of the chat."""
        return sentence(self.language, message, **arguments)

    def shown(self, card: str) -> str:
        """A card as captions write it."""
        return self.say(f"klepka-{card}") if card in REWARDS else card[0] + _SIGNS[card[1]]

    def typed(self, card: str) -> str:
        """A card as people type it, with its colour."""
        written = _TYPED[self.language]
        return written[card] if card in REWARDS else card[0] + written[card[1]]

    async def ask(self, player: Collector, command: str, *words: str) -> Said:
        """Say a command; the bot's next message."""
        return await self.room.ask(player.user, " ".join((f"/{command_name(command, self.language)}", *words)))

    @property
    def on_turn(self) -> Collector:
        return self.players[self.turn]

    @property
    def flips(self) -> int:
        """How many cards are turned up next (RULES §6.5)."""
        return min(2 if self.phase == "extra" else 2 * (self.formed + 1), len(self.down))

    async def flip(self, positions: Sequence[int]) -> None:
        """Turn cards up: the message comes face down, shows the cards by an edit, and never writes a letter."""
        said = await self.ask(self.on_turn, "flip", *map(str, positions))
        shown = await self.room.edited(said)
        up = self.reader.read(await self.room.picture(shown)).up
        assert set(up) == set(positions)
        turned = [(position, *up[position]) for position in positions]
        assert [goes for _, _, goes in turned] == taken(tuple(card for _, card, _ in turned))
        await self.check(said, self._turn_up(turned))
        look = [] if all(goes for _, _, goes in turned) else [self.say("klepka-look", seconds=SHOWN_SECONDS)]
        assert shown.lines == [*said.lines, *look]

    def _turn_up(self, turned: list[Turned]) -> list[str]:
        """Note what was turned up; the lines that tell of it, with letters only of cards that were taken."""
        player, extra = self.on_turn, self.phase == "extra"
        gained = {position: card for position, card, goes in turned if goes}
        back = {position: card for position, card, goes in turned if not goes}
        self.revealed.append(turned)
        player.cards += gained.values()
        self.down -= gained.keys()
        self.known = {place: card for place, card in (self.known | back).items() if place in self.down}
        self.phase = "extra"
        message = "klepka-revealed-more" if extra else "klepka-revealed"
        lines = [self.say(message, name=player.name, positions=listed(place for place, _, _ in turned))]
        if gained:
            cards = " ".join(self.shown(card) for card in gained.values())
            lines.append(self.say("klepka-taken", cards=cards, positions=listed(gained)))
        else:
            lines.append(self.say("klepka-nothing-taken"))
        if gained and back:
            lines.append(self.say("klepka-back", positions=listed(back)))
        if self.flips and any(card not in REWARDS for card in gained.values()):
            lines.append(self.say("klepka-again", name=player.name, count=self.flips))
        else:
            self.hand_on()
        return lines

    async def form(self, typed: str) -> None:
        """Form a word; letters in brackets are stood in for."""
        player = self.on_turn
        said = await self.ask(player, "form", typed)
        stand_ins = list(dict.fromkeys(re.findall(r"\[(.)\]", typed)))
        cards = [
            letter + next(tint for tint, own in _SIGNS.items() if own == sign)
            for letter, sign in re.findall(r"(\w)([🟨🟦])", said.lines[1])
        ]
        letters = re.sub(r"\[.\]", "", typed)
        assert "".join(card[0] for card in cards) == letters
        one_colour = any(Counter(letters) <= player.letters_of(tint) for tint in _SIGNS)
        assert one_colour == (len({card[1] for card in cards}) == 1), "what scores best is taken"
        score = sum(self.ruleset.values[letter] for letter in letters) * (2 if one_colour else 1)
        self.discard(player, [*cards, *(POLYSEMY for _ in stand_ins)])
        player.score += score
        self.formed += 1
        parts = [f"{self.shown(card)} {self.ruleset.values[card[0]]}" for card in cards]
        parts += [self.say("klepka-stands-for", letter=letter) for letter in stand_ins]
        doubled = f" · {self.say('klepka-one-colour')}" if one_colour else ""
        word = typed.replace("[", "").replace("]", "")
        head = self.say("klepka-formed", name=player.name, word=word, score=score)
        await self.check(said, [head, " + ".join(parts) + doubled])

    async def trade(self, player: Collector, give: str, partner: Collector, take: str) -> None:
        """Play an exchange card, whoever is on turn."""
        seat = str(self.players.index(partner) + 1)
        said = await self.ask(player, "trade", self.typed(give), seat, self.typed(take))
        self.discard(player, [EXCHANGE])
        player.cards.remove(give)
        partner.cards.remove(take)
        player.cards.append(take)
        partner.cards.append(give)
        names = {"name": player.name, "partner": partner.name}
        await self.check(said, [self.say("klepka-traded", gave=self.shown(give), took=self.shown(take), **names)])

    async def chaos(self, player: Collector) -> None:
        """Mix the table, whoever is on turn: all that was known of it is worth nothing."""
        said = await self.ask(player, "chaos")
        self.discard(player, [CHAOS])
        self.known.clear()
        await self.check(said, [self.say("klepka-shuffled", name=player.name, cards=len(self.down))])

    async def pass_turn(self) -> None:
        """Decline an extra flip, or end the words of an empty table."""
        player = self.on_turn
        said = await self.ask(player, "pass")
        line = self.say("klepka-enough" if self.phase == "extra" else "turn-passed", name=player.name)
        player.passed = self.phase == "words"
        self.hand_on()
        await self.check(said, [line])

    def discard(self, player: Collector, cards: Sequence[str]) -> None:
        """Take cards out of the game; with collections changed, nobody has passed for good."""
        for card in cards:
            player.cards.remove(card)
        self.spent += cards
        for one in self.players:
            one.passed = False

    def hand_on(self) -> None:
        """The turn is over; the game too, when the table is empty and all have passed or nobody holds a letter."""
        done = all(one.passed for one in self.players) or not any(one.letters for one in self.players)
        self.over = done and not self.down
        self.turn = (self.turn + 1) % len(self.players)
        self.phase, self.formed = "words", 0

    async def check(self, said: Said, told: Sequence[str], *, opening: bool = False) -> None:
        """A message: its lines, its picture, which shows no letter of the table, and that no card was lost."""
        self.board = said
        picture = await self.room.picture(said)
        if not self.over:
            # The last picture shows the standings, and no table.
            seen = self.reader.read(picture)
            assert seen.down == self.down
            assert not seen.up
        held = Counter(card for player in self.players for card in player.cards)
        gone = held + Counter(self.spent)
        assert gone <= Counter(self.ruleset.cards.faces)
        assert gone.total() + len(self.down) == self.ruleset.tiles
        assert said.lines[: len(told)] == list(told), said.text
        rest = said.lines[len(told) :]
        if self.over:
            self._check_end(rest)
        else:
            assert (["", *rest] if opening else rest) == self._standing()
            assert said.mentioned == [self.on_turn.user]

    def _standing(self) -> list[str]:
        name = self.on_turn.name
        message = f"klepka-next-{self.phase}" if self.flips else "klepka-next-empty"
        arguments = {"count": self.flips} if self.flips else {}
        left = self.say("klepka-left", count=len(self.down), cards=self.ruleset.tiles)
        dictionary = self.say("dictionary-line", words=self.say(f"lexicon-{self.ruleset.lexicon}"))
        return [
            "",
            " · ".join(f"{player.name} {player.score}" for player in self.players),
            f"{left} · {dictionary} · {title(self.ruleset.title, self.language)}",
            *([self.say("run-ends-passes")] if self._pass_ends else []),
            self.say(message, name=name, **arguments),
        ]

    @property
    def _pass_ends(self) -> bool:
        """Whether the game ends if the player on turn passes."""
        others = [one for one in self.players if one is not self.on_turn]
        done = all(one.passed for one in others) or not any(one.letters for one in self.players)
        return done and not self.down

    def _check_end(self, lines: Sequence[str]) -> None:
        """Everybody has a point more for each card left; the highest score wins, equal ones share (RULES §6.9)."""
        totals = [player.score + len(player.cards) for player in self.players]
        winners = [player.name for player, total in zip(self.players, totals, strict=True) if total == max(totals)]
        kind = "ended-draw-between" if len(winners) > 1 else "ended-winner"
        medals = ("🥇", "🥈", "🥉")
        finals = []
        for total, player in sorted(zip(totals, self.players, strict=True), key=lambda one: -one[0]):
            bonus = f" (+{len(player.cards)})" if player.cards else ""
            finals.append(f"{medals[sum(other > total for other in totals)]} {player.name} {total}{bonus}")
        (secret,) = self.board.marked("code")
        left = self.say("klepka-left", count=0, cards=self.ruleset.tiles)
        lead = max(totals) - max((total for total in totals if total < max(totals)), default=0)
        honours = tuple(self.say(kind, word="", words="", score=0, name="").split(":")[0] for kind in _HONOURS)
        assert [line for line in lines if not line.startswith(honours)] == [
            self.say("ended-cleared"),
            self.say(kind, names=", ".join(winners)),
            *([self.say("ended-margin", margin=lead)] if len(winners) == 1 else []),
            *finals,
            self.say("ended-secret", secret=secret),
            "",
            *(self._collection(number, totals[number]) for number in range(len(self.players))),
            f"{left} · {title(self.ruleset.title, self.language)}",
        ]

    def _collection(self, number: int, total: int) -> str:
        """A player's line of cards that were left at the end."""
        player = self.players[number]
        cards = [self.shown(card) for card in in_order(tuple(player.cards), self.ruleset.language)]
        return f"{number + 1}. {player.name} {total}: {' '.join(cards) or self.say('klepka-no-cards')}"


def listed(positions: Iterable[int]) -> str:
    """Positions as captions write them."""
    return ", ".join(map(str, positions))
