"""Whole games in the browser: word first, on the own board by taps alone, and by inline mode alone.

Everything is done and read on the page, whichever version of the Bot API its server is of: an own board stands in the
group from 10.2 on, in the private chat before.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from playwright.async_api import Locator, Page, expect

from bot.playground.servers import OLDEST
from bot.typed.commands import command_name
from tests.e2e.finals import check_end
from tests.e2e.game import Game
from tests.e2e.ledger import Player, Turn, sentence
from tests.e2e.page_room import PageRoom
from tests.e2e.room import Said, Venue, letters_and_points
from tests.e2e.solver import Found

_RACK: Final = re.compile(r"(?:\S[₀-₉]+[^\S\n]+)+\S[₀-₉]+")
_BOT: Final = "@harfiyen_bot"
_STEP: Final = ":is([data-callback^='mine:'], [data-callback^='make:'])"
_OFFER: Final = ":is([data-callback^='put:'], [data-callback^='rows:'])"
_ROW: Final = "[data-callback^='rows:']:not([data-callback*='.0:'])"
_SIGNATURE: Final = """([selector, former]) => {
  const all = [...document.querySelectorAll(selector)].at(-1)?.closest("article");
  const carried = all && [...all.querySelectorAll("[data-callback]")].map((one) => one.dataset.callback);
  const now = all && [all.dataset.messageId, ...carried].join();
  return now && now !== former ? now : false;
}"""
"""What the buttons of the newest message with such a button carry, once that is something else than before."""


class Buttons:
    """The newest message on somebody's page that has some kind of button."""

    def __init__(self, page: Page, kind: str) -> None:
        self._page: Final = page
        self._selector: Final = f"article button{kind}"
        self._former = ""

    @property
    def message(self) -> Locator:
        return self._page.locator(f"article:has(> .body button{self._selector.removeprefix('article button')})").last

    async def seen(self) -> None:
        """What stands there now is not waited for."""
        script = _SIGNATURE.replace("? now : false", '? now : ""')
        self._former = await self._page.evaluate(script, [self._selector, ""]) or ""

    async def changed(self) -> Locator:
        """The message once it is another, or has other buttons, than was seen."""
        handle = await self._page.wait_for_function(_SIGNATURE, arg=[self._selector, self._former])
        self._former = str(await handle.json_value())
        return self.message

    async def press(self, label: str | re.Pattern[str]) -> Locator:
        """Press one of its buttons, by the whole label or by a pattern; the message as it is then."""
        await self.seen()
        exact = isinstance(label, str)
        await (
            self.message.get_by_role("button", name=label, exact=exact)
            .and_(self._page.locator("[data-callback]"))
            .first.click()
        )
        return await self.changed()

    async def click(self, carrying: str) -> Locator:
        """Click one of its buttons, by a selector of what it carries; the message as it is then."""
        await self.seen()
        await self.message.locator(carrying).click()
        return await self.changed()

    async def labels(self) -> list[str]:
        """What its buttons say."""
        found: list[str] = await self.message.locator("[data-callback]").evaluate_all(
            "all => all.map((one) => one.ariaLabel)"
        )
        return found


@dataclass(slots=True)
class OnPage(Game):
    """A game in the browser; whoever looks at a rack is its owner, and nobody else's page has it."""

    version: str = OLDEST
    looked: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    """What was seen already, by its owner and the turn."""
    read: dict[int, set[str]] = field(default_factory=dict)
    """Every rack as it was written, by its owner: late in a game two people may hold the same few letters."""

    @classmethod
    async def begin(cls, room: Venue, people: Sequence[int], game: str = "kelimelik", language: str = "tr") -> Self:
        """Open a table by a command, and sit down by the lobby's button."""
        assert isinstance(room, PageRoom)
        lobby = await room.ask(people[0], f"/{command_name('new', language)} {game}")
        for person in people[1:]:
            await room.join(person, lobby)
        command = f"/{command_name('begin', language)}"
        return await cls.started(room, people, lobby, command, game=game, language=language)

    @property
    def pages(self) -> PageRoom:
        assert isinstance(self.room, PageRoom)
        return self.room

    def own(self, who: Player) -> Buttons:
        """The newest own board on a player's page."""
        return Buttons(self.pages.pages[who.user], _STEP)

    async def rack(self, player: Player | None = None) -> tuple[str, ...]:
        """What the button of racks shows to the one who presses it: a box, or the own board."""
        who = player or self.on_turn
        key = (who.user, len(self.typed))
        if key in self.looked:
            return self.looked[key]
        if self.version == OLDEST:
            said = str((await self.room.tap(who.user, self.board, "rack"))["text"])
        else:
            own = self.own(who)
            await own.seen()
            page = self.pages.pages[who.user]
            await page.locator(f"article[data-message-id='{self.board.id}'] [data-callback^='rack:']").click()
            said = await (await own.changed()).locator("[data-part=text]").inner_text()
        await self._keep_to(who, said)
        self.looked[key] = rack = letters_and_points(said)
        self.racks.append(rack)
        self.first_racks.setdefault(who.user, rack)
        return rack

    async def _keep_to(self, who: Player, said: str) -> None:
        """Nobody else reads on their page what a player was shown, unless their own rack once read the same."""
        shown = _RACK.search(said)
        if shown is None:
            return
        self.read.setdefault(who.user, set()).add(shown[0])
        for user, page in self.pages.pages.items():
            if user != who.user:
                others = _RACK.findall(await page.locator(".messages").inner_text())
                assert shown[0] not in set(others) - self.read.get(user, set())


