"""A game of Klepka as people play it: cards read off pictures, a ledger on paper, and checks of every message."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Literal, Self

from msgspec.structs import replace
from PIL import Image

from bot.user_input.commands import command_name
from bot.wording.speaker import localized_title
from engine.alphabet import load_alphabet
from engine.game import view
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY, REWARDS, Cards
from engine.klepka.ruleset import Ruleset
from engine.klepka.secrecy import sort_cards
from engine.klepka.simulate import find_word
from engine.klepka.view import GameView
from engine.lexicon import load_lexicon
from engine.rng import Draws, short_seal
from render.card_layout import CardLayout, card_layout, card_size
from render.card_sprites import BLENDS, CardSprites, card_theme
from render.fonts import Fonts
from render.layout import even_floor
from render.palette import Palette
from render.text import Lettering
from render.theme import THEMES
from tests.e2e.chat_room import ReadMessage, Room
from tests.e2e.score_ledger import chat_sentence
from tests.render.pictures import WIDTH, indices
from tests.support.klepka import game, klepka_rules, signs_of_cards
from tests.support.klepka import game as position

HOARD = 8
"""How many letters make somebody form a word while cards lie on the table."""
_LONGEST_FIRST = (3, 2)
_LEAST = 56
"""The size below which no card of a table is drawn."""
_NUMBERS = 0.36
"""How much of a card, from the top, its position's number may take."""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """What a picture shows: the positions of cards face down, and by position those face up with their ticks."""

    face_down: frozenset[int]
    face_up: dict[int, tuple[str, bool]]


