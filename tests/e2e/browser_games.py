"""Whole games in the browser: word first, and by inline mode alone; by taps alone in :mod:`tests.e2e.tapped_games`.

Everything is done and read on the page, whichever version of the Bot API its server is of: an own board stands in the
group from 10.3 on, in the private chat before.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from playwright.async_api import Locator, expect

from bot.playground.server_version import OLDEST
from bot.user_input.command_names import command_name
from tests.e2e.chat_room import ReadMessage, Venue, letters_and_points
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.move_finder import FoundMove
from tests.e2e.page_buttons import PageButtons
from tests.e2e.page_people import BrowserRoom
from tests.e2e.score_ledger import Player, Turn

_RACK: Final = re.compile(r"(?:\S[₀-₉]+[^\S\n]+)+\S[₀-₉]+")
_BOT: Final = "@harfiyen_bot"
_STEP: Final = ":is([data-callback^='mine:'], [data-callback^='make:'])"
_OFFER: Final = ":is([data-callback^='put:'], [data-callback^='rows:'])"
_ROW: Final = "[data-callback^='rows:']:not([data-callback*='.0:'])"


@dataclass(slots=True)
class BrowserGame(CrosswordGame):
    """A game in the browser; whoever looks at a rack is its owner, and nobody else's page has it."""

    version: str = OLDEST
    racks_looked_at: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    """What was seen already, by its owner and the turn."""
    rack_texts: dict[int, set[str]] = field(default_factory=dict)
    """Every rack as it was written, by its owner: late in a game two people may hold the same few letters."""

    @classmethod
    async def open_and_begin(
        cls, room: Venue, people: Sequence[int], game: str = "kelimelik", language: str = "tr"
    ) -> Self:
        """Open a table by a command, and sit down by the lobby's button."""
        assert isinstance(room, BrowserRoom)
        lobby = await room.say_and_read(people[0], f"/{command_name('new', language)} {game}")
        for person in people[1:]:
            await room.join_table(person, lobby)
        command = f"/{command_name('begin', language)}"
        return await cls.begin_at_lobby(room, people, lobby, command, game=game, language=language)

    @property
    def browser_room(self) -> BrowserRoom:
        assert isinstance(self.room, BrowserRoom)
        return self.room

    def own_board_buttons(self, who: Player) -> PageButtons:
        """The newest own board on a player's page."""
        return PageButtons(self.browser_room.pages[who.user], _STEP)

    async def look_at_rack(self, player: Player | None = None) -> tuple[str, ...]:
        """What the button of racks shows to the one who presses it: a box, or the own board."""
        who = player or self.on_turn
        key = (who.user, len(self.turns_taken))
        if key in self.racks_looked_at:
            return self.racks_looked_at[key]
        if self.version == OLDEST:
            said = str((await self.room.tap_kind(who.user, self.board, "rack"))["text"])
        else:
            own = self.own_board_buttons(who)
            await own.mark_seen()
            page = self.browser_room.pages[who.user]
            await page.locator(f"article[data-message-id='{self.board.message_id}'] [data-callback^='rack:']").click()
            said = await (await own.wait_changed()).locator("[data-part=text]").inner_text()
        await self._check_only_owner_sees(who, said)
        self.racks_looked_at[key] = rack = letters_and_points(said)
        self.racks_seen.append(rack)
        self.first_racks.setdefault(who.user, rack)
        return rack

    async def _check_only_owner_sees(self, who: Player, said: str) -> None:
        """Nobody else reads on their page what a player was shown, unless their own rack once read the same."""
        shown = _RACK.search(said)
        if shown is None:
            return
        self.rack_texts.setdefault(who.user, set()).add(shown[0])
        for user, page in self.browser_room.pages.items():
            if user != who.user:
                others = _RACK.findall(await page.locator(".messages").inner_text())
                assert shown[0] not in set(others) - self.rack_texts.get(user, set())


@dataclass(slots=True)
class WordFirstGame(BrowserGame):
    """Every move is a word and a tap on one of the places where it lies, or two where there are many."""

    row_questions: int = 0
    """How many questions were first about the row."""

    async def type_turn(self, done: Turn) -> None:
        """Type the word, and press its place; of many first its row, or by turns name the line in another message."""
        if not isinstance(done, FoundMove):
            await CrosswordGame.type_turn(self, done)
            return
        start, word = _start_cell(done), done.words[0]
        row = "".join(filter(str.isdecimal, start))
        offers = PageButtons(self.browser_room.pages[self.on_turn.user], _OFFER)
        asked = await self._type_word(offers, word)
        if await asked.locator(_ROW).count():
            self.row_questions += 1
            if not self.row_questions % 2:
                asked = await self._type_word(offers, f"{word} {start[:-1] if start[0].isdecimal() else start[0]}")
        if await asked.locator(_ROW).count():
            asked = await offers.click_selector(f"[data-callback^='rows:'][data-callback*='.{row}:']")
        await asked.locator(f"[data-callback^='put:'][data-callback*=':{start}:']").click()
        self.record_turn(done)

    async def _type_word(self, offers: PageButtons, text: str) -> Locator:
        """The question where a word goes that was typed just now."""
        await offers.mark_seen()
        await self.room.say(self.on_turn.user, f"/oyna {text}")
        asked = await offers.wait_changed()
        self.browser_room.mark_read(await asked.get_attribute("data-message-id") or "")
        return asked


def _start_cell(found: FoundMove) -> str:
    """Where a move begins, as buttons have it."""
    _, cell, across = found.main_words[0]
    return f"{cell[1:]}{cell[0]}" if across else cell


@dataclass(slots=True)
class InlineGame(BrowserGame):
    """All turns are typed behind the bot's name, and chosen from what it offers there."""

    async def look_at_rack(self, player: Player | None = None) -> tuple[str, ...]:
        """What its owner reads who types nothing behind the bot's name."""
        who = player or self.on_turn
        results = await self._type_inline(who, "")
        title = await results.first.locator("strong").inner_text()
        await self._check_only_owner_sees(who, title)
        rack = letters_and_points(title)
        self.racks_seen.append(rack)
        self.first_racks.setdefault(who.user, rack)
        return rack

    async def type_turn(self, done: Turn) -> None:
        """Type a move behind the bot's name, and choose what is shown."""
        who = self.on_turn
        if isinstance(done, FoundMove):
            results = await self._type_inline(who, done.typed)
            starts = "|".join(f"{cell} {'yatay' if across else 'dikey'} " for _, cell, across in done.main_words)
            result = results.filter(has_text=re.compile(f"^({starts})")).first
            assert f" {done.score} " in await result.locator("strong").inner_text()
        else:
            result = (await self._type_inline(who, done)).last
        await result.click()
        self.record_turn(done)

    async def exchange_rack(self) -> ReadMessage:
        """Exchange the whole rack."""
        rack = await self.look_at_rack()
        await (await self._type_inline(self.on_turn, "/exchange " + "".join(rack))).last.click()
        said = await self.room.read_next()
        await self.check_exchange(said, len(rack))
        return said

    async def _type_inline(self, who: Player, text: str) -> Locator:
        """What is offered to somebody who types that."""
        page = self.browser_room.pages[who.user]
        results = page.get_by_test_id("suggestions").locator("li[data-result]")
        field = page.get_by_test_id("input")
        await field.fill("")
        await expect(results).to_have_count(0)
        await field.fill(f"{_BOT} {text}")
        await expect(results.first).to_be_visible()
        return results