@dataclass(slots=True)
class WordFirst(OnPage):
    """Every move is a word and a tap on one of the places where it lies, or two where there are many."""

    rows: int = 0
    """How many questions were first about the row."""

    async def type(self, done: Turn) -> None:
        """Type the word, and press its place; of many first its row, or by turns name the line in another message."""
        if not isinstance(done, Found):
            await Game.type(self, done)
            return
        start, word = _start(done), done.words[0]
        row = "".join(filter(str.isdecimal, start))
        offers = Buttons(self.pages.pages[self.on_turn.user], _OFFER)
        asked = await self._asked(offers, word)
        if await asked.locator(_ROW).count():
            self.rows += 1
            if not self.rows % 2:
                asked = await self._asked(offers, f"{word} {start[:-1] if start[0].isdecimal() else start[0]}")
        if await asked.locator(_ROW).count():
            asked = await offers.click(f"[data-callback^='rows:'][data-callback*='.{row}:']")
        await asked.locator(f"[data-callback^='put:'][data-callback*=':{start}:']").click()
        self.note(done)

    async def _asked(self, offers: Buttons, text: str) -> Locator:
        """The question where a word goes that was typed just now."""
        await offers.seen()
        await self.room.say(self.on_turn.user, f"/oyna {text}")
        asked = await offers.changed()
        self.pages.read(await asked.get_attribute("data-message-id") or "")
        return asked


def _start(found: Found) -> str:
    """Where a move begins, as buttons have it."""
    _, cell, across = found.heads[0]
    return f"{cell[1:]}{cell[0]}" if across else cell