class CardReader:
    """Knows every card of a deck by its look in any size, and no game."""

    def __init__(self, ruleset: Ruleset) -> None:
        deck = ruleset.cards
        empty = view(game(ruleset=ruleset), None)
        assert isinstance(empty, GameView)
        self._layout = card_layout(WIDTH, empty)
        self._count = deck.columns * deck.rows
        self._lettering = Lettering(Palette(card_theme(THEMES["light"]), BLENDS), Fonts())
        self._values, self._faces = ruleset.values, sorted(set(deck.all_cards))
        self._looks_by_size: dict[int, _CardLooks] = {}

    def read_picture(self, picture: Image.Image) -> TablePicture:
        """Every position of a picture; what is neither a card nor a free place is an error.

        The cards are the smaller, the more the players have collected.
        """
        assert picture.width == WIDTH
        for size in range(card_size(WIDTH, self._layout.columns), _LEAST - 2, -2):
            if self._looks_of_size(size).card_at(picture, 1) is not None:
                return self._read_at_size(picture, size)
        raise AssertionError("no card of any size is in the corner")

    def _read_at_size(self, picture: Image.Image, size: int) -> TablePicture:
        down, up = set(), {}
        for place in range(1, self._count + 1):
            found = self._looks_of_size(size).card_at(picture, place)
            assert found is not None, f"no card is on position {place}"
            if found == "down":
                down.add(place)
            elif not isinstance(found, str):
                up[place] = found
        return TablePicture(frozenset(down), up)

    def _looks_of_size(self, size: int) -> "_CardLooks":
        if size not in self._looks_by_size:
            columns = self._layout.columns
            layout = replace(self._layout, cell=size, left=even_floor((WIDTH - size * columns) // 2))
            sprites = CardSprites(self._lettering, size)
            self._looks_by_size[size] = _CardLooks(layout, sprites, self._faces, self._values)
        return self._looks_by_size[size]


class _CardLooks:
    """The cards of a deck in one size."""

    def __init__(
        self, layout: CardLayout, sprites: CardSprites, faces: Sequence[str], values: Mapping[str, int]
    ) -> None:
        self._layout, self._sprites, self._values = layout, sprites, values
        self._start = len(sprites.empty_position().tobytes()) // layout.cell * round(layout.cell * _NUMBERS)
        ends = [(card, taken) for card in faces for taken in (False, True)]
        self._card_by_pixels = {
            self._face_pixels(card, 1, taken=taken)[self._start :]: (card, taken) for card, taken in ends
        }
        assert len(self._card_by_pixels) == len(ends), "two cards look alike"

    def card_at(self, picture: Image.Image, position: int) -> tuple[str, bool] | Literal["down", "free"] | None:
        """What is on a position: a card turned up with its tick, a card face down, nothing, or no picture of a card."""
        left, top = self._layout.card_place(position)
        look = indices(picture, (left, top, left + self._layout.cell, top + self._layout.cell))
        if look == self._sprites.back(position).tobytes():
            return "down"
        if look == self._sprites.empty_position().tobytes():
            return "free"
        found = self._card_by_pixels.get(look[self._start :])
        return found if found and look == self._face_pixels(found[0], position, taken=found[1]) else None

    def _face_pixels(self, card: str, position: int, *, taken: bool) -> bytes:
        return self._sprites.face(card, self._values.get(card[0], 0), position, taken).tobytes()


def which_are_taken(cards: Cards) -> list[bool]:
    """Which cards turned up together are taken: rewards, and of each letter as many as make pairs (RULES §6.5)."""
    letters = [card[0] for card in cards if card not in REWARDS]
    pairs = {letter: letters.count(letter) // 2 * 2 for letter in letters}
    before = [sum(other[0] == card[0] for other in cards[:place]) for place, card in enumerate(cards)]
    return [card in REWARDS or number < pairs[card[0]] for card, number in zip(cards, before, strict=True)]


SHOWN_SECONDS = 10
_SIGNS = {"Y": "🟨", "B": "🟦"}
_SMALL = {"tr": "deste=kısa", "uk": "колода=мала"}
"""How the small deck is asked for."""

_TYPED = {
    "tr": {"Y": "s", "B": "m", POLYSEMY: "polisemi", EXCHANGE: "takas", CHAOS: "kaos"},
    "uk": {"Y": "ж", "B": "с", POLYSEMY: "полісемія", EXCHANGE: "обмін", CHAOS: "хаос"},
}
"""How rewards and the colours of letters are written."""

TurnedCard = tuple[int, str, bool]
"""A position, the card that was turned up there, and whether it was taken."""
_HONOURS = ("best-word", "best-turn")
"""What begins the lines that name the best word and turn: tests of the engine know which those are."""
_EFFECTS = ("📈", "🎉")
"""What begins the lines that tell ratings and titles, which have tests of their own."""


@dataclass(slots=True)
class CardPlayer:
    """Somebody at the table, and the open collection."""

    user: int
    name: str
    cards: list[str] = field(default_factory=list)
    score: int = 0
    has_passed: bool = False

    @property
    def letter_cards(self) -> list[str]:
        """The letter cards of the collection."""
        return [card for card in self.cards if card not in REWARDS]

    def letters_of(self, tint: str) -> Counter[str]:
        """How many of each letter the collection has in one colour."""
        return Counter(card[0] for card in self.letter_cards if card[1] == tint)


@dataclass(slots=True)
class CardGame:
    """A table of Klepka in a room, from the lobby to the final score."""

    room: Room
    language: str
    ruleset: Ruleset
    players: list[CardPlayer]
    """In the order of play."""
    board: ReadMessage
    seal: str
    start_message: int
    sat_down: tuple[int, ...]
    reader: CardReader
    face_down: set[int]
    """Where cards lie face down."""
    seen_cards: dict[int, str] = field(default_factory=dict)
    """The cards that were turned up and down again since the table was last mixed."""
    turn: int = 0
    phase: Literal["words", "extra"] = "words"
    words_formed: int = 0
    """How many words the player on turn has formed in this turn."""
    discarded: list[str] = field(default_factory=list)
    turned_cards: list[list[TurnedCard]] = field(default_factory=list)
    """Everything that pictures showed, in its order."""
    is_over: bool = False
    racks_seen: tuple[tuple[str, ...], ...] = ()
    """Collections are open: nobody is shown what others are not."""
    public_words: tuple[str, ...] = ()

    @classmethod
    async def open_and_begin(cls, room: Room, people: Sequence[int], language: str) -> Self:
        """Open a table with the small deck, sit down and begin."""
        await room.say_and_read(people[0], f"/language {language}")
        lobby = await room.say_and_read(people[0], f"/{command_name('new', language)} klepka {_SMALL[language]}")
        for person in people[1:]:
            await room.say_and_read(person, f"/{command_name('join', language)}")
        seal = await room.read_seal(people[0], lobby)
        start = await room.say(people[0], f"/{command_name('begin', language)}")
        board = await room.read_next()
        ruleset = klepka_rules(deck="quick")
        deck = ruleset.cards
        names = board.lines[1].rsplit(": ", 1)[1].split(", ")
        assert {room.user_by_name[name] for name in names} == set(people)
        game = cls(
            room=room,
            language=language,
            ruleset=ruleset,
            players=[CardPlayer(room.user_by_name[name], name) for name in names],
            board=board,
            seal=seal,
            start_message=start,
            sat_down=tuple(people),
            reader=CardReader(ruleset),
            face_down=set(range(1, deck.cards + 1)),
        )
        told = {"cards": deck.cards, "columns": deck.columns, "rows": deck.rows}
        text = game.chat_text("klepka-started", names=", ".join(names), **told)
        await game.check_message(
            board, [*text.split("\n"), game.chat_text("seal-line", seal=short_seal(seal))], opening=True
        )
        return game

    def chat_text(self, message: str, /, **arguments: str | int) -> str:
        """A message in the language of the chat."""
        return chat_sentence(self.language, message, **arguments)

    def card_caption(self, card: str) -> str:
        """A card as captions write it."""
        return self.chat_text(f"klepka-{card}") if card in REWARDS else card[0] + _SIGNS[card[1]]

    def card_typed(self, card: str) -> str:
        """A card as people type it, with its colour."""
        written = _TYPED[self.language]
        return written[card] if card in REWARDS else card[0] + written[card[1]]

    async def send_command(self, player: CardPlayer, command: str, *words: str) -> ReadMessage:
        """Say a command; the bot's next message."""
        return await self.room.say_and_read(player.user, " ".join((f"/{command_name(command, self.language)}", *words)))

    @property
    def on_turn(self) -> CardPlayer:
        return self.players[self.turn]

    @property
    def flip_count(self) -> int:
        """How many cards are turned up next (RULES §6.5)."""
        return min(2 if self.phase == "extra" else 2 * (self.words_formed + 1), len(self.face_down))

    async def flip_cards(self, positions: Sequence[int]) -> None:
        """Turn cards up: the message comes face down, shows the cards by an edit, and never writes a letter."""
        said = await self.send_command(self.on_turn, "flip", *map(str, positions))
        shown = await self.room.wait_edited(said)
        up = self.reader.read_picture(await self.room.load_picture(shown)).face_up
        assert set(up) == set(positions)
        turned = [(position, *up[position]) for position in positions]
        assert [goes for _, _, goes in turned] == which_are_taken(tuple(card for _, card, _ in turned))
        await self.check_message(said, self._record_turned(turned))
        look = [] if all(goes for _, _, goes in turned) else [self.chat_text("klepka-look", seconds=SHOWN_SECONDS)]
        assert shown.lines == [*said.lines, *look]

    def _record_turned(self, turned: list[TurnedCard]) -> list[str]:
        """Note what was turned up; the lines that tell of it, with letters only of cards that were taken."""
        player, extra = self.on_turn, self.phase == "extra"
        gained = {position: card for position, card, goes in turned if goes}
        back = {position: card for position, card, goes in turned if not goes}
        self.turned_cards.append(turned)
        player.cards += gained.values()
        self.face_down -= gained.keys()
        self.seen_cards = {place: card for place, card in (self.seen_cards | back).items() if place in self.face_down}
        self.phase = "extra"
        message = "klepka-revealed-more" if extra else "klepka-revealed"
        lines = [self.chat_text(message, name=player.name, positions=list_positions(place for place, _, _ in turned))]
        if gained:
            cards = " ".join(self.card_caption(card) for card in gained.values())
            lines.append(self.chat_text("klepka-taken", cards=cards, positions=list_positions(gained)))
        else:
            lines.append(self.chat_text("klepka-nothing-taken"))
        if gained and back:
            lines.append(self.chat_text("klepka-back", positions=list_positions(back)))
        if self.flip_count and any(card not in REWARDS for card in gained.values()):
            lines.append(self.chat_text("klepka-again", name=player.name, count=self.flip_count))
        else:
            self.end_turn()
        return lines

    async def form_word(self, typed: str) -> None:
        """Form a word; letters in brackets are stood in for."""
        player = self.on_turn
        said = await self.send_command(player, "form", typed)
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
        self.discard_cards(player, [*cards, *(POLYSEMY for _ in stand_ins)])
        player.score += score
        self.words_formed += 1
        parts = [f"{self.card_caption(card)} {self.ruleset.values[card[0]]}" for card in cards]
        parts += [self.chat_text("klepka-stands-for", letter=letter) for letter in stand_ins]
        doubled = f" · {self.chat_text('klepka-one-colour')}" if one_colour else ""
        word = typed.replace("[", "").replace("]", "")
        head = self.chat_text("klepka-formed", name=player.name, word=word, score=score)
        await self.check_message(said, [head, " + ".join(parts) + doubled])

    async def trade_cards(self, player: CardPlayer, give: str, partner: CardPlayer, take: str) -> None:
        """Play an exchange card, whoever is on turn."""
        seat = str(self.players.index(partner) + 1)
        said = await self.send_command(player, "trade", self.card_typed(give), seat, self.card_typed(take))
        self.discard_cards(player, [EXCHANGE])
        player.cards.remove(give)
        partner.cards.remove(take)
        player.cards.append(take)
        partner.cards.append(give)
        names = {"name": player.name, "partner": partner.name}
        await self.check_message(
            said, [self.chat_text("klepka-traded", gave=self.card_caption(give), took=self.card_caption(take), **names)]
        )

    async def play_chaos(self, player: CardPlayer) -> None:
        """Mix the table, whoever is on turn: all that was known of it is worth nothing."""
        said = await self.send_command(player, "chaos")
        self.discard_cards(player, [CHAOS])
        self.seen_cards.clear()
        await self.check_message(said, [self.chat_text("klepka-shuffled", name=player.name, cards=len(self.face_down))])

    async def pass_turn(self) -> None:
        """Decline an extra flip, or end the words of an empty table."""
        player = self.on_turn
        said = await self.send_command(player, "pass")
        line = self.chat_text("klepka-enough" if self.phase == "extra" else "turn-passed", name=player.name)
        player.has_passed = self.phase == "words"
        self.end_turn()
        await self.check_message(said, [line])

    def discard_cards(self, player: CardPlayer, cards: Sequence[str]) -> None:
        """Take cards out of the game; with collections changed, nobody has passed for good."""
        for card in cards:
            player.cards.remove(card)
        self.discarded += cards
        for one in self.players:
            one.has_passed = False

    def end_turn(self) -> None:
        """The turn is over; the game too, when the table is empty and all have passed or nobody holds a letter."""
        done = all(one.has_passed for one in self.players) or not any(one.letter_cards for one in self.players)
        self.is_over = done and not self.face_down
        self.turn = (self.turn + 1) % len(self.players)
        self.phase, self.words_formed = "words", 0

    async def check_message(self, said: ReadMessage, told: Sequence[str], *, opening: bool = False) -> None:
        """A message: its lines, its picture, which shows no letter of the table, and that no card was lost."""
        self.board = said
        picture = await self.room.load_picture(said)
        if not self.is_over:
            # The last picture shows the standings, and no table.
            seen = self.reader.read_picture(picture)
            assert seen.face_down == self.face_down
            assert not seen.face_up
        held = Counter(card for player in self.players for card in player.cards)
        gone = held + Counter(self.discarded)
        assert gone <= Counter(self.ruleset.cards.all_cards)
        assert gone.total() + len(self.face_down) == self.ruleset.tiles
        assert said.lines[: len(told)] == list(told), said.text
        rest = said.lines[len(told) :]
        if self.is_over:
            self._check_end(rest)
        else:
            assert (["", *rest] if opening else rest) == self._standing_lines()
            assert said.mentioned_users == [self.on_turn.user]

    def _standing_lines(self) -> list[str]:
        name = self.on_turn.name
        message = f"klepka-next-{self.phase}" if self.flip_count else "klepka-next-empty"
        arguments = {"count": self.flip_count} if self.flip_count else {}
        left = self.chat_text("klepka-left", count=len(self.face_down), cards=self.ruleset.tiles)
        dictionary = self.chat_text("dictionary-line", words=self.chat_text(f"lexicon-{self.ruleset.lexicon}"))
        return [
            "",
            " · ".join(f"{player.name} {player.score}" for player in self.players),
            f"{left} · {dictionary} · {localized_title(self.ruleset.title, self.language)}",
            *([self.chat_text("run-ends-passes")] if self._would_pass_end_game else []),
            self.chat_text(message, name=name, **arguments),
        ]

    @property
    def _would_pass_end_game(self) -> bool:
        """Whether the game ends if the player on turn passes."""
        others = [one for one in self.players if one is not self.on_turn]
        done = all(one.has_passed for one in others) or not any(one.letter_cards for one in self.players)
        return done and not self.face_down

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
        (secret,) = self.board.parts_marked("code")
        left = self.chat_text("klepka-left", count=0, cards=self.ruleset.tiles)
        lead = max(totals) - max((total for total in totals if total < max(totals)), default=0)
        honours = tuple(self.chat_text(kind, word="", words="", score=0, name="").split(":")[0] for kind in _HONOURS)
        assert [line for line in lines if not line.startswith((*honours, *_EFFECTS))] == [
            self.chat_text("ended-cleared"),
            self.chat_text(kind, names=", ".join(winners)),
            *([self.chat_text("ended-margin", margin=lead)] if len(winners) == 1 else []),
            *finals,
            self.chat_text("ended-secret", secret=secret),
            "",
            *(self._collection_line(number, totals[number]) for number in range(len(self.players))),
            f"{left} · {localized_title(self.ruleset.title, self.language)}",
        ]

    def _collection_line(self, number: int, total: int) -> str:
        """A player's line of cards that were left at the end."""
        player = self.players[number]
        cards = [self.card_caption(card) for card in sort_cards(tuple(player.cards), self.ruleset.language)]
        return f"{number + 1}. {player.name} {total}: {' '.join(cards) or self.chat_text('klepka-no-cards')}"


def list_positions(positions: Iterable[int]) -> str:
    """Positions as captions write them."""
    return ", ".join(map(str, positions))


class KlepkaPlayers:
    """Everybody at one table."""

    def __init__(self, game: CardGame) -> None:
        self.game = game
        self.polysemy_words = 0
        """How many words were formed with polysemy."""
        self._took_extra_flip = False
        self._words = load_lexicon(game.ruleset.lexicon)

    async def play_to_end(self) -> None:
        """Play until the game is over."""
        while not self.game.is_over:
            if not await self._play_reward():
                await self._play_turn()

    async def _play_reward(self) -> bool:
        """Play a chaos or an exchange card, whoever holds one."""
        game = self.game
        for player in game.players:
            partner = max((one for one in game.players if one is not player), key=lambda one: len(one.letter_cards))
            if CHAOS in player.cards and game.face_down:
                await game.play_chaos(player)
                return True
            if EXCHANGE in player.cards and player.letter_cards and partner.letter_cards:
                await game.trade_cards(player, player.letter_cards[0], partner, partner.letter_cards[-1])
                return True
        return False

    async def _play_turn(self) -> None:
        """One action of whoever is on turn: a word, cards, or enough of them."""
        game = self.game
        word = self._choose_word(game.on_turn) if game.phase == "words" else None
        if word is not None:
            self.polysemy_words += "[" in word
            await game.form_word(word)
        elif not game.flip_count or (game.phase == "extra" and self._took_extra_flip):
            await game.pass_turn()
        else:
            # One extra flip a turn, so that everybody gets cards.
            self._took_extra_flip = game.phase == "extra"
            await game.flip_cards(self._choose_cards(game.flip_count))

    def _choose_cards(self, count: int) -> list[int]:
        """Cards that nobody has seen, then pairs that were, then any."""
        game = self.game
        places: dict[str, list[int]] = {}
        for place, card in sorted(game.seen_cards.items()):
            places.setdefault(card[0], []).append(place)
        pairs = [place for found in places.values() for place in found[: len(found) // 2 * 2]]
        wanted = dict.fromkeys([*sorted(game.face_down - game.seen_cards.keys()), *pairs, *sorted(game.face_down)])
        return list(wanted)[:count]

    def _choose_word(self, player: CardPlayer) -> str | None:
        if POLYSEMY in player.cards and (
            word := self._word_with_polysemy(Counter(card[0] for card in player.letter_cards))
        ):
            return word
        if self.game.face_down and (len(player.letter_cards) < HOARD or self.game.words_formed):
            return None
        state = position("", signs_of_cards(player.letter_cards), "", ruleset=self.game.ruleset)
        word, _ = find_word(state, Draws("00"), self._words)
        return word

    def _word_with_polysemy(self, letters: Counter[str]) -> str | None:
        """A short word of these letters and of one that polysemy stands for, wherever it occurs."""
        for wild, size in product(load_alphabet(self.game.ruleset.language).letters, _LONGEST_FIRST):
            for signs in product(sorted({*letters, wild}), repeat=size):
                own = Counter(sign for sign in signs if sign != wild)
                if wild in signs and own and own <= letters and "".join(signs) in self._words:
                    return "".join(f"[{sign}]" if sign == wild else sign for sign in signs)
        return None