@dataclass(slots=True)
class Tapped(OnPage):
    """Nothing is typed: tables are opened, and turns taken, by taps."""

    @classmethod
    async def opened(cls, room: "TapRoom", people: Sequence[int]) -> Self:
        """Open a table, sit down and begin."""
        await room.choose(room.pages[people[0]], command_name("new", "tr"))
        asked = await room.next()
        lobby = await room.picked(people[0], asked, "Kelimelik")
        for person in people[1:]:
            await room.join(person, lobby)
        return await cls.started(room, people, lobby, f"/{command_name('begin', 'tr')}")

    async def type(self, done: Turn) -> None:
        """Take a turn on the own board."""
        who = self.on_turn
        own = await self._turned_to(who)
        if isinstance(done, Found):
            await self._lay(own, done)
        elif done == "pass":
            await own.press(sentence("tr", "mine-pass"))
            await self._played(own, sentence("tr", "mine-pass-yes"))
        await self._back(who)
        self.note(done)

    async def pass_turn(self) -> Said:
        """Let a turn go by."""
        ends, name = self.run_is_over("pass"), self.on_turn.name
        held = await self.all_racks() if ends else {}
        await self.type("pass")
        said = await self.room.next()
        if ends:
            await check_end(self, said, "passes", held)
        else:
            await self.check(said, [sentence(self.language, "turn-passed", name=name)])
        return said

    async def change(self) -> Said:
        """Exchange the whole rack."""
        count, who = len(await self.rack()), self.on_turn
        own = await self._turned_to(who)
        await own.press(sentence("tr", "mine-exchange"))
        for place in range(count):
            await own.seen()
            tiles = own.message.get_by_role("button", name=re.compile(r"[₀-₉]$"))
            await tiles.nth(place).click()
            await own.changed()
        await self._played(own, re.compile("^✅|^🔄"))
        await self._back(who)
        said = await self.room.next()
        await self.exchanged(said, count)
        return said

    async def _turned_to(self, who: Player) -> Buttons:
        """The own board as it is now: in the group where its server can, else in the private chat."""
        own, page = self.own(who), self.pages.pages[who.user]
        if self.version != OLDEST:
            await self.rack(who)
            return own
        await page.locator("[data-chat-kind=private]").click()
        await own.seen()
        await TapRoom.choose(page, command_name("rack", "tr"))
        await own.changed()
        return own

    async def _back(self, who: Player) -> None:
        if self.version == OLDEST:
            await self.pages.pages[who.user].locator("[data-chat-kind=group]").first.click()

    async def _lay(self, own: Buttons, found: Found) -> None:
        """Row, column, direction where it is asked, tile by tile; then the move itself."""
        columns = self.ruleset.columns
        index = found.tiles[0][0]
        await own.press(sentence("tr", "mine-move"))
        await own.press(str(index // columns + 1))
        await own.press(chr(ord("A") + index % columns))
        arrow = "→" if found.heads[0][2] else "↓"
        if any(label.startswith(("→", "↓")) for label in await own.labels()):
            await own.press(re.compile(f"^{arrow}"))
        for _, tile in found.tiles:
            await own.press(re.compile(f"^{'▢' if tile[0] == '?' else tile}[₀-₉]*$"))
            if tile[0] == "?":
                await own.press(tile[1])
        assert any(f"{found.score}" in label for label in await own.labels() if label.startswith("✅"))
        await self._played(own, re.compile("^✅"))

    async def _played(self, own: Buttons, label: str | re.Pattern[str]) -> None:
        await own.press(label)


class TapRoom(PageRoom):
    """The group of the page, where nobody types."""

    async def say(self, person: int, text: str, reply_to: int | None = None) -> int:
        """Begin at the table that is open: all that there is to say here."""
        assert (text, reply_to) == (f"/{command_name('begin', 'tr')}", None)
        await self.pages[person].locator("article [data-callback^='begin:']").last.click()
        return self.newest

    @staticmethod
    async def choose(page: Page, command: str) -> None:
        """Send a command of the menu."""
        await page.get_by_test_id("commands").click()
        await page.locator(f"li[data-command='{command}']").click()
        await page.get_by_test_id("send").click()

    async def picked(self, person: int, said: Said, label: str) -> Said:
        """Press a button of a question that the lobby answers; the lobby."""
        article = self.pages[person].locator(f"article[data-message-id='{said.id}']")
        await article.get_by_role("button", name=label, exact=True).click()
        return await self.next()


@dataclass(slots=True)
class Inline(OnPage):
    """All turns are typed behind the bot's name, and chosen from what it offers there."""

    async def rack(self, player: Player | None = None) -> tuple[str, ...]:
        """What its owner reads who types nothing behind the bot's name."""
        who = player or self.on_turn
        results = await self._asked(who, "")
        title = await results.first.locator("strong").inner_text()
        await self._keep_to(who, title)
        rack = letters_and_points(title)
        self.racks.append(rack)
        self.first_racks.setdefault(who.user, rack)
        return rack

    async def type(self, done: Turn) -> None:
        """Type a move behind the bot's name, and choose what is shown."""
        who = self.on_turn
        if isinstance(done, Found):
            results = await self._asked(who, done.typed)
            starts = "|".join(f"{cell} {'yatay' if across else 'dikey'} " for _, cell, across in done.heads)
            result = results.filter(has_text=re.compile(f"^({starts})")).first
            assert f" {done.score} " in await result.locator("strong").inner_text()
        else:
            result = (await self._asked(who, done)).last
        await result.click()
        self.note(done)

    async def change(self) -> Said:
        """Exchange the whole rack."""
        rack = await self.rack()
        await (await self._asked(self.on_turn, "/exchange " + "".join(rack))).last.click()
        said = await self.room.next()
        await self.exchanged(said, len(rack))
        return said

    async def _asked(self, who: Player, text: str) -> Locator:
        """What is offered to somebody who types that."""
        page = self.pages.pages[who.user]
        results = page.get_by_test_id("suggestions").locator("li[data-result]")
        field = page.get_by_test_id("input")
        await field.fill("")
        await expect(results).to_have_count(0)
        await field.fill(f"{_BOT} {text}")
        await expect(results.first).to_be_visible()
        return results
